"""The nearest public transport stop of places for which no source states one, computed from the stations."""

from collections import defaultdict
from math import asin, cos, radians, sin, sqrt

from sqlalchemy import Table, select
from sqlalchemy.orm import Session

from db.importers.upsert import upsert
from db.models import Accommodation, Attraction, Event, Restaurant, Station, TransitStop

EARTH_RADIUS_M = 6_371_008.8
"""Mean radius (IUGG)."""
NOT_PUBLIC = frozenset({"airport"})
"""Kinds of stations that are no stop of public transport within a city."""
_FIELDS = ("name", "name_key", "city_id", "stop_name", "distance_m", "stop_lat", "stop_lon", "computed")
_KEY = ("name_key", "city_id")


def distance_between_m(first: tuple[float, float], second: tuple[float, float]) -> float:
    """Great-circle distance in metres between two (lat, lon) in degrees (haversine)."""
    lat1, lon1, lat2, lon2 = map(radians, (*first, *second))
    half = sin((lat2 - lat1) / 2) ** 2 + cos(lat1) * cos(lat2) * sin((lon2 - lon1) / 2) ** 2
    return 2 * EARTH_RADIUS_M * asin(min(1.0, sqrt(half)))


def compute_nearest_stops(session: Session) -> int:
    """Fill in the nearest station of every place with coordinates that has no stated stop; returns how many there are.

    The rows are marked `computed` and carry the import of the station. Stated stops are never touched.
    """
    stations: dict[int, list[tuple[Station, float, float]]] = defaultdict(list)
    for station in session.scalars(select(Station).order_by(Station.id)):
        if station.kind not in NOT_PUBLIC and station.lat is not None and station.lon is not None:
            stations[station.city_id].append((station, station.lat, station.lon))
    if not stations:
        return 0
    stops = select(TransitStop.name_key, TransitStop.city_id).where(TransitStop.computed.is_(False))
    settled = {(name_key, city_id) for name_key, city_id in session.execute(stops)}
    by_import: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for model in (Attraction, Restaurant, Accommodation, Event):
        places = select(model.name, model.name_key, model.city_id, model.lat, model.lon)
        for name, name_key, city_id, lat, lon in session.execute(places.order_by(model.id)):
            if lat is None or lon is None or (name_key, city_id) in settled or city_id not in stations:
                continue
            near = min(
                stations[city_id],
                key=lambda one, at=(lat, lon): distance_between_m(at, one[1:]),  # type: ignore[misc]
            )
            distance_m = round(distance_between_m((lat, lon), near[1:]), 2)
            row = (name, name_key, city_id, near[0].name, distance_m, near[1], near[2], True)
            by_import[near[0].import_id].append(row)
            settled.add((name_key, city_id))
    table = TransitStop.__table__
    assert isinstance(table, Table)
    for import_id, rows in sorted(by_import.items()):
        upsert(session, table, _FIELDS, rows, _KEY, import_id)
    return sum(map(len, by_import.values()))
