"""The scores of many plans as a report tells them: how each spreads in each group of plans, and how much was scored."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from annotate.score import ScoreInfo, all_scores
from db.quality_plans import QualityPlan
from db.score_figures import PlanChecks, PlanScore
from helpers.spread import Spread, spread_of
from helpers.summary import JudgedPlan, judged_summary

Group = TypeVar("Group", bound=Hashable)


@dataclass(frozen=True, slots=True)
class GroupSpread:
    """How a score spreads over the plans of a group, and the plans of it on which nothing could be scored.

    `spread` is None if no plan of the group has a value; a plan without one is in no figure of it.
    """

    score: ScoreInfo
    group: Any
    spread: Spread | None
    valued: tuple[int, ...]
    null: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of some plans a score could judge: rows scored of all rows, and the plans scored in full, in part and
    not at all."""

    score: ScoreInfo
    scored: int
    total: int
    full: tuple[int, ...]
    partly: tuple[int, ...]
    null: tuple[int, ...]

    @property
    def share(self) -> float | None:
        """Scored rows of all rows, None without a row."""
        return self.scored / self.total if self.total else None


def score_infos() -> list[ScoreInfo]:
    """Every score in the paper's order."""
    return [info for info, _ in all_scores()]


def group_spreads(
    scores: Iterable[tuple[int, str, float | None]], group_of: Callable[[int], Group], groups: Sequence[Group]
) -> list[GroupSpread]:
    """How each score spreads in each group: scores in the paper's order, groups in the order given, those that no
    plan is in left out. `scores` are (number of the plan, score key, value)."""
    values: dict[tuple[str, Group], dict[int, float | None]] = {}
    for number, key, value in scores:
        values.setdefault((key, group_of(number)), {})[number] = value
    spreads = []
    for info in score_infos():
        for group in groups:
            found = values.get((info.key, group))
            if not found:
                continue
            valued = {number: value for number, value in found.items() if value is not None}
            null = tuple(number for number in found if number not in valued)
            spreads.append(GroupSpread(info, group, spread_of(valued.values()), tuple(valued), null))
    return spreads


def coverages(scores: Collection[PlanScore]) -> list[Coverage]:
    """How much each score could judge, in the paper's order; a score that no plan has is left out."""
    found = []
    for info in score_infos():
        own = [score for score in scores if score.score == info.key]
        if not own:
            continue
        valued = [score for score in own if score.value is not None]
        found.append(
            Coverage(
                info,
                sum(score.scored for score in own),
                sum(score.total for score in own),
                tuple(score.annotation_id for score in valued if score.scored == score.total),
                tuple(score.annotation_id for score in valued if score.scored < score.total),
                tuple(score.annotation_id for score in own if score.value is None),
            )
        )
    return found


def human_summary(
    plans: Iterable[QualityPlan], scores: Iterable[PlanScore], checks: Mapping[int, PlanChecks]
) -> dict[str, Any]:
    """The summary of the chosen plans that have a frozen round, each of which counts as delivered."""
    by_plan: dict[int, dict[str, float | None]] = {}
    for score in scores:
        by_plan.setdefault(score.annotation_id, {})[score.score] = score.value
    return judged_summary(
        [
            JudgedPlan(
                plan.risk_profile,
                plan.days,
                True,
                checks[plan.annotation_id].common,
                checks[plan.annotation_id].hard,
                by_plan.get(plan.annotation_id, {}),
            )
            for plan in plans
            if plan.annotation_id in checks
        ]
    )
