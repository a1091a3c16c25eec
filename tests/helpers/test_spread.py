"""How values spread, worked out by hand and by numpy."""

import random

import numpy as np
import pytest

from helpers.spread import spread_of


def test_four_values_have_the_quartiles_of_a_spreadsheet() -> None:
    spread = spread_of([0.4, 0.1, 0.3, 0.2])
    assert spread is not None
    assert (spread.n, spread.least, spread.most) == (4, 0.1, 0.4)
    assert [spread.lower_quartile, spread.median, spread.upper_quartile] == pytest.approx(
        [0.175, 0.25, 0.325]
    )
    assert spread.mean == pytest.approx(0.25)


def test_one_value_is_all_of_its_quartiles() -> None:
    spread = spread_of([0.7])
    assert spread is not None
    assert {spread.mean, spread.least, spread.lower_quartile, spread.median, spread.upper_quartile} == {0.7}


def test_no_value_has_no_spread() -> None:
    assert spread_of([]) is None


def test_quartiles_are_those_of_numpy() -> None:
    rng = random.Random(5)
    for number in (2, 3, 10, 101):
        values = [rng.random() for _ in range(number)]
        spread = spread_of(values)
        assert spread is not None
        expected = np.percentile(values, [0, 25, 50, 75, 100])
        found = [spread.least, spread.lower_quartile, spread.median, spread.upper_quartile, spread.most]
        assert found == pytest.approx(list(expected))
        assert spread.mean == pytest.approx(float(np.mean(values)))
