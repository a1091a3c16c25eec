"""Crowd windows and hours that repeat daily."""

import pytest

from annotate.scores.crowding import Crowding, crowding, hours_overlap_min, level_at

NIGHT = (22 * 60, 2 * 60, "H")


@pytest.mark.parametrize(
    ("start", "end", "covered"),
    [
        (22 * 60 - 60, 22 * 60, 0),
        (22 * 60 - 60, 22 * 60 + 1, 1),
        (23 * 60, 25 * 60, 120),
        (25 * 60, 27 * 60, 60),
        (26 * 60, 27 * 60, 0),
        (60, 180, 60),
        (0, 1440, 240),
    ],
)
def test_a_window_over_midnight_meets_both_ends_of_the_day(start: int, end: int, covered: int) -> None:
    assert crowding(start, end, [NIGHT]) == Crowding(covered, covered * 1.0)


@pytest.mark.parametrize("window", [(1320, 1560, "H"), (1320, 120, "H"), (2760, 3000, "H")])
def test_a_window_past_midnight_is_the_same_however_it_is_written(window: tuple[int, int, str]) -> None:
    assert crowding(1380, 1500, [window]).covered_min == 120
    assert crowding(1380, 1500, [window, NIGHT]).covered_min == 120


def test_a_window_from_midnight_to_midnight_is_the_whole_day() -> None:
    assert crowding(600, 2000, [(0, 1440, "A")]) == Crowding(1400, 700.0)


def test_a_window_given_twice_counts_once() -> None:
    assert crowding(600, 660, [(540, 720, "A"), (540, 720, "A")]) == Crowding(60, 30.0)


@pytest.mark.parametrize(
    ("minute", "intensity"), [(539, None), (540, 0.5), (719, 0.5), (720, 1.0), (780, None)]
)
def test_the_level_of_a_minute_is_that_of_the_half_open_window_around_it(
    minute: int, intensity: float | None
) -> None:
    assert level_at(minute, [(540, 720, "A"), (720, 780, "H")]) == intensity


@pytest.mark.parametrize(
    ("start", "end", "hours", "minutes"),
    [
        (23 * 60 + 30, 24 * 60 + 30, [0], 30),
        (23 * 60 + 30, 24 * 60 + 30, [24], 30),
        (23 * 60 + 30, 24 * 60 + 30, [0, 0, 24], 30),
        (23 * 60 + 30, 24 * 60 + 30, [23, 0], 60),
        (600, 660, [10], 60),
        (600, 660, [9, 11], 0),
        (599, 661, [9, 11], 2),
        (600, 600 + 1440 + 60, [10], 120),
        (600, 660, [], 0),
    ],
)
def test_hours_repeat_daily_modulo_24_and_count_once(
    start: int, end: int, hours: list[int], minutes: int
) -> None:
    assert hours_overlap_min(start, end, hours) == minutes
