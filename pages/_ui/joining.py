"""Coming in for the first time: the first lead by the code in the server's log, everybody else by a link."""

import logging
import secrets
from hmac import compare_digest

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from annotate.errors import InputError, NotAllowedError, WorkbenchError
from db.accounts import make_first_lead, nobody_can_sign_in, person_of_link, set_password_by_link
from db.events import now
from db.passwords import SHORTEST_PASSWORD_CHARACTERS
from db.session import open_session
from db.sign_in_throttle import count_as_right, count_try
from db.sign_ins import Browser, How, begin
from pages._ui.cookie import hand_over
from pages._ui.form_request import browser_of, is_https, read_form
from pages._ui.sign_in import FIRST_LEAD_PATH, FORM_HEADERS, JOIN_PATH, SIGN_IN_PATH, refuse
from pages._ui.sign_in_page import field, form_page, hidden_field

PASSWORD_RULE = (
    f"A password has {SHORTEST_PASSWORD_CHARACTERS} characters or more; four or five plain words do well."
)
FIRST_LEAD_COUNTED_AS = "the code of the first lead"
_first_lead_code = secrets.token_urlsafe(12)
_log = logging.getLogger("streamlit.workbench")


def joining_routes() -> list[BaseRoute]:
    """Return the routes of the first lead and of links."""
    return [
        Route(JOIN_PATH, show_join, methods=["GET"]),
        Route(JOIN_PATH, join, methods=["POST"]),
        Route(FIRST_LEAD_PATH, show_first_lead, methods=["GET"]),
        Route(FIRST_LEAD_PATH, first_lead, methods=["POST"]),
    ]


def tell_first_lead_code() -> None:
    """Write the code of the first lead to the server's log while nobody can sign in; it changes at each start."""
    with open_session(write=False) as session:
        is_wanted = nobody_can_sign_in(session)
    if is_wanted:
        _log.warning(
            "Nobody has an account yet. Open %s and create the first lead with this code: %s",
            FIRST_LEAD_PATH,
            _first_lead_code,
        )


async def show_join(request: Request) -> Response:
    """Ask the person whom a link is for to choose a password; looking does not use the link up."""
    return await _join_form(request.query_params.get("token", ""))


async def _join_form(token: str, problem: str = "") -> Response:
    try:
        name = await run_in_threadpool(_name_in_link, token)
    except WorkbenchError as error:
        return refuse(error, 404)
    fields = hidden_field("token", token) + _password_fields()
    page = form_page(
        "Choose your password", f"{name}: {PASSWORD_RULE}", JOIN_PATH, fields, "Set password", problem=problem
    )
    return HTMLResponse(page, status_code=400 if problem else 200, headers=FORM_HEADERS)


def _password_fields() -> str:
    return field("password", "Password", kind="password", autocomplete="new-password") + field(
        "again", "The same once more", kind="password", autocomplete="new-password"
    )


def _name_in_link(token: str) -> str:
    with open_session(write=False) as session:
        return person_of_link(session, token).label


async def join(request: Request) -> Response:
    """Set the password, use the link up, and sign in."""
    try:
        form = await read_form(request)
    except WorkbenchError as error:
        return refuse(error)
    try:
        _require_same_twice(form)
        token = await run_in_threadpool(_join, form.get("token", ""), form["password"], browser_of(request))
    except WorkbenchError as error:
        return await _join_form(form.get("token", ""), str(error))
    return hand_over(RedirectResponse("/", status_code=303), token, https=is_https(request))


def _require_same_twice(form: dict[str, str]) -> None:
    if not form.get("password") or form["password"] != form.get("again"):
        raise InputError("The two passwords differ", todo="Type the same password twice.")


def _join(token: str, password: str, browser: Browser) -> str:
    with open_session(write=True) as session:
        person = set_password_by_link(session, token, password)
        return begin(session, person.id, How.LINK, browser)


async def show_first_lead(_request: Request) -> Response:
    """Ask for the first lead, while nobody can sign in."""
    return await _first_lead_form({})


async def _first_lead_form(form: dict[str, str], problem: str = "") -> Response:
    if not await run_in_threadpool(_is_wanted):
        return RedirectResponse(SIGN_IN_PATH, status_code=303, headers={"Cache-Control": "no-store"})
    fields = (
        field("code", "Code from the server’s log")
        + field("name", "Your name", value=form.get("name", ""), autocomplete="name")
        + field("email", "Your e-mail", kind="email", value=form.get("email", ""), autocomplete="email")
        + _password_fields()
    )
    opening = f"The lead invites everybody else. {PASSWORD_RULE}"
    page = form_page(
        "Create the first lead", opening, FIRST_LEAD_PATH, fields, "Create and sign in", problem=problem
    )
    return HTMLResponse(page, status_code=400 if problem else 200, headers=FORM_HEADERS)


def _is_wanted() -> bool:
    with open_session(write=False) as session:
        return nobody_can_sign_in(session)


async def first_lead(request: Request) -> Response:
    """Create the first lead and sign them in."""
    try:
        form = await read_form(request)
    except WorkbenchError as error:
        return refuse(error)
    try:
        token = await run_in_threadpool(_make_first_lead, form, browser_of(request))
    except WorkbenchError as error:
        return await _first_lead_form(form, str(error))
    return hand_over(RedirectResponse("/", status_code=303), token, https=is_https(request))


def _make_first_lead(form: dict[str, str], browser: Browser) -> str:
    with open_session(write=True) as session:
        count_try(session, FIRST_LEAD_COUNTED_AS, browser.address, now())
    if not compare_digest(form.get("code", "").strip().encode(), _first_lead_code.encode()):
        raise NotAllowedError(
            "This is not the code", todo="It stands in the server’s log, new at each start of the server."
        )
    _require_same_twice(form)
    with open_session(write=True) as session:
        count_as_right(session, FIRST_LEAD_COUNTED_AS, browser.address)
        person = make_first_lead(session, form.get("name", ""), form.get("email", ""), form["password"])
        return begin(session, person.id, How.PASSWORD, browser)
