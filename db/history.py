"""The history of one annotation as people read it: moves, flags, comments, and runs of edits; who and when."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import null, select
from sqlalchemy.orm import Session

from annotate.workflow import Action
from db.models import EditLog, LogEntry
from db.moves import load_annotation
from db.people import get_person, people_by_id, require

EDITED = "edited"


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One thing that happened. A run of edits by one person in one round is one line: from `at` to `until`.

    `submission_id` is the round that was frozen by it; `row` what it is about; `cells` how many cells changed.
    """

    at: datetime
    by: str | None
    kind: str
    from_state: str | None = None
    to_state: str | None = None
    why: str | None = None
    row: str | None = None
    submission_id: int | None = None
    until: datetime | None = None
    cells: int = 0
    round: int | None = None


def read_history(session: Session, person_id: int, annotation_id: int) -> list[HistoryLine]:
    """Everything that happened to an annotation, oldest first. Raises NotFoundError, NotAllowedError."""
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=False)
    require(person, Action.LOOK_AT, own=annotation.annotator_id == person.id)
    return sorted(
        (*_entries(session, annotation_id), *_edit_runs(session, annotation_id)), key=lambda line: line.at
    )


def _entries(session: Session, annotation_id: int) -> list[HistoryLine]:
    entries = session.scalars(
        select(LogEntry).where(LogEntry.annotation_id == annotation_id).order_by(LogEntry.id)
    ).all()
    people = people_by_id(session, (entry.by_id for entry in entries))
    lines = []
    for entry in entries:
        by = people[entry.by_id].label if entry.by_id is not None else None
        data = entry.data or {}
        lines.append(
            HistoryLine(
                entry.at, by, entry.kind, entry.from_state, entry.to_state, entry.why, data.get("row"),
                data.get("submission"), round=data.get("round"),
            )
        )  # fmt: skip
    return lines


def _edit_runs(session: Session, annotation_id: int) -> list[HistoryLine]:
    edits = session.execute(
        select(EditLog.at, EditLog.by_id, EditLog.round, EditLog.cells)
        .where(EditLog.annotation_id == annotation_id, EditLog.rejections.is_(null()))
        .order_by(EditLog.id)
    ).all()
    people = people_by_id(session, (edit.by_id for edit in edits))
    runs: list[tuple[datetime, datetime, int, int, int]] = []
    for at, by_id, number, cells in edits:
        if not cells:
            continue
        if runs and runs[-1][2:4] == (by_id, number):
            first, _, _, _, changed = runs[-1]
            runs[-1] = (first, at, by_id, number, changed + len(cells))
        else:
            runs.append((at, at, by_id, number, len(cells)))
    return [
        HistoryLine(first, people[by_id].label, EDITED, until=last, cells=changed, round=number)
        for first, last, by_id, number, changed in runs
    ]
