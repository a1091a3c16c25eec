"""Stays and legs whose length misses the range that the traveller's risk profile wants.

The ranges are those of BAS and TDAS; this module only turns them into times that a person can type.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Any, NamedTuple

import numpy as np

from annotate.clock import HOUR_MIN, format_duration, format_time_with_day
from annotate.profile import Profile
from annotate.score import Part
from annotate.scores.bas import stay_range, visit_parts
from annotate.scores.crowding import crowding, intensity_by_minute
from annotate.scores.penalty import TOLERANCE_MIN
from annotate.scores.tdas import leg_parts
from annotate.timeline import LegEntry, StopEntry, Timeline

LEAST_CONGESTION, MOST_CONGESTION = 1.0, 2.0
"""C_f at Low and at High crowd (Table 10)."""
_KEPT_LENGTHS = 4096


@dataclass(frozen=True, slots=True)
class Lengths:
    """The scored rows that lie outside their range, and sentences on the rows that could not be scored."""

    outside: tuple["OutsideRange", ...]
    missing: tuple[str, ...]


class OutsideRange(NamedTuple):
    """A stay or a leg of `actual_min` minutes, outside [`low_min`, `high_min`]; `whole_min` as `lengths_inside`."""

    entry: StopEntry | LegEntry
    actual_min: int
    low_min: float
    high_min: float
    whole_min: tuple[int, int] | None

    @property
    def outside_min(self) -> float:
        """Minutes to the near end of the range: below 0 where the row is too short, above 0 where it is
        too long."""
        if self.actual_min < self.low_min:
            return self.actual_min - self.low_min
        return self.actual_min - self.high_min

    def says(self, noun: str) -> str:
        """One sentence: what is how long, by how much it misses which range."""
        outside_min = self.outside_min
        how = "shorter" if outside_min < 0 else "longer"
        return (
            f"{self.entry.label}: {noun} of {format_duration(self.actual_min)} is "
            f"{minutes_text(abs(outside_min))} {how} than the range wanted "
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
    return _lengths(trip, trip.once(visit_parts, profile), "stay_range_min", profile)


def legs(trip: Timeline, profile: Profile) -> Lengths:
    """The legs against [historical + a, historical + b] (TDAS)."""
    return _lengths(trip, trip.once(leg_parts, profile), "duration_range_min", profile)


def lengths_inside(
    trip: Timeline, entry: StopEntry | LegEntry, figures: Mapping[str, Any], profile: Profile
) -> tuple[int, int] | None:
    """First and last whole length in minutes of a row that lies inside the range it would then have, its start
    unchanged; None if no whole minute does. `figures` are those of its BAS or TDAS part, with a range.

    Where the congestion of a stay is weighted over its minutes, another departure has another range. The lengths inside
    may then lie apart: it is the longest run of them, the first of equal ones, so that each length between its ends
    is inside too.
    """
    if isinstance(entry, LegEntry):
        low, high = figures["duration_range_min"]
        return _whole(low, high)
    low, high = figures["stay_range_min"]
    risk, crowd, start = trip.itinerary.risk_profile, trip.crowd(entry), entry.start
    stated = entry.place.crowd_level if entry.place else None
    if (
        risk is None
        or crowd is None
        or start is None
        or stated is not None
        or profile.congestion == "arrival_hour"
    ):
        return _whole(low, high)

    return weighted_lengths_inside(start, crowd.windows, figures["base_min"], risk.multipliers, (low, high))


@lru_cache(maxsize=_KEPT_LENGTHS)
def weighted_lengths_inside(
    start: int,
    windows: tuple[tuple[int, int, str], ...],
    base_min: float,
    multipliers: tuple[float, float],
    range_min: tuple[float, float],
) -> tuple[int, int] | None:
    """`lengths_inside` of a stay whose congestion is weighted over crowd windows, `range_min` being its range as it is,
    which a length keeps that no window touches. Such a length has no score and counts only where no other is inside.
    Kept by what it hangs on, because an edit changes one row and leaves the others.

    Every length is tried that any congestion from Low to High could want: a crowd that begins or ends under way moves
    the range by more than a minute a minute, so that neither end can be found from the other lengths' ranges.
    """
    shortest = max(1, ceil(stay_range(base_min, LEAST_CONGESTION, multipliers)[0] - TOLERANCE_MIN))
    longest = floor(stay_range(base_min, MOST_CONGESTION, multipliers)[1] + TOLERANCE_MIN)
    lengths = np.arange(shortest, longest + 1)
    by_minute = intensity_by_minute(windows).take(start + lengths - 1, mode="wrap")
    is_covered = ~np.isnan(by_minute)
    before = crowding(start, start + shortest - 1, windows)
    covered = before.covered_min + is_covered.cumsum()
    weighted = before.weighted_min + np.where(is_covered, by_minute, 0.0).cumsum()
    ideal = base_min * (1 + weighted / np.maximum(covered, 1))
    low, high = (
        np.where(covered, base_min + share * ideal, end)
        for share, end in zip(multipliers, range_min, strict=True)
    )
    inside = (low - TOLERANCE_MIN <= lengths) & (lengths <= high + TOLERANCE_MIN)
    if (scored := inside & (covered > 0)).any():
        inside = scored
    turns = np.flatnonzero(np.diff(inside, prepend=False, append=False)).reshape(-1, 2)
    if not turns.size:
        return None
    first, after = turns[np.argmax(turns[:, 1] - turns[:, 0])]
    return shortest + int(first), shortest + int(after) - 1


def _whole(low_min: float, high_min: float) -> tuple[int, int] | None:
    low, high = ceil(low_min - TOLERANCE_MIN), floor(high_min + TOLERANCE_MIN)
    return (low, high) if low <= high else None


def _lengths(trip: Timeline, parts: Sequence[Part], range_key: str, profile: Profile) -> Lengths:
    outside, missing = [], []
    for part in parts:
        entry = trip.entry(part.row)
        if not part.scored or entry.start is None or entry.end is None:
            missing.append(f"{entry.id} {entry.label}: {part.reason}")
        elif part.figures["q"] > 0:
            inside = lengths_inside(trip, entry, part.figures, profile)
            low, high = part.figures[range_key]
            outside.append(OutsideRange(entry, entry.end - entry.start, low, high, inside))
    return Lengths(tuple(outside), tuple(missing))
