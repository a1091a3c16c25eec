"""How values spread: number, mean, extremes and quartiles."""

from collections.abc import Collection
from dataclasses import dataclass
from math import fsum
from statistics import quantiles


@dataclass(frozen=True, slots=True)
class Spread:
    """How n values spread, in their own unit.

    Quartiles lie between the two values nearest to them, in proportion (method 7 of Hyndman and Fan, 1996, as
    spreadsheets and numpy reckon them); of one value all are that value.
    """

    n: int
    mean: float
    least: float
    lower_quartile: float
    median: float
    upper_quartile: float
    most: float


def spread_of(values: Collection[float]) -> Spread | None:
    """The spread of some values, None if there are none."""
    if not values:
        return None
    lower, middle, upper = quantiles(values, n=4, method="inclusive") if len(values) > 1 else [*values] * 3
    return Spread(len(values), fsum(values) / len(values), min(values), lower, middle, upper, max(values))
