"""The plans that a report is about: which there are, and which of them were chosen."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, func, select, true
from sqlalchemy.orm import InstrumentedAttribute, Session, load_only

from annotate.workflow import State
from db.models import Annotation, Assignment, Batch, QueryRow, Submission
from db.people import Person, people_by_id
from db.queries import destinations_of, title_of


@dataclass(frozen=True, slots=True)
class QualityPlan:
    """An annotation as reports sort and filter it. `cities` are the destinations of its query, as written."""

    annotation_id: int
    query_id: int
    set_name: str
    idx: int
    title: str
    cities: tuple[str, ...]
    days: int
    level: str | None
    risk_profile: str | None
    batch: str | None
    annotator: Person
    state: State
    round: int

    @property
    def label(self) -> str:
        """Set and number."""
        return f"{self.set_name} {self.idx}"


@dataclass(frozen=True, slots=True)
class PlanFilter:
    """Which plans a report is about; an empty part leaves all. Levels, profiles and batches by name, annotators by code."""

    batches: frozenset[str] = frozenset()
    cities: frozenset[str] = frozenset()
    days: frozenset[int] = frozenset()
    risk_profiles: frozenset[str] = frozenset()
    levels: frozenset[str] = frozenset()
    annotators: frozenset[str] = frozenset()

    def keeps(self, plan: QualityPlan) -> bool:
        """Whether a plan fits every part."""
        return (
            _fits(self.batches, plan.batch)
            and (not self.cities or not self.cities.isdisjoint(plan.cities))
            and _fits(self.days, plan.days)
            and _fits(self.risk_profiles, plan.risk_profile)
            and _fits(self.levels, plan.level)
            and _fits(self.annotators, plan.annotator.code)
        )


@dataclass(frozen=True, slots=True)
class Selection:
    """The chosen plans; `is_all` when none was left out, so that a query need not name them."""

    plans: tuple[QualityPlan, ...]
    is_all: bool

    @property
    def ids(self) -> list[int]:
        """Their annotations."""
        return [plan.annotation_id for plan in self.plans]

    def holds(self, annotation_id: InstrumentedAttribute[int] | ColumnElement[int]) -> ColumnElement[bool]:
        """The condition that a row belongs to one of the plans."""
        return true() if self.is_all else annotation_id.in_(self.ids)


def quality_plans(session: Session) -> list[QualityPlan]:
    """Every annotation that somebody has or had, by set, number and annotator; two queries."""
    rows = session.execute(
        select(Annotation, QueryRow, Batch.name)
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .outerjoin(Assignment, Assignment.annotation_id == Annotation.id)
        .outerjoin(Batch, Batch.id == Assignment.batch_id)
        .where(Annotation.state != State.OPEN)
        .options(
            load_only(Annotation.query_id, Annotation.annotator_id, Annotation.state, Annotation.round),
            load_only(
                QueryRow.set_name, QueryRow.idx, QueryRow.payload, QueryRow.days, QueryRow.level,
                QueryRow.risk_profile,
            ),
        )
        .order_by(QueryRow.set_name, QueryRow.idx, Annotation.id)
    ).all()  # fmt: skip
    people = people_by_id(session, {annotation.annotator_id for annotation, _, _ in rows})
    return [
        QualityPlan(
            annotation.id,
            query.id,
            query.set_name,
            query.idx,
            title_of(query),
            destinations_of(query),
            query.days,
            query.level,
            query.risk_profile,
            batch,
            people[annotation.annotator_id],
            State(annotation.state),
            annotation.round,
        )
        for annotation, query, batch in rows
    ]


def choose(plans: Collection[QualityPlan], chosen: PlanFilter) -> Selection:
    """The plans that a filter leaves."""
    kept = tuple(plan for plan in plans if chosen.keeps(plan))
    return Selection(kept, len(kept) == len(plans))


def without_discarded(selection: Selection) -> Selection:
    """The chosen plans that were not discarded."""
    kept = tuple(plan for plan in selection.plans if plan.state is not State.DISCARDED)
    return Selection(kept, selection.is_all and len(kept) == len(selection.plans))


def last_frozen(selection: Selection) -> Select[int]:
    """The last frozen round of each chosen plan that has one, as a query that others are made of."""
    return (
        select(func.max(Submission.id))
        .where(selection.holds(Submission.annotation_id))
        .group_by(Submission.annotation_id)
    )


def _fits(wanted: Collection[object], value: object) -> bool:
    return not wanted or value in wanted
