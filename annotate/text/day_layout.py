"""From the texts of a day to its rows: what each entry is, on which date its times fall, where its legs
stand.

Dates that no text states are inferred and each inference is noted: an accommodation whose end is not after
its start ends the next day; any other stop does so only if it then lasts at most 12 h; an entry that starts
before the one above it starts the next day if that is before 30:00; a leg arrives on the day that brings its
duration nearest to the timetable's, without one on the first that makes it positive.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from annotate.clock import DAY_MIN, LAST_START_MIN, format_time, format_time_with_day
from annotate.errors import InputError
from annotate.names import match_key
from annotate.plan import Leg, Meal, Mode, NamedPlace, Stop, StopKind, Verb
from annotate.text.entry import EntryText
from annotate.text.fields import Cities, city_key, split_name_and_city
from annotate.text.leg_position import Candidate, segments
from annotate.text.quantity import ClockTime
from annotate.text.reading import Reading
from annotate.text.transport import LegText

OVER_MIDNIGHT_MAX_MIN = 720
"""A stop that is no accommodation runs over midnight unmarked only if it then lasts at most 12 h."""

LegDuration = Callable[[Mode, str | None, str, str, str | None, str | None], float | None]
"""(mode, carrier, origin, destination, ISO date, target state of the plan) -> the timetable's duration in
minutes, None if not known. The state says which city a name means that two bear.
"""

_TRANSPORT_VERBS = (Verb.ARRIVE, Verb.TRAVEL)
_TRANSPORT_NAME = re.compile(
    r"\b(?:airport|railway\s+station|train\s+station|bus\s+(?:stand|station|terminal|stop|depot)|isbt|"
    r"station|junction|terminus)\s*$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class DayText:
    """The texts of one day, read but not yet laid out."""

    number: int
    date: str | None
    current_city: str
    from_city: str
    to_city: str
    meals: dict[Meal, NamedPlace | None] = field(default_factory=dict)
    attractions: tuple[NamedPlace, ...] = ()
    events: tuple[NamedPlace, ...] = ()
    accommodation: NamedPlace | None = None
    night_before: NamedPlace | None = None
    leg_texts: list[LegText] = field(default_factory=list)
    transportation_text: str = "-"
    entries: list[EntryText] = field(default_factory=list)
    list_where: str = ""

    @property
    def misses_time(self) -> bool:
        """True when an entry or a leg misses a time."""
        return any(entry.start is None or entry.end is None for entry in self.entries) or any(
            leg.misses_time for leg in self.leg_texts
        )


@dataclass(slots=True)
class _Row:
    """An entry on its way to a stop."""

    entry: EntryText
    kind: StopKind | None
    name: str
    city: str | None
    meal: Meal | None = None
    start: int | None = None
    end: int | None = None


def lay_out(
    day: DayText,
    *,
    cities: Cities,
    home: str,
    keep_as_given: bool,
    leg_duration: LegDuration | None,
    reading: Reading,
) -> tuple[tuple[Stop, ...], tuple[Leg, ...]]:
    """The stops and legs of a day. `keep_as_given`: the day is a skeleton's, its times are given times."""
    rows = [_resolve(entry, day, cities, reading) for entry in day.entries]
    _assign_meals(rows, day)
    _date_rows(rows, day, reading)
    travel = _match_travel(rows, day, reading)
    legs = [
        _make_leg(
            day,
            leg,
            travel.get(leg.number),
            cities=cities,
            keep_as_given=keep_as_given,
            leg_duration=leg_duration,
            reading=reading,
        )
        for leg in day.leg_texts
    ]
    merged = {id(row) for row in travel.values()}
    stays = [row for row in rows if id(row) not in merged]
    fixed = {
        number - 1: sum(other.entry.number < row.entry.number for other in stays)
        for number, row in travel.items()
    }
    candidates = [
        Candidate(row.name, row.city, row.kind, row.entry.verb, row.start, row.end) for row in stays
    ]
    placed = segments(candidates, legs, (day.from_city, day.to_city), home, fixed)
    whereabouts = [day.from_city, *(leg.destination for leg in legs)]
    for row, segment in zip(stays, placed, strict=True):
        _settle(row, whereabouts[segment], cities, f"{day.list_where}, entry {row.entry.number}", reading)
    stops = tuple(_make_stop(row, day, keep_as_given) for row in stays)
    return stops, tuple(
        replace(leg, position=sum(segment <= index for segment in placed)) for index, leg in enumerate(legs)
    )


def city_of_unwritten(name: str, city: str, cities: Cities) -> str | None:
    """City of a place written without one, where the traveller is in `city`: that one if the catalogue holds
    the place there or holds nothing of that city, else None.
    """
    known = cities.catalogue(city)
    return city if not known or match_key(name) in known else None


def _resolve(entry: EntryText, day: DayText, cities: Cities, reading: Reading) -> _Row:
    """The place of that name in the day's fields, else the accommodation of the night before, else open.

    A name that the day chooses in two cities (a chain on a day of travel) leaves the city open.
    """
    chosen = [*day.meals.values(), *day.attractions, *day.events, day.accommodation, day.night_before]
    places = [place for place in chosen if place is not None]
    named = {match_key(place.name): place for place in reversed(places)}
    name, city = entry.name, None
    if match_key(name) not in named:
        name, city = split_name_and_city(entry.name, cities, [place.name for place in named.values()])
        if city is not None:
            reading.note(f"{day.list_where}, entry {entry.number}", entry.name, f"read as {name} in {city}")
    place = named.get(match_key(name))
    if place is None:
        return _Row(entry, _kind_by_verb(entry, name), name, city)
    kind = StopKind.ATTRACTION
    if any(meal is not None and match_key(meal.name) == match_key(name) for meal in day.meals.values()):
        kind = StopKind.RESTAURANT
    elif _is_among(name, day.attractions):
        kind = StopKind.ATTRACTION
    elif _is_among(name, day.events):
        kind = StopKind.EVENT
    else:
        kind = StopKind.ACCOMMODATION
    stay_named = any(
        stay is not None and match_key(stay.name) == match_key(name)
        for stay in (day.accommodation, day.night_before)
    )
    if stay_named and entry.verb in (Verb.STAY, Verb.CHECK_IN, Verb.CHECKOUT):
        kind = StopKind.ACCOMMODATION
    if city is None and not _has_several_cities(name, places):
        city = place.city
    return _Row(entry, kind, name, city)


def _has_several_cities(name: str, places: list[NamedPlace]) -> bool:
    cities = {
        match_key(place.city) for place in places if place.city and match_key(place.name) == match_key(name)
    }
    return len(cities) > 1


def _is_among(name: str, places: tuple[NamedPlace, ...]) -> bool:
    return any(match_key(place.name) == match_key(name) for place in places)


def _kind_by_verb(entry: EntryText, name: str) -> StopKind | None:
    """What verb and name say; that a place is named like a station holds until the catalogue was asked."""
    if entry.verb in _TRANSPORT_VERBS or _TRANSPORT_NAME.search(name):
        return StopKind.TRANSPORT
    if entry.verb in (Verb.STAY, Verb.CHECK_IN, Verb.CHECKOUT):
        return StopKind.ACCOMMODATION
    return StopKind.RESTAURANT if entry.meal_hint else None


def _assign_meals(rows: list[_Row], day: DayText) -> None:
    """Each meal goes to one entry of its restaurant: the one whose verb names it, else the first that is
    free.
    """
    free = [row for row in rows if row.kind is StopKind.RESTAURANT]
    for by_hint in (True, False):
        for meal, place in day.meals.items():
            if place is None or any(row.meal is meal for row in rows):
                continue
            for row in free:
                if match_key(row.name) != match_key(place.name) or (
                    by_hint and row.entry.meal_hint is not meal
                ):
                    continue
                if row.city and place.city and match_key(row.city) != match_key(place.city):
                    continue
                row.meal, row.city = meal, row.city or place.city
                free.remove(row)
                break


def _date_rows(rows: list[_Row], day: DayText, reading: Reading) -> None:
    """Put each row's times on their dates, in the order of the list."""
    above: int | None = None
    for row in rows:
        where = f"{day.list_where}, entry {row.entry.number}"
        try:
            row.start = _start(row, above, day, where, reading)
            row.end = _end(row, above, day, where, reading, is_last=row is rows[-1])
        except InputError as error:
            reading.failed(where, error)
        above = row.start if row.start is not None else above


def _start(row: _Row, above: int | None, day: DayText, where: str, reading: Reading) -> int | None:
    time = row.entry.start
    if time is None:
        return None
    stated = time.offset_from(day.date)
    start = time.minute + DAY_MIN * (stated or 0)
    if stated is None and above is not None and start < above and start + DAY_MIN <= LAST_START_MIN:
        start += DAY_MIN
        reading.note(where, format_time(start), "it starts before the entry above; next day, inferred")
    if start > LAST_START_MIN:
        raise InputError(
            f"{row.name} starts at {format_time_with_day(start)}",
            expected="a start before 06:00 of the next day",
            todo="Move the entry to the list of the next day.",
        )
    return start


def _end(
    row: _Row, above: int | None, day: DayText, where: str, reading: Reading, *, is_last: bool
) -> int | None:
    time = row.entry.end
    if time is None:
        return None
    stated = time.offset_from(day.date)
    if stated is not None:
        end = time.minute + DAY_MIN * stated
        if row.start is not None and end <= row.start:
            raise _not_after(row, format_time_with_day(end))
        return end
    if row.start is None:
        night = row.kind is StopKind.ACCOMMODATION and row.entry.verb is Verb.STAY and is_last
        if night or (above is not None and time.minute <= above):
            reading.note(where, format_time(time.minute), "it ends the next day, inferred")
            return time.minute + DAY_MIN
        return time.minute
    end = time.minute + row.start // DAY_MIN * DAY_MIN
    if end > row.start:
        return end
    end += DAY_MIN
    if row.kind is not StopKind.ACCOMMODATION and end - row.start > OVER_MIDNIGHT_MAX_MIN:
        raise _not_after(row, format_time(time.minute))
    reading.note(where, f"{format_time(row.start)}-{format_time(end)}", "it ends the next day, inferred")
    return end


def _not_after(row: _Row, end: str) -> InputError:
    return InputError(
        f"{row.name} ends at {end}, not after its start at {format_time_with_day(row.start or 0)}",
        expected="an end after the start, within 12 hours if it is the next day",
        todo="Correct the times or mark the end as next day with (+1).",
    )


def _match_travel(rows: list[_Row], day: DayText, reading: Reading) -> dict[int, _Row]:
    """Leg number -> the list row with the verb `travel` that is this leg."""
    found: dict[int, _Row] = {}
    for row in rows:
        if row.entry.verb is not Verb.TRAVEL:
            continue
        open_legs = [leg for leg in day.leg_texts if leg.number not in found]
        named = [leg for leg in open_legs if leg.carrier and match_key(leg.carrier) in match_key(row.name)]
        where = f"{day.list_where}, entry {row.entry.number}"
        if open_legs:
            found[(named or open_legs)[0].number] = row
            reading.note(where, row.entry.name, "merged with the leg of the day")
        else:
            reading.note(where, row.entry.name, "the day has no such leg; kept as a transport place")
    return found


def _make_leg(
    day: DayText,
    leg: LegText,
    row: _Row | None,
    *,
    cities: Cities,
    keep_as_given: bool,
    leg_duration: LegDuration | None,
    reading: Reading,
) -> Leg:
    where = f"day {day.number}, transportation"
    known_min = (
        leg_duration(leg.mode, leg.carrier, leg.origin, leg.destination, day.date, cities.state)
        if leg_duration
        else None
    )
    duration_min = known_min if known_min is not None else leg.duration_min
    depart, arrive = None, None
    try:
        depart = _on_date(leg.depart, day.date)
        arrive = _arrival(leg, depart, day.date, duration_min, where=where, reading=reading)
    except InputError as error:
        reading.failed(where, error)
    made = Leg(
        row=f"d{day.number}.l{leg.number}", mode=leg.mode, carrier=leg.carrier, origin=leg.origin,
        destination=leg.destination, stated_cost=leg.stated_cost, mode_text=_mode_text(leg),
        depart_min=depart, arrive_min=None if keep_as_given else arrive,
        timetable_depart_min=depart if keep_as_given else None,
        timetable_arrive_min=arrive if keep_as_given else None,
        given_depart_min=depart if keep_as_given else None,
    )  # fmt: skip
    if row is None:
        return made
    planned = (row.start, row.end)
    if not keep_as_given and None not in (*planned, depart, arrive) and planned != (depart, arrive):
        reading.note(
            where, row.entry.name, "the times on the list differ; those of the list are the planned ones"
        )
    start = row.start if row.start is not None else made.depart_min
    return replace(
        made,
        depart_min=start,
        arrive_min=row.end if row.end is not None else made.arrive_min,
        given_depart_min=start if keep_as_given else None,
    )


def _mode_text(leg: LegText) -> str | None:
    """What a car is called; the other modes have one word."""
    return leg.mode_text if leg.mode is Mode.CAB and leg.mode_text != Mode.CAB.value else None


def _on_date(time: ClockTime | None, day_date: str | None) -> int | None:
    return None if time is None else time.minute + DAY_MIN * (time.offset_from(day_date) or 0)


def _arrival(
    leg: LegText,
    depart: int | None,
    day_date: str | None,
    duration_min: float | None,
    *,
    where: str,
    reading: Reading,
) -> int | None:
    if leg.arrive is None:
        return None
    stated = leg.arrive.offset_from(day_date)
    if stated is not None or depart is None:
        arrive = leg.arrive.minute + DAY_MIN * (stated or 0)
        if depart is not None and arrive <= depart:
            raise InputError(
                f"Leg to {leg.destination} arrives at {format_time_with_day(arrive)}, not after it leaves",
                expected="an arrival after the departure",
                todo="Correct the times.",
            )
        return arrive
    arrive = leg.arrive.minute + depart // DAY_MIN * DAY_MIN
    if arrive <= depart:
        arrive += DAY_MIN
    if duration_min is not None:
        arrive = min(
            (arrive + DAY_MIN * days for days in range(5)), key=lambda at: abs(at - depart - duration_min)
        )  # fmt: skip
    if arrive >= DAY_MIN * (depart // DAY_MIN + 1):
        found = f"{format_time(depart)}-{format_time(arrive)}, arrives at {format_time_with_day(arrive)}"
        why = "nearest to the known duration" if duration_min is not None else "the first after the departure"
        reading.note(where, found, f"the day of the arrival is inferred: {why}")
    return arrive


def _settle(row: _Row, city: str, cities: Cities, where: str, reading: Reading) -> None:
    """City and kind of a row from the catalogue of the city where the traveller then is."""
    if row.kind is StopKind.TRANSPORT:
        held = None if row.entry.verb in _TRANSPORT_VERBS else _kind_held(row, row.city or city, cities)
        if held in (None, StopKind.TRANSPORT):
            row.city = row.city or city
            return
        row.kind = held
        reading.note(where, row.name, f"named like a transport place; the catalogue holds it as {held}")
    if row.city is None:
        row.city = city_of_unwritten(row.name, city, cities)
        if row.city is None:
            reading.note(where, row.name, f"no city is written and {city} has no such place; unresolved")
        else:
            reading.note(where, row.name, f"no city is written; taken to be in {city}")
    if row.kind is None:
        row.kind = _kind_held(row, row.city, cities) if row.city else None
        if row.kind is None:
            row.kind = StopKind.ATTRACTION
            reading.note(
                where, row.name, "not chosen by the day's fields and not known; taken for an attraction"
            )


def _kind_held(row: _Row, city: str, cities: Cities) -> StopKind | None:
    return (cities.catalogue(city) or {}).get(match_key(row.name))


def _make_stop(row: _Row, day: DayText, keep_as_given: bool) -> Stop:
    return Stop(
        row=f"d{day.number}.s{row.entry.number}",
        kind=row.kind or StopKind.ATTRACTION,
        verb=row.entry.verb,
        name=row.name,
        city=row.city,
        start_min=row.start,
        end_min=row.end,
        meal=row.meal,
        nearest_stop=row.entry.nearest_stop,
        stated_cost=row.entry.stated_cost,
        given_start_min=row.start if keep_as_given else None,
        given_end_min=row.end if keep_as_given else None,
    )


def fill_in_cities(
    day: DayText, stops: tuple[Stop, ...], cities: Cities, home: str, reading: Reading
) -> DayText:
    """The day with a city for each place that is written without one, from its list or the catalogue."""
    listed = {match_key(stop.name): stop.city for stop in stops}
    guess = day.from_city if city_key(day.to_city) == city_key(home) else day.to_city

    def with_city(place: NamedPlace | None, where: str) -> NamedPlace | None:
        if place is None or place.city is not None:
            return place
        if match_key(place.name) in listed:
            return replace(place, city=listed[match_key(place.name)])
        tried = dict.fromkeys((guess, day.to_city, day.from_city))
        held = [city for city in tried if match_key(place.name) in (cities.catalogue(city) or {})]
        city = held[0] if held else city_of_unwritten(place.name, guess, cities)
        done = f"taken to be in {city}" if city else "no city of the day has such a place; unresolved"
        reading.note(f"day {day.number}, {where}", place.name, f"no city is written; {done}")
        return replace(place, city=city)

    def all_with_city(places: tuple[NamedPlace, ...], where: str) -> tuple[NamedPlace, ...]:
        return tuple(found for place in places if (found := with_city(place, where)) is not None)

    return replace(
        day,
        meals={meal: with_city(place, meal.value) for meal, place in day.meals.items()},
        attractions=all_with_city(day.attractions, "attraction"),
        events=all_with_city(day.events, "event"),
        accommodation=with_city(day.accommodation, "accommodation"),
    )
