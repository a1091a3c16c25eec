"""Suggested times for the rows of a day that have none: the ghost bars of the day board.

The times are in order and never overlap, leave the way to the next place, half an hour around legs and four
hours between meals, keep to opening hours, and give each visit the stay that its risk profile wants as far as
the day has room. They are found by going through the rows once, keeping for each end (and last meal) the
cheapest way to get there.
"""

from dataclasses import dataclass
from math import ceil

import numpy as np

from annotate.clock import DAY_MIN
from annotate.facts import Facts
from annotate.plan import Itinerary
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.spacing import MEAL_GAP_MIN, TRANSPORT_GAP_MIN
from annotate.timeline import LegEntry, StopEntry, Timeline
from annotate.travel import city_travel_min, great_circle_km
from helpers.day_slots import GRID_MIN, GRID_SIZE, LAST_START, Slot, leg_times, slots_of

UNKNOWN_WAY_MIN = 15
"""Way between two places of which one is not on the map."""
LEAST_WAY_MIN = 10
IDLE_COST_PER_STEP = 0.01
MEAL_GAP_COST = 40.0
"""Cost of a meal too close to the one before; only paid where the rows leave no other way."""
CONFLICT_COST = 200.0
"""Cost of a row that cannot keep its place because of times already given."""
FOLLOWED_COST = 8.0
"""Meals that cost so much more than the cheapest one are not followed up."""
_NO_MEAL = -10_000


@dataclass(slots=True)
class _Layer:
    """After a row: the cheapest cost by end step and last meal, and how it came about."""

    cost: np.ndarray
    meals: np.ndarray
    start: np.ndarray
    length: np.ndarray
    meal_before: np.ndarray


def suggest_day(
    itinerary: Itinerary, facts: Facts, day: int, profile: Profile = DEFAULT_PROFILE
) -> dict[str, tuple[int, int]]:
    """(start, end) on the plan-day clock by row id, for each row of the day that misses a time.

    Times that are there stay as they are; a leg of which nothing is known gets no suggestion.
    """
    trip = Timeline(itinerary, facts)
    slots = slots_of(trip, day, profile)
    if not slots:
        return {}
    layers: list[_Layer] = []
    before = _begin(_floor_min(trip, day, profile))
    gaps = [_gap_min(slots[index - 1] if index else None, slot, profile) for index, slot in enumerate(slots)]
    for slot, gap in zip(slots, gaps, strict=True):
        before = _step(before, slot, gap)
        layers.append(before)
    times = _trace(layers, gaps)
    return {
        slot.row: times[index]
        for index, slot in enumerate(slots)
        if slot.entry is not None and not slot.entry.row.is_timed
    }


def _floor_min(trip: Timeline, day: int, profile: Profile) -> int:
    """First minute of the day that the day before leaves free (a night on board, a late end)."""
    floor = 0
    for entry in trip.by_day.get(day - 1, ()):
        end = leg_times(trip, entry, profile)[1] if isinstance(entry, LegEntry) else None
        if isinstance(entry, LegEntry) and end is not None:
            floor = max(floor, end - DAY_MIN + TRANSPORT_GAP_MIN)
    return floor


def _begin(floor_min: int) -> _Layer:
    cost = np.full((GRID_SIZE, 1), np.inf)
    cost[min(ceil(floor_min / GRID_MIN), GRID_SIZE - 1), 0] = 0.0
    nothing = np.zeros((GRID_SIZE, 1), dtype=int)
    return _Layer(cost, np.array([_NO_MEAL]), nothing, nothing, nothing)


def _gap_min(before: Slot | None, slot: Slot, profile: Profile) -> int:
    if before is None:
        return 0
    if before.is_leg or slot.is_leg:
        return 0 if before.is_transport_place or slot.is_transport_place else TRANSPORT_GAP_MIN
    left, right = before.entry, slot.entry
    if not isinstance(left, StopEntry) or not isinstance(right, StopEntry):
        return UNKNOWN_WAY_MIN
    if left.identity == right.identity:
        return 0
    here, there = left.place, right.place
    if here is None or there is None or None in (here.lat, here.lon, there.lat, there.lon):
        return UNKNOWN_WAY_MIN
    km = great_circle_km(here.lat or 0.0, here.lon or 0.0, there.lat or 0.0, there.lon or 0.0)
    return max(LEAST_WAY_MIN, city_travel_min(km, profile))


def _reach(before: _Layer) -> np.ndarray:
    """Cheapest cost of being free by each step, idle time included, by last meal."""
    steps = np.arange(GRID_SIZE)[:, None] * IDLE_COST_PER_STEP
    reached: np.ndarray = np.minimum.accumulate(before.cost - steps, axis=0) + steps
    return reached


def _step(before: _Layer, slot: Slot, gap_min: int) -> _Layer:
    reach = _reach(before)
    gap = ceil(gap_min / GRID_MIN)
    arrive = np.full_like(reach, np.inf)
    arrive[gap:] = reach[: GRID_SIZE - gap] if gap else reach
    if slot.meal is not None and not slot.is_fixed:
        starts = np.arange(GRID_SIZE)[:, None] * GRID_MIN
        arrive = arrive + MEAL_GAP_COST * (starts < before.meals[None, :] + MEAL_GAP_MIN)
    if slot.start_min is not None:
        return _from_start(before, slot, reach, gap_min)
    arrive[LAST_START + 1 :] = np.inf
    if slot.meal is not None:
        return _meal(slot, arrive)
    layer = _empty(before.meals)
    for index, length in enumerate(slot.lengths):
        value = arrive + slot.cost[index][:, None]
        if slot.end_min is not None:
            _to_end(layer, value, slot.end_min)
            continue
        shift = ceil(length / GRID_MIN)
        count = GRID_SIZE - shift
        better = value[:count] < layer.cost[shift:]
        layer.cost[shift:] = np.where(better, value[:count], layer.cost[shift:])
        starts = np.arange(count)[:, None] * GRID_MIN
        layer.start[shift:] = np.where(better, starts, layer.start[shift:])
        layer.length[shift:] = np.where(better, length, layer.length[shift:])
    layer.meal_before[:] = np.arange(len(before.meals))[None, :]
    return layer


def _empty(meals: np.ndarray) -> _Layer:
    shape = (GRID_SIZE, len(meals))
    return _Layer(
        np.full(shape, np.inf), meals, np.zeros(shape, int), np.zeros(shape, int), np.zeros(shape, int)
    )


def _to_end(layer: _Layer, value: np.ndarray, end_min: int) -> None:
    """A row whose end is given: the cheapest start before it."""
    end = min(ceil(end_min / GRID_MIN), GRID_SIZE - 1)
    last = max(1, min(LAST_START + 1, (end_min - 1) // GRID_MIN + 1))
    best = np.argmin(value[:last], axis=0)
    columns = np.arange(value.shape[1])
    layer.cost[end] = value[best, columns]
    layer.start[end] = best * GRID_MIN
    layer.length[end] = end_min - best * GRID_MIN


def _from_start(before: _Layer, slot: Slot, reach: np.ndarray, gap_min: int) -> _Layer:
    """A row whose start is given, with a given end or lengths to choose from."""
    start = slot.start_min or 0
    free_by = (start - gap_min) // GRID_MIN
    late = free_by < 0
    at = reach[min(max(free_by, 0), GRID_SIZE - 1)]
    if late or not np.isfinite(at).any():
        at = np.min(before.cost, axis=0) + CONFLICT_COST
    options = [slot.end_min - start] if slot.end_min is not None else list(slot.lengths)
    step = min(max(start // GRID_MIN, 0), GRID_SIZE - 1)
    if slot.meal is None:
        layer = _empty(before.meals)
        for index, length in enumerate(options):
            extra = 0.0 if slot.end_min is not None else float(slot.cost[index, step])
            end = min(max(ceil((start + length) / GRID_MIN), 0), GRID_SIZE - 1)
            better = at + extra < layer.cost[end]
            layer.cost[end] = np.where(better, at + extra, layer.cost[end])
            layer.start[end] = start
            layer.length[end] = np.where(better, length, layer.length[end])
        layer.meal_before[:] = np.arange(len(before.meals))[None, :]
        return layer
    came_from = int(np.argmin(at))
    layer = _empty(np.array([start + length for length in options]))
    for index, length in enumerate(options):
        extra = 0.0 if slot.end_min is not None else float(slot.cost[index, step])
        end = min(max(ceil((start + length) / GRID_MIN), 0), GRID_SIZE - 1)
        layer.cost[end, index] = at[came_from] + extra
        layer.start[end, index], layer.length[end, index] = start, length
        layer.meal_before[end, index] = came_from
    return layer


def _meal(slot: Slot, arrive: np.ndarray) -> _Layer:
    """A meal: from here on its own end is the last meal's."""
    came_from = np.argmin(arrive, axis=1)
    best = arrive[np.arange(GRID_SIZE), came_from]
    total = best[None, :] + slot.cost
    worth_it = total.min() + FOLLOWED_COST if np.isfinite(total).any() else -np.inf
    cheapest: dict[int, tuple[float, int, int]] = {}
    for index, length in enumerate(slot.lengths):
        for begun in np.flatnonzero(total[index] <= worth_it):
            end = ceil((int(begun) * GRID_MIN + length) / GRID_MIN) * GRID_MIN
            value = float(total[index, begun])
            if end not in cheapest or value < cheapest[end][0]:
                cheapest[end] = (value, int(begun), length)
    kept = sorted(cheapest.items())
    if not kept:
        return _empty(np.array([_NO_MEAL]))
    layer = _empty(np.array([end for end, _ in kept]))
    for column, (end, (value, step, length)) in enumerate(kept):
        at = min(ceil(end / GRID_MIN), GRID_SIZE - 1)
        layer.cost[at, column] = value
        layer.start[at, column], layer.length[at, column] = step * GRID_MIN, length
        layer.meal_before[at, column] = came_from[step]
    return layer


def _trace(layers: list[_Layer], gaps: list[int]) -> list[tuple[int, int]]:
    """The times of the cheapest way through all rows."""
    last = layers[-1]
    best = np.unravel_index(int(np.argmin(last.cost)), last.cost.shape)
    end, meal = int(best[0]), int(best[1])
    times: list[tuple[int, int]] = []
    for index in range(len(layers) - 1, -1, -1):
        layer = layers[index]
        start = int(layer.start[end, meal])
        times.append((start, start + int(layer.length[end, meal])))
        if index == 0:
            break
        meal = int(layer.meal_before[end, meal])
        column = layers[index - 1].cost[:, meal]
        free_by = min(max(0, (start - gaps[index]) // GRID_MIN), GRID_SIZE - 1) + 1
        waited = column - np.arange(GRID_SIZE) * IDLE_COST_PER_STEP
        reachable = np.isfinite(waited[:free_by]).any()
        end = int(np.argmin(waited[:free_by] if reachable else column))
    return list(reversed(times))
