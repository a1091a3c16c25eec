"""Quality: how far the work is and how good it is. One view at a time over the same filters; every figure leads to plans."""

from collections.abc import Callable

import streamlit as st

from db.people import Person
from db.quality_plans import Selection, quality_plans
from db.session import open_session
from pages._ui.page_head import count, page_head
from pages._ui.quality import disagreement, people, progress, scores, uncertainty, violations
from pages._ui.quality.filters import choose_plans
from pages._ui.session import LEAD, require_role

View = Callable[[Person, Selection], None]
VIEWS: dict[str, View] = {
    "Progress": progress.show,
    "Scores": scores.show,
    "Violations": violations.show,
    "People": people.show,
    "Agreement": disagreement.show,
    "Reference data": uncertainty.show,
}


def show() -> None:
    """Draw the screen."""
    person = require_role(LEAD)
    page_head(
        "Quality", "How far the work is, how good it is and where to look. Every figure opens its plans."
    )
    with open_session(write=False) as session:
        plans = quality_plans(session)
    if not plans:
        st.info(
            "Nobody works on a plan yet. Give some out on the screen Assign work; figures appear from then on.",
            icon=":material/monitoring:",
        )
        return
    view = st.segmented_control(
        "View", list(VIEWS), default="Progress", required=True, key="view", bind="query-params",
        label_visibility="collapsed",
    )  # fmt: skip
    selection = choose_plans(plans)
    st.caption(f"{count(len(selection.plans), 'plan')} of {len(plans):,}")
    if not selection.plans:
        st.info("No plan fits these filters.", icon=":material/filter_alt_off:")
        return
    VIEWS[view or "Progress"](person, selection)


show()
