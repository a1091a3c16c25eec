"""The scores view's numbers against the same numbers in plain SQL and plain Python, on both databases."""

from collections import defaultdict
from collections.abc import Iterator
from statistics import fmean, median
from typing import Any

import pytest
from sqlalchemy.orm import Session

from annotate.rule import Group, all_rules
from annotate.score import all_scores
from db.events import now
from db.models import ModelPlan, ModelSet
from db.people import list_people
from db.quality_plans import Selection
from db.score_figures import done_model_sets, model_scores, plan_checks, plan_scores
from db.session import open_session
from db.start import prepare
from helpers.paper_table import paper_rows
from helpers.score_report import coverages, group_spreads, human_summary
from tests.db.test_screen_lists import counted
from tests.quality_world import QualityWorld, chosen, rows

LAST = "SELECT max(id) FROM submissions GROUP BY annotation_id"
KEYS = {info.key for info, _ in all_scores()}


@pytest.fixture
def session(small_quality_world: QualityWorld) -> Iterator[Session]:
    """A session on the small world."""
    with open_session(write=False, url=small_quality_world.url) as opened:
        yield opened


def score_rows(world: QualityWorld) -> list[tuple[Any, ...]]:
    """(annotation, days, risk profile, score, value, scored, total) of last rounds of plans not discarded."""
    return rows(
        world,
        f"""SELECT a.id, q.days, q.risk_profile, r.score, r.value, r.scored, r.total FROM round_scores r
        JOIN submissions s ON s.id = r.submission_id JOIN annotations a ON a.id = s.annotation_id
        JOIN queries q ON q.id = a.query_id
        WHERE s.id IN ({LAST}) AND a.state <> 'discarded'""",
    )


def check_rows(world: QualityWorld) -> list[tuple[Any, ...]]:
    """(annotation, days, rule, verdict) of last rounds of plans not discarded."""
    return rows(
        world,
        f"""SELECT a.id, q.days, r.code, r.verdict FROM round_verdicts r
        JOIN submissions s ON s.id = r.submission_id JOIN annotations a ON a.id = s.annotation_id
        JOIN queries q ON q.id = a.query_id
        WHERE s.id IN ({LAST}) AND a.state <> 'discarded'""",
    )


def test_scores_are_those_of_the_last_frozen_round_of_each_plan(
    session: Session, small_quality_world: QualityWorld
) -> None:
    found = plan_scores(session, chosen(session))
    expected = [(row[0], *row[3:]) for row in score_rows(small_quality_world)]
    assert sorted(
        (one.annotation_id, one.score, one.value, one.scored, one.total) for one in found
    ) == sorted(expected)
    assert {score for _, score, *_ in expected} == KEYS


@pytest.mark.parametrize("column", [1, 2], ids=["trip length", "risk profile"])
def test_the_spread_in_each_group_is_that_of_its_values(
    session: Session, small_quality_world: QualityWorld, column: int
) -> None:
    expected: dict[tuple[str, Any], list[float | None]] = defaultdict(list)
    for row in score_rows(small_quality_world):
        expected[row[3], row[column]].append(row[4])
    selection = chosen(session)
    group_of = {plan.annotation_id: (0, plan.days, plan.risk_profile)[column] for plan in selection.plans}
    scores = ((one.annotation_id, one.score, one.value) for one in plan_scores(session, selection))
    groups = sorted({group for _, group in expected})
    found = {(one.score.key, one.group): one for one in group_spreads(scores, group_of.__getitem__, groups)}
    assert found.keys() == expected.keys()
    for key, values in expected.items():
        valued = [value for value in values if value is not None]
        one = found[key]
        assert (len(one.valued), len(one.null)) == (len(valued), len(values) - len(valued))
        if not valued:
            assert one.spread is None
            continue
        assert one.spread is not None
        assert one.spread.n == len(valued)
        assert (one.spread.mean, one.spread.median) == pytest.approx((fmean(valued), median(valued)))
        assert (one.spread.least, one.spread.most) == (min(valued), max(valued))


def test_what_could_not_be_scored_is_counted_apart_and_is_never_nought(
    session: Session, small_quality_world: QualityWorld
) -> None:
    nulls = [row for row in score_rows(small_quality_world) if row[4] is None]
    assert nulls, "the world holds no plan on which nothing could be scored"
    selection = chosen(session)
    scores = ((one.annotation_id, one.score, one.value) for one in plan_scores(session, selection))
    found = {one.score.key: one for one in group_spreads(scores, lambda _: "all", ["all"])}
    for key in KEYS:
        assert sorted(found[key].null) == sorted(row[0] for row in nulls if row[3] == key)
        assert not set(found[key].null) & set(found[key].valued)


def test_coverage_counts_rows_and_plans(session: Session, small_quality_world: QualityWorld) -> None:
    every = score_rows(small_quality_world)
    for one in coverages(plan_scores(session, chosen(session))):
        own = [row for row in every if row[3] == one.score.key]
        assert (one.scored, one.total) == (sum(row[5] for row in own), sum(row[6] for row in own))
        assert one.share == (pytest.approx(one.scored / one.total) if one.total else None)
        assert sorted(one.null) == sorted(row[0] for row in own if row[4] is None)
        assert sorted(one.full) == sorted(row[0] for row in own if row[4] is not None and row[5] == row[6])
        assert len(one.full) + len(one.partly) + len(one.null) == len(own)


def test_checks_are_counted_by_group(session: Session, small_quality_world: QualityWorld) -> None:
    group_of = {rule.code: rule.group for rule, _ in all_rules()}
    expected: dict[tuple[int, Group, str], int] = defaultdict(int)
    for annotation_id, _, code, verdict in check_rows(small_quality_world):
        expected[annotation_id, group_of[code], verdict] += 1
    found = plan_checks(session, chosen(session))
    assert found.keys() == {annotation_id for annotation_id, _, _ in expected}
    for number, checks in found.items():
        for group, own in ((Group.COMMON, checks.common), (Group.HARD, checks.hard)):
            wanted = tuple(expected[number, group, verdict] for verdict in ("pass", "fail", "not_checked"))
            assert (own.passed, own.failed, own.not_checked) == wanted


def test_the_rows_of_table_3_are_counted_from_the_data(
    session: Session, small_quality_world: QualityWorld
) -> None:
    selection = chosen(session)
    scores, checks = plan_scores(session, selection), plan_checks(session, selection)
    found = paper_rows("ours", human_summary(selection.plans, scores, checks)["groups"])
    group_of = {rule.code: rule.group for rule, _ in all_rules()}
    verdicts: dict[tuple[int, int], dict[Group, list[str]]] = defaultdict(lambda: defaultdict(list))
    for annotation_id, days, code, verdict in check_rows(small_quality_world):
        verdicts[days, annotation_id][group_of[code]].append(verdict)
    every = score_rows(small_quality_world)
    assert [row.days for row in found] == sorted({days for days, _ in verdicts})
    for row in found:
        plans = [own for (days, _), own in verdicts.items() if days == row.days]
        whole = {
            group: [bool({*own[group]} & {"pass"}) and "fail" not in own[group] for own in plans]
            for group in (Group.COMMON, Group.HARD)
        }
        for kind, group in (("commonsense", Group.COMMON), ("hard", Group.HARD)):
            made = [verdict for own in plans for verdict in own[group] if verdict != "not_checked"]
            micro, macro = row.figures[f"{kind}_micro"], row.figures[f"{kind}_macro"]
            assert (micro.part, micro.whole) == (made.count("pass"), len(made))
            assert micro.value == pytest.approx(made.count("pass") / len(made))
            assert (macro.part, macro.whole) == (sum(whole[group]), len(plans))
        both = sum(
            common and hard for common, hard in zip(whole[Group.COMMON], whole[Group.HARD], strict=True)
        )
        final, delivery = row.figures["final_pass_rate"], row.figures["delivery_rate"]
        assert (final.part, final.whole, delivery.value) == (both, len(plans), 1.0)
        _assert_means(row.figures, [one for one in every if one[1] == row.days])


def _assert_means(figures: Any, own: list[tuple[Any, ...]]) -> None:
    for key in ("t_meal", "t_attr", "s_spatial", "p_persona", "o_ord"):
        _assert_mean(figures[key], [one for one in own if one[3] == key])
    for key in ("bas", "cats", "tdas"):
        for profile in {one[2] for one in own}:
            of_profile = [one for one in own if one[3] == key and one[2] == profile]
            _assert_mean(figures[next(name for name in figures if name == f"{key}: {profile}")], of_profile)


def _assert_mean(figure: Any, own: list[tuple[Any, ...]]) -> None:
    values = [one[4] for one in own if one[4] is not None]
    assert (figure.part, figure.whole) == (len(values), len(own))
    assert figure.value == (pytest.approx(fmean(values)) if values else None)


def test_a_filter_leaves_only_the_scores_of_its_plans(
    session: Session, small_quality_world: QualityWorld
) -> None:
    selection = chosen(session, days=frozenset({3}), annotators=frozenset({"A01", "A02"}))
    expected = rows(
        small_quality_world,
        f"""SELECT s.annotation_id FROM submissions s JOIN annotations a ON a.id = s.annotation_id
        JOIN queries q ON q.id = a.query_id JOIN people p ON p.id = a.annotator_id
        WHERE s.id IN ({LAST}) AND q.days = 3 AND p.code IN ('A01', 'A02') AND a.state <> 'discarded'""",
    )
    assert {one.annotation_id for one in plan_scores(session, selection)} == {row[0] for row in expected}
    assert plan_checks(session, selection).keys() == {row[0] for row in expected}


def test_the_view_takes_four_queries_however_many_plans_there_are(session: Session) -> None:
    few, many = chosen(session, days=frozenset({7})), chosen(session)
    assert len(few.plans) < len(many.plans)
    sent = []
    for selection in (few, many):
        with counted(session) as statements:
            plan_scores(session, selection)
            plan_checks(session, selection)
            model_scores(session, done_model_sets(session))
        sent.append(len(statements))
    assert sent == [4, 4]


def test_nothing_that_was_submitted_has_nothing_to_report(session: Session) -> None:
    none = Selection((), is_all=False)
    assert plan_scores(session, none) == []
    assert plan_checks(session, none) == {}
    assert paper_rows("ours", human_summary((), [], {})["groups"]) == []


def a_model_set(session: Session, name: str, state: str, *plans: dict[str, Any], summary: Any = None) -> None:
    """A set with these plans."""
    held = ModelSet(
        name=name, file_name="a.jsonl", sha256="0", query_set=None, state=state, total=len(plans), done=len(plans),
        rules_version="1", summary=summary, by_id=list_people(session)[0].id, at=now(),
    )  # fmt: skip
    session.add(held)
    session.flush()
    for position, plan in enumerate(plans, start=1):
        session.add(ModelPlan(model_set_id=held.id, position=position, line="null", **plan))
    session.flush()


def test_scores_of_models_are_those_of_delivered_plans_of_sets_that_are_done(database_url: str) -> None:
    prepare(database_url)
    with open_session(write=True, url=database_url) as session:
        scored = {
            "delivered": True,
            "risk_profile": "Risk Averse",
            "days": 3,
            "scores": {"bas": 0.25, "cats": None},
        }
        failed = {"delivered": False, "risk_profile": "Risk Averse", "days": 3, "scores": {"bas": None}}
        a_model_set(session, "B", "done", scored, failed, summary={"groups": []})
        a_model_set(session, "A", "done", summary={"groups": []})
        a_model_set(session, "C", "scoring", scored)
    with open_session(write=False, url=database_url) as session:
        sets = done_model_sets(session)
        found = model_scores(session, sets)
    assert [one.name for one in sets] == ["A", "B"]
    assert [(one.set_name, one.risk_profile, one.days, one.score, one.value) for one in found] == [
        ("B", "Risk Averse", 3, "bas", 0.25),
        ("B", "Risk Averse", 3, "cats", None),
    ]


def test_the_same_holds_of_a_thousand_plans(quality_world: QualityWorld) -> None:
    with open_session(write=False, url=quality_world.url) as session:
        test_scores_are_those_of_the_last_frozen_round_of_each_plan(session, quality_world)
        for column in (1, 2):
            test_the_spread_in_each_group_is_that_of_its_values(session, quality_world, column)
        test_coverage_counts_rows_and_plans(session, quality_world)
        test_checks_are_counted_by_group(session, quality_world)
        test_the_rows_of_table_3_are_counted_from_the_data(session, quality_world)
        test_a_filter_leaves_only_the_scores_of_its_plans(session, quality_world)
