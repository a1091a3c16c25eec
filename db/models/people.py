"""Who works here, how they sign in and where they are signed in."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import Base, UtcDateTime


class Person(Base):
    """Somebody with a code (A01, E01, L01), a name and roles (`annotator`, `expert`, `lead`).

    `email` is kept in lower case. Without `password_hash` a password opens nothing. `is_demo` people are
    chosen by one click.
    """

    __tablename__ = "people"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    roles: Mapped[Any] = mapped_column(JSON)
    active: Mapped[bool] = mapped_column(server_default="1")
    email: Mapped[str | None] = mapped_column(unique=True, index=True)
    is_demo: Mapped[bool] = mapped_column(server_default="0")
    password_hash: Mapped[str | None]
    password_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class SignIn(Base):
    """One browser in which somebody is, or was, signed in. The browser holds the token, this its hash."""

    __tablename__ = "sign_ins"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    how: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    address: Mapped[str]
    agent: Mapped[str]
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class AccessLink(Base):
    """A link that opens once: an invitation or a reset (sets a password), or a ticket (signs in)."""

    __tablename__ = "access_links"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    kind: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    closed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was used, or made void by a newer one."""


class FailedSignIn(Base):
    """How often in a row a sign-in failed for one account or from one address; `key` names it by a hash."""

    __tablename__ = "failed_sign_ins"

    key: Mapped[str] = mapped_column(primary_key=True)
    failures: Mapped[int]
    last_at: Mapped[datetime] = mapped_column(UtcDateTime)
