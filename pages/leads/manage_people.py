"""People: who works here, how they come in, what they may do."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

import streamlit as st

from annotate.errors import WorkbenchError
from annotate.permissions import Role
from db import accounts
from db.accounts import Account, AccountState
from db.events import now
from db.people import Person
from db.session import open_session
from pages._ui.link_table import Cell, Column, Row, Tone, link_table
from pages._ui.page_head import count, page_head, plain, section, when
from pages._ui.session import LEAD, Key, forget, recall, remember, require_role
from pages._ui.sign_in import JOIN_PATH

ROLES = [role.value for role in Role]
TONES: dict[AccountState, Tone] = {
    AccountState.ACTIVE: "good",
    AccountState.INVITED: "warn",
    AccountState.DEMO: "",
    AccountState.DEACTIVATED: "mute",
}


def _row(account: Account) -> Row:
    person = account.person
    until = f"link until {when(account.link_until)}" if account.link_until else ""
    cells = [
        Cell(person.code),
        Cell(person.name, sub=account.email or ""),
        Cell(", ".join(role for role in ROLES if role in person.roles)),
        Cell(account.state.value, sub=until, tone=TONES[account.state], chip=True),
        Cell(
            when(account.last_seen_at), sort=account.last_seen_at.timestamp() if account.last_seen_at else 0.0
        ),
    ]
    return Row(str(person.id), f"people?person={person.id}", cells)


def _invite(lead: Person) -> None:
    with st.form("invite", border=True, clear_on_submit=False):
        name_at, email_at, roles_at, button_at = st.columns([2, 2.4, 2.4, 1.2], vertical_alignment="bottom")
        name = name_at.text_input("Name", key="invite-name")
        email = email_at.text_input("E-mail", key="invite-email", placeholder="asha@example.org")
        roles = roles_at.multiselect("Roles", ROLES, default=ROLES[:1], key="invite-roles")
        pressed = button_at.form_submit_button("Invite", type="primary", width="stretch")
    if not pressed:
        return
    try:
        with open_session(write=True) as session:
            person, token = accounts.invite(session, lead.id, name or "", email or "", roles)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    remember(Key.NEW_LINK, (person.label, token))
    st.rerun()


def _new_link() -> None:
    made: tuple[str, str] | None = recall(Key.NEW_LINK)
    if made is None:
        return
    label, token = made
    here = urlsplit(st.context.url or "")
    with st.container(border=True, key="new-link"):
        st.write(
            f"Give this link to **{plain(label)}**. It opens once, lets them choose a password, "
            "and is not shown again."
        )
        st.code(f"{here.scheme}://{here.netloc}{JOIN_PATH}?{urlencode({'token': token})}", language=None)
        if st.button("Done", key="link-given"):
            forget(Key.NEW_LINK)
            st.rerun()


def _chosen(lead: Person, listed: list[Account]) -> None:
    wanted = st.query_params.get("person")
    account = next((one for one in listed if str(one.person.id) == wanted), None)
    if account is None:
        return
    person = account.person
    section(person.label, account.email or "no e-mail")
    with st.container(border=True, key="chosen"):
        roles_at, keep_at, reset_at, active_at = st.columns([3, 1.2, 1.6, 1.4], vertical_alignment="bottom")
        roles = roles_at.multiselect(
            "Roles",
            ROLES,
            default=[role for role in ROLES if role in person.roles],
            key=f"roles-{person.id}",
        )
        if keep_at.button("Keep roles", key="keep-roles", width="stretch"):
            _do(lambda session: accounts.set_roles(session, lead.id, person.id, roles))
        _reset_button(lead, account, reset_at)
        if account.state is AccountState.DEACTIVATED:
            if active_at.button("Reactivate", key="reactivate", width="stretch"):
                _do(lambda session: accounts.reactivate(session, lead.id, person.id))
        elif active_at.button("Deactivate", key="deactivate", width="stretch"):
            _do(lambda session: accounts.deactivate(session, lead.id, person.id))
        st.caption(
            "Changes count from the person’s next step on, in open tabs too. A new link takes the old password "
            "and all sign-ins away. A deactivated person’s work stays."
        )


def _reset_button(lead: Person, account: Account, box: st.delta_generator.DeltaGenerator) -> None:
    can = account.state in (AccountState.ACTIVE, AccountState.INVITED) and account.person.id != lead.id
    if not box.button("Make a new link", key="reset-access", disabled=not can, width="stretch"):
        return

    def reset(session: Any) -> None:
        token = accounts.reset_access(session, lead.id, account.person.id)
        remember(Key.NEW_LINK, (account.person.label, token))

    _do(reset)


def _do(verb: Callable[[Any], None]) -> None:
    try:
        with open_session(write=True) as session:
            verb(session)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    st.rerun()


def show() -> None:
    """Draw the screen."""
    lead = require_role(LEAD)
    with open_session(write=False) as session:
        listed = accounts.list_accounts(session, lead.id, at=now())
    by_state = {state: sum(one.state is state for one in listed) for state in AccountState}
    told = ", ".join(f"{number} {state.value}" for state, number in by_state.items() if number)
    page_head("People", f"{count(len(listed), 'person', 'people')}: {told}.")
    _new_link()
    _invite(lead)
    if by_state[AccountState.DEMO]:
        st.caption(
            "Demo people are let in by one click, without a password. Before others reach this server, invite a "
            "lead and start it with WORKBENCH_DEMO_SIGN_IN=off."
        )
    columns = [Column("Code"), Column("Name", wrap=True), Column("Roles", wrap=True), Column("State")]
    opened = link_table(
        [*columns, Column("Last seen")],
        [_row(one) for one in listed],
        key="people",
        name="People",
        selected=st.query_params.get("person"),
    )
    if opened is not None and opened != st.query_params.get("person"):
        st.query_params["person"] = opened
        st.rerun()
    _chosen(lead, listed)


show()
