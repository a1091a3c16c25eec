"""Dates as sources write them. Day before month, always: `03-04-2026` is the third of April."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from annotate.clock import DAY_MIN
from annotate.errors import InputError
from annotate.text.quantity import read_clock
from db.importers.cells import Cell, Reader
from db.importers.frame import Frame

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?")
_DAY_FIRST = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
_DAY_WORD = r"(?:(?P<weekday>mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?"
_WORDS = re.compile(
    _DAY_WORD + r"(?P<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?P<month>[a-z]{3,9})\.?(?:,?[\s-]+(?P<year>\d{4}))?",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    _DAY_WORD + r"(?P<month>[a-z]{3,9})\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(?P<year>\d{4}))?",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_REPEATING = re.compile(r"\b(every|daily|weekly|monthly|weekdays|weekends)\b", re.IGNORECASE)
_TIME = re.compile(r"\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\.?)|\d{1,2}:\d{2}", re.IGNORECASE)
_OPEN_ENDED = re.compile(r"\bonwards\b.*\bdates\b", re.IGNORECASE)
_DASH = re.compile(r"\s+(?:-|to)\s+|\s*[–—]\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EventDate:
    """When an event takes place: ISO dates (end None: one day), minutes of its start and end (end from 00:00 of the
    start's date), and whether the source says that it goes on without naming its last date.
    """

    date: str
    end_date: str | None = None
    start_min: int | None = None
    end_min: int | None = None
    open_ended: bool = False


class YearMissingError(InputError):
    """A date names no year and the map does not either."""


def one_date(written: str, cell: Cell) -> str:
    """ISO date of `2026-02-14`, `14-02-2026` (never month first), `14 Feb 2026`, `Feb 14, 2026`, `Sat, 14 Feb`.

    A date without a year takes the year of the answers. Raises InputError, YearMissingError where there is none.
    """
    return _date_of(written.strip(), cell.answers.year)


def asked_of_file(read: Reader) -> Reader:
    """A reader of dates that keeps one without a year as that, so that `ask_for_year` can ask once for the file."""

    def reader(written: str, cell: Cell) -> Any:
        try:
            return read(written, cell)
        except YearMissingError as error:
            return error

    return reader


def ask_for_year(frame: Frame, *names: str) -> None:
    """Ask once for the year of all dates that name none, in the fields `names`; until it is said they are None."""
    lines: list[int] = []
    for name in names:
        dates = frame.get(name)
        for row, found in enumerate(dates):
            if isinstance(found, YearMissingError):
                lines.append(frame.lines[row])
                dates[row] = None
    if lines:
        shown = ", ".join(map(str, sorted(set(lines))[:5]))
        frame.ask(
            "year",
            f"{len(lines)} dates name no year (line {shown}{' ...' if len(set(lines)) > 5 else ''}). "
            "Of which year are they?",
            '"year": <year>',
        )


def event_date(written: str, cell: Cell) -> EventDate:
    """Date, end date and times of one cell: `Sat, 14 Feb – Sun, 15 Feb, 11:00 AM` too.

    An event that repeats (`Every Sun`) has no date and is an error.
    """
    if _REPEATING.search(written):
        raise InputError(
            f"'{written}' names no single date",
            expected="a date such as 14-02-2026",
            todo="Write one row for each date on which it takes place.",
        )
    times = [read_clock(found).minute for found in _TIME.findall(written)]
    text = _TIME.sub("", written)
    parts = [part.strip(" ,") for part in _DASH.split(text)]
    parts = [
        re.sub(r",?\s*(?:onwards|multiple.*|$)", "", part, flags=re.IGNORECASE).strip(" ,") for part in parts
    ]
    parts = [part for part in parts if part]
    if not parts or len(parts) > 2 or len(times) > 2:
        raise _not_a_date(written)
    first = _date_of(parts[0], cell.answers.year)
    last = _date_of(parts[1], cell.answers.year) if len(parts) == 2 else None
    if last is not None and last < first:
        raise InputError(
            f"'{written}' ends before it begins", expected="an end after the start", todo="Correct it."
        )
    start, end = (times[0] if times else None), (times[1] if len(times) == 2 else None)
    if start is not None and end is not None and end <= start:
        end += DAY_MIN
    open_ended = last is None and bool(_OPEN_ENDED.search(written))
    return EventDate(first, last if last != first else None, start, end, open_ended)


def _date_of(text: str, year: int | None) -> str:
    for pattern, order in ((_ISO, (1, 2, 3)), (_DAY_FIRST, (3, 2, 1))):
        if match := pattern.fullmatch(text):
            year_at, month_at, day_at = order
            return _checked(int(match[year_at]), int(match[month_at]), int(match[day_at]), text)
    match = _WORDS.fullmatch(text) or _MONTH_FIRST.fullmatch(text)
    if match is None or match["month"][:3].lower() not in _MONTHS:
        raise _not_a_date(text)
    month = _MONTHS.index(match["month"][:3].lower()) + 1
    stated = int(match["year"]) if match["year"] else year
    if stated is None:
        raise YearMissingError(f"'{text}' names no year", expected="a year", todo='Answer "year": <year>.')
    found = _checked(stated, month, int(match["day"]), text)
    if match["weekday"]:
        meant = _WEEKDAYS.index(match["weekday"][:3].lower())
        if date.fromisoformat(found).weekday() != meant:
            actual = _WEEKDAYS[date.fromisoformat(found).weekday()].title()
            raise InputError(
                f"'{text}' in {stated} is a {actual}",
                expected=f"a {match['weekday']}",
                todo='Correct the date or the answer "year".',
            )
    return found


def _checked(year: int, month: int, day: int, text: str) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError as error:
        raise InputError(
            f"'{text}' is no date", expected="day-month-year such as 14-02-2026", todo="Correct the date."
        ) from error


def _not_a_date(text: str) -> InputError:
    return InputError(
        f"'{text}' is not a date", expected="day-month-year such as 14-02-2026", todo="Correct the date."
    )
