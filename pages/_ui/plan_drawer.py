"""A submitted plan in a drawer: to be looked at where nothing is decided."""

import streamlit as st

from annotate.errors import WorkbenchError
from db import reviews
from db.people import Person
from db.session import open_session
from pages._ui.page_head import plain, when
from pages._ui.submitted_plan import finding_html, plan_table, query_line, score_tiles, settled_by


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
    frozen = review.submission
    st.html(query_line(frozen.itinerary) + score_tiles(frozen.feedback, None))
    for finding in frozen.feedback.findings:
        st.html(
            finding_html(frozen.itinerary, finding, settled_by(frozen.itinerary, finding, review.waivers))
        )
    st.html(plan_table(frozen.itinerary, frozen.feedback, plan.flags, None))
    st.caption(f"Round {frozen.round}, submitted {when(frozen.submitted_at)}.")
