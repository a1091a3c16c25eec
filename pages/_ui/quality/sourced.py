"""A heading over reference data: where they come from, and a mark where they are invented."""

from collections.abc import Iterable

import streamlit as st

from annotate.facts import Source
from pages._ui.page_head import plain, section
from pages._ui.reference_cards import INVENTED


def sourced_heading(title: str, note: str, sources: Iterable[Source]) -> None:
    """The title of a section and a note, the imports behind it, and a mark where one of them is invented."""
    listed = list(sources)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        section(title, note)
        if any(INVENTED in source.label for source in listed):
            st.badge("demo (invented)", color="orange", icon=":material/science:")
    if listed:
        dated = (f"{one.label}, {one.as_of}" if one.as_of else one.label for one in listed)
        st.caption("Source: " + plain("; ".join(dict.fromkeys(dated))))
