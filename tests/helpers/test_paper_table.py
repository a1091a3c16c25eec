"""Our rows of the paper's Table 3, worked out by hand."""

import pytest

from annotate.checks import Checks
from annotate.plan import RiskProfile
from annotate.score import all_scores
from helpers.paper_table import PaperRow, by_profile, paper_columns, paper_rows
from helpers.summary import JudgedPlan, combined, judged_figures, judged_summary

AVERSE, TOLERANT = RiskProfile.AVERSE.value, RiskProfile.TOLERANT.value


def a_plan(
    days: int | None = 3,
    profile: str | None = AVERSE,
    *,
    common: Checks | None = None,
    hard: Checks | None = None,
    delivered: bool = True,
    **scores: float | None,
) -> JudgedPlan:
    """A plan that passes everything, unless told otherwise; scores that are not told could not be given."""
    every = {info.key: scores.get(info.key) for info, _ in all_scores()} if delivered else {}
    return JudgedPlan(profile, days, delivered, common or Checks(passed=4), hard or Checks(passed=1), every)


def figures(row: PaperRow, *keys: str) -> list[tuple[float | None, str]]:
    """Value and denominator of some figures."""
    return [(row.figures[key].value, row.figures[key].of_text) for key in keys]


def test_columns_stand_as_in_the_paper() -> None:
    assert [(column.above, column.heading) for column in paper_columns()] == [
        ("", "Delivery"),
        ("Commonsense", "micro"),
        ("Commonsense", "macro"),
        ("Hard", "micro"),
        ("Hard", "macro"),
        ("", "Final pass"),
        *(("", name) for name in ("T_meal", "T_attr", "S_spatial", "P_persona", "O_ord")),
        *(
            (f"{score} by risk profile", profile)
            for score in ("BAS", "CATS", "TDAS")
            for profile in ("tolerant", "optimized", "averse")
        ),
    ]


def test_a_row_is_a_trip_length_and_counts_all_its_risk_profiles() -> None:
    plans = [
        a_plan(common=Checks(passed=3, failed=1), hard=Checks(passed=2)),
        a_plan(profile=TOLERANT, common=Checks(passed=4, not_checked=1), hard=Checks(passed=1, failed=1)),
        a_plan(profile=None, common=Checks(passed=5), hard=Checks(passed=1)),
        a_plan(profile=TOLERANT, delivered=False, common=Checks(failed=4), hard=Checks(failed=2)),
        a_plan(days=7),
    ]
    rows = paper_rows("ours", judged_summary(plans)["groups"])
    assert [(row.set_name, row.days, row.plans) for row in rows] == [("ours", 3, 4), ("ours", 7, 1)]
    rates = figures(
        rows[0], "delivery_rate", "commonsense_micro", "commonsense_macro", "hard_micro", "hard_macro",
        "final_pass_rate",
    )  # fmt: skip
    # commonsense: 3 + 4 + 5 + 0 passed of 4 + 4 + 5 + 4 made; whole plans 2 and 3; hard: 2 + 1 + 1 + 0 of 2 + 2 + 1 + 2;
    # whole plans 1 and 3; both on plan 3 alone
    assert rates == [
        (0.75, "3/4"), (12 / 17, "12/17"), (0.5, "2/4"), (4 / 7, "4/7"), (0.5, "2/4"), (0.25, "1/4"),
    ]  # fmt: skip


def test_the_three_uncertainty_scores_stand_for_each_risk_profile_apart() -> None:
    plans = [
        a_plan(bas=0.2, t_meal=0.5),
        a_plan(bas=0.4),
        a_plan(bas=None, t_meal=1.0),
        a_plan(profile=TOLERANT, bas=0.9, t_meal=0.0),
    ]
    row = paper_rows("ours", judged_summary(plans)["groups"])[0]
    assert figures(row, "t_meal") == [(pytest.approx(0.5), "3/4")]
    averse, tolerant, optimized = (by_profile("bas", profile) for profile in
                                   (RiskProfile.AVERSE, RiskProfile.TOLERANT, RiskProfile.OPTIMIZED))  # fmt: skip
    assert figures(row, averse, tolerant, optimized) == [
        (pytest.approx(0.3), "2/3"), (0.9, "1/1"), (None, "0/0"),
    ]  # fmt: skip
    bas = {column.heading: row.text(column) for column in paper_columns() if column.above.startswith("BAS")}
    assert bas == {"averse": "30.00", "tolerant": "90.00", "optimized": "-"}


def test_groups_together_are_what_their_plans_are_together() -> None:
    plans = [
        a_plan(bas=0.25, common=Checks(passed=2, failed=2)),
        a_plan(profile=TOLERANT, bas=0.5, hard=Checks(passed=1, failed=1, not_checked=2)),
        a_plan(profile=TOLERANT, bas=None),
        a_plan(profile=None, delivered=False, common=Checks(failed=3), hard=Checks()),
    ]
    together, apart = judged_figures(plans), combined(judged_summary(plans)["groups"])
    assert apart == together


def test_plans_of_unknown_length_have_a_row_of_their_own() -> None:
    rows = paper_rows("ours", judged_summary([a_plan(days=None, profile=None), a_plan()])["groups"])
    assert [row.days for row in rows] == [None, 3]
