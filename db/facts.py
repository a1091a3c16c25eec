"""Gathers what the reference data say about itineraries: a read-only query that returns
`annotate.facts.Facts`.

The number of queries does not depend on the number of itineraries.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from annotate.clock import DAY_MIN, date_of
from annotate.facts import CityFacts, Facts, LegFacts, PlaceFacts
from annotate.names import match_key, place_key
from annotate.plan import Day, Itinerary, Leg, Mode, NamedPlace, StopKind
from annotate.scores.o_ord import orders_of
from db.leg_facts import TABLES_OF_MODE, LegAsked, Pair, Transport
from db.lookup import Cities, Sources, city_facts, filled_tables
from db.models import City
from db.place_facts import Catalogue, Named, attractions_in

_KIND_OF_FIELD = {
    "breakfast": StopKind.RESTAURANT,
    "lunch": StopKind.RESTAURANT,
    "dinner": StopKind.RESTAURANT,
    "attraction": StopKind.ATTRACTION,
    "event": StopKind.EVENT,
    "accommodation": StopKind.ACCOMMODATION,
}


@dataclass(slots=True)
class _Use:
    """A place as a plan writes it: the key it is known under, how the catalogue is asked, as what it is
    used."""

    name: str
    city_written: str
    city: City | None
    kinds: list[StopKind] = field(default_factory=list)


@dataclass(slots=True)
class _Asked:
    """Everything that one itinerary names."""

    itinerary: Itinerary
    cities: dict[str, City] = field(default_factory=dict)
    places: dict[str, _Use] = field(default_factory=dict)
    legs: dict[str, LegAsked] = field(default_factory=dict)
    stray_legs: dict[str, Mode] = field(default_factory=dict)
    """Legs with a city that no table knows."""
    routes: dict[Pair, tuple[City, City, str | None]] = field(default_factory=dict)


def gather(session: Session, itinerary: Itinerary, *, reference: Itinerary | None = None) -> Facts:
    """Everything known about one itinerary, with the order of a reference plan where one is given."""
    return gather_many(session, [itinerary], references=[reference])[0]


def gather_many(
    session: Session,
    itineraries: Sequence[Itinerary],
    *,
    references: Sequence[Itinerary | None] | None = None,
) -> list[Facts]:
    """Everything known about each itinerary, in their order; `references` are their reference plans, one for
    each or None."""
    cities, sources, tables = Cities(session), Sources(session), filled_tables(session)
    asked = [_ask(itinerary, cities) for itinerary in itineraries]
    wanted = {(match_key(use.name), use.city.id) for one in asked for use in one.places.values() if use.city}
    catalogue = Catalogue(session, wanted, cities.by_id, sources)
    transport = Transport(
        session,
        pairs={pair for one in asked for pair in (*one.routes, *(leg.pair for leg in one.legs.values()))},
        dates={on for one in asked for on in _dates(one)},
        carriers={leg.carrier for one in asked for leg in one.legs.values() if leg.carrier},
        sources=sources,
        tables=tables,
    )
    counts = attractions_in(session, {city.id for one in asked for city in one.cities.values()})
    near = catalogue.near_misses(
        {
            (match_key(use.name), use.city.id if use.city else None)
            for one in asked
            for use in one.places.values()
            if not _is_known(use, catalogue)
        }
    )
    return [
        _facts(
            one,
            tables=tables,
            catalogue=catalogue,
            transport=transport,
            counts=counts,
            near=near,
            reference=reference,
        )
        for one, reference in zip(asked, references or [None] * len(asked), strict=True)
    ]


def _dates(asked: _Asked) -> Iterator[str]:
    for _, _, on in asked.routes.values():
        if on:
            yield on
    for leg in asked.legs.values():
        if leg.iso_date:
            yield leg.iso_date


def _ask(itinerary: Itinerary, cities: Cities) -> _Asked:
    asked = _Asked(itinerary)
    states = [itinerary.query.target_state] if itinerary.query.target_state else []

    def city(written: str | None) -> City | None:
        if not written:
            return None
        key = match_key(written)
        found = asked.cities.get(key) or cities.find(written, states)
        if found is not None:
            asked.cities[key] = found
        return found

    def use(name: str, city_written: str | None, kind: StopKind) -> None:
        if not city_written:
            return
        key = place_key(name, city_written)
        entry = asked.places.setdefault(key, _Use(name, city_written, city(city_written)))
        if kind not in entry.kinds:
            entry.kinds.append(kind)

    query = itinerary.query
    for written in (query.origin, *query.destinations):
        city(written)
    for day in itinerary.days:
        city(day.from_city)
        city(day.to_city)
        for stop in day.stops:
            use(stop.name, stop.city, stop.kind)
        for name, place in day.named_places():
            for written in _cities_of(place, day):
                use(place.name, written, _KIND_OF_FIELD[name])
        for leg in day.legs:
            leaves, reaches = city(leg.origin), city(leg.destination)
            if leaves is not None and reaches is not None:
                asked.legs[leg.row] = _ask_leg(itinerary, day, leg, leaves, reaches)
            else:
                asked.stray_legs[leg.row] = leg.mode
    _ask_routes(asked)
    return asked


def _cities_of(place: NamedPlace, day: Day) -> tuple[str, ...]:
    """The city that a field writes; where it writes none, the cities of the day."""
    return (place.city,) if place.city else tuple(dict.fromkeys((day.to_city, day.from_city)))


def _date_of_day(itinerary: Itinerary, day: Day) -> str | None:
    return date_of(itinerary.first_date, DAY_MIN * (day.number - 1)) if itinerary.first_date else None


def _ask_leg(itinerary: Itinerary, day: Day, leg: Leg, origin: City, destination: City) -> LegAsked:
    depart = leg.timetable_depart_min if leg.timetable_depart_min is not None else leg.depart_min
    first = day.date or _date_of_day(itinerary, day)
    on = None if first is None else date_of(first, depart or 0)
    return LegAsked(
        leg.mode, leg.carrier, origin, destination, on, None if depart is None else depart % DAY_MIN
    )


def _ask_routes(asked: _Asked) -> None:
    """The routes that the query asks for and those that the days travel, each with its date."""
    itinerary, dates = asked.itinerary, asked.itinerary.query.dates

    def route(origin: City | None, destination: City | None, on: str | None) -> None:
        if origin is not None and destination is not None and origin is not destination:
            asked.routes.setdefault((origin.id, destination.id), (origin, destination, on))

    def known(written: str) -> City | None:
        return asked.cities.get(match_key(written))

    for day in itinerary.days:
        route(known(day.from_city), known(day.to_city), day.date)
        for leg in day.legs:
            on = asked.legs[leg.row].iso_date if leg.row in asked.legs else day.date
            route(known(leg.origin), known(leg.destination), on)
    first, last = (dates[0], dates[-1]) if dates else (None, None)
    for destination in itinerary.query.destinations:
        route(known(itinerary.query.origin), known(destination), first)
        route(known(destination), known(itinerary.query.origin), last)


def _known_kinds(use: _Use, catalogue: Catalogue) -> list[StopKind]:
    """The catalogues that hold a place, those of its uses in the plan first."""
    if use.city is None:
        return []
    held = catalogue.kinds(_named(use))
    return [kind for kind in use.kinds if kind in held] + [kind for kind in held if kind not in use.kinds]


def _is_known(use: _Use, catalogue: Catalogue) -> bool:
    return bool(_known_kinds(use, catalogue)) or use.kinds == [StopKind.TRANSPORT]


def _named(use: _Use) -> Named:
    if use.city is None:
        raise ValueError(f"{use.name} has no city")
    return match_key(use.name), use.city.id


def _facts(
    asked: _Asked,
    *,
    tables: frozenset[str],
    catalogue: Catalogue,
    transport: Transport,
    counts: dict[int, int],
    near: dict[tuple[str, int | None], tuple[str, ...]],
    reference: Itinerary | None,
) -> Facts:
    places: dict[str, PlaceFacts] = {}
    near_misses: dict[str, tuple[str, ...]] = {}
    dates = asked.itinerary.query.dates
    for key, use in asked.places.items():
        kinds = _known_kinds(use, catalogue)
        if not kinds:
            found = near.get((match_key(use.name), use.city.id if use.city else None))
            if found:
                near_misses[key] = found
            kinds = [StopKind.TRANSPORT] if use.city else []
        for kind in reversed(kinds):
            place = catalogue.place(_named(use), kind, dates)
            if place is not None:
                places[key] = place
                if len(kinds) > 1:
                    places[f"{key}|{kind.value}"] = place
    legs: dict[str, LegFacts] = {row: transport.leg(leg) for row, leg in asked.legs.items()}
    for row, mode in asked.stray_legs.items():
        legs[row] = LegFacts(known=False if tables & TABLES_OF_MODE[mode] else None)
    routes = {
        f"{origin.key}|{destination.key}": transport.modes(pair, on)
        for pair, (origin, destination, on) in asked.routes.items()
    }
    cities: dict[str, CityFacts] = {key: city_facts(city) for key, city in asked.cities.items()}
    labels = {source.label for place in places.values() for source in place.sources.values()}
    labels |= {source.label for leg in legs.values() for source in leg.sources.values()}
    return Facts(
        tables=tables,
        places=places,
        legs=legs,
        cities=cities,
        routes=routes,
        attractions_in={city.key: counts.get(city.id, 0) for city in asked.cities.values()},
        near_misses=near_misses,
        imports=tuple(sorted(labels)),
        reference_orders=orders_of(reference) if reference is not None else None,
    )
