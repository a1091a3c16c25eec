"""T_meal, temporal meal score: are the meals at the hours and as long as meals usually are?

Per meal exp(-1/2 z' S^-1 z) of (midpoint in hours, duration in hours) against the mean and covariance of
that meal; T_meal = mean over meals. Source: TripCraft (arXiv 2502.20508), parameters of its published code,
one set for all lengths.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import exp
from typing import Any, NamedTuple

from annotate.clock import HOUR_MIN
from annotate.facts import Facts
from annotate.plan import Meal
from annotate.profile import Profile
from annotate.score import Part, Score, ScoreInfo, mean_score
from annotate.scores.penalty import require_order
from annotate.timeline import Timeline

SCORE = ScoreInfo(
    "t_meal",
    "T_meal",
    "Temporal meal score",
    "TripCraft (arXiv 2502.20508), TripCraft parameters, one set for all lengths",
    4,
    "stops",
    ("meal", "midpoint_h", "duration_min", "score"),
)

_KEPT_MEALS = 1 << 14


class MealHabit(NamedTuple):
    """When and how long a meal usually is: means, standard deviations, and the correlation of the two."""

    midpoint_h: float
    duration_min: float
    midpoint_sd_h: float
    duration_sd_min: float
    correlation: float


HABITS = {
    Meal.BREAKFAST: MealHabit(9.84, 50.71, 1.34, 14.09, 0.03),
    Meal.LUNCH: MealHabit(14.44, 59.19, 1.07, 15.82, 0.30),
    Meal.DINNER: MealHabit(20.42, 69.27, 1.66, 69.07, -0.07),
}
"""TripCraft parameters. The deviation of a dinner's duration stands so in its published code."""


def meal_score(meal: Meal, start_min: int, end_min: int) -> float:
    """Score in (0, 1] of one meal, 1 at its usual midpoint and duration.

    Minutes from 00:00 of the plan day: a dinner from 23:30 to 00:30 is 1410 to 1470, its midpoint 24.0 h.
    Raises InputError if it ends before it starts.
    """
    require_order(start_min, end_min)
    habit = HABITS[meal]
    late = ((start_min + end_min) / 2 / HOUR_MIN - habit.midpoint_h) / habit.midpoint_sd_h
    long = (end_min - start_min - habit.duration_min) / habit.duration_sd_min
    rho = habit.correlation
    return exp(-(late * late - 2 * rho * late * long + long * long) / (1 - rho * rho) / 2)


@lru_cache(maxsize=_KEPT_MEALS)
def _figures(meal: Meal, start_min: int, end_min: int) -> Mapping[str, Any]:
    return {
        "meal": meal.value,
        "midpoint_h": (start_min + end_min) / 2 / HOUR_MIN,
        "duration_min": end_min - start_min,
        "score": meal_score(meal, start_min, end_min),
    }


def score(trip: Timeline, facts: Facts, profile: Profile) -> Score:
    """T_meal of a plan. A meal counts by the field that chooses it; one that is not on the list or misses a
    time is counted and not scored. None without a scored meal."""
    parts = []
    for day in trip.itinerary.days:
        for meal, _, entry in trip.meals(day):
            row = entry.id if entry else f"d{day.number}"
            if entry is None:
                parts.append(
                    Part(row, None, {"meal": meal.value}, f"The {meal.value} is not on the day's list.")
                )
                continue
            start, end = entry.row.start_min, entry.row.end_min
            if start is None or end is None:
                parts.append(Part(row, None, {"meal": meal.value}, "It misses a time."))
            elif end <= start:
                parts.append(
                    Part(row, None, {"meal": meal.value}, "It ends before it starts: an input error.")
                )
            else:
                figures = _figures(meal, start, end)
                parts.append(Part(row, figures["score"], figures))
    return mean_score(SCORE.name, parts, "No meal has both its times." if parts else "The plan has no meal.")
