"""The paper's Table 3 with our rows in it: annotators, scored model sets, and the published rows."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from annotate.errors import InputError
from db.quality_plans import QualityPlan
from db.score_figures import ModelSetFigures
from helpers.paper_table import PaperRow, paper_columns, paper_rows
from helpers.published_results import PUBLISHED_FILE, published_rows
from pages._ui.charts import download_table
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.model_sets.choosing import address_of
from pages._ui.model_sets.figures import figure_cell
from pages._ui.page_head import plain, section
from pages._ui.quality.figures import Figures

PEOPLE = "Annotators"
HEIGHT_PX = 620
WITHOUT_REMARKS = (
    "Rates and the three uncertainty scores in per cent, the other scores from 0 to 1; below each figure of ours what it "
    "is counted from. Annotators' plans are also held to remarks and rationale (REM001, REM002), which model plans do "
    "not have. A check that could not be made is in no rate."
)


def show_paper_table(
    plans: Sequence[QualityPlan],
    summary: Mapping[str, Any],
    sets: Sequence[ModelSetFigures],
    figures: Figures,
    *,
    is_all: bool,
) -> None:
    """Draw the table: `summary` is that of the chosen `plans`. Unless these are all (`is_all`), other rows are of the
    same trip lengths, those of model sets of the same risk profiles too."""
    section(
        "As the paper's Table 3",
        "annotators, scored model sets and published rows, trips of equal length together",
    )
    kinds = {(plan.risk_profile, plan.days) for plan in plans}
    ours = paper_rows(PEOPLE, summary["groups"])
    models = [
        row
        for one in sets
        for row in paper_rows(
            one.name,
            [
                group
                for group in one.summary["groups"]
                if is_all or (group["risk_profile"], group["days"]) in kinds
            ],
        )
    ]
    lengths = {plan.days for plan in plans}
    published = [row for row in _published() if is_all or row.days in lengths]
    rows = [
        *((row, _row(row, figures, plans)) for row in ours),
        *((row, _row(row, href=address_of(row.set_name))) for row in models),
        *((row, _row(row)) for row in published),
    ]
    rows.sort(key=lambda pair: pair[0].days or 0)
    columns = paper_columns()
    headings = [Column(column.heading, number=True, above=column.above) for column in columns]
    figures.ask(
        link_table(
            [Column("Plans of"), Column("Plans", number=True), *headings], [drawn for _, drawn in rows],
            key="table-3", name="Results as in the paper's Table 3", height_px=HEIGHT_PX, pinned=True,
        )
    )  # fmt: skip
    _show_notes(sets, published)
    download_table(lambda: paper_frame([*ours, *models, *published]), key="table-3", name="table-3")


def paper_frame(rows: Sequence[PaperRow]) -> pd.DataFrame:
    """The table as data: figures as shares from 0 to 1, empty without one, and what they are counted from."""

    def cells(row: PaperRow) -> dict[str, Any]:
        found: dict[str, Any] = {
            "set": row.set_name, "days": row.days, "plans": row.plans, "source": row.source, "note": row.note,
        }  # fmt: skip
        for column in paper_columns():
            figure = row.figures.get(column.key)
            found[column.key] = figure.value if figure else None
            found[f"{column.key} of"] = figure.of_text if figure else ""
        return found

    return pd.DataFrame([cells(row) for row in rows])


def _published() -> tuple[PaperRow, ...]:
    try:
        return published_rows()
    except InputError as error:
        st.error(plain(error), icon=":material/error:")
        return ()


def _show_notes(sets: Sequence[ModelSetFigures], published: Sequence[PaperRow]) -> None:
    st.caption(plain(WITHOUT_REMARKS))
    if not sets:
        st.caption("No model set is scored yet: its rows stand here beside the annotators' once it is.")
    if not published:
        st.caption(
            plain(
                f"No published rows are on file: add them to helpers/{PUBLISHED_FILE.name}, each with its source."
            )
        )
    for source in dict.fromkeys(row.source for row in published):
        st.caption(plain(f"Published rows: {source}. They stand as printed, on other plans than these."))
    for note, rows in _notes(published).items():
        st.caption(plain(f"{', '.join(rows)}: {note}."))


def _notes(rows: Sequence[PaperRow]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in rows:
        if row.note:
            found.setdefault(row.note, []).append(f"{row.set_name}, {row.days} days")
    return found


def _row(
    row: PaperRow,
    figures: Figures | None = None,
    plans: Sequence[QualityPlan] = (),
    *,
    href: str | None = None,
) -> Row:
    key = f"table/{row.set_name}/{row.days}"
    days = f"{row.days} days" if row.days else "length not known"
    address = None
    if figures is not None:
        behind = [plan.annotation_id for plan in plans if plan.days == row.days]
        figures.add(key, behind, f"{row.set_name}, {days}")
        address = figures.address(key)
    count_cell = (
        Cell("-", tone="mute", sort=-1) if row.plans is None else Cell(f"{row.plans:,}", sort=row.plans)
    )
    sub = f"{days}, {'published' if row.source else 'here'}"
    cells = [Cell(row.set_name, sub=sub, sort=f"{row.days or 0:03d} {row.set_name}", href=href), count_cell]
    return Row(key, address, [*cells, *(figure_cell(row, column) for column in paper_columns())])
