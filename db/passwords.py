"""Passwords: what a good one is, and how it is kept (Argon2id, the parameters of RFC 9106's second choice)."""

from collections.abc import Iterable
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from annotate.errors import InputError

SHORTEST_PASSWORD_CHARACTERS = 12
LONGEST_PASSWORD_CHARACTERS = 200
FEWEST_DIFFERENT_CHARACTERS = 5
_PASSWORDS = PasswordHasher()


def require_good_password(password: str, names: Iterable[str | None]) -> None:
    """Refuse a password that is short, too uniform, or one of the person's own names (name, code, e-mail).

    Nothing else is asked: a long passphrase of plain words is good. Raises InputError.
    """
    expected = f"{SHORTEST_PASSWORD_CHARACTERS} characters or more; four or five plain words do well"
    if len(password) < SHORTEST_PASSWORD_CHARACTERS:
        raise InputError(f"The password has {len(password)} characters", expected=expected)
    if len(password) > LONGEST_PASSWORD_CHARACTERS:
        raise InputError(
            f"The password has {len(password)} characters", expected=f"at most {LONGEST_PASSWORD_CHARACTERS}"
        )
    if len(set(password.casefold())) < FEWEST_DIFFERENT_CHARACTERS:
        raise InputError("The password repeats a few characters only", expected=expected)
    own = {_letters(name) for name in names if name} | {
        _letters(name.split("@")[0]) for name in names if name
    }
    if _letters(password) in own - {""}:
        raise InputError("The password is the account's own name", expected="something that only you know")


def hash_password(password: str) -> str:
    """What is kept of a password; the same password gives another hash each time."""
    return _PASSWORDS.hash(password)


def is_right_password(password: str, kept: str | None) -> bool:
    """Whether a password is the one that was kept; None (no password) takes as long and is never right."""
    try:
        _PASSWORDS.verify(_of_nobody() if kept is None else kept, password[:LONGEST_PASSWORD_CHARACTERS])
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None


@cache
def _of_nobody() -> str:
    return hash_password("nobody has this password")


def _letters(text: str) -> str:
    return "".join(one for one in text.casefold() if one.isalpha())
