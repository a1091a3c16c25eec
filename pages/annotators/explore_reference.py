"""Reference data: what do we know of this train, flight, bus, road, place or city; with sample size, source and date."""

from urllib.parse import urlencode

import streamlit as st

from annotate.errors import NotFoundError
from db import explore
from db.session import open_session
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import page_head, plain
from pages._ui.reference_cards import CARDS
from pages._ui.screens import IMPORT
from pages._ui.session import ANY_ROLE, LEAD, require_role

MOST_SUGGESTIONS = 40
LIST_HEIGHT_PX = 620
PLACEHOLDERS = {
    "train": "number, name or city",
    "flight": "number, airline or city",
    "bus": "operator or city",
    "road": "two cities",
    "place": "name or city",
    "city": "name or state",
}


def _choose(kind: str, shown: str | None) -> str | None:
    words = st.text_input(
        f"Search: {PLACEHOLDERS[kind]}",
        key="find",
        type="search",
        placeholder=PLACEHOLDERS[kind],
        bind="query-params",
        live=True,
    )
    with open_session(write=False) as session:
        found = explore.suggest(session, kind, words or "", MOST_SUGGESTIONS)
    if not found:
        st.info(f"Nothing fits “{plain(words)}”." if words else f"No {kind} was imported yet.")
        return shown
    rows = [
        Row(
            one.key, f"reference?{urlencode({'kind': kind, 'key': one.key})}", [Cell(one.title, sub=one.note)]
        )
        for one in found
    ]
    opened = link_table(
        [Column("Name", wrap=True)],
        rows,
        key=f"suggestions-{kind}",
        name="Suggestions",
        selected=shown or found[0].key,
        headings=False,
        height_px=LIST_HEIGHT_PX,
    )
    if len(found) == MOST_SUGGESTIONS:
        st.caption(f"The first {MOST_SUGGESTIONS}. Type more to narrow them down.")
    if opened is not None:
        st.query_params["key"] = opened
        st.rerun()
    return shown or found[0].key


def _changed_kind() -> None:
    for name in ("key", "find"):
        st.query_params.pop(name, None)


def show() -> None:
    """Draw the screen."""
    person = require_role(*ANY_ROLE)
    page_head(
        "Reference data",
        "What is known of a train, a flight, a road or a place, how well, and where it comes from.",
    )
    with open_session(write=False) as session:
        is_empty = not explore.suggest(session, "city", "", 1)
    if is_empty:
        st.info("No reference data yet. A lead imports the cities first.", icon=":material/travel_explore:")
        if LEAD in person.roles:
            st.page_link(IMPORT, label="Import data", icon=":material/upload_file:")
        return
    kind = st.segmented_control(
        "Kind",
        list(CARDS),
        default="train",
        required=True,
        key="kind",
        bind="query-params",
        on_change=_changed_kind,
        label_visibility="collapsed",
    )
    kind = kind or "train"
    at_left, at_right = st.columns([0.28, 0.72], gap="medium")
    with at_left:
        key = _choose(kind, st.query_params.get("key"))
    with at_right:
        if key is None:
            return
        try:
            CARDS[kind](key)
        except NotFoundError as error:
            st.warning(plain(error), icon=":material/search_off:")


show()
