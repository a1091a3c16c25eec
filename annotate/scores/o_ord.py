"""O_ord, ordering score: do the days go as those of a reference plan do?

Per day 1 - edit distance / longer length over strings of x (accommodation), y (restaurant), z (attraction);
mean over the days of the longer plan. Source: TripCraft (arXiv 2502.20508), which describes an edit distance;
`Profile.ordering = "published"` reproduces what its released script computes instead.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import inf

from annotate.facts import Facts
from annotate.plan import Day, Itinerary, StopKind
from annotate.profile import Profile
from annotate.score import Part, Score, ScoreInfo, mean_score
from annotate.timeline import Timeline

SCORE = ScoreInfo(
    "o_ord",
    "O_ord",
    "Ordering score",
    "TripCraft (arXiv 2502.20508); ordering: true edit distance per day, or as its released script",
    7,
    "days",
    ("order", "reference_order", "distance", "score"),
)

SYMBOLS = {
    StopKind.ACCOMMODATION: "x",
    StopKind.RESTAURANT: "y",
    StopKind.ATTRACTION: "z",
    StopKind.EVENT: "e",
    StopKind.TRANSPORT: "t",
}
"""What a list row is in the string of its day. Events and transport places are left out of the comparison;
the released script takes them for attractions."""
LEFT_OUT = str.maketrans("", "", "et")
_AS_PUBLISHED = str.maketrans("et", "zz")
PUBLISHED_DAYS = 3
"""The released script reads three days, whatever the length of the trip."""
_PAIRED_DAYS = 2
"""It pairs each of the first two days of one plan with each of the other's."""
NO_REFERENCE = "There is no reference plan."


def orders_of(itinerary: Itinerary) -> tuple[str, ...]:
    """The string of each day in order, with all five symbols: what `Facts.reference_orders` holds of a
    reference plan."""
    return tuple(map(_order_of, itinerary.days))


def _order_of(day: Day) -> str:
    return "".join([SYMBOLS[stop.kind] for stop in day.stops])


@lru_cache(maxsize=4096)
def edit_distance(one: str, other: str) -> int:
    """Levenshtein distance: least number of symbols to put in, take out or replace."""
    row = list(range(len(other) + 1))
    for place, symbol in enumerate(one, 1):
        before, row[0] = row[0], place
        for at, wanted in enumerate(other, 1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (symbol != wanted))
    return row[-1]


@lru_cache(maxsize=4096)
def time_warping_distance(one: str, other: str) -> float:
    """Sum of mismatches (1 each) along the best warping of two strings: a symbol may be met several times
    at no cost. Two empty strings: 0; one empty string: infinite."""
    row = [0.0] + [inf] * len(other)
    for symbol in one:
        before, row[0] = row[0], inf
        for at, wanted in enumerate(other, 1):
            before, row[at] = row[at], (symbol != wanted) + min(row[at], row[at - 1], before)
    return row[-1]


def published_value(plan: Sequence[str], reference: Sequence[str]) -> tuple[float | None, str | None]:
    """(value, why there is none) as the released script computes it; for comparison with printed tables
    only.

    The time-warping distances of the first two days, each with each, and of the third days are summed and
    divided by (n - 1)^2 + 1, n being the days of the reference, and by the longer of the two second days. It
    is not confined to [0, 1] and does not read a fourth day.
    """
    if min(len(plan), len(reference)) < PUBLISHED_DAYS:
        return None, "The published way reads three days, and one of the plans has fewer."
    mine = [order.translate(_AS_PUBLISHED) for order in plan[:PUBLISHED_DAYS]]
    theirs = [order.translate(_AS_PUBLISHED) for order in reference[:PUBLISHED_DAYS]]
    if not all(mine) or not all(theirs):
        return None, "The published way is not defined for a day without a list."
    total = sum(time_warping_distance(a, b) for b in theirs[:_PAIRED_DAYS] for a in mine[:_PAIRED_DAYS])
    total += time_warping_distance(mine[-1], theirs[-1])
    mean = total / ((len(reference) - 1) ** 2 + 1)
    return 1 - mean / max(len(mine[_PAIRED_DAYS - 1]), len(theirs[_PAIRED_DAYS - 1])), None


def _day_part(number: int, mine: str | None, theirs: str | None) -> Part | None:
    """The part of one day; None for a day that is empty in both plans."""
    row, figures = f"d{number}", {"order": mine, "reference_order": theirs}
    if mine is None or theirs is None:
        lacking = "The plan" if mine is None else "The reference plan"
        return Part(row, 0.0, {**figures, "score": 0.0}, None, (f"{lacking} has no such day.",))
    if not mine and not theirs:
        return None
    distance = edit_distance(mine, theirs)
    value = 1 - distance / max(len(mine), len(theirs))
    return Part(row, value, {**figures, "distance": distance, "score": value})


def score(trip: Timeline, facts: Facts, profile: Profile) -> Score:
    """O_ord of a plan, in [0, 1] (1: the same order each day), None without a reference plan.

    A day that only one plan has counts 0; a day without a string in both is left out.
    """
    reference = facts.reference_orders
    days = trip.itinerary.days
    if reference is None:
        return Score(SCORE.name, None, 0, len(days), (), NO_REFERENCE)
    plan = orders_of(trip.itinerary)
    if profile.ordering == "published":
        value, why = published_value(plan, reference)
        return Score(SCORE.name, value, 0 if value is None else PUBLISHED_DAYS, len(reference), (), why)
    mine = [order.translate(LEFT_OUT) for order in plan]
    theirs = [order.translate(LEFT_OUT) for order in reference]
    parts = []
    for index in range(max(len(mine), len(theirs))):
        here = mine[index] if index < len(mine) else None
        there = theirs[index] if index < len(theirs) else None
        part = _day_part(index + 1, here, there)
        if part is not None:
            parts.append(part)
    return mean_score(SCORE.name, parts, "Neither plan lists anything.")
