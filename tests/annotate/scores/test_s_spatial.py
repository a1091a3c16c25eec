"""S_spatial, worked out by hand on both sides of 5000 m."""

from math import exp

import pytest

from annotate.errors import InputError
from annotate.profile import DEFAULT_PROFILE
from annotate.score import Score
from annotate.scores.s_spatial import distance_score, score
from tests.builders import a_day, a_stop, a_trip, an_itinerary, facts


def s_spatial_of(*days) -> Score:
    known = facts()
    return score(a_trip(an_itinerary(*days), known), known, DEFAULT_PROFILE)


def a_row(distance, **more):
    return a_stop("Fort", nearest=None if distance is None else ("Gate", distance), **more)


@pytest.mark.parametrize(
    ("distance_m", "expected"),
    [
        (0, 1.0),
        (841.96, 0.915804),
        (4999, 0.5001),
        (5000, 0.5),
        (5001, 0.5 * exp(-0.0002)),
        (10000, 0.5 * exp(-1)),
    ],
)
def test_the_score_falls_evenly_to_5000_m_and_fades_beyond(distance_m, expected):
    assert distance_score(distance_m) == pytest.approx(expected, abs=1e-9)


def test_a_distance_below_0_is_an_input_error():
    with pytest.raises(InputError):
        distance_score(-1)


def test_a_plan_is_the_mean_over_days_of_the_mean_over_rows():
    # day 1: (1 + 0.5) / 2 = 0.75; day 2: 0.9
    found = s_spatial_of(a_day(a_row(0), a_row(5000)), a_day(a_row(1000)))
    assert found.value == pytest.approx(0.825, abs=1e-12)
    assert (found.scored, found.total) == (3, 3)


def test_rows_without_a_distance_and_days_without_a_row_are_left_out():
    found = s_spatial_of(a_day(a_row(None), a_row(1000)), a_day(a_stop("Inn", nearest=("Gate", None))))
    assert found.value == pytest.approx(0.9, abs=1e-12)
    assert (found.scored, found.total) == (1, 3)


def test_a_plan_that_states_no_distance_has_no_value():
    found = s_spatial_of(a_day(a_row(None)))
    assert (found.value, found.reason) == (None, "No row states the distance to a transit stop.")
