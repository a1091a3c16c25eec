"""Minutes, the only clock of the core.

A time is a whole number of minutes from 00:00 of a plan day. 1440 and more is the next date. Where days meet,
the absolute minute is 1440 x (day - 1) + minute, counted from 00:00 of day 1.
"""

import re
from datetime import date, timedelta
from functools import lru_cache

from annotate.errors import InputError

DAY_MIN = 1440
HOUR_MIN = 60
WEEK_DAYS = 7
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LAST_START_MIN = 1799
"""A stop may start at 0..1799 (00:00-29:59 on its plan day)."""

_HHMM = re.compile(r"^(\d{1,2}):(\d{2})(?::(\d{2}))?$")


@lru_cache(maxsize=4096)
def format_time(minute: int) -> str:
    """`HH:MM` on the 24-hour clock, the date dropped: 1510 is `01:10` (the text form of a plan)."""
    return f"{minute // HOUR_MIN % 24:02d}:{minute % HOUR_MIN:02d}"


@lru_cache(maxsize=4096)
def format_time_with_day(minute: int) -> str:
    """`HH:MM`, followed by ` +1` (or more) where the minute lies on a later date: 1510 is `01:10 +1`."""
    days = minute // DAY_MIN
    return format_time(minute) + (f" +{days}" if days else "")


@lru_cache(maxsize=4096)
def format_duration(minutes: float) -> str:
    """`1 h 05` for 65 minutes, `45 min` below an hour; the sign is kept."""
    whole = round(abs(minutes))
    sign = "-" if minutes < 0 and whole else ""
    return f"{sign}{whole // 60} h {whole % 60:02d}" if whole >= HOUR_MIN else f"{sign}{whole} min"


def read_hhmm(text: str, *, end: bool = False) -> int:
    """Minutes of a strict `H:MM`, `HH:MM` or `HH:MM:SS`. `24:00` is allowed only as an end.

    Raises InputError for anything else, `25:10` included.
    """
    match = _HHMM.match(text.strip())
    if match:
        hours, minutes = int(match[1]), int(match[2])
        if minutes < HOUR_MIN and (hours < 24 or (end and hours == 24 and minutes == 0)):
            return hours * HOUR_MIN + minutes
    raise InputError(
        f"'{text}' is not a time",
        expected="HH:MM between 00:00 and 23:59",
        todo="Correct the time.",
    )


def date_of(first_date: str, absolute: int) -> str:
    """ISO date on which an absolute minute falls, for a trip that starts on `first_date`."""
    return (date.fromisoformat(first_date) + timedelta(days=absolute // DAY_MIN)).isoformat()


@lru_cache(maxsize=1024)
def weekday_of(iso_date: str) -> int:
    """0 for Monday .. 6 for Sunday."""
    return date.fromisoformat(iso_date).weekday()


def overlap_min(start: float, end: float, other_start: float, other_end: float) -> float:
    """Length of the intersection of two half-open intervals, 0 if they only touch."""
    return max(0, min(end, other_end) - max(start, other_start))


def daily_overlap_min(start: int, end: int, window_start: int, window_end: int) -> int:
    """Minutes that [start, end) shares with a window that repeats every day.

    A window whose end is not after its start runs over midnight; [0, 1440) is the whole day.
    """
    if window_end <= window_start:
        window_end += DAY_MIN
    total = 0
    shift = (start - window_end) // DAY_MIN * DAY_MIN
    while window_start + shift < end:
        low = max(start, window_start + shift)
        high = min(end, window_end + shift)
        if high > low:
            total += high - low
        shift += DAY_MIN
    return total
