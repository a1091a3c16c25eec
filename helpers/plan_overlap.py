"""What two plans have in common: the same places, and the stops that they share in the same order.

Both hold for any two plans of one query: two annotators' versions, or a model's plan and the reference plan. Stations
and airports are left out: nobody chooses to see them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np

from annotate.clock import DAY_MIN
from annotate.names import match_key, place_key
from annotate.plan import Itinerary, Leg, Stop, StopKind
from helpers.estimates import NO_COMMON_ITEMS, Undefined

ItemKey = tuple[str, int]
"""Which row is meant in whatever plan: its place or leg as names are compared, and its how manieth mention it is."""
FEWEST_STOPS = 2
NO_PLACES = Undefined("neither plan names a place")
TOO_FEW_STOPS = Undefined("fewer than two common stops are timed in both plans")


def keyed_rows(itinerary: Itinerary) -> Iterator[tuple[ItemKey, int, Stop | Leg]]:
    """(key, day, row) of every row in the order of the trip. A hotel of three nights has three keys."""
    mentions: Counter[str] = Counter()
    for day, row in itinerary.rows():
        place = (
            f"{row.mode}|{match_key(row.origin)}|{match_key(row.destination)}"
            if isinstance(row, Leg)
            else place_key(row.name, row.city)
        )
        mentions[place] += 1
        yield (place, mentions[place]), day.number, row


def place_overlap(first: Itinerary, second: Itinerary) -> float | Undefined:
    """Jaccard overlap: places in both plans / places in either, in [0, 1]. 1: the same set; 0: none in common.

    A place is its full name and its city; one whose city is not known is another place. How often and when it is
    visited does not matter. Undefined where neither plan names a place.
    """
    one, other = _places(first), _places(second)
    if not one | other:
        return NO_PLACES
    return len(one & other) / len(one | other)


def order_agreement(first: Itinerary, second: Itinerary) -> float | Undefined:
    """The share of pairs of common stops that both plans begin in the same order, in [0, 1].

    1: every pair; 0: none, one plan is the other backwards. Starts are minutes from 00:00 of day 1, so 00:15 of the next
    day comes after 23:45. Two stops that begin together agree with two that do and with no others. The second mention
    of a place is compared with the second. Undefined with fewer than two common stops that both plans time.
    """
    mine, theirs = _starts(first), _starts(second)
    if not mine.keys() & theirs.keys():
        return NO_COMMON_ITEMS
    common = [key for key, start in mine.items() if start is not None and theirs.get(key) is not None]
    if len(common) < FEWEST_STOPS:
        return TOO_FEW_STOPS
    pairs = np.triu_indices(len(common), 1)
    orders = [_orders([starts[key] for key in common])[pairs] for starts in (mine, theirs)]
    return float((orders[0] == orders[1]).mean())


def absolute_minute(day: int, minute: int) -> int:
    """Minutes from 00:00 of day 1."""
    return DAY_MIN * (day - 1) + minute


def _orders(starts: list[int | None]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """-1, 0 or 1 for each two stops: which of them begins first."""
    minutes = np.array(starts, dtype=np.float64)
    return np.sign(minutes[:, np.newaxis] - minutes[np.newaxis, :])


def _starts(itinerary: Itinerary) -> Mapping[ItemKey, int | None]:
    return {
        key: None if row.start_min is None else absolute_minute(day, row.start_min)
        for key, day, row in keyed_rows(itinerary)
        if is_place(row)
    }


def _places(itinerary: Itinerary) -> set[str]:
    return {key[0] for key, _, row in keyed_rows(itinerary) if is_place(row)}


def is_place(row: Stop | Leg) -> bool:
    """Whether a row is somewhere to be: no leg, no station, no airport."""
    return isinstance(row, Stop) and row.kind is not StopKind.TRANSPORT
