"""The order of a day's stops against the best order of the same stops, by great-circle distance.

First and last stop stay where they are (from hotel to hotel); a leg to another city parts a day into walks.
The best order is exact (Held and Karp, 1962) and kept by its set of stops, so that other times of the same
stops cost nothing.
"""

from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import NamedTuple

from annotate.plan import Day, StopKind
from annotate.profile import Profile
from annotate.timeline import StopEntry, Timeline
from annotate.travel import great_circle_km

MOST_INNER_STOPS = 12
"""Places between first and last up to which the best order is worked out: the work doubles with each."""
_KEPT_ORDERS = 4096
SAME_LENGTH_KM = 0.001
"""Orders whose lengths differ by less than a metre are equally long."""

Point = tuple[float, float]
"""Latitude and longitude in degrees."""


class Walk(NamedTuple):
    """The stops of a day, or of its part between two legs, in the day's order.

    `best` are the same stops in the best order, which is the day's own where none is shorter; None where there
    are too many. `costliest` is the stop without which the day's order would be `costliest_km` shorter, the
    most of all; None where nothing lies between first and last. `unmapped` are stops without coordinates, left
    out.
    """

    day: Day
    stops: tuple[StopEntry, ...]
    length_km: float
    best: tuple[StopEntry, ...] | None
    best_km: float | None
    costliest: StopEntry | None
    costliest_km: float
    unmapped: tuple[StopEntry, ...]

    @property
    def excess_km(self) -> float | None:
        """Kilometres by which the day's order is longer than the best one, None where that is not known."""
        if self.best_km is None:
            return None
        excess = self.length_km - self.best_km
        return excess if excess >= SAME_LENGTH_KM else 0.0

    @property
    def excess_per_stop_km(self) -> float | None:
        """The excess shared among the stops between the first and the last, None where there is none."""
        inner = len(self.stops) - 2
        return None if self.excess_km is None or inner < 1 else self.excess_km / inner


def walks(trip: Timeline, profile: Profile) -> tuple[Walk, ...]:
    """Every walk of a trip in order; transport places are no stops of it."""
    found = []
    for day in trip.itinerary.days:
        stops: list[StopEntry] = []
        for entry in trip.by_day[day.number]:
            if isinstance(entry, StopEntry):
                if entry.kind is not StopKind.TRANSPORT:
                    stops.append(entry)
            elif stops:
                found.append(_walk(day, stops))
                stops = []
        if stops:
            found.append(_walk(day, stops))
    return tuple(found)


def _walk(day: Day, listed: list[StopEntry]) -> Walk:
    points: list[Point] = []
    stops: list[StopEntry] = []
    unmapped = []
    for entry in listed:
        place = entry.place
        if place is None or place.lat is None or place.lon is None:
            unmapped.append(entry)
        else:
            stops.append(entry)
            points.append((place.lat, place.lon))
    if len(stops) < 2:
        return Walk(day, tuple(stops), 0.0, tuple(stops), 0.0, None, 0.0, tuple(unmapped))
    way = _way(tuple(points))
    best = None if way.best_km is None else tuple(stops)
    if way.order is not None:
        best = _in_order(stops, points, way.order)
    costliest = None if way.costliest is None else stops[way.costliest]
    return Walk(
        day, tuple(stops), way.length_km, best, way.best_km, costliest, way.costliest_km, tuple(unmapped)
    )


class _Way(NamedTuple):
    """What there is to say of a way through some points; `order` is that of the inner ones where another
    order is shorter, `costliest` the index of the point that costs most."""

    length_km: float
    order: tuple[Point, ...] | None
    best_km: float | None
    costliest: int | None
    costliest_km: float


@lru_cache(maxsize=_KEPT_ORDERS)
def _way(points: tuple[Point, ...]) -> _Way:
    steps = [great_circle_km(*a, *b) for a, b in pairwise(points)]
    length = sum(steps)
    costliest, costliest_km = None, 0.0
    for index in range(1, len(points) - 1):
        saved = steps[index - 1] + steps[index] - great_circle_km(*points[index - 1], *points[index + 1])
        if costliest is None or saved > costliest_km:
            costliest, costliest_km = index, saved
    inner = frozenset(points[1:-1])
    if len(inner) > MOST_INNER_STOPS:
        return _Way(length, None, None, costliest, costliest_km)
    if len(inner) > 1:
        order, shortest = best_order(points[0], points[-1], inner)
        if length - shortest >= SAME_LENGTH_KM:
            return _Way(length, order, shortest, costliest, costliest_km)
    return _Way(length, None, length, costliest, costliest_km)


def _in_order(stops: list[StopEntry], points: list[Point], order: tuple[Point, ...]) -> tuple[StopEntry, ...]:
    """The stops in an order of their places; stops at one place follow each other as listed."""
    at: dict[Point, list[StopEntry]] = {}
    for stop, point in zip(stops[1:-1], points[1:-1], strict=True):
        at.setdefault(point, []).append(stop)
    return (stops[0], *(stop for point in order for stop in at[point]), stops[-1])


@lru_cache(maxsize=_KEPT_ORDERS)
def best_order(first: Point, last: Point, inner: frozenset[Point]) -> tuple[tuple[Point, ...], float]:
    """(the order of the inner points, km) of the shortest way from first to last through all of them.

    Time and memory grow as n^2 2^n with the number of inner points. Of equally short orders always the same
    one is given.
    """
    points = sorted(inner)
    count = len(points)
    if not count:
        return (), great_circle_km(*first, *last)
    between = [[great_circle_km(*a, *b) for b in points] for a in points]
    members = _members(count)
    shortest = [[inf] * count for _ in members]
    """Set of points that were visited -> the last of them -> km from `first`."""
    for index, point in enumerate(points):
        shortest[1 << index][index] = great_circle_km(*first, *point)
    for visited in range(1, len(members)):
        here = members[visited]
        if len(here) < 2:
            continue
        row = shortest[visited]
        for index in here:
            before, ways = visited ^ (1 << index), between[index]
            reached = shortest[before]
            row[index] = min([reached[other] + ways[other] for other in members[before]])
    home = [great_circle_km(*point, *last) for point in points]
    visited = len(members) - 1
    at = min(range(count), key=lambda index: shortest[visited][index] + home[index])
    length = shortest[visited][at] + home[at]
    backwards = [at]
    while visited := visited ^ (1 << at):
        reached, ways = shortest[visited], between[at]
        at = min(members[visited], key=lambda other: reached[other] + ways[other])
        backwards.append(at)
    return tuple([points[index] for index in reversed(backwards)]), length


@lru_cache(maxsize=MOST_INNER_STOPS + 1)
def _members(count: int) -> tuple[tuple[int, ...], ...]:
    """Of every set of so many points, as a bit mask, its members."""
    return tuple(tuple(index for index in range(count) if mask >> index & 1) for mask in range(1 << count))
