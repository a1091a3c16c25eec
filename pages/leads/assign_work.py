"""Assign work: batches with their progress, who has what, who is stuck, and how annotators depart from gold."""

from collections.abc import Sequence

import streamlit as st

from annotate.errors import WorkbenchError
from db import assignments, calibration
from db.batches import BatchKind, BatchView, cities_known, list_batches
from db.calibration import Pair
from db.events import now
from db.leases import release_hold
from db.people import Person, list_people
from db.queries import QueryLine, queries_to_give
from db.session import open_session
from db.work_in_hand import PlanInHand, work_in_hand
from helpers.bias import bias_of
from pages._ui import batch_forms
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, page_head, plain, section, when
from pages._ui.plan_rows import due_cell, spent_words, state_cell
from pages._ui.session import LEAD, require_role

BATCH_COLUMNS = (
    Column("Batch"),
    Column("For"),
    Column("Queries", number=True),
    Column("Annotators each", number=True),
    Column("Given out"),
    Column("Handed in"),
    Column("Due"),
)
HAND_COLUMNS = (
    Column("Plan"),
    Column("Trip", wrap=True),
    Column("Annotator"),
    Column("State"),
    Column("Due"),
    Column("Last touched"),
    Column("Active", number=True),
    Column("Open now"),
)


def _batch_row(batch: BatchView) -> Row:
    places = batch.places
    given = f"{batch.given} of {places}" if places else str(batch.given)
    share = min(1.0, batch.given / places) if places else None
    done_share = min(1.0, batch.handed_in / places) if places else None
    hidden = f", {batch.hidden_gold} hidden gold" if batch.hidden_gold else ""
    cells = [
        Cell(batch.name, sub="closed" if batch.closed_at else "", tone="mute" if batch.closed_at else ""),
        Cell(batch.kind.value),
        Cell(f"{batch.queries}{hidden}", sort=batch.queries),
        Cell(str(batch.overlap) if batch.kind is BatchKind.WORK else "everybody"),
        Cell(given, share=share, sort=batch.given),
        Cell(str(batch.handed_in), share=done_share, sort=batch.handed_in),
        Cell(batch.due_on.isoformat() if batch.due_on else "no date", tone="" if batch.due_on else "mute"),
    ]
    return Row(str(batch.id), f"assign?batch={batch.id}", cells)


def _hand_row(plan: PlanInHand) -> Row:
    hold = plan.hold
    open_now = Cell(hold.holder.name, sub=f"since {when(hold.since)}") if hold else Cell("", tone="mute")
    cells = [
        Cell(f"{plan.set_name} {plan.idx}", sub=plan.batch or "", sort=f"{plan.set_name} {plan.idx:09d}"),
        Cell(plan.title),
        Cell(plan.annotator.name, sub=plan.annotator.code),
        state_cell(plan.state, plan.round),
        due_cell(plan.due_on, is_overdue=plan.is_overdue),
        Cell(
            when(plan.rests_since),
            sub="stuck" if plan.is_stuck else "",
            tone="warn" if plan.is_stuck else "",
            sort=plan.rests_since.timestamp(),
        ),
        Cell(spent_words(plan.active_s), sort=plan.active_s),
        open_now,
    ]
    return Row(str(plan.annotation_id), f"assign?plan={plan.annotation_id}", cells)


def _batches(lead: Person, found: Sequence[BatchView], people: Sequence[Person]) -> None:
    section("Batches", count(len(found), "batch", "batches") if found else "")
    if not found:
        st.info(
            "No batch yet: queries of no batch are offered in the order of their import, to one annotator each. "
            "Make a batch to set a due date, an overlap or an order.",
            icon=":material/inventory_2:",
        )
        return
    chosen = st.query_params.get("batch", "")
    opened = link_table(
        BATCH_COLUMNS, [_batch_row(one) for one in found], key="batches", name="Batches", selected=chosen
    )
    if opened is not None:
        st.query_params["batch"] = opened
        st.rerun()
    batch = next((one for one in found if str(one.id) == chosen and one.closed_at is None), None)
    if batch is not None:
        with st.container(border=True, key="batch"):
            st.markdown(f"**{plain(batch.name)}**")
            batch_forms.share_batch(lead, batch, people)


def _in_hand(lead: Person, plans: Sequence[PlanInHand]) -> None:
    late, stuck = sum(one.is_overdue for one in plans), sum(one.is_stuck for one in plans)
    section("With annotators", f"{count(len(plans), 'plan')}, {late} overdue, {stuck} stuck")
    if not plans:
        st.info("Nobody has a plan to do. Share a batch out, or let annotators take the next plan.")
        return
    only = st.segmented_control(
        "Show",
        ["all", "overdue", "stuck", "open now"],
        default="all",
        key="hand",
        bind="query-params",
        label_visibility="collapsed",
    )
    shown = [
        one
        for one in plans
        if only in (None, "all")
        or (only == "overdue" and one.is_overdue)
        or (only == "stuck" and one.is_stuck)
        or (only == "open now" and one.hold)
    ]
    chosen = st.query_params.get("plan", "")
    opened = link_table(
        HAND_COLUMNS,
        [_hand_row(one) for one in shown],
        key="in-hand",
        name="Plans with annotators",
        selected=chosen,
        height_px=420,
    )
    if opened is not None:
        st.query_params["plan"] = opened
        st.rerun()
    plan = next((one for one in plans if str(one.annotation_id) == chosen), None)
    if plan is not None:
        _one_plan(lead, plan)


def _one_plan(lead: Person, plan: PlanInHand) -> None:
    with st.container(border=True, key="one-plan"):
        st.markdown(
            f"**{plain(plan.set_name)} {plan.idx}** of {plain(plan.annotator.label)}: {plan.state.value}"
            + (
                f", open since {plain(when(plan.hold.since))}, until {plain(when(plan.hold.expires_at))} unless renewed"
                if plan.hold
                else ""
            )
        )
        why_at, take_at, release_at = st.columns([3, 1, 1], vertical_alignment="bottom")
        why = why_at.text_input("Why it goes to somebody else", key=f"why-{plan.annotation_id}")
        if take_at.button("Take it away", key="take-away", width="stretch", help="The draft stays."):

            def take() -> str:
                with open_session(write=True) as session:
                    assignments.take_away(session, lead.id, plan.annotation_id, why=why or "")
                return "It is free again."

            if batch_forms.done(take):
                st.query_params.pop("plan", None)
                st.rerun()
        if release_at.button(
            "Release the hold", key="release-hold", width="stretch", disabled=plan.hold is None
        ):

            def release() -> str:
                with open_session(write=True) as session:
                    release_hold(session, lead.id, plan.annotation_id)
                return "Released."

            if batch_forms.done(release):
                st.rerun()


def _calibration(pairs: Sequence[Pair]) -> None:
    section("Calibration", "minutes by which times depart from gold and from experts' revisions")
    if not pairs:
        st.info(
            "Nothing to compare yet. Make a training batch of gold queries, or mix hidden gold into a batch.",
            icon=":material/straighten:",
        )
        return
    people = {one.annotator.id: one.annotator for one in pairs}
    rows = []
    for person in sorted(people.values(), key=lambda one: one.code):
        theirs = [one for one in pairs if one.annotator.id == person.id]
        for bias in bias_of((one.theirs, one.reference) for one in theirs):
            cells = [
                Cell(person.name, sub=person.code),
                Cell(bias.kind),
                Cell(bias.words, sort=bias.mean_min),
                Cell(f"{bias.mean_min:+.1f} min", sort=bias.mean_min),
                Cell(f"{bias.mean_distance_min:.1f} min", sort=bias.mean_distance_min),
                Cell(str(bias.n), sort=bias.n),
                Cell(str(len(theirs)), sort=len(theirs)),
            ]
            rows.append(Row(f"{person.id} {bias.kind} {bias.field}", None, cells))
    columns = [
        Column("Annotator"),
        Column("Rows"),
        Column("Bias", wrap=True),
        Column("Mean", number=True),
        Column("Mean distance", number=True),
        Column("Times", number=True),
        Column("Plans", number=True),
    ]
    link_table(columns, rows, key="bias", name="Bias of each annotator by kind of row")


def _forms(
    lead: Person, queries: Sequence[QueryLine], people: Sequence[Person], known: dict[int, dict[str, str]]
) -> None:
    with st.expander("New batch", icon=":material/add:", key="new-batch"):
        batch_forms.new_batch(lead, queries)
    with st.expander("Assign one query by hand", icon=":material/person_add:", key="by-hand"):
        batch_forms.assign_by_hand(lead, queries, people)
    with st.expander("Who knows which cities", icon=":material/location_city:", key="cities"):
        batch_forms.cities_form(lead, people, known)


def show() -> None:
    """Draw the screen."""
    lead = require_role(LEAD)
    try:
        with open_session(write=False) as session:
            found = list_batches(session)
            plans = work_in_hand(session)
            queries = queries_to_give(session)
            people = batch_forms.people_who_annotate(list_people(session))
            known = cities_known(session)
            pairs = calibration.pairs(session)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    free = sum(not one.given for one in queries)
    late = sum(
        one.due_on is not None and one.due_on < now().date() and one.closed_at is None for one in found
    )
    overdue = f" {count(late, 'batch is', 'batches are')} past the due date." if late else ""
    page_head(
        "Assign work",
        f"{count(free, 'query is', 'queries are')} free, {len(plans)} with annotators.{overdue}",
    )
    _batches(lead, found, people)
    _forms(lead, queries, people, known)
    _in_hand(lead, plans)
    _calibration(pairs)


show()
