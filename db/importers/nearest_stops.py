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
    stations: dict[int, list[Station]] = defaultdict(list)
    for station in session.scalars(select(Station).where(Station.lat.is_not(None)).order_by(Station.id)):
        if station.kind not in NOT_PUBLIC:
            stations[station.city_id].append(station)
    if not stations:
        return 0
    stated = set(
        session.execute(
            select(TransitStop.name_key, TransitStop.city_id).where(TransitStop.computed.is_(False))
        ).all()
    )
    by_import: dict[int, dict[tuple[str, int], tuple[object, ...]]] = defaultdict(dict)
    for model in (Attraction, Restaurant, Accommodation, Event):
        query = select(model.name, model.name_key, model.city_id, model.lat, model.lon).where(
            model.lat.is_not(None)
        )
        for name, name_key, city_id, lat, lon in session.execute(query.order_by(model.id)):
            if (name_key, city_id) in stated or city_id not in stations:
                continue
            found = [
                (distance_between_m((lat, lon), (s.lat or 0, s.lon or 0)), s.id, s) for s in stations[city_id]
            ]
            distance, _, station = min(found, key=lambda one: one[:2])
            row = (name, name_key, city_id, station.name, round(distance, 2), station.lat, station.lon, True)
            by_import[station.import_id].setdefault((name_key, city_id), row)
            stated.add((name_key, city_id))
    table = TransitStop.__table__
    assert isinstance(table, Table)
    for import_id, rows in sorted(by_import.items()):
        upsert(session, table, _FIELDS, list(rows.values()), _KEY, import_id)
    return sum(map(len, by_import.values()))
