"""What the reference explorer asks: suggestions for a few typed letters, departures, what a city and a table hold."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Select, and_, func, literal, or_, select, union_all
from sqlalchemy.orm import Session, aliased

from annotate.facts import Source
from annotate.names import match_key
from db.carriers import number_key, operator_key
from db.lookup import Cities, Sources
from db.models import (
    Accommodation,
    Attraction,
    Bus,
    City,
    CityAlias,
    CostOfLiving,
    Crowd,
    Distance,
    Event,
    Flight,
    FlightPerformance,
    Restaurant,
    RoadRoute,
    Station,
    Train,
    TrainDelay,
)
from db.place_facts import CATALOGUES
from db.reference import find_city

KEY_SEPARATOR = " > "
"""Between the two parts of a key: `Agra > Jaipur` (a road), `Amber Fort > Jaipur` (a place and its city)."""
MOST_DEPARTURES = 200
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something to look at. `key` names it in addresses; `note` says what it is."""

    key: str
    title: str
    note: str


@dataclass(frozen=True, slots=True)
class Departure:
    """A line of a timetable. Times in minutes of the departure date; `days` in words; prices by class."""

    number: str
    name: str
    origin: str
    destination: str
    dep_min: int
    arr_min: int
    arr_inferred: bool
    days: str
    prices: dict[str, float]
    currency: str
    source: Source


@dataclass(frozen=True, slots=True)
class CityCard:
    """What is known of a city: rows by table, what things cost (item, value, currency, source)."""

    name: str
    state: str
    lat: float | None
    lon: float | None
    source: Source
    aliases: tuple[str, ...] = ()
    rows: dict[str, int] = field(default_factory=dict)
    costs: tuple[tuple[str, float, str, Source], ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the things of one kind have the figures that scores want."""

    things: int
    with_figures: int


def suggest(session: Session, kind: str, words: str, limit: int) -> list[Suggestion]:
    """Things of a kind (a key of KINDS) whose name or number holds the words, by name; one query."""
    return _SUGGEST[kind](session, words, limit)


def _holding(column: Any, text: str) -> Any:
    return column.contains(text, autoescape=True)


def _ends() -> tuple[Any, Any]:
    return aliased(City), aliased(City)


def _trains(session: Session, words: str, limit: int) -> list[Suggestion]:
    start, end = _ends()
    found = (
        select(Train.number, Train.train_name, start.name, end.name)
        .join(start, start.id == Train.origin_id)
        .join(end, end.id == Train.destination_id)
        .where(
            or_(
                _holding(Train.number_key, number_key(words)),
                _any_name(words, start, end, func.lower(Train.train_name)),
            )
        )
        .order_by(Train.number, Train.id)
    )
    return _by_number(session, found, limit)


def _flights(session: Session, words: str, limit: int) -> list[Suggestion]:
    start, end = _ends()
    found = (
        select(Flight.number, Flight.airline, start.name, end.name)
        .join(start, start.id == Flight.origin_id)
        .join(end, end.id == Flight.destination_id)
        .where(
            or_(
                _holding(Flight.number_key, number_key(words)),
                _any_name(words, start, end, func.lower(Flight.airline)),
            )
        )
        .distinct()
        .order_by(Flight.number)
    )
    return _by_number(session, found, limit)


def _any_name(words: str, start: Any, end: Any, other: Any) -> Any:
    """Each word is in a city's name or in the carrier's."""
    columns = (start.name_key, end.name_key, other)
    return and_(
        literal(True),
        *(or_(*(_holding(column, part) for column in columns)) for part in match_key(words).split()),
    )


def _by_number(session: Session, found: Select[Any], limit: int) -> list[Suggestion]:
    routes: dict[str, list[tuple[str | None, str]]] = {}
    for number, name, origin, destination in session.execute(found.limit(limit * 4)):
        routes.setdefault(number, []).append((name, f"{origin} to {destination}"))
    return [
        Suggestion(
            number,
            f"{number} {lines[0][0] or ''}".strip(),
            lines[0][1] + (f" and {len(lines) - 1} more" if len(lines) > 1 else ""),
        )
        for number, lines in list(routes.items())[:limit]
    ]


def _buses(session: Session, words: str, limit: int) -> list[Suggestion]:
    start, end = _ends()
    found = (
        select(Bus.operator, func.count(), func.min(start.name), func.min(end.name))
        .join(start, start.id == Bus.origin_id)
        .join(end, end.id == Bus.destination_id)
        .where(_any_name(words, start, end, Bus.operator_key))
        .group_by(Bus.operator)
        .order_by(Bus.operator)
        .limit(limit)
    )
    return [
        Suggestion(name, name, f"{count} departures" if count > 1 else f"{origin} to {destination}")
        for name, count, origin, destination in session.execute(found)
    ]


def _roads(session: Session, words: str, limit: int) -> list[Suggestion]:
    start, end = _ends()
    has_delay = (
        select(RoadRoute.origin_id)
        .where(RoadRoute.origin_id == Distance.origin_id, RoadRoute.destination_id == Distance.destination_id)
        .exists()
    )
    pairs = select(Distance.origin_id, Distance.destination_id, has_delay.label("delay")).union(
        select(RoadRoute.origin_id, RoadRoute.destination_id, literal(True))
    )
    pair = pairs.subquery()
    found = (
        select(start.name, start.state, end.name, end.state, pair.c.delay)
        .join(start, start.id == pair.c.origin_id)
        .join(end, end.id == pair.c.destination_id)
        .where(_any_name(words, start, end, start.name_key))
        .order_by(pair.c.delay.desc(), start.name, end.name)
        .limit(limit)
    )
    return [
        Suggestion(
            f"{_in_full(*ends[:2])}{KEY_SEPARATOR}{_in_full(*ends[2:])}",
            f"{ends[0]} to {ends[2]}",
            "delay known" if delay else "no delay data",
        )
        for *ends, delay in session.execute(found)
    ]


def _in_full(city: str, state: str) -> str:
    """A city's name that fits one city only."""
    return f"{city} ({state})" if state else city


def _places(session: Session, words: str, limit: int) -> list[Suggestion]:
    parts = match_key(words).split()
    kinds = [
        select(model.name, City.name, City.state, literal(kind.value).label("kind"))
        .join(City, City.id == model.city_id)
        .where(
            *(or_(_holding(model.name_key, part), _holding(City.name_key, part)) for part in parts),
        )
        for kind, model in CATALOGUES.items()
    ]
    both = union_all(*kinds).subquery()
    rows = session.execute(select(both).order_by(both.c[0], both.c[1]).limit(limit))
    return [
        Suggestion(f"{name}{KEY_SEPARATOR}{_in_full(city, state)}", name, f"{kind}, {city}")
        for name, city, state, kind in rows
    ]


def _cities(session: Session, words: str, limit: int) -> list[Suggestion]:
    parts = match_key(words).split()
    found = select(City.name, City.state).order_by(City.name, City.state).limit(limit)
    found = found.where(*(_holding(City.key, part) for part in parts))
    return [
        Suggestion(_in_full(name, state), name, state or "state not named")
        for name, state in session.execute(found)
    ]


_SUGGEST: dict[str, Callable[[Session, str, int], list[Suggestion]]] = {
    "train": _trains,
    "flight": _flights,
    "bus": _buses,
    "road": _roads,
    "place": _places,
    "city": _cities,
}
KINDS = tuple(_SUGGEST)


def departures(session: Session, kind: str, key: str) -> list[Departure]:
    """The timetable of a train or flight number or of a bus operator, by route and time; three queries."""
    cities, sources = Cities(session).by_id, Sources(session)
    models: dict[str, tuple[Any, Any]] = {
        "train": (Train, Train.number_key == number_key(key)),
        "flight": (Flight, Flight.number_key == number_key(key)),
        "bus": (Bus, Bus.operator_key == operator_key(key)),
    }
    model, named = models[kind]
    query = (
        select(model).where(named).order_by(model.origin_id, model.destination_id, model.dep_min, model.id)
    )
    return [_departure(row, kind, cities, sources) for row in session.scalars(query.limit(MOST_DEPARTURES))]


def _departure(row: Any, kind: str, cities: dict[int, City], sources: Sources) -> Departure:
    origin, destination = cities[row.origin_id].name, cities[row.destination_id].name
    prices: dict[str, float] = dict(getattr(row, "prices", None) or {})
    if row.price is not None:
        prices[""] = row.price
    if kind == "train":
        number, name, days = row.number, row.train_name or "", _run_days(row.run_days)
        origin = f"{row.origin_station}, {origin}" if row.origin_station else origin
        destination = f"{row.destination_station}, {destination}" if row.destination_station else destination
    elif kind == "flight":
        number, name, days = row.number, row.airline or "", row.date or "daily"
    else:
        number, name, days = row.operator, row.bus_type or "", "daily"
    return Departure(
        number,
        name,
        origin,
        destination,
        row.dep_min,
        row.arr_min,
        row.arr_inferred,
        days,
        prices,
        row.currency,
        sources.of(row.import_id),
    )


def _run_days(days: list[int] | None) -> str:
    if days is None:
        return "days not known"
    return (
        "daily" if len(set(days)) == len(WEEKDAYS) else ", ".join(WEEKDAYS[day] for day in sorted(set(days)))
    )


def city_card(session: Session, written: str) -> CityCard:
    """What is known of a city. Raises NotFoundError where the name fits none or two."""
    city = find_city(session, written)
    sources = Sources(session)
    here: dict[str, Any] = {
        "attractions": Attraction,
        "restaurants": Restaurant,
        "accommodations": Accommodation,
        "events": Event,
        "crowd": Crowd,
        "stations": Station,
    }
    leaving: dict[str, Any] = {"trains": Train, "flights": Flight, "buses": Bus}
    counts = [
        select(literal(name), func.count()).where(model.city_id == city.id) for name, model in here.items()
    ]
    counts += [
        select(literal(f"{name} leaving"), func.count()).where(model.origin_id == city.id)
        for name, model in leaving.items()
    ]
    costs = session.scalars(
        select(CostOfLiving).where(CostOfLiving.city_id == city.id).order_by(CostOfLiving.item)
    )
    aliases = session.scalars(
        select(CityAlias.alias).where(CityAlias.city_id == city.id).order_by(CityAlias.alias)
    )
    return CityCard(
        city.name,
        city.state,
        city.lat,
        city.lon,
        sources.of(city.import_id),
        tuple(aliases),
        dict(session.execute(union_all(*counts)).tuples().all()),
        tuple((row.item, row.value, row.currency, sources.of(row.import_id)) for row in costs),
    )


def coverage(session: Session, kind: str) -> Coverage:
    """How many things of a kind have delays (trains, flights, roads) or crowd data (places); one query."""
    if kind == "road":
        return _covered(
            session, select(func.count()).select_from(Distance), select(func.count()).select_from(RoadRoute)
        )
    if kind == "train":
        return _covered(
            session,
            select(func.count(Train.number_key.distinct())),
            select(func.count(TrainDelay.number_key.distinct())),
        )
    if kind == "flight":
        return _covered(
            session,
            select(func.count(Flight.number_key.distinct())),
            select(func.count(FlightPerformance.number_key.distinct())),
        )
    things = select(
        select(func.count()).select_from(Attraction).scalar_subquery()
        + select(func.count()).select_from(Restaurant).scalar_subquery()
    )
    own = union_all(
        *(
            select(model.name_key, model.city_id).where(
                model.crowds.is_not(None) | model.crowd_level.is_not(None)
            )
            for model in (Attraction, Restaurant)
        ),
        select(Crowd.name_key, Crowd.city_id),
    ).subquery()
    return _covered(session, things, select(func.count()).select_from(select(own).distinct().subquery()))


def _covered(session: Session, things: Select[Any], figures: Select[Any]) -> Coverage:
    every, some = session.execute(select(things.scalar_subquery(), figures.scalar_subquery())).one()
    return Coverage(every, min(some, every) if every else some)
