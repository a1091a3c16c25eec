"""Broken rules as charts: the heat map that is taken away as a picture, and shares before and after review."""

from typing import Any

import altair as alt
import pandas as pd

from db.exporters.palette import COLORS
from pages._ui.charts import SEQUENCE, color

ROW_PX, CELL_PX = 24, 58
FRAME_PX = 110
"""What legend and axis take of the height."""
TEXT_SHARE = 0.2
"""Room for the figures at the right, as a part of the largest share."""
FIRST, LAST = "first submitted", "last frozen"
DARK_FROM = 0.5
"""Where the scheme has become light enough for dark figures, as a part of the largest share."""


def heat_map(frame: pd.DataFrame, kind: str) -> Any:
    """A cell for each rule and each of `kind` (annotator, city): the share of plans that fail, in figures too."""
    codes, names = list(dict.fromkeys(frame["rule"])), list(dict.fromkeys(frame[kind]))
    drawn = frame.assign(
        told=["" if pd.isna(share) else f"{share:.0%} ({fail}/{checked})" for share, fail, checked in zip(
            frame["share"], frame["fail"], frame["checked"], strict=True)],
        light=frame["share"] > DARK_FROM * frame["share"].max(),
    )  # fmt: skip
    base = alt.Chart(drawn).encode(
        x=alt.X(f"{kind}:N", sort=names, title="", axis=alt.Axis(orient="top", labelAngle=-40)),
        y=alt.Y("rule:N", sort=codes, title=""),
    )
    cells = base.mark_rect().encode(
        color=alt.Color(
            "share:Q",
            title="plans that fail",
            scale=alt.Scale(scheme=SEQUENCE),
            legend=alt.Legend(format=".0%"),
        )
    )
    figures = base.mark_text(fontSize=9).encode(
        text="told:N", color=alt.condition("datum.light", alt.value("black"), alt.value("white"))
    )
    return (cells + figures).properties(width=CELL_PX * len(names), height=ROW_PX * len(codes))


def before_and_after_chart(frame: pd.DataFrame) -> Any:
    """A line for each rule from its share of failing plans at first to that at last, both in figures."""
    order = [f"{code} {name}" for code, name in zip(frame["rule"], frame["name"], strict=True)]
    spans = frame.assign(label=order, **{FIRST: frame["first share"], LAST: frame["last share"]})
    ends = spans.melt(
        id_vars=["label"], value_vars=[FIRST, LAST], var_name="round", value_name="share"
    ).dropna()
    both = spans.assign(
        told=[
            f"{_told(first)} to {_told(last)}"
            for first, last in zip(frame["first share"], frame["last share"], strict=True)
        ],
        most=spans[[FIRST, LAST]].max(axis=1),
    )
    y = alt.Y("label:N", sort=order, title="", axis=alt.Axis(labelLimit=260))
    most = float(both["most"].max())
    x = alt.X(
        "share:Q",
        title="plans that fail",
        axis=alt.Axis(format=".0%", tickCount=6, labelExpr="datum.value > 1 ? '' : datum.label"),
        scale=alt.Scale(domain=[0, most * (1 + TEXT_SHARE)], nice=False),
    )
    lines = alt.Chart(spans).mark_rule(color=COLORS[6], strokeWidth=2).encode(y=y, x=f"{FIRST}:Q", x2=LAST)
    points = (
        alt.Chart(ends)
        .mark_point(filled=True, size=75, opacity=1)
        .encode(
            y=y,
            x=x,
            color=color("round:N", order=[FIRST, LAST]),
            shape=alt.Shape("round:N", sort=[FIRST, LAST], title=""),
            tooltip=["label", "round", alt.Tooltip("share:Q", format=".1%")],
        )
    )
    texts = (
        alt.Chart(both)
        .mark_text(align="left", dx=9, color="gray", fontSize=11)
        .encode(y=y, x="most:Q", text="told:N")
    )
    return (lines + points + texts).properties(height=ROW_PX * len(order) + FRAME_PX)


def _told(share: float | None) -> str:
    return "not checked" if share is None or pd.isna(share) else f"{share:.0%}"
