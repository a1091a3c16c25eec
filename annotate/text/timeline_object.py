"""The typed rows of a gold line (`timeline`): what the text cannot hold (dates over midnight, verbs,
transport places, remarks, given times), as JSON objects. On reading they win over the text.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from annotate.clock import DAY_MIN, LAST_START_MIN
from annotate.names import match_key
from annotate.plan import Day, Leg, Meal, Mode, NamedPlace, NearestStop, Stop, StopKind, Verb
from annotate.text.quantity import MOST
from annotate.text.query_object import MAX_DAYS
from annotate.text.reading import Reading

LEG_KIND = "leg"
LAST_MIN = MAX_DAYS * DAY_MIN
"""No row of a day ends later than the longest trip."""
_ROW_ID = re.compile(r"d(?P<day>[1-9][0-9]{0,3})\.[sl][1-9][0-9]{0,3}")
_EATEN_AT = (StopKind.RESTAURANT, StopKind.ATTRACTION)
"""Kinds of row that a meal may be: a hotel's own restaurant has a row of its own."""


def write_timeline(days: tuple[Day, ...]) -> list[dict[str, Any]]:
    """The days as typed objects, rows in the order of the day. Minutes count from 00:00 of the plan day."""
    return [
        {
            "day": day.number,
            "date": day.date,
            "from_city": day.from_city,
            "to_city": day.to_city,
            "chosen": _write_chosen(day),
            "transportation_text": day.transportation_text,
            "rows": [_write_leg(row) if isinstance(row, Leg) else _write_stop(row) for row in day.rows],
        }
        for day in days
    ]


def _write_chosen(day: Day) -> dict[str, Any]:
    return {
        **{meal.value: _write_place(day.meal(meal)) for meal in Meal},
        "attraction": [_write_place(place) for place in day.attractions],
        "event": [_write_place(place) for place in day.events],
        "accommodation": _write_place(day.accommodation),
    }


def _write_place(place: NamedPlace | None) -> dict[str, Any] | None:
    if place is None:
        return None
    return {"name": place.name, "city": place.city, "stated_cost": place.stated_cost}


def _write_leg(leg: Leg) -> dict[str, Any]:
    return {
        "row": leg.row,
        "kind": LEG_KIND,
        "mode": leg.mode.value,
        "mode_text": leg.mode_text,
        "number": leg.carrier,
        "from": leg.origin,
        "to": leg.destination,
        "timetable": {"depart_min": leg.timetable_depart_min, "arrive_min": leg.timetable_arrive_min},
        "depart_min": leg.depart_min,
        "arrive_min": leg.arrive_min,
        "given": {"depart_min": leg.given_depart_min},
        "stated_cost": leg.stated_cost,
        "remark": leg.remark,
    }


def _write_stop(stop: Stop) -> dict[str, Any]:
    nearest = stop.nearest_stop
    return {
        "row": stop.row,
        "kind": stop.kind.value,
        "verb": stop.verb.value,
        "name": stop.name,
        "city": stop.city,
        "start_min": stop.start_min,
        "end_min": stop.end_min,
        "meal": stop.meal.value if stop.meal else None,
        "nearest_stop": {"name": nearest.name, "distance_m": nearest.distance_m} if nearest else None,
        "given": {"start_min": stop.given_start_min, "end_min": stop.given_end_min},
        "stated_cost": stop.stated_cost,
        "remark": stop.remark,
    }


def read_rows(
    value: object, day_number: int, where: str, reading: Reading
) -> tuple[tuple[Stop, ...], tuple[Leg, ...]]:
    """Stops and legs of a typed day. What is wrong is said in `reading`."""
    stops: list[Stop] = []
    legs: list[Leg] = []
    seen: set[str] = set()
    for number, item in enumerate(value if isinstance(value, list) else [], 1):
        place = f"{where}, row {number}"
        if not isinstance(item, dict):
            reading.error(
                place, f"{item!r} is not an object", expected="a typed row", todo="Correct the row."
            )
            continue
        row_id = item.get("row")
        if not isinstance(row_id, str) or not _is_row_of(day_number, row_id) or row_id in seen:
            reading.error(
                place,
                f"{row_id!r} is no row id of day {day_number}",
                expected=f"one of its own such as d{day_number}.s1",
                todo="Correct the id.",
            )
            continue
        seen.add(row_id)
        taken = len(reading.errors)
        if item.get("kind") == LEG_KIND:
            leg = _read_leg(item, row_id, len(stops), place, reading)
            if taken == len(reading.errors):
                legs.append(leg)
        else:
            stop = _read_stop(item, row_id, place, reading)
            if stop is not None and taken == len(reading.errors):
                stops.append(stop)
    return tuple(stops), tuple(legs)


def _is_row_of(day_number: int, row_id: str) -> bool:
    return (match := _ROW_ID.fullmatch(row_id)) is not None and match["day"] == str(day_number)


def _read_leg(item: Mapping[str, Any], row_id: str, position: int, where: str, reading: Reading) -> Leg:
    timetable, given = _object(item, "timetable"), _object(item, "given")
    leg = Leg(
        row=row_id,
        mode=_one_of(Mode, item.get("mode"), where, reading) or Mode.CAB,
        carrier=read_text(item, "number", where, reading),
        origin=read_text(item, "from", where, reading) or "",
        destination=read_text(item, "to", where, reading) or "",
        depart_min=_minute(item, "depart_min", where, reading),
        arrive_min=_minute(item, "arrive_min", where, reading),
        timetable_depart_min=_minute(timetable, "depart_min", where, reading),
        timetable_arrive_min=_minute(timetable, "arrive_min", where, reading),
        position=position,
        remark=read_text(item, "remark", where, reading),
        stated_cost=_number(item, "stated_cost", where, reading),
        given_depart_min=_minute(given, "depart_min", where, reading),
        mode_text=read_text(item, "mode_text", where, reading),
    )
    if not leg.origin or not leg.destination:
        reading.error(where, "The leg lacks a city", expected='"from" and "to"', todo="Add it.")
    _in_order(leg.depart_min, leg.arrive_min, where, reading)
    return leg


def _read_stop(item: Mapping[str, Any], row_id: str, where: str, reading: Reading) -> Stop | None:
    kind = _one_of(StopKind, item.get("kind"), where, reading)
    verb = _one_of(Verb, item.get("verb"), where, reading)
    meal = _one_of(Meal, item.get("meal"), where, reading) if item.get("meal") is not None else None
    name = read_text(item, "name", where, reading)
    if not name:
        reading.error(where, "The stop has no name", expected='"name"', todo="Add it.")
    if kind is None or verb is None or not name:
        return None
    nearest, given = item.get("nearest_stop"), _object(item, "given")
    nearest_stop = None
    if isinstance(nearest, dict) and (stop_name := read_text(nearest, "name", where, reading)):
        nearest_stop = NearestStop(stop_name, _number(nearest, "distance_m", where, reading))
    start = _minute(item, "start_min", where, reading)
    end = _minute(item, "end_min", where, reading)
    if start is not None and start > LAST_START_MIN:
        reading.error(
            where, f"The stop starts at minute {start}", expected=f"0 to {LAST_START_MIN}", todo="Correct it."
        )
    _in_order(start, end, where, reading)
    return Stop(
        row=row_id,
        kind=kind,
        verb=verb,
        name=name,
        city=read_text(item, "city", where, reading),
        start_min=start,
        end_min=end,
        meal=meal,
        nearest_stop=nearest_stop,
        remark=read_text(item, "remark", where, reading),
        stated_cost=_number(item, "stated_cost", where, reading),
        given_start_min=_minute(given, "start_min", where, reading),
        given_end_min=_minute(given, "end_min", where, reading),
    )


def with_meals(
    stops: tuple[Stop, ...], value: object, chosen: Mapping[str, NamedPlace | None]
) -> tuple[Stop, ...]:
    """The stops of a typed day, each meal that the day chooses at the first free row of its place, where no row
    says `meal` itself (a line of another maker may leave the key out)."""
    if any(isinstance(item, dict) and "meal" in item for item in (value if isinstance(value, list) else [])):
        return stops
    meals: dict[str, Meal] = {}
    for meal in Meal:
        place = chosen.get(meal.value)
        row = next((stop.row for stop in stops if stop.row not in meals and _serves(stop, place)), None)
        if row is not None:
            meals[row] = meal
    return tuple(replace(stop, meal=meals.get(stop.row)) for stop in stops)


def _serves(stop: Stop, place: NamedPlace | None) -> bool:
    if place is None or stop.kind not in _EATEN_AT or match_key(stop.name) != match_key(place.name):
        return False
    return not (stop.city and place.city) or match_key(stop.city) == match_key(place.city)


def read_chosen(value: object, where: str, reading: Reading) -> dict[str, Any] | None:
    """The chosen places of a typed day under the names of `Day`, None where the line has none."""
    if not isinstance(value, dict):
        return None
    found: dict[str, Any] = {
        name: _read_place(value.get(name), where, reading)
        for name in (*(meal.value for meal in Meal), "accommodation")
    }
    for name, key in (("attractions", "attraction"), ("events", "event")):
        items = value.get(key)
        found[name] = tuple(
            place
            for item in (items if isinstance(items, list) else [])
            if (place := _read_place(item, where, reading)) is not None
        )
    return found


def _read_place(value: object, where: str, reading: Reading) -> NamedPlace | None:
    if value is None:
        return None
    if not isinstance(value, dict) or not (name := read_text(value, "name", where, reading)):
        reading.error(where, f"{value!r} is not a place", expected='{"name", "city"}', todo="Correct it.")
        return None
    city = read_text(value, "city", where, reading)
    return NamedPlace(name, city, _number(value, "stated_cost", where, reading))


def _object(item: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = item.get(key)
    return value if isinstance(value, dict) else {}


def read_text(item: Mapping[str, Any], key: str, where: str, reading: Reading) -> str | None:
    """A text of a typed day or row, None where it has none. What is wrong is said in `reading`."""
    value = item.get(key)
    if value is None or isinstance(value, str):
        return value
    reading.error(where, f"{key}: {value!r} is not a text", expected="a text or null", todo="Correct it.")
    return None


def _minute(item: Mapping[str, Any], key: str, where: str, reading: Reading) -> int | None:
    value = item.get(key)
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LAST_MIN):
        return value
    reading.error(
        where,
        f"{key}: {value!r} is not a minute",
        expected=f"a whole number from 0 to {LAST_MIN}, or null",
        todo="Correct it.",
    )
    return None


def _number(item: Mapping[str, Any], key: str, where: str, reading: Reading) -> float | None:
    value = item.get(key)
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST:
        return float(value)
    reading.error(
        where,
        f"{key}: {value!r} is not a number",
        expected=f"a number from 0 to {MOST:,}, or null",
        todo="Correct it.",
    )
    return None


def _one_of(kind: Any, value: object, where: str, reading: Reading) -> Any:
    try:
        return kind(value)
    except ValueError:
        allowed = ", ".join(member.value for member in kind)
        reading.error(where, f"{value!r} is not known", expected=f"one of {allowed}", todo="Correct it.")
        return None


def _in_order(start: int | None, end: int | None, where: str, reading: Reading) -> None:
    if start is not None and end is not None and end <= start:
        reading.error(
            where,
            f"It ends at minute {end}, not after its start at {start}",
            expected="an end after the start",
            todo="Correct the times.",
        )
