"""On which day a leg of a timetable arrives, and how long it takes."""

from datetime import date

from annotate.clock import DAY_MIN, format_duration, format_time, format_time_with_day
from annotate.errors import InputError
from annotate.text.quantity import ClockTime, read_currency
from db.importers.frame import Frame

DURATION_TOLERANCE_MIN = 15
"""Stated duration and clock times may differ by so much without a note (rounding of the sources)."""
LONGEST_MIN = 7 * DAY_MIN
"""A journey that is said to last longer is a typing error or in another unit."""
_ANY_YEAR = 2024


def arrivals(frame: Frame) -> tuple[list[int], list[int], list[float | None], list[bool]]:
    """(departure, arrival, duration, whether the day of arrival was inferred) for each row, in minutes.

    The day is the stated one; else the one that brings the times nearest to the stated duration; else the first that
    makes the duration positive. A duration that is not stated is None. Every inferred later day is a note.
    """
    departures: list[int] = []
    landings: list[int] = []
    durations = [None if value is None else float(value) for value in frame.get("duration")]
    guessed: list[bool] = []
    offsets, dates = frame.get("arr_day_offset"), frame.get("date")
    rows = zip(frame.get("dep_time"), frame.get("arr_time"), durations, offsets, dates, strict=True)
    for row, (leaves, lands, said, offset, day) in enumerate(rows):
        start, clock = leaves.minute, lands.minute
        departures.append(start)
        duration = None if said is not None and said > LONGEST_MIN else said
        if duration != said:
            frame.report(
                row,
                "duration",
                f"The journey lasts {format_duration(said)}",
                f"at most {LONGEST_MIN // DAY_MIN} days",
                "Correct the duration, or its unit in the map.",
            )
        guessed.append(False)
        try:
            stated = _stated_days(leaves, lands, day, offset)
        except InputError as error:
            frame.fail(row, "arr_time", error)
            landings.append(start)
            continue
        if stated is not None:
            end = clock + DAY_MIN * stated
            if end <= start:
                frame.report(
                    row, "arr_time", f"Arrival {format_time_with_day(end)} is not after departure {format_time(start)}",
                    "an arrival after the departure", "Correct the times or the stated day.",
                )  # fmt: skip
        else:
            end = _inferred(start, clock, duration)
            if end >= DAY_MIN and clock != DAY_MIN:
                guessed[row] = True
                frame.report(
                    row, "arr_time",
                    f"Arrival {format_time(clock)} after departure {format_time(start)}, no day stated",
                    "a stated day of arrival",
                    f"Read as {'the next day' if end < 2 * DAY_MIN else f'{end // DAY_MIN} days later'} and marked inferred.",
                    "note",
                )  # fmt: skip
        landings.append(end)
        if duration is not None and abs(end - start - duration) > DURATION_TOLERANCE_MIN:
            frame.report(
                row, "duration",
                f"The times are {format_duration(end - start)} apart, the duration says {format_duration(duration)}",
                "the same time span", "Both are kept; the stated duration counts as the timetable's.", "note",
            )  # fmt: skip
    return departures, landings, durations, guessed


def _inferred(start: int, clock: int, duration: float | None) -> int:
    first = clock if clock > start else clock + DAY_MIN
    if duration is None or duration <= first - start:
        return first
    days = round((duration - (first - start)) / DAY_MIN)
    return first + days * DAY_MIN


def _stated_days(leaves: ClockTime, lands: ClockTime, day: str | None, offset: int | None) -> int | None:
    """The days that the column `arr_day_offset` or the time of arrival states. Raises InputError for two that differ."""
    own = _days_in_time(leaves, lands, day)
    if own is not None and offset is not None and own != offset:
        raise InputError(
            f"The time says {own} days after the departure, arr_day_offset says {offset}",
            expected="one day of arrival",
            todo="Correct one of the two.",
        )
    return own if offset is None else offset


def _days_in_time(leaves: ClockTime, lands: ClockTime, day: str | None) -> int | None:
    if lands.day_offset is not None or lands.day_month is None:
        return lands.day_offset
    if leaves.day_month is not None:
        base = date(_ANY_YEAR, leaves.day_month[1], leaves.day_month[0]).isoformat()
        return lands.offset_from(base)
    return lands.offset_from(day) if day else None


def prices_of(frame: Frame, name: str = "price") -> tuple[list[float | None], list[str]]:
    """(amount, currency) of a money field: the cell's own currency, else that of the column `currency`, else the file's
    stated one, else INR. Two that differ in one row are an error."""
    usual = read_currency(frame.answers.currency or "INR")
    amounts: list[float | None] = []
    currencies: list[str] = []
    for row, (money, said) in enumerate(zip(frame.get(name), frame.get("currency"), strict=True)):
        own = None if money is None else money.currency
        if own and said and own != said:
            frame.report(
                row, name, f"The price is in {own}, the column currency says {said}", "one currency",
                "Correct one of the two.",
            )  # fmt: skip
        amounts.append(None if money is None else money.amount)
        currencies.append(own or said or usual)
    return amounts, currencies
