"""Submitting: what holds it up, what is frozen, and that it stays frozen."""

import pytest
from sqlalchemy import insert, select, update

from annotate.errors import InputError, LockedError, NotAllowedError
from annotate.feedback import give_feedback
from annotate.profile import DEFAULT_PROFILE, RULES_VERSION
from annotate.workflow import State
from db import plans, reviews
from db.models import Annotation, Person, Submission
from db.session import open_session
from db.submissions import last_rounds, rounds_of
from tests.db.world import (
    NINE,
    a_plan_in_progress,
    a_submitted_plan,
    an_edit,
    edit,
    fill,
    later,
)


def test_a_plan_with_missing_times_remarks_and_rationale_is_refused_with_the_list(database_url):
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        refused = plans.submit(session, office.asha.id, plan)
        assert isinstance(refused, plans.Refused) and refused.faults == ()
        assert {one.code for one in refused.findings} >= {"CMP002", "REM002"}
        assert {one.code for one in refused.findings} <= {"CMP002", "REM001", "REM002"}
        assert plans.open_plan(session, office.asha.id, plan).state is State.IN_PROGRESS
        assert rounds_of(session, plan) == []


def test_a_poor_score_or_another_finding_never_holds_a_submission_up(database_url):
    office, plan = a_plan_in_progress(database_url)
    fill(database_url, office.asha, plan)
    with open_session(write=True, url=database_url) as session:
        done = plans.submit(session, office.asha.id, plan, at=later(10))
    assert isinstance(done, plans.Submitted)
    assert done.feedback.findings and done.round == 1 and done.submitted_at == later(10)


def test_a_submission_freezes_itinerary_facts_feedback_and_profile(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=False, url=database_url) as session:
        opened = plans.open_plan(session, office.asha.id, plan)
        (frozen,) = rounds_of(session, plan)
        assert last_rounds(session, [plan, plan + 1]) == {plan: frozen}
    assert (frozen.round, frozen.kind, frozen.by, frozen.submitted_at) == (
        1,
        "submitted",
        office.asha,
        later(10),
    )
    assert frozen.itinerary == opened.itinerary and frozen.facts == opened.facts
    assert frozen.profile == DEFAULT_PROFILE and frozen.rules_version == RULES_VERSION
    again = give_feedback(frozen.itinerary, frozen.facts)
    assert frozen.feedback.verdicts == again.verdicts
    assert frozen.feedback.findings == again.findings
    assert {key: one.value for key, one in frozen.feedback.scores.items()} == {
        key: one.value for key, one in again.scores.items()
    }
    assert opened.state is State.SUBMITTED and not opened.can_edit


def test_only_its_annotator_submits_a_plan_and_only_once(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(NotAllowedError):
            plans.submit(session, office.binod.id, plan)
        with pytest.raises(NotAllowedError):
            plans.submit(session, office.esha.id, plan)
        with pytest.raises(LockedError, match="submitted"):
            plans.submit(session, office.asha.id, plan)
        assert len(rounds_of(session, plan)) == 1


def test_a_withdrawn_submission_stays_frozen_and_the_next_one_is_another_round(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        before = session.scalars(select(Submission.sha256)).all()
        plans.withdraw(session, office.asha.id, plan, why="Wrong day", at=later(11))
        opened = plans.open_plan(session, office.asha.id, plan)
        assert (opened.state, opened.round, opened.can_edit) == (State.IN_PROGRESS, 2, True)
    edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 805), base_rev=opened.rev))
    with open_session(write=True, url=database_url) as session:
        assert isinstance(plans.submit(session, office.asha.id, plan, at=later(12)), plans.Submitted)
        first, second = rounds_of(session, plan)
        assert session.scalars(select(Submission.sha256).order_by(Submission.id)).all()[:1] == before
    assert (first.round, second.round) == (1, 2)
    assert first.itinerary.find("d1.s1")[1].start_min == 800
    assert second.itinerary.find("d1.s1")[1].start_min == 805


def test_a_submission_that_an_expert_opened_cannot_be_withdrawn(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan)
        with pytest.raises(LockedError, match="in review"):
            plans.withdraw(session, office.asha.id, plan)


def test_facts_are_gathered_when_a_round_opens_and_kept(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        assert session.get_one(Annotation, plan).facts_at == NINE
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        reviews.decide(session, office.esha.id, plan, "back to annotator", "Too short.", at=later(21))
        assert session.get_one(Annotation, plan).facts_at == NINE
        plans.start_work(session, office.asha.id, plan, at=later(30))
        row = session.get_one(Annotation, plan)
        assert (row.facts_at, row.round, row.state) == (later(30), 2, State.IN_PROGRESS)


def test_a_save_based_on_another_revision_changes_nothing(database_url):
    _, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        stale = update(Annotation).where(Annotation.id == plan, Annotation.rev == 5).values(rev=6)
        assert session.execute(stale).rowcount == 0


def test_the_last_rounds_of_more_than_2000_plans_are_read(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        people = [{"code": f"B{n}", "name": f"Person {n}", "roles": ["annotator"]} for n in range(2_100)]
        session.execute(insert(Person), people)
        query_id = session.scalar(select(Annotation.query_id))
        columns = [
            column.name for column in Annotation.__table__.c if column.name not in {"id", "annotator_id"}
        ]
        copied = (
            select(Person.id, *(Annotation.__table__.c[name] for name in columns))
            .select_from(Person)
            .join(Annotation.__table__, Annotation.__table__.c.query_id == query_id)
            .where(Person.code.like("B%"))
        )
        session.execute(insert(Annotation).from_select(["annotator_id", *columns], copied))
        columns = [
            column.name for column in Submission.__table__.c if column.name not in {"id", "annotation_id"}
        ]
        frozen = (
            select(Annotation.id, *(Submission.__table__.c[name] for name in columns))
            .select_from(Annotation)
            .join(Submission.__table__, Submission.__table__.c.annotation_id == plan)
            .where(Annotation.id != plan)
        )
        session.execute(insert(Submission).from_select(["annotation_id", *columns], frozen))
        ids = session.scalars(select(Annotation.id)).all()
    with open_session(write=False, url=database_url) as session:
        assert set(last_rounds(session, ids)) == set(ids) and len(ids) == 2_101
        assert last_rounds(session, []) == {}
        assert len(reviews.queue(session)) == 2_101
        assert office.asha.code == "A01"


def test_a_reason_that_no_database_can_keep_is_refused(database_url):
    office, plan = a_submitted_plan(database_url)
    for why in ("a\0b", "x" * 2_001):
        with open_session(write=True, url=database_url) as session, pytest.raises(InputError):
            plans.withdraw(session, office.asha.id, plan, why=why)
