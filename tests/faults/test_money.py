"""Money.

| fault | test |
|---|---|
| a hotel price `{'price': '$1,250'}` is 0 or a crash | test_a_price_in_a_literal |
| one flight number, two prices | test_a_flight_costs_what_its_date_says |
| a cab without a distance is free | test_a_cab_without_a_distance, test_a_cab_without_a_rate |
| five people, two cabs, three rooms | test_five_people |
| an event asked where none exists | test_an_event_that_does_not_exist |
| all meals and sights "-" | test_a_plan_of_signs |
"""

from pathlib import Path

import pytest

from tests.faults.seen import PLACES, TAIL, look
from tests.plan_objects import day, plan_object

STAY = f"Plain Inn, stay from 22:00 to 08:00{TAIL}"
CAB = "Taxi, from J to K"
ROADS = {"road_routes": "origin,destination,free_flow_min,historical_delay_min,distance_km\nJ,K,120,10,100\n"}
RATE = {"cost_of_living": "city,item,value,currency\nJ,Taxi 1km,15,INR\nK,Taxi 1km,90,INR\n"}


@pytest.mark.parametrize(
    ("written", "price", "currency", "verdict"),
    [("\"{'price': '$1,250'}\"", 1250.0, "USD", "not_checked"), ("\"{'price': '\u20b91,250'}\"", 1250.0, "INR", "pass"),
     ('"Rs. 1,250"', 1250.0, "INR", "pass"), ("", None, "INR", "not_checked")],
)  # fmt: skip
def test_a_price_in_a_literal(
    tmp_path: Path, written: str, price: float | None, currency: str, verdict: str
) -> None:
    tables = {
        **PLACES,
        "accommodations": f"name,city,price_per_night,max_occupancy\nPlain Inn,J,{written},2\n",
    }
    seen = look(tmp_path, plan_object(day("J", STAY, accommodation="Plain Inn, J")), tables)
    place = seen.facts.place("Plain Inn", "J")
    assert place is not None
    assert (place.price, place.currency) == (price, currency)
    assert seen.verdict("MON001") == verdict


@pytest.mark.parametrize(("date", "price"), [("2025-11-02", 90.0), ("2025-11-04", 300.0)])
def test_a_flight_costs_what_its_date_says(tmp_path: Path, date: str, price: float) -> None:
    flights = (
        "flight_number,origin,destination,dep_time,arr_time,date,price\n"
        "12,H,J,06:00,08:00,2025-11-02,90\n12,H,J,06:00,08:00,2025-11-04,300\n"
    )
    text = "Flight Number: 12, from H to J, Departure Time: 06:00, Arrival Time: 08:00"
    plan = plan_object(day("from H to J", transportation=text), JSON={"date": [date]})
    seen = look(tmp_path, plan, {**PLACES, "flights": flights})
    assert (seen.line("Flight").unit_price, seen.line("Flight").amount) == (price, 2 * price)
    assert seen.verdict("TRA004") == "pass"


def a_cab_trip(people: int = 2, budget: int = 18000) -> dict[str, object]:
    return plan_object(
        day("from J to K", transportation=CAB),
        JSON={"org": "J", "dest": "K", "people_number": people, "budget": budget},
    )


@pytest.mark.parametrize("known", [{}, RATE])
def test_a_cab_without_a_distance(tmp_path: Path, known: dict[str, str]) -> None:
    seen = look(tmp_path, a_cab_trip(), {**PLACES, **known})
    assert (seen.line("Cab").amount, seen.verdict("MON001")) == (None, "not_checked")
    assert "distance" in seen.missing("MON001")


def test_a_cab_without_a_rate(tmp_path: Path) -> None:
    seen = look(tmp_path, a_cab_trip(), {**PLACES, **ROADS})
    assert (seen.line("Cab").amount, seen.verdict("MON001")) == (None, "not_checked")
    assert "rate" in seen.missing("MON001")


@pytest.mark.parametrize(("people", "cabs"), [(1, 1), (4, 1), (5, 2), (8, 2), (9, 3)])
def test_a_cab_takes_four(tmp_path: Path, people: int, cabs: int) -> None:
    seen = look(tmp_path, a_cab_trip(people), {**PLACES, **ROADS, **RATE})
    # 100 km at the 15 of the city it leaves
    assert (seen.line("Cab").units, seen.line("Cab").amount) == (cabs, cabs * 1500.0)


@pytest.mark.parametrize(("budget", "verdict"), [(3800, "pass"), (3799, "fail")])
def test_five_people(tmp_path: Path, budget: int, verdict: str) -> None:
    plan = plan_object(
        day(
            "J",
            f"Bistro, visit from 13:00 to 14:00{TAIL}; {STAY}",
            lunch="Bistro, J",
            accommodation="Plain Inn, J",
        ),
        day("from J to K", transportation=CAB),
        JSON={"org": "J", "dest": "K", "people_number": 5, "budget": budget},
    )
    seen = look(tmp_path, plan, {**PLACES, **ROADS, **RATE})
    # three double rooms at 100, five lunches at 100, two cabs of 100 km at 15
    assert (seen.line("Plain Inn").units, seen.line("Plain Inn").amount) == (3, 300.0)
    assert (seen.line("Bistro").amount, seen.line("Cab").amount) == (500.0, 3000.0)
    assert seen.bill.known_total == 3800.0
    assert seen.verdict("MON001") == verdict


def test_an_event_that_does_not_exist(tmp_path: Path) -> None:
    wish = {"local_constraint": {"event": ["Sports"]}}
    seen = look(tmp_path, plan_object(day("J", event="-"), JSON=wish))
    assert (seen.verdict("WSH007"), seen.rows("WSH007")) == ("fail", [()])


def test_a_plan_of_signs(tmp_path: Path) -> None:
    seen = look(tmp_path, plan_object(day("J"), day("J"), day("J")))
    assert seen.verdict("CMP001") == "fail"
    # nights of day 1 and 2; breakfast, lunch, dinner and a sight of the full day 2
    assert len(seen.rows("CMP001")) == 6
    assert seen.verdict("DAY001") == "fail"
