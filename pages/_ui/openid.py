"""Signing in through OpenID Connect: Streamlit's own `st.login` proves the e-mail, our cookie then signs in.

Only full page loads set cookies, so it goes in four steps: our route marks the browser and leads to a page of
Streamlit's; there `st.login` goes to the provider and comes back to the front page; the mark leads on to the
page again, which now knows the e-mail and hands over a ticket; our route takes the ticket and the mark together
and signs in. A ticket without the mark of the same browser opens nothing.
"""

import json
from html import escape
from urllib.parse import urlencode

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from annotate.errors import InputError, NotAllowedError, NotFoundError, WorkbenchError
from db.accounts import make_ticket, use_ticket
from db.session import open_session
from db.sign_ins import Browser, How, begin, new_token
from pages._ui.cookie import hand_over, seal, unseal
from pages._ui.form_request import browser_of, is_https
from pages._ui.openid_settings import OPENID_FINISH_PATH, OPENID_PAGE, OPENID_PATH, is_configured
from pages._ui.sign_in import SIGN_OUT_PATH, forget_openid, local_path, refuse

MARK_COOKIE = "workbench_openid"
MARK_LASTS_S = 10 * 60


def openid_routes() -> list[BaseRoute]:
    """Return the routes that begin and finish a sign-in through OpenID Connect."""
    return [
        Route(OPENID_PATH, begin_openid, methods=["GET"]),
        Route(OPENID_FINISH_PATH, finish_openid, methods=["GET"]),
    ]


def openid_middleware() -> list[Middleware]:
    """Return the middleware that lets a marked browser through to the page of `st.login`."""
    return [Middleware(MarkedGoOn)]


class MarkedGoOn:
    """Leads a marked browser that comes back from the provider to the page that knows what to do with it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET" and scope["path"] == "/":
            request = Request(scope)
            if unseal(request.cookies.get(MARK_COOKIE), MARK_LASTS_S) is not None:
                response = RedirectResponse(
                    f"/{OPENID_PAGE}", status_code=303, headers={"Cache-Control": "no-store"}
                )
                await response(scope, receive, send)
                return
        await self.app(scope, receive, send)


async def begin_openid(request: Request) -> Response:
    """Mark the browser and lead to the page that calls `st.login`."""
    if not is_configured():
        return refuse(NotFoundError("OpenID Connect is not set up here", todo="Sign in another way."), 404)
    mark = json.dumps([new_token(), local_path(request.query_params.get("next"))])
    response = RedirectResponse(f"/{OPENID_PAGE}", status_code=303, headers={"Cache-Control": "no-store"})
    forget_openid(request, response)
    response.set_cookie(
        MARK_COOKIE,
        seal(mark),
        max_age=MARK_LASTS_S,
        httponly=True,
        samesite="lax",
        secure=is_https(request),
    )
    return response


async def finish_openid(request: Request) -> Response:
    """Sign in whom the ticket is for, if this browser holds the mark that the ticket was made for."""
    mark = unseal(request.cookies.get(MARK_COOKIE), MARK_LASTS_S)
    sealed = unseal(request.query_params.get("ticket"), MARK_LASTS_S)
    try:
        if mark is None or sealed is None:
            raise NotAllowedError("This sign-in was begun in another browser, or too long ago")
        ticket, mark_of_ticket = json.loads(sealed)
        if mark_of_ticket != mark:
            raise NotAllowedError("This sign-in was begun in another browser")
        token = await run_in_threadpool(_use, ticket, browser_of(request))
    except WorkbenchError as error:
        response = refuse(error)
    else:
        response = hand_over(
            RedirectResponse(local_path(json.loads(mark)[1]), status_code=303),
            token,
            https=is_https(request),
        )
    response.delete_cookie(MARK_COOKIE)
    forget_openid(request, response)
    return response


def _use(ticket: str, browser: Browser) -> str:
    with open_session(write=True) as session:
        return begin(session, use_ticket(session, ticket).id, How.OPENID, browser)


def show_openid_page() -> None:
    """Go to the provider; once it has said who this is, hand the ticket over, or say why nobody is signed in."""
    mark = unseal(st.context.cookies.get(MARK_COOKIE), MARK_LASTS_S)
    if mark is None:
        _say("This sign-in took too long.", "Begin again", OPENID_PATH)
        return
    if not st.user.is_logged_in:
        st.login()
        return
    try:
        ticket = _ticket()
    except WorkbenchError as error:
        _say(str(error), "Sign in another way", SIGN_OUT_PATH)
        return
    address = f"{OPENID_FINISH_PATH}?{urlencode({'ticket': seal(json.dumps([ticket, mark]))})}"
    st.html(f"<script>location.replace({json.dumps(address)})</script>", unsafe_allow_javascript=True)
    _say("You are known.", "Go on", address)


def _ticket() -> str:
    email, verified = st.user.get("email"), st.user.get("email_verified")
    if not isinstance(email, str) or not email:
        raise InputError("Your organisation’s account names no e-mail", todo="Ask a lead for an invitation.")
    if verified is not True:
        raise NotAllowedError(
            f"The e-mail {email} is not verified by your organisation",
            todo="Verify it there, then sign in again.",
        )
    with open_session(write=True) as session:
        return make_ticket(session, email)


def _say(sentence: str, link: str, address: str) -> None:
    st.title("Sign in")
    st.html(
        f'<p>{escape(sentence)}</p><p><a style="color:inherit" href="{escape(address)}" target="_self">{escape(link)}</a></p>'
    )
