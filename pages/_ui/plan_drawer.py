"""A submitted plan, or one of its rounds beside another, in a drawer: to be looked at where nothing is decided."""

import streamlit as st

from annotate.errors import WorkbenchError
from db import reviews
from db.differences import between, versions_of
from db.flags import flags_of
from db.people import Person
from db.session import open_session
from helpers.finding_words import settled_by
from pages._ui.page_head import count, plain, when
from pages._ui.print_buttons import show_print_buttons
from pages._ui.submitted_plan import finding_html, plan_table, query_line, score_tiles


@st.dialog("The plan as submitted", width="large", position="right")
def show_plan_drawer(person: Person, annotation_id: int) -> None:
    """Open the last frozen round of a plan, with its findings, for whoever may look at it."""
    try:
        with open_session(write=False) as session:
            review = reviews.view_review(session, person.id, annotation_id)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    plan = review.plan
    st.caption(plain(f"{plan.set_name} {plan.idx}, {plan.annotator.label}, {plan.state.value}"))
    if not review.rounds:
        st.html(query_line(plan.itinerary))
        st.info("No round of this plan was submitted here.", icon=":material/hourglass_empty:")
        return
    show_print_buttons(person, plan, key=f"print-{annotation_id}")
    frozen = review.submission
    st.html(query_line(frozen.itinerary) + score_tiles(frozen.feedback, None))
    for finding in frozen.feedback.findings:
        st.html(
            finding_html(frozen.itinerary, finding, settled_by(frozen.itinerary, finding, review.waivers))
        )
    st.html(plan_table(frozen.itinerary, frozen.feedback, plan.flags, None))
    st.caption(f"Round {frozen.round}, submitted {when(frozen.submitted_at)}.")


@st.dialog("A round of the plan", width="large", position="right")
def show_round_drawer(
    person: Person, annotation_id: int, shown_id: int | None, against_id: int | None
) -> None:
    """Open a frozen round (None: the draft) for whoever may look at it, beside an earlier one if `against_id` names it."""
    try:
        with open_session(write=False) as session:
            versions = {one.submission_id: one for one in versions_of(session, person.id, annotation_id)}
            flags = flags_of(session, annotation_id)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    shown, before = versions.get(shown_id), versions.get(against_id) if against_id is not None else None
    if shown is None or (against_id is not None and before is None):
        st.error("This plan has no such round: choose one from its history.")
        return
    st.subheader(plain(shown.label).capitalize(), anchor=False)
    if shown.by is not None and shown.at is not None:
        st.caption(plain(f"{shown.by.label}, {when(shown.at)}"))
    st.html(score_tiles(shown.feedback, before.feedback if before else None))
    if before is not None:
        changed = between(before, shown, flags).difference
        st.write(
            f"Beside {plain(before.label)}: {count(len(changed.edited), 'row')} changed, "
            f"{count(len(changed.closed), 'finding')} closed, {len(changed.opened)} new."
        )
        said = [f"- :green-badge[closed] {plain(one.message)}" for one in changed.closed]
        said += [f"- :red-badge[new] {plain(one.message)}" for one in changed.opened]
        st.markdown("\n".join(said))
    st.html(plan_table(shown.itinerary, shown.feedback, (), before.itinerary if before else None))
