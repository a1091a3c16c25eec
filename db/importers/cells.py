"""How one cell is read: text in, value out, InputError for what cannot be used.

A reader gets the trimmed text of a cell that is not null and the settings of its file.
"""

import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from annotate.errors import InputError
from annotate.facts import CROWD_LEVELS, LEVEL_NAMES
from annotate.names import is_null, match_key
from annotate.text.quantity import (
    MOST,
    ClockTime,
    Money,
    read_clock,
    read_currency,
    read_distance_m,
    read_duration_min,
    read_literal,
    read_money,
)
from db.importers.answers import FileAnswers
from db.importers.base import World


@dataclass(frozen=True, slots=True)
class Cell:
    """What a reader may know besides the text: the field it reads, the answers for the file, the world."""

    field: str
    answers: FileAnswers
    world: World


MOST_COUNTED = 2_147_483_647
"""The largest whole number that every database can hold (a signed integer of 32 bits)."""
Reader = Callable[[str, Cell], Any]

_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)?(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_TIME_RANGE = re.compile(r"(?P<first>\d{1,2}:\d{2}[^-–—]*?)\s*[-–—]\s*(?P<second>\d{1,2}:\d{2}.*)")
_YES_NO = {
    "yes": True,
    "y": True,
    "true": True,
    "1": True,
    "no": False,
    "n": False,
    "false": False,
    "0": False,
}
_LEVEL_OF_TEXT = {match_key(level): level for level in CROWD_LEVELS} | {
    match_key(name): level for level, name in LEVEL_NAMES.items()
}


def text(written: str, cell: Cell) -> str:
    """The text in NFC."""
    return written if written.isascii() else unicodedata.normalize("NFC", written)


def number(written: str, cell: Cell) -> float:
    """A finite number; `2,262` is 2262."""
    if _NUMBER.fullmatch(written) and any(char.isdigit() for char in written):
        value = float(written.replace(",", ""))
        if abs(value) <= MOST:
            return value
    raise InputError(
        f"'{written}' is not a number", expected="a number such as 12.5", todo="Correct the value."
    )


def amount(written: str, cell: Cell) -> float:
    """A number of 0 or more."""
    value = number(written, cell)
    if value < 0:
        raise InputError(
            f"'{written}' is below 0", expected="a number of 0 or more", todo="Correct the value."
        )
    return value


def count(written: str, cell: Cell) -> int:
    """A whole number from 0 to MOST_COUNTED."""
    value = amount(written, cell)
    if value > MOST_COUNTED:
        raise InputError(
            f"'{written}' is too large", expected=f"at most {MOST_COUNTED:,}", todo="Correct the value."
        )
    if value != int(value):
        raise InputError(f"'{written}' is not whole", expected="a whole number", todo="Correct the value.")
    return int(value)


def latitude(written: str, cell: Cell) -> float:
    """Degrees, -90 to 90."""
    return _degrees(written, cell, 90)


def longitude(written: str, cell: Cell) -> float:
    """Degrees, -180 to 180."""
    return _degrees(written, cell, 180)


def _degrees(written: str, cell: Cell, most: int) -> float:
    value = number(written, cell)
    if abs(value) > most:
        raise InputError(
            f"'{written}' lies outside -{most}..{most}", expected="degrees", todo="Correct the coordinate."
        )
    return value


def rating(written: str, cell: Cell) -> float | None:
    """Stars; 0 is the usual mark for "nobody rated it" and means not known."""
    return amount(written, cell) or None


def money(written: str, cell: Cell) -> Money | None:
    """An amount, with its currency where the cell names one. None for an object whose price is empty
    (`{'price': None}`)."""
    if written[:1] == "{":
        value = read_literal(written)
        if isinstance(value, dict) and (not value or "price" in value):
            price = value.get("price")
            if price is None or (isinstance(price, str) and is_null(price)):
                return None
    return read_money(written)


def currency(written: str, cell: Cell) -> str:
    """The ISO code of a currency."""
    return read_currency(written)


def duration_min(written: str, cell: Cell) -> float:
    """Minutes of a duration; a bare number is in the unit stated for the field, else minutes."""
    unit = _duration_unit(cell, "min")
    if unit == "min" and written.replace(".", "", 1).isdecimal() and (minutes := float(written)) <= MOST:
        return minutes
    return read_duration_min(written, bare_unit=unit)


def visit_duration_min(written: str, cell: Cell) -> float:
    """Minutes of a visit; a bare number is in hours unless the map says minutes. 0 stays 0: it is no empty cell, and
    a visit of 0 min is not scored."""
    return read_duration_min(written, bare_unit=_duration_unit(cell, "h"))


def _duration_unit(cell: Cell, usual: Any) -> Any:
    unit = cell.answers.units.get(cell.field)
    if unit is None:
        return usual
    folded = match_key(unit)
    if folded in ("h", "hour", "hours"):
        return "h"
    if folded in ("min", "minute", "minutes"):
        return "min"
    raise InputError(f"unit '{unit}' of {cell.field}", expected="hours or minutes", todo="Correct the map.")


def distance_m(written: str, cell: Cell) -> float:
    """Metres; a bare number is in metres unless the map says km."""
    return read_distance_m(written, bare_unit=_distance_unit(cell, "m"))


def distance_km(written: str, cell: Cell) -> float:
    """Kilometres; a bare number is in km unless the map says m."""
    unit = _distance_unit(cell, "km")
    if (
        unit == "km"
        and written.replace(".", "", 1).isdecimal()
        and (length_km := float(written)) <= MOST / 1000
    ):
        return length_km
    return round(read_distance_m(written, bare_unit=unit) / 1000, 9)


def _distance_unit(cell: Cell, usual: Literal["m", "km"]) -> Literal["m", "km"]:
    unit = cell.answers.units.get(cell.field)
    if unit is None:
        return usual
    try:
        return "m" if read_distance_m(f"1 {unit}") == 1 else "km"
    except InputError as error:
        raise InputError(
            f"unit '{unit}' of {cell.field}", expected="m or km", todo="Correct the map."
        ) from error


def departure(written: str, cell: Cell) -> ClockTime:
    """A clock time; of a range `20:35-0:50` the first."""
    both = _TIME_RANGE.fullmatch(written)
    return read_clock(both["first"] if both else written)


def arrival(written: str, cell: Cell) -> ClockTime:
    """A clock time (24:00 allowed); of a range `20:35-0:50` the second."""
    both = _TIME_RANGE.fullmatch(written)
    return read_clock(both["second"] if both else written, end=True)


def start_of_day(written: str, cell: Cell) -> int:
    """Minutes of a clock time; a start on a later day is refused."""
    clock = read_clock(written)
    if clock.day_offset:
        raise InputError(
            f"'{written}' is not on the day of the row",
            expected="a start on its date",
            todo="Correct the date.",
        )
    return clock.minute


def end_of_day(written: str, cell: Cell) -> ClockTime:
    """A clock time that ends something, on the day that it states."""
    return read_clock(written, end=True)


def day_offset(written: str, cell: Cell) -> int:
    """Days after the departure: `1`, `+1`, or yes / no to "arrives on a new day"."""
    folded = match_key(written)
    if folded in ("yes", "no"):
        return int(folded == "yes")
    if re.fullmatch(r"\+?\d", folded):
        return int(folded)
    raise InputError(f"'{written}' is not a day offset", expected="0, 1, 2 ...", todo="Correct the value.")


def parts(written: str, cell: Cell) -> list[str]:
    """A list: JSON (single quotes too), else apart by `;`. Empty parts are dropped, order and spelling kept."""
    if written[:1] == "[":
        value = read_literal(written)
        if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
            raise InputError(
                f"'{written[:60]}' is not a list of texts", expected='["a", "b"]', todo="Correct it."
            )
        found = value
    else:
        found = written.split(";")
    cleaned = [unicodedata.normalize("NFC", part.strip()) for part in found]
    return list(dict.fromkeys(part for part in cleaned if not is_null(part)))


def comma_parts(written: str, cell: Cell) -> list[str]:
    """A list apart by `;` or, where there is none, by commas."""
    if ";" in written or written[:1] == "[":
        return parts(written, cell)
    return parts(written.replace(",", ";"), cell)


def yes_no(written: str) -> bool | None:
    """True, False, or None for a text that is neither."""
    folded = match_key(written)
    return _YES_NO.get(folded.removesuffix(".0"))


def weekdays(written: str, cell: Cell) -> list[int]:
    """Weekdays (0 Monday): `Daily`, `Mon, Wed`, `Mon-Fri`, JSON list. A row of 0 and 1 does not say where it starts."""
    folded = match_key(written)
    if folded in ("daily", "all", "all days", "every day", "1111111", "yyyyyyy"):
        return list(range(7))
    listed = read_literal(written) if written[:1] == "[" else re.split(r"[,;/&\s]+", folded)
    days: set[int] = set()
    for part in listed:
        first, _, last = str(part).partition("-")
        days.update(day_range(first, last or first, written))
    return sorted(days)


def day_range(first: str, last: str, written: str) -> list[int]:
    """The weekdays from one to another, over the week's end too. Raises InputError for a word that is no weekday."""
    start, end = _weekday(first, written), _weekday(last, written)
    return [(start + step) % 7 for step in range((end - start) % 7 + 1)]


def _weekday(word: str, written: str) -> int:
    folded = match_key(word).rstrip(".")
    found = [n for n, name in enumerate(_WEEKDAYS) if len(folded) >= 2 and name.startswith(folded)]
    if folded in ("tues", "thur", "thurs"):
        found = [1 if folded == "tues" else 3]
    if len(found) != 1:
        raise InputError(
            f"'{word}' in '{written[:60]}' is not a weekday",
            expected="Mon, Tue ... or Daily",
            todo="Correct it.",
        )
    return found[0]


def crowd_level(written: str, cell: Cell) -> str:
    """One of the five levels, by letter or by name (`Below Average`, `below_average`)."""
    level = level_of(written)
    if level is None:
        raise InputError(
            f"'{written[:60]}' is not a crowd level",
            expected="Low, Below Average, Average, Above Average or High (L, BA, A, AA, H)",
            todo="Correct the value.",
        )
    return level


def level_of(written: object) -> str | None:
    """The level that a text means, None if it means none."""
    return _LEVEL_OF_TEXT.get(match_key(str(written).replace("_", " ").replace("-", " ")))


def city(written: str, cell: Cell) -> str:
    """The key of the city that is meant."""
    return cell.world.cities.resolve(written, create=cell.world.create_cities)


def literal(written: str, cell: Cell) -> Any:
    """A JSON value, or the same with single quotes."""
    return read_literal(written)


def dumped(value: Any) -> str:
    """JSON text of a value, for comparing and for tables made from objects."""
    return json.dumps(value, ensure_ascii=False)
