"""The banner over a query that no plan can satisfy from the data, with the way to send it back."""

import streamlit as st

from annotate.errors import WorkbenchError
from db import flags
from db.session import open_session
from pages._ui import desk as desks
from pages._ui.desk import Desk
from pages._ui.page_head import plain
from pages._ui.session import is_still_signed_in

UNSOLVABLE = "ENV001"
"""The rule that looks for what the data do not have at all."""
MOST_TEXT = 500
"""Characters of a flag that the screens offer."""


def warn_if_unsolvable(desk: Desk) -> None:
    """Say before work starts that the query cannot be solved; one button flags the plan for a source correction."""
    found = [finding for finding in desk.feedback.findings if finding.code == UNSOLVABLE]
    if not found:
        return
    said = " ".join(finding.message for finding in found)
    text, action = st.columns([5, 1.3], vertical_alignment="center")
    told = any(desks.is_told(desk, finding) for finding in found)
    text.warning(
        f"**This query may be unsolvable.** {plain(said)} "
        + ("The expert is told; go on with another plan." if told else "No choice of times can mend it."),
        icon=":material/block:",
    )
    if told or not desk.plan.can_edit:
        return
    if action.button("Send as source correction", key="source-correction"):
        if not is_still_signed_in(desk.person_id):
            st.rerun()
        try:
            _flag(desk, f"{UNSOLVABLE}, source correction: {said}")
        except WorkbenchError as error:
            st.error(plain(error))
            return
        st.rerun()


def _flag(desk: Desk, text: str) -> None:
    with open_session(write=True) as session:
        flags.set_flag(
            session, desk.person_id, desk.plan.annotation_id, row=None, kind=flags.FlagKind.DATA_ERROR, text=text[:MOST_TEXT]
        )  # fmt: skip
        kept = flags.flags_of(session, desk.plan.annotation_id)
    desks.keep_flags(desk, kept)
