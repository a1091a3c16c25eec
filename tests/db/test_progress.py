"""Progress: every figure is the one that plain SQL or plain counting finds on a generated workspace."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from annotate.workflow import State
from db.progress import Progress, progress_of
from db.quality_plans import PlanFilter, choose, quality_plans
from db.session import open_session
from helpers.forecast import Forecast, forecast
from helpers.progress import bottleneck, day_ends, moved_in, plans_at, stages, states_at
from tests.db.test_screen_lists import counted
from tests.quality_world import NOW, QualityWorld, rows

INDIA = ZoneInfo("Asia/Kolkata")
MOVES = """
    SELECT e.annotation_id, e.at, e.from_state, e.to_state FROM event_log e JOIN annotations a ON a.id = e.annotation_id
    WHERE e.to_state IS NOT NULL AND a.state <> 'open' ORDER BY e.at, e.id
"""
STATES_AT = """
    SELECT to_state, count(*) FROM (
        SELECT e.to_state, row_number() OVER (PARTITION BY e.annotation_id ORDER BY e.at DESC, e.id DESC) AS place
        FROM event_log e JOIN annotations a ON a.id = e.annotation_id
        WHERE e.to_state IS NOT NULL AND a.state <> 'open' AND e.at <= :instant
    ) AS last WHERE place = 1 AND to_state <> 'open' GROUP BY to_state
"""
UNFINISHED = """
    SELECT a.id, a.state FROM annotations a WHERE a.state NOT IN ('open', 'approved', 'final review', 'gold', 'discarded')
    AND a.id NOT IN (
        SELECT s.annotation_id FROM assignments s JOIN batches b ON b.id = s.batch_id WHERE b.kind = 'training'
    )
"""
WAIT_FOR_A_SECOND_EXPERT = """
    SELECT a.id FROM annotations a WHERE a.state = 'final review' OR (a.state = 'approved' AND NOT EXISTS (
        SELECT 1 FROM annotations g WHERE g.query_id = a.query_id AND g.state = 'gold'
    ))
"""
FREE = """
    SELECT count(*) FROM skeletons s WHERE NOT EXISTS (
        SELECT 1 FROM annotations a WHERE a.query_id = s.query_id AND a.state <> 'open'
    )
"""
STAYS = """
    SELECT to_state, at, lead(at) OVER (PARTITION BY annotation_id ORDER BY at, id), annotation_id FROM event_log
    WHERE to_state IS NOT NULL AND annotation_id IN (SELECT id FROM annotations WHERE state <> 'open')
"""


@pytest.fixture
def world(each_quality_world: QualityWorld) -> QualityWorld:
    """1,000 plans, and a few on either database."""
    return each_quality_world


def told(world: QualityWorld, chosen: PlanFilter | None = None) -> Progress:
    with open_session(write=False, url=world.url) as session:
        return progress_of(session, choose(quality_plans(session), chosen or PlanFilter()))


def hours(span: timedelta) -> float:
    return span.total_seconds() / 3600


def test_the_moves_are_those_of_the_log(world: QualityWorld) -> None:
    found = [(one.annotation_id, one.at, one.source, one.target) for one in told(world).moves]
    assert found == rows(world, MOVES)


def test_plans_by_state_at_the_end_of_a_day_are_the_last_moves_before_it(world: QualityWorld) -> None:
    moves = told(world).moves
    ends = day_ends(moves, NOW, INDIA)
    assert ends[0][1] == datetime(2026, 4, 6, 18, 30, tzinfo=UTC) and ends[-1][1] == NOW
    counted_at = states_at(moves, [end for _, end in ends])
    for (_, end), by_state in list(zip(ends, counted_at, strict=True))[::9]:
        wanted = dict(rows(world, STATES_AT, instant=end))
        assert {state: number for state, number in by_state.items() if number} == wanted
        (there,) = plans_at(moves, [end])
        assert {state: len(plans) for state, plans in there.items() if plans} == wanted
    now = rows(world, "SELECT state, count(*) FROM annotations WHERE state <> 'open' GROUP BY state")
    assert {state: number for state, number in counted_at[-1].items() if number} == dict(now)


@pytest.mark.parametrize("by_week", [True, False])
def test_throughput_counts_each_move_in_its_period_of_the_readers_zone(
    world: QualityWorld, by_week: bool
) -> None:
    names = {State.SUBMITTED: "handed in", State.GOLD: "made gold"}
    found = moved_in(told(world).moves, names, INDIA, by_week=by_week)
    wanted: Counter[Any] = Counter()
    for _, at, _, target in rows(world, MOVES):
        day = at.astimezone(INDIA).date()
        while by_week and day.isoweekday() != 1:
            day -= timedelta(days=1)
        if target in ("submitted", "gold"):
            wanted[day, "made gold" if target == "gold" else "handed in"] += 1
    assert {key: len(plans) for key, plans in found.items()} == wanted


def test_what_is_left_are_the_plans_before_approval_but_for_training_and_the_queries_of_nobody(
    world: QualityWorld,
) -> None:
    progress = told(world)
    assert progress.unfinished == {number for number, _ in rows(world, UNFINISHED)}
    assert progress.waiting - progress.unfinished == {one for (one,) in rows(world, WAIT_FOR_A_SECOND_EXPERT)}
    assert progress.free_queries == rows(world, FREE)[0][0] > 0


def test_queries_of_nobody_are_counted_only_where_all_plans_are_chosen(world: QualityWorld) -> None:
    assert told(world, PlanFilter(days=frozenset({3}))).free_queries == 0


def test_stages_wait_as_long_as_since_their_last_move_and_usually_as_long_as_the_stays_that_ended(
    world: QualityWorld,
) -> None:
    progress = told(world)
    waiting = {number for number, _ in rows(world, UNFINISHED)}
    waiting |= {one for (one,) in rows(world, WAIT_FOR_A_SECOND_EXPERT)}
    ended: dict[str, list[float]] = {}
    still: dict[str, list[float]] = {}
    for state, at, until, number in rows(world, STAYS):
        if until is not None:
            ended.setdefault(state, []).append(hours(until - at))
        elif number in waiting:
            still.setdefault(state, []).append(hours(NOW - at))
    found = stages(progress, NOW)
    for stage in found:
        assert list(stage.hours) == pytest.approx(sorted(still.get(stage.state, []), reverse=True))
        assert stage.stays == len(ended[stage.state])
        assert stage.usual_h == pytest.approx(float(np.median(ended[stage.state])))
        if stage.hours:
            assert stage.median_h == pytest.approx(float(np.median(still[stage.state])))
            assert stage.oldest_h == pytest.approx(max(still[stage.state]))
    assert {stage.state for stage in found if stage.hours} == set(still)
    worst = bottleneck(found)
    assert worst is not None
    assert worst.state == max(still, key=lambda state: sum(still[state]))


def test_the_forecast_counts_what_was_finished_in_the_last_four_weeks(world: QualityWorld) -> None:
    progress = told(world)
    found = forecast(progress, NOW)
    assert isinstance(found, Forecast)
    by_week = [0, 0, 0, 0]
    for _, at, source, target in rows(world, MOVES):
        enters = target in ("approved", "discarded") and source not in ("approved", "final review", "gold")
        for week in range(4):
            until = NOW - timedelta(days=7 * (3 - week))
            by_week[week] += enters and until - timedelta(days=7) < at <= until
    assert found.by_week == tuple(by_week)
    left = len(rows(world, UNFINISHED)) + rows(world, FREE)[0][0]
    assert found.left == left
    weeks = left / (sum(by_week) / 4)
    assert (found.expected_at - NOW).total_seconds() == pytest.approx(weeks * 7 * 24 * 3600)


def test_progress_takes_as_many_queries_for_few_plans_as_for_all(world: QualityWorld) -> None:
    with open_session(write=False, url=world.url) as session:
        plans = quality_plans(session)
        with counted(session) as few:
            progress_of(session, choose(plans, PlanFilter(days=frozenset({7}))))
        with counted(session) as every:
            progress_of(session, choose(plans, PlanFilter()))
    assert len(few) <= len(every) <= 5
