"""What is free: the next plan of an annotator, and in words why there is none.

Order: what is assigned to the person, then the pool: batches by due date (none: last), the order within the batch,
then queries of no batch. A query is free while fewer people have it than its batch wants (of no batch: one).
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Select, Subquery, func, or_, select
from sqlalchemy.orm import Session

from annotate.workflow import WITH_ANNOTATOR, State
from db.batches import BatchKind
from db.events import database_now
from db.leases import Holding, holdings
from db.models import Annotation, Assignment, Batch, BatchQuery, Skeleton
from db.notices import due_date
from db.people import Person, people_by_id

HOLDERS_NAMED = 3
"""So many of those who hold what is left are named, who holds most first."""


class NothingNext(StrEnum):
    """Why there is no next plan."""

    NOTHING_IMPORTED = "nothing imported yet"
    HELD_BY_OTHERS = "all are held by others"
    YOURS = "what is left is yours"
    HAD_ALREADY = "you had what is free"
    NOTHING_LEFT = "nothing left"


@dataclass(frozen=True, slots=True)
class NextPlan:
    """The plan to work on next, or why there is none: the kind and the sentence."""

    annotation_id: int | None
    why_none: str | None = None
    reason: NothingNext | None = None


@dataclass(frozen=True, slots=True)
class FreePlace:
    """A skeleton that is free for somebody, with the batch it belongs to."""

    skeleton: Skeleton
    batch_id: int | None
    overlap: int
    gold_every: int | None


def home_batches(session: Session, query_ids: Collection[int]) -> dict[int, int]:
    """The open batch that each query belongs to as an ordinary or training query, for those that do."""
    home = _home()
    rows = session.execute(select(home.c.query_id, home.c.id).where(home.c.query_id.in_(set(query_ids))))
    return {row[0]: row[1] for row in rows}


def assigned_to(session: Session, person: Person) -> int | None:
    """The assigned plan that the person should begin first: by due date, then as assigned."""
    return session.scalar(
        select(Annotation.id)
        .join(Assignment, Assignment.annotation_id == Annotation.id, isouter=True)
        .join(Batch, Batch.id == Assignment.batch_id, isouter=True)
        .where(Annotation.annotator_id == person.id, Annotation.state == State.ASSIGNED)
        .order_by(due_date().is_(None), due_date(), Annotation.created_at, Annotation.id)
        .limit(1)
    )


def count_free(session: Session, person: Person) -> int:
    """How many queries are free for a person; nothing is taken or locked."""
    mine = select(Annotation.id).where(
        Annotation.query_id == Skeleton.query_id, Annotation.annotator_id == person.id
    )
    return _count(session, _free(_home(), select(func.count(Skeleton.id))).where(~mine.exists()))


def lock_free_place(session: Session, person: Person) -> FreePlace | None:
    """The first place that is free for a person, locked until the transaction ends; None if there is none.

    Passes over what others are taking at this moment while anything else is free.
    """
    for waits in (False, True):
        while (found := _first_free(session, person, waits=waits)) is not None:
            # Another taker may have committed between the start of that query and its lock.
            if _given(session, found.skeleton.query_id) < found.overlap:
                return found
    return None


def hidden_gold_due(session: Session, person: Person, place: FreePlace) -> Skeleton | None:
    """The hidden gold item that comes before another ordinary plan of the batch, None if none is due or left."""
    if place.batch_id is None or place.gold_every is None:
        return None
    is_gold = (
        select(BatchQuery.is_hidden_gold)
        .where(BatchQuery.batch_id == place.batch_id, BatchQuery.query_id == Annotation.query_id)
        .correlate(Annotation)
        .scalar_subquery()
    )
    taken = session.execute(
        select(is_gold, func.count())
        .select_from(Annotation)
        .join(Assignment, Assignment.annotation_id == Annotation.id)
        .where(Assignment.batch_id == place.batch_id, Annotation.annotator_id == person.id)
        .group_by(is_gold)
    )
    counted: dict[bool, int] = {bool(row[0]): row[1] for row in taken}
    if counted.get(False, 0) // place.gold_every <= counted.get(True, 0):
        return None
    mine = select(Annotation.id).where(
        Annotation.query_id == Skeleton.query_id, Annotation.annotator_id == person.id
    )
    return session.scalar(
        select(Skeleton)
        .join(BatchQuery, BatchQuery.query_id == Skeleton.query_id)
        .where(BatchQuery.batch_id == place.batch_id, BatchQuery.is_hidden_gold.is_(True), ~mine.exists())
        .order_by(BatchQuery.position)
        .limit(1)
    )


def why_nothing(session: Session, person: Person, *, at: datetime | None = None) -> NextPlan:
    """In words why there is no next plan for a person, who holds what is left and until when."""
    total = _count(session, select(func.count()).select_from(Skeleton).where(Skeleton.is_filled.is_(False)))
    if not total:
        return _none(
            NothingNext.NOTHING_IMPORTED,
            "Nothing is imported yet. A lead imports queries with their skeletons.",
        )
    free = _count(session, _free(_home(), select(func.count(Skeleton.id))))
    if free:
        are = "query is" if free == 1 else "queries are"
        return _none(
            NothingNext.HAD_ALREADY,
            f"{free} {are} free, but you have, had or skipped each. A lead can assign one to you.",
        )
    held = _held(session, at)
    others = {one: plans for one, plans in held.items() if one.id != person.id}
    if others:
        return _none(NothingNext.HELD_BY_OTHERS, _who_holds(others))
    mine = sum(len(plans) for plans in held.values())
    if mine:
        are = "query is" if mine == 1 else "queries are"
        return _none(NothingNext.YOURS, f"Nothing else is free: {mine} {are} yours. Finish what you have.")
    return _none(
        NothingNext.NOTHING_LEFT, f"Nothing is left: each of the {total} queries was handed in or has ended."
    )


def _none(reason: NothingNext, words: str) -> NextPlan:
    return NextPlan(None, words, reason)


def _home() -> Subquery:
    """The open batch of each query that is in one, not as hidden gold."""
    return (
        select(
            BatchQuery.query_id,
            BatchQuery.position,
            Batch.id,
            Batch.kind,
            Batch.overlap,
            Batch.due_on,
            Batch.gold_every,
        )
        .join(Batch, Batch.id == BatchQuery.batch_id)
        .where(BatchQuery.is_hidden_gold.is_(False), Batch.closed_at.is_(None))
        .subquery()
    )


def _wanted(home: Subquery) -> ColumnElement[int]:
    return func.coalesce(home.c.overlap, 1)


def _free(home: Subquery, selected: "Select[Any]") -> "Select[Any]":
    """What is selected of the skeletons that fewer people have than want them; a closed batch gives nothing out."""
    given = (
        select(func.count())
        .where(Annotation.query_id == Skeleton.query_id, Annotation.state != State.OPEN)
        .correlate(Skeleton)
        .scalar_subquery()
    )
    in_a_batch = select(BatchQuery.id).where(
        BatchQuery.query_id == Skeleton.query_id, BatchQuery.is_hidden_gold.is_(False)
    )
    return (
        selected.select_from(Skeleton)
        .join(home, home.c.query_id == Skeleton.query_id, isouter=True)
        .where(
            Skeleton.is_filled.is_(False),
            or_(home.c.kind == BatchKind.WORK, home.c.id.is_(None) & ~in_a_batch.exists()),
            given < _wanted(home),
        )
    )


def _first_free(session: Session, person: Person, *, waits: bool) -> FreePlace | None:
    home = _home()
    mine = select(Annotation.id).where(
        Annotation.query_id == Skeleton.query_id, Annotation.annotator_id == person.id
    )
    row = session.execute(
        _free(home, select(Skeleton, home.c.id, _wanted(home), home.c.gold_every))
        .where(~mine.exists())
        .order_by(
            home.c.id.is_(None), home.c.due_on.is_(None), home.c.due_on, home.c.id, home.c.position,
            Skeleton.id,
        )
        .limit(1)
        .with_for_update(of=Skeleton, skip_locked=not waits)
    ).first()  # fmt: skip
    return FreePlace(*row) if row is not None else None


def _given(session: Session, query_id: int) -> int:
    return _count(
        session, select(func.count()).where(Annotation.query_id == query_id, Annotation.state != State.OPEN)
    )


def _count(session: Session, statement: "Select[Any]") -> int:
    return session.scalar(statement) or 0


_Plans = list[tuple[date | None, Holding | None]]
"""The due date of each plan, and who has it open now."""


def _held(session: Session, at: datetime | None) -> dict[Person, _Plans]:
    """Who has to do something on what: the due date and the hold of each plan."""
    rows = session.execute(
        select(Annotation.id, Annotation.annotator_id, due_date())
        .join(Assignment, Assignment.annotation_id == Annotation.id, isouter=True)
        .join(Batch, Batch.id == Assignment.batch_id, isouter=True)
        .where(Annotation.state.in_([str(state) for state in WITH_ANNOTATOR]))
        .order_by(Annotation.id)
    ).all()
    people = people_by_id(session, (row[1] for row in rows))
    open_now = holdings(session, at=at or database_now(session))
    held: dict[Person, _Plans] = {}
    for annotation_id, annotator_id, due_on in rows:
        held.setdefault(people[annotator_id], []).append((due_on, open_now.get(annotation_id)))
    return held


def _who_holds(held: dict[Person, _Plans]) -> str:
    first = sorted(held.items(), key=lambda one: (-len(one[1]), one[0].code))
    told = [
        f"{person.label} holds {len(plans)} ({_until_when(plans)})" for person, plans in first[:HOLDERS_NAMED]
    ]
    rest = sum(len(plans) for _, plans in first[HOLDERS_NAMED:])
    if rest:
        told.append(f"{len(first) - HOLDERS_NAMED} others hold {rest}")
    return f"Nothing is free now; all that is left is held by others: {', '.join(told)}."


def _until_when(plans: _Plans) -> str:
    """The first instant or day at which something may come free."""
    open_now = [hold.expires_at for _, hold in plans if hold is not None]
    days = [due_on for due_on, _ in plans if due_on is not None]
    words = []
    if open_now:
        words.append(f"open now, until {min(open_now):%H:%M} UTC unless renewed")
    words.append(f"due {min(days).isoformat()}" if days else "without a due date")
    return ", ".join(words)
