"""How far people agree on times, and where they differ most: annotators with each other, with experts, with gold."""

import pandas as pd
import streamlit as st

from annotate.clock import format_time_with_day
from annotate.permissions import SCREENS
from db.agreement import WhichRound, retained_counts
from db.people import Person
from db.quality_plans import Selection
from db.session import open_session
from helpers.agreement_report import Part, RowApart, report_lines
from helpers.agreement_words import (
    ORDER,
    PLACES,
    WITHIN_MIN,
    Shown,
    alpha_text,
    measures_of,
    minutes_text,
    sample_words,
    share_text,
    value_words,
)
from helpers.estimates import Measured, Undefined
from pages._ui.charts import download_table
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, section
from pages._ui.quality.apart_chart import show_apart_chart
from pages._ui.quality.comparisons import Compared, Comparison, compare
from pages._ui.quality.figures import Figures

ALL = "agreement"
PARTS = {"Row kind": "kind", "City": "city", "Day": "day"}
TIMES, STAYS = "Arrivals and departures", "Stay lengths"
ROUNDS = {"Last round": WhichRound.LAST, "First round": WhichRound.FIRST}
TABLE_HEIGHT_PX = 420
EXPLAINED = "[How each figure is made](guidelines?page=measuring_agreement)"
NOBODY = {
    Compared.ANNOTATORS: "None of these queries was handed in by two people. Agreement is undefined, because there are no "
    "common items: give a query to several annotators on the screen Assign work (overlap of a batch).",
    Compared.EXPERT: "No expert revised one of these plans yet. Agreement is undefined, because there are no common items.",
    Compared.GOLD: "None of these plans stands beside the gold of somebody else. Agreement is undefined, because there are "
    "no common items: a training set or hidden gold items of a batch make such plans.",
}


def show(person: Person, selection: Selection) -> None:
    """Draw the view."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        compared = st.segmented_control(
            "Compare", [str(one) for one in Compared], default=str(Compared.ANNOTATORS), required=True,
            key="compare", bind="query-params",
        )  # fmt: skip
        compared = Compared(compared or Compared.ANNOTATORS)
        turn = next(iter(ROUNDS))
        if compared is Compared.ANNOTATORS:
            turn = st.segmented_control(
                "Round", list(ROUNDS), default=turn, required=True, key="round", bind="query-params",
                help="The last round that each person handed in, or the first, before anybody reviewed it.",
            ) or turn  # fmt: skip
    with open_session(write=False) as session:
        found = compare(session, selection, compared, ROUNDS[turn])
        retained = retained_counts(session, selection) if compared is Compared.EXPERT else None
    if not found.groups:
        st.info(NOBODY[compared], icon=":material/group_off:")
        return
    st.caption(f"{_what(found, compared, retained)} {EXPLAINED}.")
    figures = Figures()
    _show_measures(found, figures)
    figures.show_asked(person, selection)
    _show_parts(found, figures)
    figures.show_asked(person, selection)
    section("How far apart", "minutes between two people's times of the same row")
    show_apart_chart(found.report.spread)
    _show_groups(person, found, compared, figures)
    figures.show_asked(person, selection)
    _show_rows(found, figures)
    figures.show_asked(person, selection)


def _what(found: Comparison, compared: Compared, retained: tuple[int, int] | None) -> str:
    report = found.report
    if compared is Compared.ANNOTATORS:
        return (
            f"{count(report.queries, 'query', 'queries')} of the chosen plans, handed in by two or more people: "
            f"{count(report.plans, 'plan')}, {count(report.pairs, 'pair')}. All who annotated such a query are compared."
        )
    rounds = count(len(found.groups), "round")
    if retained is None:
        return f"{rounds} beside the gold of somebody else: training sets and hidden gold."
    return (
        f"{rounds} that an expert revised, as handed in and as the expert left it. "
        f"{count(retained[0], 'round')} more retained as they were are not among them."
    )


def _show_measures(found: Comparison, figures: Figures) -> None:
    report = found.report
    section("How far people agree", "95%: bootstrap over queries")
    blocks = [measures_of(times) for times in (report.times, report.starts, report.ends, report.stays)]
    key = figures.add(ALL, found.behind(list(found.groups)), "all compared plans")
    here = figures.address(key)
    rows = [
        Row(
            f"{key}",
            here,
            [Cell(measures[0][0]), *(_cell(measured, shown) for _, measured, shown in measures)],
        )
        for measures in zip(*blocks, strict=True)
    ]
    empty = [Cell("")] * 3
    rows.append(Row(key, here, [Cell(ORDER), _cell(report.order, share_text), *empty]))
    rows.append(Row(key, here, [Cell(PLACES), _cell(report.places, share_text), *empty]))
    columns = [
        Column("Measure", wrap=True),
        *(Column(name, wrap=True) for name in (TIMES, "Arrivals", "Departures", STAYS)),
    ]
    figures.ask(link_table(columns, rows, key="measures", name="How far people agree"))


def _show_parts(found: Comparison, figures: Figures) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        section("Where people agree", "the plans of a line open with it")
        by = st.segmented_control(
            "By", list(PARTS), default="Row kind", required=True, key="part", bind="query-params",
            label_visibility="collapsed",
        ) or "Row kind"  # fmt: skip
    parts = found.report.parts[PARTS[by]]
    columns = [
        Column(by),
        Column("Queries", number=True),
        *(
            Column(name, wrap=True, above=above)
            for above, names in (
                (TIMES, ("Minutes apart", f"Within {WITHIN_MIN} min", "Alpha")),
                (STAYS, ("Minutes apart ", f"Within {WITHIN_MIN} min ", "Alpha ")),
            )
            for name in names
        ),
    ]
    rows = [_part_row(part, by, found, figures) for part in parts]
    height_px = TABLE_HEIGHT_PX if PARTS[by] == "city" else None
    name = f"Agreement by {by.casefold()}"
    figures.ask(link_table(columns, rows, key="parts", name=name, height_px=height_px))
    download_table(lambda: pd.DataFrame(report_lines(found.report)), key="agreement-data", name="agreement")


def _part_row(part: Part, by: str, found: Comparison, figures: Figures) -> Row:
    key = figures.add(f"{PARTS[by]}:{part.name}", found.behind(part.groups), part.name)
    return Row(
        key,
        figures.address(key),
        [
            Cell(part.name),
            Cell(f"{part.times.queries:,}", sort=part.times.queries),
            *(
                cell
                for times in (part.times, part.stays)
                for cell in (
                    _cell(times.mean_apart, minutes_text),
                    _cell(times.within[WITHIN_MIN], share_text),
                    _cell(times.alpha, alpha_text),
                )
            ),
        ],
    )


def _show_groups(person: Person, found: Comparison, compared: Compared, figures: Figures) -> None:
    what = "Queries" if compared is Compared.ANNOTATORS else "Rounds"
    section(f"{what} on which people differ most", "the largest mean first")
    if not found.report.worst_groups:
        st.caption("Nobody differs: every compared time is the same.")
        return
    merges = bool(SCREENS["adjudicate"] & person.known_roles)
    rows = []
    for one in found.report.worst_groups:
        group = found.groups[one.group]
        key = figures.add(f"group:{one.group}", group.annotation_ids, group.plan.label)
        cells = [
            Cell(group.plan.label, sort=f"{group.plan.set_name} {group.plan.idx:09d}"),
            Cell(group.plan.title, sub=count(group.plan.days, "day")),
            Cell(group.people),
            Cell(f"{one.compared:,}", sort=one.compared),
            Cell(minutes_text(one.mean_apart_min), sort=one.mean_apart_min),
            Cell(one.worst.name, sub=f"day {one.worst.day}, {one.worst.apart_min} min apart"),
        ]
        if merges and group.is_overlap:
            cells.append(Cell("Adjudicate", href=f"adjudicate?query={group.plan.query_id}"))
        elif merges:
            cells.append(Cell(""))
        rows.append(Row(key, figures.address(key), cells))
    columns = [
        Column("Query"),
        Column("Trip", wrap=True),
        Column("Between", wrap=True),
        Column("Times compared", number=True),
        Column("Minutes apart", number=True),
        Column("Worst row", wrap=True),
        *([Column("")] if merges else []),
    ]
    figures.ask(
        link_table(
            columns, rows, key="worst-groups", name=f"{what} on which people differ most",
            height_px=TABLE_HEIGHT_PX,
        )
    )  # fmt: skip


def _show_rows(found: Comparison, figures: Figures) -> None:
    worst = found.report.worst_rows
    if not worst:
        return
    section("Rows on which people differ most", f"the {len(worst)} largest distances")
    rows = []
    for one in worst:
        group = found.groups[one.group]
        key = figures.add(f"group:{one.group}", group.annotation_ids, group.plan.label)
        rows.append(
            Row(
                key,
                figures.address(key),
                [
                    Cell(group.plan.label, sort=f"{group.plan.set_name} {group.plan.idx:09d}"),
                    Cell(f"day {one.day}", sort=one.day),
                    Cell(one.name, sub=f"{one.kind}, {one.city}"),
                    Cell(f"{one.apart_min:,} min", sort=one.apart_min),
                    Cell(_times(one, found)),
                ],
            )
        )
    columns = [
        Column("Query"),
        Column("Day"),
        Column("Row", wrap=True),
        Column("Apart", number=True),
        Column("Who says what", wrap=True),
    ]
    figures.ask(
        link_table(columns, rows, key="worst-rows", name="Rows on which people differ most",
                   height_px=TABLE_HEIGHT_PX)
    )  # fmt: skip


def _times(row: RowApart, found: Comparison) -> str:
    who = found.groups[row.group].who
    return "; ".join(f"{who[plan]} {_clock(start)} to {_clock(end)}" for plan, start, end in row.times)


def _clock(minute: int | None) -> str:
    return "no time" if minute is None else format_time_with_day(minute)


def _cell(measured: Measured, shown: Shown) -> Cell:
    """A figure with its interval and n below it, or `undefined` with the reason below it."""
    undefined = isinstance(measured, Undefined)
    return Cell(
        value_words(measured, shown),
        sub=sample_words(measured, shown).replace(", n ", ", n\u00a0"),
        tone="mute" if undefined else "",
        sort=-1.0 if isinstance(measured, Undefined) else measured.value,
    )
