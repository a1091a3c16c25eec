"""Small worlds for tests: `an_itinerary(a_day(a_stop("Museum", "10:00", "13:00")))`,
`facts(a_place("Museum"))`.

Times are "HH:MM" (hours of 24 and more are the next date: "25:30"), whole minutes, or None for a missing
time. Everything has a default, so that a test says only what it is about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from annotate.facts import CityFacts, Crowd, Facts, LegFacts, PlaceFacts, Source
from annotate.names import match_key, place_key
from annotate.plan import (
    Day,
    Itinerary,
    Leg,
    LocalConstraint,
    Meal,
    Mode,
    NamedPlace,
    NearestStop,
    Persona,
    Query,
    Rationale,
    RiskProfile,
    Stop,
    StopKind,
    Verb,
    read_risk_profile,
)
from annotate.timeline import Timeline

MONDAY = "2025-11-03"
"""Day 1 of every built trip unless the test says otherwise; a Monday."""
CITY = "Jaipur"
ORIGIN = "Bhopal"
ALL_TABLES = frozenset(
    {
        "cities", "flights", "flight_performance", "trains", "train_delays", "buses", "road_routes",
        "distance_matrix", "attractions", "restaurants", "accommodations", "events", "transit_stops", "crowd",
        "cost_of_living", "stations",
    }
)  # fmt: skip
"""Every reference table, for tests in which no table is missing."""

Time = str | int | None
DERIVED: Any = object()
"""Default of a day's field: taken from the day's list."""

_VERBS = {StopKind.ACCOMMODATION: Verb.STAY, StopKind.TRANSPORT: Verb.ARRIVE}


def minute(time: Time) -> int | None:
    """Minutes of "HH:MM" (hours of 24 and more allowed); whole minutes and None pass through."""
    if isinstance(time, str):
        hours, minutes = time.split(":")
        return int(hours) * 60 + int(minutes)
    return time


def a_stop(
    name: str = "Museum",
    start: Time = None,
    end: Time = None,
    *,
    kind: StopKind | str = "attraction",
    city: str | None = CITY,
    verb: Verb | str | None = None,
    meal: Meal | str | None = None,
    nearest: tuple[str, float | None] | None = ("Clock Corner", 120.0),
    row: str = "",
    remark: str | None = None,
    cost: float | None = None,
    given: tuple[Time, Time] = (None, None),
) -> Stop:
    """A stop; its row id is given by `a_day` where the test gives none. `nearest` is (stop, metres)."""
    kind = StopKind.RESTAURANT if meal else StopKind(kind)
    return Stop(
        row=row,
        kind=kind,
        verb=Verb(verb) if verb else _VERBS.get(kind, Verb.VISIT),
        name=name,
        city=city,
        start_min=minute(start),
        end_min=minute(end),
        meal=Meal(meal) if meal else None,
        nearest_stop=NearestStop(*nearest) if nearest else None,
        remark=remark,
        stated_cost=cost,
        given_start_min=minute(given[0]),
        given_end_min=minute(given[1]),
    )


def a_meal(
    name: str = "Bistro", start: Time = None, end: Time = None, meal: str = "lunch", **more: Any
) -> Stop:
    """A restaurant stop that a meal field chooses."""
    return a_stop(name, start, end, meal=meal, **more)


def a_stay(name: str = "Plain Inn", start: Time = None, end: Time = None, **more: Any) -> Stop:
    """An accommodation row; `verb="check-in"` and the like where it is no stay."""
    return a_stop(name, start, end, kind=StopKind.ACCOMMODATION, **more)


def a_leg(
    mode: Mode | str = "Train",
    depart: Time = None,
    arrive: Time = None,
    *,
    origin: str = ORIGIN,
    destination: str = CITY,
    carrier: str | None = DERIVED,
    timetable: tuple[Time, Time] = (None, None),
    row: str = "",
    remark: str | None = None,
    cost: float | None = None,
    given_depart: Time = None,
    mode_text: str | None = None,
) -> Leg:
    """A leg; its position is where it stands among the rows of `a_day`."""
    mode = Mode(mode)
    default = {Mode.TRAIN: "12182", Mode.FLIGHT: "6E-2145", Mode.BUS: "Hill Lines", Mode.CAB: None}[mode]
    return Leg(
        row=row,
        mode=mode,
        carrier=default if carrier is DERIVED else carrier,
        origin=origin,
        destination=destination,
        depart_min=minute(depart),
        arrive_min=minute(arrive),
        timetable_depart_min=minute(timetable[0]),
        timetable_arrive_min=minute(timetable[1]),
        remark=remark,
        stated_cost=cost,
        given_depart_min=minute(given_depart),
        mode_text=mode_text,
    )


def a_name(
    place: NamedPlace | str | tuple[str, str | None] | None, city: str | None = CITY
) -> NamedPlace | None:
    """A place as a field names it: "Museum" (in `city`), ("Museum", "Agra") or None."""
    if place is None or isinstance(place, NamedPlace):
        return place
    return NamedPlace(place, city) if isinstance(place, str) else NamedPlace(*place)


def a_day(
    *rows: Stop | Leg,
    number: int = 0,
    city: str = CITY,
    from_city: str | None = None,
    day_date: str | None = DERIVED,
    breakfast: Any = DERIVED,
    lunch: Any = DERIVED,
    dinner: Any = DERIVED,
    attractions: Any = DERIVED,
    events: Any = DERIVED,
    accommodation: Any = DERIVED,
    transportation_text: str = "-",
) -> Day:
    """A day with its rows in order. Fields that the test does not give are taken from the list.

    `city` is where the day ends, `from_city` where it begins (the same if not given). `number` and date are
    given by `an_itinerary` where the test gives none.
    """
    stops: list[Stop] = []
    legs: list[Leg] = []
    for row in rows:
        if isinstance(row, Leg):
            legs.append(replace(row, position=len(stops)))
        else:
            stops.append(row)

    def chosen(kind: StopKind) -> tuple[NamedPlace, ...]:
        return tuple(NamedPlace(stop.name, stop.city) for stop in stops if stop.kind is kind)

    def meal(given: Any, which: Meal) -> NamedPlace | None:
        if given is not DERIVED:
            return a_name(given, city)
        return next((NamedPlace(stop.name, stop.city) for stop in stops if stop.meal is which), None)

    def several(given: Any, kind: StopKind) -> tuple[NamedPlace, ...]:
        if given is DERIVED:
            return chosen(kind)
        return tuple(found for place in given if (found := a_name(place, city)) is not None)

    stays = chosen(StopKind.ACCOMMODATION)
    start = from_city or city
    return Day(
        number=number,
        date=day_date,
        current_city=city if start == city else f"from {start} to {city}",
        from_city=start,
        to_city=city,
        breakfast=meal(breakfast, Meal.BREAKFAST),
        lunch=meal(lunch, Meal.LUNCH),
        dinner=meal(dinner, Meal.DINNER),
        attractions=several(attractions, StopKind.ATTRACTION),
        events=several(events, StopKind.EVENT),
        accommodation=(stays[-1] if stays else None)
        if accommodation is DERIVED
        else a_name(accommodation, city),
        legs=tuple(legs),
        stops=tuple(stops),
        transportation_text=transportation_text,
    )


def a_query(
    *,
    origin: str = ORIGIN,
    destinations: Sequence[str] = (CITY,),
    days: int = 1,
    dates: Sequence[str] = (),
    people: int | None = 2,
    budget: float | None = None,
    target_state: str | None = "Rajasthan",
    city_count: int | None = 1,
    constraints: LocalConstraint | None = None,
    **more: Any,
) -> Query:
    """What the traveller asks."""
    return Query(
        origin=origin,
        destinations=tuple(destinations),
        target_state=target_state,
        days=days,
        city_count=city_count,
        dates=tuple(dates),
        people=people,
        budget=budget,
        constraints=constraints or LocalConstraint(),
        **more,
    )


def a_risk(risk: RiskProfile | str | None) -> RiskProfile | None:
    """A risk profile from any spelling ("averse")."""
    return read_risk_profile(risk) if isinstance(risk, str) else risk


def an_itinerary(
    *days: Day | Stop | Leg,
    risk: RiskProfile | str | None = RiskProfile.OPTIMIZED,
    first_date: str | None = MONDAY,
    query: Query | None = None,
    persona: Persona | None = None,
    rationale: Rationale | None = None,
    set_name: str = "demo",
    idx: int = 1,
    **asked: Any,
) -> Itinerary:
    """An itinerary of days, or of the rows of one day. Gives days their numbers and dates and rows their ids.

    `first_date=None` is a trip without dates. Keywords of `a_query` (`people=`, `budget=`, ...) go to the
    query.
    """
    if days and not isinstance(days[0], Day):
        days = (a_day(*days),)
    numbered = []
    for index, day in enumerate(days):
        on = (date.fromisoformat(first_date) + timedelta(days=index)).isoformat() if first_date else None
        numbered.append(
            replace(
                day,
                number=day.number or index + 1,
                date=on if day.date is DERIVED else day.date,
                stops=tuple(
                    replace(stop, row=stop.row or f"d{index + 1}.s{place + 1}")
                    for place, stop in enumerate(day.stops)
                ),
                legs=tuple(
                    replace(leg, row=leg.row or f"d{index + 1}.l{place + 1}")
                    for place, leg in enumerate(day.legs)
                ),
            )
        )
    if query is None:
        asked.setdefault("days", len(numbered))
        if first_date:
            asked.setdefault("dates", tuple(day.date for day in numbered))
        query = a_query(**asked)
    return Itinerary(
        set_name, idx, query, persona or Persona(), a_risk(risk), tuple(numbered), rationale or Rationale()
    )


def a_crowd(
    cw: Sequence[Sequence[Any]] = (), q: Sequence[int] = (), p: Sequence[int] = (), closed: Sequence[Any] = ()
) -> Crowd:
    """Crowd data from half-open hour windows [[9, 12, "A"], ...], quiet and peak hours; `closed` in hours
    too."""
    return Crowd(
        tuple((round(start * 60), round(end * 60), level) for start, end, level in cw),
        tuple(q),
        tuple(p),
        tuple((round(start * 60), round(end * 60)) for start, end in closed),
    )


def hours(*windows: tuple[Time, Time]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Opening hours that hold every day: `hours(("09:00", "17:00"))`; none given: closed."""
    return (tuple((minute(start) or 0, minute(end) or 0) for start, end in windows),)


def a_place(
    name: str = "Museum",
    *,
    kind: StopKind | str = "attraction",
    city: str = CITY,
    place_id: str | None = None,
    crowd: Crowd | None = None,
    sources: Mapping[str, Source] | None = None,
    **known: Any,
) -> PlaceFacts:
    """What the catalogue knows of a place: only what the test gives (`visit_duration_min=180,
    crowd_level="A"`)."""
    if crowd is not None:
        known["crowds"] = (crowd,)
    kind = StopKind(kind)
    return PlaceFacts(
        place_id or f"{kind.value}:{place_key(name, city)}",
        kind,
        name,
        city,
        sources=dict(sources or {}),
        **known,
    )


def a_city(
    name: str, state: str | None = None, lat: float | None = None, lon: float | None = None
) -> CityFacts:
    """A city of the table; its key is name + state."""
    return CityFacts(f"{match_key(name)}|{match_key(state) if state else ''}", name, state, lat, lon)


def facts(
    *places: PlaceFacts,
    legs: Mapping[str, LegFacts] | None = None,
    cities: Sequence[CityFacts] = (),
    tables: frozenset[str] = ALL_TABLES,
    **more: Any,
) -> Facts:
    """Facts from places (under their own name and city), legs by row id and cities."""
    return Facts(
        tables=tables,
        places={place_key(place.name, place.city): place for place in places},
        legs=dict(legs or {}),
        cities={match_key(city.name): city for city in cities},
        **more,
    )


def a_trip(itinerary: Itinerary, known: Facts | None = None) -> Timeline:
    """The itinerary laid out with its facts, as rules and scores take it."""
    return Timeline(itinerary, known or Facts())
