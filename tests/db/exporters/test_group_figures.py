"""Figures of people in groups: none that is too small, and none that can be worked out from the others."""

import pytest

from db.exporters.group_figures import MIN_GROUP, GroupFigures, group_figures, says_nothing_of_few

BANDS = ("young", "middle", "old")


def figures(**sizes: int) -> GroupFigures:
    """Of so many who gave each answer (`silent`: said nothing)."""
    answers = [None if band == "silent" else band for band, size in sizes.items() for _ in range(size)]
    return group_figures("Age", BANDS, answers)


def test_a_group_of_five_is_shown_and_one_of_four_is_not():
    assert MIN_GROUP == 5
    assert figures(young=5) == GroupFigures("Age", (("young", 5),), 0)
    assert figures(young=4) == GroupFigures("Age", (), 4)


def test_a_single_small_group_takes_the_next_smallest_with_it():
    # Of 16 with 6 and 9 shown, the third group would be 16 - 6 - 9 = 1.
    assert figures(young=9, middle=1, old=6) == GroupFigures("Age", (("young", 9),), 7)
    assert figures(young=4, middle=5) == GroupFigures("Age", (), 9)
    assert figures(young=5, middle=5) == GroupFigures("Age", (("young", 5), ("middle", 5)), 0)


def test_two_small_groups_hide_each_other():
    assert figures(young=8, middle=4, old=2) == GroupFigures("Age", (("young", 8),), 6)


def test_those_who_said_nothing_stand_with_the_small_groups():
    assert figures(young=6, silent=3) == GroupFigures("Age", (("young", 6),), 3)
    assert figures(young=6, middle=7, old=1, silent=2) == GroupFigures("Age", (("middle", 7),), 9)


@pytest.mark.parametrize("young", range(9))
@pytest.mark.parametrize("middle", range(9))
@pytest.mark.parametrize("old", range(9))
def test_no_group_under_five_can_be_worked_out(young, middle, old):
    found = figures(young=young, middle=middle, old=old)
    shown = dict(found.shown)
    sizes = {"young": young, "middle": middle, "old": old}
    assert all(size >= MIN_GROUP and sizes[band] == size for band, size in shown.items())
    assert sum(shown.values()) + found.rest == young + middle + old
    hidden = [size for band, size in sizes.items() if size and band not in shown]
    assert len(hidden) != 1 or not shown, "one group alone would be the total less the others"


def test_an_answer_that_is_no_band_counts_as_nothing_said():
    assert group_figures("Age", BANDS, ["ancient"] * 6) == GroupFigures("Age", (), 6)


def test_answers_may_be_known_in_full_where_each_is_that_of_nobody_or_of_five() -> None:
    assert says_nothing_of_few([])
    assert says_nothing_of_few(["young"] * 5)
    assert says_nothing_of_few(["young"] * 5 + ["old"] * 6 + [None] * 5)
    assert not says_nothing_of_few(["young"] * 4)
    assert not says_nothing_of_few(["young"] * 5 + ["old"])
    assert not says_nothing_of_few(["young"] * 5 + [None])
