"""Batches and the pool: who is offered what, in which order, to how many, and the words when there is nothing."""

import threading
from datetime import date

import pytest

from annotate.errors import InputError, LockedError, NotAllowedError
from annotate.workflow import State
from db import batches, plans, reports, reviews
from db.leases import hold
from db.models import Annotation, Skeleton
from db.pool import NothingNext, count_free
from db.session import open_session
from db.submissions import rounds_of
from tests.db.world import (
    NINE,
    a_short_trip,
    a_submitted_plan,
    add_people,
    add_skeleton,
    fill,
    later,
    moves_of,
)


def an_office_with_queries(session, number):
    office = add_people(session)
    return office, [add_skeleton(session, a_short_trip(idx)) for idx in range(1, number + 1)]


def query_of(session, annotation_id):
    return session.get(Annotation, annotation_id).query_id


def take(session, person):
    found = plans.next_plan(session, person.id, at=NINE)
    if found.annotation_id is None:
        return None
    plans.start_work(session, person.id, found.annotation_id, at=NINE)
    return query_of(session, found.annotation_id)


def test_batches_are_offered_by_due_date_then_in_their_order_and_queries_of_no_batch_last(database_url):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 6)
        lead = office.leela.id
        batches.make_batch(session, lead, "No date", query_ids=[queries[1]])
        batches.make_batch(session, lead, "June", query_ids=[queries[2]], due_on=date(2026, 6, 30))
        batches.make_batch(session, lead, "May", query_ids=[queries[5], queries[3]], due_on=date(2026, 5, 31))
        offered = [take(session, office.asha) for _ in range(6)]
    assert offered == [queries[number] for number in (5, 3, 2, 1, 0, 4)]


def test_assigned_plans_come_by_their_due_date(database_url):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 3)
        for query, due_on in zip(queries, (None, date(2026, 6, 2), date(2026, 6, 1)), strict=True):
            plans.assign(session, office.leela.id, query, office.asha.id, due_on=due_on, at=NINE)
        assert [take(session, office.asha) for _ in range(3)] == [queries[2], queries[1], queries[0]]


def test_a_query_goes_to_as_many_annotators_as_its_batch_wants(database_url):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 1)
        batches.make_batch(session, office.leela.id, "Twice", query_ids=queries, overlap=2)
        assert count_free(session, office.ekta) == 1
        assert take(session, office.asha) == take(session, office.binod) == queries[0]
        assert count_free(session, office.ekta) == 0
        third = plans.next_plan(session, office.ekta.id, at=NINE)
        again = plans.next_plan(session, office.asha.id, at=NINE)
        (view,) = batches.list_batches(session)
    assert third.reason is again.reason is NothingNext.HELD_BY_OTHERS
    assert (view.places, view.given, view.handed_in) == (2, 2, 0)


def test_takers_at_once_fill_every_place_and_none_twice(database_url):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 8)
        batches.make_batch(session, office.leela.id, "Twice", query_ids=queries, overlap=2)
        people = (office.asha, office.binod, office.ekta)
    taken, failures, start = [], [], threading.Barrier(len(people))

    def work(person):
        try:
            start.wait()
            while True:
                with open_session(write=True, url=database_url) as session:
                    query = take(session, person)
                if query is None:
                    return
                taken.append((query, person.id))
        except Exception as error:  # noqa: BLE001  a thread hands its failure to the test
            failures.append(error)

    threads = [threading.Thread(target=work, args=(one,)) for one in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(taken) == len(set(taken)) == 16
    assert sorted(query for query, _ in taken) == sorted(queries * 2)


def test_a_skipped_plan_goes_to_others_and_comes_back_only_by_hand_with_its_draft(database_url):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 1)
        plan = plans.next_plan(session, office.asha.id, at=NINE).annotation_id
        plans.start_work(session, office.asha.id, plan, at=NINE)
        edit = plans.Edit(
            client="t", seq=1, base_rev=0, cells=[plans.Cell(row="d1.s1", field="start", value=600)]
        )
        plans.apply_edits(session, office.asha.id, plan, [edit], at=later(1))
        with pytest.raises(InputError, match="reason"):
            plans.skip(session, office.asha.id, plan, why=" ")
        with pytest.raises(NotAllowedError):
            plans.skip(session, office.binod.id, plan, why="not mine")
        plans.skip(session, office.asha.id, plan, why="I do not know Jaipur", at=later(2))
        refused = plans.apply_edits(session, office.asha.id, plan, [edit.model_copy(update={"seq": 2})])
        nothing = plans.next_plan(session, office.asha.id)
        assert plans.my_plans(session, office.asha.id) == []
        assert reports.counts_by_state(session)[State.OPEN] == 1
        assert take(session, office.binod) == queries[0]
        assert reports.counts_by_state(session)[State.OPEN] == 0
        given_back = plans.assign(session, office.leela.id, queries[0], office.asha.id, at=later(3))
        opened = plans.open_plan(session, office.asha.id, given_back)
        last = moves_of(session, office, plan)[-2]
    assert "given back" in refused.rejected[0].reason
    assert nothing.reason is NothingNext.HAD_ALREADY and "skipped" in nothing.why_none
    assert (given_back, opened.state, opened.rev) == (plan, State.ASSIGNED, 1)
    assert opened.itinerary.find("d1.s1")[1].start_min == 600
    assert (last.kind, last.from_state, last.to_state, last.why) == (
        "skip", "in progress", "open", "I do not know Jaipur",
    )  # fmt: skip


def test_a_lead_takes_a_plan_away_and_it_is_free_again(database_url):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 1)
        plan = plans.next_plan(session, office.asha.id, at=NINE).annotation_id
        with pytest.raises(NotAllowedError, match="role lead"):
            plans.take_away(session, office.esha.id, plan, why="stuck")
        plans.take_away(session, office.leela.id, plan, why="Asha is ill")
        assert take(session, office.binod) == queries[0]


def sent_back(url):
    """Asha handed in a plan, Esha sent it back."""
    office, plan = a_submitted_plan(url)
    with open_session(write=True, url=url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        reviews.decide(session, office.esha.id, plan, "back to annotator", "Longer museum.", at=later(21))
    return office, plan


def test_a_sent_back_plan_that_was_taken_away_is_given_out_again_in_its_next_round(database_url):
    office, plan = sent_back(database_url)
    with open_session(write=True, url=database_url) as session:
        query = query_of(session, plan)
        plans.take_away(session, office.leela.id, plan, why="Asha is ill", at=later(22))
        assert plans.assign(session, office.leela.id, query, office.asha.id, at=later(23)) == plan
        given = moves_of(session, office, plan)[-1]
        opened = plans.open_plan(session, office.asha.id, plan)
        assert (given.kind, opened.state, opened.round) == ("assign", State.ASSIGNED, 2)
        assert opened.facts_at == later(23)
        plans.take_away(session, office.leela.id, plan, why="Still ill", at=later(24))
        plans.assign(session, office.leela.id, query, office.asha.id, at=later(25))
        plans.start_work(session, office.asha.id, plan, at=later(26))
        done = plans.submit(session, office.asha.id, plan, at=later(27))
        assert isinstance(done, plans.Submitted) and done.round == 2
        assert [one.round for one in rounds_of(session, plan)] == [1, 2]


def test_what_an_expert_sent_back_is_not_skipped_until_it_is_handed_in_again(database_url):
    office, plan = sent_back(database_url)

    def skip(session):
        plans.skip(session, office.asha.id, plan, why="Too long")

    with open_session(write=True, url=database_url) as session:
        with pytest.raises(LockedError, match="it is mended, not skipped"):
            skip(session)
        with pytest.raises(NotAllowedError):
            plans.skip(session, office.binod.id, plan, why="Not mine")
        plans.start_work(session, office.asha.id, plan, at=later(22))
        assert plans.open_plan(session, office.asha.id, plan).is_sent_back
        with pytest.raises(LockedError, match="ask a lead to take it away"):
            skip(session)
        plans.submit(session, office.asha.id, plan, at=later(23))
        assert not plans.open_plan(session, office.asha.id, plan).is_sent_back
        with pytest.raises(LockedError, match="The plan is submitted"):
            skip(session)
        plans.withdraw(session, office.asha.id, plan, at=later(24))
        skip(session)
        assert plans.open_plan(session, office.leela.id, plan).state is State.OPEN


def test_a_submitted_plan_is_neither_skipped_nor_taken_away(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(LockedError):
            plans.skip(session, office.asha.id, plan, why="because")
        with pytest.raises(LockedError):
            plans.take_away(session, office.leela.id, plan, why="because")


def test_the_words_tell_nothing_imported_held_yours_and_nothing_left_apart(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
        nothing = plans.next_plan(session, office.asha.id)
        query = add_skeleton(session, a_short_trip())
        batches.make_batch(session, office.leela.id, "May", query_ids=[query], due_on=date(2026, 5, 31))
        plan = plans.next_plan(session, office.asha.id, at=NINE).annotation_id
        plans.start_work(session, office.asha.id, plan, at=NINE)
        yours = plans.next_plan(session, office.asha.id, at=NINE)
        held = plans.next_plan(session, office.binod.id, at=NINE)
        hold(session, office.asha.id, plan, "tab", at=NINE)
        open_now = plans.next_plan(session, office.binod.id, at=NINE)
    fill(database_url, office.asha, plan)
    with open_session(write=True, url=database_url) as session:
        plans.submit(session, office.asha.id, plan, at=later(10))
        left = plans.next_plan(session, office.binod.id)
    assert [one.reason for one in (nothing, yours, held, open_now, left)] == [
        NothingNext.NOTHING_IMPORTED,
        NothingNext.YOURS,
        NothingNext.HELD_BY_OTHERS,
        NothingNext.HELD_BY_OTHERS,
        NothingNext.NOTHING_LEFT,
    ]
    assert held.why_none == (
        "Nothing is free now; all that is left is held by others: Asha (A01) holds 1 (due 2026-05-31)."
    )
    assert "open now, until 09:05 UTC unless renewed, due 2026-05-31" in open_now.why_none
    assert left.why_none == "Nothing is left: each of the 1 queries was handed in or has ended."


def test_a_closed_batch_gives_nothing_out(database_url):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 1)
        batch = batches.make_batch(session, office.leela.id, "May", query_ids=queries)
        batches.close_batch(session, office.leela.id, batch)
        assert take(session, office.asha) is None
        with pytest.raises(InputError, match="closed"):
            batches.set_overlap(session, office.leela.id, batch, 2)
        batches.make_batch(session, office.leela.id, "June", query_ids=queries)
        assert take(session, office.asha) == queries[0]


@pytest.mark.parametrize(
    ("how", "shares"), [("evenly", {"A01": 2, "A02": 2}), ("by level", {"A01": 2, "A02": 2})]
)
def test_a_batch_is_shared_out_over_annotators(database_url, how, shares):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 4)
        batch = batches.make_batch(session, office.leela.id, "May", query_ids=queries)
        people = [office.asha.id, office.binod.id]
        with pytest.raises(NotAllowedError):
            plans.assign_batch(session, office.esha.id, batch, people, how)
        with pytest.raises(NotAllowedError, match="no annotator"):
            plans.assign_batch(session, office.leela.id, batch, [office.esha.id], how)
        made = plans.assign_batch(session, office.leela.id, batch, people, how, at=NINE)
        assert len(made) == 4 and plans.assign_batch(session, office.leela.id, batch, people, how) == []
        progress = {one.person.code: one.total for one in reports.progress_per_person(session) if one.total}
    assert progress == shares


def test_a_batch_is_shared_out_by_the_cities_that_annotators_know(database_url):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 2)
        batch = batches.make_batch(session, office.leela.id, "May", query_ids=queries)
        batches.set_cities(session, office.leela.id, office.binod.id, ["JAIPUR", " Agra "])
        made = plans.assign_batch(
            session, office.leela.id, batch, [office.asha.id, office.binod.id], "by city", at=NINE
        )
        who = {session.get(Annotation, one).annotator_id for one in made}
        with pytest.raises(NotAllowedError):
            batches.set_cities(session, office.asha.id, office.asha.id, ["Agra"])
        batches.set_cities(session, office.leela.id, office.binod.id, ["Agra"])
        assert batches.cities_known(session) == {office.binod.id: {"agra": "Agra"}}
    assert who == {office.binod.id}


def test_a_batch_that_makes_no_sense_is_refused_with_what_is_wrong(database_url):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 3)
        lead = office.leela.id
        batches.make_batch(session, lead, "May", query_ids=queries[:1])
        session.add(Skeleton(query_id=add_query_without_times(session), itinerary="{}", is_filled=True))
        session.flush()
        for name, told, wrong in (
            ("May", "already", {"query_ids": queries[1:]}),
            ("June", "belongs to 'May'", {"query_ids": queries}),
            ("June", "1 to 20", {"query_ids": queries[1:], "overlap": 0}),
            ("June", "1 to 20", {"query_ids": queries[1:], "overlap": 21}),
            ("June", "at least one", {"query_ids": []}),
            ("June", "no skeleton", {"query_ids": [queries[-1] + 50]}),
            ("June", "no gold plan", {"query_ids": queries[1:], "kind": "training"}),
            (
                "June",
                "no gold plan",
                {"query_ids": queries[1:2], "gold_every": 2, "gold_query_ids": queries[2:]},
            ),
            ("June", "Hidden gold needs both", {"query_ids": queries[1:], "gold_every": 2}),
            ("June", "no kind", {"query_ids": queries[1:], "kind": "fun"}),
        ):
            with pytest.raises(InputError, match=told):
                batches.make_batch(session, lead, name, **wrong)
        with pytest.raises(NotAllowedError, match="role lead"):
            batches.make_batch(session, office.esha.id, "June", query_ids=queries[1:])


def add_query_without_times(session):
    query = add_skeleton(session, a_short_trip(99))
    session.query(Skeleton).filter_by(query_id=query).delete()
    return query


def test_hidden_gold_comes_behind_so_many_ordinary_plans_and_once_only(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.approve(session, office.esha.id, office.ekta.id, plan)
        gold = query_of(session, plan)
        queries = [add_skeleton(session, a_short_trip(idx)) for idx in range(2, 7)]
        batches.make_batch(
            session, office.leela.id, "May", query_ids=queries, gold_every=2, gold_query_ids=[gold]
        )
        offered = [take(session, office.binod) for _ in range(6)]
        (view,) = batches.list_batches(session)
    assert offered == [queries[0], queries[1], gold, *queries[2:]]
    assert (view.queries, view.hidden_gold, view.given) == (5, 1, 6)
