"""Who may do what: each action and each screen by role, and by whose plan it is. Plain data.

The service layer asks this table before it does anything, the navigation draws from it, and the tests walk
every cell of it. What state a plan must be in for a move is in `workflow.py`.
"""

from collections.abc import Collection
from enum import StrEnum


class Role(StrEnum):
    """What a person may be; one person may be several."""

    ANNOTATOR = "annotator"
    EXPERT = "expert"
    LEAD = "lead"


class Whose(StrEnum):
    """Whether the person who acts annotated the plan: must have, must not have, or either."""

    OWN = "own"
    OTHERS = "others"
    ANY = "any"


class Action(StrEnum):
    """What a person does: the moves of an annotation in the order of its life, then everything else."""

    TAKE = "take"
    ASSIGN = "assign"
    START = "start"
    SKIP = "skip"
    TAKE_AWAY = "take away"
    SUBMIT = "submit"
    WITHDRAW = "withdraw"
    OPEN_REVIEW = "open review"
    APPROVE = "approve"
    REQUEST_CHANGES = "request changes"
    RESUME = "resume"
    BEGIN_FINAL_REVIEW = "begin final review"
    MAKE_GOLD = "make gold"
    DISCARD = "discard"
    LOOK_AT = "look at"
    EDIT = "edit"
    FLAG = "flag"
    WAIVE = "waive"
    COMMENT = "comment on"
    ADJUDICATE = "adjudicate"
    HOLD = "hold"
    RELEASE_HOLD = "release the hold of"
    MAKE_BATCHES = "make batches"
    IMPORT_DATA = "import data"
    CUT_RELEASE = "cut a release"
    WITHDRAW_RELEASE = "withdraw a release"
    SCORE_MODELS = "score model plans"
    MANAGE_PEOPLE = "manage people"
    KEEP_ACCOUNT = "keep an account"


_A, _E, _L = Role.ANNOTATOR, Role.EXPERT, Role.LEAD
_EVERYBODY = {_A: Whose.ANY, _E: Whose.ANY, _L: Whose.ANY}

PERMISSIONS: dict[Action, dict[Role, Whose]] = {
    Action.TAKE: {_A: Whose.OWN},
    Action.ASSIGN: {_L: Whose.ANY},
    Action.START: {_A: Whose.OWN},
    Action.SKIP: {_A: Whose.OWN},
    Action.TAKE_AWAY: {_L: Whose.ANY},
    Action.SUBMIT: {_A: Whose.OWN},
    Action.WITHDRAW: {_A: Whose.OWN},
    Action.OPEN_REVIEW: {_E: Whose.OTHERS},
    Action.APPROVE: {_E: Whose.OTHERS},
    Action.REQUEST_CHANGES: {_E: Whose.OTHERS},
    Action.RESUME: {_A: Whose.OWN},
    Action.BEGIN_FINAL_REVIEW: {_E: Whose.OTHERS},
    Action.MAKE_GOLD: {_E: Whose.OTHERS},
    Action.DISCARD: {_E: Whose.OTHERS, _L: Whose.OTHERS},
    Action.LOOK_AT: {_A: Whose.OWN, _E: Whose.ANY, _L: Whose.ANY},
    Action.EDIT: {_A: Whose.OWN, _E: Whose.OTHERS},
    Action.FLAG: {_A: Whose.OWN, _E: Whose.OTHERS},
    Action.WAIVE: {_E: Whose.OTHERS},
    Action.COMMENT: {_A: Whose.OWN, _E: Whose.ANY, _L: Whose.ANY},
    Action.ADJUDICATE: {_E: Whose.OTHERS},
    Action.HOLD: {_A: Whose.OWN, _E: Whose.OTHERS},
    Action.RELEASE_HOLD: {_L: Whose.ANY},
    Action.MAKE_BATCHES: {_L: Whose.ANY},
    Action.IMPORT_DATA: {_L: Whose.ANY},
    Action.CUT_RELEASE: {_L: Whose.ANY},
    Action.WITHDRAW_RELEASE: {_L: Whose.ANY},
    Action.SCORE_MODELS: {_L: Whose.ANY},
    Action.MANAGE_PEOPLE: {_L: Whose.ANY},
    Action.KEEP_ACCOUNT: _EVERYBODY,
}
"""For each action the roles that may take it, and on whose plan. A role that is not named may not.

An action that is not about a plan is granted for `ANY`. Nobody reviews, corrects or discards their own plan, nor one
that somebody else merged of rows of which some are theirs: to its row authors it is neither `OWN` nor `OTHERS`.
Undoing, redoing and gathering facts anew are edits; answering a flag is flagging, waiving one is waiving.
"""

SCREENS: dict[str, frozenset[Role]] = {
    "start": frozenset(Role),
    "my-plans": frozenset({_A}),
    "my-figures": frozenset({_A}),
    "annotate": frozenset({_A}),
    "review": frozenset({_E}),
    "review-plan": frozenset({_E}),
    "adjudicate": frozenset({_E}),
    "assign": frozenset({_L}),
    "import": frozenset({_L}),
    "release": frozenset({_L}),
    "quality": frozenset({_L}),
    "model-sets": frozenset({_L}),
    "reports": frozenset({_L}),
    "people": frozenset({_L}),
    "reference": frozenset(Role),
    "guidelines": frozenset(Role),
    "notices": frozenset(Role),
    "account": frozenset(Role),
}
"""For each screen, by its address, the roles that it opens for."""


def may(action: Action, roles: Collection[str], *, own: bool, has_rows: bool = False) -> bool:
    """Whether somebody with these roles may take an action.

    `own`: the plan is (or becomes) theirs; `has_rows`: somebody else merged it, and rows of it are theirs.
    """
    fitting = {Whose.ANY} if has_rows else {Whose.ANY, Whose.OWN if own else Whose.OTHERS}
    return any(role in roles and whose in fitting for role, whose in PERMISSIONS[action].items())


def why_not_they(action: Action, roles: Collection[str], *, own: bool, has_rows: bool = False) -> str | None:
    """Why somebody with these roles may not take an action, whatever the plan's state; None if they may."""
    if may(action, roles, own=own, has_rows=has_rows):
        return None
    granted = PERMISSIONS[action]
    held = {whose for role, whose in granted.items() if role in roles}
    if not held:
        return f"Only a person with the role {' or '.join(sorted(granted))} may {action}."
    of_own = sorted(role for role, whose in granted.items() if whose is not Whose.OTHERS)
    if own and of_own:
        return f"Only a person with the role {' or '.join(of_own)} may {action} a plan of their own."
    if own:
        return "The person who annotated a plan never reviews it."
    if has_rows and Whose.OTHERS in held:
        return "The person who annotated rows of a merged plan never reviews it."
    others = sorted(role for role, whose in granted.items() if whose is not Whose.OWN)
    besides = f", or somebody with the role {' or '.join(others)}," if others else ""
    return f"Only the person who annotates the plan{besides} may {action} it."
