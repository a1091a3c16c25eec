"""How good the plans are by the eight scores: how each spreads, how much it could judge, and the paper's Table 3."""

from collections.abc import Callable

import streamlit as st

from db.people import Person
from db.quality_plans import QualityPlan, Selection, without_discarded
from db.score_figures import (
    ModelScore,
    ModelSetFigures,
    PlanScore,
    done_model_sets,
    model_scores,
    plan_checks,
    plan_scores,
)
from db.session import open_session
from helpers.score_report import Coverage, GroupSpread, coverages, group_spreads, human_summary
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, section
from pages._ui.plan_rows import PROFILE_WORDS
from pages._ui.quality.figures import Figures
from pages._ui.quality.paper_table import PEOPLE, show_paper_table
from pages._ui.quality.spread_chart import show_spread_chart

NO_PROFILE = "no profile"
BY_PROFILE, BY_LENGTH, BY_BOTH, BY_SET = "Risk profile", "Trip length", "Both", "Set"
SPREAD_COLUMNS = (
    Column("Score"),
    Column("Plans"),
    Column("Scored", number=True),
    Column("Mean", number=True),
    Column("Least", number=True),
    Column("Lower quartile", number=True),
    Column("Median", number=True),
    Column("Upper quartile", number=True),
    Column("Most", number=True),
    Column("Nothing to score", number=True),
)
COVERAGE_COLUMNS = (
    Column("Score"),
    Column("Rows scored"),
    Column("Plans in full", number=True),
    Column("Plans in part", number=True),
    Column("Nothing to score", number=True),
)
TABLE_HEIGHT_PX = 640


def show(person: Person, selection: Selection) -> None:
    """Draw the view."""
    is_all, selection = selection.is_all, without_discarded(selection)
    with open_session(write=False) as session:
        scores = plan_scores(session, selection)
        checks = plan_checks(session, selection)
        sets = done_model_sets(session)
        of_models = model_scores(session, sets) if sets else []
    frozen = [plan for plan in selection.plans if plan.annotation_id in checks]
    if not frozen:
        st.info(
            "None of these plans was submitted yet. Scores appear with the first frozen round.",
            icon=":material/hourglass_empty:",
        )
        return
    st.caption(
        f"Scores of the last frozen round of {count(len(frozen), 'plan')}; "
        f"{len(selection.plans) - len(frozen):,} have none yet, discarded plans are left out. A plan on which nothing "
        "could be scored has no value, and is in no mean."
    )
    figures = Figures()
    kinds = {(plan.risk_profile, plan.days) for plan in frozen}
    alike = [score for score in of_models if is_all or (score.risk_profile, score.days) in kinds]
    _show_spreads(frozen, scores, sets, alike, figures)
    figures.show_asked(person, selection)
    _show_coverage(coverages(scores), figures)
    figures.show_asked(person, selection)
    show_paper_table(frozen, human_summary(frozen, scores, checks), sets, figures, is_all=is_all)
    figures.show_asked(person, selection)


def _show_spreads(
    frozen: list[QualityPlan],
    scores: list[PlanScore],
    sets: list[ModelSetFigures],
    of_models: list[ModelScore],
    figures: Figures,
) -> None:
    section(
        "How the scores spread",
        "0 is worst, 1 is best; line: least to most, box: quartiles, tick: median, diamond: mean",
    )
    ways = [BY_PROFILE, BY_LENGTH, BY_BOTH, *([BY_SET] if sets else [])]
    by = st.segmented_control(
        "Plans by", ways, default=BY_PROFILE, required=True, key="by", bind="query-params"
    )
    is_by_set = by == BY_SET
    spreads = _by_set(scores, sets, of_models) if is_by_set else _by_group(frozen, scores, by or BY_PROFILE)
    show_spread_chart(spreads, _profile_part if by == BY_BOTH else str)
    rows = [
        _spread_row(spread, figures, is_ours=not is_by_set or spread.group == PEOPLE) for spread in spreads
    ]
    opened = link_table(
        SPREAD_COLUMNS, rows, key="spreads", name="How the scores spread", height_px=TABLE_HEIGHT_PX
    )
    figures.ask(opened)


def _by_group(frozen: list[QualityPlan], scores: list[PlanScore], by: str) -> list[GroupSpread]:
    words: dict[str, Callable[[QualityPlan], tuple[str, ...]]] = {
        BY_PROFILE: lambda plan: (_profile(plan),),
        BY_LENGTH: lambda plan: (f"{plan.days} days",),
        BY_BOTH: lambda plan: (f"{plan.days} days", _profile(plan)),
    }
    group_of = {plan.annotation_id: ", ".join(words[by](plan)) for plan in frozen}
    order = sorted(frozen, key=lambda plan: (plan.days if by != BY_PROFILE else 0, _place(plan)))
    groups = list(dict.fromkeys(group_of[plan.annotation_id] for plan in order))
    found = ((score.annotation_id, score.score, score.value) for score in scores)
    return group_spreads(found, group_of.__getitem__, groups)


def _by_set(
    scores: list[PlanScore], sets: list[ModelSetFigures], of_models: list[ModelScore]
) -> list[GroupSpread]:
    st.caption(
        "Of a model set, the delivered plans; under a filter those whose trip length and risk profile occur among the "
        "chosen plans. The screen Model sets compares plans of the same queries."
    )
    found = [(score.annotation_id, score.score, score.value) for score in scores]
    set_of = {score.annotation_id: PEOPLE for score in scores}
    for number, score in enumerate(of_models, start=1):
        set_of[-number] = _set_label(score.set_name)
        found.append((-number, score.score, score.value))
    return group_spreads(found, set_of.__getitem__, [PEOPLE, *(_set_label(one.name) for one in sets)])


def _set_label(name: str) -> str:
    """The name of a model set, told apart from the annotators' plans."""
    return f"{name} (model set)" if name == PEOPLE else name


def _profile(plan: QualityPlan) -> str:
    return PROFILE_WORDS.get((plan.risk_profile or "").casefold(), plan.risk_profile or NO_PROFILE)


def _profile_part(group: str) -> str:
    """The risk profile of a group of trip length and profile."""
    return group.partition(", ")[2]


def _place(plan: QualityPlan) -> int:
    known = list(PROFILE_WORDS.values())
    word = _profile(plan)
    return known.index(word) if word in known else len(known)


def _spread_row(one: GroupSpread, figures: Figures, *, is_ours: bool) -> Row:
    spread, name = one.spread, f"{one.score.name}, {one.group}"
    key = f"spread/{one.score.key}/{one.group}"
    numbers = (
        [spread.mean, spread.least, spread.lower_quartile, spread.median, spread.upper_quartile, spread.most]
        if spread
        else [None] * 6
    )
    null = Cell(f"{len(one.null):,}", sort=len(one.null), tone="" if one.null else "mute")
    if is_ours:
        null = figures.cell(f"{key}/null", one.null, f"nothing to score for {name}")
    return Row(
        figures.add(key, one.valued, f"scored for {name}") if is_ours else key,
        figures.address(key) if is_ours else None,
        [
            Cell(one.score.name, sort=one.score.order),
            Cell(str(one.group)),
            Cell(f"{len(one.valued):,}", sort=len(one.valued)),
            *(Cell("-" if number is None else f"{number:.3f}", sort=number) for number in numbers),
            null,
        ],
    )


def _show_coverage(found: list[Coverage], figures: Figures) -> None:
    section("How much could be scored", "stops, legs, days or the plan as a whole, by score")
    rows = []
    for one in found:
        key, name = f"coverage/{one.score.key}", one.score.name
        share = "" if one.share is None else f", {one.share:.0%}"
        rows.append(
            Row(
                key,
                None,
                [
                    Cell(name, sub=one.score.title, sort=one.score.order),
                    Cell(
                        f"{one.scored:,} of {one.total:,} {one.score.rows}{share}",
                        share=one.share,
                        sort=one.share if one.share is not None else -1.0,
                    ),
                    figures.cell(f"{key}/full", one.full, f"scored in full for {name}"),
                    figures.cell(f"{key}/part", one.partly, f"scored in part for {name}"),
                    figures.cell(f"{key}/null", one.null, f"nothing to score for {name}"),
                ],
            )
        )
    figures.ask(link_table(COVERAGE_COLUMNS, rows, key="coverage", name="How much could be scored"))
