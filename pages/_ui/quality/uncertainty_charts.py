"""What the view of the reference data draws: delays by class, outcomes of flights, crowds by the hour."""

from collections.abc import Iterable
from itertools import pairwise

import altair as alt
import pandas as pd

from annotate.facts import LEVEL_INTENSITY, LEVEL_NAMES
from annotate.plan import StopKind
from db.exporters.palette import COLORS
from db.reference_uncertainty import (
    CLASS_EDGES_MIN,
    EXPECTED,
    OUTCOMES,
    DelaySpread,
    FlightOutcomes,
    HourlyCrowd,
)
from pages._ui.charts import color
from pages._ui.reference_charts import ON_TIME_CLASSES

CHART_HEIGHT_PX = 260
LABEL_LIMIT_PX = 160
TAKEN_BY_TDAS = (("Flight", EXPECTED), ("Train", EXPECTED), ("Road", "historical_delay_min"))
"""What TDAS takes by mode: the figures drawn beside each other."""
KIND_WORDS = {StopKind.ATTRACTION: "attractions", StopKind.RESTAURANT: "restaurants"}


def _class_words() -> list[str]:
    edges = CLASS_EDGES_MIN
    between = [f"{low} to {high}" for low, high in pairwise(edges)]
    return ["early", *between, f"{edges[-1]} and more"]


def class_frame(spreads: Iterable[DelaySpread]) -> pd.DataFrame:
    """The share of records in each class of delay, of the figure that TDAS takes by mode; modes without records are
    left out."""
    return pd.DataFrame(
        {"mode": one.mode, "delay_min": name, "records": records, "share": records / one.n}
        for one in spreads
        if (one.mode, one.figure) in TAKEN_BY_TDAS and one.n
        for name, records in zip(_class_words(), one.classes, strict=True)
    )


def class_chart(frame: pd.DataFrame) -> alt.LayerChart:
    """Bars by class and mode, each with its share."""
    words, modes = _class_words(), [mode for mode, _ in TAKEN_BY_TDAS]
    base = alt.Chart(frame).encode(
        x=alt.X(
            "delay_min:N", sort=words, title="expected delay in minutes (E[D])", axis=alt.Axis(labelAngle=0)
        ),
        xOffset=alt.XOffset("mode:N", sort=modes),
        y=alt.Y("share:Q", title="share of the records", axis=alt.Axis(format="%", tickCount=5)),
        tooltip=["mode", "delay_min", "records", alt.Tooltip("share:Q", format=".1%")],
    )
    bars = base.mark_bar().encode(color=color("mode:N", order=modes))
    labels = (
        base.transform_filter(alt.datum.records > 0)
        .mark_text(dy=-6, fontSize=10, color="gray")
        .encode(text=alt.Text("share:Q", format=".0%"))
    )
    return (bars + labels).properties(height=CHART_HEIGHT_PX)


def outcome_frame(outcomes: FlightOutcomes) -> pd.DataFrame:
    """How many of the observed flights had each outcome, and their share of all."""
    words = dict(ON_TIME_CLASSES)
    return pd.DataFrame(
        {
            "outcome": words[name],
            "flights": outcomes.counts[name],
            "share": outcomes.counts[name] / outcomes.flights,
        }
        for name in OUTCOMES
    )


def outcome_chart(frame: pd.DataFrame) -> alt.LayerChart:
    """A bar for each outcome, with flights and share beside it."""
    told = [f"{flights:,} ({share:.1%})" for flights, share in zip(frame.flights, frame.share, strict=True)]
    base = alt.Chart(frame.assign(label=told)).encode(
        y=alt.Y("outcome:N", sort=list(frame.outcome), title=""),
        x=alt.X(
            "share:Q", title="share of the observed flights", axis=alt.Axis(format="%", tickCount=5),
            scale=alt.Scale(domain=[0, 1]),
        ),
        tooltip=["outcome", "flights", alt.Tooltip("share:Q", format=".1%")],
    )  # fmt: skip
    labels = base.mark_text(align="left", dx=4, color="gray").encode(text="label:N")
    return (base.mark_bar(color=COLORS[0]) + labels).properties(height=180)


def hour_frame(crowds: Iterable[HourlyCrowd]) -> pd.DataFrame:
    """Mean crowd intensity by kind of place and hour of the day, and how many places are known at that hour."""
    return pd.DataFrame(
        {
            "hour": hour,
            "places": KIND_WORDS[one.kind],
            "mean_intensity": one.mean[hour],
            "n": one.known[hour],
        }
        for one in crowds
        for hour in range(len(one.mean))
    )


def hour_chart(frame: pd.DataFrame) -> alt.Chart:
    """A line for each kind of place, as Figure 2 of the paper; hours at which no place is known are left open."""
    levels = {intensity: LEVEL_NAMES[level] for level, intensity in LEVEL_INTENSITY.items()}
    return (
        alt.Chart(frame)
        .mark_line(point=True)
        .encode(
            x=alt.X("hour:Q", title="hour of the day", scale=alt.Scale(domain=[0, 23]), axis=alt.Axis(tickCount=24)),
            y=alt.Y(
                "mean_intensity:Q",
                title="mean crowd intensity",
                scale=alt.Scale(domain=[0, 1]),
                axis=alt.Axis(
                    values=list(levels),
                    labelLimit=LABEL_LIMIT_PX,
                    labelExpr=" : ".join(
                        f"datum.value == {value} ? '{value:g} {name}'" for value, name in levels.items()
                    )
                    + " : ''",
                ),
            ),
            color=color("places:N", order=list(KIND_WORDS.values())),
            strokeDash=alt.StrokeDash("places:N", sort=list(KIND_WORDS.values()), legend=None),
            shape=alt.Shape("places:N", sort=list(KIND_WORDS.values()), legend=None),
            tooltip=["places", "hour", alt.Tooltip("mean_intensity:Q", format=".2f"), "n"],
        )
        .properties(height=CHART_HEIGHT_PX + 100)
    )  # fmt: skip
