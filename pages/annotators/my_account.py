"""My account: my password, what I say of myself, and where I am signed in."""

from collections.abc import Sequence

import streamlit as st

from annotate.errors import WorkbenchError
from db import accounts, annotator_profiles, sign_ins
from db.annotator_profiles import AGE_BANDS, ENGLISH_YEARS_BANDS, REGIONS
from db.exporters.group_figures import MIN_GROUP
from db.people import Person
from db.session import open_session
from db.sign_ins import Signed, SignInView
from pages._ui.page_head import count, page_head, plain, section, when
from pages._ui.session import ANNOTATOR, ANY_ROLE, require_role, signed_in_here

AGENT_NAMES = (("Edg/", "Edge"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


def _in_words(agent: str) -> str:
    """`Firefox on Linux`, as far as the agent says so."""
    browser = next((name for mark, name in AGENT_NAMES if mark in agent), "A browser")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return f"{browser} on {system}" if system else browser


def _password(person: Person, here: Signed) -> None:
    section("Password")
    with open_session(write=False) as session:
        has_one = accounts.has_password(session, person.id)
    if not has_one:
        st.info(
            "This account has no password. Demo users need none; for an invited account a lead makes a link that sets one.",
            icon=":material/key_off:",
        )
        return
    with st.form("password", border=True, clear_on_submit=True, width=420):
        present = st.text_input(
            "Present password", type="password", autocomplete="current-password", key="present"
        )
        new = st.text_input("New password", type="password", autocomplete="new-password", key="new")
        again = st.text_input(
            "The new one once more", type="password", autocomplete="new-password", key="again"
        )
        pressed = st.form_submit_button("Change password", type="primary")
        st.caption(
            "12 characters or more; four or five plain words do well. You are signed out everywhere else."
        )
    if not pressed:
        return
    if new != again:
        st.error("The two new passwords differ. Type the same one twice.")
        return
    _change(person, here, present or "", new or "")


def _change(person: Person, here: Signed, present: str, new: str) -> None:
    address = st.context.ip_address or "127.0.0.1"
    try:
        with open_session(write=True) as session:
            accounts.count_password_try(session, person.id, address)
        with open_session(write=True) as session:
            accounts.change_password(session, person.id, present, new, but=here.sign_in_id, address=address)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    st.success("The password is changed; you are signed out everywhere else.", icon=":material/check:")


def _about_me(person: Person) -> None:
    """What an annotator chooses to say of themselves for the data card of a release."""
    with open_session(write=False) as session:
        said = annotator_profiles.own_profile(session, person.id)
    section("About me", f"given {when(said.given_at)}" if said.given_at else "nothing is given")
    with st.container(border=True, width=640):
        st.caption(
            f"Each is your choice. A release says how many annotators gave an answer, only in groups of {MIN_GROUP} or more "
            "and never who. Nobody else sees this page; you can take it back at any time, for all later releases."
        )
        with st.container(horizontal=True):
            age = _band("Age", AGE_BANDS, said.age_band, "age")
            region = _band("Region where you grew up", REGIONS, said.region, "region")
            english = _band("Years of English", ENGLISH_YEARS_BANDS, said.english_years_band, "english")
        with st.container(horizontal=True):
            keep = st.button("Keep what I say", key="keep-profile", type="primary")
            take_back = st.button(
                "Take everything back",
                key="withdraw-profile",
                disabled=said.given_at is None,
                icon=":material/undo:",
            )
    if not keep and not take_back:
        return
    with open_session(write=True) as session:
        if take_back:
            annotator_profiles.withdraw_profile(session, person.id)
        else:
            annotator_profiles.give_profile(
                session, person.id, age_band=age, region=region, english_years_band=english
            )
    st.rerun()


def _band(label: str, bands: Sequence[str], said: str | None, key: str) -> str | None:
    # The key holds what is kept: taking it back empties the widget too.
    return st.selectbox(
        label, bands, index=bands.index(said) if said in bands else None, key=f"profile-{key}-{said}",
        placeholder="not said", width=190,
    )  # fmt: skip


def _sign_ins(person: Person, here: Signed) -> None:
    with open_session(write=False) as session:
        listed = sign_ins.sign_ins_of(session, person.id)
    section("Where you are signed in", count(len(listed), "browser"))
    for one in listed:
        _sign_in(person, one, is_here=one.id == here.sign_in_id)
    with st.container(horizontal=True):
        others = st.button(
            "Sign out everywhere else",
            key="sign-out-others",
            disabled=len(listed) < 2,
            icon=":material/logout:",
        )
        everywhere = st.button("Sign out everywhere", key="sign-out-everywhere", icon=":material/logout:")
    if others or everywhere:
        with open_session(write=True) as session:
            sign_ins.sign_out_everywhere(session, person.id, but=here.sign_in_id if others else None)
        st.rerun()


def _sign_in(person: Person, one: SignInView, *, is_here: bool) -> None:
    said_at, seen_at, button_at = st.columns([2.5, 4.5, 1.2], vertical_alignment="center")
    said_at.write(f"**{plain(_in_words(one.agent))}**{' · this browser' if is_here else ''}")
    seen_at.caption(
        plain(
            f"from {one.address}, by {one.how}, since {when(one.created_at)}, last seen {when(one.seen_at)}"
        )
    )
    if not is_here and button_at.button("Sign out", key=f"sign-out-{one.id}", width="stretch"):
        with open_session(write=True) as session:
            sign_ins.sign_out_one(session, person.id, one.id)
        st.rerun()


def show() -> None:
    """Draw the screen."""
    person = require_role(*ANY_ROLE)
    here = signed_in_here()
    page_head("My account", f"{person.label}, {' and '.join(sorted(person.roles))}.")
    _password(person, here)
    if ANNOTATOR in person.roles:
        _about_me(person)
    _sign_ins(person, here)


show()
