"""Annotations beside what they are measured against: gold, or the expert's revision of the same round."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, aliased

from annotate.errors import LockedError, NotFoundError
from annotate.permissions import Action
from annotate.plan import ITINERARY_JSON, Itinerary
from annotate.workflow import WITH_ANNOTATOR, State
from db.agreement import frozen_itineraries
from db.batches import BatchKind
from db.models import Annotation, Assignment, Batch, BatchQuery, LogEntry, Submission
from db.moves import load_annotation
from db.people import Person, get_person, people_by_id, require
from db.people_figures import APPROVED_STATES
from db.quality_plans import Selection
from db.submissions import ASKED_AT_ONCE, REVISED, SUBMITTED

THEIRS, REFERENCE = 1, 2
"""The two plans of a pair."""
HIDDEN_TOGETHER = 5
"""An annotator's plans beside hidden gold count for themselves only in groups of so many."""


class Against(StrEnum):
    """What an annotation is measured against."""

    GOLD = "gold"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class Pair:
    """What an annotator handed in, and the same plan as gold or as an expert left it."""

    annotation_id: int
    annotator: Person
    against: Against
    theirs: Itinerary
    reference: Itinerary


def is_training(session: Session, annotation_id: int) -> bool:
    """Whether a plan belongs to a training set."""
    kind = session.scalar(
        select(Batch.kind)
        .join(Assignment, Assignment.batch_id == Batch.id)
        .where(Assignment.annotation_id == annotation_id)
    )
    return kind == BatchKind.TRAINING


def compare_with_gold(session: Session, person_id: int, annotation_id: int) -> Pair:
    """A training plan as handed in last beside its gold, for its annotator, experts and leads.

    Raises NotFoundError for a plan of no training set (what a hidden gold item is stays hidden), LockedError before it
    is handed in, NotAllowedError.
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=False)
    require(person, Action.LOOK_AT, own=annotation.annotator_id == person.id)
    if not is_training(session, annotation_id):
        raise NotFoundError("This plan is of no training set", todo="Choose a plan of a training set.")
    if State(annotation.state) in WITH_ANNOTATOR:
        raise LockedError(
            f"The plan is {annotation.state}; its gold is shown after it is handed in",
            todo="Submit it first.",
        )
    gold = session.scalar(
        select(Annotation.draft).where(
            Annotation.query_id == annotation.query_id, Annotation.state == State.GOLD
        )
    )
    handed_in = session.scalar(
        select(Submission.itinerary)
        .where(Submission.annotation_id == annotation_id, Submission.kind == SUBMITTED)
        .order_by(Submission.round.desc())
        .limit(1)
    )
    if gold is None or handed_in is None:
        raise NotFoundError("The query has no gold plan any more, or nothing was handed in")
    annotator = people_by_id(session, [annotation.annotator_id])[annotation.annotator_id]
    return Pair(annotation_id, annotator, Against.GOLD, _read(handed_in), _read(gold))


@dataclass(frozen=True, slots=True)
class PairKey:
    """Which two frozen texts stand side by side: a round handed in, and the expert's revision of it or a gold annotation."""

    annotation_id: int
    query_id: int
    annotator_id: int
    against: Against
    theirs_id: int
    reference_id: int


def pairs(session: Session, *, annotator_id: int | None = None) -> list[Pair]:
    """Everything that can be measured: last handed in against gold of others (training sets and hidden gold), and each
    round that an expert revised; of one annotator or all, five queries.
    """
    return read_pairs(session, pair_keys(session, annotator_id=annotator_id))


def pair_keys(
    session: Session, *, annotator_id: int | None = None, selection: Selection | None = None
) -> list[PairKey]:
    """Which pairs there are, of one annotator or all, of all plans or the chosen ones; two queries, no text is read."""
    only = [] if annotator_id is None else [Annotation.annotator_id == annotator_id]
    only += [] if selection is None else [selection.holds(Annotation.id)]
    return [
        PairKey(plan, query, who, against, theirs, reference)
        for against, wanted in ((Against.GOLD, _against_gold()), (Against.EXPERT, _against_experts()))
        for plan, query, who, theirs, reference in session.execute(wanted.where(*only))
    ]


def told_to_annotators(session: Session, keys: Sequence[PairKey]) -> list[PairKey]:
    """Those of the pairs that annotators may be told of without learning which plans are hidden gold; one query.

    A plan beside hidden gold counts once it is approved, in the order of approval, and in whole groups of
    `HIDDEN_TOGETHER` of its annotator: no figure moves when one such plan is handed in, withdrawn or handed in again.
    """
    rows = session.execute(
        select(Annotation.id, Annotation.state, func.max(LogEntry.id))
        .join(Assignment, Assignment.annotation_id == Annotation.id)
        .join(
            BatchQuery,
            (BatchQuery.batch_id == Assignment.batch_id) & (BatchQuery.query_id == Annotation.query_id),
        )
        .outerjoin(
            LogEntry, (LogEntry.annotation_id == Annotation.id) & (LogEntry.to_state == State.APPROVED)
        )
        .where(BatchQuery.is_hidden_gold)
        .group_by(Annotation.id, Annotation.state)
    ).all()
    hidden = {row[0] for row in rows}
    approvals = {row[0]: row[2] for row in rows if row[1] in APPROVED_STATES and row[2] is not None}
    approved: dict[int, list[int]] = defaultdict(list)
    beside_gold = [key for key in keys if key.against is Against.GOLD and key.annotation_id in approvals]
    for key in sorted(beside_gold, key=lambda one: approvals[one.annotation_id]):
        approved[key.annotator_id].append(key.annotation_id)
    told = {
        number
        for numbers in approved.values()
        for number in numbers[: len(numbers) // HIDDEN_TOGETHER * HIDDEN_TOGETHER]
    }
    return [
        key
        for key in keys
        if key.against is not Against.GOLD or key.annotation_id not in hidden or key.annotation_id in told
    ]


def read_pairs(session: Session, keys: Sequence[PairKey]) -> list[Pair]:
    """The pairs with their plans, in the order of the keys; three queries for up to `ASKED_AT_ONCE` texts of a kind."""
    submissions = {key.theirs_id for key in keys}
    submissions |= {key.reference_id for key in keys if key.against is Against.EXPERT}
    frozen = frozen_itineraries(session, submissions)
    gold_ids = sorted({key.reference_id for key in keys if key.against is Against.GOLD})
    gold: dict[int, Itinerary] = {}
    for start in range(0, len(gold_ids), ASKED_AT_ONCE):
        rows = session.execute(
            select(Annotation.id, Annotation.draft).where(
                Annotation.id.in_(gold_ids[start : start + ASKED_AT_ONCE])
            )
        )
        gold |= {one: _read(text) for one, text in rows}
    people = people_by_id(session, {key.annotator_id for key in keys})
    return [
        Pair(
            key.annotation_id,
            people[key.annotator_id],
            key.against,
            frozen[key.theirs_id],
            (gold if key.against is Against.GOLD else frozen)[key.reference_id],
        )
        for key in keys
    ]


def read_compared(session: Session, keys: Sequence[PairKey]) -> dict[int, dict[int, Itinerary]]:
    """The plans of pairs, by the round that was handed in: {THEIRS: as handed in, REFERENCE: what it is measured against}."""
    return {
        key.theirs_id: {THEIRS: pair.theirs, REFERENCE: pair.reference}
        for key, pair in zip(keys, read_pairs(session, keys), strict=True)
    }


_Keys = Select[int, int, int, int, int]


def _against_gold() -> _Keys:
    gold = aliased(Annotation)
    later = aliased(Submission)
    return (
        select(Submission.annotation_id, Annotation.query_id, Annotation.annotator_id, Submission.id, gold.id)
        .join(Annotation, Annotation.id == Submission.annotation_id)
        .join(Assignment, Assignment.annotation_id == Annotation.id)
        .join(Batch, Batch.id == Assignment.batch_id)
        .join(
            BatchQuery,
            (BatchQuery.batch_id == Batch.id) & (BatchQuery.query_id == Annotation.query_id),
        )
        .join(gold, (gold.query_id == Annotation.query_id) & (gold.state == State.GOLD))
        .where(
            Submission.kind == SUBMITTED,
            gold.id != Annotation.id,
            BatchQuery.is_hidden_gold | (Batch.kind == BatchKind.TRAINING),
            ~select(later.id)
            .where(
                later.annotation_id == Submission.annotation_id,
                later.kind == SUBMITTED,
                later.round > Submission.round,
            )
            .exists(),
        )
        .order_by(Submission.id)
    )


def _against_experts() -> _Keys:
    revised = aliased(Submission)
    return (
        select(
            Submission.annotation_id, Annotation.query_id, Annotation.annotator_id, Submission.id, revised.id
        )
        .join(Annotation, Annotation.id == Submission.annotation_id)
        .join(
            revised,
            (revised.annotation_id == Submission.annotation_id)
            & (revised.round == Submission.round)
            & (revised.kind == REVISED),
        )
        .where(Submission.kind == SUBMITTED)
        .order_by(Submission.id)
    )


def _read(text: str) -> Itinerary:
    return ITINERARY_JSON.validate_json(text)
