"""City, transport, route.

| fault | test |
|---|---|
| a day whose city is "J"; breakfast and hotel in K | test_a_day_in_one_city, test_a_day_in_j_with_places_in_k |
| San Antonio is San Angelo | test_a_city_is_its_whole_name |
| driving under "no self-driving"; a flight in lower case under "no flight" | test_a_forbidden_mode_in_any_words |
| train 99999; no table of trains | test_a_train_that_no_table_knows, test_no_table_of_trains |
| A, B, A with one day | test_there_and_back |
| a day without its hotel at either end | test_every_day_begins_and_ends_at_its_hotel |
| an evening event | test_an_evening_event |
"""

from pathlib import Path

import pytest

from tests.faults.seen import CITIES, PLACES, TAIL, look
from tests.plan_objects import day, plan_object

TRAINS = {
    "trains": "train_number,origin,destination,dep_time,arr_time\n7,H,J,06:00,09:00\n8,J,H,18:00,21:00\n"
}
OUT = "Train Number: 7, from H to J, Departure Time: 06:00, Arrival Time: 09:00"
BACK = "Train Number: 8, from J to H, Departure Time: 18:00, Arrival Time: 21:00"


def test_a_day_in_one_city(tmp_path: Path) -> None:
    seen = look(
        tmp_path, plan_object(day("J", f"Fort, visit from 10:00 to 11:00{TAIL}", attraction="Fort, J"))
    )
    assert (seen.day.from_city, seen.day.to_city) == ("J", "J")
    assert (seen.verdict("ROU003"), seen.verdict("CMP001")) == ("pass", "pass")


def test_a_day_in_j_with_places_in_k(tmp_path: Path) -> None:
    entries = (
        f"Tea House, visit from 08:00 to 09:00{TAIL}; Fort, visit from 10:00 to 11:00{TAIL}; "
        f"Far Inn, stay from 22:00 to 08:00{TAIL}"
    )
    plan = plan_object(
        day("J", entries, breakfast="Tea House, K", attraction="Fort, J", accommodation="Far Inn, K")
    )
    seen = look(tmp_path, plan)
    assert (seen.verdict("ROU003"), seen.rows("ROU003")) == ("fail", [("d1.s1",), ("d1.s3",)])


def test_a_city_is_its_whole_name(tmp_path: Path) -> None:
    tables = {"cities": CITIES["cities"] + "San Antonio,Land,1,1\nSan Angelo,Land,2,2\n"}
    plan = plan_object(
        day("from San Antonio to J", transportation="Bus: X, from San Antonio to J, Departure Time: 06:00, Arrival Time: 09:00"),
        day("from J to San Angelo", transportation="Bus: X, from J to San Angelo, Departure Time: 06:00, Arrival Time: 09:00"),
        JSON={"org": "San Antonio"},
    )  # fmt: skip
    seen = look(tmp_path, plan, {**PLACES, **tables})
    assert (seen.verdict("ROU001"), seen.rows("ROU001")) == ("fail", [("d2.l1",)])


@pytest.mark.parametrize("wish", ["no self-driving", "No Cab", "no_cab", "NO TAXI", ["No Self-Driving"]])
@pytest.mark.parametrize("ride", ["Driving", "Taxi", "Self-driving", "self-driving", "Cab"])
def test_a_forbidden_mode_in_any_words(tmp_path: Path, wish: object, ride: str) -> None:
    plan = plan_object(
        day("from J to K", transportation=f"{ride}, from J to K"),
        JSON={"org": "J", "dest": "K", "local_constraint": {"transportation": wish}},
    )
    assert look(tmp_path, plan).rows("TRA003") == [("d1.l1",)]


@pytest.mark.parametrize("wish", ["no flight", "No Flight", "No_flights"])
def test_a_flight_in_any_case(tmp_path: Path, wish: str) -> None:
    text = "flight number: 12, from H to J, departure time: 06:00, arrival time: 08:00"
    plan = plan_object(
        day("from H to J", transportation=text), JSON={"local_constraint": {"transportation": wish}}
    )
    assert look(tmp_path, plan).rows("TRA003") == [("d1.l1",)]


def test_a_train_that_no_table_knows(tmp_path: Path) -> None:
    plan = plan_object(day("from H to J", transportation=OUT.replace("7", "99999")))
    seen = look(tmp_path, plan, {**PLACES, **TRAINS})
    assert (seen.verdict("TRA004"), seen.rows("TRA004")) == ("fail", [("d1.l1",)])


@pytest.mark.parametrize("number", ["7", "99999"])
def test_no_table_of_trains(tmp_path: Path, number: str) -> None:
    seen = look(tmp_path, plan_object(day("from H to J", transportation=OUT.replace("7", number))))
    assert seen.verdict("TRA004") == "not_checked"
    assert seen.line("Train").amount is None


def test_there_and_back(tmp_path: Path) -> None:
    plan = plan_object(day("from H to J", transportation=f"{OUT}; {BACK}"))
    seen = look(tmp_path, plan, {**PLACES, **TRAINS})
    assert (seen.verdict("ROU001"), seen.verdict("ROU002")) == ("pass", "pass")
    over_two_days = plan_object(
        day("from H to J", transportation=OUT), day("from J to H", transportation=BACK)
    )
    seen = look(tmp_path, over_two_days, {**PLACES, **TRAINS})
    assert (seen.verdict("ROU001"), seen.verdict("ROU002"), seen.verdict("TRA001")) == ("pass",) * 3


def test_every_day_begins_and_ends_at_its_hotel(tmp_path: Path) -> None:
    sights = ["Fort", "Palace", "Bazaar"]
    days = [
        day(
            "J",
            f"{sight}, visit from 10:00 to 11:00{TAIL}",
            attraction=f"{sight}, J",
            accommodation="Plain Inn, J",
        )
        for sight in sights
    ]
    seen = look(tmp_path, plan_object(*days))
    assert seen.rows("DAY001") == [("d1.s1",), ("d2.s1",), ("d2.s1",), ("d3.s1",)]


def test_an_evening_event(tmp_path: Path) -> None:
    events = {"events": "name,city,date,category,start,end\nSong Night,J,03-11-2025,Music,19:00,21:00\n"}
    entry = f"; Song Night, visit from 19:00 to 21:00{TAIL}"
    for listed, verdict in ((entry, "pass"), ("", "fail")):
        entries = f"Fort, visit from 10:00 to 11:00{TAIL}{listed}"
        seen = look(
            tmp_path,
            plan_object(day("J", entries, attraction="Fort, J", event="Song Night, J")),
            {**PLACES, **events},
        )
        assert seen.verdict("CMP004") == verdict
        assert seen.verdict("SBX001") == "pass"
    assert seen.rows("CMP004") == [()]
