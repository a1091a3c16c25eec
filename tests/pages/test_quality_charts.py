"""What the scores and violations views draw and give away: figures beside each mark, hostile names, and gaps."""

import pandas as pd
import pytest

from annotate.plan import RiskProfile
from annotate.rule import Verdict
from db.violation_figures import RuleVerdicts
from helpers.paper_table import PaperFigure, PaperRow, by_profile
from helpers.score_report import group_spreads
from pages._ui.charts import csv_bytes, png_bytes
from pages._ui.quality.paper_table import paper_frame
from pages._ui.quality.spread_chart import spread_chart, spread_frame
from pages._ui.quality.violation_charts import before_and_after_chart, heat_map
from pages._ui.quality.violations import before_frame, map_frame

HOSTILE = '=HYPERLINK("x")<script>alert(1)</script>'
PNG = b"\x89PNG"


def test_a_group_has_its_figures_and_one_without_a_score_has_none() -> None:
    scores = [(1, "bas", 0.2), (2, "bas", 0.6), (3, "bas", None), (4, "bas", None)]
    spreads = group_spreads(scores, {1: "a", 2: "a", 3: "a", 4: HOSTILE}.__getitem__, ["a", HOSTILE])
    frame = spread_frame(spreads)
    assert frame[["score", "group", "plans scored", "nothing to score"]].values.tolist() == [
        ["BAS", "a", 2, 1],
        ["BAS", HOSTILE, 0, 1],
    ]
    assert frame["mean"].tolist()[0] == pytest.approx(0.4)
    assert pd.isna(frame["mean"].tolist()[1])
    labels = spread_chart(frame).to_dict()["datasets"]
    assert [row["label"] for rows in labels.values() for row in rows] == ["0.40 (2) a", f"none (0) {HOSTILE}"]
    assert csv_bytes(frame).decode().splitlines()[2].startswith("BAS,\"'=HYPERLINK")
    assert png_bytes(spread_chart(frame)).startswith(PNG)


def verdicts(**sides: dict[str, set[int]]) -> RuleVerdicts:
    """Annotations by rule and verdict: `TIM004={"fail": {1}}`."""
    return RuleVerdicts(
        {code: {Verdict(side): frozenset(ids) for side, ids in own.items()} for code, own in sides.items()}
    )


def test_the_map_has_a_line_for_each_rule_and_group_and_keeps_what_was_not_checked_apart() -> None:
    after = verdicts(TIM004={"fail": {1}, "pass": {2}, "not_checked": {3}}, OLD001={"not_checked": {1}})
    groups = {HOSTILE: frozenset({1, 3}), "b": frozenset({2})}
    frame = map_frame(["TIM004", "OLD001"], after, groups, "annotator")
    assert frame[["rule", "annotator", "fail", "checked", "not checked"]].values.tolist() == [
        ["TIM004", HOSTILE, 1, 1, 1],
        ["TIM004", "b", 0, 1, 0],
        ["OLD001", HOSTILE, 0, 0, 1],
        ["OLD001", "b", 0, 0, 0],
    ]
    assert frame["share"].tolist()[:2] == [1.0, 0.0]
    assert frame["share"].isna().tolist() == [False, False, True, True]
    assert frame["name"].tolist()[::2] == ["Meal gap", "no longer a rule"]
    assert png_bytes(heat_map(frame, "annotator")).startswith(PNG)


def test_before_and_after_have_a_difference_only_where_both_were_checked() -> None:
    before = verdicts(TIM004={"fail": {1, 2}, "pass": {3, 4}}, MON001={"not_checked": {1}})
    after = verdicts(TIM004={"fail": {1}, "pass": {2, 3, 4}}, MON001={"fail": {1}})
    frame = before_frame(before, after, ["TIM004", "MON001"])
    assert frame["first share"].tolist()[0] == 0.5
    assert frame["last share"].tolist() == [0.25, 1.0]
    assert frame["difference"].tolist()[0] == -0.25
    assert pd.isna(frame["difference"].tolist()[1])
    assert png_bytes(before_and_after_chart(frame)).startswith(PNG)


def test_table_3_as_data_has_shares_and_what_they_are_counted_from() -> None:
    figures = {"delivery_rate": PaperFigure(0.75, 3, 4), "t_meal": PaperFigure(None, 0, 4)}
    ours = PaperRow("ours", 3, 4, figures)
    published = PaperRow(
        "model",
        3,
        None,
        {by_profile("bas", RiskProfile.AVERSE): PaperFigure(0.0141)},
        "A paper",
        "read twice",
    )
    frame = paper_frame([ours, published])
    assert frame[["set", "days", "source", "note"]].values.tolist() == [
        ["ours", 3, "", ""],
        ["model", 3, "A paper", "read twice"],
    ]
    assert frame["delivery_rate"].tolist()[0] == 0.75
    assert frame["delivery_rate of"].tolist() == ["3/4", ""]
    assert pd.isna(frame["t_meal"].tolist()[0])
    assert frame[by_profile("bas", RiskProfile.AVERSE)].tolist()[1] == 0.0141
