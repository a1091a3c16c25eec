"""The one place that reads and writes plans in their text forms. Tolerant in, strict out.

`read_plan` takes one object of a plan file and gives an itinerary with a note on everything that it
tolerated, or raises NotationError with all errors of the plan. `write_plan` gives the object in the strict
form, the typed `timeline` beside the texts; reading it again gives an equal itinerary.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from annotate.errors import InputError, NotationError
from annotate.names import is_null
from annotate.plan import Day, Itinerary, Meal, NamedPlace, Query, Rationale
from annotate.text import timeline_object
from annotate.text.day_layout import DayText, LegDuration, fill_in_cities, lay_out
from annotate.text.entry import entry_names, read_entries
from annotate.text.fields import Cities, PlacesIn, read_current_city, read_place, read_places, written_cities
from annotate.text.plan_writing import EMPTY, write_plan
from annotate.text.quantity import read_literal
from annotate.text.query_object import FIELD_MAX_CHARS, MAX_DAYS, read_date, read_persona, read_query
from annotate.text.query_sentence import derive_query
from annotate.text.reading import Note, Reading
from annotate.text.transport import read_transport

__all__ = ["LegDuration", "NotationError", "Note", "PlacesIn", "ReadPlan", "read_plan", "write_plan"]

IDX_MAX = 2**31 - 1
"""Largest number of a plan: what every database keeps as an integer."""
_IDX_DIGITS = len(str(IDX_MAX)) + 1
"""A number with more digits is beyond IDX_MAX; Python reads no 5,000 of them."""
_LIST_MAX_CHARS = 10_000
"""Longest list of a day's places that is read: several times the fullest day. A longer one is no plan, and reading takes
more time than its length."""
_LIST_KEYS = ("point_of_interest_list", "point_of_interest")
_WRITTEN_LISTS = frozenset({"attraction", "event", *_LIST_KEYS})
_PLACE_KEYS = ("breakfast", "attraction", "lunch", "dinner", "accommodation", "event")
_DAY_KEYS = frozenset({"days", "day", "current_city", "transportation", *_PLACE_KEYS, *_LIST_KEYS})
_PLAN_KEYS = frozenset(
    {
        "set", "idx", "JSON", "query", "persona", "risk_profile", "plan", "timeline", "rationale", "flags",
        "waivers", "scores", "verdicts", "findings", "facts", "provenance",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReadPlan:
    """A plan that was read. `delivered` is False for a null plan: the query is there, the days are not."""

    itinerary: Itinerary
    notes: tuple[Note, ...]
    delivered: bool
    is_skeleton: bool


def read_plan(
    obj: object,
    *,
    set_name: str,
    as_skeleton: bool = False,
    places_in: PlacesIn | None = None,
    leg_duration: LegDuration | None = None,
) -> ReadPlan:
    """The itinerary of one object of a plan file.

    With any missing time it is a skeleton: what times it has are given times, and those of the transport text
    are the timetable's (the planned departure starts equal to it, the planned arrival empty). Else it is a
    filled plan, whose transport text holds planned times; `as_skeleton` reads it as a skeleton all the same.
    Typed rows (`timeline`) win over the text. `places_in` is the catalogue, `leg_duration` the timetable;
    both may be absent. Raises NotationError that lists all errors of the plan.
    """
    reading = Reading()
    if not isinstance(obj, dict):
        raise NotationError(f"{obj!r} is not a plan: expected an object with idx, JSON and plan")
    idx = _read_idx(obj.get("idx"), reading)
    subject = f"Plan {idx}" if idx is not None else "The plan"
    asked = _query_object(obj, reading)
    query = read_query(asked, reading) if asked is not None or "query" not in obj else None
    persona, risk = read_persona(obj.get("persona"), obj.get("risk_profile"), reading)
    _note_unused(obj, _PLAN_KEYS, "the plan", reading)
    raw_days = _read_days(obj.get("plan"), reading)
    if idx is None or query is None:
        reading.raise_if_wrong(subject)
        raise NotationError(f"{subject} cannot be understood")
    cities = Cities(places_in, query.target_state)
    cities.add([query.origin, *query.destinations])
    days: tuple[Day, ...] = ()
    is_skeleton = False
    timeline = obj.get("timeline")
    if raw_days is not None:
        if len(raw_days) != query.days:
            reading.note(
                "plan", f"{len(raw_days)} days", f"the query asks for {query.days}; kept as they are"
            )
        if timeline is not None:
            days = _typed_days(raw_days, timeline, query, cities, reading)
            is_skeleton = as_skeleton or not all(day.is_filled for day in days)
            days = tuple(map(_with_given_times, days)) if as_skeleton else days
        else:
            texts = _day_texts(raw_days, query, cities, reading)
            is_skeleton = as_skeleton or any(text.misses_time for text in texts)
            days = tuple(
                _lay_out(
                    texts,
                    query,
                    cities,
                    keep_as_given=is_skeleton,
                    leg_duration=leg_duration,
                    reading=reading,
                )
            )
    rationale = _read_rationale(obj.get("rationale"), reading)
    reading.raise_if_wrong(subject)
    itinerary = Itinerary(set_name, idx, query, persona, risk, days, rationale)
    return ReadPlan(itinerary, tuple(reading.notes), raw_days is not None, is_skeleton)


def _query_object(obj: Mapping[str, Any], reading: Reading) -> object:
    """The `JSON` of a plan; without one what its sentence (`query`) and its days say."""
    if obj.get("JSON") is not None or not isinstance(obj.get("query"), str):
        return obj.get("JSON")
    try:
        derived = derive_query(obj["query"], obj.get("plan"))
    except InputError as error:
        reading.failed("JSON", error)
        return None
    missing = f"; not told: {', '.join(derived.missing)}" if derived.missing else ""
    reading.note("JSON", "a sentence", f"no JSON; the query is taken from its text and the days{missing}")
    return derived.json


def _read_idx(value: object, reading: Reading) -> int | None:
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        reading.note("idx", value, "a text read as a number")
        value = int((value.strip().lstrip("0") or "0")[:_IDX_DIGITS])
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= IDX_MAX:
        return value
    reading.error(
        "idx", f"{value!r} is not the number of a plan", expected="a whole number", todo="Number the plan."
    )
    return None


def _read_days(value: object, reading: Reading) -> list[dict[str, Any]] | None:
    """The day objects; None for a plan that was not delivered."""
    if isinstance(value, str) and not is_null(value):
        try:
            value = read_literal(value)
            reading.note("plan", "a text", "read as the list it holds")
        except InputError as error:
            reading.failed("plan", error)
            return []
    if value is None or value == [] or isinstance(value, str):
        return None
    if not isinstance(value, list):
        reading.error(
            "plan", "The plan is not a list of days", expected="[{...}, ...]", todo="Correct the plan."
        )
        return []
    if len(value) > MAX_DAYS:
        reading.error(
            "plan",
            f"The plan has {len(value):,} days",
            expected=f"at most {MAX_DAYS}",
            todo="Correct the plan.",
        )
        return []
    days = []
    for number, written in enumerate(value, 1):
        item = _without_endless_fields(written, f"day {number}", reading)
        if isinstance(item, dict) and "current_city" in item and not _is_summary(item):
            days.append(item)
        elif item in (None, {}):
            reading.note(f"day {number}", item, "an empty day left out")
        elif isinstance(item, dict) and (_is_summary(item) or not (_DAY_KEYS - {"day", "days"}) & set(item)):
            reading.note(f"day {number}", item, "no day of the trip; left out")
        else:
            reading.error(
                f"day {number}",
                "It is not a day",
                expected='an object with "current_city"',
                todo="Correct it.",
            )
    return days or None


def _without_endless_fields(item: object, where: str, reading: Reading) -> object:
    """A day without the texts that are longer than any field is; they are said in `reading`."""
    if not isinstance(item, dict):
        return item
    kept = dict(item)
    for key in (key for key in item if key in _DAY_KEYS):
        longest = _LIST_MAX_CHARS if key in _WRITTEN_LISTS else FIELD_MAX_CHARS
        length = max((len(text) for text in _texts_of(item[key])), default=0)
        if length > longest:
            reading.error(
                f"{where}, {key}", f"The text has {length:,} characters", expected=f"at most {longest:,}",
                todo="Correct the plan.",
            )  # fmt: skip
            kept[key] = where if key == "current_city" else None
    return kept


def _texts_of(value: object) -> list[str]:
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, str)]


def _is_summary(item: Mapping[str, Any]) -> bool:
    """True for an entry that counts as no day ("days": "Summary") and names no city."""
    stated = item.get("days", item.get("day"))
    return (
        isinstance(stated, str)
        and not stated.strip().isdigit()
        and read_current_city(item.get("current_city")) is None
    )


def _day_texts(
    raw_days: list[dict[str, Any]], query: Query, cities: Cities, reading: Reading
) -> list[DayText]:
    days: list[DayText] = []
    for index, raw in enumerate(raw_days):
        number = index + 1
        where = f"day {number}"
        stated = raw.get("days", raw.get("day"))
        if stated is None or str(stated).strip() != str(number):
            reading.note(where, stated, f"counted as day {number}")
        read = read_current_city(raw.get("current_city"))
        if read is None and days:
            at = days[-1].to_city
            done = f"the day names no city; taken to be in {at}"
            reading.note(f"{where}, current_city", raw.get("current_city"), done)
            read = (EMPTY, at, at)
        if read is None:
            reading.error(
                f"{where}, current_city",
                "The day names no city",
                expected="A, or from A to B",
                todo="Write it.",
            )
            continue
        if (text := read[0]) != str(raw["current_city"]).strip() and text != EMPTY:
            reading.note(f"{where}, current_city", raw["current_city"], f"read as {text}")
        cities.add(read[1:])
        days.append(DayText(number, _date_of_day(query, index), *read))
    for day in days:
        cities.add(_leg_cities(raw_days[day.number - 1].get("transportation"), day))
    cities.add(written_cities(raw.get(key) for raw in raw_days for key in _PLACE_KEYS))
    before: NamedPlace | None = None
    for day in days:
        day.night_before = before
        _read_day(raw_days[day.number - 1], day, cities, reading)
        before = day.accommodation
    return days


def _leg_cities(value: object, day: DayText) -> list[str]:
    """Cities that flights, trains and buses name; known before the fields are read."""
    legs, _ = read_transport(value, (day.from_city, day.to_city), Cities(), "", Reading())
    return [city for leg in legs if leg.carrier is not None for city in (leg.origin, leg.destination)]


def _date_of_day(query: Query, index: int) -> str | None:
    if index < len(query.dates):
        return query.dates[index]
    if not query.dates:
        return None
    return (date.fromisoformat(query.dates[0]) + timedelta(days=index)).isoformat()


def _read_day(raw: dict[str, Any], text: DayText, cities: Cities, reading: Reading) -> None:
    """Fill a day's text with its places, legs and entries."""
    where = f"day {text.number}"
    _note_unused(raw, _DAY_KEYS, where, reading)
    said = [key for key in _LIST_KEYS if not _is_nothing(raw.get(key))]
    list_key = next(iter((*said, *(key for key in _LIST_KEYS if key in raw))), _LIST_KEYS[0])
    if len(said) > 1 and raw[said[0]] != raw[said[1]]:
        reading.error(
            f"{where}, {said[1]}",
            f"The day has another list in {said[0]}",
            expected="one list of the day's places",
            todo="Remove one of the two.",
        )
    text.list_where = f"{where}, {list_key}"
    listed = raw.get(list_key)
    if listed is not None and not isinstance(listed, str):
        reading.error(
            text.list_where, "The list is not a text", expected="entries apart by ;", todo="Correct it."
        )
        listed = None
    names = entry_names(listed) if listed and not is_null(listed) else []
    for meal in Meal:
        text.meals[meal] = read_place(raw.get(meal.value), cities, names, f"{where}, {meal.value}", reading)
    text.attractions = read_places(raw.get("attraction"), cities, names, f"{where}, attraction", reading)
    text.events = read_places(raw.get("event"), cities, names, f"{where}, event", reading)
    text.accommodation = read_place(
        raw.get("accommodation"), cities, names, f"{where}, accommodation", reading
    )
    ends = (text.from_city, text.to_city)
    text.leg_texts, text.transportation_text = read_transport(
        raw.get("transportation"), ends, cities, f"{where}, transportation", reading
    )
    places = [*text.meals.values(), *text.attractions, *text.events, text.accommodation, text.night_before]
    known = []
    for place in places:
        if place is not None:
            known.append(place.name)
            if place.city is not None:
                known += [f"{place.name}, {place.city}", f"{place.name},{place.city}"]
    text.entries = read_entries(listed or "", known, text.list_where, reading)


def _is_nothing(value: object) -> bool:
    return value is None or (isinstance(value, str) and is_null(value))


def _lay_out(
    texts: list[DayText],
    query: Query,
    cities: Cities,
    *,
    keep_as_given: bool,
    leg_duration: LegDuration | None,
    reading: Reading,
) -> Iterator[Day]:
    before: NamedPlace | None = None
    for text in texts:
        if text.night_before is not None:
            text.night_before = before
        stops, legs = lay_out(
            text,
            cities=cities,
            home=query.origin,
            keep_as_given=keep_as_given,
            leg_duration=leg_duration,
            reading=reading,
        )
        filled = fill_in_cities(text, stops, cities, query.origin, reading)
        before = filled.accommodation
        yield Day(
            number=text.number, date=text.date, current_city=text.current_city, from_city=text.from_city,
            to_city=text.to_city, breakfast=filled.meals[Meal.BREAKFAST], lunch=filled.meals[Meal.LUNCH],
            dinner=filled.meals[Meal.DINNER], attractions=filled.attractions, events=filled.events,
            accommodation=filled.accommodation, legs=legs, stops=stops,
            transportation_text=EMPTY if legs else text.transportation_text,
        )  # fmt: skip


def _typed_days(
    raw_days: list[dict[str, Any]], timeline: object, query: Query, cities: Cities, reading: Reading
) -> tuple[Day, ...]:
    """The days of a line with typed rows: rows from there, chosen places from there or else from the text."""
    if not isinstance(timeline, list) or len(timeline) != len(raw_days):
        reading.error(
            "timeline",
            "The typed days do not match the plan",
            expected=f"{len(raw_days)} days",
            todo="Correct it.",
        )
        return ()
    days = []
    texts = {text.number: text for text in _day_texts(raw_days, query, cities, Reading())}
    for index, (raw, typed) in enumerate(zip(raw_days, timeline, strict=True)):
        number = index + 1
        where = f"timeline, day {number}"
        text = texts.get(number)
        if text is None or not isinstance(typed, dict) or typed.get("day") != number:
            reading.error(
                where, "The typed day is out of place", expected=f'"day": {number}', todo="Correct it."
            )
            continue
        stops, legs = timeline_object.read_rows(typed.get("rows"), number, where, reading)
        chosen = timeline_object.read_chosen(typed.get("chosen"), where, reading)
        if chosen is None:
            filled = fill_in_cities(text, stops, cities, query.origin, reading)
            chosen = {meal.value: place for meal, place in filled.meals.items()}
            chosen |= {
                "attractions": filled.attractions,
                "events": filled.events,
                "accommodation": filled.accommodation,
            }
        stops = timeline_object.with_meals(stops, typed.get("rows"), chosen)
        written = timeline_object.read_text(typed, "date", where, reading)
        stated = read_date(written, where, reading) if written else None
        transportation = timeline_object.read_text(typed, "transportation_text", where, reading)
        days.append(
            Day(
                number=number,
                date=stated if "date" in typed else text.date,
                current_city=str(raw["current_city"]),
                from_city=timeline_object.read_text(typed, "from_city", where, reading) or text.from_city,
                to_city=timeline_object.read_text(typed, "to_city", where, reading) or text.to_city,
                legs=legs,
                stops=stops,
                transportation_text=transportation or (EMPTY if legs else text.transportation_text),
                **chosen,
            )
        )
    return tuple(days)


def _with_given_times(day: Day) -> Day:
    """A typed day read as a skeleton: its times are given times, planned arrivals are open again."""
    return replace(
        day,
        stops=tuple(
            replace(stop, given_start_min=stop.start_min, given_end_min=stop.end_min) for stop in day.stops
        ),
        legs=tuple(replace(leg, given_depart_min=leg.depart_min, arrive_min=None) for leg in day.legs),
    )


def _read_rationale(value: object, reading: Reading) -> Rationale:
    if value is None:
        return Rationale()
    if not isinstance(value, dict):
        reading.error(
            "rationale", f"{value!r} is not an object", expected='{"decisions": ...}', todo="Correct it."
        )
        return Rationale()
    parts = {key: value.get(key) or "" for key in ("decisions", "constraints", "buffers")}
    if any(not isinstance(part, str) for part in parts.values()):
        reading.error("rationale", "A part is not a text", expected="three texts", todo="Correct it.")
        return Rationale()
    return Rationale(**parts)


def _note_unused(given: Mapping[str, Any], known: frozenset[str], where: str, reading: Reading) -> None:
    for key in given:
        if key not in known:
            reading.note(where, key, "this key is not known and is not used")
