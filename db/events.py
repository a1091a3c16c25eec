"""The history of annotations: append-only, one entry for each thing that happened."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from db.models import LogEntry
from db.people import people_by_id


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One thing that happened: when, by whom, from which state to which, why."""

    at: datetime
    by: str | None
    kind: str
    from_state: str | None
    to_state: str | None
    why: str | None
    data: dict[str, Any]


def now() -> datetime:
    """This instant, in UTC."""
    return datetime.now(UTC)


def database_now(session: Session) -> datetime:
    """This instant as the database's server has it, so that two machines agree on what is over.

    A SQLite file is on the machine of the one process that serves it, whose clock it has.
    """
    if session.get_bind().dialect.name != "postgresql":
        return now()
    moment: datetime = session.execute(select(func.clock_timestamp())).scalar_one()
    return moment.astimezone(UTC)


def record(
    session: Session,
    *,
    kind: str,
    at: datetime,
    by_id: int | None,
    annotation_id: int | None,
    from_state: str | None = None,
    to_state: str | None = None,
    why: str | None = None,
    data: dict[str, Any] | None = None,
) -> None:
    """Adds an entry to the history."""
    session.add(
        LogEntry(
            kind=kind,
            at=at,
            by_id=by_id,
            annotation_id=annotation_id,
            from_state=from_state,
            to_state=to_state,
            why=why,
            data=data,
        )
    )


def history_of(session: Session, annotation_id: int) -> list[HistoryEntry]:
    """What happened to an annotation, oldest first."""
    rows = session.scalars(
        select(LogEntry).where(LogEntry.annotation_id == annotation_id).order_by(LogEntry.id)
    ).all()
    people = people_by_id(session, (row.by_id for row in rows))
    return [
        HistoryEntry(
            row.at,
            people[row.by_id].label if row.by_id is not None else None,
            row.kind,
            row.from_state,
            row.to_state,
            row.why,
            row.data or {},
        )
        for row in rows
    ]
