"""A plan in the strict text form, its typed rows beside it."""

from typing import Any

from annotate.clock import format_time
from annotate.plan import Day, Itinerary, Leg, NamedPlace, Persona, Stop, StopKind
from annotate.text import timeline_object
from annotate.text.entry import write_entry
from annotate.text.query_object import write_query
from annotate.text.transport import write_leg

EMPTY = "-"
MISSING_TIME = "()"


def write_plan(itinerary: Itinerary) -> dict[str, Any]:
    """The object of a plan: texts in the strict form, typed rows, rationale.

    In the text a filled plan's legs have their planned times, a skeleton's those of the timetable, if it has
    any. Transport places and remarks stand in `timeline` only.
    """
    is_filled = itinerary.is_filled
    return {
        "set": itinerary.set_name,
        "idx": itinerary.idx,
        "JSON": write_query(itinerary.query),
        "persona": itinerary.persona.text or _persona_line(itinerary.persona),
        "risk_profile": itinerary.risk_profile.value if itinerary.risk_profile else None,
        "plan": [_write_day(day, is_filled) for day in itinerary.days] or None,
        "timeline": timeline_object.write_timeline(itinerary.days),
        "rationale": {
            "decisions": itinerary.rationale.decisions,
            "constraints": itinerary.rationale.constraints,
            "buffers": itinerary.rationale.buffers,
        },
    }


def _persona_line(persona: Persona) -> str:
    parts = (
        ("Traveler Type", persona.traveler_type),
        ("Purpose of Travel", persona.purpose),
        ("Spending Preference", persona.spending),
        ("Location Preference", persona.location),
    )
    return "; ".join(f"{key}: {value}" for key, value in parts if value)


def _write_day(day: Day, is_filled: bool) -> dict[str, Any]:
    entries = [_write_stop(stop) for stop in day.stops if stop.kind is not StopKind.TRANSPORT]
    return {
        "days": day.number,
        "current_city": day.current_city,
        "transportation": "; ".join(_write_leg(leg, is_filled) for leg in day.legs)
        or day.transportation_text,
        "breakfast": _write_place(day.breakfast),
        "attraction": _write_places(day.attractions),
        "lunch": _write_place(day.lunch),
        "dinner": _write_place(day.dinner),
        "accommodation": _write_place(day.accommodation),
        "event": _write_places(day.events),
        "point_of_interest_list": "; ".join(entries) or EMPTY,
    }


def _write_stop(stop: Stop) -> str:
    return write_entry(stop.name, stop.kind, (_time(stop.start_min), _time(stop.end_min)), stop.nearest_stop)


def _write_leg(leg: Leg, is_filled: bool) -> str:
    times = (leg.timetable_depart_min, leg.timetable_arrive_min)
    if is_filled or times == (None, None):
        times = (leg.depart_min, leg.arrive_min)
    return write_leg(leg, None if times == (None, None) else (_time(times[0]), _time(times[1])))


def _time(minute: int | None) -> str:
    return MISSING_TIME if minute is None else format_time(minute)


def _write_place(place: NamedPlace | None) -> str:
    if place is None:
        return EMPTY
    return f"{place.name}, {place.city}" if place.city else place.name


def _write_places(places: tuple[NamedPlace, ...]) -> str:
    return "; ".join(_write_place(place) for place in places) or EMPTY
