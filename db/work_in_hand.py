"""What annotators have to do now: each plan with its due date, its hold and how long it has rested."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.workflow import WITH_ANNOTATOR, State
from db.activity import active_s_by_plan
from db.events import now
from db.leases import Holding, holdings
from db.models import Annotation, Assignment, Batch, QueryRow
from db.notices import due_date
from db.people import Person, people_by_id
from db.queries import title_of

STUCK_AFTER = timedelta(days=3)
"""A plan that nothing was saved of, or done with, for so long is shown as stuck."""


@dataclass(frozen=True, slots=True)
class PlanInHand:
    """A plan that its annotator has to do something about. `rests_since`: when something last happened to it."""

    annotation_id: int
    set_name: str
    idx: int
    title: str
    state: State
    round: int
    annotator: Person
    batch: str | None
    due_on: date | None
    is_overdue: bool
    rests_since: datetime
    is_stuck: bool
    active_s: int
    hold: Holding | None


def work_in_hand(session: Session, *, at: datetime | None = None) -> list[PlanInHand]:
    """Every plan with an annotator: overdue first, then by due date, then what has rested longest; four queries, five
    while somebody holds a plan.
    """
    moment = at or now()
    rows = session.execute(
        select(Annotation, QueryRow, Batch.name, due_date())
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .join(Assignment, Assignment.annotation_id == Annotation.id, isouter=True)
        .join(Batch, Batch.id == Assignment.batch_id, isouter=True)
        .where(Annotation.state.in_([str(state) for state in WITH_ANNOTATOR]))
        .order_by(due_date().is_(None), due_date(), Annotation.updated_at, Annotation.id)
    ).all()
    people = people_by_id(session, (row[0].annotator_id for row in rows))
    active = active_s_by_plan(session)
    holds = holdings(session, at=at)
    return [
        PlanInHand(
            annotation.id,
            query.set_name,
            query.idx,
            title_of(query),
            State(annotation.state),
            annotation.round,
            people[annotation.annotator_id],
            batch,
            due_on,
            due_on is not None and due_on < moment.date(),
            annotation.updated_at,
            moment - annotation.updated_at >= STUCK_AFTER,
            active.get(annotation.id, 0),
            holds.get(annotation.id),
        )
        for annotation, query, batch, due_on in rows
    ]
