"""Numbers that come from outside: how large one may be, and the row that one names."""

from typing import Any, TypeVar

from sqlalchemy.orm import Session

from db.models import Base

LARGEST_NUMBER = 2**31 - 1
"""The largest whole number that a column holds. PostgreSQL refuses to look for a larger one, SQLite for one of more than
64 bits.
"""

Row = TypeVar("Row", bound=Base)


def is_row_number(number: int) -> bool:
    """Whether a row may have this number; no other one can be looked for."""
    return 0 <= number <= LARGEST_NUMBER


def number_in(text: str | None) -> int | None:
    """A whole number in an address, a form or a command (an id, a day); None for anything else and for one above
    `LARGEST_NUMBER`.
    """
    if text is None or not text.isdecimal() or len(text) > len(str(LARGEST_NUMBER)):
        return None
    number = int(text)
    return number if is_row_number(number) else None


def find_row(session: Session, model: type[Row], number: int, **options: Any) -> Row | None:
    """The row with a number, None if there is none; `options` are those of `Session.get`."""
    return session.get(model, number, **options) if is_row_number(number) else None
