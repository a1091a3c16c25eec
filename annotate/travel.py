"""Getting about inside a city: great-circle distance, minutes at street speed, and the moves of a trip.

No mode of transport is chosen: a move takes the great-circle distance times a detour factor at a
door-to-door speed (`Profile.detour`, `Profile.city_kmh`), rounded up to whole minutes, with no overhead.
"""

from functools import lru_cache
from math import asin, ceil, cos, radians, sin, sqrt
from typing import NamedTuple

from annotate.plan import StopKind
from annotate.profile import Profile
from annotate.timeline import StopEntry, Timeline

EARTH_RADIUS_KM = 6371.0088
"""Mean radius of the Earth (IUGG)."""
_ROUNDING_MIN = 1e-9


@lru_cache(maxsize=1 << 15)
def great_circle_km(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    """Shortest way over the ground in km between two points in degrees (haversine)."""
    half_lat = sin(radians(other_lat - lat) / 2)
    half_lon = sin(radians(other_lon - lon) / 2)
    part = half_lat * half_lat + cos(radians(lat)) * cos(radians(other_lat)) * half_lon * half_lon
    return 2 * EARTH_RADIUS_KM * asin(min(1.0, sqrt(part)))


def city_travel_min(km: float, profile: Profile) -> int:
    """Whole minutes, rounded up, for a great-circle distance inside a city."""
    return ceil(km * profile.detour / profile.city_kmh * 60 - _ROUNDING_MIN)


class Move(NamedTuple):
    """From one row to the next with no leg between them.

    `km` is the great-circle distance and `needed_min` the time it takes, None where coordinates are
    missing (the same place: 0). `gap_min` is the time there is, None where a time is missing, below 0
    where the rows overlap.
    """

    before: StopEntry
    after: StopEntry
    km: float | None
    needed_min: int | None
    gap_min: int | None

    @property
    def short_min(self) -> int | None:
        """Minutes missing, 0 or less where the move is possible, None where that is not known."""
        return None if self.needed_min is None or self.gap_min is None else self.needed_min - self.gap_min


def has_coordinates(entry: StopEntry) -> bool:
    """True if the place of a stop is on the map."""
    return entry.place is not None and entry.place.lat is not None and entry.place.lon is not None


def moves(trip: Timeline, profile: Profile) -> tuple[Move, ...]:
    """Every move of a trip in order.

    Transport places without coordinates are left out, as if they were not listed. Nothing is looked at
    between the two rows of one stay.
    """
    found = []
    before: StopEntry | None = None
    for entry in trip.entries:
        if not isinstance(entry, StopEntry):
            before = None
            continue
        if entry.kind is StopKind.TRANSPORT and not has_coordinates(entry):
            continue
        if before is not None and (before.day is entry.day or (before.id, entry.id) not in trip.one_stay):
            found.append(_move(before, entry, profile))
        before = entry
    return tuple(found)


def _move(before: StopEntry, after: StopEntry, profile: Profile) -> Move:
    gap = None if before.end is None or after.start is None else after.start - before.end
    if before.identity == after.identity:
        return Move(before, after, 0.0, 0, gap)
    here, there = before.place, after.place
    if (
        here is None
        or there is None
        or here.lat is None
        or here.lon is None
        or there.lat is None
        or there.lon is None
    ):
        return Move(before, after, None, None, gap)
    km = great_circle_km(here.lat, here.lon, there.lat, there.lon)
    return Move(before, after, km, city_travel_min(km, profile), gap)
