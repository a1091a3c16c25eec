"""Guidelines: how to annotate, what each rule and each score means, with a search and an address for every page."""

import streamlit as st

from pages._ui.guideline_pages import GuidelinePage, find_page, guideline_pages
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import page_head, plain, section
from pages._ui.session import ANY_ROLE, require_role

FIRST_PAGE = "how_to_annotate"
LIST_HEIGHT_PX = 640
STYLE = """<style>
.st-key-guideline-text{max-width:54rem}
.st-key-guideline-text table{font-size:.88rem}
.st-key-guideline-text h2{font-size:1.05rem;padding-top:1.1rem}
</style>"""


def _list(shown: str) -> None:
    words = st.text_input(
        "Search the guidelines",
        key="find",
        type="search",
        placeholder="TIM004, meal, buffer ...",
        bind="query-params",
        live=True,
    )
    found = [page for page in guideline_pages() if page.holds(words or "")]
    if not found:
        st.info(f"No page holds “{plain(words)}”. Try fewer words, or a rule's code.")
    for part in dict.fromkeys(page.part for page in found):
        here = [page for page in found if page.part == part]
        section(part, str(len(here)))
        _part(part, here, shown)


def _part(part: str, here: list[GuidelinePage], shown: str) -> None:
    coded = part in ("Rules", "Scores")
    columns = [Column("Code"), Column("Says", wrap=True)] if coded else [Column("Page", wrap=True)]
    rows = [
        Row(
            page.key,
            f"guidelines?page={page.key}",
            [Cell(page.key), Cell(page.title, sub=page.note if part == "Rules" else "")]
            if coded
            else [Cell(page.title)],
        )
        for page in here
    ]
    opened = link_table(
        columns,
        rows,
        key=f"pages-{part}",
        name=part,
        selected=shown,
        headings=False,
        height_px=LIST_HEIGHT_PX,
    )
    if opened is not None:
        st.query_params["page"] = opened
        st.rerun()


def show() -> None:
    """Draw the screen."""
    require_role(*ANY_ROLE)
    st.html(STYLE)
    page_head("Guidelines", "How plans are filled, what each rule asks and how each score is computed.")
    wanted = st.query_params.get("page", FIRST_PAGE)
    page = find_page(wanted)
    at_left, at_right = st.columns([0.32, 0.68], gap="medium")
    with at_left:
        _list(page.key if page else "")
    with at_right, st.container(key="guideline-text"):
        if page is None:
            st.warning(f"There is no guideline page “{plain(wanted)}”. Choose one from the list.")
            return
        st.subheader(
            plain(f"{page.key}: {page.title}" if page.part in ("Rules", "Scores") else page.title),
            anchor=False,
        )
        st.markdown(page.body)


show()
