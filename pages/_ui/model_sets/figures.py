"""The figures of model sets as tables: as the paper's Table 3, and by trip length and risk profile."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from helpers.paper_table import PaperColumn, PaperFigure, PaperRow, paper_columns, paper_rows
from helpers.results_table import NONE, header, rows_of
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import section

PER_CENT = "Rates and the three uncertainty scores in per cent, the other scores from 0 to 1; below each what it is counted from."
HEIGHT_PX = 460


def show_paper_rows(sets: Mapping[str, Mapping[str, Any]], *, key: str) -> None:
    """Sets by name as the paper's Table 3: a row for each trip length of each set, equal lengths beside each other."""
    section("As the paper's Table 3", "denominators counted from the plans")
    rows = [row for name, summary in sets.items() for row in paper_rows(name, summary["groups"])]
    rows.sort(key=lambda row: row.days or 0)
    columns = paper_columns()
    link_table(
        [Column("Plans of"), Column("Plans", number=True), *_headings(columns)],
        [
            Row(f"{row.set_name}/{row.days}", None, [*_names(row), *(figure_cell(row, one) for one in columns)])
            for row in rows
        ],
        key=f"{key}-table-3", name="Results as in the paper's Table 3", height_px=HEIGHT_PX, pinned=True,
    )  # fmt: skip
    st.caption(PER_CENT)


def _headings(columns: Sequence[PaperColumn]) -> list[Column]:
    return [Column(one.heading, number=True, above=one.above) for one in columns]


def _names(row: PaperRow) -> list[Cell]:
    days = f"{row.days} days" if row.days else "length not known"
    return [
        Cell(row.set_name, sub=days, sort=f"{row.days or 0:03d} {row.set_name}"),
        Cell(f"{row.plans or 0:,}", sort=row.plans or 0),
    ]


def figure_cell(row: PaperRow, column: PaperColumn) -> Cell:
    """A figure with what it is counted from."""
    figure = row.figures.get(column.key, PaperFigure(None))
    value = figure.value
    return Cell(
        row.text(column),
        sub=figure.of_text,
        tone="" if value is not None else "mute",
        sort=-1.0 if value is None else value,
    )


def show_differences(first: str, second: str, summaries: tuple[Mapping[str, Any], Mapping[str, Any]]) -> None:
    """Second minus first for each trip length that both have."""
    section("Differences", f"{second} minus {first}; per cent figures in percentage points")
    before = {row.days: row for row in paper_rows(first, summaries[0]["groups"])}
    after = {row.days: row for row in paper_rows(second, summaries[1]["groups"])}
    columns = paper_columns()
    rows = [
        Row(
            str(days),
            None,
            [
                Cell(f"{days} days" if days else "length not known", sort=days or 0),
                *(_difference_cell(before[days], after[days], one) for one in columns),
            ],
        )
        for days in sorted(before.keys() & after.keys(), key=lambda days: days or 0)
    ]
    if not rows:
        st.info("The two have no trip length in common.", icon=":material/compare_arrows:")
        return
    link_table(
        [Column("Trips"), *_headings(columns)], rows, key="set-differences", name="Differences by trip length",
        pinned=True,
    )  # fmt: skip


def _difference_cell(first: PaperRow, second: PaperRow, column: PaperColumn) -> Cell:
    before, after = first.figures[column.key].value, second.figures[column.key].value
    if before is None or after is None:
        return Cell(NONE, tone="mute", sort=0.0)
    gap = after - before
    text = f"{100 * gap:+.2f}" if column.in_percent else f"{gap:+.3f}"
    is_none = float(text) == 0
    return Cell("0" if is_none else text, tone="mute" if is_none else "good" if gap > 0 else "bad", sort=gap)


def show_groups(summary: Mapping[str, Any]) -> None:
    """A summary by trip length and risk profile, as the command line prints it."""
    section("By trip length and risk profile", "rates in per cent; means with the plans that have the score")
    names = header()
    rows = []
    for number, cells in enumerate(rows_of(summary)):
        days, risk, *figures = cells
        named = Cell(f"{days} days" if days.isdigit() else days, sub=risk, sort=number)
        rows.append(Row(str(number), None, [named, *map(_group_cell, figures)]))
    link_table(
        [Column("Trips"), *(Column(name, number=True) for name in names[2:])], rows, key="groups",
        name="Results by trip length and risk profile", height_px=HEIGHT_PX, pinned=True,
    )  # fmt: skip


def _group_cell(text: str) -> Cell:
    """`0.624 (4/5)` as the figure with its plans below it."""
    figure, _, plans = text.partition(" (")
    value = -1.0 if figure == NONE else float(figure)
    return Cell(figure, sub=plans.rstrip(")"), tone="mute" if figure == NONE else "", sort=value)
