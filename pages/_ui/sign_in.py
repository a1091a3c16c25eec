"""Signing in and out: full page loads outside Streamlit, because only they can set a cookie.

Choosing a demo user is the whole sign-in for now, so the server listens on this machine only unless told
otherwise. A form is accepted from our own pages only (`Sec-Fetch-Site`, else `Origin`), and `next` leads to a
path of this server only.
"""

from html import escape
from pathlib import Path
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import js_lib_leaflet
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from db.people import Person, list_people
from db.session import open_session
from pages._ui.cookie import COOKIE_NAME, SIGNED_IN_FOR_S, person_in, sign_person
from pages._ui.sign_in_page import refusal_page, sign_in_page

SIGN_IN_PATH = "/sign-in"
SIGN_OUT_PATH = "/sign-out"
LEAFLET_PATH = "/leaflet"
OPEN_PATHS = (SIGN_IN_PATH, SIGN_OUT_PATH, LEAFLET_PATH, "/healthz", "/_stcore/", "/static/")
LONGEST_FORM_BYTES = 4096
HEADINGS = {"annotator": "Annotators", "expert": "Experts", "lead": "Leads"}
WITHOUT_ROLE = "Without a role yet"
LONGEST_NEXT_CHARACTERS = 2000
FORM_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def sign_in_routes() -> list[BaseRoute]:
    """Return the routes that the launcher adds to Streamlit's own."""
    leaflet = Path(js_lib_leaflet.__file__).parent / "static" / "js_lib_leaflet"
    return [
        Route(SIGN_IN_PATH, show_people, methods=["GET"]),
        Route(SIGN_IN_PATH, sign_in, methods=["POST"]),
        Route(SIGN_OUT_PATH, sign_out, methods=["GET", "POST"]),
        Route("/start", go_to_start, methods=["GET"]),
        Route("/healthz", say_healthy, methods=["GET"]),
        Mount(LEAFLET_PATH, StaticFiles(directory=leaflet)),
    ]


def sign_in_middleware() -> list[Middleware]:
    """Return the middleware that sends strangers to the sign-in before Streamlit answers."""
    return [Middleware(SignInFirst)]


class SignInFirst:
    """Sends a page load without a valid cookie to the sign-in, which leads back to the address asked for."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _is_closed_page(request := Request(scope)):
            wanted = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            response = RedirectResponse(
                sign_in_address(wanted), status_code=303, headers={"Cache-Control": "no-store"}
            )
            await response(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def sign_in_address(wanted: str) -> str:
    """Return the address of the sign-in that leads on to ``wanted`` (a path with its query)."""
    return SIGN_IN_PATH if local_path(wanted) == "/" else f"{SIGN_IN_PATH}?{urlencode({'next': wanted})}"


def local_path(wanted: str | None) -> str:
    """Return ``wanted`` when it is a path of this server that a sign-in may lead to, else ``/``.

    Another host in any spelling (``//host``, ``/\\host``, ``https:``), control characters, spaces, the
    sign-in itself and anything longer than ``LONGEST_NEXT_CHARACTERS`` lead to ``/``.
    """
    if not wanted or len(wanted) > LONGEST_NEXT_CHARACTERS:
        return "/"
    if not wanted.startswith("/") or wanted.startswith("//") or "\\" in wanted:
        return "/"
    if any(ord(character) <= 0x20 or ord(character) == 0x7F for character in wanted):
        return "/"
    path = urlsplit(wanted).path
    if path.startswith("//") or path.rstrip("/") in {SIGN_IN_PATH, SIGN_OUT_PATH}:
        return "/"
    return quote(wanted, safe="/?&=%+:,;@!$'()*~-._[]#")


async def show_people(request: Request) -> Response:
    """Show the people to choose from, grouped by role."""
    people = await run_in_threadpool(_people)
    return HTMLResponse(
        sign_in_page(_by_role(people), local_path(request.query_params.get("next"))), headers=FORM_HEADERS
    )


async def sign_in(request: Request) -> Response:
    """Sign the chosen person in and lead on to ``next``."""
    if not is_from_our_own_page(request):
        return _refuse(403, "This form was sent from another site. Open the sign-in here and choose again.")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_FORM_BYTES:
            return _refuse(
                413, "The form is longer than the sign-in ever sends. Open the sign-in and choose again."
            )
    form = parse_qs(body.decode("utf-8", errors="replace"))
    chosen = form.get("person", [""])[0]
    people = await run_in_threadpool(_people)
    person = next((person for person in people if str(person.id) == chosen), None)
    if person is None:
        return _refuse(
            400, "Nobody here has the id that was sent. Open the sign-in and choose from its list."
        )
    response = RedirectResponse(local_path(form.get("next", ["/"])[0]), status_code=303)
    response.set_cookie(
        COOKIE_NAME,
        sign_person(person.id),
        max_age=SIGNED_IN_FOR_S,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    response.headers["Cache-Control"] = "no-store"
    return response


async def sign_out(request: Request) -> Response:
    """Forget who is signed in and show the sign-in."""
    response = RedirectResponse(SIGN_IN_PATH, status_code=303, headers={"Cache-Control": "no-store"})
    response.delete_cookie(COOKIE_NAME, httponly=True, samesite="lax", secure=request.url.scheme == "https")
    return response


async def go_to_start(request: Request) -> Response:
    """Lead ``/start`` to ``/``, where Streamlit serves the default page."""
    return RedirectResponse(f"/?{request.url.query}" if request.url.query else "/", status_code=307)


async def say_healthy(_request: Request) -> Response:
    """Answer that the server runs: it only answers once the database is migrated."""
    return PlainTextResponse("ok")


def is_from_our_own_page(request: Request) -> bool:
    """Tell whether a form comes from a page of this server, or from a program that is no browser."""
    fetch_site = request.headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site in {"same-origin", "none"}
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


def _is_closed_page(request: Request) -> bool:
    asks_for_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if not asks_for_page or request.url.path.startswith(OPEN_PATHS):
        return False
    return person_in(request.cookies.get(COOKIE_NAME)) is None


def _people() -> list[Person]:
    with open_session(write=False) as session:
        return list_people(session)


def _by_role(people: list[Person]) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Group people under the first of their roles as (heading, [(id, name, roles in words)])."""
    groups: dict[str, list[tuple[str, str, str]]] = {heading: [] for heading in HEADINGS.values()}
    for person in people:
        heading = next((HEADINGS[role] for role in HEADINGS if role in person.roles), WITHOUT_ROLE)
        row = (str(person.id), person.name, ", ".join(sorted(person.roles)))
        groups.setdefault(heading, []).append(row)
    return [(heading, rows) for heading, rows in groups.items() if rows]


def _refuse(status: int, sentence: str) -> Response:
    return HTMLResponse(
        refusal_page(escape(sentence), SIGN_IN_PATH), status_code=status, headers=FORM_HEADERS
    )
