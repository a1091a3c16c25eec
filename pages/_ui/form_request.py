"""What a request to one of our own forms says: where it comes from, over what, and its fields."""

import os
from urllib.parse import parse_qs, urlsplit

import streamlit as st
from starlette.requests import Request

from annotate.errors import InputError, NotAllowedError
from db.sign_ins import Browser

TRUST_PROXY_VARIABLE = "WORKBENCH_TRUST_PROXY"
LONGEST_FORM_BYTES = 4096
_OFF = {"", "0", "off", "no", "false"}


def trusts_proxy() -> bool:
    """Tell whether a reverse proxy stands before the server, whose headers say who asks and over what."""
    return os.environ.get(TRUST_PROXY_VARIABLE, "").strip().casefold() not in _OFF


def is_https(request: Request) -> bool:
    """Tell whether the reader's browser speaks https: with this server, or with the proxy that is trusted.

    The request's own scheme is not asked: uvicorn takes it from the header of any proxy on this machine.
    """
    if trusts_proxy():
        return request.headers.get("x-forwarded-proto", "").split(",")[-1].strip() == "https"
    return bool(st.get_option("server.sslCertFile"))


def browser_of(request: Request) -> Browser:
    """Return where a request comes from: its address (the proxy's word only where it is trusted) and agent."""
    forwarded = request.headers.get("x-forwarded-for", "").split(",")[-1].strip()
    client = request.client
    if trusts_proxy() and forwarded:
        address = forwarded
    elif client is None:
        address = "unknown"
    else:
        # Port 0 is uvicorn's mark for an address that it took from a header of a caller on this machine.
        address = client.host if client.port else "127.0.0.1"
    return Browser(address, request.headers.get("user-agent", ""))


def is_from_our_own_page(request: Request) -> bool:
    """Tell whether a form comes from a page of this server, or from a program that is no browser."""
    fetch_site = request.headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site in {"same-origin", "none"}
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form, each once. Raises NotAllowedError (another site's form), InputError (too long)."""
    if not is_from_our_own_page(request):
        raise NotAllowedError(
            "This form was sent from another site", todo="Open the page here and try again."
        )
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_FORM_BYTES:
            raise InputError(
                "The form is longer than this page ever sends", todo="Open the page and try again."
            )
    fields = parse_qs(body.decode("utf-8", errors="replace"), keep_blank_values=True)
    return {name: values[0] for name, values in fields.items()}
