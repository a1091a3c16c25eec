"""The signed cookie that says who is signed in.

The cookie holds a random token, which the database knows by its hash, and the time of signing. It is signed
with the secret of this workspace: ``WORKBENCH_SECRET`` when set, else ``var/secret``, made once from 32 random
bytes and readable by its owner only. Whoever changes the secret signs everybody out.
"""

import os
import secrets
from functools import cache
from pathlib import Path

from itsdangerous import BadData, URLSafeTimedSerializer
from starlette.responses import Response

from db.sign_ins import SIGNED_IN_FOR_S

COOKIE_NAME = "workbench_person"
SECRET_FILE = Path(__file__).resolve().parents[2] / "var" / "secret"
SHORTEST_SECRET_CHARACTERS = 32


def seal(value: str) -> str:
    """Return the cookie's value for ``value``, signed now."""
    return _serializer().dumps(value)


def unseal(cookie: str | None, lasts_s: int = SIGNED_IN_FOR_S) -> str | None:
    """Return what ``cookie`` holds, or None.

    None for no cookie, for one that was not signed by this workspace's secret, and for one older than
    ``lasts_s`` seconds.
    """
    if not cookie:
        return None
    try:
        value = _serializer().loads(cookie, max_age=lasts_s)
    except BadData:
        return None
    return value if isinstance(value, str) else None


def hand_over(response: Response, token: str, *, https: bool) -> Response:
    """Give the browser the cookie that signs it in; no script reads it, no other site sends it."""
    response.set_cookie(
        COOKIE_NAME, seal(token), max_age=SIGNED_IN_FOR_S, httponly=True, samesite="lax", secure=https
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def take_back(response: Response, *, https: bool) -> Response:
    """Take the cookie from the browser."""
    response.delete_cookie(COOKIE_NAME, httponly=True, samesite="lax", secure=https)
    response.headers["Cache-Control"] = "no-store"
    return response


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
