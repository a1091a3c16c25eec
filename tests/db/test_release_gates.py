"""The gates of a release: each holds back what it should, and says which plan."""

import pytest
from sqlalchemy import delete, insert, select, update

from annotate.errors import LockedError
from annotate.gates import Gate, RuleState
from annotate.workflow import Action, State
from db import release_drafts, release_gates
from db.models import Annotation, Decision, Flag, LogEntry, Submission
from db.release_drafts import PlannedCell
from db.release_gates import Gates
from db.session import open_session
from tests.db.cutting import cut_release
from tests.db.many import add_copies
from tests.db.test_releases import a_gold_plan
from tests.db.test_screen_lists import counted
from tests.db.world import later


def gates_of(url: str, draft: str | None = None) -> Gates:
    with open_session(write=False, url=url) as session:
        return release_gates.check(session, release_drafts.get_draft(session, draft) if draft else None)


def held(gates: Gates, gate: Gate) -> tuple[int, ...]:
    return next(one.failing for one in gates.results() if one.gate is gate)


def do(url: str, *statements: object) -> None:
    with open_session(write=True, url=url) as session:
        for statement in statements:
            session.execute(statement)  # type: ignore[call-overload]


def test_a_plan_that_went_the_whole_way_passes_every_gate(database_url):
    _, plan = a_gold_plan(database_url)
    gates = gates_of(database_url)
    assert [(one.gate, one.passing, one.failing, one.is_open) for one in gates.results()] == [
        (gate, 1, (), True) for gate in Gate
    ]
    assert [item.annotation_id for item in gates.ready] == [plan]
    assert gates.held_back == gates.left_out == ()


def test_an_approved_plan_waits_and_holds_nothing_back(database_url, tmp_path):
    office, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        ids = add_copies(session, plan, 2, [State.APPROVED, State.FINAL_REVIEW])
    gates = gates_of(database_url)
    assert held(gates, Gate.GOLD) == tuple(ids)
    assert [(one.label, one.state) for one in gates.waiting] == [
        ("demo 1000", State.APPROVED), ("demo 1001", State.FINAL_REVIEW),
    ]  # fmt: skip
    with open_session(write=True, url=database_url) as session:
        assert cut_release(session, "first", tmp_path, office.leela).items == 1


def test_a_plan_with_an_open_flag_cannot_get_in_and_is_named(database_url, tmp_path):
    office, plan = a_gold_plan(database_url)
    flag = {
        "annotation_id": plan,
        "round": 1,
        "row": "d1.s1",
        "kind": "other",
        "text": "Look.",
        "by_id": office.esha.id,
    }
    do(database_url, insert(Flag).values(**flag, state="open", at=later(40)))
    gates = gates_of(database_url)
    assert held(gates, Gate.FLAGS) == (plan,)
    assert [(item.label, item.said) for item in gates.held_back] == [("demo 1", "1 flag is open")]
    with (
        open_session(write=True, url=database_url) as session,
        pytest.raises(LockedError, match="1 of 1 gold items may not go out: demo 1: 1 flag is open"),
    ):
        cut_release(session, "first", tmp_path, office.leela)
    assert list(tmp_path.glob("gold*")) == []
    do(database_url, update(Flag).values(state="waived"))
    assert gates_of(database_url).held_back == ()


def test_a_plan_that_nobody_gave_a_final_review_is_held_back(database_url):
    _, plan = a_gold_plan(database_url)
    do(database_url, delete(LogEntry).where(LogEntry.kind == Action.MAKE_GOLD))
    gates = gates_of(database_url)
    assert held(gates, Gate.FINAL_REVIEW) == (plan,)
    assert gates.held_back[0].said == "no final review is recorded"


@pytest.mark.parametrize("who", ["esha", "asha"])
def test_a_final_review_by_the_approver_or_the_annotator_is_none(database_url, who):
    office, plan = a_gold_plan(database_url)
    with open_session(write=False, url=database_url) as session:
        assert session.scalars(select(Decision.by_id)).all() == [office.esha.id]
    do(
        database_url,
        update(LogEntry).where(LogEntry.kind == Action.MAKE_GOLD).values(by_id=getattr(office, who).id),
    )
    gates = gates_of(database_url)
    assert held(gates, Gate.FINAL_REVIEW) == (plan,)
    assert gates.held_back[0].said == "the final review was not another expert's"


def test_a_round_that_was_changed_after_it_was_frozen_is_held_back(database_url):
    _, plan = a_gold_plan(database_url)
    do(database_url, update(Submission).values(facts=Submission.facts + " "))
    gates = gates_of(database_url)
    assert held(gates, Gate.EVIDENCE) == (plan,)
    assert "its checksum does not hold" in gates.held_back[0].said


def test_a_changed_round_that_cannot_even_be_read_is_told_and_not_raised(database_url):
    _, plan = a_gold_plan(database_url)
    do(database_url, update(Submission).values(feedback="{"))
    assert held(gates_of(database_url), Gate.EVIDENCE) == (plan,)


def test_a_second_gold_plan_of_a_query_is_held_back(database_url):
    office, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        (other,) = add_copies(session, plan, 1, [State.GOLD])
        second = session.get_one(Annotation, other)
        second.query_id, second.annotator_id = session.get_one(Annotation, plan).query_id, office.binod.id
    gates = gates_of(database_url)
    assert held(gates, Gate.UNIQUE) == (other,)
    assert [item.annotation_id for item in gates.held_back] == [other]


def test_not_checked_verdicts_are_counted_by_rule_and_hold_nothing_back(database_url):
    _, _plan = a_gold_plan(database_url)
    gates = gates_of(database_url)
    with open_session(write=False, url=database_url) as session:
        feedback = session.scalars(select(Submission.feedback)).one()
    counts = gates.rule_counts()
    unchecked = sum(known[RuleState.NOT_CHECKED] for known in counts.values())
    assert 0 < unchecked <= feedback.count('"not_checked"')
    note = next(one.note for one in gates.results() if one.gate is Gate.RULES)
    waived = sum(known[RuleState.WAIVED] for known in counts.values())
    assert note == f"{unchecked} verdicts not checked, {waived} waived"


@pytest.mark.parametrize(("planned", "fits"), [(0, False), (1, True), (2, False)])
def test_the_balance_fits_at_the_planned_number_and_not_one_beside_it(database_url, tmp_path, planned, fits):
    office, plan = a_gold_plan(database_url)
    cells = [PlannedCell("Risk Optimized", 1, planned), PlannedCell("Risk Averse", 3, 0)]
    with open_session(write=True, url=database_url) as session:
        release_drafts.plan_release(session, office.leela, "first", cells)
    gates = gates_of(database_url, "first")
    assert held(gates, Gate.BALANCE) == (() if fits else (plan,))
    assert [(one.risk_profile, one.days, one.planned, one.ready) for one in gates.cells()] == [
        ("Risk Optimized", 1, planned, 1), ("Risk Averse", 3, 0, 0),
    ]  # fmt: skip
    with open_session(write=True, url=database_url) as session:
        if fits:
            assert cut_release(session, "first", tmp_path, office.leela).items == 1
        else:
            with pytest.raises(LockedError, match=f"Risk Optimized, 1 days: 1 ready, {planned} planned"):
                cut_release(session, "first", tmp_path, office.leela)


def test_a_kind_that_a_draft_does_not_name_is_not_wanted(database_url):
    office, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        release_drafts.plan_release(session, office.leela, "first", [PlannedCell("Risk Averse", 3, 1)])
    gates = gates_of(database_url, "first")
    assert held(gates, Gate.BALANCE) == (plan,)
    assert [(one.risk_profile, one.planned, one.ready) for one in gates.unbalanced] == [
        ("Risk Optimized", 0, 1), ("Risk Averse", 1, 0),
    ]  # fmt: skip


def test_a_check_asks_as_many_queries_for_one_plan_as_for_many(database_url):
    _, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        with counted(session) as few:
            release_gates.check(session)
        add_copies(session, plan, 50, [State.GOLD])
        session.flush()
        with counted(session) as many:
            assert len(release_gates.check(session).items) == 51
    assert len(few) == len(many) <= 20


def test_the_state_of_the_gold_changes_with_all_that_the_gates_look_at(database_url):
    office, plan = a_gold_plan(database_url)
    flag = {
        "annotation_id": plan,
        "round": 1,
        "row": "",
        "kind": "other",
        "text": "Look.",
        "by_id": office.esha.id,
    }
    seen = []

    def look() -> None:
        with open_session(write=False, url=database_url) as session:
            seen.append(release_gates.state_of_gold(session))

    look()
    do(database_url, insert(Flag).values(**flag, state="open", at=later(40)))
    look()
    do(database_url, update(Flag).values(state="fixed"))
    look()
    do(database_url, update(Annotation).values(updated_at=later(50)))
    look()
    look()
    assert len(set(seen[:4])) == 4 and seen[3] == seen[4]
