"""A model set beside the plans of people for the same queries: figures, and the plans that differ most."""

from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Any

import streamlit as st

from annotate.clock import format_time_with_day
from annotate.plan import Itinerary, Leg, Stop
from annotate.score import all_scores
from annotate.workflow import State
from db.human_plans import HumanPlan, figures_of_people, itineraries_of, plans_of_people
from db.model_plans import figures_of_set, itineraries_of_set
from db.model_sets import ModelSetView
from db.session import database_url, open_session
from helpers.estimates import Undefined
from helpers.model_differences import OnePlan, QueryDifference, RowPair, differences, row_pairs
from helpers.summary import summary_of_figures
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.model_sets.figures import show_differences, show_paper_rows
from pages._ui.page_head import count, plain, section
from pages._ui.submitted_plan import name_and_kind

GOLD, APPROVED_TOO = "gold", "gold and approved"
STATES = {GOLD: (State.GOLD,), APPROVED_TOO: (State.GOLD, State.FINAL_REVIEW, State.APPROVED)}
PEOPLE = "People"
TABLE_HEIGHT_PX = 460
KEPT = 16
"""Comparisons that are remembered."""
SHOWN_SCORES = ("bas", "cats", "tdas", "t_meal", "t_attr", "s_spatial")
PLAN = "plan"
"""The parameter of the address that names the query whose plans stand beside each other."""


def show_people(one: ModelSetView) -> None:
    """Draw the comparison with the people's plans."""
    if one.query_set is None:
        st.info(
            "This set answers its own queries, which nobody here has planned for.",
            icon=":material/group_off:",
        )
        return
    chosen = st.segmented_control(
        "Plans of people", list(STATES), default=GOLD, required=True, key="people", bind="query-params"
    )
    with open_session(write=False) as session:
        plans = plans_of_people(session, one.query_set, STATES[chosen or GOLD])
    if not plans:
        st.info(
            f"No plan of the set {plain(one.query_set)} is {chosen} yet.", icon=":material/workspace_premium:"
        )
        return
    found = _compared(database_url(), (one.id, one.heartbeat_at), tuple(plans))
    st.caption(
        f"Both over the same {count(len(plans), 'query', 'queries')}; the rules on remarks and rationale are left out, "
        "as model plans have neither."
    )
    _differing(one, found.differences, {plan.idx: plan for plan in plans})
    _side_by_side(one, plans)
    show_paper_rows({PEOPLE: found.people, one.name: found.model}, key="people")
    show_differences(PEOPLE, one.name, (found.people, found.model))


@dataclass(frozen=True, slots=True)
class _Compared:
    """The queries that people and the model answered, those that differ most first, and what both come to over them."""

    differences: list[QueryDifference]
    people: dict[str, Any]
    model: dict[str, Any]


@st.cache_data(max_entries=KEPT, show_spinner="Comparing the plans")
def _compared(url: str, scored: tuple[int, datetime | None], plans: tuple[HumanPlan, ...]) -> _Compared:
    """`scored` is the set and when it was done: its results and frozen rounds stay, and are compared once."""
    set_id = scored[0]
    with open_session(write=False, url=url) as session:
        of_people = figures_of_people(session, plans)
        human = itineraries_of(session, [plan.annotation_id for plan in plans])
        numbers = {plan.idx: plan.annotation_id for plan in plans}
        of_model = [figures for figures in figures_of_set(session, set_id) if figures.idx in numbers]
        model = itineraries_of_set(session, set_id, list(numbers))
    ours = {
        idx: OnePlan(figures, human.get(number))
        for (idx, number), figures in zip(numbers.items(), of_people, strict=True)
    }
    theirs = {
        figures.idx: OnePlan(figures, model.get(figures.idx))
        for figures in of_model
        if figures.idx is not None
    }
    return _Compared(differences(ours, theirs), summary_of_figures(of_people), summary_of_figures(of_model))


def _differing(one: ModelSetView, found: list[QueryDifference], plans: dict[int, HumanPlan]) -> None:
    section(
        "Plans where people and the model differ", "the widest gap of scores first; a row opens both plans"
    )
    names = {info.key: info.name for info, _ in all_scores()}
    columns = [
        Column("Plan"),
        Column("Trip"),
        Column("Scores apart", number=True),
        *(Column(names[key], number=True) for key in SHOWN_SCORES),
        Column("Only the model breaks", wrap=True),
        Column("Only people break", wrap=True),
        Column("Same places", number=True),
        Column("Same order", number=True),
        Column("Minutes apart", number=True),
    ]
    rows = [_row(each, one.query_set or "", plans[each.idx]) for each in found]
    opened = link_table(
        columns, rows, key="differing", name="Plans where people and the model differ",
        height_px=TABLE_HEIGHT_PX, selected=st.query_params.get(PLAN), pinned=True,
    )  # fmt: skip
    if opened is not None:
        st.query_params[PLAN] = opened
        st.rerun()
    st.caption(
        "Below each score is the model's, then the people's. Scores apart: the mean gap of all scores that both have. "
        "Same places: places of both plans among those of either. Same order: pairs of common stops that come in the "
        "same order. Minutes apart: the mean over common stops of how far their starts and ends are apart."
    )


def _row(one: QueryDifference, query_set: str, plan: HumanPlan) -> Row:
    trip = Cell(f"{plan.days} days", sub=plan.risk_profile or "no profile", sort=plan.days)
    if not one.model.delivered:
        gap = Cell("no plan", sub="of the model", tone="bad", sort=2.0)
    else:
        gap = _number(one.score_gap, "{:.3f}")
    apart = _number(one.apart_min, "{:.0f} min", sub=count(one.common_stops, "stop"))
    return Row(
        str(one.idx),
        f"model-sets?plan={one.idx}",
        [
            Cell(f"{query_set} {one.idx}", sub=plan.state.value, sort=one.idx),
            trip,
            gap,
            *(_score_cell(one, key) for key in SHOWN_SCORES),
            Cell(", ".join(one.model_fails) or "-", tone="" if one.model_fails else "mute"),
            Cell(", ".join(one.people_fail) or "-", tone="" if one.people_fail else "mute"),
            _share_cell(one.places),
            _share_cell(one.order),
            apart,
        ],
    )


def _score_cell(one: QueryDifference, key: str) -> Cell:
    gap = one.gaps.get(key)
    if gap is None:
        return Cell("-", tone="mute", sort=0.0)
    theirs, ours = one.model.scores[key].value, one.people.scores[key].value
    text = f"{gap:+.2f}"
    is_none = float(text) == 0
    return Cell(
        "0" if is_none else text,
        sub=f"{theirs:.2f} / {ours:.2f}",
        tone="mute" if is_none else "good" if gap > 0 else "bad",
        sort=gap,
    )


def _number(value: float | None, form: str, *, sub: str = "") -> Cell:
    if value is None:
        return Cell("-", tone="mute", sort=-1.0)
    return Cell(form.format(value), sub=sub, sort=value)


def _share_cell(value: float | Undefined) -> Cell:
    if isinstance(value, Undefined):
        return Cell("-", tone="mute", sort=2.0)
    return Cell(f"{value:.0%}", sort=value)


def _side_by_side(one: ModelSetView, plans: list[HumanPlan]) -> None:
    asked = st.query_params.get(PLAN, "")
    plan = next((plan for plan in plans if str(plan.idx) == asked), None)
    if plan is None:
        return
    with open_session(write=False) as session:
        ours = itineraries_of(session, [plan.annotation_id])[plan.annotation_id]
        theirs = itineraries_of_set(session, one.id, [plan.idx]).get(plan.idx)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        section(f"Plan {asked}, people's and the model's", "rows that both have stand beside each other")
        if st.button("Close", key="close-plans", icon=":material/close:"):
            st.query_params.pop(PLAN, None)
            st.rerun()
    if theirs is None:
        st.info("The model gave no plan for this query.", icon=":material/event_busy:")
    else:
        st.html(side_by_side(ours, theirs))


STYLE = """<style>
.two-plans{font-size:13px;line-height:1.4;font-variant-numeric:tabular-nums}
.two-plans table{border-collapse:collapse;width:100%;table-layout:fixed}
.two-plans col.time{width:16%}.two-plans col.apart{width:9%}
.two-plans th{text-align:left;font-weight:600;font-size:12px;opacity:.72;padding:6px 8px}
.two-plans tr.day th{font-size:13px;opacity:1;padding-top:14px}
.two-plans td{padding:6px 8px;vertical-align:top;overflow-wrap:anywhere}
.two-plans td{border-top:1px solid color-mix(in srgb,currentColor 13%,transparent)}
.two-plans td.time{white-space:nowrap}.two-plans .num{text-align:right;white-space:nowrap}
.two-plans small{opacity:.72;display:block;font-size:12px}
.two-plans td.lacks{opacity:.5}
.two-plans tr.one td:not(.lacks,.num){background:color-mix(in srgb,#e69f00 14%,transparent)}
</style>"""


def side_by_side(people: Itinerary, model: Itinerary) -> str:
    """HTML of two plans of a query, a row of both in one line; what only one has is tinted and says so."""
    heads = "".join(
        f'<th scope="col"{" class=num" if name == "Apart" else ""}>{name}</th>'
        for name in ("People", "Time", "Model", "Time", "Apart")
    )
    pairs = row_pairs(people, model)
    body = ""
    for day in sorted({pair.day for pair in pairs}):
        body += f'<tr class="day"><th colspan="5" scope="rowgroup">Day {day}</th></tr>'
        body += "".join(_pair(pair) for pair in pairs if pair.day == day)
    columns = '<col><col class="time"><col><col class="time"><col class="apart">'
    table = f"<colgroup>{columns}</colgroup><thead><tr>{heads}</tr></thead><tbody>{body}</tbody>"
    return f'{STYLE}<div class="two-plans"><table aria-label="Both plans">{table}</table></div>'


def _pair(pair: RowPair) -> str:
    apart = "" if pair.apart_min is None else "same" if pair.apart_min == 0 else f"{pair.apart_min:.0f} min"
    kind = "" if pair.people and pair.model else ' class="one"'
    sides = _side(pair.people, "people") + _side(pair.model, "the model")
    return f'<tr{kind}>{sides}<td class="num">{apart}</td></tr>'


def _side(row: Stop | Leg | None, whose: str) -> str:
    if row is None:
        return f'<td class="lacks" colspan="2">not in the plan of {whose}</td>'
    name, what = name_and_kind(row)
    times = " to ".join(
        "-" if minute is None else format_time_with_day(minute) for minute in (row.start_min, row.end_min)
    )
    return f'<td>{escape(name)}<small>{escape(what)}</small></td><td class="time">{escape(times)}</td>'
