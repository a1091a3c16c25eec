"""What is read of the plans of a model set, for lists and comparisons."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from annotate.plan import ITINERARY_JSON, Itinerary
from annotate.rule import Verdict
from db.models import ModelPlan
from db.plan_figures import PlanFigures, ScoreFigure


@dataclass(frozen=True, slots=True)
class FailedPlan:
    """A plan that counts as failed. `line` is where it stands in the file, None if the file lacks it."""

    idx: int | None
    line: int | None
    risk_profile: str | None
    days: int | None
    reason: str


def figures_of_set(session: Session, set_id: int) -> list[PlanFigures]:
    """What a summary counts of each plan that is scored, in the order of the set; one query."""
    rows = session.scalars(
        select(ModelPlan)
        .where(ModelPlan.model_set_id == set_id, ModelPlan.delivered.is_not(None))
        .order_by(ModelPlan.position)
    )
    return [
        PlanFigures(
            row.idx,
            row.risk_profile,
            row.days,
            bool(row.delivered),
            row.reason,
            {key: ScoreFigure(value, *row.coverage[key]) for key, value in row.scores.items()},
            {code: Verdict(verdict) for code, verdict in row.verdicts.items()},
            tuple(row.asked),
        )
        for row in rows
    ]


def failed_plans(session: Session, set_id: int) -> list[FailedPlan]:
    """The plans that were not delivered, in the order of the set; one query."""
    rows = session.scalars(
        select(ModelPlan)
        .where(ModelPlan.model_set_id == set_id, ModelPlan.delivered.is_(False))
        .order_by(ModelPlan.position)
    )
    return [
        FailedPlan(row.idx, row.line_number, row.risk_profile, row.days, row.reason or "") for row in rows
    ]


def results_of_set(session: Session, set_id: int) -> list[dict[str, Any]]:
    """What a score file says of each plan that is scored, in the order of the set; one query."""
    texts = session.scalars(
        select(ModelPlan.result)
        .where(ModelPlan.model_set_id == set_id, ModelPlan.result.is_not(None))
        .order_by(ModelPlan.position)
    )
    return [json.loads(text) for text in texts if text is not None]


def itineraries_of_set(session: Session, set_id: int, idxs: Collection[int]) -> dict[int, Itinerary]:
    """The delivered plans of some queries by idx; one query."""
    rows = session.scalars(
        select(ModelPlan)
        .where(ModelPlan.model_set_id == set_id, ModelPlan.idx.in_(idxs), ModelPlan.itinerary.is_not(None))
        .options(undefer(ModelPlan.itinerary))
        .order_by(ModelPlan.position.desc())
    )
    return {
        row.idx: ITINERARY_JSON.validate_json(row.itinerary)
        for row in rows
        if row.idx is not None and row.itinerary is not None
    }
