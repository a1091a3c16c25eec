"""How sure the reference data are: how delays spread, crowds by the hour, and what cities and routes lack."""

from dataclasses import dataclass
from datetime import datetime

import pandas as pd
import streamlit as st

from annotate.facts import Source
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
    EXPECTED,
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
from pages._ui.charts import download_table, show_chart
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, plain, section
from pages._ui.quality.reference_gaps import LIST_HEIGHT_PX, MOST_ROUTES, show_cities, show_routes
from pages._ui.quality.sourced import sourced_heading
from pages._ui.quality.uncertainty_charts import (
    KIND_WORDS,
    TAKEN_BY_TDAS,
    class_chart,
    class_frame,
    hour_chart,
    hour_frame,
    outcome_chart,
    outcome_frame,
)

_FIGURE_WORDS = {
    "avg_delay_min": "mean delay of a flight number",
    "historical_delay_min": "usual delay between two cities, E[D] of cab and bus",
    EXPECTED: "expected delay E[D], as TDAS takes it",
    **{name: f"mean delay over {words}" for name, words in HORIZON_WORDS},
}


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
                Cell(
                    _FIGURE_WORDS[one.figure], tone="" if (one.mode, one.figure) in TAKEN_BY_TDAS else "mute"
                ),
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
    classes = class_frame(report.spreads)
    if len(classes):
        show_chart(
            class_chart(classes),
            classes,
            key="delay-classes",
            name="expected-delays",
            alt_text="Share of the records by expected delay, for flights, trains and roads",
        )
    outcomes = report.outcomes
    if not outcomes.flights:
        return
    section(
        "What became of the observed flights",
        f"{count(outcomes.flights, 'flight')} in {count(outcomes.records, 'record')}",
    )
    flights = outcome_frame(outcomes)
    show_chart(
        outcome_chart(flights),
        flights,
        key="flight-outcomes",
        name="flight-outcomes",
        alt_text="Share of the observed flights that were on time, late, cancelled or diverted",
    )


def _minutes(value: float | None) -> Cell:
    return Cell("none", tone="mute", sort=-1.0) if value is None else Cell(f"{value:,.1f}", sort=value)


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
    frame = hour_frame(report.crowds)
    drawn, told = st.columns([3, 2])
    with drawn:
        show_chart(
            hour_chart(frame),
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
        columns += [Column(KIND_WORDS[one.kind].capitalize(), number=True), Column("n", number=True)]
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
