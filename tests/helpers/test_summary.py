"""Pass rates and means over plans, with rates worked out by hand."""

import csv
from pathlib import Path

import pytest

from annotate.errors import InputError
from annotate.feedback import Feedback
from annotate.plan import RiskProfile
from annotate.rule import Group, Outcome, Verdict, all_rules
from annotate.score import Score, all_scores
from helpers.results_table import NONE, header, rows_of, write_table
from helpers.scoring import ScoredPlan
from helpers.summary import figures, summary_of
from tests.builders import a_stop, an_itinerary

PASS, FAIL, NOT_CHECKED = Verdict.PASS, Verdict.FAIL, Verdict.NOT_CHECKED
_BY_WORD = {"p": PASS, "f": FAIL, "n": NOT_CHECKED}
_COMMON = [rule.code for rule, _ in all_rules() if rule.group is Group.COMMON]
_HARD = [rule.code for rule, _ in all_rules() if rule.group is Group.HARD]
_REPORTS = [rule.code for rule, _ in all_rules() if rule.group in (Group.ADVICE, Group.REPORT)]
ASKED_OF_ALL = sum(rule.group is Group.COMMON and not rule.for_annotations_only for rule, _ in all_rules())


def a_plan(
    common: str = "",
    hard: str = "",
    *,
    bas: float | None = 0.5,
    days: int = 3,
    risk: str = "averse",
    idx: int = 1,
) -> ScoredPlan:
    """A delivered plan whose first commonsense and hard rules have these verdicts: "ppf" is two passes, a fail."""
    outcomes = {code: Outcome(_BY_WORD[word]) for code, word in zip(_COMMON, common, strict=False)}
    outcomes |= {code: Outcome(_BY_WORD[word]) for code, word in zip(_HARD, hard, strict=False)}
    scores = {info.key: Score(info.name, None, 0, 0) for info, _ in all_scores()}
    scores["bas"] = Score("BAS", bas, 2 if bas is not None else 0, 3)
    feedback = Feedback(scores, outcomes, (), "test")
    return ScoredPlan(idx, an_itinerary(a_stop(), risk=risk, days=days, idx=idx), feedback)


def a_failed_plan(idx: int = 9, asked: tuple[str, ...] = (), *, days: int = 3) -> ScoredPlan:
    return ScoredPlan(
        idx, an_itinerary(a_stop(), risk="averse", days=days), None, "No plan was delivered.", asked
    )


def test_micro_counts_checks_and_macro_counts_plans():
    # checks: 3 of 4 and 2 of 2; whole plans: 1 of 2
    found = figures([a_plan("pppf"), a_plan("pp")])["commonsense"]
    assert (found["checks_passed"], found["checks_made"], found["micro"]) == (5, 6, pytest.approx(5 / 6))
    assert (found["plans_passed"], found["plans"], found["macro"]) == (1, 2, 0.5)


def test_what_was_not_checked_is_in_no_numerator_and_no_denominator():
    found = figures([a_plan("ppnn", "n")])
    assert (found["commonsense"]["micro"], found["commonsense"]["macro"]) == (1.0, 1.0)
    assert (found["commonsense"]["not_checked"], found["hard"]["not_checked"]) == (2, 1)
    assert (found["hard"]["micro"], found["hard"]["macro"]) == (None, 0.0)


def test_a_plan_passes_whole_only_if_something_was_checked():
    assert figures([a_plan("nn", "p")])["commonsense"]["plans_passed"] == 0
    assert figures([a_plan("np", "p")])["commonsense"]["plans_passed"] == 1


def test_the_final_pass_rate_wants_both():
    plans = [a_plan("pp", "p"), a_plan("pp", "f"), a_plan("pf", "p"), a_plan("pp", "pp")]
    assert figures(plans)["final_pass_rate"] == 0.5


def test_advice_and_reports_are_in_no_rate():
    plan = a_plan("p")
    assert plan.feedback is not None
    plan.feedback.outcomes.update({code: Outcome(FAIL) for code in _REPORTS})
    assert figures([plan])["commonsense"]["checks_made"] == 1


def test_an_undelivered_plan_fails_every_commonsense_rule_and_the_hard_ones_that_its_query_asks_for():
    found = figures([a_plan("pp", "pp"), a_failed_plan(asked=("MON001", "TRA003", "WSH001"))])
    assert (found["plans"], found["delivered"], found["failed"], found["delivery_rate"]) == (2, 1, 1, 0.5)
    assert (found["commonsense"]["checks_passed"], found["commonsense"]["checks_made"]) == (
        2,
        2 + ASKED_OF_ALL,
    )
    assert (found["hard"]["checks_passed"], found["hard"]["checks_made"]) == (2, 5)
    assert (found["commonsense"]["macro"], found["hard"]["macro"], found["final_pass_rate"]) == (
        0.5,
        0.5,
        0.5,
    )


def test_null_scores_and_failed_plans_enter_no_mean():
    found = figures([a_plan(bas=0.2), a_plan(bas=0.6), a_plan(bas=None), a_failed_plan()])["scores"]["bas"]
    assert found["mean"] == pytest.approx(0.4)
    assert (found["plans"], found["null"], found["rows_scored"], found["rows"]) == (2, 1, 4, 9)


def test_ten_plans_are_divided_by_ten():
    plans = [a_plan("p", "p") for _ in range(7)] + [a_failed_plan() for _ in range(3)]
    assert figures(plans)["final_pass_rate"] == pytest.approx(0.7)


def test_no_plan_at_all_has_no_rate():
    found = figures([])
    assert (found["delivery_rate"], found["final_pass_rate"], found["commonsense"]["micro"]) == (
        None,
        None,
        None,
    )


def test_groups_go_by_trip_length_and_then_risk_profile_and_failed_plans_are_listed():
    plans = [a_plan(days=7), a_plan(days=3), a_plan(days=3, risk="tolerant"), a_failed_plan(9, days=5)]
    summary = summary_of(plans)
    assert [(group["days"], group["risk_profile"], group["plans"]) for group in summary["groups"]] == [
        (3, RiskProfile.AVERSE, 1),
        (3, RiskProfile.TOLERANT, 1),
        (5, RiskProfile.AVERSE, 1),
        (7, RiskProfile.AVERSE, 1),
    ]
    assert summary["failed_plans"] == [{"idx": 9, "reason": "No plan was delivered."}]


def test_the_table_has_a_row_per_group_and_one_for_all_plans():
    rows = rows_of(summary_of([a_plan("pppf", "pn", bas=0.25), a_plan("pp", "p", days=5, bas=None)]))
    assert header()[:10] == (
        "Days", "Risk profile", "Plans", "Delivery", "Commonsense micro", "Commonsense macro", "Hard micro",
        "Hard macro", "Final pass", "Not checked",
    )  # fmt: skip
    assert rows[0][:10] == ("3", "Risk Averse", "1", "100.0", "75.0", "0.0", "100.0", "100.0", "0.0", "1")
    assert rows[1][:10] == (
        "5",
        "Risk Averse",
        "1",
        "100.0",
        "100.0",
        "100.0",
        "100.0",
        "100.0",
        "100.0",
        "0",
    )
    assert rows[2][:10] == ("all", "", "2", "100.0", "83.3", "50.0", "100.0", "100.0", "50.0", "1")
    bas = header().index("BAS")
    assert [row[bas] for row in rows] == ["0.250 (1/1)", f"{NONE} (0/1)", "0.250 (1/2)"]


def test_the_table_is_written_as_markdown_or_csv(tmp_path: Path):
    summary = summary_of([a_plan("p", "p")])
    write_table(tmp_path / "table.md", summary)
    write_table(tmp_path / "table.csv", summary)
    lines = (tmp_path / "table.md").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("| Days | Risk profile | Plans | Delivery |")
    assert len(lines) == 4
    with (tmp_path / "table.csv").open(encoding="utf-8", newline="") as file:
        assert [tuple(row) for row in csv.reader(file)] == [header(), *rows_of(summary)]
    with pytest.raises(InputError):
        write_table(tmp_path / "table.xlsx", summary)
