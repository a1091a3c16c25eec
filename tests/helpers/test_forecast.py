"""The forecast: worked by hand, and each reason why there is none."""

from datetime import UTC, datetime, timedelta

import pytest

from annotate.workflow import State
from db.progress import Moved, Progress
from helpers.forecast import Forecast, NoForecast, finished, forecast

NOW = datetime(2026, 5, 29, 12, 0, tzinfo=UTC)


def approved(number: int, days_ago: float) -> Moved:
    return Moved(number, NOW - timedelta(days=days_ago), State.IN_REVIEW, State.APPROVED)


def begun(days_ago: float) -> Moved:
    return Moved(0, NOW - timedelta(days=days_ago), State.OPEN, State.ASSIGNED)


def progress(*moves: Moved, under_way: int = 0, free: int = 0) -> Progress:
    plans = frozenset(range(1000, 1000 + under_way))
    return Progress(tuple(sorted(moves, key=lambda one: one.at)), plans, plans, free)


def test_six_plans_in_two_weeks_finish_nine_more_in_three() -> None:
    # weeks of 2 and 4: mean 3 a week, fastest 4, slowest 2
    moves = [begun(15), *(approved(n, 10) for n in (1, 2)), *(approved(n, 3) for n in (3, 4, 5, 6))]
    found = forecast(progress(*moves, under_way=6, free=3), NOW)
    assert isinstance(found, Forecast)
    assert (found.left, found.by_week, found.pace) == (9, (2, 4), 3.0)
    assert found.expected_at == NOW + timedelta(weeks=3)
    assert found.earliest_at == NOW + timedelta(weeks=2.25)
    assert found.latest_at == NOW + timedelta(weeks=4.5)


def test_only_the_last_four_weeks_count() -> None:
    moves = [
        begun(60),
        *(approved(n, 29) for n in range(50)),
        *(approved(100 + n, 7 * n + 1) for n in range(4)),
    ]
    found = forecast(progress(*moves, under_way=2), NOW)
    assert isinstance(found, Forecast)
    assert found.by_week == (1, 1, 1, 1)


def test_a_move_exactly_seven_days_ago_belongs_to_the_week_before() -> None:
    found = forecast(progress(begun(14), approved(1, 7), approved(2, 6.99), under_way=1), NOW)
    assert isinstance(found, Forecast)
    assert found.by_week == (1, 1)


def test_a_week_without_a_finished_plan_leaves_the_latest_end_open() -> None:
    found = forecast(progress(begun(14), approved(1, 1), under_way=1), NOW)
    assert isinstance(found, Forecast)
    assert found.latest_at is None


@pytest.mark.parametrize(
    ("given", "because"),
    [
        (progress(begun(20)), "nothing is left to finish"),
        (progress(free=4), "no plan has moved yet"),
        (progress(begun(6.9), approved(1, 1), under_way=1), "the work is less than a week old"),
        (progress(begun(300), approved(1, 29), under_way=1), "no plan was finished in the last 28 days"),
    ],
)
def test_there_is_no_forecast_where_nothing_carries_one(given: Progress, because: str) -> None:
    found = forecast(given, NOW)
    assert isinstance(found, NoForecast)
    assert found.because == because


def test_a_plan_finishes_once_and_imported_gold_was_not_finished_here() -> None:
    imported = Moved(2, NOW, State.OPEN, State.GOLD)
    final = Moved(1, NOW, State.APPROVED, State.FINAL_REVIEW)
    gold = Moved(1, NOW, State.FINAL_REVIEW, State.GOLD)
    assert finished([approved(1, 1), final, gold, imported]) == [approved(1, 1)]
