"""Rows whose times or prices want a word of explanation, and why.

Four rules of advice and one on remarks look at the same things; they stand here, so that no rule asks
another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from annotate import buffers
from annotate.bill import STATED_ROUNDING, lines_of_rows, money
from annotate.buffers import minutes_text
from annotate.clock import DAY_MIN, format_duration
from annotate.peaks import peak_visits
from annotate.plan import Day, Leg, StopKind
from annotate.profile import Profile
from annotate.timeline import LegEntry, StopEntry, Timeline, is_accommodation

STAY_REACHES_MIN = 6 * 60
"""A night at an accommodation reaches 06:00 of the next date."""
MAY_MOVE_MIN = 30
"""Minutes by which a given time may move without a word (guidelines: 10-30 minutes)."""


@dataclass(frozen=True, slots=True)
class ShortNight:
    """A night stay that ends at `end` (absolute minutes), `short_min` before 06:00."""

    entry: StopEntry
    end: int
    short_min: int


class MovedTime(NamedTuple):
    """A given time that was moved by `moved_min` (later above 0). `which` is start, end or departure."""

    entry: StopEntry | LegEntry
    which: str
    given: int
    moved_min: int


@dataclass(frozen=True, slots=True)
class StatedPrice:
    """A price stated in the plan, and the table's that it differs from."""

    entry: StopEntry | LegEntry
    stated: float
    known: float
    currency: str


def night_stays(trip: Timeline) -> Iterator[tuple[StopEntry, int | None]]:
    """(last stop of a day, absolute end of the stay) for each night at an accommodation that the list shows
    and that no leg takes over (`Timeline.leg_at_night`). Transport places do not count.

    The end is that of the next day's first row where both are one stay and 06:00 is not reached before. It is
    None where it is not known, or is before 06:00 while a leg that lacks a time may take the night over.
    """
    for evening, morning in pairwise(trip.itinerary.days):
        last, legs = _last_stop(trip.by_day[evening.number])
        if last is None or not is_accommodation(last) or trip.leg_at_night(evening.number) is not None:
            continue
        end, six = last.end, _six_after(evening)
        if end is not None and end >= six:
            yield last, end
            continue
        taken = _taken_after(trip, end, legs) if legs else ()
        if end is not None and any(at is not None and at <= DAY_MIN * evening.number for at in taken):
            continue  # the traveller sleeps elsewhere
        first = None if taken else _first_row(trip.by_day[morning.number])
        if first is not None and is_accommodation(first) and first.identity == last.identity:
            end = first.end if end is None or first.end is None else max(end, first.end)
        if end is not None and end < six and trip.may_be_on_board(evening.number):
            end = None
        yield last, end


def _last_stop(rows: Sequence[StopEntry | LegEntry]) -> tuple[StopEntry | None, list[LegEntry]]:
    """The last row of a day that is neither a leg nor a transport place, and the legs behind it."""
    legs = []
    for entry in reversed(rows):
        if isinstance(entry, LegEntry):
            legs.append(entry)
        elif entry.kind is not StopKind.TRANSPORT:
            return entry, legs
    return None, legs


def _first_row(rows: Sequence[StopEntry | LegEntry]) -> StopEntry | LegEntry | None:
    """The first row of a day that is no transport place."""
    for entry in rows:
        if isinstance(entry, LegEntry) or entry.kind is not StopKind.TRANSPORT:
            return entry
    return None


def _taken_after(trip: Timeline, end: int | None, legs: list[LegEntry]) -> list[int | None]:
    """When each leg is taken that does not leave before a stay ends, whatever the list says; an arrival
    stands for an unknown departure."""
    spans = map(trip.leg_dates_min, legs)
    moments = (arrive if depart is None else depart for depart, arrive in spans)
    return [moment for moment in moments if moment is None or end is None or moment >= end]


def _six_after(day: Day) -> int:
    return DAY_MIN * day.number + STAY_REACHES_MIN


def short_nights(trip: Timeline, profile: Profile) -> tuple[ShortNight, ...]:
    """The night stays that end before 06:00."""
    return tuple(
        ShortNight(entry, end, _six_after(entry.day) - end)
        for entry, end in night_stays(trip)
        if end is not None and end < _six_after(entry.day)
    )


def given_times(trip: Timeline) -> Iterator[tuple[StopEntry | LegEntry, str, int, int | None]]:
    """(row, start or end or departure, as given, as it is now) of each time that the skeleton gives,
    transport places aside; a planned arrival is never given."""
    transport = StopKind.TRANSPORT
    for entry in trip.entries:
        row = entry.row
        if isinstance(row, Leg):
            if row.given_depart_min is not None:
                yield entry, "departure", row.given_depart_min, row.depart_min
            continue
        if row.kind is transport:
            continue
        if row.given_start_min is not None:
            yield entry, "start", row.given_start_min, row.start_min
        if row.given_end_min is not None:
            yield entry, "end", row.given_end_min, row.end_min


def moved_times(trip: Timeline, profile: Profile) -> tuple[MovedTime, ...]:
    """Given times of stops and given departures that moved by more than MAY_MOVE_MIN."""
    return tuple(
        MovedTime(entry, which, given, now - given)
        for entry, which, given, now in given_times(trip)
        if now is not None and abs(now - given) > MAY_MOVE_MIN
    )


def differing_prices(trip: Timeline, profile: Profile) -> tuple[StatedPrice, ...]:
    """Rows whose stated price is not the table's: neither for one person nor for all of them, for an
    accommodation neither of a room, of all rooms of a night nor of the stay.

    The price stated in the day's field counts where the row states none. A leg agrees if any class has the
    price.
    """
    stated_by_row = trip.once(stated_costs, profile)
    lines = trip.once(lines_of_rows, profile) if stated_by_row else {}
    people = trip.itinerary.query.people or 1
    found = []
    for row, stated in stated_by_row.items():
        entry, line = trip.entry(row), lines.get(row)
        prices, currency = table_prices(trip, entry, profile)
        counts = (1,) if is_accommodation(entry) else (1, people)
        agreed = (price * count for price in prices for count in counts)
        if not prices or (line is not None and line.may_state(stated)):
            continue
        if all(abs(stated - price) > STATED_ROUNDING for price in agreed):
            found.append(StatedPrice(entry, stated, prices[0], currency))
    return tuple(found)


def table_prices(trip: Timeline, entry: StopEntry | LegEntry, profile: Profile) -> tuple[list[float], str]:
    """The prices of one unit that the tables have for a row, the lowest first, and their currency. A cab's is
    that of its bill line."""
    if isinstance(entry, StopEntry):
        place = entry.place
        return ([place.price], place.currency) if place and place.price is not None else ([], "")
    known = trip.facts.legs.get(entry.id)
    if known is not None and known.prices:
        return sorted(known.prices.values()), known.currency
    line = trip.once(lines_of_rows, profile).get(entry.id)
    return ([line.unit_price], line.currency) if line and line.unit_price is not None else ([], "")


def stated_costs(trip: Timeline, profile: Profile) -> dict[str, float]:
    """Row id -> the cost that the plan states on the row or, where it states none there, in the day's
    field."""
    in_fields = {
        (number, choice.identity): choice.named.stated_cost
        for number, choices in trip.choices.items()
        for choice in choices
        if choice.named.stated_cost is not None
    }
    stated: dict[str, float] = {}
    for entry in trip.entries:
        cost = entry.row.stated_cost
        if cost is None and in_fields and isinstance(entry, StopEntry):
            cost = in_fields.get((entry.day.number, entry.identity))
        if cost is not None:
            stated[entry.id] = cost
    return stated


def reasons(trip: Timeline, profile: Profile) -> dict[str, list[str]]:
    """Row id -> why it wants a remark, in the order of the trip's rows."""
    why: dict[str, list[str]] = {}

    def add(entry: StopEntry | LegEntry, text: str) -> None:
        why.setdefault(entry.id, []).append(text)

    for noun, lengths in (("stay", buffers.stays), ("duration", buffers.legs)):
        for row in trip.once(lengths, profile).outside:
            how = "under" if row.outside_min < 0 else "over"
            add(row.entry, f"its {noun} is {minutes_text(abs(row.outside_min))} {how} the range")
    for visit in trip.once(peak_visits, profile):
        if visit.peak_min:
            add(visit.entry, f"{format_duration(visit.peak_min)} of it lie in peak hours")
    for night in trip.once(short_nights, profile):
        add(night.entry, f"the night ends {format_duration(night.short_min)} before 06:00")
    for moved in trip.once(moved_times, profile):
        add(moved.entry, f"its given {moved.which} moved by {format_duration(abs(moved.moved_min))}")
    for price in trip.once(differing_prices, profile):
        add(price.entry, f"its stated price {money(price.stated)} is not the table's {money(price.known)}")
    return {entry.id: why[entry.id] for entry in trip.entries if entry.id in why}
