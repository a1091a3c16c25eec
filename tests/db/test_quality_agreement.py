"""The agreement view's figures beside the same figures taken from the frozen texts in plain SQL and plain loops."""

import json
from itertools import combinations

import numpy as np
import pytest

from db import calibration
from db.agreement import overlapped_queries, read_versions, retained_counts
from db.quality_plans import PlanFilter, choose, quality_plans
from db.session import open_session
from helpers.agreement_report import agreement_report
from tests.quality_world import rows

LIMITS_MIN = (0, 5, 15, 30)
LAST_ROUNDS = """
SELECT a.query_id, a.id, s.itinerary
FROM submissions s JOIN annotations a ON a.id = s.annotation_id
WHERE s.kind = 'submitted'
  AND s.round = (SELECT MAX(t.round) FROM submissions t WHERE t.annotation_id = a.id AND t.kind = 'submitted')
  AND a.state NOT IN ('open', 'discarded')
  AND a.id NOT IN (SELECT annotation_id FROM lineage)
  AND a.id NOT IN (SELECT g.annotation_id FROM assignments g JOIN batches b ON b.id = g.batch_id
                   WHERE b.kind = 'training')
"""
REVISIONS = """
SELECT s.id, a.query_id, s.itinerary, r.itinerary
FROM submissions s JOIN submissions r ON r.annotation_id = s.annotation_id AND r.round = s.round
JOIN annotations a ON a.id = s.annotation_id
WHERE s.kind = 'submitted' AND r.kind = 'revised'
"""


def read(text):
    """Rows of a frozen text: {row id: (day, kind, city, start, end, place)}; every plan of a query has the same."""
    found = {}
    for day in json.loads(text)["days"]:
        for stop in day["stops"]:
            found[stop["row"]] = (
                day["number"],
                stop["kind"],
                stop["city"],
                stop["start_min"],
                stop["end_min"],
            )
        for leg in day["legs"]:
            found[leg["row"]] = (
                day["number"],
                "leg",
                leg["destination"],
                leg["depart_min"],
                leg["arrive_min"],
            )
    return found


def values_of(groups, fields, chosen=lambda day, kind, city: True):
    """For each compared time: the values that people gave it."""
    found = []
    for plans in groups:
        for row, (day, kind, city, *_) in plans[0].items():
            if not chosen(day, kind, city):
                continue
            for field in fields:
                given = [plan[row][3:5] for plan in plans if row in plan]
                one = {
                    "start": [start for start, _ in given],
                    "end": [end for _, end in given],
                    "stay": [None if None in both else both[1] - both[0] for both in given],
                }[field]
                known = [value for value in one if value is not None]
                if len(known) > 1:
                    found.append(known)
    return found


def alpha_by_definition(values):
    everything = np.array([value for some in values for value in some], dtype=float)
    n = len(everything)
    observed = (
        sum(2 * sum((a - b) ** 2 for a, b in combinations(some, 2)) / (len(some) - 1) for some in values) / n
    )
    expected = ((everything[:, None] - everything[None, :]) ** 2).sum() / (n * (n - 1))
    return 1 - observed / expected if expected else 1.0


def is_the_same(found, values):
    apart = [abs(a - b) for some in values for a, b in combinations(some, 2)]
    assert found.mean_apart.n == len(apart) > 0
    assert found.mean_apart.value == pytest.approx(sum(apart) / len(apart), abs=1e-9)
    for limit in LIMITS_MIN:
        share = sum(one <= limit for one in apart) / len(apart)
        assert found.within[limit].value == pytest.approx(share, abs=1e-12)
    assert found.alpha.n == len(values)
    assert found.alpha.value == pytest.approx(alpha_by_definition(values), abs=1e-9)


def is_the_report(report, groups):
    is_the_same(report.times, values_of(groups, ("start", "end")))
    is_the_same(report.starts, values_of(groups, ("start",)))
    is_the_same(report.ends, values_of(groups, ("end",)))
    is_the_same(report.stays, values_of(groups, ("stay",)))
    place = {"kind": 1, "city": 2, "day": 0}
    for by, parts in report.parts.items():
        assert len(parts) > 1
        for part in parts:

            def here(day, kind, city, by=by, name=part.name):
                return (f"day {day}", kind, city)[place[by]] == name

            is_the_same(part.times, values_of(groups, ("start", "end"), here))
            is_the_same(part.stays, values_of(groups, ("stay",), here))
    assert sum(map(sum, report.spread.values())) == report.times.mean_apart.n
    assert (report.order.value, report.places.value) == (1.0, 1.0)


def test_annotators_with_each_other(small_quality_world):
    by_query = {}
    for query, annotation, text in sorted(rows(small_quality_world, LAST_ROUNDS)):
        by_query.setdefault(query, {})[annotation] = read(text)
    wanted = {query: plans for query, plans in by_query.items() if len(plans) > 1}
    with open_session(write=False, url=small_quality_world.url) as session:
        selection = choose(quality_plans(session), PlanFilter())
        queries = overlapped_queries(session, selection)
        report = agreement_report(
            read_versions(session, [one.key for one in queries]), np.random.default_rng(1)
        )
    assert {one.query_id: {v.annotation_id for v in one.versions} for one in queries} == {
        query: set(plans) for query, plans in wanted.items()
    }
    assert (report.queries, report.plans, report.pairs) == (
        len(wanted),
        sum(map(len, wanted.values())),
        sum(len(plans) * (len(plans) - 1) // 2 for plans in wanted.values()),
    )
    is_the_report(report, [list(plans.values()) for plans in wanted.values()])
    means = [one.mean_apart_min for one in report.worst_groups]
    assert means == sorted(means, reverse=True)
    for one in report.worst_groups:
        apart = [
            abs(a - b)
            for some in values_of([list(wanted[one.group].values())], ("start", "end"))
            for a, b in combinations(some, 2)
        ]
        assert (one.compared, one.worst.apart_min) == (len(apart), max(apart))
        assert one.mean_apart_min == pytest.approx(sum(apart) / len(apart))


def test_annotators_with_experts(small_quality_world):
    wanted = {
        one: (read(theirs), read(revised)) for one, _, theirs, revised in rows(small_quality_world, REVISIONS)
    }
    with open_session(write=False, url=small_quality_world.url) as session:
        selection = choose(quality_plans(session), PlanFilter())
        keys = [key for key in calibration.pair_keys(session, selection=selection) if key.against == "expert"]
        compared = calibration.read_compared(session, keys)
        counts = retained_counts(session, selection)
    assert set(compared) == set(wanted)
    report = agreement_report(
        compared, np.random.default_rng(1), {key.theirs_id: key.query_id for key in keys}
    )
    is_the_report(report, list(wanted.values()))
    assert report.queries == len({query for _, query, _, _ in rows(small_quality_world, REVISIONS)})
    decided = dict(rows(small_quality_world, "SELECT decision, COUNT(*) FROM decisions GROUP BY decision"))
    assert counts == (decided["retain as it is"], decided["retain after minor revision"])
