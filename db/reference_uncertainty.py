"""How sure the reference data are: how delays spread, and how crowded attractions and restaurants are by the hour.

A report may be about some cities: then it counts the places in them and the routes that leave or reach one of
them. What spreads over many rows is added up by the database; the number of queries is constant.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from math import fsum
from statistics import fmean
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Float,
    and_,
    case,
    cast,
    func,
    literal,
    or_,
    select,
    true,
    union_all,
)
from sqlalchemy.orm import InstrumentedAttribute, Session

from annotate.clock import DAY_MIN, HOUR_MIN
from annotate.facts import LEVEL_INTENSITY
from annotate.plan import StopKind
from annotate.scores.crowding import HOURS_A_DAY
from annotate.scores.tdas import HORIZON_WEIGHTS
from db.lookup import Cities, among
from db.models import Attraction, Crowd, Flight, FlightPerformance, Restaurant, RoadRoute, Train, TrainDelay
from db.quality_plans import Selection

PERCENTS = (50, 90, 95)
"""The percentiles told of a spread: median and tail."""
CLASS_EDGES_MIN = (0, 5, 15, 30, 60, 120)
"""Delays are counted in classes: below 0 (early), then from each edge to the next, the last without an end."""
EXPECTED = "expected"
"""The figure E[D] as TDAS reckons it."""
HORIZONS = tuple(f"avg_delay_{horizon}" for horizon, _ in HORIZON_WEIGHTS)
"""The columns of a train's mean delay, shortest horizon first."""
OUTCOMES = ("on_time", "late", "very_late", "excessive", "cancelled", "diverted")
"""What can become of an observed flight, as its record counts it."""
CROWDED = (StopKind.ATTRACTION, StopKind.RESTAURANT)
"""The kinds of place that have crowd data."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The cities that a report is about, by row id; None: all. `plans_to` are the chosen plans by destination,
    `unknown` the destinations, as written, that fit no city of the table, or two."""

    city_ids: frozenset[int] | None
    plans_to: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()

    def holds(self, session: Session, city_id: InstrumentedAttribute[int]) -> ColumnElement[bool]:
        """The condition that a row belongs to one of the cities."""
        return true() if self.city_ids is None else among(session, city_id, self.city_ids)

    def touched(self, session: Session, route: Any) -> ColumnElement[bool]:
        """The condition that a row with an origin and a destination leaves or reaches one of the cities."""
        if self.city_ids is None:
            return true()
        return or_(self.holds(session, route.origin_id), self.holds(session, route.destination_id))


@dataclass(frozen=True, slots=True)
class DelaySpread:
    """How one delay figure spreads over the records that have it, in minutes; every figure None where `n` is 0.

    `mode` is Flight, Train or Road, `figure` a column of its table or EXPECTED. Each record counts once.
    Percentiles by linear interpolation between the two nearest records (numpy's default). `classes` counts the
    records by CLASS_EDGES_MIN, one more than there are edges.
    """

    mode: str
    figure: str
    n: int
    mean_min: float | None
    percentiles_min: Mapping[int, float | None]
    max_min: float | None
    classes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FlightOutcomes:
    """What became of the observed flights: `flights` in all, by outcome, from so many records (one per flight
    number and route). Records that do not count flights on time leave these out of `counts`."""

    records: int
    flights: int
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class HourlyCrowd:
    """Mean crowd intensity (0 Low to 1 High) of the places of a kind by hour of the day, and how many places are
    known at that hour. A place's intensity in an hour is the mean over the minutes, of all its weekdays, that
    its crowd windows cover; then each place counts once. None where no place is known: closed is not Low.
    `places` have windows at any hour."""

    kind: StopKind
    places: int
    mean: tuple[float | None, ...]
    known: tuple[int, ...]


def scope_of(session: Session, selection: Selection) -> Scope:
    """All cities where every plan is chosen, else those that the chosen plans lead to. Two queries."""
    cities = Cities(session)
    plans_to: dict[int, list[int]] = defaultdict(list)
    unknown: set[str] = set()
    for plan in selection.plans:
        for written in plan.cities:
            city = cities.find(written)
            if city is None:
                unknown.add(written)
            else:
                plans_to[city.id].append(plan.annotation_id)
    return Scope(
        None if selection.is_all else frozenset(plans_to),
        {city_id: tuple(ids) for city_id, ids in plans_to.items()},
        tuple(sorted(unknown)),
    )


def delay_spreads(session: Session, scope: Scope) -> list[DelaySpread]:
    """The spread of each delay figure: flights, trains, road, in this order. One query, which counts the records
    of each value."""
    series = _series(session, scope)
    counted = [
        select(literal(number), column, func.count()).where(where, column.is_not(None)).group_by(column)
        for number, (_, _, column, where) in enumerate(series)
    ]
    values: list[dict[float, int]] = [{} for _ in series]
    for number, minutes, records in session.execute(union_all(*counted)):
        values[number][minutes] = records
    return [_spread(mode, figure, values[number]) for number, (mode, figure, _, _) in enumerate(series)]


def _spread(mode: str, figure: str, records: Mapping[float, int]) -> DelaySpread:
    """The spread of values of which each stands in so many records."""
    classes = [0] * (len(CLASS_EDGES_MIN) + 1)
    values = sorted(records)
    for minutes in values:
        classes[bisect_right(CLASS_EDGES_MIN, minutes)] += records[minutes]
    until = list(accumulate(records[minutes] for minutes in values))
    n = until[-1] if until else 0
    mean = fsum(minutes * number for minutes, number in records.items()) / n if n else None
    percentiles: dict[int, float | None] = dict.fromkeys(PERCENTS)
    if n:
        for percent in PERCENTS:
            place, rest = divmod((n - 1) * percent, 100)
            low = values[bisect_right(until, place)]
            high = values[bisect_right(until, place + 1)] if rest else low
            percentiles[percent] = low + rest / 100 * (high - low)
    return DelaySpread(mode, figure, n, mean, percentiles, values[-1] if n else None, tuple(classes))


_Series = tuple[str, str, ColumnElement[Any], ColumnElement[bool]]
"""Mode, figure, its value in minutes, which rows of its table count."""


def _series(session: Session, scope: Scope) -> list[_Series]:
    flights = _flights_with_records(session, scope)
    of_train: ColumnElement[bool] = true()
    if scope.city_ids is not None:
        of_train = TrainDelay.number_key.in_(select(Train.number_key).where(scope.touched(session, Train)))
    of_road = scope.touched(session, RoadRoute)
    return [
        ("Flight", "avg_delay_min", column_of(FlightPerformance, "avg_delay_min"), flights),
        ("Flight", EXPECTED, _expected_of_flight(), flights),
        *(("Train", horizon, column_of(TrainDelay, horizon), of_train) for horizon in HORIZONS),
        ("Train", EXPECTED, _expected_of_train(), of_train),
        ("Road", "historical_delay_min", column_of(RoadRoute, "historical_delay_min"), of_road),
    ]


def column_of(model: Any, name: str) -> ColumnElement[Any]:
    """A column of a table by name."""
    column: ColumnElement[Any] = getattr(model, name)
    return column


def _flights_with_records(session: Session, scope: Scope) -> ColumnElement[bool]:
    """Records with observed flights; one without a route counts where its number flies."""
    observed = FlightPerformance.total_flights > 0
    if scope.city_ids is None:
        return observed
    flown = select(Flight.number_key).where(scope.touched(session, Flight))
    of_number = and_(FlightPerformance.route_key == "", FlightPerformance.number_key.in_(flown))
    return and_(observed, or_(scope.touched(session, FlightPerformance), of_number))


def _expected_of_flight() -> ColumnElement[float]:
    """E[D] of `annotate.scores.tdas.expected_flight_delay`, NULL where it is not known."""
    row = FlightPerformance
    total = cast(row.total_flights, Float)
    late = row.late + row.very_late + row.excessive
    delayed = cast(late, Float) / total * (row.avg_delay_min + func.coalesce(row.std_delay_min, 0.0))
    lost = cast(row.cancelled + row.diverted, Float) / total * func.coalesce(row.max_delay_min, 0.0)
    return _not_negative(case((late == 0, func.coalesce(delayed, 0.0)), else_=delayed) + lost)


def _expected_of_train() -> ColumnElement[float]:
    """E[D] of `annotate.scores.tdas.expected_train_delay`: the weights of the horizons known are renormalised."""
    pairs = [(column_of(TrainDelay, f"avg_delay_{horizon}"), weight) for horizon, weight in HORIZON_WEIGHTS]
    nothing: ColumnElement[float] = literal(0.0)
    total = sum((func.coalesce(column * weight, 0.0) for column, weight in pairs), nothing)
    weights = sum(
        (case((column.is_not(None), float(weight)), else_=0.0) for column, weight in pairs), nothing
    )
    return _not_negative(total / func.nullif(weights, 0.0))


def _not_negative(minutes: ColumnElement[Any]) -> ColumnElement[float]:
    return case((minutes < 0, 0.0), else_=minutes)


def flight_outcomes(session: Session, scope: Scope) -> FlightOutcomes:
    """What became of the observed flights. One query."""
    sums = [func.coalesce(func.sum(getattr(FlightPerformance, name)), 0) for name in OUTCOMES]
    total = func.coalesce(func.sum(FlightPerformance.total_flights), 0)
    row = session.execute(
        select(func.count(), total, *sums).where(_flights_with_records(session, scope))
    ).one()
    return FlightOutcomes(row[0], int(row[1]), dict(zip(OUTCOMES, map(int, row[2:]), strict=True)))


def hourly_crowds(session: Session, scope: Scope) -> list[HourlyCrowd]:
    """The crowd by hour of the day, of attractions and of restaurants; where the table of crowds has hours of a
    place, they go before those of the place's own row. Two queries."""
    return [
        _by_hour(kind, _windows_of_places(session, scope, model))
        for kind, model in zip(CROWDED, (Attraction, Restaurant), strict=True)
    ]


def crowd_of(model: Any) -> ColumnElement[bool]:
    """The condition that a row of `Crowd` is a place's."""
    return and_(Crowd.name_key == model.name_key, Crowd.city_id == model.city_id)


def _windows_of_places(session: Session, scope: Scope, model: Any) -> Iterator[Any]:
    query = (
        select(model.crowds, Crowd.crowds)
        .outerjoin(Crowd, crowd_of(model))
        .where(scope.holds(session, model.city_id))
        .where(Crowd.crowds.is_not(None) | model.crowds.is_not(None))
    )
    for own, table in session.execute(query):
        yield own if table is None else table


def _by_hour(kind: StopKind, places: Iterable[Any]) -> HourlyCrowd:
    levels: list[list[float]] = [[] for _ in range(HOURS_A_DAY)]
    number = 0
    for days in places:
        covered, weighted = [0] * HOURS_A_DAY, [0.0] * HOURS_A_DAY
        windows = Counter(tuple(window) for day in days for window in day.get("windows") or ())
        for (start, end, level), times in windows.items():
            for hour, minutes in _hours_of(start % DAY_MIN, end % DAY_MIN):
                covered[hour] += times * minutes
                weighted[hour] += times * minutes * LEVEL_INTENSITY[level]
        number += any(covered)
        for hour, minutes in enumerate(covered):
            if minutes:
                levels[hour].append(weighted[hour] / minutes)
    means = tuple(fmean(of_hour) if of_hour else None for of_hour in levels)
    return HourlyCrowd(kind, number, means, tuple(map(len, levels)))


@lru_cache(maxsize=4096)
def _hours_of(start_min: int, end_min: int) -> tuple[tuple[int, int], ...]:
    """(hour of the day, minutes of it) that a window covers; one that does not end after its start runs over
    midnight."""
    if end_min <= start_min:
        return *_hours_of(start_min, DAY_MIN), *(_hours_of(0, end_min) if end_min else ())
    return tuple(
        (hour, min(end_min, (hour + 1) * HOUR_MIN) - max(start_min, hour * HOUR_MIN))
        for hour in range(start_min // HOUR_MIN, -(-end_min // HOUR_MIN))
    )
