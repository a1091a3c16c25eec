"""Accounts: inviting people, what a lead changes about them, their passwords. Links open once and expire."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from annotate.errors import ConflictError, InputError, NotAllowedError, NotFoundError
from annotate.permissions import Action, Role
from db import models, turns
from db.events import now, record
from db.models import AccessLink, SignIn
from db.numbers import find_row
from db.passwords import hash_password, is_right_password, require_good_password
from db.people import Person, add_person, get_person, person_of, require
from db.sign_in_throttle import count_as_right, count_try, forget_account
from db.sign_ins import demo_sign_in_is_on, end_sign_ins, hash_token, new_token
from db.turns import Turn

LONGEST_NAME_CHARACTERS = 80
LONGEST_EMAIL_CHARACTERS = 254
"""RFC 5321, 4.5.3.1.3: a path of 256 octets with its two brackets."""
CODE_LETTERS = ((Role.LEAD, "L"), (Role.EXPERT, "E"), (Role.ANNOTATOR, "A"))


class LinkKind(StrEnum):
    """What a link is for."""

    INVITATION = "invitation"
    RESET = "reset"
    TICKET = "ticket"
    """Hands a sign-in that OpenID Connect confirmed over to a page that can set the cookie."""


LINK_LASTS = {
    LinkKind.INVITATION: timedelta(days=7),
    LinkKind.RESET: timedelta(days=1),
    LinkKind.TICKET: timedelta(minutes=2),
}


class AccountState(StrEnum):
    """Whether and how somebody can sign in."""

    DEMO = "demo"
    INVITED = "invited"
    ACTIVE = "active"
    DEACTIVATED = "deactivated"


@dataclass(frozen=True, slots=True)
class Account:
    """A person as the lead sees them."""

    person: Person
    email: str | None
    state: AccountState
    last_seen_at: datetime | None
    link_until: datetime | None
    """Until when an invitation or reset that was not used yet opens."""


def list_accounts(session: Session, by_id: int, *, at: datetime | None = None) -> list[Account]:
    """Everybody, active ones first, then by code; one query. Raises NotAllowedError for somebody who is no lead."""
    _require_lead(session, by_id)
    moment = at or now()
    seen = (
        select(SignIn.person_id, func.max(SignIn.seen_at).label("at")).group_by(SignIn.person_id).subquery()
    )
    links = (
        select(AccessLink.person_id, func.max(AccessLink.expires_at).label("until"))
        .where(AccessLink.closed_at.is_(None), AccessLink.expires_at > moment)
        .where(AccessLink.kind != LinkKind.TICKET)
        .group_by(AccessLink.person_id)
        .subquery()
    )
    rows = session.execute(
        select(models.Person, seen.c.at, links.c.until)
        .outerjoin(seen, seen.c.person_id == models.Person.id)
        .outerjoin(links, links.c.person_id == models.Person.id)
        .order_by(models.Person.active.desc(), models.Person.code)
    )
    return [Account(person_of(row), row.email, _state(row, at), at, until) for row, at, until in rows]


def _state(row: models.Person, last_seen_at: datetime | None) -> AccountState:
    if not row.active:
        return AccountState.DEACTIVATED
    if row.is_demo:
        return AccountState.DEMO
    return AccountState.INVITED if row.password_hash is None and last_seen_at is None else AccountState.ACTIVE


def invite(
    session: Session, by_id: int, name: str, email: str, roles: Collection[str], *, at: datetime | None = None
) -> tuple[Person, str]:
    """A new person and the token of the link with which they set their password.

    Raises NotAllowedError, InputError (name, e-mail, roles), ConflictError (somebody has the e-mail).
    """
    lead = _require_lead(session, by_id)
    row = _new_account(session, name, email, roles)
    moment = at or now()
    record(
        session, kind="invite", at=moment, by_id=lead.id, annotation_id=None,
        data={"person": row.code, "roles": sorted(roles)},
    )  # fmt: skip
    return person_of(row), make_link(session, row.id, LinkKind.INVITATION, lead.id, moment)


def _new_account(session: Session, name: str, email: str, roles: Collection[str]) -> models.Person:
    name, email = _checked_name(name), _checked_email(email)
    _require_roles(roles)
    turns.wait_for(session, Turn.NEW_ACCOUNT)
    if session.scalar(select(models.Person.id).where(models.Person.email == email)) is not None:
        raise ConflictError(
            f"Somebody has the e-mail {email} already", todo="Look for them among the people."
        )
    person = add_person(session, _next_code(session, roles), name, roles)
    row = session.get_one(models.Person, person.id)
    row.email = email
    session.flush()
    return row


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise InputError("There is no name", expected=f"1 to {LONGEST_NAME_CHARACTERS} printable characters")
    if len(name) > LONGEST_NAME_CHARACTERS or not name.isprintable():
        raise InputError(
            f"'{name}' is no name", expected=f"1 to {LONGEST_NAME_CHARACTERS} printable characters"
        )
    return name


def _checked_email(email: str) -> str:
    email = email.strip().casefold()
    local, _, domain = email.rpartition("@")
    plain = email.isprintable() and not any(one in ' ,;<>"()' for one in email)
    if not (plain and local and "@" not in local and "." in domain.strip(".")) or (
        len(email) > LONGEST_EMAIL_CHARACTERS
    ):
        raise InputError(f"'{email}' is no e-mail address", expected="something like asha@example.org")
    return email


def _require_roles(roles: Collection[str]) -> None:
    if not roles or set(roles) - set(Role):
        raise InputError(
            f"The roles '{', '.join(sorted(roles))}' cannot be given",
            expected=f"one or more of {', '.join(Role)}",
        )


def _next_code(session: Session, roles: Collection[str]) -> str:
    letter = next(letter for role, letter in CODE_LETTERS if role in roles)
    taken = session.scalars(select(models.Person.code).where(models.Person.code.startswith(letter)))
    numbers = [int(code[1:]) for code in taken if code[1:].isdecimal()]
    return f"{letter}{max(numbers, default=0) + 1:02d}"


def make_link(session: Session, person_id: int, kind: LinkKind, by_id: int, at: datetime) -> str:
    """A new link for a person, which makes the earlier ones void; gives its token."""
    _close_links(session, person_id, at)
    token = new_token()
    session.add(
        AccessLink(
            token_hash=hash_token(token),
            person_id=person_id,
            kind=kind,
            by_id=by_id,
            created_at=at,
            expires_at=at + LINK_LASTS[kind],
        )
    )
    session.flush()
    return token


def _close_links(session: Session, person_id: int, at: datetime) -> None:
    session.execute(
        update(AccessLink)
        .where(AccessLink.person_id == person_id, AccessLink.closed_at.is_(None))
        .values(closed_at=at)
    )


def person_of_link(session: Session, token: str, *, at: datetime | None = None) -> Person:
    """Whom an invitation or reset is for; looking does not use it up. Raises NotFoundError if it opens no more."""
    return person_of(_open_link(session, token, {LinkKind.INVITATION, LinkKind.RESET}, at or now())[1])


def _open_link(
    session: Session, token: str, kinds: Collection[LinkKind], at: datetime, *, to_use: bool = False
) -> tuple[AccessLink, models.Person]:
    wanted = select(AccessLink).where(AccessLink.token_hash == hash_token(token))
    link = session.scalar(wanted.with_for_update() if to_use else wanted)
    row = session.get(models.Person, link.person_id) if link is not None else None
    opens = link is not None and link.kind in kinds and link.closed_at is None and link.expires_at > at
    if link is None or row is None or not opens or not row.active:
        raise NotFoundError(
            "This link was used already, was replaced by a newer one, or has expired",
            todo="Ask a lead for a new one.",
        )
    return link, row


def set_password_by_link(
    session: Session, token: str, password: str, *, at: datetime | None = None
) -> Person:
    """Use a link up: its person has this password from now on, and is signed out everywhere.

    Raises NotFoundError (the link opens no more), InputError (the password is not good; the link stays).
    """
    moment = at or now()
    link, row = _open_link(session, token, {LinkKind.INVITATION, LinkKind.RESET}, moment, to_use=True)
    require_good_password(password, (row.name, row.code, row.email))
    _keep_password(session, row, password, moment)
    link.closed_at = moment
    end_sign_ins(session, row.id, at=moment)
    for name in (row.code, row.email):
        forget_account(session, name or "")
    session.flush()
    return person_of(row)


def use_ticket(session: Session, token: str, *, at: datetime | None = None) -> Person:
    """Use a ticket up; gives the person who may now be signed in. Raises NotFoundError."""
    moment = at or now()
    link, row = _open_link(session, token, {LinkKind.TICKET}, moment, to_use=True)
    link.closed_at = moment
    session.flush()
    return person_of(row)


def make_ticket(session: Session, email: str, *, at: datetime | None = None) -> str:
    """A ticket for the active or invited person with an e-mail that OpenID Connect has verified.

    Raises NotAllowedError if nobody was invited with this e-mail.
    """
    row = session.scalar(select(models.Person).where(models.Person.email == email.strip().casefold()))
    if row is None or not row.active:
        raise NotAllowedError(
            f"Nobody with the e-mail {email} was invited here", todo="Ask a lead to invite this address."
        )
    return make_link(session, row.id, LinkKind.TICKET, row.id, at or now())


def change_password(
    session: Session,
    person_id: int,
    present: str,
    new: str,
    *,
    but: int | None = None,
    address: str = "",
    at: datetime | None = None,
) -> None:
    """Change one's own password, which needs the present one; signs out everywhere but in sign-in `but`.

    Raises NotAllowedError (no password to change, or the present one is wrong), InputError (the new one is
    not good). The caller counts wrong ones by `count_try` in a transaction that is kept.
    """
    person = get_person(session, person_id, in_turn=True)
    require(person, Action.KEEP_ACCOUNT)
    row = session.get_one(models.Person, person_id)
    if row.password_hash is None:
        raise NotAllowedError("This account has no password", todo="Ask a lead for a link to set one.")
    if not is_right_password(present, row.password_hash):
        raise NotAllowedError("The present password is another one", todo="Type it again.")
    require_good_password(new, (row.name, row.code, row.email))
    moment = at or now()
    count_as_right(session, row.code, address)
    _keep_password(session, row, new, moment)
    end_sign_ins(session, person_id, but=but, at=moment)


def count_password_try(session: Session, person_id: int, address: str, *, at: datetime | None = None) -> None:
    """Count a try at the present password. Raises ThrottledError if it is too soon."""
    count_try(session, get_person(session, person_id).code, address, at or now())


def has_password(session: Session, person_id: int) -> bool:
    """Whether a person signs in with a password."""
    return session.get_one(models.Person, person_id).password_hash is not None


def _keep_password(session: Session, row: models.Person, password: str, at: datetime) -> None:
    row.password_hash, row.password_at = hash_password(password), at
    session.flush()


def reset_access(session: Session, by_id: int, person_id: int, *, at: datetime | None = None) -> str:
    """Take a person's password and sign-ins away and make a link with which they set a new one.

    For somebody who was invited and has no password yet it is a new invitation. Raises NotAllowedError,
    NotFoundError, InputError (demo people have no password).
    """
    lead, moment = _require_lead(session, by_id), at or now()
    row = _account(session, person_id)
    if row.id == lead.id:
        raise InputError("This is your own account", todo="Change your password in My account.")
    if row.is_demo:
        raise InputError(f"{row.name} is a demo person and has no password", todo="Invite a person instead.")
    if not row.active:
        raise InputError(f"{row.name} is deactivated", todo="Reactivate the account first.")
    kind = LinkKind.RESET if row.password_hash is not None else LinkKind.INVITATION
    row.password_hash = row.password_at = None
    end_sign_ins(session, row.id, at=moment)
    _record_about(session, "reset access", lead, row, moment)
    return make_link(session, row.id, kind, lead.id, moment)


def deactivate(session: Session, by_id: int, person_id: int, *, at: datetime | None = None) -> None:
    """Let a person in no more: open tabs are refused from their next step on; their work stays.

    Raises NotAllowedError, NotFoundError, InputError for the last lead.
    """
    lead, moment = _require_lead(session, by_id), at or now()
    row = _account(session, person_id)
    _require_another_lead(session, row)
    row.active = False
    end_sign_ins(session, row.id, at=moment)
    _close_links(session, row.id, moment)
    _record_about(session, "deactivate", lead, row, moment)


def reactivate(session: Session, by_id: int, person_id: int, *, at: datetime | None = None) -> None:
    """Let a person in again, as they were. Raises NotAllowedError, NotFoundError."""
    lead, moment = _require_lead(session, by_id), at or now()
    row = _account(session, person_id)
    row.active = True
    _record_about(session, "reactivate", lead, row, moment)


def set_roles(
    session: Session, by_id: int, person_id: int, roles: Collection[str], *, at: datetime | None = None
) -> None:
    """Give a person these roles and no others, from their next step on.

    Raises NotAllowedError, NotFoundError, InputError (no role, an unknown one, or the last lead).
    """
    lead, moment = _require_lead(session, by_id), at or now()
    _require_roles(roles)
    row = _account(session, person_id)
    if Role.LEAD not in roles:
        _require_another_lead(session, row)
    before = list(row.roles)
    row.roles = sorted(set(roles))
    _record_about(session, "change roles", lead, row, moment, before=before, after=row.roles)


def has_accounts(session: Session) -> bool:
    """Whether anybody signs in otherwise than by one click."""
    people = session.scalars(select(models.Person).where(models.Person.active.is_(True)))
    return any(_can_sign_in(row, demo_is_on=False) for row in people)


def demo_people(session: Session) -> list[Person]:
    """Who is let in by one click, by code; nobody while that is switched off."""
    if not demo_sign_in_is_on():
        return []
    rows = session.scalars(
        select(models.Person)
        .where(models.Person.active.is_(True), models.Person.is_demo.is_(True))
        .order_by(models.Person.code)
    )
    return [person_of(row) for row in rows]


def nobody_can_sign_in(session: Session) -> bool:
    """Whether the first lead has still to be made: no account, and no demo person who is let in by one click."""
    people = session.scalars(select(models.Person).where(models.Person.active.is_(True)))
    return not any(_can_sign_in(row, demo_is_on=demo_sign_in_is_on()) for row in people)


def _can_sign_in(row: models.Person, *, demo_is_on: bool) -> bool:
    return demo_is_on if row.is_demo else row.email is not None or row.password_hash is not None


def make_first_lead(
    session: Session, name: str, email: str, password: str, *, at: datetime | None = None
) -> Person:
    """The lead with whom everything begins. Raises NotAllowedError once anybody can sign in, else as `invite`."""
    turns.wait_for(session, Turn.NEW_ACCOUNT)
    if not nobody_can_sign_in(session):
        raise NotAllowedError("This workbench has people already", todo="Ask a lead to invite you.")
    row = _new_account(session, name, email, [Role.LEAD])
    require_good_password(password, (row.name, row.code, row.email))
    moment = at or now()
    _keep_password(session, row, password, moment)
    _record_about(session, "first lead", person_of(row), row, moment)
    return person_of(row)


def _require_lead(session: Session, by_id: int) -> Person:
    lead = get_person(session, by_id)
    require(lead, Action.MANAGE_PEOPLE)
    return lead


def _account(session: Session, person_id: int) -> models.Person:
    row = find_row(session, models.Person, person_id, with_for_update=True, populate_existing=True)
    if row is None:
        raise NotFoundError(f"Nobody has the number {person_id}", todo="Look again at the list of people.")
    return row


def _require_another_lead(session: Session, row: models.Person) -> None:
    """Refuse what would leave nobody who manages people. All leads are locked, so that two cannot go at once."""
    if Role.LEAD not in row.roles or not row.active:
        return
    everybody = session.scalars(
        select(models.Person)
        .where(models.Person.active.is_(True), models.Person.id != row.id)
        .order_by(models.Person.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).all()
    demo_is_on = demo_sign_in_is_on()
    if not any(
        Role.LEAD in one.roles and (demo_is_on if one.is_demo else one.password_hash is not None)
        for one in everybody
    ):
        raise InputError(
            f"{row.name} is the last lead who can sign in", todo="Make somebody else a lead first."
        )


def _record_about(
    session: Session, kind: str, by: Person, row: models.Person, at: datetime, **more: object
) -> None:
    session.flush()
    record(session, kind=kind, at=at, by_id=by.id, annotation_id=None, data={"person": row.code} | more)
