"""Plans as they were frozen last: who may look at them, which one a number means, the order of a batch."""

import pytest

from annotate.errors import InputError, NotAllowedError, NotFoundError
from annotate.workflow import State
from db import batches, plans, reviews
from db.frozen_plans import find_annotation, frozen_plan, look_at_frozen_plan, plans_of_batch
from db.quality_plans import quality_plans
from db.session import open_session
from tests.db.test_adjudications import two_submissions
from tests.db.world import (
    a_plan_in_progress,
    a_short_trip,
    a_submitted_plan,
    add_people,
    add_skeleton,
    later,
)


def test_a_plan_is_looked_at_by_its_annotator_experts_and_leads_and_by_nobody_else(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=False, url=database_url) as session:
        for person in (office.asha, office.esha, office.leela):
            assert look_at_frozen_plan(session, person.id, plan).frozen is not None
        with pytest.raises(NotAllowedError, match="Only the person who annotates the plan"):
            look_at_frozen_plan(session, office.binod.id, plan)
        with pytest.raises(NotFoundError, match="no plan with the number 999"):
            look_at_frozen_plan(session, office.leela.id, 999)


def test_the_newest_frozen_round_is_given_with_all_that_was_decided(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        reviews.decide(session, office.esha.id, plan, "back to annotator", "Later.", at=later(21))
        plans.start_work(session, office.asha.id, plan, at=later(22))
        assert isinstance(plans.submit(session, office.asha.id, plan, at=later(30)), plans.Submitted)
    with open_session(write=False, url=database_url) as session:
        found = frozen_plan(session, plan)
    assert found.frozen.round == 2
    assert [(one.round, one.kind, one.by.code, one.at) for one in found.rounds] == [
        (1, "submitted", "A01", later(10)),
        (2, "submitted", "A01", later(30)),
    ]
    assert [(one.round, one.why, one.by.code) for one in found.decisions] == [(1, "Later.", "E01")]
    assert (found.state, found.label, found.batch) == (State.SUBMITTED, "demo 1, A01", None)


def test_a_plan_that_was_never_submitted_has_no_frozen_round(database_url):
    _, plan = a_plan_in_progress(database_url)
    with open_session(write=False, url=database_url) as session:
        found = frozen_plan(session, plan)
    assert (found.frozen, found.rounds) == (None, ())


def test_set_and_number_mean_the_only_annotation_or_the_gold_one(database_url):
    office, _, first, second = two_submissions(database_url)
    with open_session(write=True, url=database_url) as session:
        name, idx = next((plan.set_name, plan.idx) for plan in quality_plans(session))
        with pytest.raises(InputError, match=rf"one of the plans {first} \(A01\), {second} \(A02\)"):
            find_annotation(session, name, idx)
        reviews.approve(session, office.esha.id, office.ekta.id, second, at=later(40))
        assert find_annotation(session, name, idx) == second
        with pytest.raises(NotFoundError, match="Nobody works on"):
            find_annotation(session, name, 99)


def test_a_batch_lists_its_plans_in_its_order_and_says_which_are_frozen(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
        queries = [add_skeleton(session, a_short_trip(idx)) for idx in (1, 2, 3)]
        batch = batches.make_batch(
            session, office.leela.id, "May", query_ids=[queries[2], queries[0]], at=later(1)
        )
        assert batch
        for number in range(2):
            assert plans.next_plan(session, (office.asha, office.binod)[number].id, at=later(2)).annotation_id
        assert [(line.label, line.is_frozen) for line in plans_of_batch(session, "May")] == [
            ("demo 3, A01", False),
            ("demo 1, A02", False),
        ]
        with pytest.raises(NotFoundError, match=r"There is no batch 'June'\. Expected one of: May"):
            plans_of_batch(session, "June")


def test_a_batch_says_which_of_its_plans_were_handed_in(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        query = quality_plans(session)[0].query_id
        batches.make_batch(session, office.leela.id, "Later", query_ids=[query], overlap=2, at=later(11))
        assert plans.next_plan(session, office.binod.id, at=later(12)).annotation_id
        lines = plans_of_batch(session, "Later")
    assert [(line.annotation_id != plan, line.is_frozen) for line in lines] == [(True, False)]
