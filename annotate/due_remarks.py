"""Rows whose times or prices want a word of explanation, and why.

Four rules of advice and one on remarks look at the same things; they stand here, so that no rule asks
another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from annotate import buffers
from annotate.bill import (
    STATED_ROUNDING,
    BillLine,
    has_another_price,
    line_of_choice,
    lines_of_rows,
    money,
    rows_paid,
)
from annotate.buffers import minutes_text
from annotate.clock import DAY_MIN, format_duration
from annotate.peaks import peak_visits
from annotate.plan import Day, Leg, StopKind
from annotate.profile import Profile
from annotate.timeline import KIND_OF_FIELD, Choice, LegEntry, StopEntry, Timeline, is_accommodation

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


class StatedCost(NamedTuple):
    """A cost that the plan states of `what`: a row, or a choice of a day's field that has no row to pay for."""

    what: StopEntry | LegEntry | Choice
    cost: float

    @property
    def row(self) -> str | None:
        """Id of the row, None for a choice without one."""
        return None if isinstance(self.what, Choice) else self.what.id

    @property
    def label(self) -> str:
        """What a sentence calls it."""
        if isinstance(self.what, Choice):
            return f"{self.what.named.name}, the {self.what.field} of day {self.what.day.number},"
        return self.what.label


@dataclass(frozen=True, slots=True)
class DifferingPrice:
    """A cost stated in the plan, and the table's price that it differs from."""

    stated: StatedCost
    known: float


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


def differing_prices(trip: Timeline, profile: Profile) -> tuple[DifferingPrice, ...]:
    """Stated costs that are not the table's: neither for one person nor for all of them, for an accommodation neither
    of a room, of all rooms of a night nor of the stay. A leg agrees if any class has the price.
    """
    people = trip.itinerary.query.people or 1
    found = []
    for stated in trip.once(stated_costs, profile):
        prices, line = table_prices(trip, stated.what, profile), bill_line(trip, stated.what, profile)
        counts = (1,) if _role(stated.what) is StopKind.ACCOMMODATION else (1, people)
        agreed = (price * count for price in prices for count in counts)
        if not prices or (line is not None and line.may_state(stated.cost)):
            continue
        if all(abs(stated.cost - price) > STATED_ROUNDING for price in agreed):
            found.append(DifferingPrice(stated, prices[0]))
    return tuple(found)


def table_prices(trip: Timeline, what: StopEntry | LegEntry | Choice, profile: Profile) -> list[float]:
    """The prices of one unit that the tables have for a row or a choice, the lowest first. A cab's is that of its bill
    line."""
    if not isinstance(what, LegEntry):
        place, role = what.place, _role(what)
        if place is None or place.price is None or role is None or has_another_price(place, role):
            return []
        return [place.price]
    known = trip.facts.legs.get(what.id)
    if known is not None and known.prices:
        return sorted(known.prices.values())
    line = bill_line(trip, what, profile)
    return [line.unit_price] if line and line.unit_price is not None else []


def bill_line(trip: Timeline, what: StopEntry | LegEntry | Choice, profile: Profile) -> BillLine | None:
    """The line of the bill that pays for a row or a choice, None for a row that no field chooses."""
    if isinstance(what, Choice):
        return line_of_choice(trip, what)
    return trip.once(lines_of_rows, profile).get(what.id)


def _role(what: StopEntry | LegEntry | Choice) -> StopKind | None:
    """What the plan uses a place as; None for a leg."""
    if isinstance(what, Choice):
        return KIND_OF_FIELD[what.field]
    return what.row.kind if isinstance(what, StopEntry) else None


def stated_costs(trip: Timeline, profile: Profile) -> tuple[StatedCost, ...]:
    """The costs that the plan states, of rows in their order, then of choices without a row. A cost in a day's field is
    that of the row which the choice pays for (of several the first, of stays the last), where that states none itself.
    """
    in_fields: dict[str, float] = {}
    without_row = []
    for choices in trip.choices.values():
        for choice in choices:
            cost = choice.named.stated_cost
            if cost is None:
                continue
            rows = [row for row in rows_paid(trip, choice) if row not in in_fields]
            if rows:
                in_fields[rows[-1 if choice.field == StopKind.ACCOMMODATION else 0]] = cost
            else:
                without_row.append(StatedCost(choice, cost))
    stated = []
    for entry in trip.entries:
        cost = entry.row.stated_cost
        if cost is None and in_fields:
            cost = in_fields.get(entry.id)
        if cost is not None and not (isinstance(entry, StopEntry) and entry.kind is StopKind.TRANSPORT):
            stated.append(StatedCost(entry, cost))
    return (*stated, *without_row)


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
        what, cost = price.stated
        if not isinstance(what, Choice):
            add(what, f"its stated price {money(cost)} is not the table's {money(price.known)}")
    return {entry.id: why[entry.id] for entry in trip.entries if entry.id in why}
