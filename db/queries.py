"""Queries as lists name them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate.names import match_key
from annotate.workflow import State
from db.models import Annotation, Batch, BatchQuery, QueryRow, Skeleton
from db.numbers import is_row_number


@dataclass(frozen=True, slots=True)
class QueryLine:
    """A query that can be given out.

    `given` counts the annotators who have it or had it, `batch` is the open batch that it belongs to, `has_gold` says
    whether a gold plan of it exists.
    """

    query_id: int
    set_name: str
    idx: int
    title: str
    days: int
    level: str | None
    destinations: tuple[str, ...]
    given: int
    batch: str | None
    has_gold: bool


def title_of(query: QueryRow) -> str:
    """Where a query leads: "Bhopal to Jaipur, Udaipur"."""
    asked = query.payload.get("JSON", {}) if isinstance(query.payload, dict) else {}
    goal = asked.get("dest", "")
    return f"{asked.get('org', '')} to {', '.join(map(str, goal)) if isinstance(goal, list) else goal}"


def destinations_of(query: QueryRow) -> tuple[str, ...]:
    """The cities that a query leads to, as written."""
    asked: dict[str, Any] = query.payload.get("JSON", {}) if isinstance(query.payload, dict) else {}
    goal = asked.get("dest") or []
    return tuple(str(city) for city in goal) if isinstance(goal, list) else (str(goal),)


def destination_keys(query: QueryRow) -> frozenset[str]:
    """The cities that a query leads to, as they are compared."""
    return frozenset(match_key(city) for city in destinations_of(query))


def queries_to_give(session: Session) -> list[QueryLine]:
    """Every query with a skeleton that wants times, in the order of sets and numbers; one query."""
    held = select(func.count()).where(Annotation.query_id == QueryRow.id, Annotation.state != State.OPEN)
    gold = select(Annotation.id).where(Annotation.query_id == QueryRow.id, Annotation.state == State.GOLD)
    batch = (
        select(func.min(Batch.name))
        .join(BatchQuery, BatchQuery.batch_id == Batch.id)
        .where(
            BatchQuery.query_id == QueryRow.id,
            BatchQuery.is_hidden_gold.is_(False),
            Batch.closed_at.is_(None),
        )
    )
    rows = session.execute(
        select(
            QueryRow,
            held.correlate(QueryRow).scalar_subquery(),
            batch.correlate(QueryRow).scalar_subquery(),
            gold.correlate(QueryRow).exists(),
        )
        .join(Skeleton, Skeleton.query_id == QueryRow.id)
        .where(Skeleton.is_filled.is_(False))
        .order_by(QueryRow.set_name, QueryRow.idx)
    )
    return [
        QueryLine(
            query.id,
            query.set_name,
            query.idx,
            title_of(query),
            query.days,
            query.level,
            destinations_of(query),
            given,
            name,
            has_gold,
        )
        for query, given, name, has_gold in rows
    ]


def labels_of(session: Session, query_ids: Collection[int]) -> str:
    """Some queries by set and number, as an error names them: "demo 3, demo 5 and 4 more"."""
    shown = 5
    rows = session.execute(
        select(QueryRow.set_name, QueryRow.idx)
        .where(QueryRow.id.in_(sorted(filter(is_row_number, query_ids))[:shown]))
        .order_by(QueryRow.set_name, QueryRow.idx)
    )
    told = ", ".join(f"{name} {idx}" for name, idx in rows)
    more = len(set(query_ids)) - shown
    return f"{told} and {more} more" if more > 0 else told
