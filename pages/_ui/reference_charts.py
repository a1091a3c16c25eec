"""Charts of reference figures: delays over five horizons, on-time record, crowd by hour. Levels differ in height too."""

import altair as alt
import pandas as pd
import streamlit as st

from annotate.clock import HOUR_MIN, daily_overlap_min
from annotate.facts import LEVEL_INTENSITY, LEVEL_NAMES, Crowd, FlightPerformance
from db.reference import DelayRecord

HEIGHT_PX = 190
HORIZONS = (
    ("avg_delay_1w", "1 week"),
    ("avg_delay_1m", "1 month"),
    ("avg_delay_3m", "3 months"),
    ("avg_delay_6m", "6 months"),
    ("avg_delay_1y", "1 year"),
)
ON_TIME_CLASSES = (
    ("on_time", "on time"),
    ("late", "late"),
    ("very_late", "very late"),
    ("excessive", "excessive"),
    ("cancelled", "cancelled"),
    ("diverted", "diverted"),
)
LEVEL_HEIGHT = {level: number for number, level in enumerate(LEVEL_INTENSITY, 1)}
CROWD_COLOR = "#c9824a"
STATION_COLORS = ("#0b6e69", "#c9824a", "#6b6fb0", "#8a8f98")
"""Told apart by people who do not tell red from green."""


def show_delay_horizons(records: list[DelayRecord]) -> None:
    """Mean delay of a train in minutes at each station, over five horizons; a horizon without a figure has no bar."""
    rows = [
        {"station": record.where, "over the last": words, "minutes": value}
        for record in records
        for name, words in HORIZONS
        if (value := getattr(record.delays, name)) is not None
    ]
    order = [words for _, words in HORIZONS]
    chart = (
        alt.Chart(pd.DataFrame(rows))
        .mark_bar()
        .encode(
            x=alt.X(
                "over the last:N", sort=order, title="mean delay over the last", axis=alt.Axis(labelAngle=0)
            ),
            xOffset=alt.XOffset("station:N"),
            y=alt.Y("minutes:Q", title="min"),
            color=alt.Color(
                "station:N",
                title="",
                scale=alt.Scale(range=list(STATION_COLORS)),
                legend=alt.Legend(orient="top"),
            ),
            tooltip=["station", "over the last", "minutes"],
        )
        .properties(height=HEIGHT_PX)
    )
    st.altair_chart(chart, alt="Mean delay of the train by horizon and station")


def show_on_time_record(performance: FlightPerformance) -> None:
    """How many of the observed flights were on time, late, cancelled or diverted."""
    rows = [
        {
            "class": words,
            "flights": value,
            "share": value / performance.total_flights if performance.total_flights else 0.0,
        }
        for name, words in ON_TIME_CLASSES
        if (value := getattr(performance, name)) is not None
    ]
    order = [words for _, words in ON_TIME_CLASSES]
    base = alt.Chart(pd.DataFrame(rows)).encode(
        y=alt.Y("class:N", sort=order, title=""),
        x=alt.X("flights:Q", title="observed flights"),
        tooltip=["class", "flights", alt.Tooltip("share:Q", format=".1%")],
    )
    bars = base.mark_bar(color=STATION_COLORS[0])
    labels = base.mark_text(align="left", dx=4, color="gray").encode(text=alt.Text("share:Q", format=".0%"))
    st.altair_chart((bars + labels).properties(height=HEIGHT_PX), alt="On-time record of the flight")


def show_crowd(crowd: Crowd) -> None:
    """Crowd level of each hour of the day: height is the level, `quiet` and `peak` stand in words above the bar."""
    frame = pd.DataFrame([_hour(crowd, hour) for hour in range(24)])
    levels = list(LEVEL_NAMES.values())
    hours = alt.X("hour:O", title="hour of the day", axis=alt.Axis(labelAngle=0))
    tooltip = ["hour", "level", "mark"]
    bars = (
        alt.Chart(frame)
        .mark_bar(color=CROWD_COLOR)
        .encode(
            x=hours,
            y=alt.Y(
                "height:Q",
                title="",
                scale=alt.Scale(domain=[0, len(levels) + 0.6]),
                axis=alt.Axis(
                    values=list(range(1, len(levels) + 1)), labelExpr=f"{levels!r}[datum.value - 1]"
                ),
            ),
            opacity=alt.Opacity(
                "height:Q", scale=alt.Scale(domain=[1, len(levels)], range=[0.45, 1]), legend=None
            ),
            tooltip=tooltip,
        )
    )
    marks = (
        alt.Chart(frame)
        .mark_text(dy=-7, fontSize=10, color="gray")
        .encode(x=hours, y="height:Q", text="mark:N", tooltip=tooltip)
    )
    st.altair_chart((bars + marks).properties(height=HEIGHT_PX), alt="Crowd level by hour of the day")


def _hour(crowd: Crowd, hour: int) -> dict[str, object]:
    start, end = hour * HOUR_MIN, (hour + 1) * HOUR_MIN
    covering = [(daily_overlap_min(start, end, a, b), level) for a, b, level in crowd.windows]
    longest, level = max(covering, default=(0, ""))
    marks = [
        word for word, hours in (("quiet", crowd.quiet_hours), ("peak", crowd.peak_hours)) if hour in hours
    ]
    if any(daily_overlap_min(start, end, a, b) for a, b in crowd.closed):
        marks.append("closed")
    known = longest > 0
    return {
        "hour": hour,
        "height": LEVEL_HEIGHT[level] if known else 0,
        "level": LEVEL_NAMES[level] if known else "not known",
        "mark": " ".join(marks),
    }
