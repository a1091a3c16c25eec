"""Quantities as people write them: durations, clock times, money, distances, literals.

Tolerant in: every form that occurs in the field is read. Anything else raises InputError that says what was
found and expected; nothing is guessed and nothing is evaluated.
"""

import ast
import json
import math
import re
import sys
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from annotate.clock import DAY_MIN, HOUR_MIN
from annotate.errors import InputError

LITERAL_MAX_CHARS = 200_000
"""A cell that is longer than this is not taken for a literal."""

MOST = 10**12
"""No cost (INR), no distance (m) and no duration (min) is higher; keeps a mistyped number out of sums."""

_NUMBER = r"\d+(?:\.\d+)?"
_DURATION_UNITS_MIN = {
    **dict.fromkeys(("d", "day", "days"), DAY_MIN),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), HOUR_MIN),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), 1),
}
_DURATION_PART = re.compile(rf"\s*({_NUMBER})\s*([a-z]+)\.?\s*(?:,|and\b)?", re.IGNORECASE)
_HOURS_COLON_MINUTES = re.compile(r"(\d{1,3}):([0-5]\d)(?::[0-5]\d)?")

_CLOCK = re.compile(
    r"""(?P<hours>\d{1,2}):(?P<minutes>\d{2})(?::(?P<seconds>[0-5]\d))?
        (?:\s*(?P<half>[ap])\.?m\.?)?
        (?:\s*\(?\s*(?:(?P<offset>\+\s*\d)(?:\s*d(?:ays?)?)?|(?P<next>next\s+day))\s*\)?
          |\s*,?\s*(?P<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?P<month>[a-z]{3,9})\.?)?""",
    re.IGNORECASE | re.VERBOSE,
)
_CLOCK_SHORT = re.compile(r"(?P<hours>\d{1,2})\s*(?P<half>[ap])\.?m\.?", re.IGNORECASE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip

_CURRENCIES = {
    **dict.fromkeys(("₹", "rs", "rs.", "re", "inr", "rupees", "rupee"), "INR"),
    **dict.fromkeys(("$", "us$", "usd"), "USD"),
    **dict.fromkeys(("€", "eur"), "EUR"),
    **dict.fromkeys(("£", "gbp"), "GBP"),
}
CURRENCY = r"₹|rs\.?|re|inr|rupees?|us\$|\$|usd|€|eur|£|gbp"
"""A pattern of the words and signs that stand for a currency."""
_AMOUNT = r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_MONEY = re.compile(
    rf"(?P<before>{CURRENCY})?\s*(?P<amount>{_AMOUNT})\s*(?P<after>{CURRENCY})?\s*(?:/-)?", re.IGNORECASE
)

_METRES = {
    **dict.fromkeys(("m", "meter", "meters", "metre", "metres", "mtr", "mtrs"), 1),
    **dict.fromkeys(("km", "kms", "kilometer", "kilometers", "kilometre", "kilometres"), 1000),
}
_DISTANCE = re.compile(rf"({_AMOUNT})\s*([a-z]+)?\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A time of day as written.

    `minute` is 0..1439 (1440 for the end `24:00`). `day_offset` is stated (`(+1)`, `next day`) or None.
    `day_month` is a stated (day, month), as in `01:10 22 Mar`. `tolerated` says how the text departs from
    `HH:MM`, None if it does not.
    """

    minute: int
    day_offset: int | None = None
    day_month: tuple[int, int] | None = None
    tolerated: str | None = None

    def offset_from(self, base_date: str | None) -> int | None:
        """Days after `base_date` (ISO), None if not stated. Raises InputError for a date out of reach."""
        if self.day_offset is not None or self.day_month is None:
            return self.day_offset
        if base_date is None:
            raise InputError(
                "The time names a date, but the day itself has none",
                expected="a date for the day, or a time without one",
                todo="Give the dates of the trip.",
            )
        base = date.fromisoformat(base_date)
        day, month = self.day_month
        try:
            candidates = [date(base.year + shift, month, day) for shift in (0, 1)]
        except ValueError as error:
            raise InputError(
                f"Day {day} of month {month} does not exist", expected="a date", todo="Correct the date."
            ) from error
        offsets = [(found - base).days for found in candidates]
        reachable = [offset for offset in offsets if 0 <= offset <= MAX_DAY_OFFSET]
        if not reachable:
            raise InputError(
                f"The date {day:02d}-{month:02d} does not follow {base_date} within {MAX_DAY_OFFSET} days",
                expected=f"a date from {base_date} on",
                todo="Correct the date.",
            )
        return reachable[0]


MAX_DAY_OFFSET = 7
"""A stated date of arrival lies at most so many days after the day of its row."""


@dataclass(frozen=True, slots=True)
class Money:
    """An amount and its ISO currency, None where the text names none."""

    amount: float
    currency: str | None


def read_duration_min(value: str | float, *, bare_unit: Literal["min", "h"] | None = None) -> float:
    """Minutes of a duration: `2h 50m`, `6hr45min`, `1 day 2 hours`, `7:35`, or a bare number in `bare_unit`.

    Zero is a duration; whether it makes sense is the caller's matter. Raises InputError for anything else.
    """
    if isinstance(value, bool):
        raise _not_a(value, "a duration", "hours and minutes such as 2h 50m")
    if isinstance(value, int | float):
        return _bare_duration_min(float(value), value, bare_unit)
    text = value.strip()
    if re.fullmatch(_NUMBER, text):
        return _bare_duration_min(float(text), value, bare_unit)
    if match := _HOURS_COLON_MINUTES.fullmatch(text):
        return float(int(match[1]) * HOUR_MIN + int(match[2]))
    total, at, last_unit = Decimal(0), 0, math.inf
    while at < len(text):
        match = _DURATION_PART.match(text, at)
        unit = _DURATION_UNITS_MIN.get(match[2].lower()) if match else None
        if match is None or unit is None or unit >= last_unit:
            break
        total += Decimal(match[1]) * unit
        at, last_unit = match.end(), unit
    if not text or text[at:].strip():
        raise _not_a(value, "a duration", "days, hours and minutes such as 2h 50m")
    if total > MOST:
        raise _not_a(value, "a duration", f"at most {MOST:,} min")
    return float(total)


def _bare_duration_min(number: float, written: str | float, bare_unit: Literal["min", "h"] | None) -> float:
    if bare_unit is None or not math.isfinite(number) or number < 0:
        raise _not_a(written, "a duration", "a number of 0 or more with its unit, such as 2h 50m")
    minutes = number * HOUR_MIN if bare_unit == "h" else number
    if minutes > MOST:
        raise _not_a(written, "a duration", f"at most {MOST:,} min")
    return minutes


def read_clock(text: str, *, end: bool = False) -> ClockTime:
    """A clock time: `9:05`, `09:05:00`, `7:00 PM`, `01:10 22 Mar`, `06:40 (+1)`; `24:00` only as an end.

    Raises InputError for anything else, `25:10` included.
    """
    written = text.strip()
    match = _CLOCK.fullmatch(written) or _CLOCK_SHORT.fullmatch(written)
    if match is None:
        raise _not_a(text, "a time", "HH:MM between 00:00 and 23:59")
    parts = match.groupdict()
    hours, minutes, half = int(parts["hours"]), int(parts.get("minutes") or 0), parts.get("half")
    if half:
        if not 1 <= hours <= 12:
            raise _not_a(text, "a time", "1:00 to 12:59 before AM or PM")
        hours = hours % 12 + (12 if half.lower() == "p" else 0)
    if minutes >= HOUR_MIN or not (hours < 24 or (end and hours == 24 and minutes == 0)):
        raise _not_a(text, "a time", "HH:MM between 00:00 and 23:59")
    day_month = None
    if parts.get("day"):
        day_month = (int(parts["day"]), _read_month(parts["month"], text))
    offset = 1 if parts.get("next") else None
    if parts.get("offset"):
        offset = int(parts["offset"].lstrip("+ "))
    minute = hours * HOUR_MIN + minutes
    plain = f"{hours:02d}:{minutes:02d}"
    tolerated = None if written == plain else f"{written} for {plain}"
    return ClockTime(minute, offset, day_month, tolerated)


def _read_month(word: str, text: str) -> int:
    folded = word.lower()
    if folded in _MONTH_NAMES:
        return _MONTH_NAMES.index(folded) + 1
    if folded in (*_MONTHS, "sept"):
        return _MONTHS.index(folded[:3]) + 1
    raise _not_a(text, "a time with a date", "a month such as Mar")


def read_money(value: object) -> Money:
    """An amount: `1,250`, `₹1,250`, `Rs. 1250`, `$179`, a number, or `{'price': '$1,250'}` (text or dict).

    Raises InputError for anything else; nothing unknown becomes 0.
    """
    if isinstance(value, str) and value.strip().startswith("{"):
        value = read_literal(value)
    if isinstance(value, dict):
        if "price" not in value:
            raise _not_a(value, "an amount", "an object with a price")
        value = value["price"]
    if isinstance(value, int | float) and not isinstance(value, bool):
        if not 0 <= value <= MOST:
            raise _not_a(value, "an amount", f"a number from 0 to {MOST:,}")
        return Money(float(value), None)
    match = _MONEY.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise _not_a(value, "an amount", "a number of 0 or more such as 1,250 or Rs. 1250")
    before, after = (
        _CURRENCIES[mark.lower()] if mark else None for mark in (match["before"], match["after"])
    )
    if before and after and before != after:
        raise _not_a(value, "an amount", "one currency")
    amount = float(match["amount"].replace(",", ""))
    if amount > MOST:
        raise _not_a(value, "an amount", f"a number from 0 to {MOST:,}")
    return Money(amount, before or after)


def read_currency(text: str) -> str:
    """The ISO code of a currency: `INR`, `usd`, `Rs.`, `₹`. Raises InputError for anything else."""
    written = text.strip()
    if (known := _CURRENCIES.get(written.lower())) is not None:
        return known
    if re.fullmatch("[A-Za-z]{3}", written):
        return written.upper()
    raise _not_a(text, "a currency", "a code of three letters such as INR")


def read_distance_m(value: str | float, *, bare_unit: Literal["m", "km"] | None = None) -> float:
    """Metres of a distance: `841.96m`, `0.5km`, `3 km`, `120 meters`, or a bare number in `bare_unit`.

    Raises InputError for an unknown or missing unit.
    """
    text = str(value).strip()
    match = _DISTANCE.fullmatch(text)
    unit = (match[2] or bare_unit or "") if match else ""
    if match is None or isinstance(value, bool) or unit.lower() not in _METRES:
        raise _not_a(value, "a distance", "a number of metres (m) or kilometres (km)")
    distance_m = float(Decimal(match[1].replace(",", "")) * _METRES[unit.lower()])
    if distance_m > MOST:
        raise _not_a(value, "a distance", f"at most {MOST:,} m")
    return distance_m


def read_literal(text: str) -> Any:
    """The value of a JSON text or, failing that, of a Python literal (single quotes). Never evaluated.

    Raises InputError for anything that is neither, a call or a name included.
    """
    if len(text) > LITERAL_MAX_CHARS:
        raise InputError(
            f"The cell holds {len(text)} characters",
            expected=f"at most {LITERAL_MAX_CHARS}",
            todo="Put the value into its own file.",
        )
    try:
        value = _json_or_literal(text)
        if _is_writable(value):
            return value
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise _not_a(text, "a JSON value", "JSON, or the same with single quotes") from error
    raise _not_a(text, "a JSON value", "finite numbers and whole letters")


def _json_or_literal(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # ValueError too: Python reads no number of 5,000 digits
        return ast.literal_eval(text.strip())


def _is_writable(value: object) -> bool:
    """Whether all numbers and texts in a value can be written again: no file keeps half a letter, no database NUL, and Python
    writes no whole number of 5,000 digits."""
    if isinstance(value, dict):
        return all(_is_writable(item) for pair in value.items() for item in pair)
    if isinstance(value, list | tuple | set | frozenset):
        return all(map(_is_writable, value))
    if isinstance(value, str):
        return _HALF_A_LETTER.search(value) is None
    return not isinstance(value, int | float | complex) or abs(value) <= sys.float_info.max


_HALF_A_LETTER = re.compile("[\ud800-\udfff\x00]")
_SHOWN_CHARACTERS = 77
"""So much of a value is quoted in an error."""


def _not_a(value: object, what: str, expected: str) -> InputError:
    shown = str(value)
    shown = shown if len(shown) <= _SHOWN_CHARACTERS else shown[:_SHOWN_CHARACTERS] + "..."
    return InputError(f"'{shown}' is not {what}", expected=expected, todo="Correct the value.")
