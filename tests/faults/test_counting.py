"""Counting.

| fault | test |
|---|---|
| ten plans are divided by fewer; an invalid plan is absent | test_ten_plans_are_divided_by_ten |
| a checker that raises hides a plan | test_a_checker_that_raises_is_shown |
| two plans without a common day score 0.7 in ordering | test_two_plans_without_a_common_day |
| 3.5 h become 3 or 4 | test_half_hours_stay |
| a different plan is a wrong one | test_two_different_plans_can_both_be_right |
"""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate import feedback
from annotate.feedback import give_feedback
from annotate.rule import Verdict, all_rules
from helpers.__main__ import main
from tests.faults.seen import PLACES, TAIL, look, write_tables
from tests.plan_objects import day, plan_object
from tests.worlds import three_days
from tests.worlds.mutants import moved

VISIT = f"Fort, visit from 10:00 to 11:00{TAIL}"


def scored(folder: Path, lines: list[Any], *options: str) -> tuple[int, dict[str, Any]]:
    """Exit code and score file of the command line."""
    write_tables(folder, PLACES)
    plans, out = folder / "plans.jsonl", folder / "scores.json"
    plans.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in lines))
    code = main(["score", str(plans), "--data", str(folder / "data"), "--out", str(out), *options])
    return code, json.loads(out.read_text(encoding="utf-8"))


def a_plan(idx: int, **keys: Any) -> dict[str, Any]:
    return {**plan_object(day("J", VISIT, attraction="Fort, J"), idx=idx, risk_profile="Risk Averse"), **keys}


def test_ten_plans_are_divided_by_ten(tmp_path: Path) -> None:
    unreadable = plan_object(day("J", "Fort, visit from 25:00 to 26:00"), idx=9)["plan"]
    lines = [
        *(a_plan(idx) for idx in range(1, 8)),
        a_plan(8, plan=None),
        a_plan(9, plan=unreadable),
        "{no JSON",
    ]
    code, found = scored(tmp_path, lines)
    assert code == 1
    assert [plan["delivered"] for plan in found["plans"]] == [True] * 7 + [False] * 3
    summary = found["summary"]
    assert (summary["plans"], summary["delivered"], summary["delivery_rate"]) == (10, 7, 0.7)
    assert (summary["commonsense"]["plans"], summary["hard"]["plans"]) == (10, 10)
    failed = [plan for plan in found["plans"] if not plan["delivered"]]
    assert [plan["scores"]["bas"]["value"] for plan in failed] == [None] * 3
    assert all(plan["reason"] for plan in failed)
    # what three whole plans fail is in the count of checks
    common = {
        rule.code for rule, _ in all_rules() if rule.group == "common" and not rule.for_annotations_only
    }
    made = sum(
        verdict != "not_checked"
        for plan in found["plans"]
        for code, verdict in plan["verdicts"].items()
        if code in common
    )
    assert summary["commonsense"]["checks_made"] == made + 3 * len(common)


def test_a_checker_that_raises_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (broken, _), *others = all_rules()

    def raises(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(feedback, "all_rules", lambda: ((broken, raises), *others))
    _, found = scored(tmp_path, [a_plan(1)])
    (plan,) = found["plans"]
    assert plan["faults"] == [{"code": broken.code, "error": "ZeroDivisionError: division by zero"}]
    assert broken.code not in plan["verdicts"]
    assert len(plan["verdicts"]) > 10


def test_two_plans_without_a_common_day(tmp_path: Path) -> None:
    filled, empty = day("J", VISIT, attraction="Fort, J"), day("J")
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps(plan_object(empty, filled)) + "\n", encoding="utf-8")
    _, found = scored(tmp_path, [plan_object(filled, empty)], "--gold", str(gold))
    assert found["plans"][0]["scores"]["o_ord"]["value"] == 0.0
    _, found = scored(tmp_path, [plan_object(empty, filled)], "--gold", str(gold))
    assert found["plans"][0]["scores"]["o_ord"]["value"] == 1.0


@pytest.mark.parametrize(
    ("written", "minutes"), [("3.5", 210.0), ("0.5", 30.0), ("2.25", 135.0), ("3h 30m", 210.0)]
)
def test_half_hours_stay(tmp_path: Path, written: str, minutes: float) -> None:
    tables = {**PLACES, "attractions": f"name,city,visit_duration,categories\nFort,J,{written},Museums\n"}
    seen = look(tmp_path, plan_object(day("J", VISIT, attraction="Fort, J")), tables)
    place = seen.facts.place("Fort", "J")
    assert place is not None
    assert place.visit_duration_min == minutes
    assert seen.feedback.scores["bas"].parts[0].figures["base_min"] == minutes


def test_two_different_plans_can_both_be_right() -> None:
    plan = three_days.plan()
    moved(2, "09:45 to 11:30", "09:50 to 11:40")(plan)
    itinerary = three_days.WORLD.read(plan).itinerary
    assert itinerary != three_days.WORLD.read(three_days.plan()).itinerary
    verdicts = give_feedback(itinerary, three_days.WORLD.facts_of(itinerary)).verdicts
    assert set(verdicts.values()) == {Verdict.PASS}
