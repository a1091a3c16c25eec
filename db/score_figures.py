"""The scores of chosen plans in their last frozen round, how their checks went, and the scores of model sets.

Read from the figures that are kept with each frozen round; no plan is read or scored again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from annotate.checks import Checks
from annotate.rule import Group, Verdict, all_rules
from db.model_sets import SetState
from db.models import ModelPlan, ModelSet, RoundScore, RoundVerdict, Submission
from db.quality_plans import Selection, last_frozen


@dataclass(frozen=True, slots=True)
class PlanScore:
    """A score of a plan: value in [0, 1] (None: nothing could be scored), rows scored, all rows."""

    annotation_id: int
    score: str
    value: float | None
    scored: int
    total: int


@dataclass(frozen=True, slots=True)
class PlanChecks:
    """How the commonsense and the hard checks of a plan went."""

    common: Checks
    hard: Checks


@dataclass(frozen=True, slots=True)
class ModelSetFigures:
    """A scored set of model plans: what was summed up of it when it was done."""

    id: int
    name: str
    summary: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ModelScore:
    """A score of a model's plan that was delivered."""

    set_name: str
    risk_profile: str | None
    days: int | None
    score: str
    value: float | None


def plan_scores(session: Session, selection: Selection) -> list[PlanScore]:
    """Every score of each chosen plan in its last frozen round, plan by plan; plans without one are left out. One
    query."""
    rows = session.execute(
        select(
            Submission.annotation_id, RoundScore.score, RoundScore.value, RoundScore.scored, RoundScore.total
        )
        .join(Submission, Submission.id == RoundScore.submission_id)
        .where(Submission.id.in_(last_frozen(selection)))
        .order_by(Submission.annotation_id, RoundScore.score)
    )
    return [PlanScore(*row) for row in rows]


def plan_checks(session: Session, selection: Selection) -> dict[int, PlanChecks]:
    """How the checks of each chosen plan went in its last frozen round, by annotation; added up in one query."""

    def count(group: Group, verdict: Verdict) -> Any:
        is_one = RoundVerdict.code.in_(codes[group]) & (RoundVerdict.verdict == verdict.value)
        return func.sum(case((is_one, 1), else_=0))

    codes = {group: [rule.code for rule, _ in all_rules() if rule.group is group] for group in Group}
    groups, verdicts = (Group.COMMON, Group.HARD), (Verdict.PASS, Verdict.FAIL, Verdict.NOT_CHECKED)
    rows = session.execute(
        select(Submission.annotation_id, *(count(group, verdict) for group in groups for verdict in verdicts))
        .outerjoin(RoundVerdict, RoundVerdict.submission_id == Submission.id)
        .where(Submission.id.in_(last_frozen(selection)))
        .group_by(Submission.annotation_id)
        .order_by(Submission.annotation_id)
    )
    return {
        annotation_id: PlanChecks(Checks(*map(int, counts[:3])), Checks(*map(int, counts[3:])))
        for annotation_id, *counts in rows
    }


def done_model_sets(session: Session) -> list[ModelSetFigures]:
    """The model sets that are scored to the end, by name; one query."""
    rows = session.execute(
        select(ModelSet.id, ModelSet.name, ModelSet.summary)
        .where(ModelSet.state == SetState.DONE, ModelSet.summary.is_not(None))
        .order_by(ModelSet.name)
    )
    return [ModelSetFigures(*row) for row in rows]


def model_scores(session: Session, sets: Iterable[ModelSetFigures]) -> list[ModelScore]:
    """Every score of the delivered plans of some model sets; one query."""
    names = {one.id: one.name for one in sets}
    rows = session.execute(
        select(ModelPlan.model_set_id, ModelPlan.risk_profile, ModelPlan.days, ModelPlan.scores)
        .where(ModelPlan.model_set_id.in_(names), ModelPlan.delivered.is_(True))
        .order_by(ModelPlan.model_set_id, ModelPlan.position)
    )
    return [
        ModelScore(names[set_id], risk_profile, days, score, value)
        for set_id, risk_profile, days, scores in rows
        for score, value in (scores or {}).items()
    ]
