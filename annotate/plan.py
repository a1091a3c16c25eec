"""The nouns: query, persona, itinerary, day, stop, leg.

Everything here is frozen; a change makes a new object. Times are whole minutes from 00:00 of the plan day
(see `clock.py`), None is a missing time. Plans go to and from JSON with `ITINERARY_JSON`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from pydantic import TypeAdapter

from annotate.errors import NotFoundError
from annotate.names import match_key

__all__ = [
    "ITINERARY_JSON", "Day", "Itinerary", "Leg", "LocalConstraint", "Meal", "Mode", "NamedPlace", "NearestStop",
    "Persona", "Query", "Rationale", "RiskProfile", "Stop", "StopKind", "Verb",
]  # fmt: skip


class RiskProfile(StrEnum):
    """How much buffer the traveller wants: low and high multiples of the ideal buffer (Tables 11 and 15)."""

    TOLERANT = "Risk Tolerant"
    OPTIMIZED = "Risk Optimized"
    AVERSE = "Risk Averse"

    @property
    def multipliers(self) -> tuple[float, float]:
        """(low, high) of the wanted buffer as a multiple of the ideal one."""
        return _MULTIPLIERS[self]


_MULTIPLIERS = {
    "Risk Tolerant": (0.50, 1.00),
    "Risk Optimized": (1.00, 1.25),
    "Risk Averse": (1.25, 2.00),
}


class StopKind(StrEnum):
    """What a stop is. `TRANSPORT` is a station or airport."""

    ACCOMMODATION = "accommodation"
    RESTAURANT = "restaurant"
    ATTRACTION = "attraction"
    EVENT = "event"
    TRANSPORT = "transport"


class Verb(StrEnum):
    """What happens at a stop."""

    VISIT = "visit"
    STAY = "stay"
    CHECK_IN = "check-in"
    CHECKOUT = "checkout"
    ARRIVE = "arrive"
    TRAVEL = "travel"


class Mode(StrEnum):
    """How a leg is travelled. Taxi, driving and self-driving are Cab."""

    FLIGHT = "Flight"
    TRAIN = "Train"
    BUS = "Bus"
    CAB = "Cab"


class Meal(StrEnum):
    """The three meal fields of a day, in their order."""

    BREAKFAST = "breakfast"
    LUNCH = "lunch"
    DINNER = "dinner"


@dataclass(frozen=True, slots=True)
class LocalConstraint:
    """What the traveller insists on, as written, one tuple per wish; empty means not asked."""

    house_rules: tuple[str, ...] = ()
    house_type: tuple[str, ...] = ()
    facilities: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
    cuisine: tuple[str, ...] = ()
    transportation: tuple[str, ...] = ()
    event: tuple[str, ...] = ()
    attraction: tuple[str, ...] = ()
    tripcraft_keys: bool = False
    """True when the keys were TripCraft's (`house rule`, `room type`), which turns the sense of a house rule."""


@dataclass(frozen=True, slots=True)
class Query:
    """What the traveller asks. `source` is the JSON object as it came in, kept for export."""

    origin: str
    destinations: tuple[str, ...]
    target_state: str | None
    days: int
    city_count: int | None
    dates: tuple[str, ...]
    """ISO dates, one per day; empty when the source has none."""
    people: int | None
    budget: float | None
    constraints: LocalConstraint = field(default_factory=LocalConstraint)
    text: str | None = None
    level: str | None = None
    budget_currency: str = "INR"
    source: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Persona:
    """Traveller type, purpose of travel, spending and location preference; `text` is the line as written."""

    text: str = ""
    traveler_type: str | None = None
    purpose: str | None = None
    spending: str | None = None
    location: str | None = None


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place as a day's field names it, with the city written there (None if none is written)."""

    name: str
    city: str | None
    stated_cost: float | None = None


@dataclass(frozen=True, slots=True)
class NearestStop:
    """The nearest public transport stop of a place, as stated or as known. `distance_m` is None if not stated."""

    name: str
    distance_m: float | None


@dataclass(frozen=True, slots=True)
class Stop:
    """One row of a day's point-of-interest list.

    `city` is the city the place was resolved to (None: unresolved). `meal` is set where the day's fields choose the
    place for a meal. `given_*` are the times the skeleton came with (rule TIM007), None where it had none.
    """

    row: str
    kind: StopKind
    verb: Verb
    name: str
    city: str | None
    start_min: int | None = None
    end_min: int | None = None
    meal: Meal | None = None
    nearest_stop: NearestStop | None = None
    remark: str | None = None
    stated_cost: float | None = None
    given_start_min: int | None = None
    given_end_min: int | None = None

    @property
    def is_timed(self) -> bool:
        """True when both times are there."""
        return self.start_min is not None and self.end_min is not None


@dataclass(frozen=True, slots=True)
class Leg:
    """One intercity transport segment of the day whose `transportation` names it.

    `timetable_*` are the times as the source states them (a skeleton's text; for a filled plan None until the tables
    give them), `depart_min` and `arrive_min` the planned ones: the planned arrival holds the buffer.
    `carrier` is the train or flight number, or the bus operator; None for a cab. `position` is the number of the
    day's stops that come before the leg.
    """

    row: str
    mode: Mode
    carrier: str | None
    origin: str
    destination: str
    depart_min: int | None = None
    arrive_min: int | None = None
    timetable_depart_min: int | None = None
    timetable_arrive_min: int | None = None
    position: int = 0
    remark: str | None = None
    stated_cost: float | None = None
    given_depart_min: int | None = None
    mode_text: str | None = None
    """The mode as written (`Taxi`, `Self-driving`), for TRA003 and for export."""

    @property
    def start_min(self) -> int | None:
        """The planned departure, under the name that stops use."""
        return self.depart_min

    @property
    def end_min(self) -> int | None:
        """The planned arrival, under the name that stops use."""
        return self.arrive_min

    @property
    def is_timed(self) -> bool:
        """True when both planned times are there."""
        return self.depart_min is not None and self.arrive_min is not None

    @property
    def is_bare_cab(self) -> bool:
        """True for a cab without any time, as filled plans write it."""
        times = (self.depart_min, self.arrive_min, self.timetable_depart_min, self.timetable_arrive_min)
        return self.mode is Mode.CAB and all(time is None for time in times)


@dataclass(frozen=True, slots=True)
class Day:
    """One day of the plan: the chosen places (fields), the list of stops, the legs.

    `from_city` and `to_city` are equal on a day without a change of city.
    """

    number: int
    date: str | None
    current_city: str
    from_city: str
    to_city: str
    breakfast: NamedPlace | None = None
    lunch: NamedPlace | None = None
    dinner: NamedPlace | None = None
    attractions: tuple[NamedPlace, ...] = ()
    events: tuple[NamedPlace, ...] = ()
    accommodation: NamedPlace | None = None
    legs: tuple[Leg, ...] = ()
    stops: tuple[Stop, ...] = ()
    transportation_text: str = "-"
    """The transport field as it came in, for a text that names no leg (`Taxi; Cost: 50` within a city)."""

    @property
    def rows(self) -> Iterator[Stop | Leg]:
        """Stops and legs in the order of the day."""
        if not self.legs:
            yield from self.stops
            return
        for index, stop in enumerate(self.stops):
            for leg in self.legs:
                if leg.position == index:
                    yield leg
            yield stop
        for leg in self.legs:
            if leg.position == len(self.stops):
                yield leg

    @property
    def is_filled(self) -> bool:
        """True when no row misses a time; a bare cab misses none."""
        return all(row.is_timed or (isinstance(row, Leg) and row.is_bare_cab) for row in self.rows)

    def meal(self, meal: Meal) -> NamedPlace | None:
        """The place chosen for a meal."""
        return getattr(self, meal.value)

    def named_places(self) -> Iterator[tuple[str, NamedPlace]]:
        """(field, place) for each place that the day's fields choose; field is `breakfast`, `attraction`, ..."""
        if self.breakfast is not None:
            yield "breakfast", self.breakfast
        if self.lunch is not None:
            yield "lunch", self.lunch
        if self.dinner is not None:
            yield "dinner", self.dinner
        for place in self.attractions:
            yield "attraction", place
        for place in self.events:
            yield "event", place
        if self.accommodation is not None:
            yield "accommodation", self.accommodation


@dataclass(frozen=True, slots=True)
class Rationale:
    """The plan-level explanation: key decisions, how constraints are met, how buffers were chosen."""

    decisions: str = ""
    constraints: str = ""
    buffers: str = ""

    @property
    def is_complete(self) -> bool:
        """True when each of the three parts says something."""
        return all(part.strip() for part in (self.decisions, self.constraints, self.buffers))


@dataclass(frozen=True, slots=True)
class Itinerary:
    """A query with its plan. A skeleton is an itinerary with missing times."""

    set_name: str
    idx: int
    query: Query
    persona: Persona
    risk_profile: RiskProfile | None
    days: tuple[Day, ...]
    rationale: Rationale = field(default_factory=Rationale)

    @property
    def first_date(self) -> str | None:
        """ISO date of day 1, None when the query has no dates."""
        return self.query.dates[0] if self.query.dates else None

    def rows(self) -> Iterator[tuple[Day, Stop | Leg]]:
        """Every row of the trip in order, with its day."""
        for day in self.days:
            for row in day.rows:
                yield day, row

    def find(self, row_id: str) -> tuple[Day, Stop | Leg]:
        """The row with this id. Raises NotFoundError."""
        for day, row in self.rows():
            if row.row == row_id:
                return day, row
        raise NotFoundError(
            f"Plan {self.idx} has no row {row_id}",
            expected="an id such as d2.s3 or d1.l1",
        )

    def with_row(self, changed: Stop | Leg) -> "Itinerary":
        """The itinerary with the row of the same id replaced."""
        day, old = self.find(changed.row)
        if isinstance(changed, Leg):
            new_day = replace(day, legs=tuple(changed if leg is old else leg for leg in day.legs))
        else:
            new_day = replace(day, stops=tuple(changed if stop is old else stop for stop in day.stops))
        return replace(self, days=tuple(new_day if d is day else d for d in self.days))

    @property
    def is_filled(self) -> bool:
        """True when no row misses a time; a bare cab misses none."""
        return all(day.is_filled for day in self.days)


ITINERARY_JSON: TypeAdapter[Itinerary] = TypeAdapter(Itinerary)
"""Reads and writes the stored form: `dump_json(itinerary)`, `validate_json(text)`."""

_RISK_WORDS = {"tolerant": RiskProfile.TOLERANT, "averse": RiskProfile.AVERSE, "optimized": RiskProfile.OPTIMIZED,
               "optimised": RiskProfile.OPTIMIZED, "optimizer": RiskProfile.OPTIMIZED, "optimiser": RiskProfile.OPTIMIZED,
               "optimistic": RiskProfile.OPTIMIZED}  # fmt: skip


def read_risk_profile(text: str) -> RiskProfile | None:
    """The profile that a spelling means (`Risk-Averse`, `risk_averse`, `optimistic` ...), None if it means none."""
    words = match_key(text).replace("-", " ").replace("_", " ").split()
    meant = {_RISK_WORDS[word] for word in words if word in _RISK_WORDS}
    return (
        meant.pop()
        if len(meant) == 1 and all(word in _RISK_WORDS or word == "risk" for word in words)
        else None
    )
