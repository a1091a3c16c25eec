"""Reviews, flags and waivers: who may, in which state, and what it leaves behind."""

import threading

import pytest

from annotate.errors import ConflictError, InputError, LockedError, NotAllowedError, NotFoundError
from annotate.workflow import State
from db import flags, plans, reviews, waivers
from db.plan_list import list_plans
from db.session import open_session
from db.submissions import rounds_of
from tests.db.test_plans import count_queries
from tests.db.world import (
    a_plan_in_progress,
    a_short_trip,
    a_submitted_plan,
    add_skeleton,
    an_edit,
    edit,
    fill,
    later,
    moves_of,
)


def state_of(url, person, plan):
    with open_session(write=False, url=url) as session:
        return plans.open_plan(session, person.id, plan).state


def test_the_queue_holds_what_waits_and_says_who_has_what(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        (item,) = reviews.queue(session)
        assert (item.annotation_id, item.state, item.annotator, item.held_by) == (
            plan, State.SUBMITTED, office.asha, None,
        )  # fmt: skip
        assert item.submitted_at == later(10) and item.title == "Bhopal to Jaipur"
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        (item,) = reviews.queue(session)
        assert (item.state, item.held_by, item.held_since) == (State.IN_REVIEW, office.esha, later(20))


def test_a_second_expert_is_told_who_has_the_submission_open_and_may_take_it_over(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        reviews.open_review(session, office.esha.id, plan, at=later(25))
        with pytest.raises(
            ConflictError, match=r"Esha \(E01\) has had this submission open since 04 May 2026 09:20"
        ):
            reviews.open_review(session, office.ekta.id, plan)
        with pytest.raises(ConflictError, match="Esha"):
            reviews.decide(session, office.ekta.id, plan, "retain as it is")
        reviews.open_review(session, office.ekta.id, plan, take_over=True, at=later(30))
        with pytest.raises(ConflictError, match="Ekta"):
            reviews.decide(session, office.esha.id, plan, "retain as it is")
        assert reviews.decide(session, office.ekta.id, plan, "retain as it is") is State.APPROVED
        assert "take over review" in [one.kind for one in moves_of(session, office, plan)]


def test_two_experts_who_open_at_once_get_it_one_only(database_url):
    office, plan = a_submitted_plan(database_url)
    told, start = [], threading.Barrier(2)

    def open_it(person):
        start.wait()
        try:
            with open_session(write=True, url=database_url) as session:
                reviews.open_review(session, person.id, plan)
            told.append("got it")
        except ConflictError:
            told.append("told who")

    threads = [threading.Thread(target=open_it, args=(one,)) for one in (office.esha, office.ekta)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["got it", "told who"]


def test_an_annotator_never_reviews_their_own_plan_even_as_an_expert(database_url):
    office, _ = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        add_skeleton(session, a_short_trip(2))
        own = plans.next_plan(session, office.ekta.id).annotation_id
        plans.start_work(session, office.ekta.id, own)
    fill(database_url, office.ekta, own)
    with open_session(write=True, url=database_url) as session:
        plans.submit(session, office.ekta.id, own)
        for verb in (
            lambda: reviews.open_review(session, office.ekta.id, own),
            lambda: reviews.approve(session, office.ekta.id, office.esha.id, own),
            lambda: plans.discard(session, office.ekta.id, own, why="because"),
        ):
            with pytest.raises(NotAllowedError, match="never reviews"):
                verb()
        reviews.open_review(session, office.esha.id, own)
        with pytest.raises(NotAllowedError, match="never reviews"):
            reviews.open_review(session, office.ekta.id, own, take_over=True)
        with pytest.raises(NotAllowedError, match="never reviews"):
            reviews.decide(session, office.ekta.id, own, "retain as it is")
        with pytest.raises(NotAllowedError):
            reviews.open_review(session, office.asha.id, own)


def test_two_experts_who_approve_move_it_through_every_state_to_gold(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.approve(session, office.esha.id, office.ekta.id, plan, "Good.", at=later(20))
        moves = [(one.from_state, one.to_state) for one in moves_of(session, office, plan)][-4:]
        assert reviews.queue(session) == []
        (decision,) = reviews.decisions_of(session, plan)
    assert moves == [
        ("submitted", "in review"),
        ("in review", "approved"),
        ("approved", "final review"),
        ("final review", "gold"),
    ]
    assert (decision.decision, decision.why, decision.by) == ("retain as it is", "Good.", office.esha)
    assert state_of(database_url, office.asha, plan) is State.GOLD


def test_a_query_has_at_most_one_gold_plan(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        query = plans.open_plan(session, office.asha.id, plan).query_id
        other = plans.assign(session, office.leela.id, query, office.binod.id)
        plans.start_work(session, office.binod.id, other)
        reviews.approve(session, office.esha.id, office.ekta.id, plan)
    fill(database_url, office.binod, other)
    with open_session(write=True, url=database_url) as session:
        plans.submit(session, office.binod.id, other)
    with pytest.raises(ConflictError, match="Asha"), open_session(write=True, url=database_url) as session:
        reviews.approve(session, office.esha.id, office.ekta.id, other)
    assert state_of(database_url, office.binod, other) is State.SUBMITTED


@pytest.mark.parametrize("verdict", ["approved", "gold"])
def test_an_approved_plan_is_locked_for_everybody(database_url, verdict):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan)
        reviews.decide(session, office.esha.id, plan, "retain as it is")
        if verdict == "gold":
            reviews.begin_final_review(session, office.ekta.id, plan)
            reviews.make_gold(session, office.ekta.id, plan)
    for person in (office.asha, office.esha):
        result = edit(database_url, person, plan, an_edit(("d1.s1", "start", 801), client=person.code))
        assert result.accepted == () and verdict in result.rejected[0].reason
    with open_session(write=True, url=database_url) as session:
        for verb in (
            lambda: plans.start_work(session, office.asha.id, plan),
            lambda: plans.submit(session, office.asha.id, plan),
            lambda: plans.withdraw(session, office.asha.id, plan),
            lambda: plans.refresh_facts(session, office.asha.id, plan),
            lambda: reviews.open_review(session, office.ekta.id, plan),
            lambda: reviews.decide(session, office.esha.id, plan, "discard", "x"),
            lambda: flags.set_flag(session, office.asha.id, plan, row=None, kind="other", text="x"),
        ):
            with pytest.raises(LockedError):
                verb()
        assert plans.undo(session, office.asha.id, plan, "filler").accepted == ()


def test_a_plan_that_was_sent_back_is_fixed_and_comes_again_as_the_next_round(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        flag = flags.set_flag(
            session,
            office.esha.id,
            plan,
            row="d1.s1",
            kind="unrealistic time",
            text="Too short.",
            at=later(21),
        )
    edit(database_url, office.esha, plan, an_edit(("d1.s1", "end", 910), client="expert", base_rev=11))
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(InputError, match="reason"):
            reviews.decide(session, office.esha.id, plan, "back to annotator", " ")
        assert (
            reviews.decide(session, office.esha.id, plan, "back to annotator", "See flag.")
            is State.CHANGES_REQUESTED
        )
        assert reviews.queue(session) == []
        plans.start_work(session, office.asha.id, plan, at=later(30))
        opened = plans.open_plan(session, office.asha.id, plan)
        assert opened.round == 2 and opened.itinerary.find("d1.s1")[1].end_min == 910
        assert [(one.row, one.state, one.text) for one in opened.flags] == [("d1.s1", "open", "Too short.")]
        assert list_plans(session, annotator_id=office.asha.id)[0].open_flags == 1
        flags.resolve_flag(
            session, office.asha.id, flag, state="fixed", text="Ten minutes more.", at=later(31)
        )
        assert list_plans(session, annotator_id=office.asha.id)[0].open_flags == 0
        assert isinstance(plans.submit(session, office.asha.id, plan, at=later(32)), plans.Submitted)
        review = reviews.open_review(session, office.esha.id, plan, at=later(40))
    assert (review.submission.round, review.previous.round) == (2, 1)
    assert review.previous.itinerary.find("d1.s1")[1].end_min == 900
    assert review.submission.itinerary.find("d1.s1")[1].end_min == 910
    assert [(one.round, one.why) for one in review.decisions] == [(1, "See flag.")]


def test_a_minor_revision_by_the_expert_is_frozen_as_such_and_the_submission_stays(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan)
        with pytest.raises(InputError, match="Nothing was changed"):
            reviews.decide(session, office.esha.id, plan, "retain after minor revision")
        opened = plans.open_plan(session, office.esha.id, plan)
        assert opened.can_edit
        assert not plans.open_plan(session, office.ekta.id, plan).can_edit
    result = edit(
        database_url, office.esha, plan, an_edit(("d1.s1", "end", 910), client="expert", base_rev=opened.rev)
    )
    assert result.rejected == ()
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(InputError, match="changed during the review"):
            reviews.decide(session, office.esha.id, plan, "retain as it is")
        assert (
            reviews.decide(session, office.esha.id, plan, "retain after minor revision", at=later(50))
            is State.APPROVED
        )
        submitted, revised = rounds_of(session, plan)
    assert (submitted.kind, submitted.by) == ("submitted", office.asha)
    assert (revised.kind, revised.by, revised.round) == ("revised", office.esha, 1)
    assert submitted.itinerary.find("d1.s1")[1].end_min == 900
    assert revised.itinerary.find("d1.s1")[1].end_min == 910


def test_a_revision_that_leaves_the_plan_incomplete_is_refused(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan)
        rev = plans.open_plan(session, office.esha.id, plan).rev
    edit(database_url, office.esha, plan, an_edit(("d1.s1", "end", None), client="expert", base_rev=rev))
    with open_session(write=True, url=database_url) as session, pytest.raises(InputError, match="incomplete"):
        reviews.decide(session, office.esha.id, plan, "retain after minor revision")


@pytest.mark.parametrize(
    ("decision", "state"),
    [("source correction needed", State.CHANGES_REQUESTED), ("discard", State.DISCARDED)],
)
def test_the_other_decisions_need_a_reason_and_move_the_plan(database_url, decision, state):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(LockedError, match="submitted"):
            reviews.decide(session, office.esha.id, plan, decision, "The hotel closed.")
        reviews.open_review(session, office.esha.id, plan)
        with pytest.raises(InputError, match="reason"):
            reviews.decide(session, office.esha.id, plan, decision)
        with pytest.raises(InputError, match="no decision"):
            reviews.decide(session, office.esha.id, plan, "shrug", "x")
        assert reviews.decide(session, office.esha.id, plan, decision, "The hotel closed.") is state
        assert moves_of(session, office, plan)[-1].why == "The hotel closed."


def test_a_submission_that_an_expert_has_open_is_not_discarded_by_another(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan)
        with pytest.raises(ConflictError, match=r"Esha \(E01\) has this submission open.*Take it over first"):
            plans.discard(session, office.ekta.id, plan, why="No such hotel.")
        with pytest.raises(NotAllowedError, match="role expert or lead"):
            plans.discard(session, office.binod.id, plan, why="No such hotel.")
    assert state_of(database_url, office.leela, plan) is State.IN_REVIEW


@pytest.mark.parametrize("who", ["esha", "leela"])
def test_who_has_a_submission_open_or_a_lead_discards_it(database_url, who):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan)
        plans.discard(session, getattr(office, who).id, plan, why="No such hotel.")
    assert state_of(database_url, office.leela, plan) is State.DISCARDED


def test_a_lead_discards_a_plan_in_progress_with_a_reason_for_good(database_url):
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(InputError, match="reason"):
            plans.discard(session, office.leela.id, plan, why="")
        plans.discard(session, office.leela.id, plan, why="No such hotel.")
        assert moves_of(session, office, plan)[-1].why == "No such hotel."
        with pytest.raises(LockedError):
            plans.start_work(session, office.asha.id, plan)
    assert edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 600))).rejected


def test_a_flag_needs_a_known_kind_a_text_a_row_of_the_plan_and_somebody_who_may(database_url):
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        asha = office.asha.id
        for row, kind, text, error in (
            ("d1.s1", "ugly", "x", InputError),
            ("d1.s1", "other", " ", InputError),
            ("d9.s9", "other", "x", NotFoundError),
        ):
            with pytest.raises(error):
                flags.set_flag(session, asha, plan, row=row, kind=kind, text=text)
        with pytest.raises(NotAllowedError):
            flags.set_flag(session, office.binod.id, plan, row=None, kind="other", text="x")
        with pytest.raises(LockedError):
            flags.set_flag(session, office.esha.id, plan, row=None, kind="other", text="x")
        flag = flags.set_flag(
            session, asha, plan, row="d1.s1", kind="repeated attraction", text="Days 1 and 2."
        )
        with pytest.raises(NotAllowedError, match="expert"):
            flags.resolve_flag(session, asha, flag, state="waived", text="Fine.")
        with pytest.raises(InputError):
            flags.resolve_flag(session, asha, flag, state="gone", text="Fine.")
        with pytest.raises(NotFoundError):
            flags.resolve_flag(session, asha, flag + 1, state="fixed", text="Fine.")


def test_an_expert_waives_a_finding_of_the_plan_with_a_reason(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(LockedError):
            waivers.waive(session, office.esha.id, plan, code="CMP004", rows=["d1.s1"], reason="x")
        review = reviews.open_review(session, office.esha.id, plan)
        found = review.submission.feedback.findings[0]
        with pytest.raises(NotAllowedError):
            waivers.waive(session, office.asha.id, plan, code=found.code, rows=found.rows, reason="x")
        with pytest.raises(InputError, match="no finding"):
            waivers.waive(session, office.esha.id, plan, code="XXX999", rows=["d1.s1"], reason="x")
        with pytest.raises(InputError, match="reason"):
            waivers.waive(session, office.esha.id, plan, code=found.code, rows=found.rows, reason=" ")
        waivers.waive(
            session, office.esha.id, plan, code=found.code, rows=found.rows, reason="Known.", at=later(9)
        )
        (waiver,) = reviews.view_review(session, office.esha.id, plan).waivers
    assert (waiver.code, waiver.rows, waiver.reason, waiver.round, waiver.by, waiver.at) == (
        found.code, found.rows, "Known.", 1, office.esha, later(9),
    )  # fmt: skip


def test_the_queue_takes_the_same_number_of_queries_for_one_plan_and_for_ten(database_url):
    office, _ = a_submitted_plan(database_url)
    one = count_queries(database_url, reviews.queue)
    for idx in range(2, 11):
        with open_session(write=True, url=database_url) as session:
            add_skeleton(session, a_short_trip(idx))
            plan = plans.next_plan(session, office.binod.id).annotation_id
            plans.start_work(session, office.binod.id, plan)
        fill(database_url, office.binod, plan)
        with open_session(write=True, url=database_url) as session:
            plans.submit(session, office.binod.id, plan)
    assert count_queries(database_url, reviews.queue) == one == 3
