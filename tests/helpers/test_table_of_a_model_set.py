"""The paper's Table 3 of the demo's model set: every figure and denominator counted again from its plans."""

from collections import defaultdict
from collections.abc import Iterator
from statistics import fmean
from typing import Any

import pytest
from sqlalchemy import select

from annotate.plan import RiskProfile
from annotate.rule import Group, all_rules
from db.models import ModelPlan, ModelSet
from db.score_figures import done_model_sets
from db.session import open_session
from db.start import prepare
from helpers.model_scoring import score_waiting
from helpers.paper_table import PaperRow, by_profile, paper_columns, paper_rows

NAME = "Demo model A (invented)"
GROUPS = {rule.code: rule.group for rule, _ in all_rules()}
EVERY_COMMON = [
    rule.code for rule, _ in all_rules() if rule.group is Group.COMMON and not rule.for_annotations_only
]


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[PaperRow], list[ModelPlan]]]:
    """The rows of the table, and the plans of the set."""
    url = f"sqlite:///{tmp_path_factory.mktemp('scored') / 'workbench.db'}"
    prepare(url)
    score_waiting(url)
    with open_session(write=False, url=url) as session:
        one = next(found for found in done_model_sets(session) if found.name == NAME)
        plans = session.scalars(
            select(ModelPlan)
            .join(ModelSet, ModelSet.id == ModelPlan.model_set_id)
            .where(ModelSet.name == NAME)
        )
        yield paper_rows(NAME, one.summary["groups"]), list(plans)


def verdicts(plan: ModelPlan, group: Group) -> list[str]:
    """Its verdicts on rules of a group; one that was not delivered fails what it is asked."""
    if plan.delivered:
        return [verdict for code, verdict in plan.verdicts.items() if GROUPS[code] is group]
    return ["fail"] * len(EVERY_COMMON if group is Group.COMMON else plan.asked or [])


def passes(plan: ModelPlan, group: Group) -> bool:
    """Whether none of its checks fails and one was made."""
    return "fail" not in verdicts(plan, group) and "pass" in verdicts(plan, group)


def test_each_trip_length_has_its_row(scored: Any) -> None:
    rows, plans = scored
    assert [(row.days, row.plans) for row in rows] == sorted(
        ((days, sum(plan.days == days for plan in plans)) for days in {plan.days for plan in plans}),
        key=lambda pair: pair[0] or 0,
    )
    assert sum(row.plans or 0 for row in rows) == len(plans) == 14
    assert any(not plan.delivered for plan in plans)


def test_rates_and_their_denominators_are_counted_from_the_plans(scored: Any) -> None:
    rows, plans = scored
    for row in rows:
        own = [plan for plan in plans if plan.days == row.days]
        told = {key: (figure.part, figure.whole) for key, figure in row.figures.items()}
        assert told["delivery_rate"] == (sum(bool(plan.delivered) for plan in own), len(own))
        for kind, group in (("commonsense", Group.COMMON), ("hard", Group.HARD)):
            made = [verdict for plan in own for verdict in verdicts(plan, group) if verdict != "not_checked"]
            assert told[f"{kind}_micro"] == (made.count("pass"), len(made))
            assert told[f"{kind}_macro"] == (sum(passes(plan, group) for plan in own), len(own))
        both = sum(passes(plan, Group.COMMON) and passes(plan, Group.HARD) for plan in own)
        assert told["final_pass_rate"] == (both, len(own))


def test_means_are_those_of_the_plans_that_have_the_score(scored: Any) -> None:
    rows, plans = scored
    for row in rows:
        groups: dict[str, list[ModelPlan]] = defaultdict(list)
        for plan in plans:
            if plan.days == row.days:
                groups[""].append(plan)
                groups[plan.risk_profile or "none"].append(plan)
        for key in ("t_meal", "t_attr", "s_spatial", "p_persona", "o_ord"):
            assert_mean(row, key, key, groups[""])
        for key in ("bas", "cats", "tdas"):
            for profile in RiskProfile:
                assert_mean(row, by_profile(key, profile), key, groups[profile.value])


def assert_mean(row: PaperRow, column: str, key: str, own: list[ModelPlan]) -> None:
    """A figure is the mean over delivered plans that have a value; those without one are in no mean."""
    values = [plan.scores[key] for plan in own if plan.delivered and plan.scores[key] is not None]
    figure = row.figures[column]
    assert (figure.part, figure.whole) == (len(values), len(own))
    assert figure.value == (pytest.approx(fmean(values), abs=1e-11) if values else None)


def test_a_row_has_a_figure_or_a_dash_in_every_column(scored: Any) -> None:
    rows, _ = scored
    for row in rows:
        assert [bool(row.text(column)) for column in paper_columns()] == [True] * 20
