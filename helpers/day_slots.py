"""What each row of a day could be given: lengths and starts, and what speaks against them.

Costs have no unit; they only rank suggestions. 1 is what a row loses that misses its score by a whole range
width.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, floor

import numpy as np

from annotate.clock import DAY_MIN, HOUR_MIN
from annotate.facts import LEVEL_INTENSITY, LegFacts, Window
from annotate.plan import Leg, Meal, StopKind, Verb
from annotate.profile import Profile
from annotate.scores.bas import (
    DINNER_FROM_MIN,
    LUNCH_FROM_MIN,
    MEAL_MIN,
    base_duration,
    congestion_factor,
    stay_range,
)
from annotate.scores.crowding import HOURS_A_DAY
from annotate.scores.penalty import TOLERANCE_MIN
from annotate.scores.tdas import score_leg
from annotate.timeline import LegEntry, StopEntry, Timeline

GRID_MIN = 10
"""Suggested starts are multiples of this."""
GRID_SIZE = 260
"""Grid steps of a day and the night after it (43 h)."""
LAST_START = 179
"""Last grid step at which a stop may start (29:50)."""

OUTSIDE_WINDOW = 20.0
"""Cost of a visit outside opening hours, or of a meal that the clock would call another."""
PEAK_COST = 1.0
"""Cost of a visit that lies in peak hours altogether; a part of it costs a share."""
IN_PEAK_COST = 0.4
"""Cost of touching peak hours at all: it wants a remark."""
CROWD_COST = 0.3
"""Cost of a visit at High crowd; lower levels cost their intensity's share."""
SHORTENED_COST = 12.0
"""Cost of a visit without any of its base duration; less of it costs a share."""
OUTSIDE_RANGE_COST = 0.3
"""Cost of a stay outside its range at all: it wants a remark."""

_MEAL_TARGET_MIN = {Meal.BREAKFAST: 580, Meal.LUNCH: 860, Meal.DINNER: 1245}
"""When people expect to start a meal: 09:40, 14:20, 20:45 (guidelines/annotators/how_to_annotate.md)."""
_MEAL_WINDOW_MIN = {
    Meal.BREAKFAST: (390, LUNCH_FROM_MIN),
    Meal.LUNCH: (LUNCH_FROM_MIN + 45, DINNER_FROM_MIN),
    Meal.DINNER: (1110, 1381),
}
"""Half-open minutes in which a meal may start; inside the hours by which Table 9 tells the meals apart."""
_MEAL_COST_PER_HOUR = 0.15
_DAYTIME_MIN = (480, 1230)
"""An attraction starts between 08:00 and 20:30 unless its opening hours say otherwise."""
_NIGHT_TARGET_MIN = 1335
"""The night stay begins about 22:15."""
_NIGHT_COST_PER_HOUR = 0.3
WAKE_MIN = 420
"""A night stay ends at 07:00 where nothing leaves earlier."""
_LEAVE_TARGET_MIN = 510
_CHECK_IN_MIN = 30
_REST_MIN = 60
_STATION_MIN = 15
_UNKNOWN_VISIT_MIN = 90
"""Length offered for a visit whose base duration nobody knows."""
_EVENT_MIN = 120
_CAB_KMH = 45.0
"""Speed at which a cab without a known road time is offered."""
_LEG_START_MIN = 480
_READY_BEFORE_LEG_MIN = 90
UNKNOWN_LENGTH_SCALE_MIN = 600.0
"""Minutes over the base duration that cost 1 where nobody knows the crowd."""
_DAYS_AHEAD = 4
_HOURS = GRID_SIZE * GRID_MIN // HOUR_MIN + 1
_STARTS = np.arange(GRID_SIZE) * GRID_MIN


@dataclass(slots=True)
class Slot:
    """One row: `lengths[k]` minutes at `cost[k, start step]`. `start_min`: exact start; `end_min`: exact
    end."""

    row: str
    lengths: tuple[int, ...] = ()
    cost: np.ndarray = field(default_factory=lambda: np.zeros((1, GRID_SIZE)))
    start_min: int | None = None
    end_min: int | None = None
    meal: Meal | None = None
    is_leg: bool = False
    is_transport_place: bool = False
    entry: StopEntry | LegEntry | None = None

    @property
    def is_fixed(self) -> bool:
        """True when nothing is open."""
        return self.start_min is not None and self.end_min is not None


def slots_of(trip: Timeline, day: int, profile: Profile) -> list[Slot]:
    """The rows of a day in order. A leg whose times nobody knows is left out."""
    entries = trip.by_day[day]
    found = []
    for index, entry in enumerate(entries):
        slot = _of_leg(trip, entry, profile) if isinstance(entry, LegEntry) else None
        if isinstance(entry, StopEntry):
            slot = _of_stop(trip, entry, index == 0, index == len(entries) - 1, profile)
        if slot is not None:
            slot.entry = entry
            found.append(slot)
    return found


def leg_times(trip: Timeline, leg: LegEntry, profile: Profile) -> tuple[int | None, int | None]:
    """(departure, arrival) to suggest on the plan-day clock: the timetable's departure, and the first whole
    minute that holds the delay which the risk profile wants; None where nothing says so."""
    row: Leg = leg.row
    known = trip.facts.legs.get(leg.id, LegFacts(known=None))
    figures = score_leg(row, known, trip.itinerary.risk_profile, profile).figures
    depart = row.depart_min if row.depart_min is not None else row.timetable_depart_min
    if depart is None:
        depart = known.timetable_depart_min
    duration: float | None = None
    if "duration_range_min" in figures:
        duration = ceil(figures["duration_range_min"][0] - 1e-9)
    elif "hist_duration_min" in figures:
        duration = figures["hist_duration_min"]
    elif row.timetable_depart_min is not None and row.timetable_arrive_min is not None:
        duration = row.timetable_arrive_min - row.timetable_depart_min
    elif known.timetable_duration_min is not None:
        duration = known.timetable_duration_min
    elif known.distance_km is not None:
        duration = known.distance_km / _CAB_KMH * 60
    if row.arrive_min is not None:
        return depart, row.arrive_min
    if duration is None:
        return depart, None
    return depart, ceil((depart or 0) + duration) if depart is not None else ceil(duration)


def wake_min(trip: Timeline, day: int, profile: Profile) -> int:
    """When a night stay that ends on a day is over: 07:00, or in time for what leaves early."""
    first = [entry.row.start_min for entry in trip.by_day.get(day, ()) if entry.row.start_min is not None]
    for entry in trip.by_day.get(day, ()):
        if isinstance(entry, LegEntry) and (depart := leg_times(trip, entry, profile)[0]) is not None:
            first.append(depart)
    positive = [minute for minute in first if minute > 0]
    return max(0, min([WAKE_MIN, *(minute - _READY_BEFORE_LEG_MIN for minute in positive)]))


def _of_leg(trip: Timeline, leg: LegEntry, profile: Profile) -> Slot | None:
    depart, arrive = leg_times(trip, leg, profile)
    if arrive is None:
        return None
    if depart is not None:
        return Slot(leg.id, start_min=depart, end_min=arrive, is_leg=True)
    cost = _distance_cost(_LEG_START_MIN, 0.1)
    return Slot(leg.id, (arrive,), cost[None, :], is_leg=True)


def _distance_cost(target_min: int, per_hour: float) -> np.ndarray:
    return np.abs(np.arange(GRID_SIZE) * GRID_MIN - target_min) / 60 * per_hour


def _outside(low_min: int, high_min: int) -> np.ndarray:
    """OUTSIDE_WINDOW for starts outside half-open [low, high), rising with the distance."""
    starts = np.arange(GRID_SIZE) * GRID_MIN
    away = np.maximum(0, np.maximum(low_min - starts, starts - (high_min - GRID_MIN)))
    return np.where(away > 0, OUTSIDE_WINDOW + away / 60, 0.0)


def _of_stop(trip: Timeline, entry: StopEntry, is_first: bool, is_last: bool, profile: Profile) -> Slot:
    row = entry.row
    slot = Slot(row.row, start_min=row.start_min, end_min=row.end_min, meal=row.meal)
    slot.is_transport_place = entry.kind is StopKind.TRANSPORT
    if slot.is_fixed:
        return slot
    if entry.kind is StopKind.ACCOMMODATION:
        _offer_stay(trip, entry, slot, is_first, is_last, profile)
    elif slot.is_transport_place:
        slot.lengths, slot.cost = (_STATION_MIN,), np.zeros((1, GRID_SIZE))
    else:
        _offer_visit(trip, entry, slot, profile)
    return slot


def _offer_stay(
    trip: Timeline, entry: StopEntry, slot: Slot, is_first: bool, is_last: bool, profile: Profile
) -> None:
    day = entry.day.number
    continues = is_first and day > 1 and entry.row.verb in (Verb.STAY, Verb.CHECKOUT)
    begins_night = is_last and entry.row.verb is not Verb.CHECKOUT and day < len(trip.itinerary.days)
    if continues and slot.start_min is None:
        before = trip.by_day[day - 1][-1] if trip.by_day[day - 1] else None
        same = before is not None and (before.id, entry.id) in trip.one_stay
        ended = before.row.end_min - DAY_MIN if same and before and before.row.end_min is not None else None
        slot.start_min = max(0, ended) if ended is not None else wake_min(trip, day, profile)
    if begins_night and slot.end_min is None:
        slot.end_min = DAY_MIN + wake_min(trip, day + 1, profile)
    if slot.is_fixed:
        return
    if slot.end_min is not None:
        slot.lengths, slot.cost = (0,), _distance_cost(_NIGHT_TARGET_MIN, _NIGHT_COST_PER_HOUR)[None, :]
    elif continues:
        start = slot.start_min or 0
        target = max(_LEAVE_TARGET_MIN, start + GRID_MIN)
        slot.lengths = tuple(range(GRID_MIN, max(2 * GRID_MIN, 600 - start), GRID_MIN))
        costs = [abs(start + length - target) / 60 * 0.1 for length in slot.lengths]
        slot.cost = np.repeat(np.array(costs)[:, None], GRID_SIZE, axis=1)
    else:
        brief = entry.row.verb in (Verb.CHECK_IN, Verb.CHECKOUT, Verb.ARRIVE)
        slot.lengths, slot.cost = (_CHECK_IN_MIN if brief else _REST_MIN,), np.zeros((1, GRID_SIZE))


def _offer_visit(trip: Timeline, entry: StopEntry, slot: Slot, profile: Profile) -> None:
    place, row = entry.place, entry.row
    if entry.kind is StopKind.EVENT:
        base = float(_EVENT_MIN)
        if place is not None and place.event_start_min is not None and place.event_end_min is not None:
            base = float(min(_EVENT_MIN, place.event_end_min - place.event_start_min))
    else:
        nominal = _MEAL_TARGET_MIN[row.meal] if row.meal else _MEAL_TARGET_MIN[Meal.LUNCH]
        found, _ = base_duration(
            entry.kind,
            row.start_min if row.start_min is not None else nominal,
            place.visit_duration_min if place else None,
            place.categories if place else (),
        )
        base = found or (MEAL_MIN[row.meal] if row.meal else _UNKNOWN_VISIT_MIN)
    windows = _open_windows(trip, entry)
    factors = _congestion_by_start(trip, entry, base, profile)
    risk = trip.itinerary.risk_profile
    wanted: list[tuple[float, float]] = []
    if risk is not None:
        wanted = [stay_range(base, factor, risk.multipliers) for factor in sorted({*factors} - {0.0})]
    lengths = _lengths(base, wanted)
    by_step = np.repeat(np.array(factors), HOUR_MIN // GRID_MIN)[:GRID_SIZE]
    cost = _length_costs(lengths, base, by_step, risk.multipliers if risk else None)
    cost += _crowd_costs(trip, entry, lengths)
    if windows is not None:
        cost += _closed_costs(windows, lengths)
    if row.meal is not None:
        cost += _distance_cost(_MEAL_TARGET_MIN[row.meal], _MEAL_COST_PER_HOUR) + _outside(
            *_MEAL_WINDOW_MIN[row.meal]
        )
    elif windows is None and entry.kind is StopKind.ATTRACTION:
        cost += _outside(*_DAYTIME_MIN) / 4
    slot.lengths, slot.cost = lengths, cost


def _lengths(base: float, wanted: Sequence[tuple[float, float]]) -> tuple[int, ...]:
    """Lengths worth trying: inside each wanted range, from its low end towards the base duration, and below
    it."""
    tried = {ceil(base), max(20, ceil(base * 0.6))}
    for low, high in wanted:
        rounded = ceil(low / 5 - 1e-9) * 5
        tried.add(rounded if rounded <= high + 1e-9 else ceil(low - 1e-9))
        tried.add(floor((low + high) / 2))
        tried.update(ceil((base + (low - base) * share) / 5) * 5 for share in (0.15, 0.35, 0.55, 0.75))
    return tuple(sorted(tried))


def _length_costs(
    lengths: Sequence[int], base: float, congestion: np.ndarray, multipliers: tuple[float, float] | None
) -> np.ndarray:
    """What lengths lose by start step: for missing part of the base duration, and for missing the range of
    BAS.

    `congestion` is C_f by start step, 0 where it is not known: there the base duration is all that is wanted.
    """
    tried = np.array(lengths, dtype=float)[:, None]
    cost = np.repeat(SHORTENED_COST * np.maximum(0.0, base - tried) / base, GRID_SIZE, axis=1)
    freely = np.maximum(0.0, tried - base) / UNKNOWN_LENGTH_SCALE_MIN
    if multipliers is None:
        return cost + freely
    low = base * (1 + multipliers[0] * congestion)[None, :]
    width = np.maximum(base * (multipliers[1] - multipliers[0]) * congestion[None, :], 1.0)
    high = base * (1 + multipliers[1] * congestion)[None, :]
    missing = np.maximum(0.0, np.maximum(low - tried, tried - high) - TOLERANCE_MIN)
    outside = np.minimum(1.0, missing / width) + 0.5 * missing / low + OUTSIDE_RANGE_COST * (missing > 0)
    return cost + np.where(congestion[None, :] > 0, outside, freely)


def _congestion_by_start(trip: Timeline, entry: StopEntry, base: float, profile: Profile) -> list[float]:
    """C_f of a visit by the hour in which it starts, 0 without crowd data."""
    place, crowd = entry.place, trip.crowd(entry)
    if place is None or entry.kind is StopKind.EVENT:
        return [0.0] * _HOURS
    windows = crowd.windows if crowd else ()
    if not windows or (place.crowd_level is not None and profile.congestion == "stated_or_weighted"):
        found = congestion_factor(place.crowd_level, (), None, None)
        return [found[0] if found else 0.0] * _HOURS
    visit = ceil(2 * base)
    by_hour = [
        congestion_factor(
            place.crowd_level, windows, hour * HOUR_MIN, hour * HOUR_MIN + visit, profile.congestion
        )
        for hour in range(HOURS_A_DAY)
    ]
    return [found[0] if (found := by_hour[hour % HOURS_A_DAY]) else 0.0 for hour in range(_HOURS)]


def _minutes_until(weights: Sequence[tuple[int, int, float]]) -> np.ndarray:
    """Weighted minutes from 00:00 up to each minute; windows (start_min, end_min, weight) repeat daily."""
    day = np.zeros(DAY_MIN)
    for start, end, weight in weights:
        low, high = start % DAY_MIN, end % DAY_MIN
        if low < high:
            day[low:high] = weight
        else:
            day[low:] = weight
            day[:high] = weight
    return np.concatenate(([0.0], np.cumsum(np.tile(day, _DAYS_AHEAD))))


def _share(until: np.ndarray, length: int) -> np.ndarray:
    """Weighted share of a visit of this length by its start step, 0..1."""
    return (until[_STARTS + length] - until[_STARTS]) / length


def _crowd_costs(trip: Timeline, entry: StopEntry, lengths: Sequence[int]) -> np.ndarray:
    crowd = trip.crowd(entry)
    cost = np.zeros((len(lengths), GRID_SIZE))
    if crowd is None:
        return cost
    busy = _minutes_until([(start, end, LEVEL_INTENSITY[level]) for start, end, level in crowd.windows])
    peak = _minutes_until([(hour * 60, hour * 60 + 60, 1.0) for hour in crowd.peak_hours])
    for index, length in enumerate(lengths):
        in_peak = _share(peak, length)
        cost[index] = CROWD_COST * _share(busy, length) + PEAK_COST * in_peak + IN_PEAK_COST * (in_peak > 0)
    return cost


def _closed_costs(windows: Sequence[Window], lengths: Sequence[int]) -> np.ndarray:
    """OUTSIDE_WINDOW where part of a visit is outside the windows, rising with the hours outside."""
    opened = _minutes_until([(start, end, 1.0) for start, end in windows])
    cost = np.zeros((len(lengths), GRID_SIZE))
    for index, length in enumerate(lengths):
        closed = 1 - _share(opened, length)
        cost[index] = np.where(closed > 1e-9, OUTSIDE_WINDOW + closed * length / 60, 0.0)
    return cost


def _open_windows(trip: Timeline, entry: StopEntry) -> tuple[Window, ...] | None:
    """Opening windows on the plan-day clock, None if not known."""
    place = entry.place
    if place is None:
        return None
    if entry.kind is StopKind.EVENT:
        opens, closes = place.event_start_min, place.event_end_min
        if opens is None and closes is None:
            return None
        return ((opens or 0, DAY_MIN if closes is None else closes),)
    return place.hours_on(trip.weekday(DAY_MIN * (entry.day.number - 1)))
