"""Krippendorff's alpha at the interval level: how far people agree on numbers, beyond what their spread alone gives.

alpha = 1 - D_o / D_e, D_o the mean squared difference of two people's values of one item, D_e that of any two values.
1: all give the same; 0: as far apart as values drawn blindly; below 0: further. An item that one person alone gave
counts nothing. Undefined without an item that two people gave. Source: Krippendorff, "Computing Krippendorff's
Alpha-Reliability", 2011; computed by the library `krippendorff`.

Where every value is the same D_e is 0 and the printed formula is 0 / 0. It is 1 here: nobody disagreed. See decision
0022 and guidelines/annotators/measuring_agreement.md.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

import krippendorff
import numpy as np

from helpers.estimates import NO_COMMON_ITEMS, Floats, Undefined

Values = Sequence[Mapping[int, int]]
"""One mapping per item: the whole number that each person gave it."""
MOST_CELLS = 200_000
"""The library lays out items x values x values; beyond this many cells (1.6 MB each, several at once) the same ratio is
taken from sums of squares."""
FEWEST_VALUES = 2
N, SUM, SQUARES, WITHIN = range(4)
"""The terms of alpha that add up over items: values, their sum, the sum of their squares, and the sum over items of
the squared differences of every two values / (m - 1), m being the item's number of values."""


def interval_alpha(values: Values, sums: Floats | None = None) -> float | Undefined:
    """Alpha of items, at most 1; Undefined without an item that two people gave. `sums` are their terms, if added."""
    pairable = [item for item in values if len(item) >= FEWEST_VALUES]
    if not pairable:
        return NO_COMMON_ITEMS
    distinct = {value for item in pairable for value in item.values()}
    if len(distinct) == 1:
        return 1.0
    if len(pairable) * len(distinct) ** 2 > MOST_CELLS:
        added = np.sum([terms_of(item) for item in pairable], axis=0) if sums is None else sums
        return float(alpha_of_sums(added))
    people = sorted({person for item in pairable for person in item})
    matrix = np.full((len(people), len(pairable)), np.nan)
    rows = {person: row for row, person in enumerate(people)}
    for column, item in enumerate(pairable):
        for person, value in item.items():
            matrix[rows[person], column] = value
    return float(krippendorff.alpha(reliability_data=matrix, level_of_measurement="interval"))


def terms_of(item: Mapping[int, int]) -> tuple[float, float, float, float]:
    """What an item that two or more people gave adds to each term, in the order of the names above."""
    given = list(item.values())
    if len(given) == FEWEST_VALUES:
        one, other = given
        return 2, one + other, one * one + other * other, (one - other) ** 2
    squares = sum((one - other) ** 2 for one, other in combinations(given, 2))
    return len(given), sum(given), sum(value * value for value in given), squares / (len(given) - 1)


def alpha_of_sums(sums: Floats) -> Floats:
    """Alpha of added terms, row by row: 1 - (n - 1) / n x within / (squares - sum^2 / n); 1 where within is 0."""
    n = sums[..., N]
    spread = sums[..., SQUARES] - sums[..., SUM] ** 2 / n
    within = sums[..., WITHIN]
    agreed = within == 0
    return np.asarray(
        np.where(agreed, 1.0, 1 - (n - 1) / n * within / np.where(agreed, 1.0, spread)), dtype=np.float64
    )
