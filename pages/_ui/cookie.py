"""The signed cookie that says who is signed in.

The cookie holds the person's id and the time of signing, nothing else. It is signed with the secret of
this workspace: ``WORKBENCH_SECRET`` when set, else ``var/secret``, made once from 32 random bytes and
readable by its owner only. Whoever changes the secret signs everybody out.
"""

import os
import secrets
from functools import cache
from pathlib import Path

from itsdangerous import BadData, URLSafeTimedSerializer

COOKIE_NAME = "workbench_person"
SIGNED_IN_FOR_S = 14 * 24 * 60 * 60
SECRET_FILE = Path(__file__).resolve().parents[2] / "var" / "secret"
SHORTEST_SECRET_CHARACTERS = 32


def sign_person(person_id: int) -> str:
    """Return the cookie's value for this person, signed now."""
    return _serializer().dumps(person_id)


def person_in(cookie: str | None) -> int | None:
    """Return the id that ``cookie`` was signed for, or None when nobody is signed in.

    Nobody is signed in without a cookie, with one that was not signed by this workspace's secret, and with
    one older than ``SIGNED_IN_FOR_S``.
    """
    if not cookie:
        return None
    try:
        person_id = _serializer().loads(cookie, max_age=SIGNED_IN_FOR_S)
    except BadData:
        return None
    return person_id if isinstance(person_id, int) else None


def read_or_make_secret(file: Path) -> str:
    """Return the secret in ``file``, made on first use and readable by its owner only.

    Raises ValueError when the file holds less than ``SHORTEST_SECRET_CHARACTERS`` characters.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}.{secrets.token_hex(4)}")
    if not file.exists():
        with open(
            os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii"
        ) as opened:
            opened.write(secrets.token_hex(32))
        try:
            os.link(draft, file)  # of two servers that start together, one wins and both read its secret
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    secret = file.read_text(encoding="ascii").strip()
    if len(secret) < SHORTEST_SECRET_CHARACTERS:
        raise ValueError(
            f"{file} holds {len(secret)} characters; a secret has at least {SHORTEST_SECRET_CHARACTERS}. "
            "Delete the file: a new one is made at the next start and everybody signs in again."
        )
    return secret


@cache
def _serializer() -> URLSafeTimedSerializer:
    secret = os.environ.get("WORKBENCH_SECRET") or read_or_make_secret(SECRET_FILE)
    return URLSafeTimedSerializer(secret, salt="workbench sign-in")
