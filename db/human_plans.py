"""The plans that people made for a set of queries, as model plans are compared with them."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from annotate.plan import ITINERARY_JSON, Itinerary
from annotate.rule import Verdict, all_rules
from annotate.workflow import State
from db.models import Annotation, QueryRow, RoundScore, RoundVerdict, Submission
from db.plan_figures import PlanFigures, ScoreFigure


@dataclass(frozen=True, slots=True)
class HumanPlan:
    """A plan of a person by its query's idx. `submission_id` is its newest frozen round, None for an imported gold line."""

    idx: int
    annotation_id: int
    submission_id: int | None
    state: State
    days: int
    risk_profile: str | None


def plans_of_people(session: Session, query_set: str, states: Collection[State]) -> list[HumanPlan]:
    """The plans of a set of queries in some states, one for each query, by idx; one query.

    Of several of one query the one that stands nearest to gold counts (the order of `State`), then the oldest.
    """
    newest = (
        select(func.max(Submission.id))
        .where(Submission.annotation_id == Annotation.id)
        .correlate(Annotation)
        .scalar_subquery()
    )
    rows = session.execute(
        select(QueryRow.idx, Annotation.id, newest, Annotation.state, QueryRow.days, QueryRow.risk_profile)
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .where(QueryRow.set_name == query_set, Annotation.state.in_(states))
        .order_by(Annotation.id)
    )
    order = list(State)
    found: dict[int, HumanPlan] = {}
    for idx, annotation_id, submission_id, state, days, risk in rows:
        plan = HumanPlan(idx, annotation_id, submission_id, State(state), days, risk)
        known = found.setdefault(idx, plan)
        if order.index(plan.state) > order.index(known.state):
            found[idx] = plan
    return [found[idx] for idx in sorted(found)]


def itineraries_of(session: Session, annotation_ids: Iterable[int]) -> dict[int, Itinerary]:
    """The itinerary of each annotation: its newest frozen round, the draft where none was frozen; two queries."""
    ids = sorted(set(annotation_ids))
    newest = (
        select(func.max(Submission.id))
        .where(Submission.annotation_id.in_(ids))
        .group_by(Submission.annotation_id)
    )
    texts: dict[int, str] = {
        row[0]: row[1]
        for row in session.execute(
            select(Submission.annotation_id, Submission.itinerary).where(Submission.id.in_(newest))
        )
    }
    rest = [number for number in ids if number not in texts]
    texts |= {
        row[0]: row[1]
        for row in session.execute(select(Annotation.id, Annotation.draft).where(Annotation.id.in_(rest)))
    }
    return {number: ITINERARY_JSON.validate_json(text) for number, text in texts.items()}


def figures_of_people(session: Session, plans: Collection[HumanPlan]) -> list[PlanFigures]:
    """What a summary counts of plans of people, in their order; three queries.

    Rules on remarks and rationales are left out: model plans are not asked for them.
    """
    submissions = [plan.submission_id for plan in plans if plan.submission_id is not None]
    scores: dict[int, dict[str, ScoreFigure]] = {}
    for row in session.scalars(select(RoundScore).where(RoundScore.submission_id.in_(submissions))):
        scores.setdefault(row.submission_id, {})[row.score] = ScoreFigure(row.value, row.scored, row.total)
    verdicts: dict[int, dict[str, Verdict]] = {}
    left_out = {rule.code for rule, _ in all_rules() if rule.for_annotations_only}
    known = {rule.code for rule, _ in all_rules()} - left_out
    for judged in session.scalars(select(RoundVerdict).where(RoundVerdict.submission_id.in_(submissions))):
        if judged.code in known:
            verdicts.setdefault(judged.submission_id, {})[judged.code] = Verdict(judged.verdict)
    imported = [plan.annotation_id for plan in plans if plan.submission_id is None]
    lines = {
        row.id: json.loads(row.imported_gold)
        for row in session.scalars(
            select(Annotation)
            .where(Annotation.id.in_(imported), Annotation.imported_gold.is_not(None))
            .options(undefer(Annotation.imported_gold))
        )
        if row.imported_gold is not None
    }
    found = []
    for plan in plans:
        if plan.submission_id is not None:
            of_scores, of_rules = scores.get(plan.submission_id, {}), verdicts.get(plan.submission_id, {})
        else:
            line = lines.get(plan.annotation_id, {"scores": {}, "verdicts": {}})
            of_scores = {
                key: ScoreFigure(one.get("value"), one.get("scored") or 0, one.get("total") or 0)
                for key, one in line["scores"].items()
                if one
            }
            of_rules = {code: Verdict(verdict) for code, verdict in line["verdicts"].items() if code in known}
        found.append(PlanFigures(plan.idx, plan.risk_profile, plan.days, True, None, of_scores, of_rules))
    return found
