"""How sure the reference data are: how delays spread, crowds by the hour, and what cities and routes lack."""

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

import altair as alt
import pandas as pd
import streamlit as st

from annotate.facts import LEVEL_INTENSITY, LEVEL_NAMES, Source
from annotate.plan import StopKind
from db.people import Person
from db.quality_plans import Selection
from db.reference_coverage import (
    MODES,
    CityCoverage,
    Known,
    ModeCoverage,
    city_coverage,
    mode_coverage,
    newest_import,
    reference_sources,
)
from db.reference_uncertainty import (
    CLASS_EDGES_MIN,
    EXPECTED,
    OUTCOMES,
    PERCENTS,
    DelaySpread,
    FlightOutcomes,
    HourlyCrowd,
    Scope,
    delay_spreads,
    flight_outcomes,
    hourly_crowds,
    scope_of,
)
from db.session import database_url, open_session
from helpers.delays import HORIZON_WORDS
from pages._ui.charts import COLORS, color, download_table, show_chart
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, plain, section
from pages._ui.quality.reference_gaps import LIST_HEIGHT_PX, MOST_ROUTES, show_cities, show_routes
from pages._ui.quality.sourced import sourced_heading
from pages._ui.reference_charts import ON_TIME_CLASSES

CHART_HEIGHT_PX = 260
LABEL_LIMIT_PX = 160
_FIGURE_WORDS = {
    "avg_delay_min": "mean delay of a flight number",
    "historical_delay_min": "usual delay between two cities, E[D] of cab and bus",
    EXPECTED: "expected delay E[D], as TDAS takes it",
    **{name: f"mean delay over {words}" for name, words in HORIZON_WORDS},
}
_TAKEN = (("Flight", EXPECTED), ("Train", EXPECTED), ("Road", "historical_delay_min"))
"""What TDAS takes by mode: the figures drawn beside each other."""
_KIND_WORDS = {StopKind.ATTRACTION: "attractions", StopKind.RESTAURANT: "restaurants"}


@dataclass(frozen=True, slots=True)
class _Report:
    """All that the view tells of the reference data."""

    spreads: list[DelaySpread]
    outcomes: FlightOutcomes
    crowds: list[HourlyCrowd]
    cities: list[CityCoverage]
    modes: list[ModeCoverage]
    sources: dict[str, list[Source]]


@st.cache_data(max_entries=8, show_spinner="Reading the reference data", hash_funcs={Scope: repr})
def _report(url: str, newest: tuple[int, datetime] | None, scope: Scope) -> _Report:
    """Kept until other reference data are imported (`newest` changes): at full size it takes seconds to read."""
    with open_session(write=False, url=url) as session:
        return _Report(
            delay_spreads(session, scope),
            flight_outcomes(session, scope),
            hourly_crowds(session, scope),
            city_coverage(session, scope),
            [mode_coverage(session, scope, mode, limit=MOST_ROUTES) for mode in MODES],
            reference_sources(session),
        )


def show(person: Person, selection: Selection) -> None:
    """Draw the view."""
    with open_session(write=False) as session:
        scope, newest = scope_of(session, selection), newest_import(session)
    report = _report(database_url(), newest, scope)
    _say_scope(scope, len(report.cities))
    _show_coverage(report)
    _show_delays(report)
    _show_crowds(report)
    show_cities(person, selection, report.cities, _sources(report, "places"))
    show_routes(scope, report.modes, _sources(report, "timetables", "delays"))


def _say_scope(scope: Scope, cities: int) -> None:
    if scope.city_ids is None:
        words = (
            f"Every plan is chosen, so this tells of all {count(cities, 'city', 'cities')} of the tables. "
        )
        words += "Choose plans above to see their cities alone."
    else:
        words = f"This tells of the {count(cities, 'city', 'cities')} that the chosen plans lead to: the places there, "
        words += "and the flights, trains and roads that leave or reach one of them."
    st.caption(words)
    if scope.unknown:
        names = ", ".join(map(plain, scope.unknown))
        st.warning(
            f"Not counted, because they fit no city of the tables, or two: {names}. Import the city or an alias.",
            icon=":material/wrong_location:",
        )


def _show_coverage(report: _Report) -> None:
    """What is known of what there is, the least known first."""
    cities = report.cities
    lines = [
        ("Cities with crowd data", Known(sum(one.crowds.known > 0 for one in cities), len(cities))),
        ("Attractions with crowd data", sum((one.attraction_crowds for one in cities), Known())),
        ("Restaurants with crowd data", sum((one.restaurant_crowds for one in cities), Known())),
        ("Attractions with a visit duration of their own", sum((one.durations for one in cities), Known())),
        ("Restaurants with a price", sum((one.restaurant_prices for one in cities), Known())),
        ("Accommodations with a price", sum((one.accommodation_prices for one in cities), Known())),
        *(
            (f"{mode.mode} routes with a delay figure", mode.routes)
            for mode in report.modes
        ),
    ]  # fmt: skip
    lines.sort(key=lambda line: (line[1].share is None, line[1].share))
    sourced_heading(
        "What is known", "the least known first", _sources(report, "places", "delays", "timetables")
    )
    rows = [
        Row(words, None, [Cell(words), Cell(f"{one.known:,} of {one.things:,}", sort=one.known), _share(one)])
        for words, one in lines
    ]
    columns = [Column("What"), Column("Known", number=True), Column("Share", number=True)]
    link_table(columns, rows, key="coverage", name="What the reference data know")


def _sources(report: _Report, *subjects: str) -> list[Source]:
    return [source for subject in subjects for source in report.sources[subject]]


def _share(known: Known) -> Cell:
    """The share as text and bar; `none there` without things."""
    if known.share is None:
        return Cell("none there", tone="mute", sort=2.0)
    return Cell(f"{known.share:.0%}", share=known.share, sort=known.share, tone="" if known.known else "bad")


def _show_delays(report: _Report) -> None:
    sourced_heading(
        "Delays by mode",
        "each record counts once; percentiles by linear interpolation between the two nearest records",
        _sources(report, "delays"),
    )
    if not any(one.n for one in report.spreads):
        st.info(
            "No delay figure is known here. Import flight_performance, train_delays or road_routes on the "
            "screen Import data.",
            icon=":material/schedule:",
        )
        return
    frame = pd.DataFrame(
        {
            "mode": one.mode,
            "figure": _FIGURE_WORDS[one.figure],
            "n": one.n,
            "mean_min": one.mean_min,
            "median_min": one.percentiles_min[50],
            "p90_min": one.percentiles_min[90],
            "p95_min": one.percentiles_min[95],
            "max_min": one.max_min,
        }
        for one in report.spreads
    )
    rows = [
        Row(
            f"{one.mode}-{one.figure}",
            None,
            [
                Cell(one.mode),
                Cell(_FIGURE_WORDS[one.figure], tone="" if (one.mode, one.figure) in _TAKEN else "mute"),
                Cell(f"{one.n:,}", sort=one.n),
                *(
                    _minutes(value)
                    for value in (
                        one.mean_min,
                        *(one.percentiles_min[percent] for percent in PERCENTS),
                        one.max_min,
                    )
                ),
            ],
        )
        for one in report.spreads
    ]
    columns = [
        Column("Mode"),
        Column("Delay in minutes", wrap=True),
        *(
            Column(name, number=True)
            for name in ("Records", "Mean", "Median", "90 % below", "95 % below", "Largest")
        ),
    ]
    link_table(columns, rows, key="delay-spreads", name="Delays by mode")
    download_table(lambda: frame, key="delay-spreads", name="delays")
    _draw_classes([one for one in report.spreads if (one.mode, one.figure) in _TAKEN and one.n])
    if report.outcomes.flights:
        _draw_outcomes(report.outcomes)


def _minutes(value: float | None) -> Cell:
    return Cell("none", tone="mute", sort=-1.0) if value is None else Cell(f"{value:,.1f}", sort=value)


def _class_words() -> list[str]:
    edges = CLASS_EDGES_MIN
    between = [f"{low} to {high}" for low, high in pairwise(edges)]
    return ["early", *between, f"{edges[-1]} and more"]


def _draw_classes(spreads: list[DelaySpread]) -> None:
    """The share of records in each class of delay, of the figure that TDAS takes."""
    words = _class_words()
    frame = pd.DataFrame(
        {"mode": one.mode, "delay_min": name, "records": records, "share": records / one.n}
        for one in spreads
        for name, records in zip(words, one.classes, strict=True)
    )
    base = alt.Chart(frame).encode(
        x=alt.X(
            "delay_min:N", sort=words, title="expected delay in minutes (E[D])", axis=alt.Axis(labelAngle=0)
        ),
        xOffset=alt.XOffset("mode:N", sort=[mode for mode, _ in _TAKEN]),
        y=alt.Y("share:Q", title="share of the records", axis=alt.Axis(format="%", tickCount=5)),
        tooltip=["mode", "delay_min", "records", alt.Tooltip("share:Q", format=".1%")],
    )
    bars = base.mark_bar().encode(color=color("mode:N", order=[mode for mode, _ in _TAKEN]))
    labels = (
        base.transform_filter(alt.datum.records > 0)
        .mark_text(dy=-6, fontSize=10, color="gray")
        .encode(text=alt.Text("share:Q", format=".0%"))
    )
    show_chart(
        (bars + labels).properties(height=CHART_HEIGHT_PX),
        frame,
        key="delay-classes",
        name="expected-delays",
        alt_text="Share of the records by expected delay, for flights, trains and roads",
    )


def _draw_outcomes(outcomes: FlightOutcomes) -> None:
    section(
        "What became of the observed flights",
        f"{count(outcomes.flights, 'flight')} in {count(outcomes.records, 'record')}",
    )
    words = dict(ON_TIME_CLASSES)
    frame = pd.DataFrame(
        {
            "outcome": words[name],
            "flights": outcomes.counts[name],
            "share": outcomes.counts[name] / outcomes.flights,
            "label": f"{outcomes.counts[name]:,} ({outcomes.counts[name] / outcomes.flights:.1%})",
        }
        for name in OUTCOMES
    )
    base = alt.Chart(frame).encode(
        y=alt.Y("outcome:N", sort=[words[name] for name in OUTCOMES], title=""),
        x=alt.X(
            "share:Q", title="share of the observed flights", axis=alt.Axis(format="%", tickCount=5),
            scale=alt.Scale(domain=[0, 1]),
        ),
        tooltip=["outcome", "flights", alt.Tooltip("share:Q", format=".1%")],
    )  # fmt: skip
    labels = base.mark_text(align="left", dx=4, color="gray").encode(text="label:N")
    show_chart(
        (base.mark_bar(color=COLORS[0]) + labels).properties(height=180),
        frame.drop(columns="label"),
        key="flight-outcomes",
        name="flight-outcomes",
        alt_text="Share of the observed flights that were on time, late, cancelled or diverted",
    )


def _show_crowds(report: _Report) -> None:
    """The paper's Figure 2."""
    sourced_heading(
        "Crowd by hour of the day",
        "mean over the places known at that hour, laid out as Figure 2 of UTP-Bench; a closed hour is not Low",
        _sources(report, "places"),
    )
    if not any(one.places for one in report.crowds):
        st.info(
            "No place here has crowd windows, so no visit gets CATS. Import the table crowd on the screen "
            "Import data.",
            icon=":material/groups_2:",
        )
        return
    frame = pd.DataFrame(
        {
            "hour": hour,
            "places": _KIND_WORDS[one.kind],
            "mean_intensity": one.mean[hour],
            "n": one.known[hour],
        }
        for one in report.crowds
        for hour in range(len(one.mean))
    )
    levels = {intensity: LEVEL_NAMES[level] for level, intensity in LEVEL_INTENSITY.items()}
    lines = (
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
            color=color("places:N", order=list(_KIND_WORDS.values())),
            strokeDash=alt.StrokeDash("places:N", sort=list(_KIND_WORDS.values()), legend=None),
            shape=alt.Shape("places:N", sort=list(_KIND_WORDS.values()), legend=None),
            tooltip=["places", "hour", alt.Tooltip("mean_intensity:Q", format=".2f"), "n"],
        )
        .properties(height=CHART_HEIGHT_PX + 100)
    )  # fmt: skip
    drawn, told = st.columns([3, 2])
    with drawn:
        show_chart(
            lines,
            frame,
            key="crowd-hours",
            name="crowd-by-hour",
            alt_text="Mean crowd intensity of attractions and of restaurants by hour of the day",
        )
    with told:
        _tell_hours(report.crowds)


def _tell_hours(crowds: list[HourlyCrowd]) -> None:
    columns = [Column("Hour")]
    for one in crowds:
        columns += [Column(_KIND_WORDS[one.kind].capitalize(), number=True), Column("n", number=True)]
    rows = [
        Row(
            str(hour),
            None,
            [Cell(f"{hour:02d}-{hour + 1:02d} h", sort=hour)]
            + [
                cell
                for one in crowds
                for cell in (_intensity(one.mean[hour]), Cell(str(one.known[hour]), sort=one.known[hour]))
            ],
        )
        for hour in range(len(crowds[0].mean))
    ]
    link_table(
        columns, rows, key="crowd-table", name="Mean crowd intensity by hour", height_px=LIST_HEIGHT_PX
    )


def _intensity(value: float | None) -> Cell:
    return Cell("none", tone="mute", sort=-1.0) if value is None else Cell(f"{value:.2f}", sort=value)
