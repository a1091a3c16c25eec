"""Who is signed in on this page, and the only place that knows the keys of Streamlit's session state.

The session state dies with the server and on F5, so it holds only what may be lost.
"""

from enum import StrEnum
from html import escape
from typing import Any, NoReturn
from urllib.parse import urlencode, urlsplit

import streamlit as st

from annotate.errors import NotFoundError
from db.people import Person, get_person
from db.session import open_session
from pages._ui.cookie import COOKIE_NAME, person_in
from pages._ui.sign_in import sign_in_address

ANNOTATOR = "annotator"
EXPERT = "expert"
LEAD = "lead"
ANY_ROLE = (ANNOTATOR, EXPERT, LEAD)


class Key(StrEnum):
    """What is remembered between two runs of a page."""

    PERSON = "signed_in_person"
    DESK = "desk"
    NEIGHBOURS = "neighbouring_plans"
    SIMPLE_MODE = "simple"
    IMPORT = "import_desk"
    RELEASE = "last_release"


def recall(key: Key | str, default: Any = None) -> Any:
    """Return what was remembered under ``key`` (a widget's key too), else ``default``."""
    return st.session_state.get(key, default)


def remember(key: Key | str, value: Any) -> None:
    """Remember ``value`` until the page is reloaded or the server ends."""
    st.session_state[key] = value


def forget(key: Key | str) -> None:
    """Forget what was remembered under ``key``, if anything."""
    st.session_state.pop(key, None)


def person_id_in_cookie() -> int | None:
    """Return the id in this page's sign-in cookie, or None for a stranger."""
    return person_in(st.context.cookies.get(COOKIE_NAME))


def look_up_person() -> Person | None:
    """Return who is signed in as the database has them now, or None for a stranger."""
    person_id = person_id_in_cookie()
    if person_id is None:
        forget(Key.PERSON)
        return None
    try:
        with open_session(write=False) as session:
            person = get_person(session, person_id)
    except NotFoundError:  # the cookie is older than this database, or the person has left: a stranger
        forget(Key.PERSON)
        return None
    remember(Key.PERSON, person)
    return person


def signed_in_person() -> Person | None:
    """Return who is signed in: as this run looked them up while the cookie says the same, else looked up."""
    person = recall(Key.PERSON)
    if person is not None and person.id == person_id_in_cookie():
        return person
    return look_up_person()


def require_role(*roles: str) -> Person:
    """Return the signed-in person when they have one of ``roles``; else say why not and stop the screen.

    Every screen calls this first, so that no screen depends on the navigation that led to it.
    """
    person = signed_in_person()
    if person is None:
        _stop_with(
            "Please sign in",
            "This page is for people who are signed in. After signing in you come back to it.",
            "Sign in",
        )
    if not person.roles & set(roles):
        _stop_with(
            "This page is not for you",
            f"It is for the role {' or '.join(roles)}. You are signed in as {person.name}, "
            f"{' and '.join(sorted(person.roles))}. "
            "Sign in as somebody with that role, or go back to the start page.",
            "Sign in as somebody else",
        )
    return person


def _stop_with(title: str, sentence: str, link: str) -> NoReturn:
    st.title(title)
    st.write(sentence)
    address = sign_in_address(_this_address())
    st.html(
        f'<p style="font-size:1rem"><a style="color:inherit" href="{escape(address)}" target="_self">'
        f"{escape(link)}</a></p>"
    )
    st.stop()


def _this_address() -> str:
    path = urlsplit(st.context.url or "/").path or "/"
    query = urlencode([(name, value) for name in st.query_params for value in st.query_params.get_all(name)])
    return f"{path}?{query}" if query else path
