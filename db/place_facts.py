"""What the catalogue knows of the places that plans name. A constant number of queries for any number of
plans."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from rapidfuzz import fuzz, process
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate.facts import Crowd, PlaceFacts, Window
from annotate.plan import StopKind
from db.lookup import Sources, among
from db.models import (
    Accommodation,
    Attraction,
    City,
    Event,
    Restaurant,
    Station,
    TransitStop,
)
from db.models import Crowd as CrowdRow

Named = tuple[str, int]
"""(folded name, city id): how the catalogue is asked for a place."""

CATALOGUES: dict[StopKind, Any] = {
    StopKind.ATTRACTION: Attraction,
    StopKind.RESTAURANT: Restaurant,
    StopKind.ACCOMMODATION: Accommodation,
    StopKind.EVENT: Event,
}
NEAR_MISS_SCORE = 80
"""RapidFuzz WRatio (0..100) from which a catalogue name is suggested for an unknown one; never accepted."""
NEAR_MISS_COUNT = 3
SOURCED_FIELDS = (
    "visit_duration_min", "categories", "price", "hours", "cuisines", "rating", "event_dates",
    "max_occupancy", "minimum_nights", "house_rules", "house_type", "facilities", "services",
)  # fmt: skip
"""Fields of a place whose source is named where they are known."""
SHORT_NAME = 4
"""Names of up to this many characters only match near misses as a whole: parts of them fit anything."""


class Catalogue:
    """The rows of all catalogues for the asked names, and what hangs on them (crowd, transit stops,
    stations)."""

    def __init__(
        self, session: Session, asked: Iterable[Named], cities: Mapping[int, City], sources: Sources
    ) -> None:
        self._session, self._cities, self._sources = session, cities, sources
        wanted = set(asked)
        self._names = {name for name, _ in wanted}
        self._city_ids = {city_id for _, city_id in wanted}
        self._rows = {kind: self._load(model) for kind, model in CATALOGUES.items()}
        self._crowds = self._load(CrowdRow)
        self._stops = self._load(TransitStop)
        self._stations = self._load(Station)

    def _load(self, model: Any) -> dict[Named, list[Any]]:
        found: dict[Named, list[Any]] = defaultdict(list)
        query = select(model).where(
            among(self._session, model.name_key, self._names),
            among(self._session, model.city_id, self._city_ids),
        )
        for row in self._session.scalars(query.order_by(model.id)):
            found[row.name_key, row.city_id].append(row)
        return found

    def kinds(self, named: Named) -> list[StopKind]:
        """The catalogues that hold a name."""
        return [kind for kind in CATALOGUES if named in self._rows[kind]]

    def place(self, named: Named, kind: StopKind, dates: tuple[str, ...]) -> PlaceFacts | None:
        """What the catalogue of a kind knows of a place. `dates` of the trip choose among the dates of an
        event."""
        if kind is StopKind.TRANSPORT:
            return self._station(named)
        rows = self._rows[kind].get(named)
        if not rows:
            return None
        row = _event_of(rows, dates) if kind is StopKind.EVENT else rows[0]
        source = self._sources.of(row.import_id)
        city = self._cities[row.city_id]
        known = PlaceFacts(
            place_id=_place_id(kind, row, city), kind=kind, name=row.name, city=city.name,
            state=city.state or None, lat=row.lat, lon=row.lon, price=row.price, currency=row.currency,
        )  # fmt: skip
        known = replace(known, **_OF_KIND[kind](row))
        if kind is StopKind.EVENT:
            known = replace(
                known, event_dates=tuple(sorted({day for one in rows for day in _event_dates(one)}))
            )
        level_source = windows_source = source
        if named in self._crowds:
            crowd = self._crowds[named][0]
            if crowd.crowd_level is not None:
                level_source = self._sources.of(crowd.import_id)
                known = replace(known, crowd_level=crowd.crowd_level)
            if windows := _crowds(crowd.crowds):
                windows_source = self._sources.of(crowd.import_id)
                known = replace(known, crowds=windows)
        known_sources = {field: source for field in SOURCED_FIELDS if getattr(known, field) not in (None, ())}
        if known.crowds:
            known_sources["crowd"] = windows_source
        if known.crowd_level and level_source != known_sources.setdefault("crowd", level_source):
            known_sources["crowd_level"] = level_source
        if named in self._stops:
            stop = self._stops[named][0]
            known = replace(known, nearest_stop_name=stop.stop_name, nearest_stop_m=stop.distance_m)
            known_sources["nearest_stop"] = self._sources.of(stop.import_id)
        return replace(known, sources=known_sources)

    def _station(self, named: Named) -> PlaceFacts | None:
        rows = self._stations.get(named)
        if not rows:
            return None
        row, city = rows[0], self._cities[rows[0].city_id]
        return PlaceFacts(
            _place_id(StopKind.TRANSPORT, row, city), StopKind.TRANSPORT, row.name, city.name,
            city.state or None, row.lat, row.lon, sources={"lat": self._sources.of(row.import_id)},
        )  # fmt: skip

    def near_misses(
        self, unknown: Iterable[tuple[str, int | None]]
    ) -> dict[tuple[str, int | None], tuple[str, ...]]:
        """Names of the catalogue close to names that it does not hold, best first: "Plain Inn (Jaipur)".

        Of the same city those that read alike, of other cities only the very same name. Four queries, none if
        every place is known.
        """
        asked = list(unknown)
        if not asked:
            return {}
        in_city: dict[int, dict[str, str]] = defaultdict(dict)
        elsewhere: dict[str, set[int]] = defaultdict(set)
        names, city_ids = (
            {name for name, _ in asked},
            {city_id for _, city_id in asked if city_id is not None},
        )
        for model in CATALOGUES.values():
            query = select(model.name, model.name_key, model.city_id).where(
                among(self._session, model.city_id, city_ids) | among(self._session, model.name_key, names)
            )
            for name, name_key, city_id in self._session.execute(query):
                in_city[city_id].setdefault(name_key, name)
                elsewhere[name_key].add(city_id)
        return {
            (name, city_id): found
            for name, city_id in asked
            if (found := self._close_to(name, city_id, in_city, elsewhere))
        }

    def _close_to(
        self,
        name: str,
        city_id: int | None,
        in_city: dict[int, dict[str, str]],
        elsewhere: dict[str, set[int]],
    ) -> tuple[str, ...]:
        shown = []
        if city_id is not None and in_city.get(city_id):
            names = in_city[city_id]
            likeness = fuzz.ratio if len(name) <= SHORT_NAME else fuzz.WRatio
            for key, _, _ in process.extract(
                name, names.keys(), scorer=likeness, score_cutoff=NEAR_MISS_SCORE, limit=NEAR_MISS_COUNT
            ):
                shown.append(f"{names[key]} ({self._cities[city_id].name})")
        for other in sorted(elsewhere.get(name, ())):
            if other != city_id:
                shown.append(f"{in_city[other][name]} ({self._cities[other].name})")
        return tuple(shown[:NEAR_MISS_COUNT])


def attractions_in(session: Session, city_ids: Iterable[int]) -> dict[int, int]:
    """Number of attractions in the catalogue by city id. One query."""
    query = (
        select(Attraction.city_id, func.count())
        .where(among(session, Attraction.city_id, city_ids))
        .group_by(Attraction.city_id)
    )
    return {row[0]: row[1] for row in session.execute(query)}


def _place_id(kind: StopKind, row: Any, city: City) -> str:
    """Identity of a catalogue row, the same on every machine."""
    return f"{kind.value}:{row.name_key}|{city.key}"


def _words(stored: Any) -> tuple[str, ...] | None:
    return None if stored is None else tuple(stored)


def _hours(stored: Any) -> tuple[tuple[Window, ...], ...]:
    return tuple(tuple((start, end) for start, end in day) for day in stored or ())


def _crowds(stored: Any) -> tuple[Crowd, ...]:
    return tuple(
        Crowd(
            tuple((start, end, level) for start, end, level in day.get("windows") or ()),
            tuple(day.get("quiet_hours") or ()),
            tuple(day.get("peak_hours") or ()),
            tuple((start, end) for start, end in day.get("closed") or ()),
        )
        for day in stored or ()
    )


def _of_attraction(row: Attraction) -> dict[str, Any]:
    return {
        "visit_duration_min": row.visit_duration_min, "categories": tuple(row.categories or ()),
        "rating": row.rating, "hours": _hours(row.hours), "crowd_level": row.crowd_level,
        "crowds": _crowds(row.crowds),
    }  # fmt: skip


def _of_restaurant(row: Restaurant) -> dict[str, Any]:
    return {
        "cuisines": _words(row.cuisines), "rating": row.rating, "hours": _hours(row.hours),
        "crowd_level": row.crowd_level, "crowds": _crowds(row.crowds),
    }  # fmt: skip


def _of_accommodation(row: Accommodation) -> dict[str, Any]:
    return {
        "max_occupancy": row.max_occupancy, "minimum_nights": row.minimum_nights, "rating": row.rating,
        "house_rules": _words(row.house_rules), "house_type": _words(row.house_type),
        "facilities": _words(row.facilities), "services": _words(row.services),
    }  # fmt: skip


def _of_event(row: Event) -> dict[str, Any]:
    return {
        "categories": (row.category,) if row.category else (),
        "event_start_min": row.start_min,
        "event_end_min": row.end_min,
    }


_OF_KIND: dict[StopKind, Any] = {
    StopKind.ATTRACTION: _of_attraction,
    StopKind.RESTAURANT: _of_restaurant,
    StopKind.ACCOMMODATION: _of_accommodation,
    StopKind.EVENT: _of_event,
}


def _event_dates(row: Event) -> list[str]:
    first = date.fromisoformat(row.date)
    last = date.fromisoformat(row.end_date) if row.end_date else first
    return [(first + timedelta(days=ahead)).isoformat() for ahead in range((last - first).days + 1)]


def _event_of(rows: list[Event], dates: tuple[str, ...]) -> Event:
    """The date of an event that falls into the trip, else its first."""
    return next((row for row in rows if set(_event_dates(row)) & set(dates)), rows[0])
