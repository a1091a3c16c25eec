"""Start: what is here, the one thing to do next for each of my roles, and the plans behind the numbers."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from annotate.workflow import BEFORE_GOLD, WITH_EXPERTS, State
from db.numbers import number_in
from db.people import Person
from db.plan_list import PlanLine, list_plans
from db.pool import count_free, why_nothing
from db.reports import WhatIsHere, progress_per_person, what_is_here
from db.session import open_session
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, page_head, plain, section, when
from pages._ui.plan_drawer import show_plan_drawer
from pages._ui.plan_rows import PLAN_COLUMNS, number_cell, plan_row
from pages._ui.screens import (
    ANNOTATE,
    ASSIGN,
    GUIDELINES,
    IMPORT,
    MY_PLANS,
    REFERENCE,
    RELEASE,
    REVIEW,
    START,
)
from pages._ui.session import ANNOTATOR, ANY_ROLE, EXPERT, LEAD, require_role

RECENT_PLANS = 5
ADDRESSES = {ANNOTATE: "annotate", REVIEW: "review", START: "start"}
MINE_TO_DO = (State.CHANGES_REQUESTED, State.IN_PROGRESS, State.ASSIGNED)
STYLE = """<style>
.st-key-states button{padding:.3rem .9rem;min-width:6.2rem}
.st-key-states button p,.st-key-states button div{text-align:left;justify-content:flex-start;line-height:1.25}
.st-key-states button strong{font-size:1.35rem;font-weight:650}
.st-key-next [data-testid="stVerticalBlock"]{gap:.35rem}
</style>"""


def _begin(person: Person) -> None:
    section("Nothing is here yet", "how to begin")
    steps = (
        "**Import** the cities, then the reference tables, then queries with their skeletons.",
        "Annotators **take the next plan** and fill its times.",
        "Experts **review** what was submitted; a lead **releases** the gold.",
    )
    st.markdown("\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1)))
    if LEAD in person.roles:
        st.page_link(IMPORT, label="Import data", icon=":material/upload_file:")
    else:
        st.caption("A lead does the first step. Until then the guidelines are a good read.")
        st.page_link(GUIDELINES, label="Guidelines", icon=":material/menu_book:")


def _next(person: Person, here: WhatIsHere, mine: Sequence[PlanLine], waiting: Sequence[PlanLine]) -> None:
    """One card per role, with the one thing to do next."""
    roles = [role for role in (ANNOTATOR, EXPERT, LEAD) if role in person.roles]
    with st.container(key="next"):
        for role, column in zip(roles, st.columns(max(len(roles), 2)), strict=False):
            with column, st.container(border=True, height="stretch"):
                if role == ANNOTATOR:
                    _next_for_annotator(person, mine)
                elif role == EXPERT:
                    _next_for_expert(person, waiting)
                else:
                    _next_for_lead(here)


def _next_for_annotator(person: Person, mine: Sequence[PlanLine]) -> None:
    todo = sorted(
        (p for p in mine if p.state in MINE_TO_DO),
        key=lambda p: (not p.is_overdue, MINE_TO_DO.index(p.state), -p.updated_at.timestamp()),
    )
    if todo:
        plan = todo[0]
        verb = {State.CHANGES_REQUESTED: "Mend", State.IN_PROGRESS: "Continue"}.get(plan.state, "Begin")
        st.markdown(
            f"**Next: {verb.lower()} {plain(plan.set_name)} {plan.idx}**, {plain(plan.title)}  \n{_standing(plan)}"
        )
        if st.button(f"{verb} the plan", type="primary", shortcut="Ctrl+Enter", key="next-plan"):
            st.switch_page(ANNOTATE, query_params={"plan": str(plan.annotation_id)})
        return
    with open_session(write=False) as session:
        free = count_free(session, person)
        nothing = None if free else why_nothing(session, person)
    if nothing is None:
        st.markdown(
            f"**Next: take a plan**  \n{count(free, 'query is', 'queries are')} free; what is due first comes first."
        )
    else:
        st.markdown(f"**Nothing to take**  \n{plain(nothing.why_none)}")
    st.page_link(MY_PLANS, label="My plans", icon=":material/list_alt:")


def _standing(plan: PlanLine) -> str:
    words = [plan.state.value, f"round {plan.round}", f"{plan.times} of {plan.times_wanted} times filled"]
    if plan.to_fix:
        words.append(f"{plan.to_fix} to fix")
    if plan.open_flags:
        words.append(count(plan.open_flags, "open flag"))
    if plan.due_on is not None:
        words.append(f"{'overdue since' if plan.is_overdue else 'due'} {plan.due_on.isoformat()}")
    return " · ".join(words)


def _name(plan: PlanLine) -> str:
    return f"{plain(plan.set_name)} {plan.idx}"


def _say_next(what: str, why: str) -> None:
    st.markdown(f"**Next: {what}**  \n{why}")


def _next_for_expert(person: Person, waiting: Sequence[PlanLine]) -> None:
    mine = [p for p in waiting if p.held_by is not None and p.held_by.id == person.id]
    fresh = [p for p in waiting if p.state is State.SUBMITTED and not p.is_own(person)]
    last = [p for p in waiting if p.state in BEFORE_GOLD and not p.is_own(person)]
    if mine:
        _say_next(f"finish the review of {_name(mine[0])}", "You have it open; its annotator waits.")
        chosen = mine[0]
    elif fresh:
        oldest = min(fresh, key=lambda p: p.updated_at)
        waits = count(len(fresh), "submission waits", "submissions wait")
        _say_next(
            f"review {_name(oldest)}", f"{waits}; this one the longest, since {when(oldest.updated_at)}."
        )
        chosen = oldest
    elif last:
        _say_next(
            f"final review of {_name(last[0])}",
            f"{count(len(last), 'plan is', 'plans are')} approved and not gold yet.",
        )
        chosen = last[0]
    else:
        st.markdown("**Nothing waits for you**  \nSubmissions appear here as annotators hand them in.")
        st.page_link(REVIEW, label="Review queue", icon=":material/rate_review:")
        return
    if st.button("Open it", type="primary", key="next-review"):
        st.switch_page(REVIEW, query_params={"plan": str(chosen.annotation_id)})


def _next_for_lead(here: WhatIsHere) -> None:
    gold = here.by_state[State.GOLD]
    if gold:
        st.markdown(
            f"**Next: release gold**  \n{count(gold, 'plan is', 'plans are')} gold, {count(here.releases, 'release')} so far."
        )
        if st.button("Release gold", type="primary", key="next-release"):
            st.switch_page(RELEASE)
    else:
        st.markdown(
            "**No plan is gold yet**  \nGive out work and data; what experts approve is released from here."
        )
    with st.container(horizontal=True):
        st.page_link(ASSIGN, label="Assign work", icon=":material/assignment_ind:")
        st.page_link(IMPORT, label="Import data", icon=":material/upload_file:")


def _numbers(person: Person, here: WhatIsHere) -> None:
    section("Plans by state", "a number leads to its plans")
    with st.container(horizontal=True, key="states", gap="small"):
        for state, number in here.by_state.items():
            if state is State.OPEN:
                if st.button(
                    f"**{number}**  \nfree",
                    key="state-free",
                    disabled=ANNOTATOR not in person.roles,
                    help="Queries that nobody has taken.",
                ):
                    st.switch_page(MY_PLANS)
            elif number and st.button(f"**{number}**  \n{state.value}", key=f"state-{state.value}"):
                st.query_params["state"] = state.value
                st.rerun()
    tables = {name: rows for name, rows in here.reference_rows.items() if rows}
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        words = (
            f"{count(here.skeletons, 'query', 'queries')} with a plan",
            f"{count(sum(tables.values()), 'row')} of reference data in {count(len(tables), 'table')}",
            count(here.imports, "import"),
            count(here.releases, "release"),
        )
        st.caption(" · ".join(words), width="content")
        st.page_link(REFERENCE, label="Reference data")


def _behind_the_number(person: Person, state: State) -> None:
    with open_session(write=False) as session:
        plans = list_plans(session, states=[state])
    head, button = st.columns([5, 1], vertical_alignment="center")
    with head:
        section(f"Plans {state.value}", str(len(plans)))
    if button.button("Close", icon=":material/close:", key="close-state"):
        st.query_params.pop("state", None)
        st.rerun()
    if not plans:
        st.info(f"No plan is {state.value}.")
        return
    _plan_table(person, plans, key="plans-in-state", with_annotator=True)


def _people() -> None:
    with open_session(write=False) as session:
        people = progress_per_person(session)
    section("Plans by person", count(len(people), "annotator"))
    shown = [state for state in State if any(one.by_state.get(state) for one in people)]
    rows = [
        Row(
            one.person.code,
            None,
            [
                Cell(one.person.label),
                *(number_cell(one.by_state.get(state, 0), "") for state in shown),
                Cell(str(one.total), sort=one.total),
            ],
        )
        for one in people
    ]
    columns = [
        Column("Annotator"),
        *(Column(state.value, number=True) for state in shown),
        Column("All", number=True),
    ]
    link_table(columns, rows, key="people", name="Plans of each annotator by state")


def _plan_table(person: Person, plans: Sequence[PlanLine], *, key: str, with_annotator: bool) -> None:
    screens = {str(plan.annotation_id): _screen_of(person, plan) for plan in plans}
    rows = [
        plan_row(plan, f"{ADDRESSES[screen]}?plan={plan.annotation_id}", with_annotator=with_annotator)
        for plan, screen in zip(plans, screens.values(), strict=True)
    ]
    opened = link_table(PLAN_COLUMNS, rows, key=key, name="Plans")
    if opened is None:
        return
    if screens[opened] == START and {EXPERT, LEAD} & person.roles:
        show_plan_drawer(person, int(opened))
    elif screens[opened] == START:
        st.toast("Only its annotator, experts and leads look into this plan.", icon=":material/lock:")
    else:
        st.switch_page(screens[opened], query_params={"plan": opened})


def _screen_of(person: Person, plan: PlanLine) -> Path:
    """Where this person sees this plan: their own to annotate, others' in review, else here in a drawer."""
    if plan.annotator.id == person.id and ANNOTATOR in person.roles:
        return ANNOTATE
    return REVIEW if EXPERT in person.roles else START


def show() -> None:
    """Draw the screen."""
    person = require_role(*ANY_ROLE)
    st.html(STYLE)
    with open_session(write=False) as session:
        here = what_is_here(session)
        mine = list_plans(session, annotator_id=person.id) if ANNOTATOR in person.roles else []
        waiting = (
            list_plans(session, states=WITH_EXPERTS, with_training=False) if EXPERT in person.roles else []
        )
    page_head("Start", "Where the work stands, and what to do next.")
    if not here.skeletons:
        _begin(person)
        return
    _next(person, here, mine, waiting)
    _numbers(person, here)
    looked_at = number_in(st.query_params.pop("plan", None))
    if looked_at is not None and {EXPERT, LEAD} & person.roles:
        show_plan_drawer(person, looked_at)
    wanted = st.query_params.get("state")
    if wanted in set(State):
        _behind_the_number(person, State(wanted))
    elif EXPERT in person.roles:
        section(
            "Waiting for an expert",
            f"{min(len(waiting), RECENT_PLANS)} of {len(waiting)}, the oldest first" if waiting else "",
        )
        if waiting:
            _plan_table(
                person,
                sorted(waiting, key=lambda p: p.updated_at)[:RECENT_PLANS],
                key="waiting",
                with_annotator=True,
            )
    elif LEAD in person.roles:
        _people()
    elif ANNOTATOR in person.roles:
        section("My recent plans", f"{min(len(mine), RECENT_PLANS)} of {len(mine)}" if mine else "")
        if mine:
            _plan_table(person, mine[:RECENT_PLANS], key="recent", with_annotator=False)
        else:
            st.info("You have no plans yet.", icon=":material/edit_calendar:")


show()
