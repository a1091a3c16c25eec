"""The launcher: signing in, health and map files beside Streamlit, the database made ready at start."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.concurrency import run_in_threadpool

from db.start import prepare
from pages._ui.sign_in import sign_in_middleware, sign_in_routes


@asynccontextmanager
async def database_made_ready(_app: st.App) -> AsyncIterator[None]:
    """Migrate the database and load the demo into an empty one before the first page is answered."""
    await run_in_threadpool(prepare, os.environ.get("WORKBENCH_DATABASE_URL"))
    yield


app = st.App(
    "pages/_ui/main.py",
    routes=sign_in_routes(),
    middleware=sign_in_middleware(),
    lifespan=database_made_ready,
)
