"""BAS, Buffer Adequacy Score: is each visit as much longer than its base duration as the traveller's risk
profile wants?

For a visit with base duration v and congestion factor C_f, the buffer B = (departure - arrival) - v should
lie in [low x v x C_f, high x v x C_f]; BAS = 1 - mean(Q). Source: UTP-Bench, eq. 8-13, Tables 7, 9, 10, 11.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from statistics import fmean
from typing import Any

from annotate.clock import WEEK_DAYS
from annotate.facts import LEVEL_INTENSITY, LEVEL_NAMES, Crowd, Facts, PlaceFacts
from annotate.names import match_key
from annotate.plan import Meal, RiskProfile, StopKind
from annotate.profile import Profile
from annotate.score import Part, Score, ScoreInfo, mean_score
from annotate.scores.crowding import crowding, level_at
from annotate.scores.penalty import NO_PROFILE, penalty, require_order
from annotate.timeline import StopEntry, Timeline

SCORE = ScoreInfo(
    "bas",
    "BAS",
    "Buffer Adequacy Score",
    "UTP-Bench (arXiv 2609.02421), eq. 8-13",
    1,
    "stops",
    ("base_min", "congestion", "buffer_min", "range_min", "q"),
)

CATEGORY_HOURS = {
    "Boat Tours & Water Sports": 3.5,
    "Casinos & Gambling": 2.5,
    "Classes & Workshops": 1.5,
    "Concerts & Shows": 2.5,
    "Food & Drink": 2.5,
    "Fun & Games": 1.5,
    "Museums": 3.0,
    "Nature & Parks": 4.5,
    "Nightlife": 2.5,
    "Outdoor Activities": 4.0,
    "Shopping": 1.5,
    "Sights & Landmarks": 3.0,
    "Spas & Wellness": 2.0,
    "Water & Amusement Parks": 5.0,
    "Zoos & Aquariums": 2.5,
}
"""Visit duration in hours by category (Table 7)."""
BREAKFAST_FROM_MIN = 6 * 60
LUNCH_FROM_MIN = 11 * 60
DINNER_FROM_MIN = 16 * 60
MEAL_MIN = {Meal.BREAKFAST: 50, Meal.LUNCH: 60, Meal.DINNER: 75}
"""Duration of a meal in minutes (Table 9), by the hour at which it starts."""

_KEPT_STAYS = 1 << 15
_KEPT_CATEGORIES = 4096
WHAT_IF_LOW = "What-if: no crowd data, counted as Low."


def _category_key(category: str) -> str:
    return match_key(category).replace(" and ", " & ")


_CATEGORY_MIN = {_category_key(name): hours * 60 for name, hours in CATEGORY_HOURS.items()}
_MEAL_SOURCE = {
    Meal.BREAKFAST: "Table 9: breakfast, start 06:00-10:59",
    Meal.LUNCH: "Table 9: lunch, start 11:00-15:59",
    Meal.DINNER: "Table 9: dinner, start from 16:00",
}

_STATED = {
    level: (1 + intensity, f"{LEVEL_NAMES[level]} crowd, stated for the place")
    for level, intensity in LEVEL_INTENSITY.items()
}
"""C_f of a stated level, and where it comes from."""


def meal_at(start_min: int) -> Meal | None:
    """The meal that a start on the plan-day clock means: the clock decides, not the slot's name.

    24:00-29:59 is dinner going on; 00:00-05:59 is no meal (None).
    """
    if start_min < BREAKFAST_FROM_MIN:
        return None
    if start_min < LUNCH_FROM_MIN:
        return Meal.BREAKFAST
    return Meal.LUNCH if start_min < DINNER_FROM_MIN else Meal.DINNER


def category_duration_min(categories: Iterable[str]) -> float | None:
    """Mean duration in minutes of the categories that Table 7 holds, each once; None if it holds none of
    them."""
    return _mean_of_categories(tuple(categories))


@lru_cache(maxsize=_KEPT_CATEGORIES)
def _mean_of_categories(categories: tuple[str, ...]) -> float | None:
    known = {key: _CATEGORY_MIN[key] for key in map(_category_key, categories) if key in _CATEGORY_MIN}
    return fmean(known.values()) if known else None


def base_duration(
    kind: StopKind, start_min: int | None, visit_duration_min: float | None, categories: Sequence[str] = ()
) -> tuple[float | None, str]:
    """(v in minutes, where it comes from), or (None, why there is none).

    Restaurant: by start on the plan-day clock (Table 9). Attraction: the catalogue's duration; where it has
    none, the mean of its categories (Table 7). A catalogue duration of 0 or less is no duration.
    """
    if kind is StopKind.RESTAURANT:
        if start_min is None:
            return None, "It has no start, and the start hour decides which meal it is."
        meal = meal_at(start_min)
        if meal is None:
            return None, "A restaurant that starts between 00:00 and 05:59 is no meal (Table 9)."
        return float(MEAL_MIN[meal]), _MEAL_SOURCE[meal]
    if visit_duration_min is None:
        mean = category_duration_min(categories)
        if mean is None:
            return None, "The catalogue has no visit duration and no category of Table 7."
        return mean, "Table 7: mean of its categories"
    if visit_duration_min <= 0:
        return None, "The catalogue's visit duration is 0."
    return float(visit_duration_min), "catalogue"


def congestion_factor(
    crowd_level: str | None,
    windows: Sequence[tuple[int, int, str]],
    start_min: int | None,
    end_min: int | None,
    option: str = "stated_or_weighted",
) -> tuple[float, str] | None:
    """(C_f in 1..2, where it comes from), None without crowd data (Table 10; C_f = 1 + intensity).

    `stated_or_weighted`: the level stated for the place; if none is stated, the windows' intensity weighted
    over the minutes of the visit that windows cover. `arrival_hour`: the window at the arrival; if none
    covers it, the stated level. Times in absolute minutes; `crowd_level` and the windows' levels are of
    CROWD_LEVELS.
    """
    stated = None if crowd_level is None else _STATED[crowd_level]
    if option == "arrival_hour":
        intensity = None if start_min is None else level_at(start_min, windows)
        return stated if intensity is None else (1 + intensity, "crowd window at the arrival")
    if stated is not None:
        return stated
    if start_min is None or end_min is None or end_min <= start_min:
        return None
    found = crowding(start_min, end_min, windows)
    if not found.covered_min:
        return None
    return 1 + found.weighted_min / found.covered_min, "crowd windows, weighted over the minutes they cover"


def buffer_figures(
    base_min: float, congestion: float, arrive_min: int, depart_min: int, multipliers: tuple[float, float]
) -> dict[str, Any]:
    """The figures of one visit: B, its range [a, b], Q. Minutes. Raises InputError if it ends before it
    starts."""
    require_order(arrive_min, depart_min)
    ideal = base_min * congestion
    low, high = multipliers[0] * ideal, multipliers[1] * ideal
    buffer = depart_min - arrive_min - base_min
    return {
        "base_min": base_min,
        "congestion": congestion,
        "buffer_min": buffer,
        "range_min": (low, high),
        "q": penalty(buffer, low, high),
    }


def stay_range(base_min: float, congestion: float, multipliers: tuple[float, float]) -> tuple[float, float]:
    """The stay in minutes that scores 1: [v + a, v + b]."""
    ideal = base_min * congestion
    return base_min + multipliers[0] * ideal, base_min + multipliers[1] * ideal


def score_row(
    *,
    row: str,
    kind: StopKind,
    place: PlaceFacts | None,
    crowd: Crowd | None,
    start: int | None,
    end: int | None,
    start_on_day: int | None,
    meal: Meal | None,
    risk: RiskProfile | None,
    profile: Profile,
) -> Part:
    """One visit's part. `start` and `end` are absolute minutes, `start_on_day` is on the plan-day clock.

    Figures beside the golden ones: `base_source`, `congestion_source`, `ideal_buffer_min` (v x C_f),
    `stay_range_min` ([v + a, v + b]); as many as are known, also for a row that is not scored.
    """
    notes: tuple[str, ...] = ()
    base, base_source = base_duration(
        kind, start_on_day, place.visit_duration_min if place else None, place.categories if place else ()
    )
    if kind is StopKind.RESTAURANT and meal is not None and start_on_day is not None:
        by_clock = meal_at(start_on_day)
        if by_clock is not meal:
            notes = (
                f"Chosen for {meal.value}, but its start says {by_clock.value if by_clock else 'no meal'}.",
            )
    if base is None:
        reason = (
            "The catalogue does not hold this place." if place is None and start is not None else base_source
        )
        if start is None or end is None:
            reason = "It misses a time."
        return Part(row, None, {}, reason, notes)
    factor = congestion_factor(
        place.crowd_level if place else None, crowd.windows if crowd else (), start, end, profile.congestion
    )
    if factor is None and profile.missing_crowd == "low":
        factor = (1.0, WHAT_IF_LOW)
        notes = (*notes, WHAT_IF_LOW)
    multipliers = None if risk is None else risk.multipliers
    stay = None if start is None or end is None or end <= start else end - start
    figures = _figures(base, base_source, factor, multipliers, stay)
    if multipliers is None:
        return Part(row, None, figures, NO_PROFILE, notes)
    if start is None or end is None:
        return Part(row, None, figures, "It misses a time.", notes)
    if end <= start:
        return Part(row, None, figures, "It ends before it starts: an input error.", notes)
    if factor is None:
        return Part(row, None, figures, _no_crowd(place, crowd), notes)
    return Part(row, 1 - figures["q"], figures, None, notes)


@lru_cache(maxsize=_KEPT_STAYS)
def _figures(
    base_min: float,
    base_source: str,
    factor: tuple[float, str] | None,
    multipliers: tuple[float, float] | None,
    stay_min: int | None,
) -> Mapping[str, Any]:
    """As many figures of a visit as are known, kept by what they hang on, because an edit changes one row and
    leaves the others."""
    figures: dict[str, Any] = {"base_min": base_min, "base_source": base_source}
    if factor is None:
        return figures
    congestion, figures["congestion_source"] = factor
    figures["congestion"] = congestion
    figures["ideal_buffer_min"] = base_min * congestion
    if multipliers is not None:
        figures["stay_range_min"] = stay_range(base_min, congestion, multipliers)
        if stay_min is not None:
            figures |= buffer_figures(base_min, congestion, 0, stay_min, multipliers)
    return figures


def _no_crowd(place: PlaceFacts | None, crowd: Crowd | None) -> str:
    if place is None:
        return "The catalogue does not hold this place, so its crowd is unknown."
    if crowd is not None and crowd.windows:
        return "No crowd window covers the visit."
    if len(place.crowds) == WEEK_DAYS and crowd is None:
        return "Its crowd data differ by weekday and the trip has no dates."
    return "No crowd data."


def score_stop(trip: Timeline, entry: StopEntry, profile: Profile) -> Part:
    """The part of one attraction or restaurant stop of a trip."""
    return score_row(
        row=entry.row.row,
        kind=entry.kind,
        place=entry.place,
        crowd=trip.crowd(entry),
        start=entry.start,
        end=entry.end,
        start_on_day=entry.row.start_min,
        meal=entry.row.meal,
        risk=trip.itinerary.risk_profile,
        profile=profile,
    )


def visit_parts(trip: Timeline, profile: Profile) -> tuple[Part, ...]:
    """The part of each attraction or restaurant stop of a trip, in order; asked for through
    `Timeline.once`."""
    return tuple(score_stop(trip, entry, profile) for entry in trip.visits)


def score(trip: Timeline, facts: Facts, profile: Profile) -> Score:
    """BAS of a plan, in [0, 1]: 1 where every scored visit has a buffer inside its range, 0 where none is
    within one range width of it. None (with the reason) where nothing could be scored or the plan has no
    risk profile."""
    parts = trip.once(visit_parts, profile)
    if trip.itinerary.risk_profile is None:
        return mean_score(SCORE.name, parts, NO_PROFILE)
    reason = "No visit could be scored." if parts else "The plan has no attraction and no restaurant."
    return mean_score(SCORE.name, parts, reason)
