"""Plans as lines of a list with how far each has come; three queries however many plans there are."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from annotate.facts import FACTS_JSON
from annotate.feedback import give_feedback
from annotate.plan import ITINERARY_JSON
from annotate.rule import Group, rule_of
from annotate.workflow import State
from db.models import Annotation, Flag, QueryRow
from db.people import Person, people_by_id
from db.plans import title_of

MISSING_TIME = "CMP002"
"""Counted as progress, not as a finding to fix."""
KEPT_FIGURES = 256
"""Drafts whose figures are kept in memory; the figures of a draft depend on its text and its facts alone."""


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A plan with its query, its people and its figures.

    `times` of `times_wanted` are filled (two for each stop and leg). `to_fix` counts hard and common findings but for
    missing times, `to_explain` advice on a row without a remark. `scores` are value (None: nothing could be scored),
    scored rows and all rows, by score key.
    """

    annotation_id: int
    set_name: str
    idx: int
    title: str
    days: int
    level: str | None
    risk_profile: str | None
    state: State
    round: int
    annotator: Person
    held_by: Person | None
    saved_at: datetime | None
    updated_at: datetime
    open_flags: int
    times: int
    times_wanted: int
    to_fix: int
    to_explain: int
    scores: dict[str, tuple[float | None, int, int]]


def list_plans(
    session: Session, *, annotator_id: int | None = None, states: Collection[State] | None = None
) -> list[PlanLine]:
    """Plans of one annotator or of all, in these states or in any, the one changed last first."""
    open_flags = (
        select(func.count())
        .where(Flag.annotation_id == Annotation.id, Flag.state == "open")
        .correlate(Annotation)
        .scalar_subquery()
    )
    wanted = (
        select(Annotation, QueryRow, open_flags)
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .options(undefer(Annotation.draft), undefer(Annotation.facts))
        .order_by(Annotation.updated_at.desc(), Annotation.id.desc())
    )
    if annotator_id is not None:
        wanted = wanted.where(Annotation.annotator_id == annotator_id)
    if states is not None:
        wanted = wanted.where(Annotation.state.in_([str(state) for state in states]))
    rows = session.execute(wanted).all()
    people = people_by_id(session, (one for row in rows for one in (row[0].annotator_id, row[0].reviewer_id)))
    return [_line(annotation, query, flags, people) for annotation, query, flags in rows]


def _line(annotation: Annotation, query: QueryRow, open_flags: int, people: dict[int, Person]) -> PlanLine:
    times, wanted, to_fix, to_explain, scores = _figures(annotation.draft, annotation.facts)
    return PlanLine(
        annotation.id,
        query.set_name,
        query.idx,
        title_of(query),
        query.days,
        query.level,
        query.risk_profile,
        State(annotation.state),
        annotation.round,
        people[annotation.annotator_id],
        people.get(annotation.reviewer_id) if annotation.reviewer_id is not None else None,
        annotation.saved_at,
        annotation.updated_at,
        open_flags,
        times,
        wanted,
        to_fix,
        to_explain,
        dict(scores),
    )


_Scores = tuple[tuple[str, tuple[float | None, int, int]], ...]


@lru_cache(maxsize=KEPT_FIGURES)
def _figures(draft: str, facts: str) -> tuple[int, int, int, int, _Scores]:
    itinerary = ITINERARY_JSON.validate_json(draft)
    feedback = give_feedback(itinerary, FACTS_JSON.validate_json(facts))
    rows = [row for _, row in itinerary.rows()]
    times = sum((row.start_min is not None) + (row.end_min is not None) for row in rows)
    remarked = {row.row for row in rows if row.remark}
    findings = [(rule_of(one.code).group, one) for one in feedback.findings if one.code != MISSING_TIME]
    to_fix = sum(group in (Group.HARD, Group.COMMON) for group, _ in findings)
    to_explain = sum(group is Group.ADVICE and not set(one.rows) <= remarked for group, one in findings)
    scores = tuple((key, (one.value, one.scored, one.total)) for key, one in feedback.scores.items())
    return times, 2 * len(rows), to_fix, to_explain, scores
