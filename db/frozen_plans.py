"""Plans as they were frozen last, with all that was decided about them: what a printed report is made of."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.errors import InputError, NotFoundError
from annotate.permissions import Action
from annotate.workflow import State
from db.batches import list_batches
from db.flags import FlagView, flags_of
from db.models import Annotation, Assignment, Batch, BatchQuery, LogEntry, QueryRow, Submission
from db.numbers import find_row
from db.people import Person, get_person, people_by_id, require
from db.queries import title_of
from db.reviews import DecisionView, decisions_of
from db.submissions import FrozenRound, last_rounds
from db.waivers import WaiverView, waivers_of


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A frozen round as lists name it. `kind` is `submitted` or `revised`."""

    round: int
    kind: str
    at: datetime
    by: Person


@dataclass(frozen=True, slots=True)
class FinalStep:
    """A step of the final review: `begin final review` or `make gold`."""

    what: str
    round: int
    at: datetime
    by: Person
    why: str


@dataclass(frozen=True, slots=True)
class FrozenPlan:
    """An annotation with its newest frozen round (None: nothing was submitted) and everything decided about it."""

    annotation_id: int
    set_name: str
    idx: int
    title: str
    batch: str | None
    annotator: Person
    state: State
    frozen: FrozenRound | None
    rounds: tuple[RoundLine, ...]
    decisions: tuple[DecisionView, ...]
    final_steps: tuple[FinalStep, ...]
    waivers: tuple[WaiverView, ...]
    flags: tuple[FlagView, ...]

    @property
    def label(self) -> str:
        """Set, number and whose work it is: `demo 7, A02`."""
        return f"{self.set_name} {self.idx}, {self.annotator.code}"


@dataclass(frozen=True, slots=True)
class BatchLine:
    """A plan of a batch, and whether a round of it is frozen."""

    annotation_id: int
    label: str
    title: str
    state: State
    is_frozen: bool


def look_at_frozen_plan(session: Session, person_id: int, annotation_id: int) -> FrozenPlan:
    """The plan for whoever may look at it: its annotator, experts, leads.

    Raises NotFoundError, and NotAllowedError for another annotator.
    """
    person = get_person(session, person_id)
    annotator_id = _annotation(session, annotation_id).annotator_id
    require(person, Action.LOOK_AT, own=annotator_id == person.id)
    return frozen_plan(session, annotation_id)


def frozen_plan(session: Session, annotation_id: int) -> FrozenPlan:
    """The plan, whoever asks. Raises NotFoundError."""
    annotation = _annotation(session, annotation_id)
    query = session.get_one(QueryRow, annotation.query_id)
    batch = session.scalar(
        select(Batch.name)
        .join(Assignment, Assignment.batch_id == Batch.id)
        .where(Assignment.annotation_id == annotation_id)
    )
    return FrozenPlan(
        annotation_id,
        query.set_name,
        query.idx,
        title_of(query),
        batch,
        people_by_id(session, [annotation.annotator_id])[annotation.annotator_id],
        State(annotation.state),
        last_rounds(session, [annotation_id]).get(annotation_id),
        _rounds(session, annotation_id),
        decisions_of(session, annotation_id),
        _final_steps(session, annotation),
        waivers_of(session, annotation_id),
        flags_of(session, annotation_id),
    )


def find_annotation(session: Session, set_name: str, idx: int) -> int:
    """The annotation of a query: the gold one, else the only one.

    Raises NotFoundError if nobody works on it, InputError if several do and none is gold.
    """
    rows = session.execute(
        select(Annotation.id, Annotation.state, Annotation.annotator_id)
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .where(QueryRow.set_name == set_name, QueryRow.idx == idx, Annotation.state != State.OPEN)
        .order_by(Annotation.id)
    ).all()
    gold = [row for row in rows if row.state == State.GOLD]
    if len(gold or rows) == 1:
        return int((gold or rows)[0].id)
    if not rows:
        raise NotFoundError(
            f"Nobody works on {set_name} {idx}",
            todo="Name the set and the number of a plan that was given out.",
        )
    people = people_by_id(session, (row.annotator_id for row in rows))
    several = ", ".join(f"{row.id} ({people[row.annotator_id].code})" for row in rows)
    raise InputError(
        f"Several people work on {set_name} {idx}",
        expected=f"one of the plans {several}",
        todo="Name it with --plan.",
    )


def plans_of_batch(session: Session, name: str) -> list[BatchLine]:
    """The plans of a batch in its order, those given back left out; three queries. Raises NotFoundError."""
    batch_id = session.scalar(select(Batch.id).where(Batch.name == name))
    if batch_id is None:
        names = ", ".join(sorted(batch.name for batch in list_batches(session))) or "none was made yet"
        raise NotFoundError(f"There is no batch '{name}'", expected=f"one of: {names}")
    is_frozen = select(Submission.id).where(Submission.annotation_id == Annotation.id).exists()
    rows = session.execute(
        select(Annotation, QueryRow, is_frozen)
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .join(Assignment, Assignment.annotation_id == Annotation.id)
        .outerjoin(
            BatchQuery,
            (BatchQuery.batch_id == Assignment.batch_id) & (BatchQuery.query_id == Annotation.query_id),
        )
        .where(Assignment.batch_id == batch_id, Annotation.state != State.OPEN)
        .order_by(BatchQuery.position.is_(None), BatchQuery.position, Annotation.id)
    ).all()
    people = people_by_id(session, (annotation.annotator_id for annotation, _, _ in rows))
    return [
        BatchLine(
            annotation.id,
            f"{query.set_name} {query.idx}, {people[annotation.annotator_id].code}",
            title_of(query),
            State(annotation.state),
            bool(frozen),
        )
        for annotation, query, frozen in rows
    ]


def _annotation(session: Session, annotation_id: int) -> Annotation:
    found = find_row(session, Annotation, annotation_id)
    if found is None:
        raise NotFoundError(f"There is no plan with the number {annotation_id}")
    return found


def _rounds(session: Session, annotation_id: int) -> tuple[RoundLine, ...]:
    rows = session.execute(
        select(Submission.round, Submission.kind, Submission.submitted_at, Submission.by_id)
        .where(Submission.annotation_id == annotation_id)
        .order_by(Submission.id)
    ).all()
    people = people_by_id(session, (row.by_id for row in rows))
    return tuple(RoundLine(row.round, row.kind, row.submitted_at, people[row.by_id]) for row in rows)


def _final_steps(session: Session, annotation: Annotation) -> tuple[FinalStep, ...]:
    """The steps of the final review, which is of the last round."""
    rows = session.execute(
        select(LogEntry.kind, LogEntry.at, LogEntry.by_id, LogEntry.why)
        .where(
            LogEntry.annotation_id == annotation.id,
            LogEntry.kind.in_((Action.BEGIN_FINAL_REVIEW, Action.MAKE_GOLD)),
            LogEntry.by_id.is_not(None),
        )
        .order_by(LogEntry.id)
    ).all()
    people = people_by_id(session, (row.by_id for row in rows))
    return tuple(
        FinalStep(kind, annotation.round, at, people[by_id], why or "")
        for kind, at, by_id, why in rows
        if by_id is not None
    )
