"""Rows whose times or prices want a word of explanation, and why.

Four rules of advice and one on remarks look at the same things; they stand here, so that no rule asks
another.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from annotate import buffers
from annotate.buffers import minutes_text
from annotate.clock import DAY_MIN, format_duration
from annotate.peaks import peak_visits
from annotate.plan import Leg, StopKind
from annotate.profile import Profile
from annotate.timeline import LegEntry, StopEntry, Timeline

STAY_REACHES_MIN = 6 * 60
"""A night at an accommodation reaches 06:00 of the next date."""
MAY_MOVE_MIN = 30
"""Minutes by which a given time may move without a word (guidelines: 10-30 minutes)."""
_PRICE_ROUNDING = 0.005


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
    """(last row of a day, absolute end of the stay) for each night at an accommodation that the list shows.

    The end is that of the next day's first row where both are one stay and it has one.
    """
    stays = dict(trip.one_stay)
    for day in trip.itinerary.days[:-1]:
        rows = trip.by_day[day.number]
        last = rows[-1] if rows else None
        if isinstance(last, StopEntry) and last.kind is StopKind.ACCOMMODATION:
            end = last.end
            if last.id in stays and (next_end := trip.entry(stays[last.id]).end) is not None:
                end = next_end if end is None else max(end, next_end)
            yield last, end


def short_nights(trip: Timeline, profile: Profile) -> tuple[ShortNight, ...]:
    """The night stays that end before 06:00, but for nights that a leg takes over
    (`Timeline.leg_at_night`)."""
    found = []
    for entry, end in night_stays(trip):
        six = DAY_MIN * entry.day.number + STAY_REACHES_MIN
        if end is not None and end < six and trip.leg_at_night(entry.day.number) is None:
            found.append(ShortNight(entry, end, six - end))
    return tuple(found)


def moved_times(trip: Timeline, profile: Profile) -> tuple[MovedTime, ...]:
    """Given times of stops and given departures that moved by more than MAY_MOVE_MIN."""
    found = []
    for entry in trip.entries:
        row = entry.row
        if isinstance(row, Leg):
            pairs = [("departure", row.given_depart_min, row.depart_min)]
        elif row.given_start_min is None and row.given_end_min is None:
            continue
        else:
            pairs = [
                ("start", row.given_start_min, row.start_min),
                ("end", row.given_end_min, row.end_min),
            ]
        for which, given, now in pairs:
            if given is not None and now is not None and abs(now - given) > MAY_MOVE_MIN:
                found.append(MovedTime(entry, which, given, now - given))
    return tuple(found)


def differing_prices(trip: Timeline, profile: Profile) -> tuple[StatedPrice, ...]:
    """Rows whose stated price is not the table's, neither for one person nor for all of them.

    The price stated in the day's field counts where the row states none. A leg agrees if any class has the
    price.
    """
    people = trip.itinerary.query.people or 1
    found = []
    for row, stated in trip.once(stated_costs, profile).items():
        entry = trip.entry(row)
        if isinstance(entry, LegEntry):
            known = trip.facts.legs.get(row)
            prices = sorted(known.prices.values()) if known else []
            currency = known.currency if known else ""
        else:
            prices = [entry.place.price] if entry.place and entry.place.price is not None else []
            currency = entry.place.currency if entry.place else ""
        agreed = [price * count for price in prices for count in (1, people)]
        if agreed and all(abs(stated - price) > _PRICE_ROUNDING for price in agreed):
            found.append(StatedPrice(entry, stated, prices[0], currency))
    return tuple(found)


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
        add(price.entry, f"its stated price {price.stated:,g} is not the table's {price.known:,g}")
    return {entry.id: why[entry.id] for entry in trip.entries if entry.id in why}
