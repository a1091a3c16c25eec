"""A guideline page in a drawer beside the work."""

import streamlit as st

from pages._ui.guideline_pages import find_page


@st.dialog("Guideline", position="right", width="medium")
def show_guideline(key: str) -> None:
    """Open the page of a rule code or a score in a drawer."""
    page = find_page(key)
    if page is None:
        st.error(f"There is no guideline page for {key}.")
        return
    st.markdown(f"## {page.key} · {page.title}")
    st.caption(page.note)
    st.markdown(page.body)
