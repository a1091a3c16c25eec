"""Flags: marks on a row or on a plan, with text and a state."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import null, select
from sqlalchemy.orm import Session

from annotate.errors import InputError, LockedError, NotFoundError
from annotate.plan import ITINERARY_JSON
from annotate.workflow import Action, State
from db.cells import Value, checked_text
from db.events import now, record
from db.lineage import has_rows_in
from db.models import Annotation, EditLog, Flag, FlagFix
from db.moves import load_annotation
from db.notices import NoticeKind, tell
from db.numbers import find_row
from db.people import Person, get_person, people_by_id, require


class FlagKind(StrEnum):
    """What is wrong."""

    REPEATED_ATTRACTION = "repeated attraction"
    DATA_ERROR = "data error"
    UNREALISTIC_TIME = "unrealistic time"
    OTHER = "other"


class FlagState(StrEnum):
    """Whether it still is."""

    OPEN = "open"
    FIXED = "fixed"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit that answers a flag: its round and revision, and (row, field, before, after) of what was changed for it."""

    edit_id: int
    round: int
    rev: int
    cells: tuple[tuple[str, str, Value, Value], ...]


@dataclass(frozen=True, slots=True)
class FlagView:
    """A flag as people see it; `row` is None for a flag on the plan."""

    id: int
    round: int
    row: str | None
    kind: FlagKind
    text: str
    state: FlagState
    by: str
    at: datetime
    resolution: str | None
    resolved_by: str | None
    resolved_at: datetime | None
    fix: Fix | None
    """The edit that answers it, for one that is fixed by a change."""


_ANNOTATOR_MAY = frozenset({State.IN_PROGRESS})
_EXPERT_MAY = frozenset({State.IN_REVIEW, State.FINAL_REVIEW})


def flags_of(session: Session, annotation_id: int) -> tuple[FlagView, ...]:
    """The flags of an annotation, oldest first."""
    rows = session.scalars(select(Flag).where(Flag.annotation_id == annotation_id).order_by(Flag.id)).all()
    people = people_by_id(session, (one for row in rows for one in (row.by_id, row.resolved_by_id)))
    fixes = _fixes(session, annotation_id)
    return tuple(
        FlagView(
            row.id,
            row.round,
            row.row or None,
            FlagKind(row.kind),
            row.text,
            FlagState(row.state),
            people[row.by_id].label,
            row.at,
            row.resolution,
            people[row.resolved_by_id].label if row.resolved_by_id is not None else None,
            row.resolved_at,
            fixes.get(row.id) if row.state == FlagState.FIXED else None,
        )
        for row in rows
    )


def _fixes(session: Session, annotation_id: int) -> dict[int, Fix]:
    """The edit last named for each flag, with what became of the flagged row since; two queries at most."""
    found = session.execute(
        select(Flag, FlagFix, EditLog)
        .join(FlagFix, FlagFix.flag_id == Flag.id)
        .join(EditLog, EditLog.id == FlagFix.edit_id)
        .where(Flag.annotation_id == annotation_id)
        .order_by(FlagFix.id)
    ).all()
    if not found:
        return {}
    edits = session.scalars(
        select(EditLog)
        .where(EditLog.annotation_id == annotation_id, EditLog.rejections.is_(null()))
        .order_by(EditLog.id)
    ).all()
    return {
        flag.id: Fix(edit.id, fix.round, edit.rev, _changes(flag, edit, edits)) for flag, fix, edit in found
    }


def _changes(
    flag: Flag, last: EditLog, edits: Iterable[EditLog]
) -> tuple[tuple[str, str, Value, Value], ...]:
    """What the person who fixed a flag changed in its row from the flag to the last edit; of a flag on the plan, and
    of a row that was left alone, what that edit changed."""
    changed: dict[tuple[str, str], tuple[Value, Value]] = {}
    for edit in edits:
        if edit.by_id != last.by_id or edit.at < flag.at or edit.id > last.id:
            continue
        for cell in edit.cells:
            if cell["row"] == flag.row:
                key = cell["row"], cell["field"]
                changed[key] = changed.get(key, (cell["before"],))[0], cell["after"]
    if not changed:
        changed = {(cell["row"], cell["field"]): (cell["before"], cell["after"]) for cell in last.cells}
    return tuple((*key, before, after) for key, (before, after) in changed.items() if before != after)


def set_flag(
    session: Session,
    person_id: int,
    annotation_id: int,
    *,
    row: str | None,
    kind: FlagKind | str,
    text: str,
    at: datetime | None = None,
) -> int:
    """Flags a row, or with `row=None` the plan. Gives the flag's number.

    Raises NotAllowedError, LockedError (the plan's state), InputError (unknown kind, no text), NotFoundError
    (row).
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    _require_open(session, annotation, person)
    if kind not in set(FlagKind):
        raise InputError(f"'{kind}' is no kind of flag", expected=", ".join(FlagKind))
    text = checked_text(text, "A flag")
    if row is not None:
        ITINERARY_JSON.validate_json(annotation.draft).find(row)
    moment = at or now()
    flag = Flag(
        annotation_id=annotation_id,
        round=annotation.round,
        row=row or "",
        kind=str(kind),
        text=text,
        state=FlagState.OPEN,
        by_id=person.id,
        at=moment,
    )
    session.add(flag)
    session.flush()
    record(
        session, kind="flag", at=moment, by_id=person.id, annotation_id=annotation_id, why=text,
        data={"flag": flag.id, "row": row, "kind": str(kind)},
    )  # fmt: skip
    return flag.id


def resolve_flag(
    session: Session,
    person_id: int,
    flag_id: int,
    *,
    state: FlagState | str,
    text: str,
    at: datetime | None = None,
) -> None:
    """Closes a flag as `fixed` (annotator or expert) or `waived` (expert), or opens it again, with the
    reason.

    A fix is linked to the person's last edit of the flagged row since the flag was set, else of the plan; without one
    the flag is answered by its text alone. Raises NotFoundError, NotAllowedError, LockedError, InputError (unknown
    state, no text).
    """
    person = get_person(session, person_id)
    flag = find_row(session, Flag, flag_id, populate_existing=True)
    if flag is None:
        raise NotFoundError(f"There is no flag {flag_id}")
    annotation = load_annotation(session, flag.annotation_id, to_change=True)
    session.refresh(flag)  # Somebody else may have answered it before the plan was locked.
    _require_open(session, annotation, person)
    if state not in set(FlagState):
        raise InputError(f"'{state}' is no state of a flag", expected=", ".join(FlagState))
    if state == FlagState.WAIVED:
        require(
            person,
            Action.WAIVE,
            own=annotation.annotator_id == person.id,
            has_rows=has_rows_in(session, person, annotation),
        )
    flag.resolution = checked_text(text, "The answer to a flag")
    flag.state, flag.resolved_by_id, flag.resolved_at = str(state), person.id, at or now()
    edit_id = _fixing_edit(session, flag, person) if state == FlagState.FIXED else None
    if edit_id is not None:
        session.add(
            FlagFix(
                flag_id=flag.id,
                edit_id=edit_id,
                round=annotation.round,
                by_id=person.id,
                at=flag.resolved_at,
            )
        )
    record(
        session, kind="resolve flag", at=flag.resolved_at, by_id=person.id, annotation_id=flag.annotation_id,
        why=flag.resolution, data={"flag": flag.id, "state": str(state), "edit": edit_id},
    )  # fmt: skip
    if flag.by_id != person.id:
        tell(
            session, flag.by_id, NoticeKind.FLAG_ANSWERED, flag.annotation_id,
            f"{person.label} answered your flag ({state}): {flag.resolution}", at=flag.resolved_at,
            by_id=person.id, row=flag.row or None,
        )  # fmt: skip
    session.flush()


def _fixing_edit(session: Session, flag: Flag, person: Person) -> int | None:
    """The person's last edit since the flag was set: of its row, else of any."""
    edits = session.scalars(
        select(EditLog)
        .where(
            EditLog.annotation_id == flag.annotation_id,
            EditLog.by_id == person.id,
            EditLog.at >= flag.at,
            EditLog.rejections.is_(null()),
        )
        .order_by(EditLog.id.desc())
    ).all()
    made = [edit for edit in edits if edit.cells]
    of_row = [edit for edit in made if any(cell["row"] == flag.row for cell in edit.cells)]
    return next((edit.id for edit in (*of_row, *made)), None)


def _require_open(session: Session, annotation: Annotation, person: Person) -> None:
    state = State(annotation.state)
    own = annotation.annotator_id == person.id
    require(person, Action.FLAG, own=own, has_rows=has_rows_in(session, person, annotation))
    if state not in (_ANNOTATOR_MAY if own else _EXPERT_MAY):
        raise LockedError(
            f"The plan is {state}; its annotator flags rows while it is in progress, an expert in review"
        )
