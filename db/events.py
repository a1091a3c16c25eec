"""The history of annotations: append-only, one entry for each thing that happened."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from db.models import LogEntry


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
