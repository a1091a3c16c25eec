"""The life of an annotation: states, moves, who may make them. Plain data and pure functions.

open -> assigned -> in progress -> submitted -> in review -> changes requested -> in progress (round + 1) ...
-> approved -> final review -> gold; `discarded` with a reason; submitted -> in progress (withdrawn) until an
expert opens it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from annotate.errors import InputError, LockedError, NotAllowedError


class State(StrEnum):
    """Where an annotation stands. A query nobody has is open."""

    OPEN = "open"
    ASSIGNED = "assigned"
    IN_PROGRESS = "in progress"
    SUBMITTED = "submitted"
    IN_REVIEW = "in review"
    CHANGES_REQUESTED = "changes requested"
    APPROVED = "approved"
    FINAL_REVIEW = "final review"
    GOLD = "gold"
    DISCARDED = "discarded"


class Role(StrEnum):
    """What a person may be; one person may be several."""

    ANNOTATOR = "annotator"
    EXPERT = "expert"
    LEAD = "lead"


class Action(StrEnum):
    """What a person does that moves an annotation."""

    TAKE = "take"
    ASSIGN = "assign"
    START = "start"
    SUBMIT = "submit"
    WITHDRAW = "withdraw"
    OPEN_REVIEW = "open review"
    APPROVE = "approve"
    REQUEST_CHANGES = "request changes"
    RESUME = "resume"
    BEGIN_FINAL_REVIEW = "begin final review"
    MAKE_GOLD = "make gold"
    DISCARD = "discard"


class DecisionKind(StrEnum):
    """What an expert decides about a submission."""

    RETAIN = "retain as it is"
    RETAIN_REVISED = "retain after minor revision"
    BACK_TO_ANNOTATOR = "back to annotator"
    SOURCE_CORRECTION = "source correction needed"
    DISCARD = "discard"


DECISION_ACTIONS = {
    DecisionKind.RETAIN: Action.APPROVE,
    DecisionKind.RETAIN_REVISED: Action.APPROVE,
    DecisionKind.BACK_TO_ANNOTATOR: Action.REQUEST_CHANGES,
    DecisionKind.SOURCE_CORRECTION: Action.REQUEST_CHANGES,
    DecisionKind.DISCARD: Action.DISCARD,
}
"""The move that each decision makes.

A source is corrected by a new import; then the annotator takes it up again.
"""


class Whose(StrEnum):
    """Whether the person who makes a move annotated the plan: must have, must not have, or either."""

    OWN = "own"
    OTHERS = "others"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Move:
    """One kind of move: from any of `sources` to `target`, by somebody with one of `roles`."""

    action: Action
    sources: frozenset[State]
    target: State
    roles: frozenset[Role]
    whose: Whose
    needs_why: bool = False
    opens_round: bool = False
    """True when the move begins the next round."""


def _move(
    action: Action,
    sources: Collection[State],
    target: State,
    roles: Collection[Role],
    whose: Whose,
    *,
    needs_why: bool = False,
    opens_round: bool = False,
) -> Move:
    return Move(action, frozenset(sources), target, frozenset(roles), whose, needs_why, opens_round)


_S, _R = State, Role
_ENDED = frozenset({State.GOLD, State.DISCARDED})
_REVIEWABLE = frozenset(State) - _ENDED - {State.OPEN}

MOVES: dict[Action, Move] = {
    move.action: move
    for move in (
        _move(Action.TAKE, [_S.OPEN], _S.ASSIGNED, [_R.ANNOTATOR], Whose.OWN),
        _move(Action.ASSIGN, [_S.OPEN], _S.ASSIGNED, [_R.LEAD], Whose.ANY),
        _move(Action.START, [_S.ASSIGNED], _S.IN_PROGRESS, [_R.ANNOTATOR], Whose.OWN),
        _move(Action.SUBMIT, [_S.IN_PROGRESS], _S.SUBMITTED, [_R.ANNOTATOR], Whose.OWN),
        _move(Action.WITHDRAW, [_S.SUBMITTED], _S.IN_PROGRESS, [_R.ANNOTATOR], Whose.OWN, opens_round=True),
        _move(Action.OPEN_REVIEW, [_S.SUBMITTED], _S.IN_REVIEW, [_R.EXPERT], Whose.OTHERS),
        _move(Action.APPROVE, [_S.IN_REVIEW], _S.APPROVED, [_R.EXPERT], Whose.OTHERS),
        _move(
            Action.REQUEST_CHANGES,
            [_S.IN_REVIEW],
            _S.CHANGES_REQUESTED,
            [_R.EXPERT],
            Whose.OTHERS,
            needs_why=True,
        ),
        _move(
            Action.RESUME,
            [_S.CHANGES_REQUESTED],
            _S.IN_PROGRESS,
            [_R.ANNOTATOR],
            Whose.OWN,
            opens_round=True,
        ),
        _move(Action.BEGIN_FINAL_REVIEW, [_S.APPROVED], _S.FINAL_REVIEW, [_R.EXPERT], Whose.OTHERS),
        _move(Action.MAKE_GOLD, [_S.FINAL_REVIEW], _S.GOLD, [_R.EXPERT], Whose.OTHERS),
        _move(Action.DISCARD, _REVIEWABLE, _S.DISCARDED, [_R.EXPERT, _R.LEAD], Whose.OTHERS, needs_why=True),
    )
}

EDITED_BY_ANNOTATOR = frozenset({State.IN_PROGRESS})
EDITED_BY_REVIEWER = frozenset({State.IN_REVIEW})
"""States in which the draft may change, and through whom: the annotator, or the expert who has it open."""


def why_not(action: Action, state: State, roles: Collection[Role], *, is_annotator: bool) -> str | None:
    """Why a person may not make a move, None if they may. `is_annotator`: the plan is (or becomes) theirs."""
    return _why_not_they(action, roles, is_annotator=is_annotator) or _why_not_now(action, state)


def _why_not_they(action: Action, roles: Collection[Role], *, is_annotator: bool) -> str | None:
    move = MOVES[action]
    if not move.roles & frozenset(roles):
        return f"Only a person with the role {' or '.join(sorted(move.roles))} may {action}."
    if move.whose is Whose.OWN and not is_annotator:
        return f"Only the person who annotates the plan may {action} it."
    if move.whose is Whose.OTHERS and is_annotator:
        return "The person who annotated a plan never reviews it."
    return None


def _why_not_now(action: Action, state: State) -> str | None:
    sources = MOVES[action].sources
    if state in sources:
        return None
    return f"The plan is {state}; to {action} it must be {' or '.join(sorted(sources))}."


def move_on(
    action: Action, state: State, roles: Collection[Role], *, is_annotator: bool, why: str | None = None
) -> Move:
    """The move that an action makes.

    Raises NotAllowedError (role, own or others' plan), LockedError (state), InputError (a reason is wanted).
    """
    if (reason := _why_not_they(action, roles, is_annotator=is_annotator)) is not None:
        raise NotAllowedError(reason)
    if (reason := _why_not_now(action, state)) is not None:
        raise LockedError(reason)
    move = MOVES[action]
    if move.needs_why and not (why or "").strip():
        raise InputError(f"To {action} needs a reason", expected="a sentence that says why")
    return move


def allowed_actions(state: State, roles: Collection[Role], *, is_annotator: bool) -> list[Action]:
    """The actions that a person may take on a plan, in the order of its life."""
    return [action for action in Action if why_not(action, state, roles, is_annotator=is_annotator) is None]
