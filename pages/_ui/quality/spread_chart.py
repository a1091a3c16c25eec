"""How scores spread, as a chart: from the least to the most, the quartiles as a box, median, mean, and both in figures."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from helpers.score_report import GroupSpread
from pages._ui.charts import color, show_chart

ROW_PX, GAP_SHARE = 15, 0.28
LABEL_AT = 1.02
FRAME_PX = 80
"""What legend and axis take of the height."""


def show_spread_chart(spreads: Sequence[GroupSpread]) -> None:
    """Draw the spreads, a line for each group below its score; groups in which nothing could be scored say so."""
    frame = spread_frame(spreads)
    show_chart(
        _chart(frame),
        frame,
        key="spread-chart",
        name="scores",
        alt_text="How each score spreads over the plans of each group; the table below holds the same figures.",
    )


def spread_frame(spreads: Sequence[GroupSpread]) -> pd.DataFrame:
    """The figures of the chart, a line for each score and group."""
    return pd.DataFrame(
        [
            {
                "score": one.score.name,
                "group": str(one.group),
                "plans scored": len(one.valued),
                "nothing to score": len(one.null),
                **_figures(one),
            }
            for one in spreads
        ]
    )


def _figures(one: GroupSpread) -> dict[str, float | None]:
    names = ("mean", "least", "lower_quartile", "median", "upper_quartile", "most")
    return {name.replace("_", " "): getattr(one.spread, name) if one.spread else None for name in names}


def _chart(frame: pd.DataFrame) -> Any:
    scores, groups = list(dict.fromkeys(frame["score"])), list(dict.fromkeys(frame["group"]))
    drawn = frame.assign(
        label=[
            f"{mean:.2f}, n {number:,}" if number else "nothing to score"
            for mean, number in zip(frame["mean"], frame["plans scored"], strict=True)
        ]
    )
    scale = alt.Scale(domain=[0, 1.22], nice=False)
    ticks = alt.Axis(
        values=[0, 0.2, 0.4, 0.6, 0.8, 1], format=".1f", title="score (mean and number of plans at the right)"
    )
    base = alt.Chart(drawn).encode(
        y=alt.Y("score:N", sort=scores, title="", scale=alt.Scale(paddingInner=GAP_SHARE)),
        yOffset=alt.YOffset("group:N", sort=groups),
    )
    paint = color("group:N", order=groups)
    whole = base.mark_rule(strokeWidth=1.5, tooltip={"content": "data"}).encode(
        x=alt.X("least:Q", scale=scale, axis=ticks), x2="most:Q", color=paint
    )
    box = base.mark_bar(opacity=0.55, tooltip={"content": "data"}).encode(
        x=alt.X("lower quartile:Q"), x2="upper quartile:Q", color=paint
    )
    middle = base.mark_tick(thickness=2.5, color="gray", opacity=1).encode(x="median:Q")
    mean = base.mark_point(
        shape="diamond", filled=True, size=60, opacity=1, stroke="white", strokeWidth=1
    ).encode(x="mean:Q", color=paint)
    label = base.mark_text(align="left", color="gray", fontSize=11).encode(
        x=alt.datum(LABEL_AT), text="label:N"
    )
    return alt.layer(whole, box, middle, mean, label).properties(
        height=len(scores) * (len(groups) * ROW_PX + ROW_PX) + FRAME_PX
    )
