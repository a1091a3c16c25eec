"""Notices and calibration: what people are told, and what they are measured against."""

from datetime import date

import pytest
from sqlalchemy import event

from annotate.errors import LockedError, NotAllowedError, NotFoundError
from db import batches, calibration, flags, plans, reviews
from db.notices import NoticeKind, count_unread, list_notices, mark_all_read, mark_read
from db.plan_list import list_plans
from db.queries import queries_to_give
from db.session import engine_for, open_session
from db.work_in_hand import work_in_hand
from helpers.bias import bias_of
from tests.db.world import (
    NINE,
    a_plan_in_progress,
    a_short_trip,
    a_submitted_plan,
    add_people,
    add_skeleton,
    an_edit,
    edit,
    fill,
    later,
)

DUE = date(2026, 5, 4)
DAY_AFTER = date(2026, 5, 5)


def told(session, person, **when):
    return [
        (one.kind, one.annotation_id, one.row, one.is_read)
        for one in list_notices(session, person.id, **when)
    ]


def test_what_a_lead_assigns_and_takes_away_is_told_and_what_one_takes_oneself_is_not(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
        first, _ = (add_skeleton(session, a_short_trip(idx)) for idx in (1, 2))
        given = plans.assign(session, office.leela.id, first, office.asha.id, at=NINE)
        plans.next_plan(session, office.binod.id, at=NINE)
        assert told(session, office.asha) == [(NoticeKind.ASSIGNED, given, None, False)]
        assert told(session, office.binod) == []
        plans.start_work(session, office.asha.id, given, at=later(1))
        assert told(session, office.asha) == [(NoticeKind.ASSIGNED, given, None, True)]
        plans.take_away(session, office.leela.id, given, why="Asha is ill", at=later(2))
        newest = list_notices(session, office.asha.id)[0]
    assert (newest.kind, newest.text) == (NoticeKind.TAKEN_AWAY, "Leela (L01) took it away: Asha is ill")


def test_what_comes_back_and_an_answered_flag_are_told_with_the_row_and_its_day(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        flag = flags.set_flag(
            session, office.esha.id, plan, row="d1.s2", kind="other", text="Too long?", at=later(21)
        )
        reviews.decide(session, office.esha.id, plan, "back to annotator", "See the flag.", at=later(22))
        (notice,) = list_notices(session, office.asha.id)
        assert (notice.kind, notice.text, notice.by) == (
            NoticeKind.RETURNED, "Esha (E01) sent it back: See the flag.", office.esha,
        )  # fmt: skip
        plans.start_work(session, office.asha.id, plan, at=later(30))
        flags.resolve_flag(session, office.asha.id, flag, state="fixed", text="Shorter now.", at=later(31))
        (answer,) = list_notices(session, office.esha.id)
    assert (answer.kind, answer.row, answer.day, answer.is_own) == (
        NoticeKind.FLAG_ANSWERED,
        "d1.s2",
        1,
        False,
    )
    assert answer.text == "Asha (A01) answered your flag (fixed): Shorter now."


def test_a_conflict_leaves_a_notice_that_leads_to_the_row_once_until_it_is_read(database_url):
    office, plan = a_plan_in_progress(database_url)
    edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 600)))
    for seq in (1, 2):
        edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 660), client="old-tab", seq=seq))
    with open_session(write=False, url=database_url) as session:
        assert told(session, office.asha) == [(NoticeKind.CONFLICT, plan, "d1.s1", False)]


def test_a_plan_is_overdue_from_the_day_after_its_due_date_until_it_is_handed_in_or_marked(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
        query = add_skeleton(session, a_short_trip())
        batch = batches.make_batch(session, office.leela.id, "May", query_ids=[query], due_on=DUE)
        plan = plans.next_plan(session, office.asha.id, at=NINE).annotation_id
        plans.start_work(session, office.asha.id, plan, at=NINE)
        assert told(session, office.asha, today=DUE) == []
        assert told(session, office.asha, today=DAY_AFTER) == [(NoticeKind.OVERDUE, plan, None, False)]
        assert count_unread(session, office.asha.id, today=DUE) == 0
        assert count_unread(session, office.asha.id, today=DAY_AFTER) == 1
        (line,) = list_plans(session, annotator_id=office.asha.id, today=DAY_AFTER)
        assert (line.batch, line.due_on, line.is_overdue) == ("May", DUE, True)
        mark_all_read(session, office.asha.id, today=DAY_AFTER, at=later(1))
        assert told(session, office.asha, today=DAY_AFTER) == [(NoticeKind.OVERDUE, plan, None, True)]
        batches.set_due_date(session, office.leela.id, batch, date(2026, 5, 6))
        assert count_unread(session, office.asha.id, today=date(2026, 5, 6)) == 0
        assert count_unread(session, office.asha.id, today=date(2026, 5, 7)) == 1
    fill(database_url, office.asha, plan)
    with open_session(write=True, url=database_url) as session:
        plans.submit(session, office.asha.id, plan, at=later(10))
        assert count_unread(session, office.asha.id, today=date(2026, 5, 7)) == 0


def test_nobody_reads_or_marks_the_notices_of_others(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
        query = add_skeleton(session, a_short_trip())
        plans.assign(session, office.leela.id, query, office.asha.id, at=NINE)
        (notice,) = list_notices(session, office.asha.id)
        with pytest.raises(NotFoundError, match="You have no notice"):
            mark_read(session, office.binod.id, [notice.id])
        mark_read(session, office.asha.id, [notice.id], at=later(1))
        assert count_unread(session, office.asha.id) == 0


def statements(url, work):
    seen = []

    def note(_connection, _cursor, statement, *_):
        if statement != "BEGIN":
            seen.append(statement)

    engine = engine_for(url)
    with open_session(write=False, url=url) as session:
        event.listen(engine, "before_cursor_execute", note)
        try:
            work(session)
        finally:
            event.remove(engine, "before_cursor_execute", note)
    return len(seen)


def test_list_screens_take_as_many_queries_for_two_plans_as_for_forty(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
    counts = []
    for upto in ((1, 3), (3, 41)):
        with open_session(write=True, url=database_url) as session:
            queries = [add_skeleton(session, a_short_trip(idx)) for idx in range(*upto)]
            batch = batches.make_batch(
                session, office.leela.id, f"Batch {upto[0]}", query_ids=queries, due_on=DUE
            )
            plans.assign_batch(session, office.leela.id, batch, [office.asha.id, office.binod.id], at=NINE)
        counts.append(
            [
                statements(database_url, work)
                for work in (
                    lambda session: list_notices(session, office.asha.id, today=DAY_AFTER),
                    lambda session: count_unread(session, office.asha.id, today=DAY_AFTER),
                    lambda session: list_plans(session, annotator_id=office.asha.id),
                    batches.list_batches,
                    work_in_hand,
                    queries_to_give,
                    calibration.pairs,
                )
            ]
        )
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 5 and counts[0][1] == 1


def gold_query(session, office, plan):
    reviews.approve(session, office.esha.id, office.ekta.id, plan, at=later(20))
    return plans.open_plan(session, office.asha.id, plan).query_id


def test_a_training_plan_is_compared_with_gold_once_it_is_handed_in(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        query = gold_query(session, office, plan)
        batch = batches.make_batch(session, office.leela.id, "Training", query_ids=[query], kind="training")
        assert plans.next_plan(session, office.binod.id).annotation_id is None  # it is given, not taken
        made = plans.assign_batch(session, office.leela.id, batch, [office.asha.id, office.binod.id], at=NINE)
        (theirs,) = made  # Asha made the gold
        plans.start_work(session, office.binod.id, theirs, at=NINE)
        with pytest.raises(LockedError, match="after it is handed in"):
            calibration.compare_with_gold(session, office.binod.id, theirs)
    fill(database_url, office.binod, theirs)
    edit(
        database_url, office.binod, theirs, an_edit(("d1.s1", "end", 888), client="late", base_rev=99, seq=1)
    )
    with open_session(write=True, url=database_url) as session:
        rev = plans.open_plan(session, office.binod.id, theirs).rev
    edit(database_url, office.binod, theirs, an_edit(("d1.s1", "end", 888), client="t", seq=2, base_rev=rev))
    with open_session(write=True, url=database_url) as session:
        plans.submit(session, office.binod.id, theirs, at=later(40))
        assert reviews.queue(session) == []
        pair = calibration.compare_with_gold(session, office.binod.id, theirs)
        with pytest.raises(NotAllowedError):
            calibration.compare_with_gold(session, office.asha.id, theirs)
        with pytest.raises(NotFoundError, match="no training set"):
            calibration.compare_with_gold(session, office.asha.id, plan)
        measured = calibration.pairs(session, annotator_id=office.binod.id)
    words = [one.words for one in bias_of([(pair.theirs, pair.reference)]) if one.kind == "attraction"]
    assert words == ["arrives on time", "departs 12 min early"]  # 14:48, gold leaves at 15:00
    assert [(one.annotation_id, one.against) for one in measured] == [(theirs, calibration.Against.GOLD)]


def test_an_experts_revision_is_measured_too(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        rev = plans.open_plan(session, office.esha.id, plan).rev
        moved = an_edit(("d1.s1", "end", 915), client="expert", base_rev=rev)
        assert plans.apply_edits(session, office.esha.id, plan, [moved], at=later(21)).rejected == ()
        reviews.decide(
            session, office.esha.id, plan, "retain after minor revision", "A bit more.", at=later(22)
        )
        (pair,) = calibration.pairs(session)
    assert (pair.annotator, pair.against) == (office.asha, calibration.Against.EXPERT)
    found = [one for one in bias_of([(pair.theirs, pair.reference)]) if one.kind == "attraction"]
    assert [(one.field, one.mean_min) for one in found] == [("start", 0.0), ("end", -15.0)]
