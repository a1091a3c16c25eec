"""Batches: queries that are given out together, until when, to how many annotators each."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from annotate.errors import InputError, NotFoundError
from annotate.names import match_key
from annotate.permissions import Action
from annotate.workflow import WITH_ANNOTATOR, State
from db import turns
from db.cells import REMARK_CHARS, checked_text, fault_of_text
from db.events import now, record
from db.models import Annotation, Assignment, Batch, BatchQuery, CityExpertise, Skeleton
from db.numbers import LARGEST_NUMBER, find_row, is_row_number
from db.people import Person, get_person, require
from db.queries import labels_of
from db.turns import Turn

MOST_OVERLAP = 20
"""More annotators for one query is a slip of the hand; the project has about 14."""


class BatchKind(StrEnum):
    """What a batch is for."""

    WORK = "work"
    TRAINING = "training"


@dataclass(frozen=True, slots=True)
class BatchView:
    """A batch with its progress.

    `queries` counts its ordinary queries, `places` how many annotations they want in all (None for training: everybody
    it is assigned to), `by_state` the annotations of the batch that were not given back, hidden gold among them.
    """

    id: int
    name: str
    kind: BatchKind
    overlap: int
    gold_every: int | None
    due_on: date | None
    created_at: datetime
    closed_at: datetime | None
    queries: int
    hidden_gold: int
    by_state: dict[State, int]

    @property
    def places(self) -> int | None:
        """How many annotations the batch wants in all."""
        return self.queries * self.overlap if self.kind is BatchKind.WORK else None

    @property
    def given(self) -> int:
        """Annotations that somebody has or had to the end."""
        return sum(self.by_state.values())

    @property
    def handed_in(self) -> int:
        """Annotations that their annotator is done with for now."""
        return sum(number for state, number in self.by_state.items() if state not in WITH_ANNOTATOR)


def list_batches(session: Session) -> list[BatchView]:
    """Every batch with its progress: open ones first, by due date, then by name; three queries."""
    rows = session.scalars(
        select(Batch).order_by(
            Batch.closed_at.is_not(None), Batch.due_on.is_(None), Batch.due_on, Batch.name, Batch.id
        )
    ).all()
    queries: dict[tuple[int, bool], int] = {
        (batch_id, hidden): number
        for batch_id, hidden, number in session.execute(
            select(BatchQuery.batch_id, BatchQuery.is_hidden_gold, func.count()).group_by(
                BatchQuery.batch_id, BatchQuery.is_hidden_gold
            )
        )
    }
    states: dict[int, dict[State, int]] = {}
    for batch_id, state, number in session.execute(
        select(Assignment.batch_id, Annotation.state, func.count())
        .join(Annotation, Annotation.id == Assignment.annotation_id)
        .where(Assignment.batch_id.is_not(None), Annotation.state != State.OPEN)
        .group_by(Assignment.batch_id, Annotation.state)
    ):
        if batch_id is not None:
            states.setdefault(batch_id, {})[State(state)] = number
    return [
        BatchView(
            row.id,
            row.name,
            BatchKind(row.kind),
            row.overlap,
            row.gold_every,
            row.due_on,
            row.created_at,
            row.closed_at,
            queries.get((row.id, False), 0),
            queries.get((row.id, True), 0),
            states.get(row.id, {}),
        )
        for row in rows
    ]


def make_batch(
    session: Session,
    person_id: int,
    name: str,
    *,
    query_ids: Collection[int],
    kind: BatchKind | str = BatchKind.WORK,
    overlap: int = 1,
    due_on: date | None = None,
    gold_every: int | None = None,
    gold_query_ids: Collection[int] = (),
    at: datetime | None = None,
) -> int:
    """Makes a batch of queries in the order given; gives its number.

    `gold_every` mixes one of `gold_query_ids` (queries with a gold plan) behind so many ordinary plans of each
    annotator. Raises NotAllowedError, InputError: an empty or taken name, no query, one without a skeleton that wants
    times, one of another open batch, a training or gold query that has no gold plan, numbers that make no sense.
    """
    person = get_person(session, person_id)
    require(person, Action.MAKE_BATCHES)
    name = checked_text(name, "The name of a batch")
    turns.wait_for(session, Turn.BATCH)
    if session.scalar(select(Batch.id).where(Batch.name == name)) is not None:
        raise InputError(f"There is a batch '{name}' already", todo="Choose another name.")
    if kind not in set(BatchKind):
        raise InputError(f"'{kind}' is no kind of batch", expected=" or ".join(BatchKind))
    if not 1 <= overlap <= MOST_OVERLAP:
        raise InputError(
            f"{overlap} annotators for each query cannot be", expected=f"a number from 1 to {MOST_OVERLAP}"
        )
    if not query_ids:
        raise InputError("A batch needs queries", todo="Choose at least one.")
    if (gold_every is None) != (not gold_query_ids) or not (
        gold_every is None or 1 <= gold_every <= LARGEST_NUMBER
    ):
        raise InputError(
            "Hidden gold needs both the gold queries and behind how many ordinary plans one comes",
            expected=f"a number from 1 to {LARGEST_NUMBER} and at least one query with a gold plan",
        )
    kind = BatchKind(kind)
    if kind is BatchKind.TRAINING and gold_query_ids:
        raise InputError("A training set is compared with gold openly; it hides none")
    both = set(query_ids) & set(gold_query_ids)
    if both:
        raise InputError(f"{labels_of(session, both)} cannot be ordinary and hidden gold at once")
    _check(session, kind, query_ids, hidden=False)
    _check(session, kind, gold_query_ids, hidden=True)
    moment = at or now()
    batch = Batch(
        name=name, kind=kind, overlap=overlap, gold_every=gold_every, due_on=due_on, created_at=moment,
        by_id=person.id,
    )  # fmt: skip
    session.add(batch)
    session.flush()
    _add(session, batch, query_ids, hidden=False)
    _add(session, batch, gold_query_ids, hidden=True)
    _record(session, person, batch, "make batch", moment, {"queries": len(query_ids)})
    return batch.id


def set_due_date(
    session: Session, person_id: int, batch_id: int, due_on: date | None, *, at: datetime | None = None
) -> None:
    """Changes until when the plans of a batch are due; None: no due date."""
    person, batch = _to_change(session, person_id, batch_id)
    before, batch.due_on = batch.due_on, due_on
    told = {"before": before.isoformat() if before else None, "after": due_on.isoformat() if due_on else None}
    _record(session, person, batch, "set due date", at or now(), told)


def set_overlap(
    session: Session, person_id: int, batch_id: int, overlap: int, *, at: datetime | None = None
) -> None:
    """Changes how many annotators each query of a batch wants. Who has one already keeps it."""
    person, batch = _to_change(session, person_id, batch_id)
    if not 1 <= overlap <= MOST_OVERLAP:
        raise InputError(
            f"{overlap} annotators for each query cannot be", expected=f"a number from 1 to {MOST_OVERLAP}"
        )
    before, batch.overlap = batch.overlap, overlap
    _record(session, person, batch, "set overlap", at or now(), {"before": before, "after": overlap})


def close_batch(session: Session, person_id: int, batch_id: int, *, at: datetime | None = None) -> None:
    """Ends the giving out of a batch; who has a plan of it goes on."""
    person, batch = _to_change(session, person_id, batch_id)
    batch.closed_at = at or now()
    _record(session, person, batch, "close batch", batch.closed_at, {})


def set_cities(session: Session, person_id: int, annotator_id: int, cities: Iterable[str]) -> None:
    """Says which cities an annotator knows, in place of what was said before. A lead does this.

    Raises NotAllowedError, NotFoundError, InputError for a name that cannot be kept.
    """
    person = get_person(session, person_id)
    require(person, Action.MAKE_BATCHES)
    get_person(session, annotator_id, in_turn=True)
    named = [" ".join(city.split()) for city in cities if city.strip()]
    for city in named:
        if (fault := fault_of_text(city, "The name of a city", REMARK_CHARS)) is not None:
            raise InputError(fault, todo="Choose a city of the list, or write it again.")
    wanted = {match_key(city): city for city in named}
    present = {
        row.city_key: row
        for row in session.scalars(select(CityExpertise).where(CityExpertise.person_id == annotator_id))
    }
    for key in present.keys() - wanted.keys():
        session.delete(present[key])
    for key in sorted(wanted.keys() - present.keys()):
        session.add(CityExpertise(person_id=annotator_id, city_key=key, city=wanted[key]))
    session.flush()


def cities_known(session: Session) -> dict[int, dict[str, str]]:
    """The cities that each annotator knows, by person: how they are compared, and how they are written."""
    found: dict[int, dict[str, str]] = {}
    for row in session.scalars(select(CityExpertise).order_by(CityExpertise.person_id, CityExpertise.city)):
        found.setdefault(row.person_id, {})[row.city_key] = row.city
    return found


def is_training_plan() -> ColumnElement[bool]:
    """Whether an annotation of the statement belongs to a training set: gold judges it, no expert waits for it."""
    return (
        select(Assignment.id)
        .join(Batch, Batch.id == Assignment.batch_id)
        .where(Assignment.annotation_id == Annotation.id, Batch.kind == BatchKind.TRAINING)
        .correlate(Annotation)
        .exists()
    )


def load_batch(session: Session, batch_id: int, *, to_change: bool) -> Batch:
    """The batch with a number; `to_change` keeps others from changing it until the transaction ends.

    Raises NotFoundError.
    """
    batch = find_row(session, Batch, batch_id, with_for_update=to_change, populate_existing=True)
    if batch is None:
        raise NotFoundError(f"There is no batch {batch_id}", todo="Choose one from the list.")
    return batch


def _to_change(session: Session, person_id: int, batch_id: int) -> tuple[Person, Batch]:
    person = get_person(session, person_id)
    require(person, Action.MAKE_BATCHES)
    batch = load_batch(session, batch_id, to_change=True)
    if batch.closed_at is not None:
        raise InputError(f"The batch '{batch.name}' is closed", todo="Make a new one.")
    return person, batch


def _check(session: Session, kind: BatchKind, query_ids: Collection[int], *, hidden: bool) -> None:
    """Raises InputError for queries that cannot stand in a batch of this kind."""
    wanted = set(query_ids)
    fit = set(
        session.scalars(
            select(Skeleton.query_id).where(
                Skeleton.query_id.in_(list(filter(is_row_number, wanted))), Skeleton.is_filled.is_(False)
            )
        )
    )
    if wanted - fit:
        raise InputError(f"{labels_of(session, wanted - fit) or 'A query'} has no skeleton that wants times")
    if hidden or kind is BatchKind.TRAINING:
        _require_gold(session, wanted)
    if hidden:
        return
    elsewhere = session.execute(
        select(BatchQuery.query_id, Batch.name)
        .join(Batch, Batch.id == BatchQuery.batch_id)
        .where(
            BatchQuery.query_id.in_(wanted),
            BatchQuery.is_hidden_gold.is_(False),
            Batch.closed_at.is_(None),
        )
    ).all()
    if elsewhere:
        told = labels_of(session, {query_id for query_id, _ in elsewhere})
        raise InputError(
            f"{told} belongs to '{elsewhere[0][1]}'", todo="Leave it out, or close that batch first."
        )


def _add(session: Session, batch: Batch, query_ids: Collection[int], *, hidden: bool) -> None:
    last = session.scalar(select(func.max(BatchQuery.position)).where(BatchQuery.batch_id == batch.id)) or 0
    session.add_all(
        BatchQuery(batch_id=batch.id, query_id=query_id, position=last + number, is_hidden_gold=hidden)
        for number, query_id in enumerate(dict.fromkeys(query_ids), start=1)
    )
    session.flush()


def _require_gold(session: Session, query_ids: set[int]) -> None:
    gold = set(
        session.scalars(
            select(Annotation.query_id).where(
                Annotation.query_id.in_(query_ids), Annotation.state == State.GOLD
            )
        )
    )
    if query_ids - gold:
        raise InputError(
            f"{labels_of(session, query_ids - gold)} has no gold plan to compare with",
            todo="Choose queries whose plan is gold.",
        )


def _record(
    session: Session, person: Person, batch: Batch, kind: str, at: datetime, data: Mapping[str, object]
) -> None:
    record(
        session, kind=kind, at=at, by_id=person.id, annotation_id=None,
        data={"batch": batch.id, "name": batch.name, **data},
    )  # fmt: skip
    session.flush()
