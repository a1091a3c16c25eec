"""Two model sets beside each other, and what one gains and loses against the other."""

import streamlit as st

from db.model_sets import ModelSetView, SetState, list_model_sets
from db.session import open_session
from pages._ui.model_sets.figures import show_differences, show_paper_rows


def show_versus(one: ModelSetView) -> None:
    """Draw the comparison with the set that the address names."""
    with open_session(write=False) as session:
        others = {
            each.name: each
            for each in list_model_sets(session)
            if each.state is SetState.DONE and each.id != one.id
        }
    if not others:
        st.info(
            "No other set is scored. Add one to compare this one with it.", icon=":material/compare_arrows:"
        )
        return
    name = st.selectbox("Beside", list(others), key="with", bind="query-params", width=360)
    other = others[name]
    if other.query_set != one.query_set:
        st.warning(
            "The two sets answer different queries: their figures are means over different trips.",
            icon=":material/warning:",
        )
    summaries = (one.summary or {}, other.summary or {})
    show_paper_rows({one.name: summaries[0], other.name: summaries[1]}, key="versus")
    show_differences(one.name, other.name, summaries)
