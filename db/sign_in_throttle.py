"""Wrong passwords make the next try wait: counted per account and per address, in the database.

A try counts before its password is looked at, so that many at once do not pass together; a right password
takes its own count back. An account that does not exist counts like one that does.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from sqlalchemy import delete
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from annotate.errors import ThrottledError
from db.models import FailedSignIn


@dataclass(frozen=True, slots=True)
class Limit:
    """So many wrong passwords are free; each further one doubles the wait."""

    what: str
    free: int


ACCOUNT = Limit("account", 5)
ADDRESS = Limit("address", 20)
"""An address may be a whole office: one person's slips do not lock out the others."""
FIRST_WAIT_S = 30
LONGEST_WAIT_S = 15 * 60
FORGOTTEN_AFTER_S = 60 * 60
"""So long after the last wrong password the count begins anew."""


def wait_s(failures: int, limit: Limit) -> int:
    """Seconds to wait after the last of so many wrong passwords; 0 while tries are free."""
    over = failures - limit.free
    return 0 if over < 0 else min(FIRST_WAIT_S * 2 ** min(over, 10), LONGEST_WAIT_S)


def count_try(session: Session, account: str, address: str, at: datetime) -> None:
    """Count a try as failed until it turns out right. Raises ThrottledError, and counts nothing, if it is too soon."""
    forget_old(session, at)
    rows = {limit: _locked(session, _key(limit, named), at) for limit, named in _both(account, address)}
    left = max(
        (row.last_at + timedelta(seconds=wait_s(row.failures, limit)) - at).total_seconds()
        for limit, row in rows.items()
    )
    if left > 0:
        raise ThrottledError(
            "Too many wrong passwords for this account or from this address",
            todo=f"Wait {_in_words(left)}, then try again; or ask a lead for a new link.",
        )
    for row in rows.values():
        row.failures, row.last_at = row.failures + 1, at
    session.flush()


def count_as_right(session: Session, account: str, address: str) -> None:
    """Take a counted try back: the account begins anew, the address has one failure less."""
    forget_account(session, account)
    row = _row(session, _key(ADDRESS, address))
    if row is not None and row.failures > 0:
        row.failures -= 1
        session.flush()


def forget_account(session: Session, account: str) -> None:
    """Let an account's next try be its first."""
    session.execute(delete(FailedSignIn).where(FailedSignIn.key == _key(ACCOUNT, account)))


def forget_old(session: Session, at: datetime) -> None:
    """Remove counts whose last wrong password is long ago."""
    session.execute(
        delete(FailedSignIn).where(FailedSignIn.last_at < at - timedelta(seconds=FORGOTTEN_AFTER_S))
    )


def _both(account: str, address: str) -> tuple[tuple[Limit, str], ...]:
    return (ACCOUNT, account), (ADDRESS, address)


def _locked(session: Session, key: str, at: datetime) -> FailedSignIn:
    """The count of a key, made if there is none; two first tries at once wait for each other."""
    insert = (sqlite if session.get_bind().dialect.name == "sqlite" else postgresql).insert(FailedSignIn)
    session.execute(insert.values(key=key, failures=0, last_at=at).on_conflict_do_nothing())
    return session.get_one(FailedSignIn, key, with_for_update=True, populate_existing=True)


def _row(session: Session, key: str) -> FailedSignIn | None:
    return session.get(FailedSignIn, key, with_for_update=True, populate_existing=True)


def _key(limit: Limit, named: str) -> str:
    # A password typed into the wrong field shall not stand in the database.
    return f"{limit.what}:{hashlib.sha256(named.strip().casefold().encode()).hexdigest()}"


def _in_words(seconds: float) -> str:
    whole = ceil(seconds)
    return f"{whole} seconds" if whole < 100 else f"{ceil(whole / 60)} minutes"
