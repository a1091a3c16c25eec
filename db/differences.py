"""Versions of an annotation, each frozen round and the draft, and what changed from one to another."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import null, select
from sqlalchemy.orm import Session

from annotate.difference import Difference, difference
from annotate.errors import NotFoundError
from annotate.facts import Facts
from annotate.feedback import Feedback
from annotate.plan import Itinerary
from annotate.workflow import Action
from db.cells import Value
from db.flags import FlagState, FlagView, flags_of
from db.models import EditLog, Submission
from db.moves import load_annotation
from db.people import Person, get_person, people_by_id, require
from db.submissions import SUBMITTED, feedback_on, rounds_of


@dataclass(frozen=True, slots=True)
class Version:
    """An annotation as it was frozen, or (`submission_id`, `kind` and `at` None) as its draft stands now."""

    submission_id: int | None
    round: int
    kind: str | None
    itinerary: Itinerary
    facts: Facts
    feedback: Feedback
    at: datetime | None
    by: Person | None

    @property
    def label(self) -> str:
        """`round 2`, `round 2, revised`, `the draft`."""
        if self.kind is None:
            return "the draft"
        return f"round {self.round}" + ("" if self.kind == SUBMITTED else f", {self.kind}")


@dataclass(frozen=True, slots=True)
class RoundDifference:
    """What changed from one version to another, with the flags that were opened and closed between them."""

    before: Version
    after: Version
    difference: Difference
    flags_opened: tuple[FlagView, ...]
    flags_closed: tuple[FlagView, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A cell that somebody other than the annotator changed in review: first value, last value, who, when."""

    row: str
    field: str
    before: Value
    after: Value
    by: Person
    at: datetime


def versions_of(session: Session, person_id: int, annotation_id: int) -> tuple[Version, ...]:
    """The frozen rounds, oldest first, and last the draft. Raises NotFoundError, NotAllowedError."""
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=False)
    require(person, Action.LOOK_AT, own=annotation.annotator_id == person.id)
    frozen = [
        Version(one.id, one.round, one.kind, one.itinerary, one.facts, one.feedback, one.submitted_at, one.by)
        for one in rounds_of(session, annotation_id)
    ]
    itinerary, facts, feedback = feedback_on(annotation)
    if frozen and frozen[-1].itinerary == itinerary and frozen[-1].facts == facts:
        feedback = frozen[-1].feedback
    return (*frozen, Version(None, annotation.round, None, itinerary, facts, feedback, None, None))


def compare(
    session: Session, person_id: int, annotation_id: int, before_id: int, after_id: int | None = None
) -> RoundDifference:
    """What changed from one frozen round to another, or (`after_id` None) to the draft.

    Raises NotFoundError (no such round of this annotation), NotAllowedError.
    """
    versions = {one.submission_id: one for one in versions_of(session, person_id, annotation_id)}
    for wanted in (before_id, after_id):
        if wanted not in versions:
            raise NotFoundError(
                f"Plan {annotation_id} has no frozen round {wanted}", todo="Choose one from its history."
            )
    return between(versions[before_id], versions[after_id], flags_of(session, annotation_id))


def between(before: Version, after: Version, flags: tuple[FlagView, ...]) -> RoundDifference:
    """What changed from one version to another of the same annotation, whose flags are given."""
    return RoundDifference(
        before,
        after,
        difference(before.itinerary, after.itinerary, before.feedback, after.feedback),
        tuple(one for one in flags if _lies_between(one.at, before, after)),
        tuple(
            one
            for one in flags
            if one.state is not FlagState.OPEN and _lies_between(one.resolved_at, before, after)
        ),
    )


def _lies_between(moment: datetime | None, before: Version, after: Version) -> bool:
    if moment is None or (before.at is not None and moment <= before.at):
        return False
    return after.at is None or moment <= after.at


def corrections_of(session: Session, annotation_id: int) -> tuple[Correction, ...]:
    """What others than the annotator changed since the annotator last handed it in, one entry for each cell."""
    annotation = load_annotation(session, annotation_id, to_change=False)
    handed_in = session.scalar(
        select(Submission.submitted_at)
        .where(Submission.annotation_id == annotation_id, Submission.kind == SUBMITTED)
        .order_by(Submission.id.desc())
        .limit(1)
    )
    if handed_in is None:
        return ()
    edits = session.scalars(
        select(EditLog)
        .where(
            EditLog.annotation_id == annotation_id,
            EditLog.by_id != annotation.annotator_id,
            EditLog.at >= handed_in,
            EditLog.rejections.is_(null()),
        )
        .order_by(EditLog.id)
    ).all()
    people = people_by_id(session, (edit.by_id for edit in edits))
    found: dict[tuple[str, str], Correction] = {}
    for edit in edits:
        for cell in edit.cells:
            key = cell["row"], cell["field"]
            first = found[key].before if key in found else cell["before"]
            found[key] = Correction(*key, first, cell["after"], people[edit.by_id], edit.at)
    return tuple(one for one in found.values() if one.before != one.after)
