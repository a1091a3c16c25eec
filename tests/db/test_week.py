"""What a week brought, counted by hand in a small office that opens on Monday, 4 May 2026, at 09:00."""

from collections import Counter
from datetime import date, timedelta

import pytest

from annotate.rule import Verdict
from annotate.workflow import State
from db import flags, reviews
from db.frozen_plans import frozen_plan
from db.quality_plans import quality_plans
from db.session import open_session
from db.week import first_and_last_move, read_week
from tests.db.many import add_copies
from tests.db.test_adjudications import two_submissions
from tests.db.test_screen_lists import counted
from tests.db.world import NINE, a_plan_in_progress, a_submitted_plan, later

MONDAY = date(2026, 5, 4)
NEXT_MONDAY = MONDAY + timedelta(days=7)
LONG_AFTER = NINE + timedelta(days=30)


def week_of(url, monday=MONDAY, at=LONG_AFTER):
    with open_session(write=False, url=url) as session:
        return read_week(session, monday, at=at)


def test_the_moves_of_a_week_are_those_between_its_mondays(database_url):
    _, plan = a_submitted_plan(database_url)
    week = week_of(database_url)
    assert [(move.kind, move.target) for move in week.moves] == [
        ("take", State.ASSIGNED),
        ("start", State.IN_PROGRESS),
        ("submit", State.SUBMITTED),
    ]
    assert {(move.annotation_id, week.people[move.by_id].code) for move in week.moves} == {(plan, "A01")}
    assert week.moves_before == ()
    after = week_of(database_url, NEXT_MONDAY)
    assert (after.moves, after.moves_before, after.submissions) == ((), week.moves, 0)
    assert week_of(database_url, MONDAY - timedelta(days=7)).moves == ()
    assert first_and_last_move_of(database_url) == (NINE, later(10))


def first_and_last_move_of(url):
    with open_session(write=False, url=url) as session:
        return first_and_last_move(session)


def test_a_move_at_midnight_of_monday_is_of_the_week_that_begins(database_url):
    office, plan = a_submitted_plan(database_url)
    midnight = NINE - timedelta(hours=9) + timedelta(days=7)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan, at=midnight)
    assert [move.kind for move in week_of(database_url, NEXT_MONDAY).moves] == ["open review"]
    assert len(week_of(database_url).moves) == 3


def test_rules_broken_are_counted_by_round_handed_in_and_by_finding(database_url):
    two_submissions(database_url)
    with open_session(write=False, url=database_url) as session:
        feedbacks = [
            frozen_plan(session, plan.annotation_id).frozen.feedback for plan in quality_plans(session)
        ]
    rounds, findings = Counter(), Counter()
    for feedback in feedbacks:
        for code, outcome in feedback.outcomes.items():
            if outcome.verdict is Verdict.FAIL:
                rounds[code] += 1
                findings[code] += len(outcome.findings)
    week = week_of(database_url)
    assert week.submissions == len(feedbacks) == 2
    assert {one.code: (one.rounds, one.findings) for one in week.broken} == {
        code: (rounds[code], findings[code]) for code in rounds
    }
    assert [one.rounds for one in week.broken] == sorted(rounds.values(), reverse=True)


def test_what_waits_is_seen_from_the_end_of_the_week_or_from_now(database_url):
    a_submitted_plan(database_url)
    assert week_of(database_url).until == NINE - timedelta(hours=9) + timedelta(days=7)
    early = week_of(database_url, at=later(9))
    assert (early.until, early.to_review) == (later(9), ())
    assert len(week_of(database_url, at=later(11)).to_review) == 1


def test_a_plan_that_rests_for_three_days_is_stuck_at_the_end_of_the_week(database_url):
    _, plan = a_plan_in_progress(database_url)
    (one,) = week_of(database_url).in_hand
    assert (one.annotation_id, one.is_stuck) == (plan, True)
    assert [one.is_stuck for one in week_of(database_url, at=later(60)).in_hand] == [False]


def test_an_approved_plan_waits_for_its_final_review_until_its_query_has_a_gold_plan(database_url):
    office, _, first, second = two_submissions(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, first, at=later(30))
        reviews.decide(session, office.esha.id, first, "retain as it is", at=later(31))
    assert {one.annotation_id for one in week_of(database_url).to_review} == {first, second}
    with open_session(write=True, url=database_url) as session:
        reviews.approve(session, office.esha.id, office.ekta.id, second, at=later(40))
    assert week_of(database_url).to_review == ()


def test_decisions_and_open_flags_are_counted(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        flags.set_flag(
            session, office.esha.id, plan, row="d1.s1", kind="other", text="Too early.", at=later(21)
        )
        reviews.decide(session, office.esha.id, plan, "back to annotator", "Later, please.", at=later(22))
    week = week_of(database_url)
    assert [(one.decision.value, week.people[one.by_id].code) for one in week.decisions] == [
        ("back to annotator", "E01")
    ]
    assert week.open_flags == 1
    assert week.by_state[State.CHANGES_REQUESTED] == 1


def test_a_query_is_disputed_in_the_week_in_which_a_second_person_hands_it_in(database_url):
    _, query, first, second = two_submissions(database_url)
    (one,) = week_of(database_url).disputed
    assert (one.query_id, [version.annotation_id for version in one.versions]) == (query, [first, second])
    assert set(week_of(database_url).itineraries) == {version.submission_id for version in one.versions}
    assert week_of(database_url, NEXT_MONDAY).disputed == ()


def test_a_week_takes_as_many_queries_for_few_plans_as_for_many(database_url):
    _, plan = a_submitted_plan(database_url)

    def queries():
        with open_session(write=False, url=database_url) as session, counted(session) as sent:
            read_week(session, MONDAY, at=LONG_AFTER)
        return len(sent)

    few = queries()
    with open_session(write=True, url=database_url) as session:
        add_copies(session, plan, 40, [State.SUBMITTED, State.APPROVED])
    assert queries() == few <= 25


@pytest.mark.parametrize("monday", [MONDAY, NEXT_MONDAY])
def test_a_week_in_which_there_was_nothing_is_empty(database_url, monday):
    week = week_of(database_url, monday)
    assert (week.moves, week.broken, week.in_hand, week.to_review, week.disputed) == ((), (), (), (), ())
    assert week.last_move_at is None
    assert first_and_last_move_of(database_url) is None
