"""Drafts of releases: how many items of each kind a release should hold, and which gold plans stay out, with the reason."""

import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.errors import ConflictError, InputError, LockedError, NotFoundError
from annotate.plan import RiskProfile
from annotate.text.query_object import MAX_DAYS
from annotate.workflow import Action, State
from db import turns
from db.cells import checked_text
from db.events import now
from db.models import Annotation, Release, ReleaseDraft
from db.numbers import is_row_number
from db.people import Person, people_by_id, require
from db.turns import Turn

NAME_CHARS = 80
MOST_ITEMS = 1_000_000
_RISK_PROFILES = tuple(profile.value for profile in RiskProfile)


@dataclass(frozen=True, slots=True)
class PlannedCell:
    """How many items of a risk profile (None: the query names none) and a length in days a release should hold."""

    risk_profile: str | None
    days: int
    items: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A gold plan that stays out of a release, and why."""

    annotation_id: int
    why: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A release in preparation. Without planned cells any balance will do. `is_cut`: it became a release and stays so."""

    name: str
    planned: tuple[PlannedCell, ...]
    left_out: tuple[LeftOut, ...]
    by: Person
    at: datetime
    is_cut: bool


def checked_name(name: str) -> str:
    """The name of a release without blanks around it, in NFC. Raises InputError for one that cannot be a name."""
    name = looked_up(name)
    if not name:
        raise InputError("The release has no name", expected=f"1 to {NAME_CHARS} printable characters")
    if len(name) > NAME_CHARS or not name.isprintable():
        raise InputError(
            f"'{name[:NAME_CHARS]}' is no name of a release",
            expected=f"1 to {NAME_CHARS} printable characters",
        )
    return name


def require_own_name(session: Session, name: str) -> None:
    """Raises ConflictError if a release or draft has the same name but for capitals: folders and people mix them up."""
    for column in (Release.name, ReleaseDraft.name):
        for other in session.scalars(select(column)):
            if other != name and other.casefold() == name.casefold():
                raise ConflictError(
                    f"The name '{name}' differs from '{other}' in capitals alone", todo="Choose another name."
                )


def get_draft(session: Session, name: str) -> Draft | None:
    """The draft of a name, None without one."""
    return next(iter(_drafts(session, looked_up(name))), None)


def looked_up(name: str) -> str:
    """A name as names are kept: without blanks around it, in NFC."""
    return unicodedata.normalize("NFC", name.strip())


def list_drafts(session: Session) -> list[Draft]:
    """The drafts that were not cut yet, the newest first."""
    return [draft for draft in _drafts(session) if not draft.is_cut]


def plan_release(
    session: Session, person: Person, name: str, planned: Sequence[PlannedCell], *, at: datetime | None = None
) -> Draft:
    """Makes a draft, or plans other numbers for one; what stays out stays as it is.

    Raises NotAllowedError (no lead), InputError (name, kinds, numbers), ConflictError (another name but for capitals),
    LockedError (the name was cut).
    """
    require(person, Action.CUT_RELEASE)
    name = checked_name(name)
    cells = {(cell.risk_profile, cell.days) for cell in planned}
    if len(cells) != len(planned):
        raise InputError("A risk profile and length are planned twice", expected="each once")
    for cell in planned:
        _require_plannable(cell)
    row = _changeable(session, name)
    moment = at or now()
    if row is None:
        require_own_name(session, name)
        row = ReleaseDraft(name=name, planned=[], left_out=[], by_id=person.id, at=moment)
        session.add(row)
    row.planned, row.by_id, row.at = [asdict(cell) for cell in planned], person.id, moment
    session.flush()
    return _drafts(session, name)[0]


def _require_plannable(cell: PlannedCell) -> None:
    if cell.risk_profile is not None and cell.risk_profile not in _RISK_PROFILES:
        raise InputError(f"'{cell.risk_profile}' is no risk profile", expected=" or ".join(_RISK_PROFILES))
    numbers = (cell.items, cell.days)
    if any(type(number) is not int for number in numbers) or not (
        0 <= cell.items <= MOST_ITEMS and 1 <= cell.days <= MAX_DAYS
    ):
        raise InputError(
            f"{cell.items} items of {cell.days} days cannot be planned",
            expected=f"0 to {MOST_ITEMS:,} items of 1 to {MAX_DAYS} days, in whole numbers",
        )


def leave_out(
    session: Session,
    person: Person,
    name: str,
    annotation_ids: Sequence[int],
    why: str,
    *,
    at: datetime | None = None,
) -> None:
    """Keeps gold plans out of a draft, with the reason.

    Raises NotFoundError (no such draft, a plan that is not gold), else as `plan_release`.
    """
    require(person, Action.CUT_RELEASE)
    why = checked_text(why, "The reason why a plan stays out")
    row = _existing(session, name)
    wanted = sorted(set(annotation_ids))
    gold = set(
        session.scalars(
            select(Annotation.id).where(
                Annotation.id.in_(list(filter(is_row_number, wanted))), Annotation.state == State.GOLD
            )
        )
    )
    if others := [one for one in wanted if one not in gold]:
        raise NotFoundError(
            f"{', '.join(map(str, others))}: no gold plan has such a number",
            expected="gold plans",
            todo="Choose from the list of gold plans.",
        )
    kept = [one for one in row.left_out if one["annotation_id"] not in wanted]
    row.left_out = kept + [{"annotation_id": one, "why": why} for one in wanted]
    row.by_id, row.at = person.id, at or now()
    session.flush()


def take_in(
    session: Session, person: Person, name: str, annotation_id: int, *, at: datetime | None = None
) -> None:
    """Takes a gold plan into a draft again. Raises as `leave_out`."""
    require(person, Action.CUT_RELEASE)
    row = _existing(session, name)
    row.left_out = [one for one in row.left_out if one["annotation_id"] != annotation_id]
    row.by_id, row.at = person.id, at or now()
    session.flush()


def drop_draft(session: Session, person: Person, name: str) -> None:
    """Removes a draft. Raises as `leave_out`."""
    require(person, Action.CUT_RELEASE)
    session.delete(_existing(session, name))
    session.flush()


def _existing(session: Session, name: str) -> ReleaseDraft:
    row = _changeable(session, looked_up(name))
    if row is None:
        raise NotFoundError(f"There is no draft '{name}'", todo="Choose one of the list, or make it.")
    return row


def _changeable(session: Session, name: str) -> ReleaseDraft | None:
    """The row of a draft to change it; nobody else changes it until the transaction ends."""
    turns.wait_for(session, Turn.RELEASE)
    if session.scalar(select(Release.id).where(Release.name == name)) is not None:
        raise LockedError(f"Release '{name}' was cut: its draft stays as it was", todo="Choose another name.")
    return session.scalar(select(ReleaseDraft).where(ReleaseDraft.name == name))


def _drafts(session: Session, name: str | None = None) -> list[Draft]:
    query = select(ReleaseDraft, Release.id).outerjoin(Release, Release.name == ReleaseDraft.name)
    if name is not None:
        query = query.where(ReleaseDraft.name == name)
    rows = session.execute(query.order_by(ReleaseDraft.at.desc(), ReleaseDraft.id.desc())).all()
    people = people_by_id(session, (row.by_id for row, _ in rows))
    return [
        Draft(
            row.name,
            tuple(PlannedCell(**cell) for cell in row.planned),
            tuple(LeftOut(**one) for one in row.left_out),
            people[row.by_id],
            row.at,
            release_id is not None,
        )
        for row, release_id in rows
    ]
