"""The life of an annotation, move by move."""

import pytest

from annotate.errors import InputError, LockedError, NotAllowedError
from annotate.workflow import (
    DECISION_ACTIONS,
    MOVES,
    Action,
    DecisionKind,
    Role,
    State,
    allowed_actions,
    move_on,
)

ANNOTATOR, EXPERT, LEAD = {Role.ANNOTATOR}, {Role.EXPERT}, {Role.LEAD}

LIFE = [
    (Action.TAKE, State.OPEN, State.ASSIGNED, ANNOTATOR, True),
    (Action.ASSIGN, State.OPEN, State.ASSIGNED, LEAD, False),
    (Action.START, State.ASSIGNED, State.IN_PROGRESS, ANNOTATOR, True),
    (Action.SKIP, State.IN_PROGRESS, State.OPEN, ANNOTATOR, True),
    (Action.TAKE_AWAY, State.CHANGES_REQUESTED, State.OPEN, LEAD, False),
    (Action.SUBMIT, State.IN_PROGRESS, State.SUBMITTED, ANNOTATOR, True),
    (Action.WITHDRAW, State.SUBMITTED, State.IN_PROGRESS, ANNOTATOR, True),
    (Action.OPEN_REVIEW, State.SUBMITTED, State.IN_REVIEW, EXPERT, False),
    (Action.REQUEST_CHANGES, State.IN_REVIEW, State.CHANGES_REQUESTED, EXPERT, False),
    (Action.RESUME, State.CHANGES_REQUESTED, State.IN_PROGRESS, ANNOTATOR, True),
    (Action.APPROVE, State.IN_REVIEW, State.APPROVED, EXPERT, False),
    (Action.BEGIN_FINAL_REVIEW, State.APPROVED, State.FINAL_REVIEW, EXPERT, False),
    (Action.MAKE_GOLD, State.FINAL_REVIEW, State.GOLD, EXPERT, False),
]


@pytest.mark.parametrize(("action", "state", "target", "roles", "own"), LIFE)
def test_each_step_of_the_life_leads_where_the_domain_says(action, state, target, roles, own):
    assert move_on(action, state, roles, is_annotator=own, why="because").target is target


@pytest.mark.parametrize("action", [action for action in MOVES if action is not Action.DISCARD])
def test_a_move_is_refused_from_every_state_but_its_own(action):
    _, _, _, roles, own = next(step for step in LIFE if step[0] is action)
    for state in set(State) - MOVES[action].sources:
        with pytest.raises(LockedError):
            move_on(action, state, roles, is_annotator=own, why="because")


def test_no_move_leads_out_of_gold_or_discarded():
    everybody = set(Role)
    for state in (State.GOLD, State.DISCARDED):
        assert not any(state in move.sources for move in MOVES.values())
        assert allowed_actions(state, everybody, is_annotator=False) == []


def test_the_person_who_annotated_a_plan_never_reviews_it_even_as_an_expert():
    for action in (Action.OPEN_REVIEW, Action.APPROVE, Action.REQUEST_CHANGES, Action.BEGIN_FINAL_REVIEW,
                   Action.MAKE_GOLD, Action.DISCARD):  # fmt: skip
        state = next(iter(MOVES[action].sources))
        with pytest.raises(NotAllowedError, match="never reviews it"):
            move_on(action, state, {Role.ANNOTATOR, Role.EXPERT}, is_annotator=True, why="because")


def test_somebody_else_cannot_submit_a_plan():
    with pytest.raises(NotAllowedError, match="annotates the plan"):
        move_on(Action.SUBMIT, State.IN_PROGRESS, ANNOTATOR, is_annotator=False)


def test_an_annotator_cannot_open_a_review():
    with pytest.raises(NotAllowedError, match="role expert"):
        move_on(Action.OPEN_REVIEW, State.SUBMITTED, ANNOTATOR, is_annotator=False)


@pytest.mark.parametrize("why", [None, "", "  "])
def test_a_plan_is_discarded_or_sent_back_with_a_reason_only(why):
    with pytest.raises(InputError, match="reason"):
        move_on(Action.DISCARD, State.IN_REVIEW, LEAD, is_annotator=False, why=why)
    with pytest.raises(InputError, match="reason"):
        move_on(Action.REQUEST_CHANGES, State.IN_REVIEW, EXPERT, is_annotator=False, why=why)


def test_a_plan_is_discarded_from_every_state_between_open_and_gold():
    assert MOVES[Action.DISCARD].sources == set(State) - {State.OPEN, State.GOLD, State.DISCARDED}


def test_the_next_round_opens_when_changes_are_taken_up_or_a_submission_is_withdrawn():
    assert {move.action for move in MOVES.values() if move.opens_round} == {Action.RESUME, Action.WITHDRAW}


def test_a_withdrawal_ends_when_an_expert_opens_the_submission():
    assert Action.WITHDRAW in allowed_actions(State.SUBMITTED, ANNOTATOR, is_annotator=True)
    assert Action.WITHDRAW not in allowed_actions(State.IN_REVIEW, ANNOTATOR, is_annotator=True)


def test_there_are_five_decisions_and_each_makes_a_move_out_of_review():
    assert len(DecisionKind) == 5
    assert all(State.IN_REVIEW in MOVES[DECISION_ACTIONS[kind]].sources for kind in DecisionKind)


@pytest.mark.parametrize("action", [Action.SKIP, Action.TAKE_AWAY])
def test_a_plan_is_given_back_with_a_reason_only_and_never_once_it_is_submitted(action):
    roles, own = (ANNOTATOR, True) if action is Action.SKIP else (LEAD, False)
    with pytest.raises(InputError, match="reason"):
        move_on(action, State.ASSIGNED, roles, is_annotator=own)
    with pytest.raises(LockedError):
        move_on(action, State.SUBMITTED, roles, is_annotator=own, why="because")


def test_an_annotator_cannot_skip_what_an_expert_sent_back():
    with pytest.raises(LockedError, match="changes requested"):
        move_on(Action.SKIP, State.CHANGES_REQUESTED, ANNOTATOR, is_annotator=True, why="because")
