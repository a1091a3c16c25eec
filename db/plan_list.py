"""Plans as lines of a list with how far each has come; as many queries however many plans there are."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from annotate.facts import FACTS_JSON
from annotate.feedback import give_feedback
from annotate.plan import ITINERARY_JSON
from annotate.rule import Group, rule_of
from annotate.workflow import WITH_ANNOTATOR, State
from db.activity import active_s_by_plan
from db.batches import is_training_plan
from db.events import now
from db.leases import Holding, holdings
from db.lineage import row_authors
from db.models import Annotation, Assignment, Batch, Flag, QueryRow
from db.notices import due_date
from db.people import Person, people_by_id
from db.plan_summary import PlanSummary

MISSING_TIME = "CMP002"
"""Counted as progress, not as a finding to fix."""
KEPT_FIGURES = 256
"""Drafts whose figures are kept in memory; the figures of a draft depend on its text and its facts alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanLine(PlanSummary):
    """A plan with its query, its people and its figures.

    `times` of `times_wanted` are filled (two for each stop and leg). `to_fix` counts hard and common findings but for
    missing times, `to_explain` advice on a row without a remark. `scores` are value (None: nothing could be scored),
    scored rows and all rows, by score key.
    """

    held_by: Person | None
    open_flags: int
    batch: str | None
    due_on: date | None
    is_overdue: bool
    """The due date has passed and the annotator still has something to do."""
    active_s: int
    """How long the annotator was active on it, all rounds together."""
    hold: Holding | None
    """Who has it open now."""
    times: int
    times_wanted: int
    to_fix: int
    to_explain: int
    scores: dict[str, tuple[float | None, int, int]]


def list_plans(
    session: Session,
    *,
    annotator_id: int | None = None,
    states: Collection[State] | None = None,
    with_training: bool = True,
    today: date | None = None,
) -> list[PlanLine]:
    """Plans of one annotator or of all, in these states or in any but given back, the one changed last first."""
    open_flags = (
        select(func.count())
        .where(Flag.annotation_id == Annotation.id, Flag.state == "open")
        .correlate(Annotation)
        .scalar_subquery()
    )
    wanted = (
        select(Annotation, QueryRow, open_flags, Batch.name, due_date())
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .join(Assignment, Assignment.annotation_id == Annotation.id, isouter=True)
        .join(Batch, Batch.id == Assignment.batch_id, isouter=True)
        .options(undefer(Annotation.draft), undefer(Annotation.facts))
        .order_by(Annotation.updated_at.desc(), Annotation.id.desc())
    )
    if annotator_id is not None:
        wanted = wanted.where(Annotation.annotator_id == annotator_id)
    wanted_states = frozenset(State) - {State.OPEN} if states is None else states
    wanted = wanted.where(Annotation.state.in_([str(state) for state in wanted_states]))
    if not with_training:
        wanted = wanted.where(~is_training_plan())
    rows = session.execute(wanted).all()
    people = people_by_id(session, (one for row in rows for one in (row[0].annotator_id, row[0].reviewer_id)))
    ids = [row[0].id for row in rows]
    authors = row_authors(session) if annotator_id is None else {}
    holds = holdings(session, None if annotator_id is None else ids)
    active = active_s_by_plan(session, annotator_id=annotator_id)
    day = today or now().date()
    return [
        _line(annotation, query, flags, people, batch, due_on, day, active, holds, authors)
        for annotation, query, flags, batch, due_on in rows
    ]


def _line(
    annotation: Annotation,
    query: QueryRow,
    open_flags: int,
    people: dict[int, Person],
    batch: str | None,
    due_on: date | None,
    today: date,
    active: dict[int, int],
    holds: dict[int, Holding],
    authors: dict[int, frozenset[int]],
) -> PlanLine:
    times, wanted, to_fix, to_explain, scores = _figures(annotation.draft, annotation.facts)
    return PlanLine.of(
        annotation,
        query,
        people[annotation.annotator_id],
        row_authors=authors.get(annotation.id, frozenset()),
        held_by=people.get(annotation.reviewer_id) if annotation.reviewer_id is not None else None,
        open_flags=open_flags,
        batch=batch,
        due_on=due_on,
        is_overdue=due_on is not None and due_on < today and annotation.state in WITH_ANNOTATOR,
        active_s=active.get(annotation.id, 0),
        hold=holds.get(annotation.id),
        times=times,
        times_wanted=wanted,
        to_fix=to_fix,
        to_explain=to_explain,
        scores=dict(scores),
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
