"""Past imports as lines of a list; two queries however many there are."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.models import ImportBatch
from db.people import Person, people_by_id


@dataclass(frozen=True, slots=True)
class ImportLine:
    """One file that was imported: into which table, how many rows, by whom, with how many notes and errors."""

    import_id: int
    label: str
    file_name: str
    kind: str
    rows: int
    imported_at: datetime
    imported_by: Person | None
    as_of: str | None
    problems: int
    sha256: str


def past_imports(session: Session) -> list[ImportLine]:
    """All accepted files, the latest first."""
    rows = session.scalars(select(ImportBatch).order_by(ImportBatch.id.desc())).all()
    people = people_by_id(session, (row.imported_by_id for row in rows))
    return [
        ImportLine(
            row.id,
            row.label,
            row.file_name,
            row.kind,
            row.rows,
            row.imported_at,
            people.get(row.imported_by_id) if row.imported_by_id is not None else None,
            row.as_of,
            sum(one.get("count", 1) for one in row.problems or ()),
            row.sha256,
        )
        for row in rows
    ]
