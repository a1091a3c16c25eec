"""Opening hours as text or JSON, to windows of minutes by weekday."""

import re
from typing import Any

from annotate.clock import DAY_MIN
from annotate.errors import InputError
from annotate.names import match_key
from annotate.text.quantity import read_clock, read_literal
from db.importers.cells import Cell, day_range

_DASH = re.compile(r"\s*(?:-|–|—|\bto\b)\s*", re.IGNORECASE)
_DAY_PREFIX = re.compile(
    r"(?P<days>[a-z]{2,9}\.?(?:\s*(?:[-–—,&/]|\bto\b|\band\b)\s*[a-z]{2,9}\.?)*)\s*[:=]?\s*"
    r"(?P<hours>\d.*|closed.*|open.*|24.*)",
    re.IGNORECASE,
)
_ALL_DAY = frozenset({"24 hours", "open 24 hours", "24x7", "24/7", "always open", "24 hrs", "open all day"})
_EVERY_DAY = frozenset({"daily", "every day", "all days", "everyday"})
WEEK_DAYS = 7


def opening_hours(written: str, cell: Cell) -> list[list[list[int]]]:
    """One entry (every day) or seven (Monday first) of windows [start_min, end_min]; an empty entry is closed.

    Understood: `09:00-20:00`, `9:00 AM - 1:00 PM, 3:00 PM - 8:00 PM`, `18:00-02:00` (over midnight), `Open 24 hours`,
    `Mon-Fri 09:00-17:00; Sat 10:00-14:00; Sun closed`, and the same as a JSON object or list of seven. A list by
    weekday names every day.
    """
    if written[:1] in "{[":
        return _from_value(read_literal(written), written)
    chunks = [chunk.strip() for chunk in re.split(r"[;|\n]", written) if chunk.strip()]
    by_day: dict[int, list[list[int]]] = {}
    everyday: list[list[int]] | None = None
    for chunk in chunks:
        match = _DAY_PREFIX.fullmatch(chunk)
        word = match_key(match["days"]) if match else ""
        if match is None or word in ("open",):
            everyday = (everyday or []) + _windows(chunk)
        elif word in _EVERY_DAY:
            everyday = (everyday or []) + _windows(match["hours"])
        else:
            for day in _days(match["days"], written):
                by_day.setdefault(day, []).extend(_windows(match["hours"]))
    if by_day and everyday is not None:
        raise _not_hours(written, "hours for every day, or for each weekday, not both")
    return [everyday] if everyday is not None else _week(by_day, written)


def _days(words: str, written: str) -> list[int]:
    days: list[int] = []
    for part in re.split(r"\s*(?:[,&/]|\band\b)\s*", words):
        ends = _DASH.split(part)
        if len(ends) > 2:
            raise _not_hours(written, "weekdays such as Mon-Fri")
        days.extend(day_range(ends[0], ends[-1], written))
    return days


def _from_value(value: Any, written: str) -> list[list[list[int]]]:
    if isinstance(value, list) and len(value) in (1, WEEK_DAYS):
        return [_of_day(part, written) for part in value]
    if isinstance(value, dict) and value:
        by_day: dict[int, list[list[int]]] = {}
        for words, part in value.items():
            if match_key(str(words)) in _EVERY_DAY and len(value) == 1:
                return [_of_day(part, written)]
            for day in _days(str(words), written):
                by_day.setdefault(day, []).extend(_of_day(part, written))
        return _week(by_day, written)
    raise _not_hours(written, "an object by weekday or a list of seven")


def _of_day(value: Any, written: str) -> list[list[int]]:
    if value is None or value == []:
        return []
    if isinstance(value, str):
        return _windows(value)
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        if len(value) == 2 and not any(_DASH.search(part) for part in value):
            return _windows("-".join(value))
        return [window for part in value for window in _windows(part)]
    raise _not_hours(written, "hours such as 09:00-20:00 for each day")


def _week(by_day: dict[int, list[list[int]]], written: str) -> list[list[list[int]]]:
    if len(by_day) < WEEK_DAYS:
        raise _not_hours(written, "hours, or the word closed, for each of the seven days")
    week = [by_day[day] for day in range(WEEK_DAYS)]
    return week[:1] if all(day == week[0] for day in week) else week


def _windows(text: str) -> list[list[int]]:
    folded = match_key(text)
    if folded.startswith("closed"):
        return []
    if folded in _ALL_DAY:
        return [[0, DAY_MIN]]
    found: list[list[int]] = []
    for part in re.split(
        r"\s*(?:,|&|\band\b)\s*", re.sub(r"^open\s+", "", text.strip(), flags=re.IGNORECASE)
    ):
        ends = _DASH.split(part.strip())
        if len(ends) != 2:
            raise _not_hours(text, "hours such as 09:00-20:00")
        start, end = read_clock(ends[0]).minute, read_clock(ends[1], end=True).minute
        found.append([start, DAY_MIN] if start == 0 == end else [start, DAY_MIN if end == 0 else end])
    return found


def _not_hours(written: str, expected: str) -> InputError:
    return InputError(
        f"'{written[:80]}' is not understood as opening hours", expected=expected, todo="Correct it."
    )
