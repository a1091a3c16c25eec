"""The trip as one line of rows: order, absolute minutes, whereabouts, nights. Built once per feedback, read by all rules."""

from dataclasses import dataclass
from functools import cached_property

from annotate import clock
from annotate.facts import Crowd, Facts, PlaceFacts
from annotate.plan import Day, Itinerary, Leg, Stop, StopKind


@dataclass(frozen=True, slots=True)
class Entry:
    """One row in the order of the trip. `start` and `end` are absolute minutes (None: missing), `index` its position."""

    index: int
    day: Day
    row: Stop | Leg
    start: int | None
    end: int | None

    @property
    def id(self) -> str:
        """The row id."""
        return self.row.row

    @property
    def is_leg(self) -> bool:
        """True for a leg."""
        return isinstance(self.row, Leg)


@dataclass(frozen=True, slots=True)
class StopEntry(Entry):
    """A stop with what is known of its place. `kind` is the catalogue's type where known, else the plan's."""

    row: Stop
    place: PlaceFacts | None
    kind: StopKind

    @property
    def name(self) -> str:
        """The name as the plan writes it."""
        return self.row.name


@dataclass(frozen=True, slots=True)
class LegEntry(Entry):
    """A leg."""

    row: Leg


@dataclass(frozen=True, slots=True)
class Night:
    """The night after a day: at an accommodation (`identity`), on board (`leg`), or nowhere (both None)."""

    day: int
    identity: str | None
    leg: str | None


class Timeline:
    """An itinerary laid out with its facts.

    `entries` is every row in trip order; `stops` and `legs` the two kinds; `by_day[n]` the entries of day n.
    """

    def __init__(self, itinerary: Itinerary, facts: Facts) -> None:
        self.itinerary = itinerary
        self.facts = facts
        self.entries: list[StopEntry | LegEntry] = []
        self.by_day: dict[int, list[StopEntry | LegEntry]] = {}
        for day in itinerary.days:
            base = clock.DAY_MIN * (day.number - 1)
            of_day = self.by_day[day.number] = []
            for row in day.rows:
                start = None if row.start_min is None else base + row.start_min
                end = None if row.end_min is None else base + row.end_min
                entry: StopEntry | LegEntry
                if isinstance(row, Leg):
                    entry = LegEntry(len(self.entries), day, row, start, end)
                else:
                    place = (
                        facts.place(row.name, row.city)
                        if row.kind is not StopKind.TRANSPORT
                        else None
                    )
                    entry = StopEntry(
                        len(self.entries),
                        day,
                        row,
                        start,
                        end,
                        place,
                        place.kind if place else row.kind,
                    )
                self.entries.append(entry)
                of_day.append(entry)
        self.stops: list[StopEntry] = [
            entry for entry in self.entries if isinstance(entry, StopEntry)
        ]
        self.legs: list[LegEntry] = [
            entry for entry in self.entries if isinstance(entry, LegEntry)
        ]

    def entry(self, row_id: str) -> StopEntry | LegEntry:
        """The entry of a row id."""
        return self._by_id[row_id]

    @cached_property
    def _by_id(self) -> dict[str, StopEntry | LegEntry]:
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def pois(self) -> list[StopEntry]:
        """Stops without transport places: accommodation, restaurant, attraction, event ("stops" in rules.md)."""
        return [entry for entry in self.stops if entry.kind is not StopKind.TRANSPORT]

    @cached_property
    def visits(self) -> list[StopEntry]:
        """Attraction and restaurant stops, the rows of BAS and CATS."""
        return [
            entry
            for entry in self.stops
            if entry.kind in (StopKind.ATTRACTION, StopKind.RESTAURANT)
        ]

    def identity(self, entry: StopEntry) -> str:
        """What "the same place" means for a stop: catalogue id, else normalised name + city."""
        return (
            entry.place.place_id
            if entry.place
            else self.facts.place_identity(entry.row.name, entry.row.city)
        )

    def weekday(self, absolute: int) -> int | None:
        """Weekday (0 Monday) on which an absolute minute falls; None if the trip has no dates."""
        first = self.first_weekday
        return None if first is None else (first + absolute // clock.DAY_MIN) % 7

    @cached_property
    def first_weekday(self) -> int | None:
        """Weekday of day 1, None if the trip has no dates."""
        first = self.itinerary.first_date
        return clock.weekday_of(first) if first else None

    def crowd(self, entry: StopEntry) -> Crowd | None:
        """The crowd data for a stop on the date of its start (of its day while it has no start)."""
        if entry.place is None:
            return None
        at = (
            entry.start
            if entry.start is not None
            else clock.DAY_MIN * (entry.day.number - 1)
        )
        return entry.place.crowd_on(self.weekday(at))

    @cached_property
    def one_stay(self) -> frozenset[tuple[str, str]]:
        """(last row of a day, first row of the next) where both are the same accommodation: one stay."""
        pairs = set()
        for before, after in zip(
            self.itinerary.days, self.itinerary.days[1:], strict=False
        ):
            left, right = self.by_day[before.number], self.by_day[after.number]
            if not left or not right:
                continue
            last, first = left[-1], right[0]
            if (
                isinstance(last, StopEntry)
                and isinstance(first, StopEntry)
                and last.kind is first.kind is StopKind.ACCOMMODATION
                and self.identity(last) == self.identity(first)
            ):
                pairs.add((last.id, first.id))
        return frozenset(pairs)

    def leg_dates_min(self, leg: LegEntry) -> tuple[int, int] | None:
        """Absolute planned (departure, arrival) of a leg, the timetable's where a planned time is missing; None if unknown."""
        base = clock.DAY_MIN * (leg.day.number - 1)
        depart = (
            leg.row.depart_min
            if leg.row.depart_min is not None
            else leg.row.timetable_depart_min
        )
        arrive = (
            leg.row.arrive_min
            if leg.row.arrive_min is not None
            else leg.row.timetable_arrive_min
        )
        return (
            None if depart is None or arrive is None else (base + depart, base + arrive)
        )

    @cached_property
    def nights(self) -> list[Night]:
        """The night after each day but the last: at the accommodation the day names; where it names none, on the leg that
        is under way at midnight (or leaves before 03:00 of the next date); else nowhere."""
        found = []
        for day in self.itinerary.days[:-1]:
            if day.accommodation is not None:
                city = day.accommodation.city or day.to_city
                found.append(
                    Night(
                        day.number,
                        self.facts.place_identity(day.accommodation.name, city),
                        None,
                    )
                )
            else:
                found.append(
                    Night(
                        day.number,
                        None,
                        self._leg_under_way(clock.DAY_MIN * day.number),
                    )
                )
        return found

    def _leg_under_way(self, midnight: int) -> str | None:
        for leg in self.legs:
            span = self.leg_dates_min(leg)
            if (
                span
                and span[0] < midnight + NIGHT_LEG_BOARDS_BEFORE_MIN
                and span[1] > midnight
            ):
                return leg.id
        return None


NIGHT_LEG_BOARDS_BEFORE_MIN = 180
"""A leg that leaves before 03:00 belongs to the night that began the evening before."""
