"""How scores spread, as a chart: from the least to the most, the quartiles as a box, median, mean, and both in figures."""

from collections.abc import Callable, Sequence
from typing import Any

import altair as alt
import pandas as pd

from helpers.score_report import GroupSpread
from pages._ui.charts import color, show_chart

ROW_PX, GAP_SHARE = 15, 0.28
MARK_PX = 11
LABEL_AT, LABEL_ROOM, LABEL_PX = 1.02, 0.27, 210
"""Where the figures of a group begin on the axis, the room they have there, and the most that is drawn of them."""
EVERYTHING = {"content": "data"}
"""A tooltip with the whole line of the data."""
FRAME_PX = 80
"""What legend and axis take of the height."""


def show_spread_chart(spreads: Sequence[GroupSpread], hue_of: Callable[[str], str] = str) -> None:
    """Draw the spreads, a line for each group below its score; groups in which nothing could be scored say so. Groups
    of the same hue (the group itself, unless told otherwise) have one colour."""
    frame = spread_frame(spreads)
    show_chart(
        spread_chart(frame, hue_of),
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


def spread_chart(frame: pd.DataFrame, hue_of: Callable[[str], str] = str) -> Any:
    """The chart of a `spread_frame`."""
    scores, groups = list(dict.fromkeys(frame["score"])), list(dict.fromkeys(frame["group"]))
    drawn = frame.assign(
        hue=frame["group"].map(hue_of),
        label=[
            f"{mean:.2f} ({number:,}) {group}" if number else f"none (0) {group}"
            for mean, number, group in zip(frame["mean"], frame["plans scored"], frame["group"], strict=True)
        ],
    )
    ticks = alt.Axis(
        values=[0, 0.2, 0.4, 0.6, 0.8, 1],
        format=".1f",
        title="score; at the right mean (plans) of each group",
    )
    y = alt.Y("score:N", sort=scores, title="", scale=alt.Scale(paddingInner=GAP_SHARE))
    base = alt.Chart(drawn).encode(y=y)
    inside = base.encode(yOffset=alt.YOffset("group:N", sort=groups, bandPosition=0.5))
    paint = color("hue:N", order=list(dict.fromkeys(drawn["hue"])))
    scale = alt.Scale(domain=[0, LABEL_AT + LABEL_ROOM], nice=False)
    box = base.mark_bar(opacity=0.55, tooltip=EVERYTHING).encode(
        x=alt.X("lower quartile:Q", scale=scale, axis=ticks),
        x2="upper quartile:Q",
        yOffset=alt.YOffset("group:N", sort=groups),
        color=paint,
    )
    whole = inside.mark_rule(strokeWidth=1.5, tooltip=EVERYTHING).encode(
        x="least:Q", x2="most:Q", color=paint
    )
    middle = inside.mark_tick(thickness=2.5, size=MARK_PX, color="gray", opacity=1).encode(x="median:Q")
    mean = inside.mark_point(
        shape="diamond", filled=True, size=60, opacity=1, stroke="white", strokeWidth=1
    ).encode(x="mean:Q", color=paint)
    label = inside.mark_text(align="left", color="gray", fontSize=11, limit=LABEL_PX).encode(
        x=alt.datum(LABEL_AT), text="label:N"
    )
    return alt.layer(box, whole, middle, mean, label).properties(
        height=len(scores) * (len(groups) * ROW_PX + ROW_PX) + FRAME_PX
    )
