"""Whose rows a merged plan holds: they judge it as little as who merged it."""

from collections.abc import Collection

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from db.models import Annotation, LineageRow, Submission
from db.people import Person


def row_authors(session: Session, annotation_ids: Collection[int] | None = None) -> dict[int, frozenset[int]]:
    """Of each merged plan, of these or of all, the people who annotated a row of its last round; one query."""
    last = select(LineageRow.annotation_id, func.max(LineageRow.round).label("round")).group_by(
        LineageRow.annotation_id
    )
    if annotation_ids is not None:
        last = last.where(LineageRow.annotation_id.in_(annotation_ids))
    newest = last.subquery()
    rows = session.execute(
        select(LineageRow.annotation_id, Annotation.annotator_id)
        .distinct()
        .join(
            newest,
            and_(newest.c.annotation_id == LineageRow.annotation_id, newest.c.round == LineageRow.round),
        )
        .join(Submission, Submission.id == LineageRow.submission_id)
        .join(Annotation, Annotation.id == Submission.annotation_id)
    )
    found: dict[int, set[int]] = {}
    for annotation_id, person_id in rows:
        found.setdefault(annotation_id, set()).add(person_id)
    return {annotation_id: frozenset(people) for annotation_id, people in found.items()}


def has_rows_in(session: Session, person: Person, annotation: Annotation) -> bool:
    """Whether somebody else merged the plan, and rows of it are this person's."""
    if annotation.annotator_id == person.id:
        return False
    return person.id in row_authors(session, [annotation.id]).get(annotation.id, ())
