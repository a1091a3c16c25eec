"""The launcher: signing in, health and map files beside Streamlit, the database made ready at start."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.concurrency import run_in_threadpool

from annotate.errors import WorkbenchError
from db.session import database_url
from db.start import prepare
from helpers.model_scoring import see_to_scoring
from pages._ui.component_files import component_routes
from pages._ui.errors import answer_error, show_error
from pages._ui.joining import joining_routes, tell_first_lead_code
from pages._ui.openid import openid_middleware, openid_routes
from pages._ui.sign_in import sign_in_middleware, sign_in_routes


@asynccontextmanager
async def database_made_ready(_app: st.App) -> AsyncIterator[None]:
    """Migrate the database, load the demo into an empty one and have model sets scored before the first page is answered."""
    try:
        await run_in_threadpool(prepare, database_url())
        await run_in_threadpool(tell_first_lead_code)
        await run_in_threadpool(see_to_scoring)
    except WorkbenchError as error:  # the server says why it does not start, not where in the code
        raise error.with_traceback(None) from None
    gc.collect()
    gc.freeze()  # what is loaded by now stays: a full collection, which holds up every page, need not look at it again
    yield


app = st.App(
    "pages/_ui/main.py",
    routes=[*component_routes(), *sign_in_routes(), *joining_routes(), *openid_routes()],
    middleware=[*openid_middleware(), *sign_in_middleware()],
    lifespan=database_made_ready,
    on_script_error=show_error,
    exception_handlers={WorkbenchError: answer_error},
)
