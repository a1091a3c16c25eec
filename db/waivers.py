"""Waivers: an expert's record that a finding is accepted, on the round."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.errors import InputError, LockedError
from annotate.workflow import Action, State
from db.cells import checked_text
from db.events import now, record
from db.lineage import has_rows_in
from db.models import Waiver
from db.moves import load_annotation
from db.people import Person, get_person, people_by_id, require
from db.submissions import feedback_on

_STATES = frozenset({State.IN_REVIEW, State.FINAL_REVIEW})


@dataclass(frozen=True, slots=True)
class WaiverView:
    """A finding that an expert accepted on a round."""

    id: int
    round: int
    code: str
    rows: tuple[str, ...]
    reason: str
    by: Person
    at: datetime


def waive(
    session: Session,
    person_id: int,
    annotation_id: int,
    *,
    code: str,
    rows: Sequence[str],
    reason: str,
    at: datetime | None = None,
) -> int:
    """Accepts the finding with this code on these rows; gives the waiver's number.

    Raises NotAllowedError (no expert, or their own plan or rows), LockedError (not in review), InputError (no reason,
    or the plan has no such finding).
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    require(
        person,
        Action.WAIVE,
        own=annotation.annotator_id == person.id,
        has_rows=has_rows_in(session, person, annotation),
    )
    if annotation.state not in _STATES:
        raise LockedError(f"The plan is {annotation.state}; findings are waived in review")
    reason = checked_text(reason, "The reason of a waiver")
    _, _, feedback = feedback_on(annotation)
    if not any(one.code == code and one.rows == tuple(rows) for one in feedback.findings):
        raise InputError(
            f"The plan has no finding {code} on {', '.join(rows) or 'the plan'}",
            todo="Choose one of the plan's findings.",
        )
    moment = at or now()
    waiver = Waiver(
        annotation_id=annotation.id,
        round=annotation.round,
        code=code,
        rows=list(rows),
        reason=reason,
        by_id=person.id,
        at=moment,
    )
    session.add(waiver)
    session.flush()
    record(
        session, kind="waive", at=moment, by_id=person.id, annotation_id=annotation.id, why=reason,
        data={"waiver": waiver.id, "code": code, "rows": list(rows)},
    )  # fmt: skip
    return waiver.id


def waivers_of(session: Session, annotation_id: int) -> tuple[WaiverView, ...]:
    """The waivers of an annotation, oldest first."""
    rows = session.scalars(
        select(Waiver).where(Waiver.annotation_id == annotation_id).order_by(Waiver.id)
    ).all()
    people = people_by_id(session, (row.by_id for row in rows))
    return tuple(
        WaiverView(row.id, row.round, row.code, tuple(row.rows), row.reason, people[row.by_id], row.at)
        for row in rows
    )
