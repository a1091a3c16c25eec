"""The guidelines are read and confirmed before a plan is opened, again whenever they change."""

import streamlit as st

from annotate.errors import WorkbenchError
from annotate.gold import GUIDELINES_VERSION
from db.guideline_versions import confirm, has_confirmed, last_confirmed
from db.people import Person
from db.session import open_session
from pages._ui.guideline_pages import find_page
from pages._ui.page_head import page_head, plain
from pages._ui.screens import GUIDELINES
from pages._ui.session import Key, recall, remember

PAGE = "how_to_annotate"


def guidelines_confirmed(person: Person) -> bool:
    """Whether the person has confirmed the present guidelines; if not, they are drawn with a button that does."""
    if recall(Key.CONFIRMED) == (person.id, GUIDELINES_VERSION):
        return True
    with open_session(write=False) as session:
        confirmed = has_confirmed(session, person.id)
        before = None if confirmed else last_confirmed(session, person.id)
    if confirmed:
        remember(Key.CONFIRMED, (person.id, GUIDELINES_VERSION))
        return True
    _ask(person, before)
    return False


def _ask(person: Person, before: str | None) -> None:
    said = f" You confirmed version {before}; they have changed since." if before else ""
    page_head(
        f"Guidelines, version {GUIDELINES_VERSION}",
        f"Please read them before you open a plan.{said}",
    )
    page = find_page(PAGE)
    with st.container(border=True, height=520, key="guidelines-to-read"):
        st.markdown(page.body if page is not None else "The guidelines are on their own screen.")
    with st.container(horizontal=True, vertical_alignment="center"):
        pressed = st.button(
            f"I have read version {GUIDELINES_VERSION}",
            type="primary",
            key="confirm-guidelines",
            shortcut="Ctrl+Enter",
        )
        st.page_link(GUIDELINES, label="All guidelines", icon=":material/menu_book:")
    if not pressed:
        return
    try:
        with open_session(write=True) as session:
            confirm(session, person.id)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    st.rerun()
