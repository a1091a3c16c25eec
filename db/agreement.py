"""What agreement is measured on: queries that several people handed in, each with one frozen round of every person."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate.plan import ITINERARY_JSON, Itinerary
from annotate.workflow import DecisionKind, State
from db.batches import is_training_plan
from db.models import Annotation, Decision, LineageRow, Submission
from db.people import Person, people_by_id
from db.quality_plans import QualityPlan, Selection
from db.submissions import ASKED_AT_ONCE, SUBMITTED

FEWEST_VERSIONS = 2
OverlapKey = tuple[int, tuple[tuple[int, int], ...]]
_OUT = (State.OPEN, State.DISCARDED)


class WhichRound(StrEnum):
    """Which round of each person is compared: the last one handed in, or the first, before any review."""

    LAST = "last"
    FIRST = "first"


@dataclass(frozen=True, slots=True)
class Version:
    """One person's round of a query."""

    submission_id: int
    annotation_id: int
    annotator: Person
    round: int


@dataclass(frozen=True, slots=True)
class OverlappedQuery:
    """A query with the rounds of the two or more people who annotated it, by code. `plan` is a chosen one of them."""

    plan: QualityPlan
    versions: tuple[Version, ...]

    @property
    def query_id(self) -> int:
        """Its number."""
        return self.plan.query_id

    @property
    def key(self) -> "OverlapKey":
        """Which frozen texts are compared: the number of the query, (annotation, submission) of each version."""
        return self.query_id, tuple((one.annotation_id, one.submission_id) for one in self.versions)


def overlapped_queries(
    session: Session, selection: Selection, which: WhichRound = WhichRound.LAST
) -> list[OverlappedQuery]:
    """The queries of the chosen plans that two or more people handed in, with all who did; two queries, no text is read.

    Left out are annotations that were given back or discarded, those that an expert made of others (they would be
    compared with themselves), and training sets, which are measured against their gold (`db.calibration`).
    """
    chosen = {plan.query_id: plan for plan in reversed(selection.plans)}
    number = func.max(Submission.round) if which is WhichRound.LAST else func.min(Submission.round)
    rounds = (
        select(Submission.annotation_id, number.label("number"))
        .where(Submission.kind == SUBMITTED)
        .group_by(Submission.annotation_id)
        .subquery()
    )
    is_made = select(LineageRow.id).where(LineageRow.annotation_id == Annotation.id).exists()
    rows = session.execute(
        select(Annotation.query_id, Submission.id, Annotation.id, Annotation.annotator_id, Submission.round)
        .join(Annotation, Annotation.id == Submission.annotation_id)
        .join(
            rounds,
            (rounds.c.annotation_id == Submission.annotation_id) & (rounds.c.number == Submission.round),
        )
        .where(Submission.kind == SUBMITTED, Annotation.state.not_in(_OUT), ~is_made, ~is_training_plan())
        .order_by(Submission.id)
    ).all()
    by_query: dict[int, list[tuple[int, int, int, int]]] = {}
    for query_id, *row in rows:
        if query_id in chosen:
            by_query.setdefault(query_id, []).append((row[0], row[1], row[2], row[3]))
    several = {one: found for one, found in by_query.items() if len(found) >= FEWEST_VERSIONS}
    people = people_by_id(session, {row[2] for found in several.values() for row in found})
    queries = [
        OverlappedQuery(
            chosen[query_id],
            tuple(
                sorted(
                    (Version(one, plan, people[who], turn) for one, plan, who, turn in found),
                    key=lambda version: version.annotator.code,
                )
            ),
        )
        for query_id, found in several.items()
    ]
    return sorted(queries, key=lambda one: (one.plan.set_name, one.plan.idx))


def frozen_itineraries(session: Session, submission_ids: Collection[int]) -> dict[int, Itinerary]:
    """The plans of frozen rounds, one query for up to `ASKED_AT_ONCE` of them."""
    ids = sorted(set(submission_ids))
    found: dict[int, Itinerary] = {}
    for start in range(0, len(ids), ASKED_AT_ONCE):
        rows = session.execute(
            select(Submission.id, Submission.itinerary).where(
                Submission.id.in_(ids[start : start + ASKED_AT_ONCE])
            )
        )
        found |= {one: ITINERARY_JSON.validate_json(text) for one, text in rows}
    return found


def read_versions(session: Session, keys: Collection[OverlapKey]) -> dict[int, dict[int, Itinerary]]:
    """The plans of overlapped queries: by query, by annotation; one query for up to `ASKED_AT_ONCE` plans."""
    frozen = frozen_itineraries(session, [one for _, versions in keys for _, one in versions])
    return {query: {plan: frozen[one] for plan, one in versions} for query, versions in keys}


def retained_counts(session: Session, selection: Selection) -> tuple[int, int]:
    """How many rounds of the chosen plans experts retained as they were, and how many after a revision; one query."""
    rows = session.execute(
        select(Decision.decision, func.count())
        .where(
            Decision.decision.in_((DecisionKind.RETAIN, DecisionKind.RETAIN_REVISED)),
            selection.holds(Decision.annotation_id),
        )
        .group_by(Decision.decision)
    )
    known: dict[str, int] = dict(iter(rows))
    return known.get(DecisionKind.RETAIN, 0), known.get(DecisionKind.RETAIN_REVISED, 0)
