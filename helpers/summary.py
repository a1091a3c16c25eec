"""Many scored plans in figures: means by risk profile and trip length, delivery and pass rates.

Denominators are counted from the data. A check that was not made is in no numerator and no denominator. A
plan that was not delivered fails every commonsense rule and every hard rule that its query asks for; its
scores enter no mean.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import fsum
from typing import Any

from annotate.checks import Checks
from annotate.rule import Group, Rule, Verdict, all_rules, rule_of
from annotate.score import all_scores
from db.plan_figures import PlanFigures
from helpers.scoring import ScoredPlan, figures_of


@dataclass(frozen=True, slots=True)
class JudgedPlan:
    """What rates and means need of a plan: its group, whether it was delivered, how its checks went, its scores.

    `scores` are values by score key, None where nothing could be scored; empty if the plan was not delivered.
    """

    risk_profile: str | None
    days: int | None
    is_delivered: bool
    common: Checks
    hard: Checks
    scores: Mapping[str, float | None]


def summary_of(plans: Sequence[ScoredPlan]) -> dict[str, Any]:
    """All plans together with a list of the failed ones, and each group of the same risk profile and trip
    length."""
    return summary_of_figures([figures_of(plan) for plan in plans])


def summary_of_figures(plans: Sequence[PlanFigures]) -> dict[str, Any]:
    """As `summary_of`, of plans whose figures were kept."""
    return {
        **_figures(plans),
        "failed_plans": [{"idx": plan.idx, "reason": plan.reason} for plan in plans if not plan.delivered],
        "groups": _grouped(plans, lambda plan: (plan.risk_profile, plan.days), _figures),
    }


def judged_summary(plans: Sequence[JudgedPlan]) -> dict[str, Any]:
    """As `summary_of`, of plans whose verdicts are counted already: the same keys but for the list of failed plans
    and the counts of scored rows."""
    return {
        **judged_figures(plans),
        "groups": _grouped(plans, lambda plan: (plan.risk_profile, plan.days), judged_figures),
    }


def figures(plans: Sequence[ScoredPlan]) -> dict[str, Any]:
    """Delivery, pass rates and mean scores of some plans. Rates are shares in [0, 1], None without a
    denominator."""
    return _figures([figures_of(plan) for plan in plans])


def _figures(plans: Sequence[PlanFigures]) -> dict[str, Any]:
    found = judged_figures([_judged(plan) for plan in plans])
    for key, of_score in found["scores"].items():
        of_score.update(_rows(plans, key))
    return found


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """How many plans pass and fail a rule, and for how many it was not checked. `undelivered` of the failing ones fail
    because there is no plan."""

    rule: Rule
    passed: int
    failed: int
    not_checked: int
    undelivered: int

    @property
    def failed_share(self) -> float | None:
        """Failing plans among those that the rule judged, in [0, 1]; None if it judged none."""
        return share(self.failed, self.passed + self.failed)


def rules_of(plans: Sequence[PlanFigures]) -> list[RuleFigures]:
    """Each rule that applies to some of the plans, those that most plans fail first, then by code."""
    counts: dict[str, Counter[Verdict]] = {}
    undelivered: Counter[str] = Counter()
    for plan in plans:
        for code, verdict in verdicts_of(plan).items():
            counts.setdefault(code, Counter())[verdict] += 1
            undelivered[code] += not plan.delivered
    found = [
        RuleFigures(
            rule_of(code),
            count[Verdict.PASS],
            count[Verdict.FAIL],
            count[Verdict.NOT_CHECKED],
            undelivered[code],
        )
        for code, count in counts.items()
    ]
    return sorted(found, key=lambda one: (-one.failed, one.rule.code))


def judged_figures(plans: Sequence[JudgedPlan]) -> dict[str, Any]:
    """Delivery, pass rates and mean scores of some plans, as `figures` without the counts of scored rows."""
    delivered = sum(plan.is_delivered for plan in plans)
    both = sum(plan.common.all_passed and plan.hard.all_passed for plan in plans)
    return {
        "plans": len(plans),
        "delivered": delivered,
        "failed": len(plans) - delivered,
        "delivery_rate": share(delivered, len(plans)),
        "commonsense": _rates([plan.common for plan in plans]),
        "hard": _rates([plan.hard for plan in plans]),
        "plans_passed": both,
        "final_pass_rate": share(both, len(plans)),
        "scores": {info.key: _mean(plans, info.key) for info, _ in all_scores()},
    }


def combined(groups: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The figures of the plans of several groups of a summary together, as `judged_figures` of all of them."""

    def total(*keys: str) -> int:
        return sum(_at(group, keys) for group in groups)

    plans, delivered, both = total("plans"), total("delivered"), total("plans_passed")
    return {
        "plans": plans,
        "delivered": delivered,
        "failed": plans - delivered,
        "delivery_rate": share(delivered, plans),
        **{
            kind: {
                "checks_passed": total(kind, "checks_passed"),
                "checks_made": total(kind, "checks_made"),
                "not_checked": total(kind, "not_checked"),
                "micro": share(total(kind, "checks_passed"), total(kind, "checks_made")),
                "plans_passed": total(kind, "plans_passed"),
                "plans": plans,
                "macro": share(total(kind, "plans_passed"), plans),
            }
            for kind in ("commonsense", "hard")
        },
        "plans_passed": both,
        "final_pass_rate": share(both, plans),
        "scores": {
            info.key: _pooled([group["scores"][info.key] for group in groups]) for info, _ in all_scores()
        },
    }


def share(part: float, whole: int) -> float | None:
    """Part of a whole in [0, 1], None without a whole."""
    return part / whole if whole else None


def _grouped(
    plans: Sequence[Any],
    group: Callable[[Any], tuple[str | None, int | None]],
    figures_of: Callable[[Sequence[Any]], dict[str, Any]],
) -> list[dict[str, Any]]:
    groups: dict[tuple[str, int], list[Any]] = {}
    for plan in plans:
        risk, days = group(plan)
        groups.setdefault((risk or "", days or 0), []).append(plan)
    return [
        {"risk_profile": risk or None, "days": days or None, **figures_of(members)}
        for (risk, days), members in sorted(groups.items(), key=lambda item: (item[0][1], item[0][0]))
    ]


def _judged(plan: PlanFigures) -> JudgedPlan:
    scores = {key: score.value for key, score in plan.scores.items()}
    common, hard = _checks(plan, Group.COMMON), _checks(plan, Group.HARD)
    return JudgedPlan(plan.risk_profile, plan.days, plan.delivered, common, hard, scores)


def _checks(plan: PlanFigures, group: Group) -> Checks:
    return Checks.of(verdict for code, verdict in verdicts_of(plan).items() if rule_of(code).group is group)


def verdicts_of(plan: PlanFigures) -> Mapping[str, Verdict]:
    """The plan's verdicts by rule code; of one that was not delivered, a fail of each rule that it fails by that."""
    if plan.delivered:
        return plan.verdicts
    return dict.fromkeys((*_commonsense(), *plan.asked), Verdict.FAIL)


@cache
def _commonsense() -> tuple[str, ...]:
    rules = (rule for rule, _ in all_rules())
    return tuple(rule.code for rule in rules if rule.group is Group.COMMON and not rule.for_annotations_only)


def _rates(checks: Sequence[Checks]) -> dict[str, Any]:
    passed, made = sum(one.passed for one in checks), sum(one.made for one in checks)
    whole = sum(one.all_passed for one in checks)
    return {
        "checks_passed": passed,
        "checks_made": made,
        "not_checked": sum(one.not_checked for one in checks),
        "micro": share(passed, made),
        "plans_passed": whole,
        "plans": len(checks),
        "macro": share(whole, len(checks)),
    }


def _mean(plans: Sequence[JudgedPlan], key: str) -> dict[str, Any]:
    found = [plan.scores[key] for plan in plans if key in plan.scores]
    values = [value for value in found if value is not None]
    return {
        "mean": sum(values) / len(values) if values else None,
        "plans": len(values),
        "null": len(found) - len(values),
    }


def _pooled(scores: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    having = [score for score in scores if score["mean"] is not None]
    plans = sum(score["plans"] for score in having)
    return {
        "mean": share(fsum(score["mean"] * score["plans"] for score in having), plans),
        "plans": plans,
        "null": sum(score["null"] for score in scores),
    }


def _rows(plans: Sequence[PlanFigures], key: str) -> dict[str, int]:
    scores = [plan.scores[key] for plan in plans if key in plan.scores]
    return {
        "rows_scored": sum(score.scored for score in scores),
        "rows": sum(score.total for score in scores),
    }


def _at(group: Mapping[str, Any], keys: Sequence[str]) -> int:
    found: Any = group
    for key in keys:
        found = found[key]
    return int(found)
