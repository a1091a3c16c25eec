"""What comes after a plan: skip it with a reason, take the next one, see a training plan beside its gold."""

import streamlit as st

from annotate.clock import format_time_with_day
from annotate.errors import WorkbenchError
from annotate.workflow import State
from db import calibration, plans
from db.session import open_session
from helpers.bias import START, bias_of, departures
from pages._ui.desk import Desk
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import plain
from pages._ui.session import Key, forget


def offer_skip(desk: Desk) -> None:
    """A small form that gives the plan back, where it may be skipped."""
    plan = desk.plan
    if plan.state is not State.IN_PROGRESS or plan.annotator.id != desk.person_id or plan.is_sent_back:
        return
    with st.popover("Skip this plan", icon=":material/skip_next:", key="skip"):
        st.caption("It goes to somebody else; what you filled stays. It is not offered to you again.")
        why = st.text_input("Why", key="skip-why", placeholder="I know nothing about these cities")
        if not st.button("Skip it", key="skip-it", type="primary"):
            return
        try:
            with open_session(write=True) as session:
                plans.skip(session, desk.person_id, plan.annotation_id, why=why or "")
        except WorkbenchError as error:
            st.error(plain(error))
            return
        _leave()


def offer_next(desk: Desk) -> None:
    """Behind a plan of one's own that is handed in or has ended: the next one, and the gold of a training plan."""
    if desk.plan.annotator.id != desk.person_id:
        return
    with st.container(horizontal=True):
        if st.button(
            "Take the next plan",
            type="primary",
            shortcut="Ctrl+Enter",
            key="next-after",
            icon=":material/east:",
        ):
            _take_next(desk.person_id)
        with open_session(write=False) as session:
            training = calibration.is_training(session, desk.plan.annotation_id)
        if training and st.button("Compare with gold", key="compare-gold", icon=":material/straighten:"):
            _gold_drawer(desk)


def _take_next(person_id: int) -> None:
    try:
        with open_session(write=True) as session:
            found = plans.next_plan(session, person_id)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    if found.annotation_id is None:
        st.info(plain(found.why_none), icon=":material/inbox:")
        return
    st.query_params.from_dict({"plan": str(found.annotation_id)})
    st.rerun()


def _leave() -> None:
    forget(Key.NEIGHBOURS)
    forget(Key.DESK)
    st.query_params.clear()
    st.toast("Skipped. Somebody else gets it.", icon=":material/skip_next:")
    st.rerun()


@st.dialog("Your times beside gold", width="large", position="right")
def _gold_drawer(desk: Desk) -> None:
    try:
        with open_session(write=False) as session:
            pair = calibration.compare_with_gold(session, desk.person_id, desk.plan.annotation_id)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    st.caption("Two plans can both be right: look where yours departs by habit, not at each minute.")
    for bias in bias_of([(pair.theirs, pair.reference)]):
        st.markdown(f"- {plain(bias.kind)}: **{plain(bias.words)}** on average, over {bias.n}")
    rows = [
        Row(
            f"{one.row} {one.field}",
            None,
            [
                Cell(one.row, sub=one.name),
                Cell("arrival" if one.field == START else "departure"),
                Cell(format_time_with_day(one.theirs_min), sort=one.theirs_min),
                Cell(format_time_with_day(one.reference_min), sort=one.reference_min),
                Cell(f"{one.minutes:+d} min", sort=one.minutes, tone="" if one.minutes else "mute"),
            ],
        )
        for one in departures(pair.theirs, pair.reference)
    ]
    columns = [
        Column("Row", wrap=True),
        Column("Time"),
        Column("Yours", number=True),
        Column("Gold", number=True),
        Column("Difference", number=True),
    ]
    link_table(columns, rows, key="gold-rows", name="Your times beside gold")
