"""How crowded a visit is: minutes that it shares with crowd windows and with hours that repeat daily."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from annotate.clock import DAY_MIN, HOUR_MIN, daily_overlap_min
from annotate.facts import LEVEL_INTENSITY

HOURS_A_DAY = 24


@dataclass(frozen=True, slots=True)
class Crowding:
    """`covered_min` are the minutes that any window covers, `weighted_min` those minutes times their
    intensity."""

    covered_min: int
    weighted_min: float


@lru_cache(maxsize=4096)
def _distinct(windows: tuple[tuple[int, int, str], ...]) -> tuple[tuple[int, int, float], ...]:
    """Windows on the 24-hour clock, each once, as (start_min, end_min, intensity)."""
    return tuple(
        {(start % DAY_MIN, end % DAY_MIN, LEVEL_INTENSITY[level]): None for start, end, level in windows}
    )


def crowding(start_min: int, end_min: int, windows: Iterable[tuple[int, int, str]]) -> Crowding:
    """What crowd windows (start_min, end_min, level) say of a visit.

    Windows repeat daily; one whose end is not after its start runs over midnight; minutes are taken modulo
    1440 and duplicates count once. Raises KeyError for a level outside CROWD_LEVELS.
    """
    return _crowding(start_min, end_min, tuple(windows))


@lru_cache(maxsize=65536)
def _crowding(start_min: int, end_min: int, windows: tuple[tuple[int, int, str], ...]) -> Crowding:
    covered = 0
    weighted = 0.0
    for window_start, window_end, intensity in _distinct(windows):
        minutes = daily_overlap_min(start_min, end_min, window_start, window_end)
        covered += minutes
        weighted += minutes * intensity
    return Crowding(covered, weighted)


@lru_cache(maxsize=1024)
def intensity_by_minute(windows: tuple[tuple[int, int, str], ...]) -> NDArray[np.float64]:
    """Intensity of the window that covers each minute of the day, 0 to 1439; not a number where none does."""
    minutes = np.full(DAY_MIN, np.nan)
    for start, end, intensity in _distinct(windows):
        if end > start:
            minutes[start:end] = intensity
        else:
            minutes[start:] = minutes[:end] = intensity
    minutes.setflags(write=False)
    return minutes


@lru_cache(maxsize=1024)
def minutes_of_day(windows: tuple[tuple[int, int], ...]) -> NDArray[np.bool_]:
    """Which minutes of the day, 0 to 1439, lie in windows that repeat daily, as `daily_overlap_min` reads them."""
    inside = np.zeros(DAY_MIN, dtype=bool)
    for start, end in windows:
        length = end - start if end > start else end + DAY_MIN - start
        inside[np.arange(start, start + length) % DAY_MIN] = True
    inside.setflags(write=False)
    return inside


def level_at(minute: int, windows: Iterable[tuple[int, int, str]]) -> float | None:
    """Intensity of the window that covers a minute, None if none does."""
    found = crowding(minute, minute + 1, windows)
    return found.weighted_min if found.covered_min else None


def hours_overlap_min(start_min: int, end_min: int, hours: Sequence[int]) -> int:
    """Minutes of a visit inside the given hours of the day; hour h is [h:00, h+1:00), modulo 24, duplicates
    once."""
    return _hours_overlap_min(start_min, end_min, tuple(hours)) if hours else 0


@lru_cache(maxsize=65536)
def _hours_overlap_min(start_min: int, end_min: int, hours: tuple[int, ...]) -> int:
    wanted = _hours_of_day(hours)
    total = 0
    hour = start_min // HOUR_MIN
    while hour * HOUR_MIN < end_min:
        if hour % HOURS_A_DAY in wanted:
            total += min(end_min, (hour + 1) * HOUR_MIN) - max(start_min, hour * HOUR_MIN)
        hour += 1
    return total


@lru_cache(maxsize=4096)
def _hours_of_day(hours: tuple[int, ...]) -> frozenset[int]:
    return frozenset(hour % HOURS_A_DAY for hour in hours)
