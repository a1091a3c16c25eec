"""Stays and legs whose length misses the range that the traveller's risk profile wants.

The ranges are those of BAS and TDAS; this module only turns them into times that a person can type.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

from annotate.clock import HOUR_MIN, format_duration, format_time_with_day
from annotate.profile import Profile
from annotate.score import Part
from annotate.scores.bas import visit_parts
from annotate.scores.penalty import TOLERANCE_MIN
from annotate.scores.tdas import leg_parts
from annotate.timeline import LegEntry, StopEntry, Timeline


@dataclass(frozen=True, slots=True)
class Lengths:
    """The scored rows that lie outside their range, and sentences on the rows that could not be scored."""

    outside: tuple["OutsideRange", ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OutsideRange:
    """A stay or a leg of `actual_min` minutes, outside [`low_min`, `high_min`]."""

    entry: StopEntry | LegEntry
    actual_min: int
    low_min: float
    high_min: float

    @property
    def outside_min(self) -> float:
        """Minutes to the near end of the range: below 0 where the row is too short, above 0 where it is
        too long."""
        if self.actual_min < self.low_min:
            return self.actual_min - self.low_min
        return self.actual_min - self.high_min

    @property
    def whole_min(self) -> tuple[int, int] | None:
        """First and last whole length inside the range, None if no whole minute lies inside."""
        low, high = ceil(self.low_min - TOLERANCE_MIN), floor(self.high_min + TOLERANCE_MIN)
        return (low, high) if low <= high else None

    def says(self, noun: str) -> str:
        """One sentence: what is how long, by how much it misses which range."""
        how = "shorter" if self.outside_min < 0 else "longer"
        return (
            f"{self.entry.label}: {noun} of {format_duration(self.actual_min)} is "
            f"{minutes_text(abs(self.outside_min))} {how} than the range wanted "
            f"({minutes_text(self.low_min)} to {minutes_text(self.high_min)})."
        )

    def end_that_would_do(self, verb: str) -> str:
        """One sentence with the ends (departure of a stop, arrival of a leg) that lie inside, start
        unchanged."""
        start = self.entry.row.start_min or 0
        if self.whole_min is None:
            low, high = start + floor(self.low_min), start + ceil(self.high_min)
            return (
                f"No whole minute lies inside; {format_time_with_day(low)} and {format_time_with_day(high)} "
                "are the nearest."
            )
        first, last = (format_time_with_day(start + length) for length in self.whole_min)
        return f"{verb} at {first}." if first == last else f"{verb} between {first} and {last}."


@lru_cache(maxsize=4096)
def minutes_text(minutes: float) -> str:
    """A length from 0 in words, with tenths where there are any: `1 h 05`, `45 min`, `8 h 37.5`, `22.5 min`."""
    if abs(minutes - round(minutes)) <= TOLERANCE_MIN:
        return format_duration(minutes)
    hours, rest = divmod(round(minutes, 1), HOUR_MIN)
    return f"{hours:.0f} h {rest:04.1f}" if hours else f"{rest:.1f} min"


def stays(trip: Timeline, profile: Profile) -> Lengths:
    """The attraction and restaurant stops against [v + a, v + b] (BAS)."""
    return _lengths(trip, trip.once(visit_parts, profile), "stay_range_min")


def legs(trip: Timeline, profile: Profile) -> Lengths:
    """The legs against [historical + a, historical + b] (TDAS)."""
    return _lengths(trip, trip.once(leg_parts, profile), "duration_range_min")


def _lengths(trip: Timeline, parts: Sequence[Part], range_key: str) -> Lengths:
    outside, missing = [], []
    for part in parts:
        entry = trip.entry(part.row)
        if not part.scored or entry.start is None or entry.end is None:
            missing.append(f"{entry.id} {entry.label}: {part.reason}")
        elif part.figures["q"] > 0:
            outside.append(OutsideRange(entry, entry.end - entry.start, *part.figures[range_key]))
    return Lengths(tuple(outside), tuple(missing))
