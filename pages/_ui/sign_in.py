"""Signing in and out: full page loads outside Streamlit, because only they can set a cookie.

Demo people are chosen by one click; accounts type their name and password. A form is accepted from our own
pages only (`Sec-Fetch-Site`, else `Origin`), and `next` leads to a path of this server only.
"""

from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

import js_lib_leaflet
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from annotate.errors import ThrottledError, WorkbenchError
from db.accounts import demo_people, has_accounts, nobody_can_sign_in
from db.numbers import number_in
from db.people import Person
from db.session import open_session
from db.sign_ins import Browser, How, begin, demo_sign_in_is_on, sign_in_by_password, sign_out, who_is
from pages._ui.cookie import COOKIE_NAME, hand_over, take_back, unseal
from pages._ui.form_request import browser_of, is_https, read_form
from pages._ui.openid_settings import OPENID_PAGE, OPENID_PATH, is_configured
from pages._ui.sign_in_page import Choices, refusal_page, sign_in_page

SIGN_IN_PATH = "/sign-in"
SIGN_OUT_PATH = "/sign-out"
JOIN_PATH = "/join"
FIRST_LEAD_PATH = "/first-lead"
LEAFLET_PATH = "/leaflet"
OPEN_PATHS = (
    SIGN_IN_PATH, SIGN_OUT_PATH, JOIN_PATH, FIRST_LEAD_PATH, LEAFLET_PATH,
    "/healthz", "/_stcore/", "/static/", "/auth/", "/oauth2callback",
)  # fmt: skip
HEADINGS = {"annotator": "Annotators", "expert": "Experts", "lead": "Leads"}
WITHOUT_ROLE = "Without a role yet"
LONGEST_NEXT_CHARACTERS = 2000
STREAMLIT_IDENTITY = "_streamlit_user"
"""Names of the cookies in which Streamlit keeps an identity begin so; ours takes their place at once."""
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
    """Return the routes for signing in and out, health and map files."""
    leaflet = Path(js_lib_leaflet.__file__).parent / "static" / "js_lib_leaflet"
    return [
        Route(SIGN_IN_PATH, show_sign_in, methods=["GET"]),
        Route(SIGN_IN_PATH, sign_in, methods=["POST"]),
        Route(SIGN_OUT_PATH, leave, methods=["GET", "POST"]),
        Route("/start", go_to_start, methods=["GET"]),
        Route("/healthz", say_healthy, methods=["GET"]),
        Mount(LEAFLET_PATH, StaticFiles(directory=leaflet)),
    ]


def sign_in_middleware() -> list[Middleware]:
    """Return the middleware that sends strangers to the sign-in before Streamlit answers."""
    return [Middleware(SignInFirst)]


class SignInFirst:
    """Sends a page load without a sign-in that holds to the sign-in, which leads back to the address asked for."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _asks_for_page(request := Request(scope)):
            token = unseal(request.cookies.get(COOKIE_NAME))
            if token is None or not await run_in_threadpool(_holds, token):
                await _to_sign_in(request)(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _to_sign_in(request: Request) -> Response:
    wanted = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return RedirectResponse(sign_in_address(wanted), status_code=303, headers={"Cache-Control": "no-store"})


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


async def show_sign_in(request: Request) -> Response:
    """Show the ways in: demo people to choose from, a form for name and password, OpenID Connect."""
    return await _sign_in_form(local_path(request.query_params.get("next")))


async def _sign_in_form(wanted: str, *, typed: str = "", problem: str = "", status: int = 200) -> Response:
    choices = await run_in_threadpool(_choices)
    return HTMLResponse(
        sign_in_page(choices, wanted, typed=typed, problem=problem), status_code=status, headers=FORM_HEADERS
    )


async def sign_in(request: Request) -> Response:
    """Sign in the chosen demo person, or who typed a name and its password, and lead on to ``next``."""
    try:
        form = await read_form(request)
    except WorkbenchError as error:
        return refuse(error)
    wanted = local_path(form.get("next"))
    browser = browser_of(request)
    try:
        if "person" in form:
            token = await run_in_threadpool(_by_one_click, form["person"], browser)
        else:
            token = await run_in_threadpool(
                sign_in_by_password, form.get("name", ""), form.get("password", ""), browser
            )
    except WorkbenchError as error:
        if "person" in form:
            return refuse(error)
        status = 429 if isinstance(error, ThrottledError) else 403
        return await _sign_in_form(wanted, typed=form.get("name", ""), problem=str(error), status=status)
    return hand_over(RedirectResponse(wanted, status_code=303), token, https=is_https(request))


async def leave(request: Request) -> Response:
    """End the sign-in of this browser and show the sign-in."""
    token = unseal(request.cookies.get(COOKIE_NAME))
    if token is not None:
        await run_in_threadpool(_end, token)
    response = take_back(RedirectResponse(SIGN_IN_PATH, status_code=303), https=is_https(request))
    forget_openid(request, response)
    return response


def forget_openid(request: Request, response: Response) -> None:
    """Take Streamlit's own identity from the browser: who is signed in stands in our cookie alone."""
    for name in request.cookies:
        if name.startswith(STREAMLIT_IDENTITY):
            response.delete_cookie(name)


async def go_to_start(request: Request) -> Response:
    """Lead ``/start`` to ``/``, where Streamlit serves the default page."""
    return RedirectResponse(f"/?{request.url.query}" if request.url.query else "/", status_code=307)


async def say_healthy(_request: Request) -> Response:
    """Answer that the server runs: it only answers once the database is migrated."""
    return PlainTextResponse("ok")


def refuse(error: WorkbenchError, status: int = 403) -> Response:
    """Answer a form that was not taken, with the reason."""
    return HTMLResponse(refusal_page(str(error), SIGN_IN_PATH), status_code=status, headers=FORM_HEADERS)


def _asks_for_page(request: Request) -> bool:
    asks_for_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    path = request.url.path
    return asks_for_page and not path.startswith(OPEN_PATHS) and path != f"/{OPENID_PAGE}"


def _holds(token: str) -> bool:
    with open_session(write=False) as session:
        return who_is(session, token) is not None


def _end(token: str) -> None:
    with open_session(write=True) as session:
        sign_out(session, token)


def _by_one_click(chosen: str, browser: Browser) -> str:
    with open_session(write=True) as session:
        number = number_in(chosen)
        return begin(session, -1 if number is None else number, How.DEMO, browser)


def _choices() -> Choices:
    with open_session(write=False) as session:
        return Choices(
            groups=_by_role(demo_people(session)),
            asks_password=has_accounts(session) or not demo_sign_in_is_on(),
            openid_path=OPENID_PATH if is_configured() else None,
            first_lead_path=FIRST_LEAD_PATH if nobody_can_sign_in(session) else None,
        )


def _by_role(people: list[Person]) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Group people under the first of their roles as (heading, [(id, name, roles in words)])."""
    groups: dict[str, list[tuple[str, str, str]]] = {heading: [] for heading in HEADINGS.values()}
    for person in people:
        heading = next((HEADINGS[role] for role in HEADINGS if role in person.roles), WITHOUT_ROLE)
        row = (str(person.id), person.name, ", ".join(sorted(person.roles)))
        groups.setdefault(heading, []).append(row)
    return [(heading, rows) for heading, rows in groups.items() if rows]
