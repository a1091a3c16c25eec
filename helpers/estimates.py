"""A figure with its sample size and its uncertainty, or the reason why there is none.

The interval is a percentile bootstrap over groups (queries): whole groups are drawn with replacement, because the times
of one plan move together, and the figure is taken anew from each draw. Source: Efron, "Bootstrap methods: another look
at the jackknife", 1979; guidelines/annotators/measuring_agreement.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
"""Share of the draws that lie inside an interval."""
DRAWS = 2000
"""Draws per interval: its ends move by about 0.01 of their spread from seed to seed."""
SEED = 2609
"""The seed of every figure that is shown: the same plans give the same interval on every machine."""
FEWEST_GROUPS = 2

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Undefined:
    """A figure that there is none of, and why. Nothing else, no 0 and no NaN, stands for it."""

    because: str

    @property
    def words(self) -> str:
        """`undefined, because there are no common items`."""
        return f"undefined, because {self.because}"


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends of the interval that holds the middle `CONFIDENCE` of the draws."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure over `n` compared things, and how far it might be off."""

    value: float
    n: int
    interval: Interval | Undefined


Measured = Estimate | Undefined

NO_COMMON_ITEMS = Undefined("there are no common items")
ONE_GROUP = Undefined("it all comes from one query")


class Redraws:
    """Groups drawn with replacement. As many groups are always drawn in the same way, so that figures of the same queries
    differ by their data alone, and each number of groups costs one drawing."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Draws come from `rng`, in the order in which they are first asked for."""
        self._rng = rng
        self._by_groups: dict[int, Floats] = {}

    def sums(self, sums: Floats) -> Floats | Undefined:
        """Sums (groups x terms) over `DRAWS` draws of as many groups: draws x terms.

        Undefined with fewer than two groups: each draw would be the same.
        """
        groups = len(sums)
        if groups < FEWEST_GROUPS:
            return ONE_GROUP
        if groups not in self._by_groups:
            drawn = self._rng.integers(groups, size=(DRAWS, groups))
            places = drawn + groups * np.arange(DRAWS)[:, np.newaxis]
            counts = np.bincount(places.ravel(), minlength=DRAWS * groups)
            self._by_groups[groups] = counts.reshape(DRAWS, groups).astype(np.float64)
        return np.asarray(self._by_groups[groups] @ sums, dtype=np.float64)


def intervals_of(figures: Floats) -> list[Interval]:
    """The middle `CONFIDENCE` of each figure over the draws (draws x figures)."""
    rest = (1 - CONFIDENCE) / 2
    low, high = np.quantile(figures, [rest, 1 - rest], axis=0)
    return [Interval(float(one), float(other)) for one, other in zip(low, high, strict=True)]


def mean_by_group(values: Mapping[int, Sequence[float]], redraws: Redraws, none: Undefined) -> Measured:
    """The mean of all values, which stand by group; `none` where there is no value."""
    sums = np.array([[len(some), sum(some)] for some in values.values() if some], dtype=np.float64)
    if not len(sums):
        return none
    n, total = sums.sum(axis=0)
    drawn = redraws.sums(sums)
    interval = drawn if isinstance(drawn, Undefined) else intervals_of(drawn[:, 1:] / drawn[:, :1])[0]
    return Estimate(float(total / n), int(n), interval)


def estimate_data(measured: Measured) -> dict[str, Any]:
    """A figure as files hold it: `value`, `n`, `low`, `high`, and `undefined` (the reason) where something is not."""
    if isinstance(measured, Undefined):
        return {"value": None, "n": 0, "low": None, "high": None, "undefined": measured.because}
    known = measured.interval if isinstance(measured.interval, Interval) else None
    return {
        "value": measured.value,
        "n": measured.n,
        "low": known.low if known else None,
        "high": known.high if known else None,
        "undefined": None,
    }
