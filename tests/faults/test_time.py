"""Time.

| fault | test |
|---|---|
| a dinner over midnight, one after midnight | test_a_dinner_over_midnight, test_a_dinner_after_midnight |
| 10:00-09:10; 25:10 | test_an_end_before_its_start, test_no_hour_25 |
| breakfast, no lunch, dinner at 11:00 | test_neighbours_are_the_meals_that_exist |
| a stop before the landing; a stop after the departure | test_a_stop_before_the_landing, test_a_stop_after_the_departure |
| a sight around two meals | test_a_sight_around_two_meals |
| hotel 22:00-08:00; a train to the next day; 00:00 exactly; 00:26 after 23:57 | test_midnight |
| arrival after midnight without a date | test_an_arrival_without_a_date, test_a_timetable_over_midnight |
| open 18:00-02:00, visited at 01:00 | test_open_over_midnight |
| one night across a clock change; dates as chosen | test_dates_are_dates |
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotate.errors import NotationError
from annotate.scores.bas import buffer_figures
from tests.faults.seen import PLACES, TAIL, look
from tests.plan_objects import day, plan_object

FLIGHTS = (
    "flight_number,origin,destination,dep_time,arr_time,price\n1,H,J,08:00,15:30,900\n2,J,H,11:00,13:00,900\n"
)


def test_a_dinner_over_midnight(tmp_path: Path) -> None:
    seen = look(tmp_path, plan_object(day("J", f"Grill, visit from 23:30 to 00:30{TAIL}", dinner="Grill, J")))
    (stop,) = seen.day.stops
    assert (stop.start_min, stop.end_min) == (1410, 1470)
    # 60 min at a dinner of 75: 15 too few
    assert buffer_figures(75, 1.0, 1410, 1470, (1, 1.25))["buffer_min"] == -15
    assert any("inferred" in note for note in seen.notes)


def test_a_dinner_after_midnight(tmp_path: Path) -> None:
    entries = f"Bistro, visit from 14:15 to 15:15{TAIL}; Grill, visit from 00:15 to 01:15{TAIL}"
    seen = look(tmp_path, plan_object(day("J", entries, lunch="Bistro, J", dinner="Grill, J")))
    assert [(stop.start_min, stop.end_min) for stop in seen.day.stops] == [(855, 915), (1455, 1515)]
    assert (seen.verdict("TIM004"), seen.verdict("TIM001")) == ("pass", "pass")


@pytest.mark.parametrize("times", ["10:00 to 09:10", "10:00 to 10:00"])
def test_an_end_before_its_start(tmp_path: Path, times: str) -> None:
    with pytest.raises(NotationError, match="not after its start"):
        look(tmp_path, plan_object(day("J", f"Fort, visit from {times}{TAIL}", attraction="Fort, J")))
    marked = times.replace(" to ", " to (+1) ").replace("(+1) ", "") + " (+1)"
    seen = look(tmp_path, plan_object(day("J", f"Fort, visit from {marked}{TAIL}", attraction="Fort, J")))
    assert seen.day.stops[0].end_min == int(times[-5:-3]) * 60 + int(times[-2:]) + 1440


@pytest.mark.parametrize("times", ["25:10 to 26:00", "24:00 to 24:30", "10:60 to 12:00", "23:00 to 25:10"])
def test_no_hour_25(tmp_path: Path, times: str) -> None:
    with pytest.raises(NotationError, match="is not a time"):
        look(tmp_path, plan_object(day("J", f"Fort, visit from {times}{TAIL}", attraction="Fort, J")))


@pytest.mark.parametrize(("dinner", "verdict", "amounts"), [("11:00 to 12:00", "fail", [180]), ("13:59 to 15:00", "fail", [1]),
                                                            ("14:00 to 15:00", "pass", [])])  # fmt: skip
def test_neighbours_are_the_meals_that_exist(
    tmp_path: Path, dinner: str, verdict: str, amounts: list[int]
) -> None:
    entries = f"Cafe, visit from 09:10 to 10:00{TAIL}; Grill, visit from {dinner}{TAIL}"
    seen = look(tmp_path, plan_object(day("J", entries, breakfast="Cafe, J", dinner="Grill, J")))
    assert (seen.verdict("TIM004"), seen.amounts("TIM004")) == (verdict, amounts)


@pytest.mark.parametrize(("start", "amounts"), [("09:00", [420]), ("15:59", [1]), ("16:00", [])])
def test_a_stop_before_the_landing(tmp_path: Path, start: str, amounts: list[int]) -> None:
    end = f"{int(start[:2]) + 1:02d}:30"
    plan = plan_object(
        day("from H to J", f"Fort, visit from {start} to {end}{TAIL}", attraction="Fort, J",
            transportation="Flight Number: 1, from H to J, Departure Time: 08:00, Arrival Time: 15:30")
    )  # fmt: skip
    seen = look(tmp_path, plan, {**PLACES, "flights": FLIGHTS})
    assert seen.amounts("TIM003") == amounts
    assert seen.rows("TIM003") == [("d1.l1", "d1.s1")] * len(amounts)


@pytest.mark.parametrize(("end", "amounts"), [("15:00", [270]), ("10:31", [1]), ("10:30", [])])
def test_a_stop_after_the_departure(tmp_path: Path, end: str, amounts: list[int]) -> None:
    plan = plan_object(
        day("from J to H", f"Fort, visit from 09:00 to {end}{TAIL}", attraction="Fort, J",
            transportation="Flight Number: 2, from J to H, Departure Time: 11:00, Arrival Time: 13:00"),
        JSON={"org": "J", "dest": "H"},
    )  # fmt: skip
    seen = look(tmp_path, plan, {**PLACES, "flights": FLIGHTS})
    assert seen.amounts("TIM003") == amounts
    assert seen.rows("TIM003") == [("d1.s1", "d1.l1")] * len(amounts)


def test_a_sight_around_two_meals(tmp_path: Path) -> None:
    entries = (
        f"Cafe, visit from 09:10 to 10:00{TAIL}; Fort, visit from 09:30 to 15:00{TAIL}; "
        f"Bistro, visit from 14:15 to 15:15{TAIL}"
    )
    plan = plan_object(day("J", entries, breakfast="Cafe, J", attraction="Fort, J", lunch="Bistro, J"))
    seen = look(tmp_path, plan)
    assert seen.rows("TIM001") == [("d1.s1", "d1.s2"), ("d1.s2", "d1.s3")]
    assert seen.amounts("TIM001") == [30, 45]


def test_midnight(tmp_path: Path) -> None:
    trains = "train_number,origin,destination,dep_time,arr_time,duration\n7,H,J,17:00,14:52,21h 52m\n8,J,H,23:57,00:26,29m\n"
    plan = plan_object(
        day("from H to J", transportation="Train Number: 7, from H to J, Departure Time: 17:00, Arrival Time: 14:52"),
        day("J", f"Fort, visit from 20:00 to 21:00{TAIL}; Plain Inn, stay from 22:00 to 08:00{TAIL}", attraction="Fort, J",
            accommodation="Plain Inn, J"),
        day("from J to H", f"Palace, visit from 00:00 to 09:00{TAIL}", attraction="Palace, J",
            transportation="Train Number: 8, from J to H, Departure Time: 23:57, Arrival Time: 00:26"),
    )  # fmt: skip
    seen = look(tmp_path, plan, {**PLACES, "trains": trains})
    out, stay, back = seen.itinerary.days
    assert (out.legs[0].depart_min, out.legs[0].arrive_min) == (1020, 1440 + 892)
    assert (stay.stops[1].start_min, stay.stops[1].end_min) == (1320, 1440 + 480)
    assert (back.stops[0].start_min, back.stops[0].end_min) == (0, 540)
    assert (back.legs[0].depart_min, back.legs[0].arrive_min) == (1437, 1466)
    assert seen.verdict("TRA005") == "pass"
    assert seen.rows("TIM001") == [("d2.s2", "d3.s1")]
    assert seen.amounts("TIM001") == [480]


def test_an_arrival_without_a_date(tmp_path: Path) -> None:
    text = "Train Number: 9, from H to J, Departure Time: 22:20, Arrival Time: 00:20"
    seen = look(tmp_path, plan_object(day("from H to J", transportation=text)))
    assert (seen.day.legs[0].depart_min, seen.day.legs[0].arrive_min) == (1340, 1460)
    assert any("inferred" in note for note in seen.notes)


def test_a_timetable_over_midnight(tmp_path: Path) -> None:
    trains = "train_number,origin,destination,dep_time,arr_time\n9,H,J,22:20,00:20\n"
    text = "Train Number: 9, from H to J, Departure Time: 22:20, Arrival Time: 00:20"
    seen = look(tmp_path, plan_object(day("from H to J", transportation=text)), {**PLACES, "trains": trains})
    known = seen.facts.legs["d1.l1"]
    assert (known.timetable_depart_min, known.timetable_arrive_min, known.timetable_duration_min) == (
        1340,
        1460,
        120,
    )
    assert seen.verdict("TRA005") == "pass"


@pytest.mark.parametrize(
    ("times", "amounts"),
    [("01:00 to 02:00", []), ("01:00 to 02:01", [1]), ("17:59 to 19:00", [1]), ("18:00 to 19:00", [])],
)
def test_open_over_midnight(tmp_path: Path, times: str, amounts: list[int]) -> None:
    tables = {
        **PLACES,
        "restaurants": "name,city,avg_cost,cuisines,opening_hours\nGrill,J,100,Indian,18:00-02:00\n",
    }
    seen = look(
        tmp_path, plan_object(day("J", f"Grill, visit from {times}{TAIL}", dinner="Grill, J")), tables
    )
    assert (seen.verdict("TIM005"), seen.amounts("TIM005")) == ("fail" if amounts else "pass", amounts)


@pytest.fixture(params=["Asia/Kolkata", "America/Los_Angeles", "Europe/Berlin"])
def _at_home(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("_at_home")
@pytest.mark.parametrize(
    "dates", [["2025-10-25", "2025-10-26", "2025-10-27"], ["2025-03-08", "2025-03-09", "2025-03-10"]]
)
def test_dates_are_dates(tmp_path: Path, dates: list[str]) -> None:
    stay = f"Plain Inn, stay from 22:00 to 08:00{TAIL}"
    days = [
        day("J", stay, accommodation="Plain Inn, J"),
        day("J", stay, accommodation="Plain Inn, J"),
        day("J"),
    ]
    seen = look(tmp_path, plan_object(*days, JSON={"date": dates}))
    assert list(seen.itinerary.query.dates) == dates
    assert [one.date for one in seen.itinerary.days] == dates
    assert seen.line("Plain Inn").units == 2
