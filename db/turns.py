"""Turns: what two people may not do in the same instant, because the second must see what the first did."""

from enum import IntEnum

from sqlalchemy import Connection, text
from sqlalchemy.orm import Session


class Turn(IntEnum):
    """Numbers of the PostgreSQL advisory locks."""

    START = 504_1000
    """Migrating, and loading the demo."""
    NEW_ACCOUNT = 504_1001
    RELEASE = 504_1002
    """Cutting a release, changing a draft."""
    MODEL_SET = 504_1003
    """Giving a model set its name."""
    BATCH = 504_1004
    """Giving a batch its name and its queries."""
    IMPORT = 504_1005
    """Writing what was read from files."""


def wait_for(session: Session | Connection, turn: Turn) -> None:
    """Waits until nobody else is at it, and keeps others waiting until this transaction ends.

    A transaction that writes to SQLite is alone anyway.
    """
    bind = session if isinstance(session, Connection) else session.get_bind()
    if bind.dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": int(turn)})
