"""Writes a trip in the paper's text form: as a skeleton with `()` for missing times, or filled."""

import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from db.demo import transport
from db.demo.places import Station
from db.demo.trips import Trip

MISSING = "()"
NOTHING = "-"
WISHES = (
    "house_rules",
    "house_type",
    "facilities_amenities",
    "services",
    "cuisine",
    "transportation",
    "event",
    "attraction",
)
VERBS = {
    "check-in": "check-in",
    "morning": "stay",
    "checkout": "checkout",
    "night": "stay",
    "breakfast": "visit",
    "lunch": "visit",
    "dinner": "visit",
    "attraction": "visit",
    "event": "visit",
    "station": "arrive",
}
LEGS = ("train", "flight", "bus", "taxi", "self-driving", "moved")
METRES_PER_KM = 1000

NearestStop = Callable[[str, str], tuple[Station, float]]


class Row(NamedTuple):
    """A row of a day: its id, what happens, the name, the city, the given times."""

    row: str
    what: str
    name: str
    city: str
    start: str
    end: str


class Leg(NamedTuple):
    """A leg of a day: its id, mode, cities, number or operator."""

    row: str
    mode: str
    origin: str
    destination: str
    number: str


class Filling(NamedTuple):
    """A trip's planned times by row and the three parts of its rationale."""

    times: dict[str, tuple[str, ...]]
    decisions: str
    constraints: str
    buffers: str


def rows_of(trip: Trip) -> list[list[Row | Leg]]:
    """The rows and legs of each day in order, with the city where the traveller then is."""
    city = trip.org
    days = []
    for day, texts in enumerate(trip.days, start=1):
        rows: list[Row | Leg] = []
        stops = legs = 0
        for text in texts:
            what, rest = text.split(" ", 1)
            if what in LEGS:
                origin, destination, *number = rest.split(" ", 2)
                legs += what != "moved"
                rows.append(Leg(f"d{day}.l{legs}", what, origin, destination, " ".join(number)))
                city = destination
            else:
                stops += 1
                name, _, times = rest.partition(" @ ")
                start, _, end = (times or f"{MISSING}-{MISSING}").partition("-")
                rows.append(Row(f"d{day}.s{stops}", what, name, city, start, end))
        days.append(rows)
    return days


def timetable(leg: Leg) -> tuple[str, str] | None:
    """Departure and arrival by the invented timetable; None for a leg by car."""
    route = (leg.origin, leg.destination)
    services = [(f.number, f.origin, f.destination, f.dep, f.arr) for f in transport.FLIGHTS]
    services += [(t.number, t.origin, t.destination, t.dep, t.arr) for t in transport.TRAINS]
    services += [(b.operator, b.origin, b.destination, b.dep, b.arr) for b in transport.BUSES]
    if leg.mode in ("taxi", "self-driving"):
        return None
    return next(
        (dep, arr) for number, *cities, dep, arr in services if (number, *cities) == (leg.number, *route)
    )


def leg_text(leg: Leg, times: tuple[str, str] | None) -> str:
    """The transport text of a leg, without times where none are known."""
    head = {
        "train": f"Train Number: {leg.number}",
        "flight": f"Flight Number: {leg.number}",
        "bus": f"Bus: {leg.number}",
        "taxi": "Taxi",
        "self-driving": "Self-driving",
    }[leg.mode]
    text = f"{head}, from {leg.origin} to {leg.destination}"
    return text + (f", Departure Time: {times[0]}, Arrival Time: {times[1]}" if times else "")


def distance_text(distance_m: float, in_km: bool) -> str:
    """A distance in metres, or from 1 km up in km if the text form mixes both."""
    if in_km and distance_m >= METRES_PER_KM:
        return f"{distance_m / METRES_PER_KM:.3f}km away"
    return f"{distance_m:.2f}m away"


def row_text(row: Row, times: tuple[str, str], nearest_stop: NearestStop, in_km: bool) -> str:
    """The list entry of a row; a transport place has no nearest stop."""
    text = f"{row.name}, {VERBS[row.what]} from {times[0]} to {times[1]}"
    if row.what == "station":
        return text
    stop, distance_m = nearest_stop(row.name, row.city)
    return f"{text}, nearest transit: {stop.name}, {distance_text(distance_m, in_km)}"


def line_of(trip: Trip, days: list[dict[str, object]]) -> str:
    """The JSON line of a trip with the given days."""
    start = date.fromisoformat(trip.start)
    query = {
        "org": trip.org,
        "dest": trip.dest[0] if len(trip.dest) == 1 else list(trip.dest),
        "target_state": trip.state,
        "days": len(trip.days),
        "visiting_city_number": len(trip.dest),
        "date": [(start + timedelta(days=n)).isoformat() for n in range(len(trip.days))],
        "people_number": trip.people,
        "local_constraint": {wish: trip.wishes.get(wish) for wish in WISHES},
        "budget": trip.budget_inr,
        "query": trip.query.format(budget=f"{trip.budget_inr:,}"),
        "level": trip.level,
    }
    line: dict[str, object] = {"idx": trip.idx, "JSON": query, "persona": trip.persona}
    if trip.risk_profile:
        line["risk_profile"] = trip.risk_profile
    return json.dumps(line | {"plan": days}, ensure_ascii=False)


def day_of(
    number: int, rows: list[Row | Leg], city: str, legs: list[str], listed: list[str]
) -> dict[str, object]:
    """The fields of a day; `city` is where it begins."""
    chosen = {
        what: [f"{r.name}, {r.city}" for r in rows if isinstance(r, Row) and r.what == what] for what in VERBS
    }
    moves = [r for r in rows if isinstance(r, Leg)]
    fields = {
        field: ";".join(chosen[field]) or NOTHING for field in ("breakfast", "attraction", "lunch", "dinner")
    }
    return {
        "days": number,
        "current_city": f"from {moves[0].origin} to {moves[-1].destination}" if moves else city,
        "transportation": "; ".join(legs) or NOTHING,
        **fields,
        "accommodation": "".join(chosen["night"]) or NOTHING,
        "event": ";".join(chosen["event"]) or NOTHING,
        "point_of_interest_list": "; ".join(listed) or NOTHING,
    }


def written(trip: Trip, times: dict[str, tuple[str, ...]], nearest_stop: NearestStop, in_km: bool) -> str:
    """The trip's line with the given times where there are any, else the skeleton's."""
    days = []
    city = trip.org
    for number, rows in enumerate(rows_of(trip), start=1):
        legs, listed = [], []
        for row in rows:
            planned = times.get(row.row)
            if isinstance(row, Row):
                listed.append(
                    row_text(
                        row,
                        (planned[0], planned[1]) if planned else (row.start, row.end),
                        nearest_stop,
                        in_km,
                    )
                )
            else:
                city = row.destination
                if row.mode != "moved":
                    legs.append(leg_text(row, (planned[0], planned[1]) if planned else timetable(row)))
        days.append(day_of(number, rows, city, legs, listed))
    return line_of(trip, days)


def skeleton_line(trip: Trip, nearest_stop: NearestStop) -> str:
    """The trip as annotators get it."""
    return written(trip, {}, nearest_stop, in_km=True)


def filled_line(trip: Trip, filling: Filling, nearest_stop: NearestStop) -> str:
    """The trip with all planned times."""
    return written(trip, filling.times, nearest_stop, in_km=False)


def reasons(filled: dict[int, Filling]) -> dict[str, dict[str, dict[str, str]]]:
    """Remarks by idx and row, rationales by idx: what the text form has no place for."""
    remarks = {str(i): {row: t[2] for row, t in f.times.items() if len(t) > 2} for i, f in filled.items()}
    rationales = {
        str(i): {"decisions": f.decisions, "constraints": f.constraints, "buffers": f.buffers}
        for i, f in filled.items()
    }
    return {"remarks": remarks, "rationale": rationales}
