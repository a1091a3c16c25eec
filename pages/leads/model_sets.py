"""Model sets: plans of language models, scored in the background, beside each other and beside the plans of people."""

import streamlit as st

from annotate.errors import NotFoundError
from helpers.model_scoring import see_to_scoring
from pages._ui.model_sets.choosing import add_form, open_set, show_sets
from pages._ui.model_sets.one_set import show_one_set
from pages._ui.page_head import page_head, plain
from pages._ui.session import LEAD, require_role


def show() -> None:
    """Draw the screen: a set that the address names, else the list."""
    person = require_role(LEAD)
    see_to_scoring()
    name = st.query_params.get("set")
    if name is None:
        page_head(
            "Model sets",
            "Plans of language models, scored by the code that scores the plans of people and the command line's.",
        )
        show_sets(person)
        add_form(person)
        return
    try:
        show_one_set(person, name)
    except NotFoundError as error:
        page_head("Model sets")
        st.warning(plain(error), icon=":material/search_off:")
        if st.button("All sets", icon=":material/arrow_back:", key="to-all-sets"):
            open_set(None)


show()
