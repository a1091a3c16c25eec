"""The middle of a team shows from five people on; the mean departure takes all times."""

import pytest

from db.calibration import Against
from helpers.people_figures import PairDepartures, mean_departure, measured_biases, team_median


def test_the_median_of_five_people_shows_and_that_of_four_does_not() -> None:
    assert team_median([3.0, 9.0, 4.0, 5.0, 100.0]) == (5.0, 5)
    assert team_median([3.0, 9.0, 4.0, 5.0]) is None


def test_people_without_the_figure_do_not_stand_behind_the_median() -> None:
    assert team_median([1.0, 2.0, 3.0, 4.0, None, None]) is None
    assert team_median([1.0, 2.0, 3.0, 4.0, 5.0, None]) == (3.0, 5)


def a_pair(number: int, *times: tuple[str, str, int]) -> PairDepartures:
    return PairDepartures(number, 1, Against.EXPERT, times)


def test_bias_by_kind_and_field_with_the_plans_behind_it() -> None:
    found = measured_biases(
        [
            a_pair(7, ("restaurant", "end", -10), ("leg", "end", 5)),
            a_pair(8, ("restaurant", "end", 4), ("restaurant", "end", -3)),
        ]
    )
    assert [(one.bias.kind, one.bias.n, one.annotation_ids) for one in found] == [
        ("leg", 1, (7,)),
        ("restaurant", 3, (7, 8)),
    ]
    assert found[1].bias.mean_min == pytest.approx(-3)  # (-10 + 4 - 3) / 3
    assert found[1].bias.mean_distance_min == pytest.approx(17 / 3)


def test_the_mean_departure_is_over_times_and_undefined_without_one() -> None:
    assert mean_departure(
        [a_pair(7, ("leg", "end", 6)), a_pair(8, ("leg", "end", -2), ("leg", "start", 2))]
    ) == (
        2.0,
        pytest.approx(10 / 3),
        3,
    )
    assert mean_departure([a_pair(7)]) is None
