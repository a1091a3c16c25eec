"""What the reference data lack, beside counts made here from the rows, one by one."""

from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from db import models
from db.reference_coverage import (
    MODES,
    Known,
    city_coverage,
    mode_coverage,
    newest_import,
    reference_sources,
)
from db.reference_uncertainty import Scope
from db.session import open_session
from db.start import prepare
from tests.db.reference_rows import a_world, add, add_batch
from tests.db.test_screen_lists import counted

ALL = Scope(None)
HORIZONS = ("avg_delay_1w", "avg_delay_1m", "avg_delay_3m", "avg_delay_6m", "avg_delay_1y")


@pytest.fixture
def demo(database_url: str) -> Iterator[Session]:
    """The demo workspace."""
    prepare(database_url)
    with open_session(write=False, url=database_url) as opened:
        yield opened


@pytest.fixture
def session(database_url: str) -> Iterator[Session]:
    """A session that writes."""
    with open_session(write=True, url=database_url) as opened:
        yield opened


@pytest.fixture
def ids(session: Session) -> dict[str, int]:
    """Some cities and nothing else."""
    return a_world(session)


class TestCities:
    def test_the_counts_of_the_demo_are_those_of_its_rows(self, demo: Session) -> None:
        crowds = {(row.name_key, row.city_id): row for row in demo.scalars(select(models.Crowd))}
        found = {one.city_id: one for one in city_coverage(demo, ALL)}
        assert set(found) == set(demo.scalars(select(models.City.id)))
        for city_id, city in found.items():
            for model, known in (
                (models.Attraction, city.attraction_crowds),
                (models.Restaurant, city.restaurant_crowds),
            ):
                rows = demo.scalars(select(model).where(model.city_id == city_id)).all()
                told = [[row, crowds.get((row.name_key, city_id), row)] for row in rows]
                has = sum(
                    any(one.crowds is not None or one.crowd_level is not None for one in both)
                    for both in told
                )
                assert known == Known(has, len(rows))
            for model, column, known in (
                (models.Attraction, "visit_duration_min", city.durations),
                (models.Restaurant, "price", city.restaurant_prices),
                (models.Accommodation, "price", city.accommodation_prices),
            ):
                rows = demo.scalars(select(model).where(model.city_id == city_id)).all()
                assert known == Known(sum(getattr(row, column) is not None for row in rows), len(rows))

    def test_a_city_without_crowd_data_comes_first_then_plans_then_figures_missing(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        add(session, models.Attraction, name="Fort", city_id=ids["Jaipur"], crowd_level="A")
        add(
            session, models.Attraction, name="Taj", city_id=ids["Agra"], visit_duration_min=0.0
        )  # no crowd, 0 is no duration
        add(session, models.Restaurant, name="Cafe", city_id=ids["Bhopal"], price=100.0)  # no crowd
        some = Scope(
            frozenset(ids[name] for name in ("Jaipur", "Agra", "Bhopal", "Bengaluru")),
            {ids["Bengaluru"]: (7,)},
        )
        found = city_coverage(session, some)
        assert [one.name for one in found] == ["Bengaluru", "Agra", "Bhopal", "Jaipur"]
        assert [one.lacking for one in found] == [0, 2, 1, 1]  # the fort has no duration
        assert found[0].plans == (7,)
        assert found[0].crowds.share is None

    def test_a_place_has_crowd_data_from_its_own_row_or_from_the_table_of_crowds(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        add(session, models.Attraction, name="Fort", city_id=ids["Jaipur"], crowd_level="A")
        add(session, models.Crowd, name="Fort", city_id=ids["Jaipur"])  # it says nothing
        add(session, models.Attraction, name="Lake", city_id=ids["Jaipur"])
        add(session, models.Restaurant, name="Cafe", city_id=ids["Jaipur"])
        add(
            session, models.Crowd, name="Cafe", city_id=ids["Jaipur"], crowds=[{"windows": [[600, 660, "H"]]}]
        )
        add(session, models.Crowd, name="Cafe", city_id=ids["Agra"], crowd_level="H")  # no such place there
        found = {one.name: one for one in city_coverage(session, ALL)}
        assert found["Jaipur"].attraction_crowds == Known(1, 2)
        assert found["Jaipur"].restaurant_crowds == Known(1, 1)
        assert found["Agra"].crowds == Known(0, 0)


class TestRoutes:
    def test_the_routes_of_the_demo_are_those_of_its_rows(self, demo: Session) -> None:
        numbers = {
            row.number_key
            for row in demo.scalars(select(models.TrainDelay))
            if any(getattr(row, name) is not None for name in HORIZONS)
        }
        records = [row for row in demo.scalars(select(models.FlightPerformance)) if row.total_flights > 0]
        roads = {(row.origin_id, row.destination_id) for row in demo.scalars(select(models.RoadRoute))}
        usable = {
            (row.origin_id, row.destination_id)
            for row in demo.scalars(select(models.Distance))
            if row.duration_min <= 1440
        }
        departures: dict[str, list[tuple[tuple[int, int], bool]]] = defaultdict(list)
        for train in demo.scalars(select(models.Train)):
            departures["Train"].append(((train.origin_id, train.destination_id), train.number_key in numbers))
        for flight in demo.scalars(select(models.Flight)):
            pair = (flight.origin_id, flight.destination_id)
            known = any(
                row.number_key == flight.number_key
                and (not row.route_key or (row.origin_id, row.destination_id) == pair)
                for row in records
            )
            departures["Flight"].append((pair, known))
        for bus in demo.scalars(select(models.Bus)):
            pair = (bus.origin_id, bus.destination_id)
            if pair in usable | roads:
                departures["Road"].append((pair, pair in roads))
        names = {city.id: city.name for city in demo.scalars(select(models.City))}
        for mode in MODES:
            found = mode_coverage(demo, ALL, mode)
            listed = departures[mode]
            routes = usable | roads if mode == "Road" else {pair for pair, _ in listed}
            with_figure = roads if mode == "Road" else {pair for pair, known in listed if known}
            assert found.routes == Known(len(with_figure & routes), len(routes))
            assert found.departures == Known(sum(known for _, known in listed), len(listed))
            without = Counter(pair for pair, known in listed if not known)
            lack = usable - roads if mode == "Road" else set(without)
            assert [(one.origin, one.destination, one.lacking) for one in found.lack] == sorted(
                ((names[a], names[b], without[a, b]) for a, b in lack),
                key=lambda one: (-one[2], one[0], one[1]),
            )

    def test_a_train_is_covered_by_a_figure_over_any_horizon_and_not_by_an_empty_record(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        for number in ("1", "2", "3"):
            add(session, models.Train, number=number, origin_id=ids["Bhopal"], destination_id=ids["Jaipur"],
                origin_station_key="a", destination_station_key="b", dep_min=0, arr_min=60)  # fmt: skip
        add(session, models.TrainDelay, number="1", station="Jaipur", avg_delay_6m=0.0)
        add(session, models.TrainDelay, number="2", station="")
        found = mode_coverage(session, ALL, "Train")
        assert (found.routes, found.departures) == (Known(1, 1), Known(1, 3))
        assert [(one.departures, one.lacking) for one in found.lack] == [(3, 2)]

    def test_a_flight_is_covered_on_the_route_of_its_record_alone(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        bhopal, jaipur = ids["Bhopal"], ids["Jaipur"]
        for origin, destination in ((bhopal, jaipur), (jaipur, bhopal)):
            for number in ("6E-1", "6E-2", "6E-3"):
                add(session, models.Flight, number=number, origin_id=origin, destination_id=destination,
                    dep_min=0, arr_min=60, date="")  # fmt: skip
        counts = dict.fromkeys(("late", "very_late", "excessive", "cancelled", "diverted"), 0)
        add(session, models.FlightPerformance, number="6E-1", route_key=f"{bhopal}>{jaipur}", origin_id=bhopal,
            destination_id=jaipur, total_flights=9, **counts)  # fmt: skip
        add(session, models.FlightPerformance, number="6E-2", route_key="", total_flights=9, **counts)
        add(session, models.FlightPerformance, number="6E-3", route_key="", total_flights=0, **counts)
        found = mode_coverage(session, ALL, "Flight")
        assert found.departures == Known(3, 6)
        assert [(one.origin, one.lacking) for one in found.lack] == [("Jaipur", 2), ("Bhopal", 1)]

    def test_a_pair_without_a_usable_road_is_no_route(self, session: Session, ids: dict[str, int]) -> None:
        bhopal, jaipur, agra = ids["Bhopal"], ids["Jaipur"], ids["Agra"]
        for origin, destination, minutes in (
            (bhopal, jaipur, 1440),
            (jaipur, bhopal, 1441),
            (agra, jaipur, 60),
        ):
            add(session, models.Distance, origin_id=origin, destination_id=destination, duration_min=minutes,
                distance_km=10)  # fmt: skip
        add(
            session,
            models.RoadRoute,
            origin_id=agra,
            destination_id=jaipur,
            free_flow_min=60,
            historical_delay_min=5,
        )
        add(
            session,
            models.RoadRoute,
            origin_id=jaipur,
            destination_id=bhopal,
            free_flow_min=60,
            historical_delay_min=5,
        )
        add(session, models.Bus, operator="Hill", origin_id=bhopal, destination_id=jaipur, dep_min=0, arr_min=9,
            bus_type="")  # fmt: skip
        found = mode_coverage(session, ALL, "Road")
        assert found.routes == Known(2, 3)
        assert [(one.origin, one.destination, one.departures, one.lacking) for one in found.lack] == [
            ("Bhopal", "Jaipur", 1, 1)
        ]

    def test_a_limit_cuts_the_list_and_not_the_totals(self, demo: Session) -> None:
        every, few = mode_coverage(demo, ALL, "Road"), mode_coverage(demo, ALL, "Road", limit=3)
        assert few.lack == every.lack[:3]
        assert (few.routes, few.departures) == (every.routes, every.departures)

    def test_a_scope_keeps_the_routes_that_leave_or_reach_its_cities(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        for origin, destination in (("Bhopal", "Jaipur"), ("Jaipur", "Agra"), ("Agra", "Bhopal")):
            add(session, models.Distance, origin_id=ids[origin], destination_id=ids[destination],
                duration_min=60, distance_km=10)  # fmt: skip
        found = mode_coverage(session, Scope(frozenset({ids["Jaipur"]})), "Road")
        assert [(one.origin, one.destination) for one in found.lack] == [
            ("Bhopal", "Jaipur"),
            ("Jaipur", "Agra"),
        ]

    def test_without_any_route_everything_is_nought(self, session: Session, ids: dict[str, int]) -> None:
        for mode in MODES:
            found = mode_coverage(session, ALL, mode)
            assert (found.routes, found.departures, found.lack) == (Known(), Known(), ())


def test_sources_are_those_of_the_rows_and_say_what_is_invented(demo: Session) -> None:
    for subject, sources in reference_sources(demo).items():
        assert {one.label for one in sources} == {"demo (invented)"}, subject


def test_a_table_without_rows_has_no_source(session: Session) -> None:
    a_world(session)
    assert set(map(tuple, reference_sources(session).values())) == {()}


def test_another_import_of_reference_data_is_noticed_and_one_of_plans_is_not(session: Session) -> None:
    assert newest_import(session) is None
    add_batch(session, "import 1", "trains")
    first = newest_import(session)
    add_batch(session, "import 2", "plans")
    assert first is not None
    assert newest_import(session) == first
    add_batch(session, "import 3", "crowd")
    assert newest_import(session) != first


def test_each_report_takes_as_many_queries_for_some_cities_as_for_all(demo: Session) -> None:
    for scope in (ALL, Scope(frozenset({1, 2}))):
        with counted(demo) as sent:
            city_coverage(demo, scope)
        assert len(sent) == 2
        for mode in MODES:
            with counted(demo) as sent:
                mode_coverage(demo, scope, mode)
            assert len(sent) == 1
    with counted(demo) as sent:
        reference_sources(demo)
    assert len(sent) == 2
