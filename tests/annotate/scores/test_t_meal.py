"""T_meal, worked out by hand from the bivariate normal of TripCraft's published parameters."""

from math import exp

import pytest

from annotate.errors import InputError
from annotate.plan import Meal
from annotate.profile import DEFAULT_PROFILE
from annotate.score import Score
from annotate.scores.t_meal import meal_score, score
from tests.builders import a_day, a_meal, a_stop, a_trip, an_itinerary, facts


def t_meal_of(*days) -> Score:
    known = facts()
    return score(a_trip(an_itinerary(*days), known), known, DEFAULT_PROFILE)


def test_a_lunch_at_its_usual_midpoint_loses_only_what_its_length_differs():
    # 14.44 h is no whole minute: 13:56-14:56 has midpoint 14.4333.. h, so z = -0.00666../1.07, w = 0.81/15.82
    z, w = (866 / 60 - 14.44) / 1.07, (60 - 59.19) / 15.82
    assert meal_score(Meal.LUNCH, 836, 896) == pytest.approx(
        exp(-(z**2 - 2 * 0.30 * z * w + w**2) / (2 * 0.91)), abs=1e-12
    )
    assert meal_score(Meal.LUNCH, 836, 896) == pytest.approx(0.998, abs=1e-3)


@pytest.mark.parametrize(
    ("meal", "start", "end", "u", "w", "correlation"),
    [
        (Meal.BREAKFAST, 540, 600, (9.5 - 9.84) / 1.34, (60 - 50.71) / 14.09, 0.03),
        (Meal.DINNER, 1200, 1260, (20.5 - 20.42) / 1.66, (60 - 69.27) / 69.07, -0.07),
        # over midnight, 23:30-00:30: midpoint 24.0 h, 60 min
        (Meal.DINNER, 1410, 1470, (24 - 20.42) / 1.66, (60 - 69.27) / 69.07, -0.07),
    ],
)
def test_a_meal_is_scored_by_its_midpoint_and_length(meal, start, end, u, w, correlation):
    distance = (u * u - 2 * correlation * u * w + w * w) / (1 - correlation**2)
    assert meal_score(meal, start, end) == pytest.approx(exp(-distance / 2), abs=1e-9)


def test_a_meal_that_ends_before_it_starts_is_an_input_error():
    with pytest.raises(InputError):
        meal_score(Meal.DINNER, 1410, 30)


def test_the_plan_is_the_mean_over_meals_and_the_field_says_which_meal():
    day = a_day(
        a_meal("Bistro", "09:00", "10:00", meal="breakfast"), a_meal("Grill", "20:00", "21:00", meal="dinner")
    )
    found = t_meal_of(day)
    breakfast, dinner = meal_score(Meal.BREAKFAST, 540, 600), meal_score(Meal.DINNER, 1200, 1260)
    assert found.value == pytest.approx((breakfast + dinner) / 2, abs=1e-12)
    assert [(part.row, part.figures["meal"], part.figures["midpoint_h"]) for part in found.parts] == [
        ("d1.s1", "breakfast", 9.5),
        ("d1.s2", "dinner", 20.5),
    ]


def test_a_second_day_counts_from_its_own_midnight():
    day = a_day(a_meal("Bistro", "13:50", "14:50"))
    assert t_meal_of(a_day(a_stop("Fort")), day).value == t_meal_of(day).value


def test_a_meal_without_times_or_off_the_list_is_counted_and_not_scored():
    found = t_meal_of(
        a_day(a_meal("Bistro", "14:00"), a_meal("Grill", "20:00", "21:00", meal="dinner"), breakfast="Cafe")
    )
    assert (found.scored, found.total) == (1, 3)
    assert [part.reason for part in found.parts] == [
        "The breakfast is not on the day's list.",
        "It misses a time.",
        None,
    ]


def test_a_plan_without_a_meal_has_no_value():
    found = t_meal_of(a_day(a_stop("Fort", "10:00", "12:00")))
    assert (found.value, found.total, found.reason) == (None, 0, "The plan has no meal.")
