"""Many scored plans in figures: means by risk profile and trip length, delivery and pass rates.

Denominators are counted from the data. A check that was not made is in no numerator and no denominator. A
plan that was not delivered fails every commonsense rule and every hard rule that its query asks for; its
scores enter no mean.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from annotate.rule import Group, Verdict, all_rules, rule_of
from annotate.score import all_scores
from helpers.scoring import ScoredPlan


def summary_of(plans: Sequence[ScoredPlan]) -> dict[str, Any]:
    """All plans together with a list of the failed ones, and each group of the same risk profile and trip
    length."""
    groups: dict[tuple[str, int], list[ScoredPlan]] = {}
    for plan in plans:
        risk, days = group_of(plan)
        groups.setdefault((risk or "", days or 0), []).append(plan)
    return {
        **figures(plans),
        "failed_plans": [{"idx": plan.idx, "reason": plan.error} for plan in plans if not plan.delivered],
        "groups": [
            {"risk_profile": risk or None, "days": days or None, **figures(members)}
            for (risk, days), members in sorted(groups.items(), key=lambda item: (item[0][1], item[0][0]))
        ],
    }


def group_of(plan: ScoredPlan) -> tuple[str | None, int | None]:
    """(risk profile, trip length in days) of a plan, None where not known."""
    known = plan.itinerary
    if known is None:
        return None, None
    return (known.risk_profile.value if known.risk_profile else None), known.query.days


def figures(plans: Sequence[ScoredPlan]) -> dict[str, Any]:
    """Delivery, pass rates and mean scores of some plans. Rates are shares in [0, 1], None without a
    denominator."""
    delivered = sum(plan.delivered for plan in plans)
    checks = {group: [_checks(plan, group) for plan in plans] for group in (Group.COMMON, Group.HARD)}
    both = [
        _all_passed(common) and _all_passed(hard)
        for common, hard in zip(checks[Group.COMMON], checks[Group.HARD], strict=True)
    ]
    return {
        "plans": len(plans),
        "delivered": delivered,
        "failed": len(plans) - delivered,
        "delivery_rate": _share(delivered, len(plans)),
        "commonsense": _rates(checks[Group.COMMON]),
        "hard": _rates(checks[Group.HARD]),
        "final_pass_rate": _share(sum(both), len(plans)),
        "scores": {info.key: _mean(plans, info.key) for info, _ in all_scores()},
    }


def _checks(plan: ScoredPlan, group: Group) -> list[Verdict]:
    if plan.feedback is not None:
        return [verdict for code, verdict in plan.feedback.verdicts.items() if rule_of(code).group is group]
    if group is Group.HARD:
        return [Verdict.FAIL] * len(plan.asked)
    return [Verdict.FAIL for rule, _ in all_rules() if rule.group is group and not rule.for_annotations_only]


def _all_passed(checks: Iterable[Verdict]) -> bool:
    """True if no check fails and at least one was made."""
    made = [verdict for verdict in checks if verdict is not Verdict.NOT_CHECKED]
    return bool(made) and all(verdict is Verdict.PASS for verdict in made)


def _rates(checks: Sequence[Sequence[Verdict]]) -> dict[str, Any]:
    every = [verdict for of_plan in checks for verdict in of_plan]
    passed, made = every.count(Verdict.PASS), len(every) - every.count(Verdict.NOT_CHECKED)
    whole = sum(_all_passed(of_plan) for of_plan in checks)
    return {
        "checks_passed": passed,
        "checks_made": made,
        "not_checked": every.count(Verdict.NOT_CHECKED),
        "micro": _share(passed, made),
        "plans_passed": whole,
        "plans": len(checks),
        "macro": _share(whole, len(checks)),
    }


def _mean(plans: Sequence[ScoredPlan], key: str) -> dict[str, Any]:
    scores = [plan.feedback.scores[key] for plan in plans if plan.feedback and key in plan.feedback.scores]
    values = [score.value for score in scores if score.value is not None]
    return {
        "mean": sum(values) / len(values) if values else None,
        "plans": len(values),
        "null": len(scores) - len(values),
        "rows_scored": sum(score.scored for score in scores),
        "rows": sum(score.total for score in scores),
    }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
