"""TIM004: four hours between meals."""

from itertools import pairwise

from annotate.clock import DAY_MIN, format_duration, format_time_with_day
from annotate.facts import Facts
from annotate.plan import Meal
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.spacing import MEAL_GAP_MIN
from annotate.timeline import StopEntry, Timeline

RULE = Rule(
    "TIM004",
    "meal_gap",
    Group.COMMON,
    "At least 4 h from the end of a meal to the next",
    "6, Table 8",
    mend=Mend.TIME,
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Between the meals that a day's fields choose, in their order: without lunch, breakfast and dinner
    are neighbours.

    Signed: a lunch before the breakfast is a fault. A chosen meal without times on the list is not judged.
    """
    found, missing = [], []
    for day in trip.itinerary.days:
        for (meal, named, row), (next_meal, next_named, next_row) in pairwise(trip.meals(day)):
            if row is None or row.end is None:
                missing.append(f"Day {day.number}: the {meal} at {named.name} has no end.")
            elif next_row is None or next_row.start is None:
                missing.append(f"Day {day.number}: the {next_meal} at {next_named.name} has no start.")
            elif next_row.start - row.end < MEAL_GAP_MIN:
                found.append(_finding((meal, row, row.end), (next_meal, next_row, next_row.start)))
    return over_rows(found, missing)


def _finding(first: tuple[Meal, StopEntry, int], second: tuple[Meal, StopEntry, int]) -> Finding:
    (meal, row, end), (next_meal, next_row, start) = first, second
    midnight = DAY_MIN * (row.day.number - 1)
    gap, latest_end = start - end, start - MEAL_GAP_MIN - midnight
    earliest = format_time_with_day(end + MEAL_GAP_MIN - midnight)
    how = f"starts {format_duration(gap)} after" if gap >= 0 else f"starts {format_duration(-gap)} before"
    advice = f"Start {next_meal} at {earliest} or later"
    if latest_end > (row.row.start_min or 0):
        advice += f", or end {meal} by {format_time_with_day(latest_end)}"
    return Finding(
        RULE.code,
        (row.id, next_row.id),
        f"{next_meal.value.capitalize()} at {next_row.label} {how} the end of {meal} at {row.label}; "
        f"{format_duration(MEAL_GAP_MIN)} are wanted.",
        MEAL_GAP_MIN - gap,
        "min",
        advice + ".",
    )
