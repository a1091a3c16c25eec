"""Who is signed in on this page, and the only place that knows the keys of Streamlit's session state.

The session state dies with the server and on F5, so it holds only what may be lost.
"""

from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from html import escape
from threading import Thread
from typing import Any, NoReturn, cast
from urllib.parse import urlencode, urlsplit

import streamlit as st

from annotate.permissions import Role
from db.people import Person
from db.session import open_session
from db.sign_ins import Signed, note_seen, who_is
from pages._ui.cookie import COOKIE_NAME, unseal
from pages._ui.sign_in import sign_in_address

ANNOTATOR, EXPERT, LEAD = ANY_ROLE = tuple(role.value for role in Role)
SEEN_EVERY_S = 5 * 60
"""How often at most it is kept when a browser was last seen."""


class Key(StrEnum):
    """What is remembered between two runs of a page."""

    SIGNED = "signed_in"
    NEW_LINK = "new_access_link"
    DESK = "desk"
    REVIEW = "review_desk"
    RETURNED = "said_of_the_plan"
    NEIGHBOURS = "neighbouring_plans"
    SIMPLE_MODE = "simple"
    TAB = "browser_tab"
    HOLDING = "hold_of_the_open_plan"
    CONFIRMED = "confirmed_guidelines"
    IMPORT = "import_desk"
    PRINTED = "printed_batch"


def recall(key: Key | str, default: Any = None) -> Any:
    """Return what was remembered under ``key`` (a widget's key too), else ``default``."""
    return st.session_state.get(key, default)


def remember(key: Key | str, value: Any) -> None:
    """Remember ``value`` until the page is reloaded or the server ends."""
    st.session_state[key] = value


def forget(key: Key | str) -> None:
    """Forget what was remembered under ``key``, if anything."""
    st.session_state.pop(key, None)


def look_up_sign_in() -> Signed | None:
    """Return who is signed in as the database has them now, or None for a stranger.

    The cookie is that of the page load; whether its sign-in still holds, and with which roles, is asked at
    every run, so that signing out elsewhere reaches open tabs.
    """
    token = unseal(st.context.cookies.get(COOKIE_NAME))
    signed = None
    if token is not None:
        with open_session(write=False) as session:
            signed = who_is(session, token)
    remember(Key.SIGNED, signed)
    if signed is not None:
        _keep_seen(signed)
    return signed


def look_up_person() -> Person | None:
    """Return who is signed in now, or None for a stranger."""
    signed = look_up_sign_in()
    return signed.person if signed else None


def is_still_signed_in(person_id: int) -> bool:
    """Whether this page still acts for a person: asked by what runs without `require_role` (a callback, a fragment)."""
    signed = look_up_sign_in()
    return signed is not None and signed.person.id == person_id


def signed_in_here() -> Signed:
    """Return the sign-in that this run of the page was let in with; only after `require_role`."""
    signed = recall(Key.SIGNED)
    if signed is None:
        raise RuntimeError("The screen asks who is signed in before it has asked for a role.")
    return cast(Signed, signed)


def _keep_seen(signed: Signed) -> None:
    if (datetime.now(UTC) - signed.seen_at).total_seconds() < SEEN_EVERY_S:
        return
    remember(Key.SIGNED, replace(signed, seen_at=datetime.now(UTC)))
    # Beside the run: a long import holds the database, and a page does not wait for a note.
    Thread(target=_note_seen, args=(signed.sign_in_id,), daemon=True).start()


def _note_seen(sign_in_id: int) -> None:
    with open_session(write=True) as session:
        note_seen(session, sign_in_id)


def require_role(*roles: str) -> Person:
    """Return the signed-in person when they have one of ``roles``; else say why not and stop the screen.

    Every screen calls this first, so that no screen depends on the navigation that led to it.
    """
    person = look_up_person()
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
