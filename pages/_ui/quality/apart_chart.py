"""How many minutes two people's times are apart, by row kind: a bar for each kind, in classes, with its shares written in."""

from collections.abc import Mapping
from typing import Any

import altair as alt
import pandas as pd

from helpers.agreement_report import SPREAD_MIN
from pages._ui.charts import show_chart

CLASSES = ("same minute", "1 to 5 min", "6 to 15 min", "16 to 30 min", "31 to 60 min", "over 60 min")
PAINT = ("#0d4a70", "#2a7fb8", "#8cc5e3", "#f0d58c", "#e08a2e", "#9c3d0a")
"""Blue for near, orange for far, darkest at both ends: told apart by colour-blind people too."""
INK = ("#ffffff", "#ffffff", "#10202b", "#10202b", "#10202b", "#ffffff")
"""The colour of the figures on each."""
LEAST_WRITTEN = 0.04
"""A share below this has no room for its figure; the data below the chart hold it."""
ROW_PX = 30
AROUND_PX = 100
"""What legend, axis and its title take of the height."""


def show_apart_chart(spread: Mapping[str, tuple[int, ...]]) -> None:
    """Draw the distribution of minutes apart by row kind."""
    frame = apart_frame(spread)
    show_chart(
        _chart(frame),
        frame,
        key="apart-chart",
        name="minutes-apart",
        alt_text="Share of times by how many minutes two people are apart, a bar for each kind of row.",
    )


def apart_frame(spread: Mapping[str, tuple[int, ...]]) -> pd.DataFrame:
    """The figures of the chart: for each kind and class how many times, and which share of the kind's (0 to 1)."""
    return pd.DataFrame(
        [
            {"row kind": kind, "apart": name, "times": number, "share": number / sum(counts)}
            for kind, counts in spread.items()
            for name, number in zip(CLASSES, counts, strict=True)
        ]
    )


def _chart(frame: pd.DataFrame) -> Any:
    total = frame.groupby("row kind")["times"].transform("sum")
    drawn = frame.assign(
        place=frame["apart"].map(CLASSES.index),
        label=[f"{kind} (n {number:,})" for kind, number in zip(frame["row kind"], total, strict=True)],
    )
    drawn["until"] = drawn.groupby("row kind")["share"].cumsum()
    drawn["from"] = drawn["until"] - drawn["share"]
    drawn["middle"] = (drawn["until"] + drawn["from"]) / 2
    base = alt.Chart(drawn).encode(
        y=alt.Y("label:N", title="", axis=alt.Axis(labelLimit=220, labelOverlap=False)),
        tooltip=["row kind", "apart", "times", alt.Tooltip("share:Q", format=".1%")],
    )
    bars = base.mark_bar().encode(
        x=alt.X(
            "from:Q",
            title="share of compared times",
            axis=alt.Axis(format="%"),
            scale=alt.Scale(domain=[0, 1]),
        ),
        x2="until:Q",
        color=alt.Color(
            "apart:N",
            title="",
            sort=list(CLASSES),
            scale=alt.Scale(domain=list(CLASSES), range=list(PAINT)),
            legend=alt.Legend(orient="top", columns=len(SPREAD_MIN) + 1),
        ),
    )
    labels = (
        base.transform_filter(f"datum.share >= {LEAST_WRITTEN}")
        .mark_text(fontSize=11)
        .encode(
            x=alt.X("middle:Q"),
            text=alt.Text("share:Q", format=".0%"),
            color=alt.Color("apart:N", scale=alt.Scale(domain=list(CLASSES), range=list(INK)), legend=None),
        )
    )
    return (
        alt.layer(bars, labels)
        .resolve_scale(color="independent")
        .properties(height=AROUND_PX + ROW_PX * frame["row kind"].nunique())
    )
