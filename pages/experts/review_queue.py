"""Review queue: what waits for an expert, oldest first, with filters that the address keeps."""

from html import escape
from urllib.parse import urlencode

import streamlit as st

from annotate.workflow import WITH_EXPERTS
from db import reviews
from db.adjudications import Overlap, overlaps
from db.people import Person
from db.plan_list import PlanLine, list_plans
from db.reviews import QueueItem
from db.session import open_session
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, page_head, section, when
from pages._ui.plan_rows import number_cell, profile_cell, state_cell
from pages._ui.review_line import QueueFilter
from pages._ui.screens import ADJUDICATE, REVIEW_PLAN
from pages._ui.session import EXPERT, require_role

SCORES = ("bas", "cats", "tdas")
VIEWS: dict[str, dict[str, str]] = {
    "Everything": {},
    "For me to review": {"mine": "true"},
    "New submissions": {"state": "submitted", "mine": "true"},
    "Came back": {"find": "round:2", "mine": "true"},
    "Final review": {"state": "approved", "mine": "true"},
    "Annotated twice": {"find": "overlap", "mine": "true"},
}
"""Views that are kept: each is an address."""
HEADINGS = (
    "Plan",
    "Trip",
    "Annotator",
    "Risk profile",
    "State",
    "Waiting since",
    "BAS",
    "CATS",
    "TDAS",
    "To fix",
    "Flags",
)
NUMBERS = ("BAS", "CATS", "TDAS", "To fix", "Flags")


def _queue(person: Person) -> None:
    page_head(
        "Review queue",
        "Submissions that wait for an expert, the oldest first. Nobody reviews a plan of their own.",
    )
    with open_session(write=False) as session:
        items = reviews.queue(session)
        figures = {plan.annotation_id: plan for plan in list_plans(session, states=WITH_EXPERTS)}
        twice = {(one.set_name, one.idx): one for one in overlaps(session)}
    waiting = sum(one.adjudicated_id is None for one in twice.values())
    if waiting:
        st.page_link(
            ADJUDICATE,
            label=f"{count(waiting, 'query', 'queries')} annotated by several people: pick or merge",
            icon=":material/merge:",
        )
    if not items:
        st.info(
            "Nothing waits. A plan appears here as soon as its annotator submits it.", icon=":material/inbox:"
        )
        return
    st.html(
        '<p style="font-size:.9rem;margin:0">'
        + " · ".join(
            f'<a style="color:inherit" target="_self" href="/review{escape("?" + urlencode(parts) if parts else "")}">'
            f"{escape(name)}</a>"
            for name, parts in VIEWS.items()
        )
        + "</p>"
    )
    chosen_by = _filter()
    chosen = chosen_by.choose(items, person, twice)
    section(count(len(chosen), "plan"), f"of {len(items)}")
    if not chosen:
        st.info("No plan fits these filters.", icon=":material/filter_alt_off:")
        return
    opened = link_table(
        [Column(name, number=name in NUMBERS, wrap=name in ("Trip", "Annotator")) for name in HEADINGS],
        [_row(person, item, figures[item.annotation_id], twice, chosen_by) for item in chosen],
        key="queue",
        name="Submissions",
    )
    if opened is not None:
        st.switch_page(REVIEW_PLAN, query_params={"plan": opened} | chosen_by.kept)


def _filter() -> QueueFilter:
    """What the person asks to see."""
    state_at, word_at, mine_at = st.columns([3, 2, 1.4], vertical_alignment="bottom")
    with state_at:
        state = st.segmented_control(
            "State",
            ["all", *(one.value for one in WITH_EXPERTS)],
            default="all",
            required=True,
            key="state",
            bind="query-params",
        )
    with word_at:
        find = (
            st.text_input(
                "Search",
                key="find",
                type="search",
                placeholder="city, set, number, annotator, round:2, overlap",
                bind="query-params",
                live=True,
            )
            or ""
        )
    with mine_at:
        only = st.checkbox("Only what I may review", key="mine", bind="query-params")
    return QueueFilter(state, find, only)


def _row(
    person: Person,
    item: QueueItem,
    plan: PlanLine,
    twice: dict[tuple[str, int], Overlap],
    chosen_by: QueueFilter,
) -> Row:
    own = item.is_own(person)
    held = "yours, for another expert" if own else f"with {item.held_by.code}" if item.held_by else ""
    overlap = twice.get((item.set_name, item.idx))
    several = f", {len(overlap.annotators)} annotators" if overlap else ""
    cells = [
        Cell(f"{item.set_name} {item.idx}", sort=f"{item.set_name} {item.idx:09d}"),
        Cell(item.title, sub=count(item.days, "day") + several),
        Cell(item.annotator.label),
        profile_cell(item.risk_profile, item.level),
        state_cell(item.state, item.round, held),
        Cell(when(item.submitted_at), sort=item.submitted_at.timestamp()),
        *(_score(plan, key) for key in SCORES),
        number_cell(plan.to_fix, "bad"),
        number_cell(plan.open_flags, "warn"),
    ]
    asked = urlencode({"plan": item.annotation_id} | chosen_by.kept)
    return Row(str(item.annotation_id), f"review-plan?{asked}", cells)


def _score(plan: PlanLine, key: str) -> Cell:
    value, scored, total = plan.scores.get(key, (None, 0, 0))
    return Cell(
        "-" if value is None else f"{value:.2f}",
        sub=f"{scored} of {total}",
        sort=-1.0 if value is None else value,
    )


def show() -> None:
    """Draw the screen."""
    person = require_role(EXPERT)
    _queue(person)


show()
