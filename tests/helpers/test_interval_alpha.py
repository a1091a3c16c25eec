"""Krippendorff's alpha at the interval level: published values, hand work, and what must hold of any data."""

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import interval_alpha as module
from helpers.estimates import NO_COMMON_ITEMS
from helpers.interval_alpha import alpha_of_sums, interval_alpha, terms_of

_ = None


def items(*people):
    """Values by item out of one row per person; None where a person gave none."""
    return [
        {person: value for person, value in enumerate(column) if value is not None}
        for column in zip(*people, strict=True)
    ]


# Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011, example C: four observers, twelve units
FOUR_OBSERVERS = items(
    (1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3),
    (_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _),
)
# the example of "Krippendorff's alpha" in Wikipedia: three coders, fifteen units, alpha 0.811
THREE_CODERS = items(
    (_, _, _, _, _, 3, 4, 1, 2, 1, 1, 3, 3, _, 3),
    (1, _, 2, 1, 3, 3, 4, 3, _, _, _, _, _, _, _),
    (_, _, 2, 1, 3, 4, 4, _, 2, 1, 1, 3, 3, _, 4),
)

some_items = st.lists(
    st.dictionaries(st.integers(0, 4), st.integers(0, 1799), min_size=1, max_size=5), min_size=1, max_size=30
)


def by_definition(values):
    """1 - D_o / D_e, both summed over every ordered pair of values as the definition has it."""
    pairable = [list(item.values()) for item in values if len(item) > 1]
    everything = [value for item in pairable for value in item]
    n = len(everything)
    observed = sum((a - b) ** 2 / (len(item) - 1) for item in pairable for a in item for b in item) / n
    expected = sum((a - b) ** 2 for a in everything for b in everything) / (n * (n - 1))
    return 1 - observed / expected if expected else 1.0


@pytest.mark.parametrize(("values", "published"), [(FOUR_OBSERVERS, 0.849), (THREE_CODERS, 0.811)])
def test_published_examples_come_out_from_the_library_and_from_the_sums(values, published):
    assert interval_alpha(values) == pytest.approx(published, abs=5e-4)
    pairable = [item for item in values if len(item) > 1]
    assert alpha_of_sums(np.sum([terms_of(item) for item in pairable], axis=0)) == pytest.approx(
        published, abs=5e-4
    )


def test_the_library_gives_the_published_values_of_the_other_levels_too():
    def matrix(values, people):
        return [[item.get(person, np.nan) for item in values] for person in range(people)]

    for level, published in (("nominal", 0.743), ("ordinal", 0.815), ("ratio", 0.797)):
        found = krippendorff.alpha(matrix(FOUR_OBSERVERS, 4), level_of_measurement=level)
        assert found == pytest.approx(published, abs=5e-4)
    assert krippendorff.alpha(matrix(THREE_CODERS, 3), level_of_measurement="nominal") == pytest.approx(
        0.691, abs=5e-4
    )


def test_two_people_by_hand():
    # (10, 12), (20, 20), (30, 31): observed (4 + 0 + 1) x 2 / 6 = 5/3; expected: over 15 unordered pairs of
    # 10 12 20 20 30 31 the squares sum to 6 x 2905 - 123^2 = 2301, times 2 / 30 = 153.4
    assert interval_alpha(items((10, 20, 30), (12, 20, 31))) == pytest.approx(1 - (5 / 3) / 153.4, abs=1e-12)


@given(some_items)
def test_library_sums_and_definition_agree_on_any_data(values):
    pairable = [item for item in values if len(item) > 1]
    if not pairable:
        assert interval_alpha(values) is NO_COMMON_ITEMS
        return
    wanted = pytest.approx(by_definition(values), abs=1e-9)
    assert interval_alpha(values) == wanted
    assert alpha_of_sums(np.sum([terms_of(item) for item in pairable], axis=0)) == wanted


def test_too_many_cells_for_the_library_are_summed_and_give_the_same(monkeypatch):
    monkeypatch.setattr(module, "MOST_CELLS", 0)
    assert interval_alpha(FOUR_OBSERVERS) == pytest.approx(0.849107142857, abs=1e-12)


@given(some_items, st.integers(-3000, 3000))
def test_it_does_not_change_when_every_clock_is_shifted_or_people_change_places(values, shift):
    found = interval_alpha(values)
    if found is NO_COMMON_ITEMS:
        return
    shifted = [{person: value + shift for person, value in item.items()} for item in values]
    swapped = [{4 - person: value for person, value in reversed(item.items())} for item in values]
    assert interval_alpha(shifted) == pytest.approx(found, abs=1e-9)
    assert interval_alpha(swapped) == pytest.approx(found, abs=1e-9)
    assert found <= 1.0


@given(some_items)
def test_it_is_one_exactly_where_nobody_differs(values):
    found = interval_alpha(values)
    if found is NO_COMMON_ITEMS:
        return
    assert (found == 1.0) == all(len(set(item.values())) == 1 for item in values)


def test_the_same_constant_from_everybody_is_one_and_not_undefined():
    assert interval_alpha(items((600, 600), (600, 600))) == 1.0


def test_as_far_apart_as_values_drawn_blindly_is_zero_or_less():
    assert interval_alpha(items((0, 100), (100, 0))) == pytest.approx(
        -0.5
    )  # observed 10,000, expected 6,666.7
    assert interval_alpha([{1: 0, 2: 100}]) == pytest.approx(0.0)


def test_without_an_item_that_two_people_gave_it_is_undefined_and_says_why():
    for values in ([], [{1: 600}], [{1: 600}, {2: 600}]):
        found = interval_alpha(values)
        assert found.words == "undefined, because there are no common items"
