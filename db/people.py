"""Who works here."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.errors import InputError, NotAllowedError, NotFoundError
from annotate.permissions import Action, Role, why_not_they
from db import models
from db.numbers import find_row


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a code (A01), a name and roles (values of `Role`)."""

    id: int
    code: str
    name: str
    roles: frozenset[str]

    @property
    def label(self) -> str:
        """Name and code, as sentences name a person."""
        return f"{self.name} ({self.code})"

    @property
    def known_roles(self) -> frozenset[Role]:
        """The roles as the workflow names them."""
        return frozenset(Role(role) for role in self.roles)


def person_of(row: models.Person) -> Person:
    """A row of the table as the rest of the workbench knows people."""
    return Person(row.id, row.code, row.name, frozenset(row.roles))


def require(person: Person, action: Action, *, own: bool = True, has_rows: bool = False) -> None:
    """Let a person take an action, else raise NotAllowedError that says why.

    `own`: the plan is theirs; `has_rows`: somebody else merged it, and rows of it are theirs.
    """
    if (reason := why_not_they(action, person.roles, own=own, has_rows=has_rows)) is not None:
        raise NotAllowedError(f"{person.label}: {reason}")


def list_people(session: Session) -> list[Person]:
    """Everybody who is active, by code."""
    rows = session.scalars(
        select(models.Person).where(models.Person.active.is_(True)).order_by(models.Person.code)
    )
    return [person_of(row) for row in rows]


def get_person(session: Session, person_id: int, *, in_turn: bool = False) -> Person:
    """The person with an id; `in_turn` keeps waiting who else asks for them in turn, until this transaction ends: their
    second tab, another lead.

    Raises NotFoundError for an unknown or inactive one.
    """
    # FOR NO KEY UPDATE: what merely names the person in another transaction, such as an edit of theirs, need not wait.
    lock = {"key_share": True} if in_turn else False
    row = find_row(session, models.Person, person_id, with_for_update=lock, populate_existing=in_turn)
    if row is None or not row.active:
        raise NotFoundError(f"Nobody has the number {person_id}", todo="Sign in again.")
    return person_of(row)


def people_by_id(session: Session, ids: Iterable[int | None]) -> dict[int, Person]:
    """The people with these ids, active or not, in one query; None among the ids is passed over."""
    wanted = {one for one in ids if one is not None}
    rows = session.scalars(select(models.Person).where(models.Person.id.in_(wanted))) if wanted else ()
    return {row.id: person_of(row) for row in rows}


def add_person(
    session: Session, code: str, name: str, roles: Iterable[str], *, is_demo: bool = False
) -> Person:
    """A new person, who cannot sign in yet unless `is_demo`.

    Raises InputError for a code that is taken, an empty name or an unknown role.
    """
    code, name = code.strip(), name.strip()
    unknown = sorted(set(roles) - set(Role))
    if not code or not name or unknown:
        raise InputError(
            f"'{code}' '{name}' with the roles {', '.join(sorted(roles))} cannot be added",
            expected=f"a code, a name and roles among {', '.join(Role)}",
        )
    if session.scalar(select(models.Person.id).where(models.Person.code == code)) is not None:
        raise InputError(f"The code {code} is taken", todo="Choose another code.")
    row = models.Person(code=code, name=name, roles=sorted(set(roles)), is_demo=is_demo)
    session.add(row)
    session.flush()
    session.refresh(row)
    return person_of(row)
