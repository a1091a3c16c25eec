"""Time spent: how long people were active on a plan, from what they did and when.

Evidence is each edit and each activity mark: the screen marks the half minutes in which a hand moved. A pause of up to
`IDLE_AFTER_S` between two signs counts as work, a longer one counts nothing. Drafts, a second tab or a night change
nothing: only instants are compared.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Subquery, case, cast, extract, func, select, union_all
from sqlalchemy.orm import Session

from db.events import database_now
from db.leases import Holding, hold
from db.models import ActivityMark, Annotation, EditLog

IDLE_AFTER_S = 100
"""A longer pause is no work (the annotation screen's own limit)."""
MARK_EVERY_S = 30
"""At most one mark in each span of so many seconds."""


@dataclass(frozen=True, slots=True)
class TimeSpent:
    """How many seconds a person was active on a round of a plan."""

    annotation_id: int
    round: int
    person_id: int
    active_s: int


def beat(
    session: Session,
    person_id: int,
    annotation_id: int,
    client: str,
    *,
    active: bool,
    at: datetime | None = None,
) -> Holding:
    """A sign of life of a screen: renews the hold and, if a hand moved since the last one, marks the activity.

    Says who holds the plan. Raises what `leases.hold` raises.
    """
    moment = at or database_now(session)
    holding = hold(session, person_id, annotation_id, client, at=moment)
    if active and holding.holder.id == person_id:
        mark_activity(session, person_id, annotation_id, at=moment)
    return holding


def mark_activity(session: Session, person_id: int, annotation_id: int, *, at: datetime) -> None:
    """Marks the span of `MARK_EVERY_S` that an instant lies in; a second mark in it adds nothing."""
    start = datetime.fromtimestamp(int(at.timestamp()) // MARK_EVERY_S * MARK_EVERY_S, UTC)
    known = select(ActivityMark.id).where(
        ActivityMark.annotation_id == annotation_id,
        ActivityMark.person_id == person_id,
        ActivityMark.at == start,
    )
    if session.scalar(known) is None:
        now_at = session.scalar(select(Annotation.round).where(Annotation.id == annotation_id))
        session.add(ActivityMark(annotation_id=annotation_id, person_id=person_id, round=now_at, at=start))
        session.flush()


def time_spent(
    session: Session, *, person_id: int | None = None, annotation_ids: Collection[int] | None = None
) -> list[TimeSpent]:
    """Active time by plan, round and person, of one person or all, of these plans or all; one query."""
    spent = _spent(session, person_id, annotation_ids)
    rows = session.execute(select(spent).order_by(*spent.c))
    return [
        TimeSpent(annotation_id, number, one, int(active_s)) for annotation_id, number, one, active_s in rows
    ]


def active_s_by_plan(session: Session, *, annotator_id: int | None = None) -> dict[int, int]:
    """Active seconds of annotators on their own plans, all rounds together; one query."""
    spent = _spent(session, annotator_id, None)
    rows = session.execute(
        select(spent.c.annotation_id, func.sum(spent.c.active_s))
        .join(Annotation, Annotation.id == spent.c.annotation_id)
        .where(Annotation.annotator_id == spent.c.person_id)
        .group_by(spent.c.annotation_id)
    )
    return {annotation_id: int(active_s) for annotation_id, active_s in rows}


def _spent(session: Session, person_id: int | None, annotation_ids: Collection[int] | None) -> Subquery:
    """Active seconds by plan, round and person: the sum of the pauses that are short enough."""
    signs = union_all(
        _signs(session, EditLog, EditLog.by_id, person_id, annotation_ids),
        _signs(session, ActivityMark, ActivityMark.person_id, person_id, annotation_ids),
    ).subquery()
    keys = (signs.c.annotation_id, signs.c.round, signs.c.person_id)
    before = func.lag(signs.c.at_s).over(partition_by=keys, order_by=signs.c.at_s)
    pauses = select(*keys, (signs.c.at_s - before).label("pause_s")).subquery()
    active_s = func.sum(case((pauses.c.pause_s <= IDLE_AFTER_S, pauses.c.pause_s), else_=0))
    by_key = (pauses.c.annotation_id, pauses.c.round, pauses.c.person_id)
    return select(*by_key, active_s.label("active_s")).group_by(*by_key).subquery()


def _signs(
    session: Session,
    model: "type[EditLog] | type[ActivityMark]",
    person: Any,
    person_id: int | None,
    annotation_ids: Collection[int] | None,
) -> Any:
    wanted = select(
        model.annotation_id, model.round, person.label("person_id"), _seconds(session, model.at).label("at_s")
    )
    if person_id is not None:
        wanted = wanted.where(person == person_id)
    if annotation_ids is not None:
        wanted = wanted.where(model.annotation_id.in_(set(annotation_ids)))
    return wanted


def _seconds(session: Session, at: Any) -> ColumnElement[int]:
    """An instant in whole seconds since 1970."""
    seconds = extract("epoch", at)
    return (
        cast(func.floor(seconds), BigInteger) if session.get_bind().dialect.name == "postgresql" else seconds
    )
