"""Errors that no screen expected: the sentence that a person can act on, in place of a traceback.

The server's log keeps the traceback.
"""

import streamlit as st
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from annotate.errors import WorkbenchError
from pages._ui.page_head import plain
from pages._ui.sign_in_page import unavailable_page

NOT_NOW = 503
"""Status of a page that cannot be answered now (RFC 9110, 15.6.4)."""


def show_error(error: Exception) -> bool:
    """Show an error that is meant for a person; False leaves any other one to Streamlit."""
    if not isinstance(error, WorkbenchError):
        return False
    st.error(plain(error), icon=":material/error:")
    return True


async def answer_error(request: Request, error: Exception) -> Response:
    """Answer a page outside Streamlit that met an error meant for a person."""
    page = unavailable_page(str(error), request.url.path)
    return HTMLResponse(page, status_code=NOT_NOW, headers={"Cache-Control": "no-store"})
