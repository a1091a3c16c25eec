"""Figures of people: each is the one that plain SQL or plain counting finds on a generated workspace."""

from collections import defaultdict
from itertools import pairwise
from statistics import median
from typing import Any

import numpy as np
import pytest

from annotate.plan import ITINERARY_JSON, Leg
from db import calibration
from db.calibration import Against, pair_keys, pairs, told_to_annotators
from db.people_figures import PersonFigures, last_activity, people_figures, working_time
from db.quality_plans import PlanFilter, choose, quality_plans
from db.session import open_session
from helpers.people_figures import departures_of, mean_departure, measured_biases
from tests.db.test_screen_lists import counted
from tests.quality_world import QualityWorld, rows

APPROVED = "('approved', 'final review', 'gold')"
SIGNS = """
    SELECT s.annotation_id, s.round, s.at FROM (
        SELECT annotation_id, round, by_id AS person_id, at FROM edits
        UNION ALL SELECT annotation_id, round, person_id, at FROM activity_marks
    ) AS s JOIN annotations a ON a.id = s.annotation_id AND a.annotator_id = s.person_id
"""
REVISED = """
    SELECT a.id, p.code, s.itinerary, r.itinerary FROM submissions s JOIN submissions r
    ON r.annotation_id = s.annotation_id AND r.round = s.round AND r.kind = 'revised' AND s.kind = 'submitted'
    JOIN annotations a ON a.id = s.annotation_id JOIN people p ON p.id = a.annotator_id
"""
BESIDE_GOLD = """
    SELECT a.id, p.code, s.itinerary, g.draft FROM submissions s
    JOIN annotations a ON a.id = s.annotation_id JOIN people p ON p.id = a.annotator_id
    JOIN assignments t ON t.annotation_id = a.id JOIN batches b ON b.id = t.batch_id
    JOIN batch_queries q ON q.batch_id = b.id AND q.query_id = a.query_id
    JOIN annotations g ON g.query_id = a.query_id AND g.state = 'gold' AND g.id <> a.id
    WHERE s.kind = 'submitted' AND (b.kind = 'training' OR q.is_hidden_gold) AND s.round = (
        SELECT max(l.round) FROM submissions l WHERE l.annotation_id = a.id AND l.kind = 'submitted'
    )
"""


@pytest.fixture
def world(each_quality_world: QualityWorld) -> QualityWorld:
    """1,000 plans, and a few on either database."""
    return each_quality_world


def figures(world: QualityWorld, chosen: PlanFilter | None = None) -> list[PersonFigures]:
    with open_session(write=False, url=world.url) as session:
        selection = choose(quality_plans(session), chosen or PlanFilter())
        return people_figures(session, selection, working_time(session))


def seconds_of_work(world: QualityWorld) -> dict[int, int]:
    """By plain counting: the pauses of at most 100 s between the whole seconds of signs of one round."""
    signs: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, round_number, at in rows(world, SIGNS):
        signs[number, round_number].append(int(at.timestamp()))
    spent: dict[int, int] = defaultdict(int)
    for (number, _), seconds in signs.items():
        seconds.sort()
        spent[number] += sum(b - a for a, b in pairwise(seconds) if b - a <= 100)
    return spent


def test_plans_by_state_are_those_of_the_table(world: QualityWorld) -> None:
    found = {
        (one.person.code, state.value): len(plans)
        for one in figures(world)
        for state, plans in one.by_state.items()
        if plans
    }
    statement = """
        SELECT p.code, a.state, count(*) FROM annotations a JOIN people p ON p.id = a.annotator_id
        WHERE a.state <> 'open' GROUP BY p.code, a.state
    """
    assert found == {(code, state): number for code, state, number in rows(world, statement)}
    assert [one.person.code for one in figures(world)] == sorted({code for code, _ in found})


def test_rounds_to_approval_are_the_rounds_of_the_last_submission(world: QualityWorld) -> None:
    statement = f"""
        SELECT p.code, avg(1.0 * r.round), avg(CASE WHEN r.round = 1 THEN 1.0 ELSE 0.0 END), count(*) FROM (
            SELECT annotation_id, max(round) AS round FROM submissions GROUP BY annotation_id
        ) AS r JOIN annotations a ON a.id = r.annotation_id AND a.state IN {APPROVED}
        JOIN people p ON p.id = a.annotator_id GROUP BY p.code
    """
    wanted = {code: tuple(map(float, told)) for code, *told in rows(world, statement)}
    for one in figures(world):
        found = (one.mean_rounds, one.first_time_share, len(one.rounds))
        assert found == pytest.approx(wanted[one.person.code])


def test_flags_per_plan_count_those_of_others_over_the_plans_handed_in(world: QualityWorld) -> None:
    flags = """
        SELECT p.code, count(*) FROM flags f JOIN annotations a ON a.id = f.annotation_id
        JOIN people p ON p.id = a.annotator_id WHERE f.by_id <> a.annotator_id GROUP BY p.code
    """
    handed_in = """
        SELECT p.code, count(DISTINCT s.annotation_id) FROM submissions s JOIN annotations a ON a.id = s.annotation_id
        JOIN people p ON p.id = a.annotator_id GROUP BY p.code
    """
    flagged, plans = dict(rows(world, flags)), dict(rows(world, handed_in))
    for one in figures(world):
        code = one.person.code
        assert len(one.handed_in) == plans[code]
        assert one.flags_per_plan == pytest.approx(flagged.get(code, 0) / plans[code])


def test_time_per_plan_is_the_median_of_the_pauses_of_at_most_100_seconds(world: QualityWorld) -> None:
    spent = seconds_of_work(world)
    statement = f"""
        SELECT p.code, a.id FROM annotations a JOIN people p ON p.id = a.annotator_id WHERE a.state IN {APPROVED}
    """
    by_person: dict[str, list[int]] = defaultdict(list)
    for code, number in rows(world, statement):
        if spent[number]:
            by_person[code].append(spent[number])
    for one in figures(world):
        assert sorted(one.active_s.values()) == sorted(by_person[one.person.code])
        assert one.active_min == pytest.approx(median(by_person[one.person.code]) / 60)


def timed(itinerary: Any) -> dict[tuple[str, str], tuple[str, int]]:
    """(row, field) -> (kind, minute) of a plan."""
    found = {}
    for _, row in itinerary.rows():
        kind = "leg" if isinstance(row, Leg) else row.kind.value
        for field, minute in (("start", row.start_min), ("end", row.end_min)):
            if minute is not None:
                found[row.row, field] = (kind, minute)
    return found


@pytest.mark.parametrize(("against", "statement"), [(Against.EXPERT, REVISED), (Against.GOLD, BESIDE_GOLD)])
def test_bias_is_the_mean_of_the_differences_of_all_times(
    world: QualityWorld, against: Against, statement: str
) -> None:
    by_key: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    plans: dict[tuple[str, str, str], set[int]] = defaultdict(set)
    for number, code, theirs, reference in rows(world, statement):
        mine, other = (timed(ITINERARY_JSON.validate_json(text)) for text in (theirs, reference))
        for (row, field), (kind, minute) in mine.items():
            by_key[code, kind, field].append(minute - other[row, field][1])
            plans[code, kind, field].add(number)
    assert by_key
    with open_session(write=False, url=world.url) as session:
        read = pairs(session)
    codes = {pair.annotator.code for pair in read if pair.against is against}
    assert codes == {code for code, _, _ in by_key}
    for code in codes:
        own = [departures_of(p) for p in read if p.annotator.code == code and p.against is against]
        found = measured_biases(own)
        assert {(code, one.bias.kind, one.bias.field) for one in found} == {
            key for key in by_key if key[0] == code
        }
        for one in found:
            minutes = by_key[code, one.bias.kind, one.bias.field]
            assert one.bias.n == len(minutes)
            assert one.bias.mean_min == pytest.approx(float(np.mean(minutes)))
            assert one.bias.mean_distance_min == pytest.approx(float(np.mean(np.abs(minutes))))
            assert set(one.annotation_ids) == plans[code, one.bias.kind, one.bias.field]
        every = [one for key, minutes in by_key.items() if key[0] == code for one in minutes]
        wanted = (float(np.mean(every)), float(np.mean(np.abs(every))), len(every))
        assert mean_departure(own) == pytest.approx(wanted)


@pytest.mark.parametrize("together", [1, 2, 3, 5])
def test_annotators_are_told_of_approved_hidden_gold_in_whole_groups_only(
    world: QualityWorld, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "HIDDEN_TOGETHER", together)
    statement = f"""
        SELECT a.id, a.annotator_id, a.state IN {APPROVED}, max(e.id) FROM annotations a
        JOIN assignments t ON t.annotation_id = a.id
        JOIN batch_queries q ON q.batch_id = t.batch_id AND q.query_id = a.query_id AND q.is_hidden_gold
        LEFT JOIN event_log e ON e.annotation_id = a.id AND e.to_state = 'approved'
        GROUP BY a.id, a.annotator_id, a.state
    """
    hidden = rows(world, statement)
    approved: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, who, is_approved, entry in hidden:
        if is_approved:
            approved[who].append((entry, number))
    wanted = set()
    for plans in approved.values():
        plans.sort()
        while len(plans) >= together:
            wanted |= {number for _, number in plans[:together]}
            del plans[:together]
    with open_session(write=False, url=world.url) as session:
        keys = pair_keys(session)
        told = told_to_annotators(session, keys)
    behind_gold = {number for number, *_ in hidden}

    def is_hidden(key: calibration.PairKey) -> bool:
        return key.against is Against.GOLD and key.annotation_id in behind_gold

    assert any(map(is_hidden, keys))
    assert {key.annotation_id for key in told if is_hidden(key)} == wanted
    assert [key for key in told if not is_hidden(key)] == [key for key in keys if not is_hidden(key)]


def test_figures_of_people_take_as_many_queries_for_few_plans_as_for_all(world: QualityWorld) -> None:
    with open_session(write=False, url=world.url) as session:
        plans = quality_plans(session)
        sent = []
        for chosen in (PlanFilter(days=frozenset({7})), PlanFilter()):
            selection = choose(plans, chosen)
            with counted(session) as statements:
                last_activity(session)
                people_figures(session, selection, working_time(session))
                told_to_annotators(session, pair_keys(session, selection=selection))
            sent.append(len(statements))
    assert sent[0] == sent[1] <= 7


def test_the_number_of_the_last_sign_changes_with_any_edit_or_mark(world: QualityWorld) -> None:
    with open_session(write=False, url=world.url) as session:
        found = last_activity(session)
    assert found == rows(world, "SELECT (SELECT max(id) FROM edits), (SELECT max(id) FROM activity_marks)")[0]
