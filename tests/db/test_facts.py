"""What `gather` says of a plan, from rows in a database."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session

from annotate.facts import Crowd, Facts, Source
from annotate.plan import Itinerary, Leg, StopKind
from annotate.timeline import Timeline
from db import models
from db.facts import gather, gather_many
from db.session import open_session
from tests.builders import a_day, a_leg, a_meal, a_query, a_stay, a_stop, an_itinerary
from tests.db.reference_rows import AS_OF, a_world, add, an_attraction


@pytest.fixture
def session(database_url: str) -> Iterator[Session]:
    with open_session(write=True, url=database_url) as opened:
        yield opened


@pytest.fixture
def ids(session: Session) -> dict[str, int]:
    return a_world(session)


def a_train(session: Session, ids: dict[str, int], **known: Any) -> Any:
    row = {
        "number": "00821", "origin_id": ids["Bhopal"], "destination_id": ids["Jaipur"],
        "origin_station_key": "bhopal jn", "destination_station_key": "jaipur jn",
        "destination_station": "Jaipur Jn", "dep_min": 330, "arr_min": 770,
    }  # fmt: skip
    return add(session, models.Train, **{**row, **known})


def a_flight(session: Session, ids: dict[str, int], **known: Any) -> Any:
    row = {"number": "6E-2145", "origin_id": ids["Bhopal"], "destination_id": ids["Jaipur"], "dep_min": 480,
           "arr_min": 605, "date": ""}  # fmt: skip
    return add(session, models.Flight, **{**row, **known})


def a_bus(session: Session, ids: dict[str, int], **known: Any) -> Any:
    row = {"operator": "Hill Lines", "origin_id": ids["Bhopal"], "destination_id": ids["Jaipur"],
           "dep_min": 1320, "arr_min": 1800, "bus_type": "AC"}  # fmt: skip
    return add(session, models.Bus, **{**row, **known})


def of_leg(session: Session, leg: Leg, **asked: Any) -> Any:
    return gather(session, an_itinerary(a_day(leg, from_city="Bhopal"), **asked)).legs["d1.l1"]


class TestPlaces:
    def test_everything_the_catalogue_knows_of_an_attraction_is_there(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        an_attraction(
            session, ids["Jaipur"], visit_duration_min=210.0, categories=["Museums"], price=50.0, rating=4.5,
            hours=[[[540, 1020]]], crowd_level="A", lat=26.92, lon=75.82,
            crowds=[
                {"windows": [[540, 720, "BA"]], "quiet_hours": [9], "peak_hours": [12], "closed": [[0, 540]]}
            ],
        )  # fmt: skip
        add(
            session,
            models.TransitStop,
            name="Museum",
            city_id=ids["Jaipur"],
            stop_name="Gate",
            distance_m=84.5,
        )
        known = gather(session, an_itinerary(a_stop("Museum"))).place("Museum", "Jaipur")
        assert known is not None
        assert known.kind is StopKind.ATTRACTION
        assert (known.visit_duration_min, known.categories, known.price) == (210.0, ("Museums",), 50.0)
        assert (known.hours, known.crowd_level) == ((((540, 1020),),), "A")
        assert known.crowds == (Crowd(((540, 720, "BA"),), (9,), (12,), ((0, 540),)),)
        assert (known.nearest_stop_name, known.nearest_stop_m) == ("Gate", 84.5)
        assert known.place_id == "attraction:museum|jaipur|rajasthan"
        assert known.sources["visit_duration_min"] == Source("import 1", AS_OF)

    @pytest.mark.parametrize(
        ("in_catalogue", "in_plan"),
        [
            ("Alexander's", "Alexander\u2019s"),
            ("Alexander\u2019s", "Alexander's"),
            ("Alexander's ", "alexander's"),
            ("Poha,  Jalebi & Co.", "Poha, Jalebi & Co. "),
        ],
    )
    def test_a_name_is_known_whichever_way_it_is_written(
        self, session: Session, ids: dict[str, int], in_catalogue: str, in_plan: str
    ) -> None:
        an_attraction(session, ids["Jaipur"], in_catalogue)
        assert gather(session, an_itinerary(a_stop(in_plan))).place(in_plan, "Jaipur") is not None

    @pytest.mark.parametrize("city", ["Bangalore", "bengaluru", "Bengaluru (Karnataka)", "Bengaluru "])
    def test_a_city_is_known_by_alias_state_and_case(
        self, session: Session, ids: dict[str, int], city: str
    ) -> None:
        an_attraction(session, ids["Bengaluru"])
        found = gather(session, an_itinerary(a_day(a_stop("Museum", city=city), city=city)))
        assert found.place("Museum", city) is not None
        assert found.city_key(city) == "bengaluru|karnataka"

    def test_a_bare_name_of_two_cities_is_the_one_in_the_target_state(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        an_attraction(session, ids["Aurangabad BR"], visit_duration_min=60.0)
        an_attraction(session, ids["Aurangabad MH"], visit_duration_min=90.0)
        day = a_day(a_stop("Museum", city="Aurangabad"), city="Aurangabad")
        known = gather(session, an_itinerary(day, target_state="Maharashtra"))
        assert known.place("Museum", "Aurangabad").visit_duration_min == 90.0  # type: ignore[union-attr]
        assert gather(session, an_itinerary(day, target_state="Punjab")).place("Museum", "Aurangabad") is None

    def test_a_place_is_looked_up_in_the_city_that_the_plan_writes(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        an_attraction(session, ids["Agra"], visit_duration_min=120.0)
        known = gather(session, an_itinerary(a_day(a_stop("Museum", city="Agra"), city="Jaipur")))
        assert known.place("Museum", "Agra").visit_duration_min == 120.0  # type: ignore[union-attr]
        assert known.place("Museum", "Jaipur") is None

    def test_a_name_is_never_matched_by_a_part_of_it(self, session: Session, ids: dict[str, int]) -> None:
        add(session, models.Accommodation, name="Plain Inn Deluxe", city_id=ids["Jaipur"], price=900.0)
        add(session, models.Accommodation, name="Plain Inn", city_id=ids["Jaipur"], price=100.0)
        plan = an_itinerary(a_stay("Plain Inn"), a_stay("Inn"))
        known = gather(session, plan)
        assert known.place("Plain Inn", "Jaipur").price == 100.0  # type: ignore[union-attr]
        assert known.place("Inn", "Jaipur") is None

    def test_an_unknown_place_gets_near_misses_of_its_city_and_its_namesakes_elsewhere(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        an_attraction(session, ids["Jaipur"], "Albert Hall Museum")
        an_attraction(session, ids["Agra"], "Albert Hal Museum")
        an_attraction(session, ids["Jaipur"], "Water Palace")
        found = gather(session, an_itinerary(a_stop("Albert Hal Museum"))).near_misses
        assert found == {
            "albert hal museum|jaipur": ("Albert Hall Museum (Jaipur)", "Albert Hal Museum (Agra)")
        }

    def test_the_catalogue_says_what_a_place_is_whatever_slot_it_sits_in(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        add(session, models.Restaurant, name="Hilltop", city_id=ids["Jaipur"])
        plan = an_itinerary(a_stop("Hilltop", kind="attraction"))
        assert Timeline(plan, gather(session, plan)).stops[0].kind is StopKind.RESTAURANT

    def test_a_hotel_and_its_restaurant_of_the_same_name_stay_two_places(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        add(session, models.Accommodation, name="Plaza", city_id=ids["Jaipur"], price=2000.0)
        add(session, models.Restaurant, name="Plaza", city_id=ids["Jaipur"], price=300.0)
        plan = an_itinerary(a_stay("Plaza"), a_meal("Plaza"))
        trip = Timeline(plan, gather(session, plan))
        assert [entry.kind for entry in trip.stops] == [StopKind.ACCOMMODATION, StopKind.RESTAURANT]
        assert [entry.place.price for entry in trip.stops if entry.place] == [2000.0, 300.0]

    def test_a_place_of_a_field_that_is_not_on_the_list_is_known_too(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        add(session, models.Restaurant, name="Bistro", city_id=ids["Jaipur"], price=250.0)
        known = gather(session, an_itinerary(a_day(lunch="Bistro"))).place("Bistro", "Jaipur")
        assert known is not None
        assert known.price == 250.0

    def test_a_field_without_a_city_means_the_day_s(self, session: Session, ids: dict[str, int]) -> None:
        add(session, models.Accommodation, name="Inn", city_id=ids["Jaipur"])
        day = a_day(accommodation=("Inn", None), city="Jaipur", from_city="Bhopal")
        assert gather(session, an_itinerary(day)).place("Inn", "Jaipur") is not None

    def test_an_event_is_known_with_all_its_dates_and_the_times_of_the_one_in_the_trip(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        for on, end, start in (("2025-11-01", None, 600), ("2025-11-03", "2025-11-04", 1080)):
            add(
                session,
                models.Event,
                name="Fair",
                city_id=ids["Jaipur"],
                date=on,
                end_date=end,
                start_min=start,
            )
        known = gather(session, an_itinerary(a_stop("Fair", kind="event"))).place("Fair", "Jaipur")
        assert known is not None
        assert known.event_dates == ("2025-11-01", "2025-11-03", "2025-11-04")
        assert known.event_start_min == 1080

    def test_a_station_gives_a_transport_place_its_coordinates(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        add(session, models.Station, name="Jaipur Jn", city_id=ids["Jaipur"], lat=26.91, lon=75.78)
        known = gather(session, an_itinerary(a_stop("Jaipur Jn", kind="transport")))
        place = known.place("Jaipur Jn", "Jaipur")
        assert place is not None
        assert (place.kind, place.lat, place.lon) == (StopKind.TRANSPORT, 26.91, 75.78)

    @pytest.mark.parametrize("kind", ["attraction", "restaurant", "transport"])
    def test_a_place_that_only_the_stations_hold_is_a_station_whatever_it_is_used_as(
        self, session: Session, ids: dict[str, int], kind: str
    ) -> None:
        add(session, models.Station, name="Rambagh", city_id=ids["Jaipur"])
        add(session, models.Station, name="Rambagh", city_id=ids["Agra"])
        an_attraction(session, ids["Agra"], "Rambagh")
        plan = an_itinerary(a_stop("Rambagh", kind=kind), a_stop("Rambagh", city="Agra"))
        entries = Timeline(plan, gather(session, plan)).stops
        assert [entry.kind for entry in entries] == [StopKind.TRANSPORT, StopKind.ATTRACTION]
        assert [entry.place.city for entry in entries if entry.place] == ["Jaipur", "Agra"]


class TestFlights:
    def test_the_price_is_that_of_the_date(self, session: Session, ids: dict[str, int]) -> None:
        a_flight(session, ids, date="2025-11-03", price=90.0)
        a_flight(session, ids, date="2025-11-05", price=300.0)
        known = of_leg(session, a_leg("Flight", "08:00"))
        assert (known.known, known.prices, known.timetable_duration_min) == (True, {"": 90.0}, 125.0)

    def test_a_number_that_does_not_fly_on_the_date_is_unknown_and_the_others_are_offered(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        a_flight(session, ids, date="2025-11-05")
        a_flight(session, ids, number="AI-1", date="2025-11-03", dep_min=600, arr_min=700)
        known = of_leg(session, a_leg("Flight", "08:00"))
        assert (known.known, known.alternatives) == (False, ("AI-1 10:00-11:40",))

    def test_a_flight_without_a_date_flies_daily(self, session: Session, ids: dict[str, int]) -> None:
        a_flight(session, ids)
        assert of_leg(session, a_leg("Flight", "08:00")).known is True

    def test_a_row_of_the_date_goes_before_the_daily_one(self, session: Session, ids: dict[str, int]) -> None:
        a_flight(session, ids, price=500.0)
        a_flight(session, ids, date="2025-11-03", price=700.0)
        a_flight(session, ids, date="2025-11-05", price=900.0)
        assert of_leg(session, a_leg("Flight", "08:00")).prices == {"": 700.0}
        assert of_leg(session, a_leg("Flight", "32:00")).prices == {"": 500.0}

    def test_a_departure_after_midnight_belongs_to_the_next_date(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        a_flight(session, ids, date="2025-11-04", dep_min=60, arr_min=170)
        assert of_leg(session, a_leg("Flight", "25:00")).known is True

    def test_the_other_direction_is_another_route(self, session: Session, ids: dict[str, int]) -> None:
        a_flight(session, ids)
        known = of_leg(session, a_leg("Flight", "08:00", origin="Jaipur", destination="Bhopal"))
        assert known.known is False

    def test_without_the_table_nothing_is_said(self, session: Session, ids: dict[str, int]) -> None:
        assert of_leg(session, a_leg("Flight", "08:00")).known is None

    def test_the_on_time_record_of_the_route_comes_before_that_of_the_number(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        counts = {"late": 1, "very_late": 0, "excessive": 0, "cancelled": 0, "diverted": 0}
        route = {"origin_id": ids["Bhopal"], "destination_id": ids["Jaipur"]}
        add(session, models.FlightPerformance, number="6E-2145", route_key="", total_flights=10, **counts)
        add(
            session, models.FlightPerformance, number="6E-2145", total_flights=62,
            route_key=f"{ids['Bhopal']}>{ids['Jaipur']}", **route, **counts,
        )  # fmt: skip
        known = of_leg(session, a_leg("Flight", "08:00"))
        assert known.performance.total_flights == 62
        assert known.sources["performance"].n == 62
        back = of_leg(session, a_leg("Flight", "08:00", origin="Jaipur", destination="Bhopal"))
        assert back.performance.total_flights == 10


class TestTrains:
    def test_the_delay_is_that_of_the_station_where_one_gets_off(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        a_train(session, ids)
        for station, delay in (("", 9.0), ("Kota Jn", 20.0), ("Jaipur Jn", 35.0)):
            add(session, models.TrainDelay, number="00821", station=station, avg_delay_1w=delay)
        known = of_leg(session, a_leg("Train", "05:30", carrier="00821"))
        assert (known.known, known.delays.avg_delay_1w, known.delays.station) == (True, 35.0, "Jaipur Jn")

    def test_a_blank_station_stands_for_the_whole_train(self, session: Session, ids: dict[str, int]) -> None:
        a_train(session, ids)
        add(session, models.TrainDelay, number="00821", station="", avg_delay_1w=9.0)
        add(session, models.TrainDelay, number="00821", station="Kota Jn", avg_delay_1w=20.0)
        known = of_leg(session, a_leg("Train", "05:30", carrier="00821"))
        assert (known.delays.avg_delay_1w, known.delays.station) == (9.0, None)

    def test_a_delay_at_another_station_is_none_at_this_one(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        a_train(session, ids)
        add(session, models.TrainDelay, number="00821", station="Kota Jn", avg_delay_1w=20.0)
        assert of_leg(session, a_leg("Train", "05:30", carrier="00821")).delays is None

    def test_a_station_of_the_city_counts_where_the_timetable_names_none(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        a_train(session, ids, destination_station=None, destination_station_key="jaipur|rajasthan")
        add(session, models.Station, name="Jaipur Jn", city_id=ids["Jaipur"])
        for station, delay in (("", 9.0), ("Kota Jn", 20.0), ("Jaipur Jn", 35.0)):
            add(session, models.TrainDelay, number="00821", station=station, avg_delay_1w=delay)
        known = of_leg(session, a_leg("Train", "05:30", carrier="00821"))
        assert known.delays.avg_delay_1w == 35.0

    def test_delays_are_known_without_a_table_of_trains(self, session: Session, ids: dict[str, int]) -> None:
        add(session, models.TrainDelay, number="00821", station="Jaipur", avg_delay_1w=12.0)
        known = of_leg(session, a_leg("Train", "05:30", carrier="00821"))
        assert (known.known, known.delays.avg_delay_1w) == (None, 12.0)

    def test_leading_zeros_count(self, session: Session, ids: dict[str, int]) -> None:
        a_train(session, ids)
        assert of_leg(session, a_leg("Train", "05:30", carrier="821")).known is False

    @pytest.mark.parametrize(("run_days", "known"), [([0, 2], True), ([1, 2], False), (None, True)])
    def test_a_train_is_known_on_its_run_days(
        self, session: Session, ids: dict[str, int], run_days: list[int] | None, known: bool
    ) -> None:
        a_train(session, ids, run_days=run_days)
        assert of_leg(session, a_leg("Train", "05:30", carrier="00821")).known is known

    def test_prices_are_kept_by_class(self, session: Session, ids: dict[str, int]) -> None:
        a_train(session, ids, prices={"SL": 400.0, "3A": 1050.0, "2A": None})
        known = of_leg(session, a_leg("Train", "05:30", carrier="00821"))
        assert known.prices == {"SL": 400.0, "3A": 1050.0}
        assert (known.timetable_depart_min, known.timetable_arrive_min) == (330, 770)
        assert known.timetable_duration_min == 440.0


class TestRoads:
    def test_a_bus_is_the_operator_s_departure_nearest_to_the_plan(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        a_bus(session, ids, dep_min=1320, price=900.0)
        a_bus(session, ids, dep_min=600, arr_min=1100, price=500.0)
        a_bus(session, ids, operator="Other", dep_min=610, arr_min=1000)
        known = of_leg(session, a_leg("Bus", "10:10", carrier="hill lines"))
        assert (known.known, known.timetable_depart_min, known.prices) == (True, 600, {"AC": 500.0})
        assert of_leg(session, a_leg("Bus", "10:10", carrier="Hill")).known is False

    def test_a_bus_has_the_free_flow_and_the_delay_of_the_road(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        a_bus(session, ids)
        pair = {"origin_id": ids["Bhopal"], "destination_id": ids["Jaipur"]}
        add(session, models.RoadRoute, **pair, free_flow_min=400.0, historical_delay_min=45.0)
        known = of_leg(session, a_leg("Bus", "22:00", carrier="Hill Lines"))
        assert (known.free_flow_min, known.historical_delay_min) == (400.0, 45.0)

    def test_a_road_pair_is_directed(self, session: Session, ids: dict[str, int]) -> None:
        pair = {"origin_id": ids["Jaipur"], "destination_id": ids["Bhopal"]}
        add(session, models.RoadRoute, **pair, free_flow_min=400.0, historical_delay_min=45.0)
        assert of_leg(session, a_leg("Cab", "08:00")).known is False
        assert of_leg(session, a_leg("Cab", "08:00", origin="Jaipur", destination="Bhopal")).known is True

    @pytest.mark.parametrize(("duration", "known"), [(1440.0, True), (1441.0, False)])
    def test_a_road_of_more_than_a_day_is_no_road(
        self, session: Session, ids: dict[str, int], duration: float, known: bool
    ) -> None:
        pair = {"origin_id": ids["Bhopal"], "destination_id": ids["Jaipur"]}
        add(session, models.Distance, **pair, duration_min=duration, distance_km=590.0)
        found = of_leg(session, a_leg("Cab", "08:00"))
        assert (found.known, found.distance_km) == (known, 590.0 if known else None)

    def test_a_cab_costs_what_a_kilometre_costs_where_it_leaves(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        add(session, models.CostOfLiving, city_id=ids["Bhopal"], item="Taxi 1km", value=18.0)
        add(session, models.CostOfLiving, city_id=ids["Jaipur"], item="Taxi 1km", value=25.0)
        assert of_leg(session, a_leg("Cab", "08:00")).cab_km_inr == 18.0


class TestCarriers:
    def test_a_leg_keeps_the_number_and_the_operator_as_the_tables_write_them(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        a_flight(session, ids)
        a_bus(session, ids)
        assert of_leg(session, a_leg("Flight", "08:00", carrier="6e 2145")).carrier == "6E-2145"
        assert of_leg(session, a_leg("Bus", "22:00", carrier="hill lines")).carrier == "Hill Lines"
        assert of_leg(session, a_leg("Flight", "08:00", carrier="6E-9")).carrier is None


class TestReference:
    def test_the_order_of_a_reference_plan_comes_along_where_one_is_given(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        plan = an_itinerary(a_stop("Museum"))
        reference = an_itinerary(a_day(a_stop("Museum"), a_stop("Inn", kind="accommodation")), a_day())
        assert gather(session, plan, reference=reference).reference_orders == ("zx", "")
        assert gather(session, plan).reference_orders is None


class TestTrip:
    def test_the_tables_that_hold_anything_are_named(self, session: Session, ids: dict[str, int]) -> None:
        a_bus(session, ids)
        assert gather(session, an_itinerary(a_stop("Museum"))).tables == {"cities", "buses"}

    def test_the_modes_of_a_route_are_those_of_its_date(self, session: Session, ids: dict[str, int]) -> None:
        a_flight(session, ids, date="2025-11-09")
        a_train(session, ids, run_days=[0])
        a_bus(session, ids)
        plan = an_itinerary(a_day(from_city="Bhopal"), origin="Bhopal", destinations=("Jaipur",))
        found = gather(session, plan).routes
        assert found["bhopal|madhya pradesh|jaipur|rajasthan"] == ("Train", "Bus")
        assert found["jaipur|rajasthan|bhopal|madhya pradesh"] == ()

    def test_attractions_of_each_city_are_counted(self, session: Session, ids: dict[str, int]) -> None:
        an_attraction(session, ids["Jaipur"], "A")
        an_attraction(session, ids["Jaipur"], "B")
        found = gather(session, an_itinerary(a_day(from_city="Bhopal"))).attractions_in
        assert found == {"jaipur|rajasthan": 2, "bhopal|madhya pradesh": 0}

    def test_a_leg_to_a_city_that_no_table_knows_is_unknown(
        self, session: Session, ids: dict[str, int]
    ) -> None:
        a_train(session, ids)
        assert of_leg(session, a_leg("Train", "05:30", destination="Atlantis")).known is False

    def test_an_empty_database_knows_nothing_and_says_so(self, database_url: str) -> None:
        with open_session(write=False, url=database_url) as empty:
            assert gather(empty, an_itinerary(a_stop("Museum"), query=a_query())) == Facts()


def plans(number: int) -> list[Itinerary]:
    return [
        an_itinerary(
            a_day(a_leg("Train", "05:30"), a_stop("Museum"), a_stop(f"Nowhere {index}"), from_city="Bhopal"),
            idx=index,
        )
        for index in range(number)
    ]


def test_a_hundred_plans_take_as_many_queries_as_one(session: Session, ids: dict[str, int]) -> None:
    an_attraction(session, ids["Jaipur"])
    a_train(session, ids)
    counted: list[str] = []

    def count(*statement: Any) -> None:
        counted.append(statement[2])

    event.listen(session.get_bind(), "before_cursor_execute", count)
    try:
        gather_many(session, plans(1))
        for_one = len(counted)
        counted.clear()
        found = gather_many(session, plans(100))
        assert len(counted) == for_one
        assert for_one < 30
    finally:
        event.remove(session.get_bind(), "before_cursor_execute", count)
    assert all(one.place("Museum", "Jaipur") for one in found)
