"""Frozen rounds: an itinerary with its facts and feedback, as handed in or as the expert left it."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, func, insert, select
from sqlalchemy.orm import Session, undefer

from annotate.facts import FACTS_JSON, Facts
from annotate.feedback import FEEDBACK_JSON, Feedback, give_feedback
from annotate.plan import ITINERARY_JSON, Itinerary
from annotate.profile import DEFAULT_PROFILE, Profile
from db.models import Annotation, RoundScore, RoundVerdict, Submission
from db.people import Person, people_by_id

SUBMITTED, REVISED = "submitted", "revised"
ASKED_AT_ONCE = 10_000
"""A statement may name this many rows; SQLite takes at most 32,766 values in one."""
ROUNDS_AT_ONCE = 100
"""Frozen rounds of a stream that are in memory together: some 100 kB each."""


@dataclass(frozen=True, slots=True)
class FrozenRound:
    """A round as it was frozen. `kind` is `submitted`, or `revised` for the expert's minor revision of it."""

    id: int
    annotation_id: int
    round: int
    kind: str
    itinerary: Itinerary
    facts: Facts
    feedback: Feedback
    profile: Profile
    rules_version: str
    submitted_at: datetime
    by: Person


@dataclass(frozen=True, slots=True)
class ChangedRound:
    """A frozen round whose texts no longer have the checksum that was kept with them."""

    annotation_id: int


def feedback_on(
    annotation: Annotation, profile: Profile = DEFAULT_PROFILE
) -> tuple[Itinerary, Facts, Feedback]:
    """The draft with the facts kept with it and the feedback on both."""
    itinerary = ITINERARY_JSON.validate_json(annotation.draft)
    facts = FACTS_JSON.validate_json(annotation.facts)
    return itinerary, facts, give_feedback(itinerary, facts, profile)


def freeze(
    session: Session,
    annotation: Annotation,
    person: Person,
    kind: str,
    *,
    feedback: Feedback,
    profile: Profile,
    at: datetime,
) -> Submission:
    """Freezes the draft, the facts kept with it and the feedback on both, byte for byte."""
    written = FEEDBACK_JSON.dump_json(feedback).decode()
    row = Submission(
        annotation_id=annotation.id,
        round=annotation.round,
        kind=kind,
        itinerary=annotation.draft,
        facts=annotation.facts,
        feedback=written,
        profile=profile.model_dump(mode="json"),
        rules_version=feedback.rules_version,
        sha256=checksum(annotation.draft, annotation.facts, written),
        submitted_at=at,
        by_id=person.id,
    )
    session.add(row)
    session.flush()
    _note_figures(session, row.id, feedback)
    return row


def _note_figures(session: Session, submission_id: int, feedback: Feedback) -> None:
    """Repeats values and verdicts of frozen feedback in tables of their own, for reports on many rounds."""
    scores, verdicts = figures_of(submission_id, feedback)
    if scores:
        session.execute(insert(RoundScore), scores)
    if verdicts:
        session.execute(insert(RoundVerdict), verdicts)


def figures_of(submission_id: int, feedback: Feedback) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of `round_scores` and of `round_verdicts` for a frozen round."""
    return (
        [
            {"submission_id": submission_id, "score": key, "value": score.value, "scored": score.scored,
             "total": score.total}
            for key, score in feedback.scores.items()
        ],
        [
            {"submission_id": submission_id, "code": code, "verdict": verdict.value,
             "findings": len(feedback.outcomes[code].findings)}
            for code, verdict in feedback.verdicts.items()
        ],
    )  # fmt: skip


def checksum(itinerary: str, facts: str, feedback: str) -> str:
    """SHA-256 of the three frozen texts, a line feed between them."""
    return hashlib.sha256("\n".join((itinerary, facts, feedback)).encode()).hexdigest()


def rounds_of(session: Session, annotation_id: int) -> list[FrozenRound]:
    """The frozen rounds of an annotation, oldest first."""
    return _read(session, Submission.annotation_id == annotation_id)


def last_rounds(session: Session, annotation_ids: Iterable[int]) -> dict[int, FrozenRound]:
    """The newest frozen round of each annotation that has one, in two queries for up to `ASKED_AT_ONCE` of them."""
    ids = list(annotation_ids)
    found: dict[int, FrozenRound] = {}
    for start in range(0, len(ids), ASKED_AT_ONCE):
        newest = (
            select(func.max(Submission.id))
            .where(Submission.annotation_id.in_(ids[start : start + ASKED_AT_ONCE]))
            .group_by(Submission.annotation_id)
        )
        found |= {one.annotation_id: one for one in _read(session, Submission.id.in_(newest))}
    return found


def stream_last_rounds(
    session: Session, annotation_ids: Iterable[int]
) -> Iterator[FrozenRound | ChangedRound]:
    """The newest frozen round of each annotation that has one, by annotation, `ROUNDS_AT_ONCE` of them in memory.

    As many queries for one as for `ASKED_AT_ONCE` of them.
    """
    ids = sorted(annotation_ids)
    for start in range(0, len(ids), ASKED_AT_ONCE):
        newest = (
            select(func.max(Submission.id))
            .where(Submission.annotation_id.in_(ids[start : start + ASKED_AT_ONCE]))
            .group_by(Submission.annotation_id)
        )
        which = Submission.id.in_(newest)
        people = people_by_id(session, session.scalars(select(Submission.by_id).where(which).distinct()))
        rows = _with_texts(which).order_by(Submission.annotation_id)
        for row in session.scalars(rows.execution_options(yield_per=ROUNDS_AT_ONCE)):
            if checksum(row.itinerary, row.facts, row.feedback) == row.sha256:
                yield _frozen(row, people)
            else:
                yield ChangedRound(row.annotation_id)


def _read(session: Session, which: ColumnElement[bool]) -> list[FrozenRound]:
    rows = session.scalars(_with_texts(which).order_by(Submission.id)).all()
    people = people_by_id(session, (row.by_id for row in rows))
    return [_frozen(row, people) for row in rows]


def _with_texts(which: ColumnElement[bool]) -> Select[Submission]:
    texts = (Submission.itinerary, Submission.facts, Submission.feedback)
    return select(Submission).where(which).options(*map(undefer, texts))


def _frozen(row: Submission, people: Mapping[int, Person]) -> FrozenRound:
    return FrozenRound(
        row.id,
        row.annotation_id,
        row.round,
        row.kind,
        ITINERARY_JSON.validate_json(row.itinerary),
        FACTS_JSON.validate_json(row.facts),
        FEEDBACK_JSON.validate_json(row.feedback),
        Profile.model_validate(row.profile),
        row.rules_version,
        row.submitted_at,
        people[row.by_id],
    )
