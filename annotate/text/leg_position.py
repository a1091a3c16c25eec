"""Where the legs of a day stand among its stops, judged from the stops' cities, times and verbs.

A text names a day's legs apart from its list. Each stop is put into a segment, the number of legs before it,
so that the fewest signs speak against it. Signs weigh in this order: a row that is the leg itself, the city
of the stop, home (nobody visits at home: a stop without a city on the day that leaves home comes after, on
the day that returns before), the times, the verbs. Ties go to the usual order of such a day.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotate.names import match_key
from annotate.plan import Leg, StopKind, Verb
from annotate.text.fields import city_key

FIXED_WEIGHT = 1000
CITY_WEIGHT = 8
HOME_WEIGHT = 6
TIME_WEIGHT = 4
VERB_WEIGHT = 2
"""How much a sign counts; a stronger kind outweighs one weaker sign of the same stop."""
EARLY_LEG_BEFORE_MIN = 720
"""Without any sign, a leg that departs before 12:00 comes before the day's visits."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What is known of a stop while the legs are placed; times in minutes of the day or None."""

    name: str
    city: str | None
    kind: StopKind | None
    verb: Verb
    start: int | None
    end: int | None


def segments(
    stops: Sequence[Candidate],
    legs: Sequence[Leg],
    ends: tuple[str, str],
    home: str,
    fixed: Mapping[int, int],
) -> list[int]:
    """For each stop the number of legs before it, never falling along the list.

    `ends` are the cities where the day begins and ends, `home` the origin of the trip, `fixed` the position
    (number of stops before it) of each leg, by index, whose own row stands on the list.
    """
    if not legs:
        return [0] * len(stops)
    last = len(legs)
    cities = [city_key(ends[0]), *(city_key(leg.destination) for leg in legs)]
    early = _legs_come_early(legs, ends, home)
    best: list[tuple[int, int]] = [(0, 0)] * (last + 1)
    came_from: list[list[int]] = []
    for index, stop in enumerate(stops):
        costs, origins = [], []
        low, at = (FIXED_WEIGHT * len(stops) * (last + 1) + FIXED_WEIGHT, 0), 0
        for segment in range(last + 1):
            if best[segment] < low:
                low, at = best[segment], segment
            against = _against(stop, segment, legs, cities, home) + sum(
                FIXED_WEIGHT for leg, position in fixed.items() if (index < position) == (segment > leg)
            )
            costs.append((low[0] + against, low[1] + (last - segment if early else segment)))
            origins.append(at)
        best = costs
        came_from.append(origins)
    segment = min(range(last + 1), key=lambda found: best[found])
    placed = []
    for origins in reversed(came_from):
        placed.append(segment)
        segment = origins[segment]
    return placed[::-1]


def _against(stop: Candidate, segment: int, legs: Sequence[Leg], cities: list[str], home: str) -> int:
    """How much speaks against a stop in a segment."""
    cost = 0
    last = len(legs)
    said = {city_key(stop.city)} if stop.city else set()
    if not said and stop.kind is StopKind.TRANSPORT:
        said = {city for city in cities if city in match_key(stop.name)}
    said &= set(cities)
    if said and cities[segment] not in said:
        cost += CITY_WEIGHT
    if not said and not stop.city and stop.kind is not StopKind.TRANSPORT and cities[0] != cities[-1]:
        leaves, returns = cities[0] == city_key(home), cities[-1] == city_key(home)
        if (leaves and segment < last) or (returns and segment > 0):
            cost += HOME_WEIGHT
    for index, leg in enumerate(legs):
        is_after = segment > index
        if leg.depart_min is None:
            continue
        if stop.start is not None:
            cost += TIME_WEIGHT * ((stop.start >= leg.depart_min) != is_after)
        elif stop.end is not None and stop.end <= leg.depart_min:
            cost += TIME_WEIGHT * is_after
    if (stop.verb is Verb.CHECKOUT and segment > 0) or (stop.verb is Verb.CHECK_IN and segment < last):
        cost += VERB_WEIGHT
    return cost


def _legs_come_early(legs: Sequence[Leg], ends: tuple[str, str], home: str) -> bool:
    if city_key(ends[1]) == city_key(home):
        return False
    if city_key(ends[0]) == city_key(home):
        return True
    depart = legs[0].depart_min
    return depart is None or depart < EARLY_LEG_BEFORE_MIN
