"""How the reference data spread: every figure beside one worked out here from the rows, one by one."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate import facts
from annotate.plan import StopKind
from annotate.scores.crowding import crowding
from annotate.scores.tdas import expected_flight_delay, expected_train_delay
from db import models
from db.lookup import Cities
from db.place_facts import Catalogue
from db.quality_plans import PlanFilter, Selection, choose, quality_plans
from db.reference_uncertainty import (
    CLASS_EDGES_MIN,
    EXPECTED,
    OUTCOMES,
    DelaySpread,
    Scope,
    delay_spreads,
    flight_outcomes,
    hourly_crowds,
    scope_of,
)
from db.session import open_session
from db.start import prepare
from tests.db.reference_rows import a_world, add
from tests.db.test_screen_lists import counted

ALL = Scope(None)
PERCENTS = (50, 90, 95)


@pytest.fixture
def demo(database_url: str) -> Iterator[Session]:
    """The demo workspace."""
    prepare(database_url)
    with open_session(write=False, url=database_url) as opened:
        yield opened


@pytest.fixture
def session(database_url: str) -> Iterator[Session]:
    """Some cities and nothing else."""
    with open_session(write=True, url=database_url) as opened:
        a_world(opened)
        yield opened


def a_record(session: Session, number: str, mean_min: float | None, **known: Any) -> None:
    row = {"route_key": "", "total_flights": 100, "on_time": 60, "late": 20, "very_late": 5, "excessive": 5,
           "cancelled": 8, "diverted": 2, "std_delay_min": 10.0, "max_delay_min": 90.0}  # fmt: skip
    add(session, models.FlightPerformance, number=number, avg_delay_min=mean_min, **{**row, **known})


def a_delay(session: Session, number: str, station: str = "", **horizons: float | None) -> None:
    add(session, models.TrainDelay, number=number, station=station, **horizons)


def spread(session: Session, mode: str, figure: str, scope: Scope = ALL) -> DelaySpread:
    return next(one for one in delay_spreads(session, scope) if (one.mode, one.figure) == (mode, figure))


def same(found: DelaySpread, values: list[float]) -> None:
    """The spread is that of the values, by numpy."""
    assert found.n == len(values)
    assert found.mean_min == pytest.approx(np.mean(values), abs=1e-9)
    assert found.max_min == max(values)
    for percent in PERCENTS:
        assert found.percentiles_min[percent] == pytest.approx(np.percentile(values, percent), abs=1e-9)
    edges = [-np.inf, *CLASS_EDGES_MIN, np.inf]
    assert list(found.classes) == [
        sum(low <= value < high for value in values) for low, high in pairwise(edges)
    ]


class TestDelays:
    def test_each_figure_of_the_demo_is_that_of_its_rows(self, demo: Session) -> None:
        flights = demo.scalars(select(models.FlightPerformance)).all()
        trains = demo.scalars(select(models.TrainDelay)).all()
        roads = demo.scalars(select(models.RoadRoute.historical_delay_min)).all()
        means = [row.avg_delay_min for row in flights if row.avg_delay_min is not None]
        same(spread(demo, "Flight", "avg_delay_min"), means)
        for horizon in ("1w", "1m", "3m", "6m", "1y"):
            name = f"avg_delay_{horizon}"
            values = [value for row in trains if (value := getattr(row, name)) is not None]
            same(spread(demo, "Train", name), values)
        same(spread(demo, "Road", "historical_delay_min"), list(roads))
        expected = [
            expected_train_delay(
                facts.TrainDelays(
                    row.avg_delay_1w, row.avg_delay_1m, row.avg_delay_3m, row.avg_delay_6m, row.avg_delay_1y
                )
            ).minutes
            for row in trains
        ]
        same(spread(demo, "Train", EXPECTED), [one for one in expected if one is not None])
        wanted = [
            expected_flight_delay(
                facts.FlightPerformance(
                    row.total_flights, row.late, row.very_late, row.excessive, row.cancelled, row.diverted,
                    row.avg_delay_min, row.std_delay_min, row.max_delay_min,
                )
            ).minutes
            for row in flights
        ]  # fmt: skip
        same(spread(demo, "Flight", EXPECTED), [one for one in wanted if one is not None])

    def test_a_percentile_between_two_records_is_interpolated(self, session: Session) -> None:
        for number, minutes in enumerate((40.0, 10.0, 20.0, 30.0)):
            a_record(session, f"6E-{number}", minutes)
        found = spread(session, "Flight", "avg_delay_min")
        # places (4 - 1) x 0.5 = 1.5, x 0.9 = 2.7, x 0.95 = 2.85 of 10, 20, 30, 40
        assert found.percentiles_min == {50: 25.0, 90: pytest.approx(37.0), 95: pytest.approx(38.5)}

    def test_one_record_is_all_its_percentiles_and_none_has_no_figure(self, session: Session) -> None:
        a_record(session, "6E-1", 12.0)
        one, none = (
            spread(session, "Flight", "avg_delay_min"),
            spread(session, "Road", "historical_delay_min"),
        )
        assert one.percentiles_min == {50: 12.0, 90: 12.0, 95: 12.0}
        assert (none.n, none.mean_min, none.max_min) == (0, None, None)
        assert none.percentiles_min == {50: None, 90: None, 95: None}
        assert none.classes == (0,) * (len(CLASS_EDGES_MIN) + 1)

    def test_equal_values_each_count(self, session: Session) -> None:
        values = [5.0, 5.0, 5.0, 5.0, 9.0, 9.0, 60.0]
        for number, minutes in enumerate(values):
            a_record(session, f"6E-{number}", minutes)
        same(spread(session, "Flight", "avg_delay_min"), values)

    def test_a_delay_on_the_edge_of_a_class_belongs_to_the_class_above(self, session: Session) -> None:
        for number, minutes in enumerate((-0.1, 0.0, 4.9, 5.0, 119.9, 120.0)):
            a_record(session, f"6E-{number}", minutes)
        assert spread(session, "Flight", "avg_delay_min").classes == (1, 2, 1, 0, 0, 1, 1)

    def test_a_train_without_all_horizons_is_weighted_by_those_it_has(self, session: Session) -> None:
        a_delay(session, "1", avg_delay_1w=16.0, avg_delay_1y=30.0)  # (1 x 16 + 6 x 30) / 7 = 28
        a_delay(session, "2", avg_delay_3m=-4.0)  # early: taken as 0
        a_delay(session, "3")  # no figure
        found = spread(session, "Train", EXPECTED)
        assert (found.n, found.max_min, found.mean_min) == (2, pytest.approx(28.0), pytest.approx(14.0))

    def test_a_flight_without_a_mean_is_known_only_if_none_was_late(self, session: Session) -> None:
        a_record(session, "6E-1", None)
        a_record(session, "6E-2", None, late=0, very_late=0, excessive=0)  # 10 of 100 lost: 0.1 x 90 = 9
        a_record(session, "6E-3", 20.0, std_delay_min=None, max_delay_min=None)  # 0.3 x 20 = 6
        found = spread(session, "Flight", EXPECTED)
        assert (found.n, found.max_min, found.mean_min) == (2, pytest.approx(9.0), pytest.approx(7.5))

    def test_a_record_without_observed_flights_counts_nowhere(self, session: Session) -> None:
        a_record(session, "6E-1", 20.0, total_flights=0)
        assert spread(session, "Flight", "avg_delay_min").n == 0
        assert flight_outcomes(session, ALL).records == 0

    def test_a_scope_keeps_what_leaves_or_reaches_its_cities(self, session: Session) -> None:
        ids = {
            city.name: city.id for city in session.scalars(select(models.City)) if city.name != "Aurangabad"
        }
        bhopal, jaipur, agra = ids["Bhopal"], ids["Jaipur"], ids["Agra"]
        here = Scope(frozenset({jaipur}))
        for origin, destination, minutes in ((bhopal, jaipur, 1.0), (jaipur, agra, 2.0), (bhopal, agra, 4.0)):
            add(session, models.RoadRoute, origin_id=origin, destination_id=destination, free_flow_min=60.0,
                historical_delay_min=minutes)  # fmt: skip
            a_record(session, f"6E-{minutes:g}", minutes, route_key=f"{origin}>{destination}", origin_id=origin,
                     destination_id=destination)  # fmt: skip
            add(session, models.Train, number=f"1{minutes:g}", origin_id=origin, destination_id=destination,
                origin_station_key="a", destination_station_key="b", dep_min=0, arr_min=60)  # fmt: skip
            a_delay(session, f"1{minutes:g}", avg_delay_1m=minutes)
        add(
            session,
            models.Flight,
            number="6E-8",
            origin_id=agra,
            destination_id=jaipur,
            dep_min=0,
            arr_min=60,
            date="",
        )
        a_record(session, "6E-8", 8.0)  # for every route of its number, and it flies to Jaipur
        a_record(session, "6E-16", 16.0)  # flies nowhere
        assert spread(session, "Road", "historical_delay_min", here).mean_min == pytest.approx(1.5)
        assert spread(session, "Train", "avg_delay_1m", here).mean_min == pytest.approx(1.5)
        same(spread(session, "Flight", "avg_delay_min", here), [1.0, 2.0, 8.0])
        assert flight_outcomes(session, here).records == 3


class TestOutcomes:
    def test_the_outcomes_of_the_demo_are_the_sums_of_its_records(self, demo: Session) -> None:
        records = [row for row in demo.scalars(select(models.FlightPerformance)) if row.total_flights > 0]
        found = flight_outcomes(demo, ALL)
        assert found.records == len(records) > 0
        assert found.flights == sum(row.total_flights for row in records)
        assert found.counts == {name: sum(getattr(row, name) or 0 for row in records) for name in OUTCOMES}

    def test_flights_on_time_that_a_record_does_not_count_are_left_out(self, session: Session) -> None:
        a_record(session, "6E-1", 5.0)
        a_record(session, "6E-2", 5.0, on_time=None)
        found = flight_outcomes(session, ALL)
        assert (found.flights, found.counts["on_time"], found.counts["late"]) == (200, 60, 40)

    def test_without_records_there_are_no_flights(self, session: Session) -> None:
        found = flight_outcomes(session, ALL)
        assert (found.records, found.flights, set(found.counts.values())) == (0, 0, {0})


def by_hour(session: Session, model: Any, kind: StopKind) -> tuple[list[float | None], list[int]]:
    """(mean intensity, places known) by hour, each place looked up as a plan does."""
    cities = Cities(session).by_id
    named = {(row.name_key, row.city_id) for row in session.scalars(select(model))}
    catalogue = Catalogue(session, named, cities, FakeSources())
    levels: list[list[float]] = [[] for _ in range(24)]
    for name_key, city_id in session.execute(select(model.name_key, model.city_id)):
        place = catalogue.place((name_key, city_id), kind, ())
        assert place is not None
        for hour in range(24):
            seen = [crowding(hour * 60, hour * 60 + 60, day.windows) for day in place.crowds]
            covered = sum(one.covered_min for one in seen)
            if covered:
                levels[hour].append(sum(one.weighted_min for one in seen) / covered)
    return [float(np.mean(hour)) if hour else None for hour in levels], [len(hour) for hour in levels]


class FakeSources:
    """Sources do not matter here."""

    def of(self, import_id: int, n: int | None = None) -> facts.Source:
        return facts.Source(str(import_id), None, n)


class TestCrowds:
    def test_the_crowd_by_hour_of_the_demo_is_that_of_its_places(self, demo: Session) -> None:
        for found, model in zip(
            hourly_crowds(demo, ALL), (models.Attraction, models.Restaurant), strict=True
        ):
            mean, known = by_hour(demo, model, found.kind)
            assert list(found.known) == known
            assert list(found.mean) == [None if one is None else pytest.approx(one) for one in mean]
            assert found.places >= max(known) > 0

    def test_each_place_counts_once_however_many_minutes_of_an_hour_are_known(self, session: Session) -> None:
        city = session.scalars(select(models.City.id)).first()
        half_high = [{"windows": [[600, 630, "H"]]}]
        low_then_average = [
            {"windows": [[600, 645, "L"], [645, 660, "A"]]}
        ]  # (45 x 0 + 15 x 0.5) / 60 = 0.125
        for name, crowds in (("A", half_high), ("B", low_then_average), ("C", None)):
            add(session, models.Attraction, name=name, city_id=city, crowds=crowds)
        attractions, restaurants = hourly_crowds(session, ALL)
        assert attractions.known[10] == 2
        assert attractions.mean[10] == pytest.approx((1 + 0.125) / 2)
        assert (attractions.known[11], attractions.mean[11], attractions.places) == (0, None, 2)
        assert (restaurants.places, set(restaurants.mean)) == (0, {None})

    def test_a_window_over_midnight_and_the_days_of_a_week_are_understood(self, session: Session) -> None:
        city = session.scalars(select(models.City.id)).first()
        week = [{"windows": [[1380, 60, "H"]]}] + [{"windows": [[1380, 1440, "L"]]}] * 6
        add(session, models.Restaurant, name="A", city_id=city, crowds=week)
        found = hourly_crowds(session, ALL)[1]
        assert (found.mean[23], found.mean[0], found.mean[1]) == (pytest.approx(1 / 7), 1.0, None)

    def test_the_table_of_crowds_goes_before_what_the_place_itself_says(self, session: Session) -> None:
        city = session.scalars(select(models.City.id)).first()
        high, low = [{"windows": [[600, 660, "H"]]}], [{"windows": [[600, 660, "L"]]}]
        add(session, models.Attraction, name="Fort", city_id=city, crowds=high)
        add(session, models.Attraction, name="Museum", city_id=city, crowds=high)
        add(session, models.Crowd, name="Fort", city_id=city, crowds=low)
        found = hourly_crowds(session, ALL)[0]
        assert (found.mean[10], found.known[10]) == (0.5, 2)

    def test_a_row_of_the_table_without_hours_leaves_the_place_its_own(self, session: Session) -> None:
        city = session.scalars(select(models.City.id)).first()
        add(session, models.Attraction, name="Fort", city_id=city, crowds=[{"windows": [[600, 660, "H"]]}])
        add(session, models.Crowd, name="Fort", city_id=city, crowd_level="A")
        found = hourly_crowds(session, ALL)[0]
        assert (found.mean[10], found.known[10]) == (1.0, 1)

    def test_only_the_places_of_the_scope_count(self, session: Session) -> None:
        first, second = session.scalars(select(models.City.id)).all()[:2]
        add(session, models.Attraction, name="A", city_id=first, crowds=[{"windows": [[600, 660, "H"]]}])
        add(session, models.Attraction, name="B", city_id=second, crowds=[{"windows": [[600, 660, "L"]]}])
        found = hourly_crowds(session, Scope(frozenset({second})))[0]
        assert (found.places, found.mean[10]) == (1, 0.0)


class TestScope:
    def test_all_plans_are_all_cities(self, demo: Session) -> None:
        plans = quality_plans(demo)
        assert scope_of(demo, choose(plans, PlanFilter())).city_ids is None

    def test_chosen_plans_are_the_cities_that_they_lead_to(self, demo: Session) -> None:
        plans = quality_plans(demo)
        chosen = choose(plans, PlanFilter(days=frozenset({5})))
        scope = scope_of(demo, chosen)
        names = {city.name: city.id for city in demo.scalars(select(models.City))}
        wanted = {names[city] for plan in chosen.plans for city in plan.cities}
        assert scope.city_ids == wanted != set()
        assert {
            city_id: set(ids) for city_id, ids in scope.plans_to.items()
        } == {
            city_id: {plan.annotation_id for plan in chosen.plans if city_id in {names[one] for one in plan.cities}}
            for city_id in wanted
        }  # fmt: skip

    def test_a_destination_that_fits_no_city_is_told(self, demo: Session) -> None:
        plan = replace(quality_plans(demo)[0], cities=("Jaipur", "Atlantis"))
        scope = scope_of(demo, Selection((plan,), False))
        assert scope.unknown == ("Atlantis",)
        assert list(scope.plans_to.values()) == [(plan.annotation_id,)]


def test_each_report_takes_as_many_queries_for_some_cities_as_for_all(demo: Session) -> None:
    some = Scope(frozenset({1, 2}))
    for report, queries in ((delay_spreads, 1), (flight_outcomes, 1), (hourly_crowds, 2)):
        for scope in (ALL, some):
            with counted(demo) as sent:
                report(demo, scope)
            assert len(sent) == queries, report.__name__
    with counted(demo) as sent:
        scope_of(demo, Selection(tuple(quality_plans(demo)), False))
    assert len(sent) <= 4  # two of them list the plans
