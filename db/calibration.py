"""Annotations beside what they are measured against: gold, or the expert's revision of the same round."""

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased, undefer

from annotate.errors import LockedError, NotFoundError
from annotate.permissions import Action
from annotate.plan import ITINERARY_JSON, Itinerary
from annotate.workflow import WITH_ANNOTATOR, State
from db.batches import BatchKind
from db.models import Annotation, Assignment, Batch, BatchQuery, Submission
from db.moves import load_annotation
from db.people import Person, get_person, people_by_id, require
from db.submissions import REVISED, SUBMITTED


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


def pairs(session: Session, *, annotator_id: int | None = None) -> list[Pair]:
    """Everything that can be measured: last handed in against gold of others (training sets and hidden gold), and each
    round that an expert revised; of one annotator or all, three queries.
    """
    found = [*_against_gold(session, annotator_id), *_against_experts(session, annotator_id)]
    people = people_by_id(session, (one[1] for one in found))
    return [
        Pair(annotation_id, people[one], against, _read(theirs), _read(reference))
        for annotation_id, one, against, theirs, reference in found
    ]


_Found = list[tuple[int, int, Against, str, str]]


def _against_gold(session: Session, annotator_id: int | None) -> _Found:
    gold = aliased(Annotation)
    later = aliased(Submission)
    wanted = (
        select(Submission, Annotation.annotator_id, gold)
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
        .options(undefer(Submission.itinerary), undefer(gold.draft))
        .order_by(Submission.id)
    )
    if annotator_id is not None:
        wanted = wanted.where(Annotation.annotator_id == annotator_id)
    return [
        (row.annotation_id, one, Against.GOLD, row.itinerary, reference.draft)
        for row, one, reference in session.execute(wanted)
    ]


def _against_experts(session: Session, annotator_id: int | None) -> _Found:
    revised = aliased(Submission)
    wanted = (
        select(Submission, Annotation.annotator_id, revised)
        .join(Annotation, Annotation.id == Submission.annotation_id)
        .join(
            revised,
            (revised.annotation_id == Submission.annotation_id)
            & (revised.round == Submission.round)
            & (revised.kind == REVISED),
        )
        .where(Submission.kind == SUBMITTED)
        .options(undefer(Submission.itinerary), undefer(revised.itinerary))
        .order_by(Submission.id)
    )
    if annotator_id is not None:
        wanted = wanted.where(Annotation.annotator_id == annotator_id)
    return [
        (row.annotation_id, one, Against.EXPERT, row.itinerary, reference.itinerary)
        for row, one, reference in session.execute(wanted)
    ]


def _read(text: str) -> Itinerary:
    return ITINERARY_JSON.validate_json(text)
