"""What whoever scores a model set asks and tells, in short transactions: take it up, the next plans, their results.

One process scores at a time. It proves with the set's word that the set is still its own: one that was thought dead,
or whose set was cancelled or deleted, keeps nothing any more.
"""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import PurePath
from typing import Any

from sqlalchemy import case, func, select, update
from sqlalchemy.orm import Session, undefer

from annotate.plan import Itinerary
from annotate.profile import RULES_VERSION, Profile
from annotate.workflow import State
from db.events import database_now
from db.human_plans import itineraries_of, plans_of_people
from db.model_sets import UNDER_WAY, SetState, forget_results
from db.models import ModelPlan, ModelSet
from db.plan_figures import PlanFigures
from db.plan_lines import PlanLine

SILENT_S = 60
"""Whoever scores says so after every few plans; after this much silence somebody else takes over."""
MOST_TRIES = 3
"""A set at which the scoring ended so often without one plan more is given up."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to score a set, proved by its word."""

    set_id: int
    word: str


@dataclass(frozen=True, slots=True)
class Work:
    """What a set is scored with. `references` are gold plans by idx."""

    set_name: str
    profile: Profile
    references: dict[int, Itinerary]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A plan that is to be scored."""

    plan_id: int
    line: PlanLine


@dataclass(frozen=True, slots=True)
class Result:
    """What a plan was scored: its figures, what a score file says of it, itself as it was understood (as JSON)."""

    plan_id: int
    figures: PlanFigures
    data: dict[str, Any]
    itinerary: str | None


def is_somebody_wanted(session: Session, *, at: datetime | None = None) -> bool:
    """Whether a set waits to be scored, or is left by whoever scored it, and nobody is at work; one query."""
    silent_since = (at or database_now(session)) - timedelta(seconds=SILENT_S)
    at_work = (ModelSet.state == SetState.SCORING) & (ModelSet.heartbeat_at > silent_since)
    under_way, busy = session.execute(
        select(func.count(), func.coalesce(func.sum(case((at_work, 1), else_=0)), 0)).where(
            ModelSet.state.in_(UNDER_WAY)
        )
    ).one()
    return bool(under_way) and not busy


def claim_next(session: Session, *, embedder: str | None, at: datetime | None = None) -> Claim | None:
    """Take up the set that was left, else the one that waits longest; None while somebody is at work or nothing waits.

    A set whose rules or embedder have changed since is scored from its beginning: results of two kinds are not mixed.
    """
    moment = at or database_now(session)
    if not is_somebody_wanted(session, at=moment):
        return None
    rows = session.scalars(
        select(ModelSet)
        .where(ModelSet.state.in_(UNDER_WAY))
        .order_by((ModelSet.state == SetState.WAITING), ModelSet.id)
        .with_for_update(skip_locked=True)
    ).all()
    for row in rows:
        if row.tries >= MOST_TRIES:
            row.state, row.worker = SetState.FAILED, None
            row.error = (
                f"The scoring ended {MOST_TRIES} times after {row.done} of {row.total} plans. "
                "The server's log says why."
            )
            continue
        if row.done and (row.rules_version, row.embedder) != (RULES_VERSION, embedder):
            forget_results(session, row)
        if row.reference_plans is None:
            gold = plans_of_people(session, row.query_set, [State.GOLD]) if row.query_set else []
            row.reference_plans = {str(plan.idx): plan.annotation_id for plan in gold}
        row.rules_version, row.embedder = RULES_VERSION, embedder
        row.state, row.heartbeat_at, row.worker = SetState.SCORING, moment, secrets.token_hex(8)
        row.tries += 1
        session.flush()
        return Claim(row.id, row.worker)
    return None


def work_of(session: Session, claim: Claim) -> Work | None:
    """What the set is scored with; None if it is not the claimant's any more."""
    row = session.scalar(select(ModelSet).where(ModelSet.id == claim.set_id, ModelSet.worker == claim.word))
    if row is None:
        return None
    by_idx: dict[str, int] = row.reference_plans or {}
    known = itineraries_of(session, by_idx.values())
    references = {int(idx): known[number] for idx, number in by_idx.items() if number in known}
    return Work(PurePath(row.file_name).stem, Profile.model_validate(row.options), references)


def next_plans(session: Session, claim: Claim, at_most: int) -> list[Waiting]:
    """The next plans that have no result yet, in their order."""
    rows = session.scalars(
        select(ModelPlan)
        .where(ModelPlan.model_set_id == claim.set_id, ModelPlan.delivered.is_(None))
        .order_by(ModelPlan.position)
        .limit(at_most)
        .options(undefer(ModelPlan.line))
    )
    return [
        Waiting(row.id, PlanLine(row.idx, row.line_number, json.loads(row.line), row.line_error))
        for row in rows
    ]


def keep(session: Session, claim: Claim, results: Sequence[Result], *, at: datetime | None = None) -> bool:
    """Keep the results of some plans and that somebody is at work. False if the set is not the claimant's any more: then
    nothing is kept."""
    if not _is_theirs(
        session, claim, done=ModelSet.done + len(results), heartbeat_at=at or database_now(session), tries=0
    ):
        return False
    if results:
        session.execute(update(ModelPlan), [_values(result) for result in results])
    return True


def _values(result: Result) -> dict[str, Any]:
    figures = result.figures
    return {
        "id": result.plan_id,
        "delivered": figures.delivered,
        "reason": figures.reason,
        "risk_profile": figures.risk_profile,
        "days": figures.days,
        "scores": {key: score.value for key, score in figures.scores.items()},
        "coverage": {key: [score.scored, score.total] for key, score in figures.scores.items()},
        "verdicts": {code: verdict.value for code, verdict in figures.verdicts.items()},
        "asked": list(figures.asked),
        "itinerary": result.itinerary,
        "result": json.dumps(result.data),
    }


def finish(session: Session, claim: Claim, summary: dict[str, Any], *, at: datetime | None = None) -> bool:
    """Say that all plans are scored; False if the set is not the claimant's any more."""
    moment = at or database_now(session)
    return _is_theirs(
        session, claim, state=SetState.DONE, summary=summary, heartbeat_at=moment, worker=None, error=None
    )


def fail(session: Session, claim: Claim, why: str) -> bool:
    """Say why the scoring cannot go on; False if the set is not the claimant's any more."""
    return _is_theirs(session, claim, state=SetState.FAILED, error=why, worker=None)


def _is_theirs(session: Session, claim: Claim, **values: Any) -> bool:
    done = session.execute(
        update(ModelSet)
        .where(
            ModelSet.id == claim.set_id,
            ModelSet.worker == claim.word,
            ModelSet.state == SetState.SCORING,
        )
        .values(**values)
        .execution_options(synchronize_session=False)
    )
    return bool(getattr(done, "rowcount", 0))
