"""All model sets with their progress, and the form that adds one."""

from pathlib import PurePath
from urllib.parse import urlencode

import streamlit as st

from annotate.errors import InputError, WorkbenchError
from db import model_sets
from db.importers.answers import ENCODINGS_OFFERED
from db.imports import Upload
from db.model_sets import ModelSetView, SetState
from db.people import Person
from db.session import open_session
from helpers.model_scoring import see_to_scoring
from pages._ui.link_table import Cell, Column, Row, Tone, link_table
from pages._ui.page_head import count, plain, section, when
from pages._ui.session import is_still_signed_in

LOOK_AGAIN_S = 2
STATE_TONES: dict[SetState, Tone] = {
    SetState.WAITING: "warn",
    SetState.SCORING: "warn",
    SetState.DONE: "good",
    SetState.CANCELLED: "mute",
    SetState.FAILED: "bad",
}
OWN_QUERIES = "the file's own queries"
UTF_8 = "utf-8"
COLUMNS = (
    Column("Set", wrap=True),
    Column("Queries"),
    Column("State"),
    Column("Scored"),
    Column("Delivery", number=True),
    Column("Final pass", number=True),
    Column("BAS", number=True),
    Column("CATS", number=True),
    Column("TDAS", number=True),
    Column("Added"),
)
SCORES = ("bas", "cats", "tdas")


def address_of(name: str) -> str:
    """The address of a set's page."""
    return f"model-sets?{urlencode({'set': name})}"


def open_set(name: str | None) -> None:
    """Show the page of a set from now on, or the list."""
    st.query_params.clear()
    if name is not None:
        st.query_params["set"] = name
    st.rerun()


def show_sets(person: Person) -> None:
    """The list, which looks again by itself while a set is under way."""
    with open_session(write=False) as session:
        is_moving = any(one.is_under_way for one in model_sets.list_model_sets(session))

    @st.fragment(run_every=LOOK_AGAIN_S if is_moving else None, key="model-set-list")
    def draw() -> None:
        if is_moving and is_still_signed_in(person.id):
            see_to_scoring()
        with open_session(write=False) as session:
            sets = model_sets.list_model_sets(session)
        if is_moving and not any(one.is_under_way for one in sets):
            st.rerun()
        _list(sets)

    draw()


def _list(sets: list[ModelSetView]) -> None:
    section("Sets", count(len(sets), "set") if sets else "")
    if not sets:
        st.info(
            "No plan of a model is here yet. Add a file of plans below: it is scored in the background.",
            icon=":material/smart_toy:",
        )
        return
    opened = link_table(COLUMNS, [_row(one) for one in sets], key="model-sets", name="Model sets")
    if opened is not None:
        open_set(opened)


def _row(one: ModelSetView) -> Row:
    share = one.done / one.total if one.total else 0.0
    summary = one.summary
    rates = [summary["delivery_rate"], summary["final_pass_rate"]] if summary else [None, None]
    means = [summary["scores"][key]["mean"] for key in SCORES] if summary else [None] * len(SCORES)
    cells = [
        Cell(one.name, sub=one.file_name),
        Cell(one.query_set or "its own", tone="" if one.query_set else "mute"),
        Cell(one.state.value, tone=STATE_TONES[one.state], chip=True),
        Cell(f"{one.done:,} of {one.total:,}", share=share, sort=share),
        *(_figure(rate, "-" if rate is None else f"{rate:.1%}") for rate in rates),
        *(_figure(mean, "-" if mean is None else f"{mean:.3f}") for mean in means),
        Cell(when(one.at), sub=one.by.name, sort=one.at.timestamp()),
    ]
    return Row(one.name, address_of(one.name), cells)


def _figure(value: float | None, text: str) -> Cell:
    return Cell(text, tone="" if value is not None else "mute", sort=-1.0 if value is None else value)


def add_form(person: Person) -> None:
    """The form of a new set: a file, chosen here or on the server's machine, and what its plans answer."""
    with open_session(write=False) as session:
        known = model_sets.query_sets(session)
    section("Add a set", "one JSON object a line, with idx and plan")
    left, right = st.columns([1, 1.25], gap="medium")
    with left:
        chosen = st.file_uploader(
            "File of plans: JSON Lines or JSON", type=["jsonl", "json"], key="plans-file"
        )
    with right, st.form("new-model-set"):
        path_at, encoding_at = st.columns([2.2, 1])
        path = path_at.text_input(
            "Or a file on the server", key="plans-path", placeholder="/data/models/plans.jsonl"
        )
        encoding = encoding_at.selectbox("Encoding", [UTF_8, *ENCODINGS_OFFERED], key="plans-encoding")
        name_at, queries_at = st.columns(2)
        name = name_at.text_input(
            "Name of the set",
            key="set-name",
            placeholder=_stem(chosen.name) if chosen else "the file's name",
        )
        queries = queries_at.selectbox(
            "It answers the queries of",
            [*known, OWN_QUERIES],
            format_func=lambda one: (
                f"{one}: {count(known[one], 'query', 'queries')}" if one in known else one
            ),
            key="queries-of",
            help="A query without a plan counts as failed, and a plan that no query asks for is left out.",
        )
        pressed = st.form_submit_button("Add and score", type="primary", icon=":material/play_arrow:")
    if not pressed:
        return
    try:
        file = _file(Upload(chosen.name, chosen.getvalue()) if chosen else None, str(path or ""))
        title = str(name or "").strip() or _stem(file.name)
        with open_session(write=False) as session:
            plans = model_sets.read_plans(
                session,
                file,
                query_set=queries if queries in known else None,
                encoding=None if encoding == UTF_8 else encoding,
            )
        with open_session(write=True) as session:
            model_sets.add_model_set(session, person.id, title, plans)
        see_to_scoring()
    except WorkbenchError as error:
        st.error(plain(error), icon=":material/error:")
        return
    open_set(title)


def _stem(file_name: str) -> str:
    return PurePath(file_name).stem


def _file(chosen: Upload | None, path: str) -> Upload:
    if (chosen is None) == (not path.strip()):
        raise InputError(
            "No file was chosen" if chosen is None else "Two files were chosen",
            expected="a file here or the path of one on the server",
        )
    return chosen if chosen is not None else model_sets.file_on_server(path)
