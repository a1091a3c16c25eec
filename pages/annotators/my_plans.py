"""My plans: everything that is or was mine, what came back first, and the next plan to take."""

from collections.abc import Sequence

import streamlit as st

from annotate.errors import WorkbenchError
from annotate.workflow import State
from db.plan_list import PlanLine, list_plans
from db.plans import next_plan
from db.session import open_session
from pages._ui.link_table import link_table
from pages._ui.page_head import count, page_head, plain, section
from pages._ui.plan_rows import PLAN_COLUMNS, plan_row, states_sentence
from pages._ui.screens import ANNOTATE, GUIDELINES
from pages._ui.session import ANNOTATOR, require_role

ORDER = (State.CHANGES_REQUESTED, State.IN_PROGRESS, State.ASSIGNED, State.SUBMITTED, State.IN_REVIEW)
"""What wants something of me first; then what is with an expert; then the rest as last changed."""


def _first_things_first(plan: PlanLine) -> tuple[bool, int, float]:
    rank = ORDER.index(plan.state) if plan.state in ORDER else len(ORDER)
    return not plan.is_overdue, rank, -plan.updated_at.timestamp()


def _filters(plans: Sequence[PlanLine]) -> list[PlanLine]:
    search, states, days, levels, fixing = st.columns([2, 3, 1.4, 1.6, 1.2], vertical_alignment="bottom")
    with search:
        words = st.text_input(
            "Search",
            key="find",
            type="search",
            placeholder="city, set or number",
            bind="query-params",
            live=True,
        )
    with states:
        state = st.multiselect(
            "State",
            [s.value for s in State if any(p.state is s for p in plans)],
            key="state",
            bind="query-params",
            placeholder="any",
        )
    with days:
        length = st.multiselect(
            "Days", sorted({p.days for p in plans}), key="days", bind="query-params", placeholder="any"
        )
    with levels:
        level = st.multiselect(
            "Level",
            sorted({p.level for p in plans if p.level}),
            key="level",
            bind="query-params",
            placeholder="any",
        )
    with fixing:
        only = st.checkbox("To fix only", key="fix", bind="query-params")
    asked = (words or "").casefold().split()
    return [
        plan
        for plan in plans
        if all(word in f"{plan.set_name} {plan.idx} {plan.title}".casefold() for word in asked)
        and (not state or plan.state.value in state)
        and (not length or plan.days in length)
        and (not level or plan.level in level)
        and (not only or plan.to_fix or plan.open_flags)
    ]


def _take_next(person_id: int) -> None:
    try:
        with open_session(write=True) as session:
            found = next_plan(session, person_id)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    if found.annotation_id is None:
        st.info(plain(found.why_none), icon=":material/inbox:")
        return
    st.switch_page(ANNOTATE, query_params={"plan": str(found.annotation_id)})


def show() -> None:
    """Draw the screen."""
    person = require_role(ANNOTATOR)
    with open_session(write=False) as session:
        plans = sorted(list_plans(session, annotator_id=person.id), key=_first_things_first)
    head, button = st.columns([4, 1.5], vertical_alignment="center")
    with head:
        page_head(
            "My plans",
            f"{count(len(plans), 'plan')}: {states_sentence(plans)}." if plans else "Nothing is yours yet.",
        )
    take = button.button(
        "Take the next plan", type="primary", shortcut="Ctrl+Enter", key="take-next", width="stretch"
    )
    if take:
        _take_next(person.id)
    late = sum(plan.is_overdue for plan in plans)
    if late:
        st.warning(
            f"{count(late, 'plan is', 'plans are')} overdue and {'stands' if late == 1 else 'stand'} first.",
            icon=":material/event_busy:",
        )
    if not plans:
        st.info(
            "You have no plans. “Take the next plan” gives you the oldest one that nobody has; "
            "the guide says how to fill it.",
            icon=":material/edit_calendar:",
        )
        st.page_link(GUIDELINES, label="How to annotate", icon=":material/menu_book:")
        return
    chosen = _filters(plans)
    if not chosen:
        st.info(
            "None of your plans fits these filters. Empty a filter to see more.",
            icon=":material/filter_alt_off:",
        )
        return
    returned = sum(plan.state is State.CHANGES_REQUESTED for plan in chosen)
    section(
        count(len(chosen), "plan"),
        f"{count(returned, 'plan')} came back and {'stands' if returned == 1 else 'stand'} first"
        if returned
        else "a click or Enter opens a plan",
    )
    opened = link_table(
        PLAN_COLUMNS,
        [plan_row(plan, f"annotate?plan={plan.annotation_id}") for plan in chosen],
        key="plans",
        name="My plans",
    )
    if opened is not None:
        st.switch_page(ANNOTATE, query_params={"plan": opened})


show()
