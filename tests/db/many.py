"""Many plans at once, for tests of lists: made by bulk inserts out of one plan that went through the services."""

from datetime import timedelta
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from annotate.workflow import Action, State
from db import batches
from db.models import (
    Annotation,
    Assignment,
    BatchQuery,
    Lease,
    LogEntry,
    Notice,
    QueryRow,
    RoundScore,
    Skeleton,
    Submission,
)
from db.notices import NoticeKind
from db.submissions import checksum
from tests.db.world import NINE, Office

FIRST_ID = 1000
"""Of the copies; a second annotator's annotation of the same query has the id behind the last of them."""
QUERIES_OF_TWO_ANNOTATORS_EVERY = 5


def _values(row: Any, **other: object) -> dict[str, object]:
    return {column.key: getattr(row, column.key) for column in row.__table__.columns} | other


def add_copies(
    session: Session, plan: int, number: int, states: list[State], *, first_id: int = FIRST_ID
) -> range:
    """So many more plans like one: query, skeleton, annotation, frozen round, in these states in turn; gives their ids."""
    annotation = session.get_one(Annotation, plan)
    query = session.get_one(QueryRow, annotation.query_id)
    skeleton = session.scalars(select(Skeleton).where(Skeleton.query_id == query.id)).one()
    ids = range(first_id, first_id + number)
    session.execute(insert(QueryRow), [_values(query, id=one, idx=one) for one in ids])
    session.execute(insert(Skeleton), [_values(skeleton, id=one, query_id=one) for one in ids])
    session.execute(
        insert(Annotation),
        [_values(annotation, id=one, query_id=one, state=str(states[one % len(states)])) for one in ids],
    )
    session.execute(insert(Submission), _rounds(session, plan, {one: one for one in ids}))
    made_gold = session.scalars(
        select(LogEntry).where(LogEntry.annotation_id == plan, LogEntry.kind == Action.MAKE_GOLD)
    ).all()
    gold = [one for one in ids if states[one % len(states)] is State.GOLD]
    if made_gold and gold:
        session.execute(
            insert(LogEntry), [_values(made_gold[0], id=100 * one, annotation_id=one) for one in gold]
        )
    return ids


def _rounds(session: Session, plan: int, of: dict[int, int]) -> list[dict[str, object]]:
    """The frozen round of a plan as one of each of these annotations (id -> number of its query), under the same id."""
    frozen = session.scalars(select(Submission).where(Submission.annotation_id == plan)).one()
    texts = {one: frozen.itinerary.replace('"idx":1', f'"idx":{idx}', 1) for one, idx in of.items()}
    return [
        _values(
            frozen, id=one, annotation_id=one, itinerary=text, sha256=checksum(text, frozen.facts, frozen.feedback)
        )
        for one, text in texts.items()
    ]  # fmt: skip


def add_busy_copies(
    session: Session, office: Office, plan: int, number: int, *, first_id: int = FIRST_ID
) -> None:
    """So many more plans like one that lists have much to say of: in every state, some with a second annotator, held,
    told of, in a batch, with the figures of their round."""
    scores = session.scalars(
        select(RoundScore).join(Submission).where(Submission.annotation_id == plan)
    ).all()
    ids = add_copies(session, plan, number, list(State), first_id=first_id)
    annotation = session.get_one(Annotation, plan)
    seconds = {one: ids.stop + one for one in ids[::QUERIES_OF_TWO_ANNOTATORS_EVERY]}
    session.execute(
        insert(Annotation),
        [
            _values(
                annotation, id=second, query_id=one, annotator_id=office.binod.id, state=str(State.SUBMITTED)
            )
            for one, second in seconds.items()
        ],
    )
    session.execute(
        insert(Submission), _rounds(session, plan, {second: one for one, second in seconds.items()})
    )
    session.execute(
        insert(RoundScore), [_values(score, submission_id=one) for one in ids for score in scores]
    )
    batch = batches.make_batch(session, office.leela.id, f"Batch from {first_id}", query_ids=[ids[0]])
    session.execute(
        insert(BatchQuery),
        [
            {"batch_id": batch, "query_id": one, "position": place, "is_hidden_gold": False}
            for place, one in enumerate(ids[1:], start=2)
        ],
    )
    session.execute(
        insert(Assignment), [{"annotation_id": one, "batch_id": batch, "due_on": NINE.date()} for one in ids]
    )
    until = NINE + timedelta(days=3650)
    session.execute(
        insert(Lease),
        [
            {
                "annotation_id": one, "holder_id": office.asha.id, "client": "tab", "since": NINE,
                "renewed_at": NINE, "expires_at": until,
            }
            for one in ids
        ],
    )  # fmt: skip
    session.execute(
        insert(Notice),
        [
            {
                "person_id": office.asha.id, "kind": str(NoticeKind.RETURNED), "annotation_id": one,
                "text": "Sent back.", "at": NINE, "by_id": office.esha.id,
            }
            for one in ids
        ],
    )  # fmt: skip
