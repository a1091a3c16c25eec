"""Notices: what others did with my plans, what is overdue; each leads to its plan, day and row."""

from urllib.parse import urlencode

import streamlit as st

from db.notices import NoticeKind, NoticeView, list_notices, mark_all_read, mark_read
from db.people import Person
from db.session import open_session
from pages._ui.link_table import Cell, Column, Row, Tone, link_table
from pages._ui.page_head import count, page_head, section, when
from pages._ui.screens import ANNOTATE, REVIEW_PLAN
from pages._ui.session import ANNOTATOR, ANY_ROLE, EXPERT, require_role

COLUMNS = (
    Column("Notice"),
    Column("Plan"),
    Column("Says", wrap=True),
    Column("Row"),
    Column("When"),
)
TONES: dict[NoticeKind, Tone] = {
    NoticeKind.RETURNED: "bad",
    NoticeKind.OVERDUE: "bad",
    NoticeKind.CONFLICT: "warn",
    NoticeKind.ASSIGNED: "good",
}


def _leads_to(person: Person, notice: NoticeView) -> dict[str, str] | None:
    """The place that a notice is about; None where the person has no screen for it any more."""
    if notice.kind is NoticeKind.TAKEN_AWAY:
        return None
    place = {"plan": str(notice.annotation_id)}
    if (ANNOTATOR if notice.is_own else EXPERT) not in person.roles:
        return None
    day = {"day": str(notice.day)} if notice.day else {}
    return place | day | ({"row": notice.row} if notice.row else {})


def _row(person: Person, notice: NoticeView) -> Row:
    place = _leads_to(person, notice)
    screen = "annotate" if notice.is_own else "review-plan"
    cells = [
        Cell(notice.kind.value, tone="mute" if notice.is_read else TONES.get(notice.kind, ""), chip=True),
        Cell(
            f"{notice.set_name} {notice.idx}",
            sub=notice.title,
            tone="mute" if notice.is_read else "",
            sort=f"{notice.set_name} {notice.idx:09d}",
        ),
        Cell(notice.text, tone="mute" if notice.is_read else ""),
        Cell(notice.row or ""),
        Cell(when(notice.at) if notice.at else "", sort=notice.at.timestamp() if notice.at else 0.0),
    ]
    return Row(_id(notice), f"{screen}?{urlencode(place)}" if place else None, cells)


def _id(notice: NoticeView) -> str:
    return f"overdue-{notice.annotation_id}" if notice.id is None else str(notice.id)


def _open(person: Person, notice: NoticeView) -> None:
    if notice.id is not None and not notice.is_read:
        with open_session(write=True) as session:
            mark_read(session, person.id, [notice.id])
    place = _leads_to(person, notice)
    if place is None:
        st.rerun()
    st.switch_page(ANNOTATE if notice.is_own else REVIEW_PLAN, query_params=place)


def show() -> None:
    """Draw the screen."""
    person = require_role(*ANY_ROLE)
    with open_session(write=False) as session:
        notices = list_notices(session, person.id)
    unread = sum(not one.is_read for one in notices)
    head, button = st.columns([4, 1.4], vertical_alignment="center")
    with head:
        page_head("Notices", f"{count(unread, 'notice')} to read." if unread else "Nothing new.")
    if unread and button.button(
        "Mark all as read", icon=":material/done_all:", key="all-read", width="stretch"
    ):
        with open_session(write=True) as session:
            mark_all_read(session, person.id)
        st.rerun()
    if not notices:
        st.info(
            "Nothing was told to you yet: here stands what comes back to you, what is assigned to you, what is "
            "overdue and who answered your flags.",
            icon=":material/notifications:",
        )
        return
    section(count(len(notices), "notice"), "a click or Enter goes to the plan and row")
    opened = link_table(COLUMNS, [_row(person, one) for one in notices], key="notices", name="Notices")
    if opened is not None:
        _open(person, next(one for one in notices if _id(one) == opened))


show()
