"""Looks over the whole database: references, states, frozen rounds, revisions of the tables."""

from collections.abc import Iterator

from sqlalchemy import Connection, and_, func, null, select, text
from sqlalchemy.orm import Session, undefer

from annotate.facts import FACTS_JSON
from annotate.feedback import FEEDBACK_JSON
from annotate.plan import ITINERARY_JSON
from annotate.workflow import State
from db.models import Annotation, Base, EditLog, Submission
from db.schema import current_revision, differences, head_revision
from db.session import engine_for, open_session
from db.submissions import checksum

SUBMITTED_STATES = frozenset(
    {
        State.SUBMITTED,
        State.IN_REVIEW,
        State.CHANGES_REQUESTED,
        State.APPROVED,
        State.FINAL_REVIEW,
        State.GOLD,
    }
)
"""States that only a frozen round leads to."""


def check_database(url: str | None = None) -> list[str]:
    """Every problem as a sentence; empty if everything is whole."""
    revision, head = current_revision(url), head_revision()
    if revision != head:
        return [
            f"The tables are at revision {revision or 'none'}, this code wants {head}: run migrate first."
        ]
    problems = [f"The tables are not those of the models: {one}" for one in differences(url)]
    with engine_for(url).connect() as connection:
        problems += _broken_file(connection)
        problems += _broken_references(connection)
    with open_session(write=False, url=url) as session:
        problems += _wrong_states(session)
        problems += _changed_rounds(session)
        problems += _wrong_revisions(session)
    return problems


def _broken_file(connection: Connection) -> Iterator[str]:
    if connection.dialect.name == "sqlite":
        for (told,) in connection.execute(text("PRAGMA integrity_check")):
            if told != "ok":
                yield f"The database file is damaged: {told}"


def _broken_references(connection: Connection) -> Iterator[str]:
    """Rows that refer to a row that is not there (SQLite checks this only while foreign keys are on)."""
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            for key in column.foreign_keys:
                there = key.column.table.alias()
                missing = ~select(there.c.id).where(there.c.id == column).exists()
                count = connection.scalar(
                    select(func.count()).select_from(table).where(and_(column.is_not(None), missing))
                )
                if count:
                    yield f"{count} rows of {table.name} refer by {column.name} to rows that are not there."


def _wrong_states(session: Session) -> Iterator[str]:
    known = list(State)
    for annotation_id, state in session.execute(
        select(Annotation.id, Annotation.state).where(Annotation.state.not_in(known))
    ):
        yield f"Annotation {annotation_id} is in a state that does not exist: {state}."
    frozen = select(Submission.id).where(Submission.annotation_id == Annotation.id).exists()
    for annotation_id, state in session.execute(
        select(Annotation.id, Annotation.state).where(
            Annotation.state.in_(SUBMITTED_STATES), ~frozen, Annotation.imported_gold.is_(None)
        )
    ):
        yield f"Annotation {annotation_id} is {state} but has no frozen round."
    for query_id, count in session.execute(
        select(Annotation.query_id, func.count())
        .where(Annotation.state == State.GOLD)
        .group_by(Annotation.query_id)
        .having(func.count() > 1)
    ):
        yield f"Query {query_id} has {count} gold plans; it may have one."


def _changed_rounds(session: Session) -> Iterator[str]:
    rows = session.scalars(
        select(Submission)
        .options(undefer(Submission.itinerary), undefer(Submission.facts), undefer(Submission.feedback))
        .order_by(Submission.id)
        .execution_options(yield_per=200)
    )
    for row in rows:
        where = f"Round {row.round} of annotation {row.annotation_id}"
        if checksum(row.itinerary, row.facts, row.feedback) != row.sha256:
            yield f"{where} was changed after it was frozen."
            continue
        for adapter, written, what in (
            (ITINERARY_JSON, row.itinerary, "itinerary"),
            (FACTS_JSON, row.facts, "facts"),
            (FEEDBACK_JSON, row.feedback, "feedback"),
        ):
            try:
                adapter.validate_json(written)
            except ValueError as error:
                yield f"{where}: the {what} cannot be read: {error}"


def _wrong_revisions(session: Session) -> Iterator[str]:
    last = (
        select(EditLog.annotation_id, func.max(EditLog.rev).label("rev"))
        .where(EditLog.rejections.is_(null()))
        .group_by(EditLog.annotation_id)
        .subquery()
    )
    for annotation_id, rev, logged in session.execute(
        select(Annotation.id, Annotation.rev, func.coalesce(last.c.rev, 0))
        .join(last, last.c.annotation_id == Annotation.id, isouter=True)
        .where(Annotation.rev != func.coalesce(last.c.rev, 0))
    ):
        yield f"Annotation {annotation_id} is at revision {rev}, its log of edits at {logged}."
    rounds = select(Submission.annotation_id, Submission.round).subquery()
    for annotation_id, number in session.execute(
        select(rounds.c.annotation_id, rounds.c.round)
        .join(Annotation, Annotation.id == rounds.c.annotation_id)
        .where(rounds.c.round > Annotation.round)
    ):
        yield f"Round {number} of annotation {annotation_id} lies after the round that is being worked on."
