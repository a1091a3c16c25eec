"""Sign-ins: who is signed in where. The browser holds a random token, the database its hash.

A sign-in ends by signing out, from another browser, when the person is deactivated, and after 14 days.
"""

import hashlib
import os
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from annotate.errors import NotAllowedError
from annotate.permissions import Action
from db import models
from db.cells import REMARK_CHARS, fault_of_text
from db.events import now
from db.models import SignIn
from db.passwords import is_right_password
from db.people import Person, get_person, person_of, require
from db.session import open_session
from db.sign_in_throttle import count_as_right, count_try

SIGNED_IN_FOR_S = 14 * 24 * 60 * 60
DEMO_VARIABLE = "WORKBENCH_DEMO_SIGN_IN"
AGENT_CHARS_KEPT = 200
_OFF = {"off", "0", "no", "false"}


class How(StrEnum):
    """By what somebody signed in."""

    DEMO = "one click"
    PASSWORD = "password"
    LINK = "link"
    OPENID = "OpenID Connect"


@dataclass(frozen=True, slots=True)
class Browser:
    """Where a request comes from, as it says itself."""

    address: str
    agent: str


@dataclass(frozen=True, slots=True)
class Signed:
    """Who a token stands for, and which sign-in it is."""

    person: Person
    sign_in_id: int
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class SignInView:
    """One browser in which somebody is signed in."""

    id: int
    how: str
    created_at: datetime
    seen_at: datetime
    address: str
    agent: str


def demo_sign_in_is_on() -> bool:
    """Whether demo people are let in by one click: yes, unless WORKBENCH_DEMO_SIGN_IN says off."""
    return os.environ.get(DEMO_VARIABLE, "on").strip().casefold() not in _OFF


def hash_token(token: str) -> str:
    """What is kept of a random token; a token has 256 bits, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def begin(session: Session, person_id: int, how: How, browser: Browser, *, at: datetime | None = None) -> str:
    """Sign a person in in a browser; gives the token that this browser shall hold.

    Raises NotFoundError for somebody inactive, NotAllowedError for one click on somebody who is no demo
    person or while that is switched off.
    """
    person = get_person(session, person_id)
    row = session.get_one(models.Person, person_id)
    if how is How.DEMO and not (row.is_demo and demo_sign_in_is_on()):
        raise NotAllowedError(f"{person.label} does not sign in by one click", todo="Use the password.")
    moment, token = at or now(), new_token()
    session.add(
        SignIn(
            token_hash=hash_token(token),
            person_id=person_id,
            how=how,
            created_at=moment,
            seen_at=moment,
            address=browser.address,
            agent=browser.agent[:AGENT_CHARS_KEPT],
        )
    )
    session.flush()
    return token


def sign_in_by_password(
    name: str, password: str, browser: Browser, *, at: datetime | None = None, url: str | None = None
) -> str:
    """Sign in with code or e-mail and password; gives the token. In three short transactions of its own.

    Raises NotAllowedError, in the same words and after the same time whether the account exists, has a
    password or is inactive; ThrottledError after too many wrong ones.
    """
    moment = at or now()
    with open_session(write=True, url=url) as session:
        count_try(session, name, browser.address, moment)
        row = find_account(session, name)
        person_id = row.id if row is not None and row.active else None
        kept = row.password_hash if row is not None and row.active else None
    # Outside of a transaction: this takes long on purpose.
    if not is_right_password(password, kept) or person_id is None:
        raise NotAllowedError(
            "This name and this password do not fit together",
            todo="Try again, or ask a lead for a new link.",
        )
    with open_session(write=True, url=url) as session:
        count_as_right(session, name, browser.address)
        return begin(session, person_id, How.PASSWORD, browser, at=moment)


def find_account(session: Session, name: str) -> models.Person | None:
    """The person with this code or e-mail, in any case of letters; nobody has a name that cannot be kept."""
    wanted = name.strip().casefold()
    if fault_of_text(wanted, "A name", REMARK_CHARS) is not None:
        return None
    return session.scalar(
        select(models.Person)
        .where((models.Person.email == wanted) | (func.lower(models.Person.code) == wanted))
        .order_by(models.Person.id)
        .limit(1)
    )


def who_is(session: Session, token: str, *, at: datetime | None = None) -> Signed | None:
    """Who this token signs in now, or None; one query."""
    oldest = (at or now()) - timedelta(seconds=SIGNED_IN_FOR_S)
    found = session.execute(
        select(models.Person, SignIn.id, SignIn.seen_at, SignIn.how)
        .join(SignIn, SignIn.person_id == models.Person.id)
        .where(
            SignIn.token_hash == hash_token(token),
            SignIn.ended_at.is_(None),
            SignIn.created_at > oldest,
            models.Person.active.is_(True),
        )
    ).one_or_none()
    if found is None:
        return None
    row, sign_in_id, seen_at, how = found
    if how == How.DEMO and not (row.is_demo and demo_sign_in_is_on()):
        return None
    return Signed(person_of(row), sign_in_id, seen_at)


def note_seen(session: Session, sign_in_id: int, *, at: datetime | None = None) -> None:
    """Keep when a browser was last seen."""
    session.execute(update(SignIn).where(SignIn.id == sign_in_id).values(seen_at=at or now()))


def sign_ins_of(session: Session, person_id: int, *, at: datetime | None = None) -> list[SignInView]:
    """Where a person is signed in, last seen first."""
    oldest = (at or now()) - timedelta(seconds=SIGNED_IN_FOR_S)
    rows = session.scalars(
        select(SignIn)
        .where(SignIn.person_id == person_id, SignIn.ended_at.is_(None), SignIn.created_at > oldest)
        .order_by(SignIn.seen_at.desc(), SignIn.id.desc())
    )
    return [SignInView(row.id, row.how, row.created_at, row.seen_at, row.address, row.agent) for row in rows]


def sign_out(session: Session, token: str, *, at: datetime | None = None) -> None:
    """End the sign-in of a token; nothing happens if it has ended."""
    session.execute(
        update(SignIn)
        .where(SignIn.token_hash == hash_token(token), SignIn.ended_at.is_(None))
        .values(ended_at=at or now())
    )


def sign_out_one(session: Session, person_id: int, sign_in_id: int, *, at: datetime | None = None) -> None:
    """End one of a person's own sign-ins; another's is left as it is."""
    require(get_person(session, person_id), Action.KEEP_ACCOUNT)
    session.execute(
        update(SignIn)
        .where(SignIn.id == sign_in_id, SignIn.person_id == person_id, SignIn.ended_at.is_(None))
        .values(ended_at=at or now())
    )


def sign_out_everywhere(
    session: Session, person_id: int, *, but: int | None = None, at: datetime | None = None
) -> int:
    """End a person's sign-ins in all browsers, or in all but one; gives how many."""
    require(get_person(session, person_id), Action.KEEP_ACCOUNT)
    return end_sign_ins(session, person_id, but=but, at=at or now())


def end_sign_ins(session: Session, person_id: int, *, at: datetime, but: int | None = None) -> int:
    """End the sign-ins of a person, for the verbs that take access away."""
    open_ones = select(SignIn.id).where(SignIn.person_id == person_id, SignIn.ended_at.is_(None))
    ids = [one for one in session.scalars(open_ones) if one != but]
    session.execute(update(SignIn).where(SignIn.id.in_(ids)).values(ended_at=at))
    return len(ids)
