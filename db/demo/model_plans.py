"""The demo's model plans: what two invented language models answered to its queries, from good to useless.

Model A keeps to timetables and round hours and makes the mistakes that models make; model B plans with buffers and
follows the plans of people where it can. No real model wrote any of it.
"""

import json
from typing import NamedTuple

from db.demo.fills import FILLED
from db.demo.trips import Trip
from db.demo.writing import Leg, NearestStop, Row, rows_of, timetable, written

Times = dict[str, tuple[str, ...]]
DAY_MIN, LAST_MIN = 1440, 1430


class _Habits(NamedTuple):
    """How a model sets times: the hour it likes for a row and how long it stays (both in minutes), how long it
    moves between places, how late it lets a leg arrive, how long a drive takes it."""

    at_min: dict[str, int]
    stay_min: dict[str, int]
    way_min: int
    delay_min: int
    drive_min: int


_A = _Habits(
    {"checkout": 470, "breakfast": 540, "lunch": 780, "dinner": 1200, "night": 1320},
    {"breakfast": 45, "lunch": 60, "dinner": 75, "attraction": 120, "event": 120, "check-in": 30,
     "checkout": 30, "station": 20},
    way_min=15, delay_min=0, drive_min=270,
)  # fmt: skip
_B = _Habits(
    {"checkout": 395, "breakfast": 450, "lunch": 780, "dinner": 1170, "night": 1330},
    {"breakfast": 95, "lunch": 120, "dinner": 140, "attraction": 165, "event": 150, "check-in": 25,
     "checkout": 20, "station": 30},
    way_min=30, delay_min=25, drive_min=300,
)  # fmt: skip
_SWAPPED_BY_A = {
    3: ("From Mewar with Ghee", "The Pink Ladle"),  # stands in another city
    5: ("Jantar Mantar", "Johari Bazaar"),  # is visited already
    10: ("Attukad Waterfalls", "Crystal Sky Terrace"),  # does not exist
}
_LATER_BY_B = {1: 0, 2: 0, 3: 0, 5: 15, 7: 30}
"""Minutes by which model B has dinner later than the person whose plan it follows."""


def lines_of_a(trips: dict[int, Trip], nearest_stop: NearestStop) -> list[str]:
    """Model A's file: bare plans; some null, missing, cut off, twice, in prose, asked for by nobody."""
    lines = []
    for idx, trip in trips.items():
        answer = _answer(trip, _times(trip, _A), nearest_stop)
        if idx in _SWAPPED_BY_A:
            answer = answer.replace(*_SWAPPED_BY_A[idx])
        if idx == 4:
            answer = json.dumps({"idx": idx, "plan": None})
        if idx == 6:
            continue
        if idx == 8:
            prose = {"days": 1, "current_city": "Kochi", "point_of_interest_list": "A lazy day by the sea."}
            answer = json.dumps({"idx": idx, "plan": [prose]})
        if idx == 9:
            told = json.loads(answer)
            answer = _line({**told, "plan": told["plan"][:-1]})
        if idx == 13:
            answer = answer[: len(answer) // 2]
        lines.append(answer)
        if idx == 7:
            lines.append(answer)
    return [*lines, _line({"idx": 99, "plan": []})]


def lines_of_b(trips: dict[int, Trip], nearest_stop: NearestStop) -> list[str]:
    """Model B's file: a plan for every query but the one that cannot be solved."""
    lines = []
    for idx, trip in trips.items():
        later_min = _LATER_BY_B.get(idx)
        if idx == 12:
            lines.append(json.dumps({"idx": idx, "plan": None}))
        elif later_min is None:
            lines.append(_answer(trip, _times(trip, _B), nearest_stop))
        else:
            times = _with_later_dinners(trip, FILLED[idx].times, later_min)
            lines.append(_answer(trip, times, nearest_stop))
    return lines


def _answer(trip: Trip, times: Times, nearest_stop: NearestStop) -> str:
    line = json.loads(written(trip, times, nearest_stop, in_km=False))
    return _line({"idx": trip.idx, "plan": line["plan"]})


def _line(answer: dict[str, object]) -> str:
    return json.dumps(answer, ensure_ascii=False)


def _with_later_dinners(trip: Trip, times: Times, later_min: int) -> Times:
    dinners = {
        row.row for rows in rows_of(trip) for row in rows if isinstance(row, Row) and row.what == "dinner"
    }
    return {
        row: tuple(_clock(_minute(time) + later_min) for time in planned[:2])
        if row in dinners
        else planned[:2]
        for row, planned in times.items()
    }


def _times(trip: Trip, habits: _Habits) -> Times:
    """Times for every row, one after the other, at the hours that the model likes where it is there in time."""
    times: Times = {}
    now_min = 0
    for rows in rows_of(trip):
        now_min = max(now_min - DAY_MIN, 0)
        for row in rows:
            if isinstance(row, Leg):
                if row.mode != "moved":
                    now_min = _leg(times, row, now_min, habits)
            else:
                now_min = _stop(times, row, now_min, habits)
        now_min = max(now_min, DAY_MIN)
    return times


def _leg(times: Times, leg: Leg, now_min: int, habits: _Habits) -> int:
    planned = timetable(leg)
    if planned is None:
        depart_min = max(480, now_min + habits.way_min)
        arrive_min = depart_min + habits.drive_min
    else:
        depart_min, arrive_min = _minute(planned[0]), _minute(planned[1])
        if arrive_min <= depart_min:
            arrive_min += DAY_MIN
        arrive_min += habits.delay_min
    times[leg.row] = (_clock(depart_min), _clock(arrive_min))
    return arrive_min


def _stop(times: Times, row: Row, now_min: int, habits: _Habits) -> int:
    if row.what == "morning":
        times[row.row] = (_clock(390), _clock(420))
        return 420
    start_min = max(habits.at_min.get(row.what, 0), now_min + habits.way_min)
    start_min = min(start_min, LAST_MIN)
    if row.what == "night":
        times[row.row] = (_clock(start_min), _clock(390))
        return DAY_MIN
    end_min = start_min + habits.stay_min[row.what]
    times[row.row] = (_clock(start_min), _clock(end_min))
    return end_min


def _minute(clock: str) -> int:
    hours, minutes = clock.split(":")
    return 60 * int(hours) + int(minutes)


def _clock(minute: int) -> str:
    return f"{minute // 60 % 24:02d}:{minute % 60:02d}"
