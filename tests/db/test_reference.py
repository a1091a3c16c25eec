"""Lookups for the helper scripts, and what reading a plan asks the tables."""

from collections.abc import Iterator

import pytest
from sqlalchemy.orm import Session

from annotate.errors import NotFoundError
from annotate.plan import Mode, StopKind
from db import models, reference
from db.reference import ONE_BY_ONE, PlanReader
from db.session import open_session
from tests.db.reference_rows import a_world, add, add_city
from tests.plan_objects import day, plan_object

TO_AURANGABAD = "Train Number: 12001, from Bhopal to Aurangabad, Departure Time: 08:00, Arrival Time: 10:33"


@pytest.fixture
def session(database_url: str) -> Iterator[Session]:
    with open_session(write=True, url=database_url) as opened:
        yield opened


@pytest.fixture
def ids(session: Session) -> dict[str, int]:
    return a_world(session)


def a_train(session: Session, origin: int, destination: int, number: str = "00821", **known: object) -> None:
    row = {
        "dep_min": 330,
        "arr_min": 770,
        "origin_station_key": f"{origin}",
        "destination_station_key": f"{destination}",
    }
    add(
        session, models.Train, **{**row, **known}, number=number, origin_id=origin, destination_id=destination
    )


def test_a_duration_is_that_of_number_and_route(session: Session, ids: dict[str, int]) -> None:
    a_train(session, ids["Bhopal"], ids["Jaipur"])
    a_train(session, ids["Bhopal"], ids["Agra"], arr_min=700, duration_min=365.0)
    reader = PlanReader(session)
    assert reader.leg_duration(Mode.TRAIN, "00821", "Bhopal", "Jaipur", None) == 440.0
    assert reader.leg_duration(Mode.TRAIN, "00821", "Bhopal", "Agra", None) == 365.0
    assert reader.leg_duration(Mode.TRAIN, "00821", "Jaipur", "Bhopal", None) is None
    assert reader.leg_duration(Mode.TRAIN, "821", "Bhopal", "Jaipur", None) is None
    assert reader.leg_duration(Mode.TRAIN, "00821", "Bhopal", "Atlantis", None) is None


def test_a_flight_s_duration_is_that_of_its_date(session: Session, ids: dict[str, int]) -> None:
    route = {"origin_id": ids["Bhopal"], "destination_id": ids["Jaipur"], "dep_min": 480}
    for on, arrives in (("2025-11-03", 600), ("2025-11-05", 640)):
        add(session, models.Flight, **route, number="6E-2145", date=on, arr_min=arrives)
    reader = PlanReader(session)
    assert reader.leg_duration(Mode.FLIGHT, "6E 2145", "Bhopal", "Jaipur", "2025-11-05") == 160.0


def test_a_cab_takes_the_free_flow_time_else_the_distance_table_s(
    session: Session, ids: dict[str, int]
) -> None:
    there = {"origin_id": ids["Bhopal"], "destination_id": ids["Jaipur"]}
    back = {"origin_id": ids["Jaipur"], "destination_id": ids["Bhopal"]}
    add(session, models.RoadRoute, **there, free_flow_min=540.0, historical_delay_min=30.0)
    for pair in (there, back):
        add(session, models.Distance, **pair, duration_min=600.0, distance_km=590.0)
    reader = PlanReader(session)
    assert reader.leg_duration(Mode.CAB, None, "Bhopal", "Jaipur", None) == 540.0
    assert reader.leg_duration(Mode.CAB, None, "Jaipur", "Bhopal", None) == 600.0


def test_the_places_of_a_city_are_known_with_their_kinds(session: Session, ids: dict[str, int]) -> None:
    add(session, models.Attraction, name="Museum", city_id=ids["Jaipur"])
    add(session, models.Restaurant, name="Bistro", city_id=ids["Jaipur"])
    add(session, models.Station, name="Jaipur Jn", city_id=ids["Jaipur"])
    reader = PlanReader(session)
    assert reader.places_in("Jaipur") == {
        "museum": StopKind.ATTRACTION,
        "bistro": StopKind.RESTAURANT,
        "jaipur jn": StopKind.TRANSPORT,
    }
    assert reader.places_in("Agra") == {}
    assert reader.places_in("Atlantis") is None


def arrival(reader: PlanReader, state: str | None) -> int | None:
    """Planned arrival in the Aurangabad that a target state means, which the texts write bare."""
    asked = {"org": "Bhopal", "dest": "Aurangabad", "target_state": state}
    plan = plan_object(day("from Bhopal to Aurangabad", transportation=TO_AURANGABAD), JSON=asked)
    return reader.read(plan, set_name="two").itinerary.days[0].legs[0].arrive_min


def test_a_bare_city_of_two_is_read_as_the_one_in_the_target_state_of_its_own_plan(
    session: Session, ids: dict[str, int]
) -> None:
    a_train(session, ids["Bhopal"], ids["Aurangabad MH"], "12001", dep_min=480, arr_min=2040)
    a_train(session, ids["Bhopal"], ids["Aurangabad BR"], "12001", dep_min=480, arr_min=630)
    reader = PlanReader(session)
    states = ("Maharashtra", "Bihar", "Maharashtra", "Punjab", None)
    assert [arrival(reader, state) for state in states] == [2073, 633, 2073, 633, 633]


@pytest.mark.parametrize(("state", "city"), [("Maharashtra", "Aurangabad"), ("Bihar", None)])
def test_a_place_without_a_city_is_looked_for_in_the_city_of_the_target_state(
    session: Session, ids: dict[str, int], state: str, city: str | None
) -> None:
    add(session, models.Attraction, name="Caves", city_id=ids["Aurangabad MH"])
    add(session, models.Attraction, name="Fort", city_id=ids["Aurangabad BR"])
    asked = {"org": "Bhopal", "dest": "Aurangabad", "target_state": state}
    written = day("Aurangabad", "Caves, visit from 10:00 to 11:00", attraction="Caves")
    found = PlanReader(session).read(plan_object(written, JSON=asked), set_name="two").itinerary.days[0]
    assert (found.attractions[0].city, found.stops[0].city) == (city, city)


def test_many_cities_and_pairs_are_answered_like_few(session: Session, ids: dict[str, int]) -> None:
    names = [f"Town {number}" for number in range(2 * ONE_BY_ONE)]
    towns = {name: add_city(session, name, "Goa") for name in names}
    for minutes, (name, town) in enumerate(towns.items(), 1):
        add(session, models.Attraction, name=f"Fort of {name}", city_id=town)
        a_train(session, ids["Bhopal"], town, number=name, arr_min=330 + minutes, origin_station_key=name)
    reader = PlanReader(session)
    for minutes, name in enumerate(names, 1):
        assert reader.places_in(name) == {f"fort of {name.casefold()}": StopKind.ATTRACTION}
        assert reader.leg_duration(Mode.TRAIN, name, "Bhopal", name, None) == minutes
        assert reader.leg_duration(Mode.TRAIN, name, name, "Bhopal", None) is None


def test_a_city_that_fits_two_is_asked_back(session: Session, ids: dict[str, int]) -> None:
    with pytest.raises(NotFoundError, match="two"):
        reference.find_city(session, "Aurangabad")
    assert reference.find_city(session, "Aurangabad (Bihar)").id == ids["Aurangabad BR"]


def test_a_place_of_two_catalogues_is_found_in_both(session: Session, ids: dict[str, int]) -> None:
    add(session, models.Accommodation, name="Plaza", city_id=ids["Jaipur"])
    add(session, models.Restaurant, name="Plaza", city_id=ids["Jaipur"])
    found = reference.places(session, "plaza", "Jaipur")
    assert [place.kind for place in found] == [StopKind.RESTAURANT, StopKind.ACCOMMODATION]
