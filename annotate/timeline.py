"""The trip as one line of rows: order, absolute minutes, whereabouts, nights.

Built once per feedback, read by all scores and rules.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeGuard, TypeVar

from annotate import clock
from annotate.facts import Crowd, Facts, PlaceFacts, Window
from annotate.names import match_key
from annotate.plan import Day, Itinerary, Leg, Meal, NamedPlace, Stop, StopKind
from annotate.profile import Profile

_T = TypeVar("_T")

NIGHT_LEG_BOARDS_BEFORE_MIN = 180
"""A leg that leaves before 03:00 belongs to the night that began the evening before."""
KIND_OF_FIELD = {
    "breakfast": StopKind.RESTAURANT,
    "lunch": StopKind.RESTAURANT,
    "dinner": StopKind.RESTAURANT,
    "attraction": StopKind.ATTRACTION,
    "event": StopKind.EVENT,
    "accommodation": StopKind.ACCOMMODATION,
}
"""What a field of a day means to choose."""
_VISITED = (StopKind.ATTRACTION, StopKind.RESTAURANT)
_NO_VISITS = (StopKind.ACCOMMODATION, StopKind.TRANSPORT)
_MEALS = (Meal.BREAKFAST, Meal.LUNCH, Meal.DINNER)
FULL_DAY_TRAVEL_ENDS_MIN = 8 * 60
"""A day stays a full day if its travel is over by 08:00 (guideline page CMP001)."""


@dataclass(slots=True, eq=False)
class Entry:
    """One row in the order of the trip: `id` is the row's, `index` its place, `start` and `end` are
    absolute minutes (None: missing). Entries are not changed; they are compared by identity, because there
    is one per row."""

    id: str
    index: int
    day: Day
    row: Stop | Leg
    start: int | None
    end: int | None

    @property
    def is_leg(self) -> bool:
        """True for a leg."""
        return isinstance(self.row, Leg)

    @property
    def is_timed(self) -> bool:
        """True when both times are there."""
        return self.start is not None and self.end is not None


@dataclass(slots=True, eq=False)
class StopEntry(Entry):
    """A stop with what is known of its place. `kind` is the catalogue's type where known, else the plan's;
    `identity` is what "the same place" means: the catalogue's id, else normalised name + city."""

    row: Stop
    place: PlaceFacts | None
    kind: StopKind
    identity: str

    @property
    def name(self) -> str:
        """The name as the plan writes it."""
        return self.row.name

    @property
    def label(self) -> str:
        """What a sentence calls the row."""
        return self.row.name


@dataclass(slots=True, eq=False)
class LegEntry(Entry):
    """A leg."""

    row: Leg

    @property
    def label(self) -> str:
        """What a sentence calls the row: `Train 12182 from Bhopal to Jaipur`."""
        carrier = f" {self.row.carrier}" if self.row.carrier else ""
        return f"{self.row.mode.value}{carrier} from {self.row.origin} to {self.row.destination}"


def is_accommodation(entry: Entry) -> TypeGuard[StopEntry]:
    """True for a stop that is an accommodation to the catalogue or, whatever that holds, to the plan."""
    return isinstance(entry, StopEntry) and StopKind.ACCOMMODATION in (entry.kind, entry.row.kind)


class Choice(NamedTuple):
    """A place that a field of a day chooses, with what is known of it. `field` is a meal's or a kind's
    word. `city` is where it lies as the plan writes it: with the name, else on the list, else as the day's
    city that has such a place (none has: where the day ends)."""

    day: Day
    field: str
    named: NamedPlace
    place: PlaceFacts | None
    identity: str
    city: str


@dataclass(frozen=True, slots=True)
class CityChange:
    """The traveller is in another city: within a day (`from A to B`) or between one day and the next.

    `legs` are the legs of this day and the day before that leave the one city or reach the other; the change
    `is_served` when one of them leaves `origin` and one (it may be the same) reaches `destination`.
    """

    day: Day
    origin: str
    destination: str
    legs: tuple["LegEntry", ...]
    is_served: bool


def _unless_station(place: PlaceFacts | None) -> PlaceFacts | None:
    return None if place is not None and place.kind is StopKind.TRANSPORT else place


class _Known(NamedTuple):
    """What is known of a name and a city as the plan writes them; `identity` as a stop's."""

    place: PlaceFacts | None
    identity: str


class Timeline:
    """An itinerary laid out with its facts.

    `entries` is every row in trip order; `stops` and `legs` the two kinds; `by_day[n]` the entries of day n.
    """

    def __init__(self, itinerary: Itinerary, facts: Facts) -> None:
        self.itinerary = itinerary
        self.facts = facts
        self.entries: list[StopEntry | LegEntry] = []
        self.stops: list[StopEntry] = []
        self.legs: list[LegEntry] = []
        self.by_day: dict[int, list[StopEntry | LegEntry]] = {}
        self._places: dict[tuple[str, str | None, StopKind], _Known] = {}
        self._city_keys: dict[str, str] = {}
        self._made: dict[Any, tuple[Profile, Any]] = {}
        index = 0
        for day in itinerary.days:
            base = clock.DAY_MIN * (day.number - 1)
            of_day: list[StopEntry | LegEntry] = []
            for row in day.rows:
                start, end = row.start_min, row.end_min
                if start is not None:
                    start += base
                if end is not None:
                    end += base
                if isinstance(row, Leg):
                    leg = LegEntry(row.row, index, day, row, start, end)
                    self.legs.append(leg)
                    of_day.append(leg)
                else:
                    place, identity = self._known(row.name, row.city, row.kind)
                    if (
                        place
                        and (row.kind is StopKind.TRANSPORT) is not (place.kind is StopKind.TRANSPORT)
                        and row.kind not in _VISITED
                    ):
                        # a transport place is never the place that bears its name, and a night is spent at
                        # no station; one that a plan visits is a station all the same
                        place, identity = None, facts.place_identity(row.name, row.city)
                    kind = place.kind if place else row.kind
                    stop = StopEntry(row.row, index, day, row, start, end, place, kind, identity)
                    self.stops.append(stop)
                    of_day.append(stop)
                index += 1
            self.entries += of_day
            self.by_day[day.number] = of_day

    def _known(self, name: str, city: str | None, kind: StopKind) -> _Known:
        """What is known of a written name, asked for once: most places are written several times."""
        known = self._places.get((name, city, kind))
        if known is None:
            place = self.facts.place(name, city, kind)
            identity = place.place_id if place else self.facts.place_identity(name, city)
            known = self._places[name, city, kind] = _Known(place, identity)
        return known

    def entry(self, row_id: str) -> StopEntry | LegEntry:
        """The entry of a row id."""
        return self._by_id[row_id]

    @cached_property
    def _by_id(self) -> dict[str, StopEntry | LegEntry]:
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def pois(self) -> list[StopEntry]:
        """Stops without transport places: accommodation, restaurant, attraction, event."""
        return [entry for entry in self.stops if entry.kind is not StopKind.TRANSPORT]

    @cached_property
    def visits(self) -> list[StopEntry]:
        """Attraction and restaurant stops, the rows of BAS and CATS."""
        return [entry for entry in self.stops if entry.kind in _VISITED]

    @cached_property
    def visits_at(self) -> dict[tuple[int, str], list[StopEntry]]:
        """(day number, identity of a place) -> its rows on that day on which the plan neither stays nor changes transport."""
        return self._rows_at(entry for entry in self.stops if entry.row.kind not in _NO_VISITS)

    @cached_property
    def stays_at(self) -> dict[tuple[int, str], list[StopEntry]]:
        """(day number, identity of a place) -> its rows on that day on which the plan stays there."""
        return self._rows_at(entry for entry in self.stops if entry.row.kind is StopKind.ACCOMMODATION)

    def _rows_at(self, entries: Iterable[StopEntry]) -> dict[tuple[int, str], list[StopEntry]]:
        rows: dict[tuple[int, str], list[StopEntry]] = {}
        for entry in entries:
            rows.setdefault((entry.day.number, entry.identity), []).append(entry)
        return rows

    def rows_in_role(self, choice: Choice) -> list[StopEntry]:
        """The rows of a chosen place on the day of the choice: its stays for an accommodation, else its visits.

        A hotel at which a meal is taken is both, on rows of their own.
        """
        rows = self.stays_at if choice.field == StopKind.ACCOMMODATION else self.visits_at
        return rows.get((choice.day.number, choice.identity), [])

    @cached_property
    def choices(self) -> dict[int, list[Choice]]:
        """Day number -> the places that the day's fields choose, meals first, the accommodation last."""
        return {
            day.number: [self._choice(day, field, named) for field, named in day.named_places()]
            for day in self.itinerary.days
        }

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
        return self._crowds[entry.id]

    @cached_property
    def _crowds(self) -> dict[str, Crowd | None]:
        crowds: dict[str, Crowd | None] = {}
        for entry in self.stops:
            crowds[entry.id] = None
            if entry.place and entry.place.crowds:
                start = clock.DAY_MIN * (entry.day.number - 1) if entry.start is None else entry.start
                crowds[entry.id] = entry.place.crowd_on(self.weekday(start))
        return crowds

    def hours(self, entry: StopEntry) -> tuple[Window, ...] | None:
        """The opening windows of a stop's place on the date of its start; None: not known, or it has no start."""
        return self._hours[entry.id]

    @cached_property
    def _hours(self) -> dict[str, tuple[Window, ...] | None]:
        hours: dict[str, tuple[Window, ...] | None] = {}
        for entry in self.stops:
            hours[entry.id] = None
            if entry.place and entry.place.hours and entry.start is not None:
                hours[entry.id] = entry.place.hours_on(self.weekday(entry.start))
        return hours

    @cached_property
    def one_stay(self) -> frozenset[tuple[str, str]]:
        """(last row of a day, first row of the next) where both are the same accommodation: one stay."""
        pairs = set()
        for before, after in zip(self.itinerary.days, self.itinerary.days[1:], strict=False):
            left, right = self.by_day[before.number], self.by_day[after.number]
            if not left or not right:
                continue
            last, first = left[-1], right[0]
            if is_accommodation(last) and is_accommodation(first) and last.identity == first.identity:
                pairs.add((last.id, first.id))
        return frozenset(pairs)

    def leg_dates_min(self, leg: LegEntry) -> tuple[int | None, int | None]:
        """Absolute planned (departure, arrival) of a leg; where a planned time is missing the timetable's
        (as the plan states it, else as the tables do). Each is None if it is unknown."""
        return self._leg_dates[leg.id]

    @cached_property
    def _leg_dates(self) -> dict[str, tuple[int | None, int | None]]:
        return {leg.id: self._dates_of(leg) for leg in self.legs}

    def _dates_of(self, leg: LegEntry) -> tuple[int | None, int | None]:
        row, known = leg.row, self.facts.legs.get(leg.id)
        depart, arrive = row.depart_min, row.arrive_min
        if depart is None:
            depart = row.timetable_depart_min
        if depart is None and known:
            depart = known.timetable_depart_min
        if arrive is None:
            arrive = row.timetable_arrive_min
        if arrive is None and known and depart is not None and known.timetable_duration_min is not None:
            arrive = depart + round(known.timetable_duration_min)
        base = clock.DAY_MIN * (leg.day.number - 1)
        return None if depart is None else base + depart, None if arrive is None else base + arrive

    def leg_at_night(self, day: int) -> str | None:
        """The leg that is surely under way at the midnight after a day, or leaves before 03:00 of the next
        date."""
        midnight = clock.DAY_MIN * day
        for leg in self.legs:
            depart, arrive = self._leg_dates[leg.id]
            if depart is None or depart >= midnight + NIGHT_LEG_BOARDS_BEFORE_MIN:
                continue
            if depart >= midnight if arrive is None else arrive > midnight:
                return leg.id
        return None

    def may_be_on_board(self, day: int) -> bool:
        """True if the night after a day may be on a leg of this day or the next that lacks a known time: it
        does not surely arrive by midnight nor leave at 03:00 or later."""
        midnight = clock.DAY_MIN * day
        for leg in self.legs:
            depart, arrive = self._leg_dates[leg.id]
            if leg.day.number not in (day, day + 1) or (depart is not None and arrive is not None):
                continue
            is_over = arrive is not None and arrive <= midnight
            is_later = depart is not None and depart >= midnight + NIGHT_LEG_BOARDS_BEFORE_MIN
            if not is_over and not is_later:
                return True
        return False

    def city_key(self, name: str) -> str:
        """Identity of a city as the plan writes it."""
        key = self._city_keys.get(name)
        if key is None:
            key = self._city_keys[name] = self.facts.city_key(name)
        return key

    def same_city(self, one: str, other: str) -> bool:
        """True if two written names mean one city."""
        return one == other or self.city_key(one) == self.city_key(other)

    def _choice(self, day: Day, field: str, named: NamedPlace) -> Choice:
        """A field without a city means the row of that name on the day's list, else the place of that name
        in the city where the day ends or begins. A station is no place to choose: nothing is known of it."""
        kind = KIND_OF_FIELD[field]
        if named.city is not None:
            place, identity = self._known(named.name, named.city, kind)
            return Choice(day, field, named, _unless_station(place), identity, named.city)
        key = match_key(named.name)
        for entry in self.by_day[day.number]:
            if isinstance(entry, StopEntry) and match_key(entry.row.name) == key:
                place, city = _unless_station(entry.place), entry.row.city or day.to_city
                return Choice(day, field, named, place, entry.identity, city)
        for city in (day.to_city, day.from_city):
            if (place := _unless_station(self.facts.place(named.name, city, kind))) is not None:
                return Choice(day, field, named, place, place.place_id, city)
        identity = self.facts.place_identity(named.name, day.to_city)
        return Choice(day, field, named, None, identity, day.to_city)

    def accommodation(self, day: Day) -> Choice | None:
        """The accommodation that a day chooses for the night after it."""
        return self._accommodations.get(day.number)

    @cached_property
    def _accommodations(self) -> dict[int, Choice]:
        return {
            number: choices[-1]
            for number, choices in self.choices.items()
            if choices and choices[-1].field == "accommodation"
        }

    def full_day(self, day: Day) -> bool | None:
        """True for a day with one current city that is neither the first nor the last and on whose date no
        leg leaves or arrives after 08:00; None while the times of a leg are unknown that could decide it."""
        days = self.itinerary.days
        if day is days[0] or day is days[-1] or not self.same_city(day.from_city, day.to_city):
            return False
        midnight = clock.DAY_MIN * (day.number - 1)
        unknown = False
        travel_ends, next_midnight = midnight + FULL_DAY_TRAVEL_ENDS_MIN, midnight + clock.DAY_MIN
        for leg in self.legs:
            depart, arrive = self._leg_dates[leg.id]
            if depart is not None and travel_ends < depart < next_midnight:
                return False
            if arrive is not None and travel_ends < arrive < next_midnight:
                return False
            if (depart is None or arrive is None) and leg.day.number in (day.number - 1, day.number):
                is_over = arrive is not None and arrive <= travel_ends
                is_later = depart is not None and depart >= next_midnight
                unknown = unknown or not (is_over or is_later)
        return None if unknown else True

    def meals(self, day: Day) -> list[tuple[Meal, NamedPlace, StopEntry | None]]:
        """The meals that the day's fields choose, in their order, each with its row (None: not listed)."""
        return self._meals[day.number]

    @cached_property
    def _meals(self) -> dict[int, list[tuple[Meal, NamedPlace, StopEntry | None]]]:
        return {
            day.number: [
                (meal, named, self._meal_rows.get((day.number, meal)))
                for meal, named in zip(_MEALS, (day.breakfast, day.lunch, day.dinner), strict=True)
                if named is not None
            ]
            for day in self.itinerary.days
        }

    @cached_property
    def _meal_rows(self) -> dict[tuple[int, Meal], StopEntry]:
        """The first row of each meal of a day."""
        rows: dict[tuple[int, Meal], StopEntry] = {}
        for entry in self.stops:
            if entry.row.meal is not None:
                rows.setdefault((entry.day.number, entry.row.meal), entry)
        return rows

    @cached_property
    def city_changes(self) -> list[CityChange]:
        """Every change of city that the days' fields tell, in order."""
        changes: list[CityChange] = []
        last_city: str | None = None
        for day in self.itinerary.days:
            if last_city is not None and not self.same_city(last_city, day.from_city):
                changes.append(self._city_change(day, last_city, day.from_city))
            if not self.same_city(day.from_city, day.to_city):
                changes.append(self._city_change(day, day.from_city, day.to_city))
            last_city = day.to_city
        return changes

    def _city_change(self, day: Day, origin: str, destination: str) -> CityChange:
        leaves = reaches = False
        legs = []
        for leg in self.legs:
            if leg.day.number in (day.number - 1, day.number):
                is_first = self.same_city(leg.row.origin, origin)
                is_last = self.same_city(leg.row.destination, destination)
                leaves, reaches = leaves or is_first, reaches or is_last
                if is_first or is_last:
                    legs.append(leg)
        return CityChange(day, origin, destination, tuple(legs), leaves and reaches)

    def around(self, leg: LegEntry) -> tuple[StopEntry | None, StopEntry | None]:
        """(last stop before a leg, first stop after it), transport places aside, no further than the legs
        next to it.

        On the leg's day a stop in the city that the leg reaches comes after it wherever the list puts it,
        and one in the city that it leaves comes before it: order in the list is no proof that the
        traveller can be there.
        """
        first = max((other.index for other in self.legs if other.index < leg.index), default=-1)
        last = min((other.index for other in self.legs if other.index > leg.index), default=len(self.entries))
        of_day = self.by_day[leg.day.number]
        day_starts, day_ends = of_day[0].index, of_day[-1].index + 1
        before = self._first_beside(
            leg, reversed(self.entries[first + 1 : min(last, day_ends)]), is_after=False
        )
        after = self._first_beside(leg, self.entries[max(first + 1, day_starts) : last], is_after=True)
        return before, after

    def _first_beside(
        self, leg: LegEntry, entries: Iterable["StopEntry | LegEntry"], *, is_after: bool
    ) -> StopEntry | None:
        """The first stop of some rows that comes after a leg, or before it, as `around` says."""
        origin, destination = self.city_key(leg.row.origin), self.city_key(leg.row.destination)
        for entry in entries:
            if isinstance(entry, LegEntry) or entry.kind is StopKind.TRANSPORT:
                continue
            comes_after = entry.index > leg.index
            if entry.day is leg.day and entry.row.city and origin != destination:
                city = self.city_key(entry.row.city)
                if city in (origin, destination):
                    comes_after = city == destination
            if comes_after is is_after:
                return entry
        return None

    def once(self, make: Callable[["Timeline", Profile], _T], profile: Profile) -> _T:
        """The result of `make(trip, profile)`, worked out the first time it is asked for."""
        made = self._made.get(make)
        if made is None or made[0] is not profile:
            made = self._made[make] = (profile, make(self, profile))
        result: _T = made[1]
        return result
