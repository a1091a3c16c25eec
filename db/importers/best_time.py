"""A BestTime forecast: 24 hours from 06:00 for each weekday; hours 0-5 belong to the next calendar date."""

import re
from collections.abc import Iterable
from typing import Any

from annotate.clock import HOUR_MIN
from annotate.errors import InputError
from annotate.facts import CROWD_LEVELS

FIRST_HOUR = 6
"""Index 0 of a day is 06:00."""
HOURS = 24
WEEK_DAYS = 7
CLOSED = 999
"""`intensity_nr` of an hour in which the venue is closed."""
LOWEST_INTENSITY = -2
"""`intensity_nr` runs from -2 (Low) to 2 (High)."""


def week_of(value: Any) -> list[dict[str, Any]] | None:
    """Seven stored crowd entries (Monday first) of a forecast, None if `value` is no BestTime form.

    Taken: a whole answer (`analysis`), its list of days, one day of it, or seven lists of 24 intensities. With one day
    the other weekdays are unknown. Raises InputError for a forecast with something wrong inside.
    """
    if isinstance(value, dict) and "analysis" in value:
        value = value["analysis"]
    if isinstance(value, dict) and "hour_analysis" in value:
        value = [value]
    if not isinstance(value, list) or not value:
        return None
    if len(value) == WEEK_DAYS and all(isinstance(day, list) and len(day) == HOURS for day in value):
        value = [{"hour_analysis": day, "day_info": {"day_int": n}} for n, day in enumerate(value)]
    if not all(isinstance(day, dict) and "hour_analysis" in day for day in value):
        return None
    if len(value) > WEEK_DAYS:
        raise InputError(
            f"The forecast has {len(value)} days", expected="at most 7", todo="Correct the forecast."
        )
    levels: list[dict[int, str | None]] = [{} for _ in range(WEEK_DAYS)]
    quiet: list[set[int]] = [set() for _ in range(WEEK_DAYS)]
    peak: list[set[int]] = [set() for _ in range(WEEK_DAYS)]
    for position, day in enumerate(value):
        number = _day_number(day, position, len(value))
        for index, entry in enumerate(_hours_of(day)):
            hour, level = _hour_of(entry, index)
            levels[_calendar_day(number, hour)][hour] = level
        for hour in _listed(day, "quiet_hours"):
            quiet[_calendar_day(number, _hour(hour))].add(_hour(hour))
        for part in _listed(day, "peak_hours"):
            for hour in _peak_range(part):
                peak[_calendar_day(number, hour)].add(hour)
    return [
        {
            "windows": [
                [first * HOUR_MIN, end * HOUR_MIN, level]
                for first, end, level in _runs(levels[day])
                if level is not None
            ],
            "quiet_hours": sorted(quiet[day]),
            "peak_hours": sorted(peak[day]),
            "closed": [
                [first * HOUR_MIN, end * HOUR_MIN]
                for first, end, level in _runs(levels[day])
                if level is None
            ],
        }
        for day in range(WEEK_DAYS)
    ]


def _day_number(day: dict[str, Any], position: int, days: int) -> int:
    info = day.get("day_info")
    number = info.get("day_int") if isinstance(info, dict) else day.get("day_int")
    if number is None and days == WEEK_DAYS:
        return position
    if not isinstance(number, int) or not 0 <= number < WEEK_DAYS:
        raise InputError(f"day_int is {number}", expected="0 (Monday) to 6", todo="Correct the forecast.")
    return number


def _hours_of(day: dict[str, Any]) -> list[Any]:
    hours = day["hour_analysis"]
    if not isinstance(hours, list) or len(hours) > HOURS:
        raise InputError(
            "hour_analysis is no list of 24 hours", expected="24 hours from 06:00", todo="Correct it."
        )
    return hours


def _hour_of(entry: Any, index: int) -> tuple[int, str | None]:
    """(hour of the day, level or None for closed) of one entry."""
    if isinstance(entry, dict):
        hour, intensity = _hour(entry.get("hour", (FIRST_HOUR + index) % HOURS)), entry.get("intensity_nr")
    else:
        hour, intensity = (FIRST_HOUR + index) % HOURS, entry
    if isinstance(intensity, str) and re.fullmatch("-?[0-9]{1,3}", intensity.strip()):
        intensity = int(intensity)
    if intensity == CLOSED:
        return hour, None
    if not isinstance(intensity, int) or not 0 <= intensity - LOWEST_INTENSITY < len(CROWD_LEVELS):
        raise InputError(
            f"intensity_nr of {hour:02d}:00 is {str(intensity)[:40]}",
            expected="-2 to 2, or 999",
            todo="Correct it.",
        )
    return hour, CROWD_LEVELS[intensity - LOWEST_INTENSITY]


def _listed(day: dict[str, Any], name: str) -> list[Any]:
    found = day.get(name) or []
    if not isinstance(found, list):
        raise InputError(f"{name} is {str(found)[:40]}", expected="a list", todo="Correct the forecast.")
    return found


def _hour(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < HOURS:
        return value
    raise InputError(f"{str(value)[:40]} is not an hour", expected="0 to 23", todo="Correct the forecast.")


def _calendar_day(day: int, hour: int) -> int:
    return day if hour >= FIRST_HOUR else (day + 1) % WEEK_DAYS


def _peak_range(part: Any) -> Iterable[int]:
    """Hours from peak_start to peak_end, the end included, in the order of a BestTime day (from 06:00)."""
    if not isinstance(part, dict):
        return [_hour(part)]
    first = (_hour(part.get("peak_start")) - FIRST_HOUR) % HOURS
    last = (_hour(part.get("peak_end")) - FIRST_HOUR) % HOURS
    last = HOURS - 1 if last < first else last
    return [(FIRST_HOUR + index) % HOURS for index in range(first, last + 1)]


def _runs(hours: dict[int, str | None]) -> list[tuple[int, int, str | None]]:
    """(first hour, end hour, level) of neighbouring hours with the same level."""
    runs: list[tuple[int, int, str | None]] = []
    for hour in sorted(hours):
        if runs and runs[-1][1] == hour and runs[-1][2] == hours[hour]:
            runs[-1] = (runs[-1][0], hour + 1, hours[hour])
        else:
            runs.append((hour, hour + 1, hours[hour]))
    return runs
