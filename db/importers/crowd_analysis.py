"""The forms in which sources say how crowded a place is, to the one stored form.

Stored: a list of one entry (every day) or seven (Monday first) of
`{"windows": [[start_min, end_min, level]], "quiet_hours": [h], "peak_hours": [h], "closed": [[start_min, end_min]]}`,
half-open; a window whose end is not after its start runs over midnight. Closed is apart from unknown.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from annotate.clock import HOUR_MIN
from annotate.errors import InputError
from annotate.text.quantity import read_literal
from db.importers import best_time
from db.importers.cells import Cell, crowd_level, level_of

HOURS = 24
_FORMS = 'an object with "cw", "q", "p", the paper\'s form with "avg_day", a BestTime week, or a crowd level'


@dataclass(slots=True)
class Analysis:
    """What one cell says. `cw` holds [start hour, end hour, level] as written: whether ends are inclusive is decided
    for the whole file. `days` is set where the source needs no such decision (a BestTime week). `level` is a bare level.
    """

    cw: list[tuple[int, int, str]] = field(default_factory=list)
    quiet_hours: list[int] = field(default_factory=list)
    peak_hours: list[int] = field(default_factory=list)
    closed: list[list[int]] = field(default_factory=list)
    days: list[dict[str, Any]] | None = None
    level: str | None = None

    def stored(self, *, exclusive: bool) -> list[dict[str, Any]]:
        """The stored form. Raises InputError where windows overlap or have no length."""
        if self.days is not None:
            return self.days
        if not (self.cw or self.quiet_hours or self.peak_hours or self.closed):
            return []
        windows = [_minutes(window, exclusive) for window in self.cw]
        covered: set[int] = set()
        for window in self.cw:
            hours = covered_hours(window, exclusive=exclusive)
            if covered & hours:
                raise InputError(
                    f"Crowd windows overlap at {min(covered & hours):02d}:00",
                    expected="windows that do not overlap",
                    todo="Correct the windows"
                    + (' or answer "window_ends": "exclusive".' if not exclusive else "."),
                )
            covered |= hours
        entry = {
            "windows": windows, "quiet_hours": self.quiet_hours, "peak_hours": self.peak_hours, "closed": self.closed,
        }  # fmt: skip
        return [entry]

    @property
    def contradicts_inclusive(self) -> bool:
        """True when windows overlap if their last hour belongs to them."""
        seen: set[int] = set()
        for window in self.cw:
            if window[1] == HOURS:
                return True
            hours = covered_hours(window, exclusive=False)
            if seen & hours:
                return True
            seen |= hours
        return False


def covered_hours(window: tuple[int, int, str], *, exclusive: bool) -> set[int]:
    """The hours of the day (0-23) of a window, over midnight too."""
    start, end = window[0] % HOURS, window[1] + (0 if exclusive else 1)
    length = (end - start) % HOURS or HOURS
    return {(start + step) % HOURS for step in range(length)}


def _minutes(window: tuple[int, int, str], exclusive: bool) -> list[Any]:
    start, last, level = window
    if exclusive and start == last:
        raise InputError(
            f"The crowd window [{start}, {last}] has no length",
            expected="an end after the start",
            todo='Correct it, or answer "window_ends": "inclusive".',
        )
    end = (last + (0 if exclusive else 1)) * HOUR_MIN
    return [start % HOURS * HOUR_MIN, end if end <= HOURS * HOUR_MIN else end - HOURS * HOUR_MIN, level]


def read_analysis(written: str, cell: Cell) -> Analysis:
    """One cell of an analysis column. Raises InputError for a form that is none of the known ones."""
    if written[:1] not in "{[":
        return Analysis(level=crowd_level(written, cell))
    return analysis_of(read_literal(written))


def analysis_of(value: Any) -> Analysis:
    """An analysis that is already parsed."""
    if isinstance(value, str):
        return analysis_of(read_literal(value)) if value[:1] in "{[" else Analysis(level=_level(value))
    if value is None or value in ({}, []):
        return Analysis()
    if (week := best_time.week_of(value)) is not None:
        return Analysis(days=week)
    if isinstance(value, dict) and "avg_day" in value:
        return _paper_form(value)
    if isinstance(value, dict) and {"cw", "q", "p"} & set(value):
        return _windows_form(value)
    raise InputError(f"{str(value)[:80]} is not a crowd analysis", expected=_FORMS, todo="Correct the cell.")


def _level(text: str) -> str:
    level = level_of(text)
    if level is None:
        raise InputError(
            f"'{text[:60]}' is not a crowd level", expected="L, BA, A, AA or H", todo="Correct it."
        )
    return level


def _paper_form(value: dict[str, Any]) -> Analysis:
    """`o` and `c` are opening and closing hour: the hours outside are closed, not quiet."""
    day = value["avg_day"]
    if not isinstance(day, dict):
        raise InputError(
            f"avg_day is {str(day)[:60]}", expected='an object with "cw", "q", "p"', todo="Correct it."
        )
    analysis = _windows_form(day)
    opens, closes = value.get("o"), value.get("c")
    if opens is not None and closes is not None:
        first, last = _hour(opens, "o"), _hour(closes, "c")
        if first % HOURS != last % HOURS:
            analysis.closed = [[last % HOURS * HOUR_MIN, (first or HOURS) * HOUR_MIN]]
    return analysis


def _windows_form(value: dict[str, Any]) -> Analysis:
    windows = value.get("cw") or []
    if not isinstance(windows, list):
        raise InputError(f"cw is {str(windows)[:60]}", expected="a list of windows", todo="Correct it.")
    return Analysis(
        cw=list(dict.fromkeys(_window(window) for window in windows)),
        quiet_hours=_hours(value.get("q"), "q"),
        peak_hours=_peak_hours(value.get("p")),
    )


def _window(window: Any) -> tuple[int, int, str]:
    if not isinstance(window, list | tuple) or len(window) != 3:
        raise InputError(
            f"{str(window)[:60]} is not a crowd window",
            expected='[start hour, end hour, "BA"]',
            todo="Correct it.",
        )
    start = _hour(window[0], "cw")
    if start == HOURS:
        start = 0
    return start, _hour(window[1], "cw"), _level(str(window[2]))


def _hour(value: Any, name: str) -> int:
    text = str(value).strip().removesuffix(":00").removesuffix(".0")
    if not isinstance(value, bool) and re.fullmatch("[0-9]{1,2}", text) and int(text) <= HOURS:
        return int(text)
    raise InputError(
        f"{str(value)[:40]} in {name} is not an hour", expected="a whole hour, 0 to 24", todo="Correct it."
    )


def _hours(value: Any, name: str) -> list[int]:
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise InputError(f"{name} is {str(value)[:40]}", expected="a list of hours", todo="Correct it.")
    return list(dict.fromkeys(_hour(hour, name) % HOURS for hour in value))


def _peak_hours(value: Any) -> list[int]:
    """Two ascending numbers are a window whose end belongs to it; any other length is a list of hours."""
    if isinstance(value, list | tuple) and value and all(isinstance(part, list | tuple) for part in value):
        return list(dict.fromkeys(hour for part in value for hour in _peak_hours(part)))
    hours = _hours(value, "p")
    if isinstance(value, list | tuple) and len(value) == 2 and len(hours) == 2:
        first, last = _hour(value[0], "p"), _hour(value[1], "p")
        if first < last:
            return [hour % HOURS for hour in range(first, last + 1)]
    return hours
