"""A measured figure beside its aim."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table. `beside` is what it stands beside, `why` what takes the time (said when the aim is missed).

    `aim` is the most that `value` may be; None: it is reported only.
    """

    part: str
    name: str
    value: float
    unit: str
    aim: float | None = None
    beside: str = ""
    why: str = ""

    @property
    def met(self) -> bool | None:
        """True if the aim is met, None without one."""
        return None if self.aim is None else self.value <= self.aim


@dataclass(frozen=True, slots=True)
class Spread:
    """Median and 95th percentile of samples, in their unit."""

    median: float
    p95: float
    n: int


def spread(samples: Sequence[float]) -> Spread:
    """Median and 95th percentile (of one sample: the sample)."""
    p95 = quantiles(samples, n=20, method="inclusive")[-1] if len(samples) > 1 else samples[0]
    return Spread(median(samples), p95, len(samples))
