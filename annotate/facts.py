"""What is known of the world about one itinerary: durations, crowds, delays, prices, stops, distances.

Facts are plain data, gathered once (by `db.facts`), kept with the round and handed to `give_feedback`. A figure that is
not known is None, never 0. `tables` names the reference tables that hold anything: a rule that needs an absent table
says "not checked".
"""

from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import TypeAdapter

from annotate.clock import WEEK_DAYS
from annotate.names import match_key, place_key
from annotate.plan import StopKind

_T = TypeVar("_T")

Window = tuple[int, int]
"""Half-open [start_min, end_min) that repeats daily; an end not after the start runs over midnight."""

CROWD_LEVELS = ("L", "BA", "A", "AA", "H")
LEVEL_INTENSITY = {"L": 0.0, "BA": 0.25, "A": 0.5, "AA": 0.75, "H": 1.0}
"""Crowd intensity of a level (Table 12)."""
LEVEL_NAMES = {
    "L": "Low",
    "BA": "Below Average",
    "A": "Average",
    "AA": "Above Average",
    "H": "High",
}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a figure comes from: a label ("import 3, trains.csv"), its date and the sample size where known."""

    label: str
    as_of: str | None = None
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Crowd:
    """How crowded a place is on one weekday (or on every day).

    `windows` are (start_min, end_min, level) with a level of CROWD_LEVELS and never overlap; `closed` are hours that the
    source says are closed; hours in neither are unknown. Quiet and peak hours are hours of the day, 0-23.
    """

    windows: tuple[tuple[int, int, str], ...] = ()
    quiet_hours: tuple[int, ...] = ()
    peak_hours: tuple[int, ...] = ()
    closed: tuple[Window, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """What the catalogue knows of one place.

    `hours` and `crowds` hold nothing (unknown), one entry (every day) or seven (Monday first). In `hours` an empty
    entry means closed that day. `visit_duration_min` is the catalogue's own; rule and score files add Table 7.
    Prices: per person (meal, attraction, event) or per room and night (accommodation), in `currency`.
    """

    place_id: str
    kind: StopKind
    name: str
    city: str
    state: str | None = None
    lat: float | None = None
    lon: float | None = None
    visit_duration_min: float | None = None
    categories: tuple[str, ...] = ()
    crowd_level: str | None = None
    """Stated level of the place, one of CROWD_LEVELS."""
    crowds: tuple[Crowd, ...] = ()
    hours: tuple[tuple[Window, ...], ...] = ()
    price: float | None = None
    currency: str = "INR"
    max_occupancy: int | None = None
    minimum_nights: int | None = None
    house_rules: tuple[str, ...] | None = None
    house_type: tuple[str, ...] | None = None
    facilities: tuple[str, ...] | None = None
    services: tuple[str, ...] | None = None
    cuisines: tuple[str, ...] | None = None
    rating: float | None = None
    nearest_stop_name: str | None = None
    nearest_stop_m: float | None = None
    event_dates: tuple[str, ...] = ()
    """ISO dates on which an event takes place (first and last of its run and all between)."""
    event_start_min: int | None = None
    event_end_min: int | None = None
    """Start and end of an event in minutes of its date (an end over midnight is 1440 or more)."""
    sources: dict[str, Source] = field(default_factory=dict)
    """Field name -> where it comes from."""

    def crowd_on(self, weekday: int | None) -> Crowd | None:
        """The crowd of a weekday (0 Monday). None: no data, or the data differ by weekday and the date is unknown."""
        return _on_weekday(self.crowds, weekday)

    def hours_on(self, weekday: int | None) -> tuple[Window, ...] | None:
        """The opening windows of a weekday; None: unknown, or they differ by weekday and the date is unknown;
        (): closed that day."""
        return _on_weekday(self.hours, weekday)


def _on_weekday(entries: tuple[_T, ...], weekday: int | None) -> _T | None:
    if len(entries) != WEEK_DAYS:
        return entries[0] if entries else None
    if weekday is not None:
        return entries[weekday]
    return entries[0] if entries.count(entries[0]) == WEEK_DAYS else None


@dataclass(frozen=True, slots=True)
class FlightPerformance:
    """Counts of observed flights and their delays in minutes (eq. 23). None where the source has no figure."""

    total_flights: int
    late: int
    very_late: int
    excessive: int
    cancelled: int
    diverted: int
    avg_delay_min: float | None
    std_delay_min: float | None
    max_delay_min: float | None
    on_time: int | None = None


@dataclass(frozen=True, slots=True)
class TrainDelays:
    """Average delay in minutes over five horizons (eq. 24), at the station where the traveller gets off."""

    avg_delay_1w: float | None = None
    avg_delay_1m: float | None = None
    avg_delay_3m: float | None = None
    avg_delay_6m: float | None = None
    avg_delay_1y: float | None = None
    station: str | None = None
    unknown_pct: float | None = None


@dataclass(frozen=True, slots=True)
class LegFacts:
    """What the tables know of one leg.

    `known`: True (number + route + date is in the tables), False (the table is there and does not hold it), None (the
    table is missing). Timetable minutes count from 00:00 of the departure date. Durations in minutes.
    """

    known: bool | None
    timetable_depart_min: int | None = None
    timetable_arrive_min: int | None = None
    timetable_duration_min: float | None = None
    free_flow_min: float | None = None
    historical_delay_min: float | None = None
    performance: FlightPerformance | None = None
    delays: TrainDelays | None = None
    prices: dict[str, float] = field(default_factory=dict)
    """Price per person by class; the class "" where the table names none."""
    currency: str = "INR"
    distance_km: float | None = None
    cab_km_inr: float | None = None
    """`Taxi 1km` of the city the leg leaves, per cab."""
    alternatives: tuple[str, ...] = ()
    """What the tables have on this route and date instead, for the advice."""
    sources: dict[str, Source] = field(default_factory=dict)
    carrier: str | None = None
    """Number or operator as the tables write it."""


@dataclass(frozen=True, slots=True)
class CityFacts:
    """A city of the table. `key` (name + state) is its identity."""

    key: str
    name: str
    state: str | None
    lat: float | None = None
    lon: float | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything known about one itinerary.

    `places`: by `place_key(name, city)` as the plan writes them; a name that several catalogues hold also by
    `place_key|kind`. `legs`: by row id. `cities`: by `match_key` of each
    name the plan writes. `routes`: "origin|destination" (city keys, see `city_key`) -> modes that exist on the date asked.
    `attractions_in`: city key -> number of attractions in the catalogue. `near_misses`: place key -> names that are close.
    """

    tables: frozenset[str] = frozenset()
    places: dict[str, PlaceFacts] = field(default_factory=dict)
    legs: dict[str, LegFacts] = field(default_factory=dict)
    cities: dict[str, CityFacts] = field(default_factory=dict)
    routes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    attractions_in: dict[str, int] = field(default_factory=dict)
    near_misses: dict[str, tuple[str, ...]] = field(default_factory=dict)
    imports: tuple[str, ...] = ()
    """Labels of the imports these facts come from."""
    reference_orders: tuple[str, ...] | None = None
    """The order of each day of a reference plan (`annotate.scores.o_ord.orders_of`), None without one."""
    persona_similarity: dict[str, float] | None = None
    """Row id -> mean cosine of the stop with the persona, None where no embedder made one."""

    def place(self, name: str, city: str | None, kind: StopKind | None = None) -> PlaceFacts | None:
        """What is known of a place that the plan names, None if the catalogue does not hold it.

        Where two catalogues hold the name (a hotel and its restaurant), `kind` says which is meant; without it, it is
        the one that the plan's first use means.
        """
        key = place_key(name, city)
        if kind is not None and (known := self.places.get(key + "|" + kind)):
            return known
        return self.places.get(key)

    def city_key(self, name: str) -> str:
        """Identity of a city as the plan writes it; a city the table lacks is its own folded name."""
        city = self.cities.get(match_key(name))
        return city.key if city else match_key(name)

    def place_identity(self, name: str, city: str | None) -> str:
        """Catalogue id, else normalised full name + city: what "the same place" means."""
        known = self.place(name, city)
        return known.place_id if known else f"{match_key(name)}|{self.city_key(city) if city else ''}"


FACTS_JSON: TypeAdapter[Facts] = TypeAdapter(Facts)
"""Reads and writes the frozen form kept with a round."""
