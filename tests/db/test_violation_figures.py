"""The violations view's numbers against the same numbers in plain SQL and plain Python, on both databases."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.orm import Session

from annotate.rule import Verdict
from db.session import open_session
from db.violation_figures import (
    Broken,
    RuleVerdicts,
    first_verdicts,
    last_verdicts,
    worst_first,
)
from pages._ui.quality.violations import BY_ANNOTATOR, BY_CITY, plans_by
from tests.db.test_screen_lists import counted
from tests.quality_world import QualityWorld, chosen, rows

LAST = "SELECT max(id) FROM submissions GROUP BY annotation_id"
FIRST = "SELECT min(id) FROM submissions WHERE kind = 'submitted' GROUP BY annotation_id"
VERDICTS = (Verdict.PASS, Verdict.FAIL, Verdict.NOT_CHECKED)


@pytest.fixture
def session(small_quality_world: QualityWorld) -> Iterator[Session]:
    """A session on the small world."""
    with open_session(write=False, url=small_quality_world.url) as opened:
        yield opened


def verdict_rows(world: QualityWorld, rounds: str) -> list[tuple[Any, ...]]:
    """(annotation, annotator, query, rule, verdict) of some rounds of plans not discarded."""
    return rows(
        world,
        f"""SELECT a.id, p.code, a.query_id, r.code, r.verdict FROM round_verdicts r
        JOIN submissions s ON s.id = r.submission_id JOIN annotations a ON a.id = s.annotation_id
        JOIN people p ON p.id = a.annotator_id
        WHERE s.id IN ({rounds}) AND a.state <> 'discarded'""",
    )


def counts(found: RuleVerdicts, among: frozenset[int] | None = None) -> Counter[tuple[str, str]]:
    """Plans by rule and verdict."""
    told: Counter[tuple[str, str]] = Counter()
    for code in found.codes:
        broken = found.broken(code, among)
        told[code, "fail"] = broken.failed
        told[code, "pass"] = broken.checked - broken.failed
        told[code, "not_checked"] = broken.not_checked
    return +told


@pytest.mark.parametrize(
    ("report", "rounds"), [(last_verdicts, LAST), (first_verdicts, FIRST)], ids=["last", "first"]
)
def test_each_rule_counts_the_plans_of_each_verdict(
    session: Session, small_quality_world: QualityWorld, report: Any, rounds: str
) -> None:
    every = verdict_rows(small_quality_world, rounds)
    found = report(session, chosen(session))
    assert counts(found) == Counter((row[3], row[4]) for row in every)
    assert found.plans == {row[0] for row in every}
    for verdict in VERDICTS:
        failing = {row[0] for row in every if row[3] == "TIM004" and row[4] == verdict.value}
        assert found.of("TIM004", verdict) == failing


def test_review_changes_some_verdict_in_the_world(session: Session) -> None:
    selection = chosen(session)
    first, last = first_verdicts(session, selection), last_verdicts(session, selection)
    assert first.plans == last.plans
    assert counts(first) != counts(last)


def test_each_annotator_has_the_plans_that_are_theirs(
    session: Session, small_quality_world: QualityWorld
) -> None:
    every = verdict_rows(small_quality_world, LAST)
    selection = chosen(session)
    found = last_verdicts(session, selection)
    groups = plans_by(BY_ANNOTATOR, [plan for plan in selection.plans if plan.annotation_id in found.plans])
    assert {label.split()[0] for label in groups} == {row[1] for row in every}
    for label, among in groups.items():
        own = [row for row in every if row[1] == label.split()[0]]
        assert counts(found, among) == Counter((row[3], row[4]) for row in own)


def test_a_plan_to_several_cities_counts_in_each(session: Session, small_quality_world: QualityWorld) -> None:
    every = verdict_rows(small_quality_world, LAST)
    selection = chosen(session)
    cities_of = {plan.query_id: plan.cities for plan in selection.plans}
    found = last_verdicts(session, selection)
    plans = [plan for plan in selection.plans if plan.annotation_id in found.plans]
    groups = plans_by(BY_CITY, plans)
    assert any(len(cities) > 1 for cities in cities_of.values())
    assert sum(len(among) for among in groups.values()) == sum(len(plan.cities) for plan in plans)
    assert groups.keys() == {city for row in every for city in cities_of[row[2]]}
    for city, among in groups.items():
        own = [row for row in every if city in cities_of[row[2]]]
        assert counts(found, among) == Counter((row[3], row[4]) for row in own)
    sizes = [len(among) for among in groups.values()]
    assert sizes == sorted(sizes, reverse=True)


def test_a_filter_leaves_only_the_verdicts_of_its_plans(
    session: Session, small_quality_world: QualityWorld
) -> None:
    selection = chosen(session, annotators=frozenset({"A03"}))
    for report, rounds in ((last_verdicts, LAST), (first_verdicts, FIRST)):
        own = [row for row in verdict_rows(small_quality_world, rounds) if row[1] == "A03"]
        assert counts(report(session, selection)) == Counter((row[3], row[4]) for row in own)


def test_the_view_takes_two_queries_however_many_plans_there_are(session: Session) -> None:
    few, many = chosen(session, days=frozenset({7})), chosen(session)
    assert len(few.plans) < len(many.plans)
    sent = []
    for selection in (few, many):
        with counted(session) as statements:
            last_verdicts(session, selection)
            first_verdicts(session, selection)
        sent.append(len(statements))
    assert sent == [2, 2]


def test_the_same_holds_of_a_thousand_plans(quality_world: QualityWorld) -> None:
    with open_session(write=False, url=quality_world.url) as session:
        for report, rounds in ((last_verdicts, LAST), (first_verdicts, FIRST)):
            test_each_rule_counts_the_plans_of_each_verdict(session, quality_world, report, rounds)
        test_each_annotator_has_the_plans_that_are_theirs(session, quality_world)
        test_a_plan_to_several_cities_counts_in_each(session, quality_world)
        test_a_filter_leaves_only_the_verdicts_of_its_plans(session, quality_world)


def of(**sides: list[int]) -> dict[Verdict, frozenset[int]]:
    """Annotations by verdict: `fail=[1, 2]`."""
    return {Verdict(side): frozenset(ids) for side, ids in sides.items()}


def test_what_could_not_be_checked_is_in_no_share() -> None:
    found = RuleVerdicts(
        {"TIM005": {Verdict.FAIL: frozenset({1}), **of(not_checked=[2, 3, 4]), **of(**{"pass": [5]})}}
    )
    assert found.broken("TIM005") == Broken(failed=1, checked=2, not_checked=3)
    assert found.broken("TIM005").share == 0.5
    assert found.broken("TIM005", frozenset({2, 3})) == Broken(0, 0, 2)
    assert found.broken("TIM005", frozenset({2, 3})).share is None
    assert found.broken("MON001") == Broken(0, 0, 0)


def test_the_worst_rule_stands_first_and_one_that_was_never_checked_last() -> None:
    last = RuleVerdicts(
        {
            "AAA001": of(not_checked=[1]),
            "BBB001": {**of(fail=[]), **of(**{"pass": [1, 2]})},
            "CCC001": {**of(fail=[1]), **of(**{"pass": [2]})},
            "DDD001": of(fail=[1]),
            "EEE001": {**of(fail=[]), **of(**{"pass": [1, 2]})},
        }
    )
    first = RuleVerdicts({"EEE001": of(fail=[1]), "BBB001": of(**{"pass": [1]})})
    assert worst_first(last.codes, last, first) == ["DDD001", "CCC001", "EEE001", "BBB001", "AAA001"]
