"""Where things stand in the demo workspace, and the seeded generator behind every invented figure."""

import math
import random
from functools import cache

from db.demo import venues
from db.demo.places import CITIES, SIGHTS, STATIONS, Station

EARTH_RADIUS_KM = 6371.0088


def drawn(*seed: str) -> random.Random:
    """A generator that depends on nothing but the given words."""
    return random.Random("/".join(("demo", *seed)))


def great_circle_km(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    """Great-circle distance in km on a sphere of the mean Earth radius (haversine)."""
    half_lat = math.radians(other_lat - lat) / 2
    half_lon = math.radians(other_lon - lon) / 2
    chord = math.sin(half_lat) ** 2
    chord += math.cos(math.radians(lat)) * math.cos(math.radians(other_lat)) * math.sin(half_lon) ** 2
    return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(chord))


def moved(lat: float, lon: float, near_m: float, far_m: float, *seed: str) -> tuple[float, float]:
    """A point between `near_m` and `far_m` metres from the given one, in a direction settled by the words."""
    rng = drawn(*seed)
    distance_km = (near_m + (far_m - near_m) * rng.random()) / 1000
    angle = 2 * math.pi * rng.random()
    north = math.degrees(distance_km * math.cos(angle) / EARTH_RADIUS_KM)
    east = math.degrees(distance_km * math.sin(angle) / (EARTH_RADIUS_KM * math.cos(math.radians(lat))))
    return round(lat + north, 5), round(lon + east, 5)


def quarter(city: str, near_m: float, far_m: float, *seed: str) -> tuple[float, float]:
    """An invented address in the visitors' quarter of a city."""
    there = next(c for c in CITIES if c.city == city)
    return moved(there.quarter_lat, there.quarter_lon, near_m, far_m, city, *seed)


def rating(*seed: str) -> float:
    """An invented rating, 3.6 to 4.8."""
    return round(3.6 + 1.2 * drawn("rating", *seed).random(), 1)


def invented_stops() -> list[Station]:
    """Invented city-bus stops: one near each sight, three in each visitors' quarter."""
    stops = []
    for sight in SIGHTS:
        lat, lon = moved(sight.lat, sight.lon, 90, 620, "stop", sight.city, sight.name)
        stops.append(Station(sight.city, f"{sight.name} Stop", lat, lon, "bus", ""))
    for city in CITIES:
        for name in ("Clock Corner", "Old Bank Road", "Post Office Gate"):
            lat, lon = quarter(city.city, 150, 700, "stop", name)
            stops.append(Station(city.city, name, lat, lon, "bus", ""))
    return stops


STOPS = (*STATIONS, *invented_stops())


@cache
def located() -> dict[tuple[str, str], tuple[float, float]]:
    """(name, city) -> latitude, longitude of each place of the catalogue."""
    places = {(s.name, s.city): (s.lat, s.lon) for s in SIGHTS}
    for r in venues.RESTAURANTS:
        places[r.name, r.city] = quarter(r.city, 60, 900, "restaurant", r.name)
    for a in venues.ACCOMMODATIONS:
        places[a.name, a.city] = quarter(a.city, 60, 800, "accommodation", a.name)
    for e in venues.EVENTS:
        places[e.name, e.city] = quarter(e.city, 100, 900, "event", e.name)
    return places


def nearest_stop(name: str, city: str) -> tuple[Station, float]:
    """The stop of its city nearest to the place as the crow flies, and the distance in m, two decimals."""
    lat, lon = located()[name, city]
    reached = [(great_circle_km(lat, lon, s.lat, s.lon) * 1000, s.name, s) for s in STOPS if s.city == city]
    distance_m, _, stop = min(reached, key=lambda entry: entry[:2])
    return stop, round(distance_m, 2)
