"""The life of an annotation: states and moves (who may make them: `permissions`). Plain data and pure functions.

open -> assigned -> in progress -> submitted -> in review -> changes requested -> in progress (round + 1) ...
-> approved -> final review -> gold; `discarded` with a reason; submitted -> in progress (withdrawn) until an
expert opens it. An annotator who skips a plan, or a lead who takes it away, makes it open again: the draft stays,
the query goes to somebody else.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from annotate.errors import InputError, LockedError, NotAllowedError
from annotate.permissions import Action, Role, why_not_they

__all__ = [
    "BEFORE_GOLD", "DECISION_ACTIONS", "EDITED_BY_ANNOTATOR", "EDITED_BY_REVIEWER", "MOVES", "WITH_ANNOTATOR",
    "WITH_EXPERTS", "Action",
    "DecisionKind", "Move", "Role", "State", "allowed_actions", "move_on", "why_not",
]  # fmt: skip


class State(StrEnum):
    """Where an annotation stands. A query nobody has is open, and so is an annotation that was given back."""

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


@dataclass(frozen=True, slots=True)
class Move:
    """One kind of move: from any of `sources` to `target`, by whom `permissions` says."""

    action: Action
    sources: frozenset[State]
    target: State
    needs_why: bool = False
    opens_round: bool = False
    """True when the move begins the next round."""


def _move(
    action: Action,
    sources: Collection[State],
    target: State,
    *,
    needs_why: bool = False,
    opens_round: bool = False,
) -> Move:
    return Move(action, frozenset(sources), target, needs_why, opens_round)


_S = State
_ENDED = frozenset({State.GOLD, State.DISCARDED})
_REVIEWABLE = frozenset(State) - _ENDED - {State.OPEN}
WITH_ANNOTATOR = frozenset({State.ASSIGNED, State.IN_PROGRESS, State.CHANGES_REQUESTED})
"""States in which the annotator is the one who has to do something."""
WITH_EXPERTS = (State.SUBMITTED, State.IN_REVIEW, State.APPROVED, State.FINAL_REVIEW)
"""States in which an expert is the one, in the order of a plan's life."""
BEFORE_GOLD = (State.APPROVED, State.FINAL_REVIEW)
"""States of plans that become gold without the annotator, unless a second expert says no."""

MOVES: dict[Action, Move] = {
    move.action: move
    for move in (
        _move(Action.TAKE, [_S.OPEN], _S.ASSIGNED),
        _move(Action.ASSIGN, [_S.OPEN], _S.ASSIGNED),
        _move(Action.START, [_S.ASSIGNED], _S.IN_PROGRESS),
        _move(Action.SKIP, [_S.ASSIGNED, _S.IN_PROGRESS], _S.OPEN, needs_why=True),
        _move(Action.TAKE_AWAY, WITH_ANNOTATOR, _S.OPEN, needs_why=True),
        _move(Action.SUBMIT, [_S.IN_PROGRESS], _S.SUBMITTED),
        _move(Action.WITHDRAW, [_S.SUBMITTED], _S.IN_PROGRESS, opens_round=True),
        _move(Action.OPEN_REVIEW, [_S.SUBMITTED], _S.IN_REVIEW),
        _move(Action.APPROVE, [_S.IN_REVIEW], _S.APPROVED),
        _move(Action.REQUEST_CHANGES, [_S.IN_REVIEW], _S.CHANGES_REQUESTED, needs_why=True),
        _move(Action.RESUME, [_S.CHANGES_REQUESTED], _S.IN_PROGRESS, opens_round=True),
        _move(Action.BEGIN_FINAL_REVIEW, [_S.APPROVED], _S.FINAL_REVIEW),
        _move(Action.MAKE_GOLD, [_S.FINAL_REVIEW], _S.GOLD),
        _move(Action.DISCARD, _REVIEWABLE, _S.DISCARDED, needs_why=True),
    )
}

EDITED_BY_ANNOTATOR = frozenset({State.IN_PROGRESS})
EDITED_BY_REVIEWER = frozenset({State.IN_REVIEW})
"""States in which the draft may change, and through whom: the annotator, or the expert who has it open."""


def why_not(
    action: Action, state: State, roles: Collection[Role], *, is_annotator: bool, has_rows: bool = False
) -> str | None:
    """Why a person may not make a move, None if they may.

    `is_annotator`: the plan is (or becomes) theirs; `has_rows`: somebody else merged it, and rows of it are theirs.
    """
    return why_not_they(action, roles, own=is_annotator, has_rows=has_rows) or _why_not_now(action, state)


def _why_not_now(action: Action, state: State) -> str | None:
    sources = MOVES[action].sources
    if state in sources:
        return None
    return f"The plan is {state}; to {action} it must be {' or '.join(sorted(sources))}."


def move_on(
    action: Action,
    state: State,
    roles: Collection[Role],
    *,
    is_annotator: bool,
    has_rows: bool = False,
    why: str | None = None,
) -> Move:
    """The move that an action makes.

    Raises NotAllowedError (role, own or others' plan), LockedError (state), InputError (a reason is wanted).
    """
    if (reason := why_not_they(action, roles, own=is_annotator, has_rows=has_rows)) is not None:
        raise NotAllowedError(reason)
    if (reason := _why_not_now(action, state)) is not None:
        raise LockedError(reason)
    move = MOVES[action]
    if move.needs_why and not (why or "").strip():
        raise InputError(f"To {action} needs a reason", expected="a sentence that says why")
    return move


def allowed_actions(state: State, roles: Collection[Role], *, is_annotator: bool) -> list[Action]:
    """The moves that a person may make with a plan, in the order of its life."""
    return [action for action in MOVES if why_not(action, state, roles, is_annotator=is_annotator) is None]
