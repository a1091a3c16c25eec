"""What the reference data lack, city by city and route by route."""

import pandas as pd
import streamlit as st

from annotate.facts import Source
from db.people import Person
from db.quality_plans import Selection
from db.reference_coverage import MODES, ROAD, CityCoverage, Known, ModeCoverage, RouteCoverage, mode_coverage
from db.reference_uncertainty import Scope
from db.session import open_session
from pages._ui.charts import download_table
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count
from pages._ui.quality.behind import ask_behind, asked_behind, show_plans_behind
from pages._ui.quality.sourced import sourced_heading

MOST_ROUTES = 200
"""So many routes of each mode are listed; the download holds all."""
LIST_HEIGHT_PX = 420
_CITY = "city-"


def show_cities(
    person: Person, selection: Selection, cities: list[CityCoverage], sources: list[Source]
) -> None:
    """The cities and what is known of their places, the worst first; a click opens the plans that lead there."""
    with_crowds = sum(one.crowds.known > 0 for one in cities)
    sourced_heading(
        "Cities",
        f"{with_crowds:,} of {count(len(cities), 'city', 'cities')} have crowd data; those without first, then by plans, "
        "then by figures missing",
        sources,
    )
    headings = ("Figures missing", "Plans", "Crowd: attractions", "Crowd: restaurants", "Visit duration",
                "Restaurant price", "Room price")  # fmt: skip
    rows = [
        Row(
            str(one.city_id),
            None,
            [
                Cell(one.name, sub=one.state),
                Cell(f"{one.lacking:,}", sort=one.lacking),
                Cell(str(len(one.plans)), sort=len(one.plans), tone="" if one.plans else "mute"),
                *(_known(known) for known in _figures_of(one)),
            ],
        )
        for one in cities
    ]
    columns = [Column("City"), *(Column(name, number=True) for name in headings)]
    opened = link_table(
        columns, rows, key="city-coverage", name="Cities and what they lack", height_px=LIST_HEIGHT_PX
    )
    download_table(lambda: city_frame(cities), key="cities", name="cities-coverage")
    if opened is not None:
        ask_behind(_CITY + opened)
    asked = asked_behind()
    for one in cities:
        if asked == f"{_CITY}{one.city_id}":
            show_plans_behind(
                person, selection, one.plans, f"{one.name}, {one.state}" if one.state else one.name
            )


def _figures_of(city: CityCoverage) -> tuple[Known, ...]:
    return (
        city.attraction_crowds,
        city.restaurant_crowds,
        city.durations,
        city.restaurant_prices,
        city.accommodation_prices,
    )


def _known(known: Known) -> Cell:
    if known.share is None:
        return Cell("no places", tone="mute", sort=2.0)
    return Cell(
        f"{known.known:,} of {known.things:,}", sort=known.share, tone="bad" if not known.known else ""
    )


def city_frame(cities: list[CityCoverage]) -> pd.DataFrame:
    """Of each city what is known of its places, of how many."""
    names = ("attraction_crowds", "restaurant_crowds", "visit_durations", "restaurant_prices", "room_prices")
    return pd.DataFrame(
        {"city": one.name, "state": one.state, "missing": one.lacking, "plans": len(one.plans)}
        | {
            f"{name}_{part}": value
            for name, known in zip(names, _figures_of(one), strict=True)
            for part, value in (("known", known.known), ("of", known.things))
        }
        for one in cities
    )


def show_routes(scope: Scope, modes: list[ModeCoverage], sources: list[Source]) -> None:
    """The routes that lack delay figures, the worst first."""
    sourced_heading(
        "Routes without delay figures",
        "directed pairs of cities, most departures without a figure first",
        sources,
    )
    st.caption(
        "A train has a figure when its number has one at any station, a flight when its number was observed on the "
        "route; bus and cab share the record of the road, the departures on a road are those of its buses."
    )
    listed = [route for mode in modes for route in mode.lack]
    listed.sort(key=lambda route: -route.lacking)
    if not listed:
        st.info("Every route here has delay figures, or there is no route.", icon=":material/task_alt:")
        return
    without = [
        f"{mode.routes.lacking:,} of {count(mode.routes.things, f'{mode.mode.lower()} route')}"
        for mode in modes
    ]
    cut = any(len(mode.lack) == MOST_ROUTES for mode in modes)
    st.caption(
        f"Without any figure: {'; '.join(without)}."
        + (f" The worst {MOST_ROUTES} of each mode are listed, the download holds all." if cut else "")
    )
    rows = [
        Row(
            f"{route.mode}-{number}",
            None,
            [
                Cell("Road (bus, cab)" if route.mode == ROAD else route.mode),
                Cell(route.origin),
                Cell(route.destination),
                _departures(route, route.departures),
                _departures(route, route.lacking),
            ],
        )
        for number, route in enumerate(listed)
    ]
    columns = [
        Column("Mode"), Column("From"), Column("To"), Column("Departures", number=True),
        Column("Without a figure", number=True),
    ]  # fmt: skip
    link_table(
        columns, rows, key="route-coverage", name="Routes without delay figures", height_px=LIST_HEIGHT_PX
    )
    download_table(lambda: _route_frame(scope), key="routes", name="routes-without-delays")


def _route_frame(scope: Scope) -> pd.DataFrame:
    """All of them, read when the download is asked for."""
    with open_session(write=False) as session:
        routes = [route for mode in MODES for route in mode_coverage(session, scope, mode).lack]
    names = ("mode", "origin", "destination", "departures", "lacking")
    return pd.DataFrame([[getattr(route, name) for name in names] for route in routes], columns=list(names))


def _departures(route: RouteCoverage, number: int) -> Cell:
    if route.mode == ROAD and not route.departures:
        return Cell("cab only", tone="mute", sort=0)
    return Cell(f"{number:,}", sort=number)
