"""Annotate a plan: fill the times of a day, see at once what each does to scores and constraints, submit."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from annotate.bill import Bill, make_bill
from annotate.checklist import checklist_of
from annotate.errors import WorkbenchError
from annotate.rule import Finding
from db import plans
from db.numbers import number_in
from db.people import Person
from db.session import open_session
from helpers.suggest import suggest_day
from pages._ui import day_map
from pages._ui import desk as desks
from pages._ui.address import query_when_lost
from pages._ui.bill_drawer import show_bill
from pages._ui.board_data import board_data, row_label
from pages._ui.checklist_drawer import show_checklist
from pages._ui.confirm_guidelines import guidelines_confirmed
from pages._ui.day_board import day_board
from pages._ui.desk import Desk
from pages._ui.difference_data import mark_corrections
from pages._ui.entries import sent_by
from pages._ui.guideline import show_guideline
from pages._ui.history_drawer import show_history
from pages._ui.next_work import offer_next, offer_skip
from pages._ui.page_head import count, reader_zone
from pages._ui.panel_data import bar_data, rationale_data, saved_words, side_data
from pages._ui.panels import plan_bar, plan_rationale, plan_returned, plan_side
from pages._ui.plan_drawer import show_round_drawer
from pages._ui.presence import keep_presence
from pages._ui.print_buttons import show_print_buttons
from pages._ui.query_strip import query_html
from pages._ui.returned import COMMANDS, returned_data, returned_of
from pages._ui.screens import MY_PLANS
from pages._ui.session import ANNOTATOR, Key, is_still_signed_in, recall, remember, require_role
from pages._ui.simple_day import simple_day
from pages._ui.unsolvable import warn_if_unsolvable

COMPONENTS = ("plan_bar", "day_board", "plan_returned", "plan_side", "plan_rationale")
"""The components of ours, by their keys."""
STYLE = """<style>
[data-testid="stMainBlockContainer"]{padding:3.6rem 1.25rem 2rem;max-width:1680px}
[data-testid="stVerticalBlock"]{gap:.75rem}
.st-key-side [data-testid="stVerticalBlock"]{gap:0}
</style>"""


def _desk() -> Desk:
    return recall(Key.DESK)


def _open(person_id: int, when_lost: dict[str, str]) -> Desk | None:
    """The desk of the plan in the address, opened anew only when the address names another plan.

    A server that was started anew lays it out at the day and row of the address `when_lost`.
    """
    wanted = number_in(st.query_params.get("plan"))
    if wanted is None:
        return None
    held: Desk | None = recall(Key.DESK)
    if held is None or held.plan.annotation_id != wanted or held.person_id != person_id:
        is_back = held is None and number_in(when_lost.get("plan")) == wanted
        place = when_lost if is_back else st.query_params.to_dict()
        held = desks.open_desk(person_id, wanted, number_in(place.get("day")), place.get("row"), held)
        remember(Key.DESK, held)
    return held


def _neighbours(person_id: int, annotation_id: int) -> tuple[int | None, int | None]:
    held = recall(Key.NEIGHBOURS)
    if held is None or held[0] != annotation_id:
        with open_session(write=False) as session:
            ids = [plan.annotation_id for plan in plans.my_plans(session, person_id)]
        at = ids.index(annotation_id) if annotation_id in ids else -1
        before = ids[at - 1] if at > 0 else None
        after = ids[at + 1] if 0 <= at < len(ids) - 1 else None
        held = (annotation_id, before, after)
        remember(Key.NEIGHBOURS, held)
    return held[1], held[2]


def _take(components: Iterable[str]) -> None:
    """Take what components have sent and was not taken yet."""
    desks.take_entries(_desk(), *sent_by(components), COMMANDS)


def _take_what_came_back(desk: Desk) -> None:
    """Take what the page of a server that is gone holds: only now that they are drawn does a new one know its components."""
    before = dict(desk.acked)
    _take(COMPONENTS)
    if desk.acked != before:
        st.rerun()


def _on_entries(component: str) -> Callable[[], None]:
    def take() -> None:
        desk = _desk()
        if not is_still_signed_in(desk.person_id):
            st.rerun()
        day = desk.day
        _take([component])
        if desk.wants is not None or desk.day != day:
            st.rerun()

    return take


def _is_simple() -> bool:
    """The switch stands below the board, so in the first run of a page only the address knows it."""
    return bool(recall(Key.SIMPLE_MODE, st.query_params.get(Key.SIMPLE_MODE) == "true"))


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the parts of the screen that follow each edit stand."""

    bar: DeltaGenerator
    board: DeltaGenerator
    rationale: DeltaGenerator
    side: DeltaGenerator


@st.fragment(key="edits")
def _follow_edits(places: _Places) -> None:
    """Everything that an edit changes, in one fragment: an entry of any part redraws them all in a single run.

    What has not changed is sent again and touches nothing: the components compare.
    """
    desk = _desk()
    with places.bar:
        _bar(desk)
    with places.board:
        _board(desk)
    with places.side:
        _side(desk)
    with places.rationale:
        plan_rationale(rationale_data(desk), key="plan_rationale", on_entries=_on_entries("plan_rationale"))


def _bar(desk: Desk) -> None:
    previous, following = _neighbours(desk.person_id, desk.plan.annotation_id)
    plan_bar(
        bar_data(
            desk,
            warning="demo figures are invented" if desk.is_demo else None,
            previous=previous,
            following=following,
            saved=saved_words(desk.plan.saved_at, reader_zone()),
        ),
        key="plan_bar",
        on_entries=_on_entries("plan_bar"),
    )


def _board(desk: Desk) -> None:
    if _is_simple():
        simple_day(desk)
        return
    day = next(d for d in desk.itinerary.days if d.number == desk.day)
    untimed = desk.plan.can_edit and not all(row.is_timed for row in day.rows)
    ghosts = suggest_day(desk.itinerary, desk.plan.facts, desk.day) if untimed else {}
    costs = _costs(make_bill(desk.trip))
    saved = saved_words(desk.plan.saved_at, reader_zone()) if desk.plan.saved_at else None
    data = board_data(desk, ghosts, costs, saved.removeprefix("saved ") if saved else None)
    mark_corrections(data, returned_of(desk).corrections)
    day_board(data, key="day_board", on_entries=_on_entries("day_board"))


def _side(desk: Desk) -> None:
    said = returned_data(desk, returned_of(desk))
    if said is not None:
        plan_returned(said, key="plan_returned", on_entries=_on_entries("plan_returned"))
    plan_side(side_data(desk), key="plan_side", on_entries=_on_entries("plan_side"))


def _costs(bill: Bill) -> dict[str, str]:
    """Cost of each row in words; rooms stand at the first row of their stay."""
    costs: dict[str, str] = {}
    for line in bill.lines:
        if line.rows and line.is_priced:
            costs.setdefault(
                line.rows[0],
                "price not known" if line.amount is None else f"{line.currency} {line.amount:,.0f}",
            )
    return costs


def _query(desk: Desk) -> None:
    checklist = checklist_of(desk.trip, desk.feedback)
    left, right = st.columns([11, 2], vertical_alignment="top")
    with left:
        st.html(query_html(desk.itinerary, checklist, make_bill(desk.trip)))
    with right, st.container(key="query-drawers"):
        met = f"{checklist.passed}/{len(checklist.items)}"
        if st.button(f"Checklist {met}", key="checklist-open", icon=":material/checklist:", width="stretch"):
            show_checklist(desk)
        if st.button("Bill", key="bill-open", icon=":material/receipt_long:", width="stretch"):
            show_bill(desk)


@st.dialog("Submit this round", width="medium")
def _submit_dialog() -> None:
    desk = _desk()
    if not is_still_signed_in(desk.person_id):
        st.rerun()
    missing = [f for f in desk.feedback.findings if f.code in plans.BLOCKING_CODES]
    open_rest = [f for f in desks.open_findings(desk) if f.code not in plans.BLOCKING_CODES]
    if missing:
        st.write(f"**{count(len(missing), 'thing')} missing** before it can be submitted:")
        for finding in missing:
            _missing_line(desk, finding)
        return
    st.write(
        "Every time, remark and part of the rationale is there. The round is frozen as it stands; "
        "you can take it back until an expert opens it."
    )
    if open_rest:
        st.write(f"{count(len(open_rest), 'finding')} to go along with it:")
        st.dataframe([{"Rule": f.code, "Says": f.message} for f in open_rest], hide_index=True)
    if st.button("Submit", type="primary", shortcut="Ctrl+Enter"):
        _submit(desk)


def _missing_line(desk: Desk, finding: Finding) -> None:
    says, go = st.columns([5, 1], vertical_alignment="center")
    says.write(finding.message)
    row = finding.rows[0] if finding.rows else None
    label = row_label(desk, row) if row else "rationale"
    if go.button(
        label, key=f"missing-{finding.code}-{row}", type="tertiary", icon=":material/arrow_forward:"
    ):
        if row:
            desks.show_row(desk, row)
        else:
            desks.show_rationale(desk)
        st.rerun()


def _submit(desk: Desk) -> None:
    try:
        with open_session(write=True) as session:
            result = plans.submit(session, desk.person_id, desk.plan.annotation_id)
    except WorkbenchError as error:
        st.error(str(error))
        return
    if isinstance(result, plans.Refused):
        st.error(
            "Not submitted: "
            + " ".join(
                [
                    *(f.message for f in result.findings),
                    *(f"{f.code} failed: {f.error}" for f in result.faults),
                ]
            )
        )
        return
    _reopen(desk)
    st.toast("Submitted. The round is frozen.", icon=":material/check:")
    st.rerun()


def _reopen(desk: Desk) -> None:
    remember(
        Key.DESK, desks.open_desk(desk.person_id, desk.plan.annotation_id, desk.day, desk.selected, desk)
    )


def _carry_out(desk: Desk) -> None:
    """What a component asked of the whole screen."""
    if desk.wants is None:
        return
    name, value = desk.wants
    desk.wants = None
    if name == "plan":
        st.query_params.from_dict({"plan": str(value)})
        st.rerun()
    elif name == "why":
        show_guideline(str(value))
    elif name == "submit":
        _submit_dialog()


def _banner(desk: Desk) -> None:
    """What the person must know before editing: locked, or newer reference data."""
    plan = desk.plan
    if not plan.can_edit:
        text, action = st.columns([6, 1], vertical_alignment="center")
        text.info(
            f"You can look at this plan, not change it. {plan.why_not or ''}",
            icon=":material/lock:",
        )
        offer_next(desk)
        if desk.can_withdraw and action.button(
            "Take it back", help="Until an expert opens it; the frozen round stays."
        ):
            with open_session(write=True) as session:
                plans.withdraw(session, desk.person_id, plan.annotation_id)
            _reopen(desk)
            st.rerun()
    elif plan.newer_reference:
        text, action = st.columns([6, 1], vertical_alignment="center")
        text.info(
            "Newer reference data were imported after this round was opened. Scores stand on the older ones until you refresh.",
            icon=":material/update:",
        )
        if action.button("Use them"):
            with open_session(write=True) as session:
                plans.refresh_facts(session, desk.person_id, plan.annotation_id)
            _reopen(desk)
            st.rerun()


def _nothing_open(person_id: int) -> None:
    st.title("Annotate a plan")
    st.write("No plan is open. Take the next one, or choose one of yours.")
    take, choose, _ = st.columns([1, 1, 3])
    if take.button("Take the next plan", type="primary", shortcut="Ctrl+Enter"):
        with open_session(write=True) as session:
            found = plans.next_plan(session, person_id)
        if found.annotation_id is None:
            st.info(found.why_none)
        else:
            st.query_params.from_dict({"plan": str(found.annotation_id)})
            st.rerun()
    choose.page_link(MY_PLANS, label="My plans", icon=":material/list_alt:")


def _show_round(person: Person, desk: Desk) -> None:
    """The drawer with the rounds that the address names, once: the history leads here."""
    shown_id, against_id = (number_in(st.query_params.pop(name, None)) for name in ("round", "against"))
    if shown_id is not None or against_id is not None:
        show_round_drawer(person, desk.plan.annotation_id, shown_id, against_id)


def show() -> None:
    """Draw the screen."""
    person = require_role(ANNOTATOR)
    st.html(STYLE)
    if not guidelines_confirmed(person):
        return
    try:
        desk = _open(person.id, query_when_lost())
    except WorkbenchError as error:
        st.error(str(error))
        st.page_link(MY_PLANS, label="My plans", icon=":material/list_alt:")
        return
    if desk is None:
        _nothing_open(person.id)
        return
    _take(COMPONENTS)
    bar = st.container()
    _banner(desk)
    if desk.plan.can_edit:
        keep_presence(person.id, desk.plan.annotation_id)
    warn_if_unsolvable(desk)
    _query(desk)
    main, side = st.columns([0.72, 0.28], gap="small")
    with main:
        board = st.container()
        map_column, rationale = st.columns([0.42, 0.58], gap="small")
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.toggle(
                "Simple mode: plain time fields for screen readers and small machines",
                key=Key.SIMPLE_MODE,
                bind="query-params",
            )
            if st.button("History", icon=":material/history:", type="tertiary", key="history"):
                show_history(person, desk.plan.annotation_id, "annotate")
            show_print_buttons(person, desk.plan, key="print")
            offer_skip(desk)
    _follow_edits(_Places(bar, board, rationale, side.container(key="side")))
    with map_column:
        day_map.show_day_map(desk)
    _take_what_came_back(desk)
    _carry_out(desk)
    _show_round(person, desk)


show()
