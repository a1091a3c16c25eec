"""The plans behind a figure: a figure opens `behind=KEY` of the address, the view says which plans that is."""

from collections.abc import Collection
from urllib.parse import urlencode

import streamlit as st

from db.people import Person
from db.quality_plans import Selection
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, section
from pages._ui.plan_drawer import show_plan_drawer
from pages._ui.plan_rows import profile_cell, state_cell

BEHIND = "behind"
"""The parameter of the address that names the figure whose plans are listed."""
_HEADINGS = ("Plan", "Trip", "Days", "Risk profile", "Batch", "Annotator", "State")
LIST_HEIGHT_PX = 420


def asked_behind() -> str | None:
    """The figure whose plans are asked for, None if none is."""
    return st.query_params.get(BEHIND)


def ask_behind(figure: str | None) -> None:
    """List the plans of another figure from now on, or of none."""
    if figure is None:
        st.query_params.pop(BEHIND, None)
    else:
        st.query_params[BEHIND] = figure
    st.rerun()


def figure_address(figure: str) -> str:
    """The address of this screen, as it is filtered now, with the plans of a figure."""
    asked = {name: st.query_params.get_all(name) for name in st.query_params if name != BEHIND}
    return f"quality?{urlencode({**asked, BEHIND: figure}, doseq=True)}"


def show_plans_behind(
    person: Person, selection: Selection, annotation_ids: Collection[int], words: str
) -> None:
    """List the plans of a figure; `words` say which figure. A plan opens as it was submitted."""
    wanted = set(annotation_ids)
    plans = [plan for plan in selection.plans if plan.annotation_id in wanted]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        section(f"The plans behind: {words}", count(len(plans), "plan"))
        if st.button("Close", key="close-behind", icon=":material/close:"):
            ask_behind(None)
    if not plans:
        st.info(
            "No plan stands behind this figure under the filters above.", icon=":material/filter_alt_off:"
        )
        return
    here = figure_address(asked_behind() or "")
    rows = [
        Row(
            str(plan.annotation_id),
            here,
            [
                Cell(plan.label, sort=f"{plan.set_name} {plan.idx:09d}"),
                Cell(plan.title),
                Cell(str(plan.days), sort=plan.days),
                profile_cell(plan.risk_profile, plan.level),
                Cell(plan.batch or "none", tone="" if plan.batch else "mute"),
                Cell(plan.annotator.label),
                state_cell(plan.state, plan.round),
            ],
        )
        for plan in plans
    ]
    columns = [Column(name, number=name == "Days", wrap=name == "Trip") for name in _HEADINGS]
    opened = link_table(columns, rows, key="behind-list", name=words, height_px=LIST_HEIGHT_PX)
    if opened is not None:
        show_plan_drawer(person, int(opened))
