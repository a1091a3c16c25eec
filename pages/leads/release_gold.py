"""Release gold: draft, check, cut; then the releases with their files, compared or withdrawn."""

from collections import Counter
from collections.abc import Iterable

import streamlit as st

from annotate.errors import WorkbenchError
from db import release_gates, releases
from db.people import Person
from db.release_drafts import Draft
from db.release_gates import Gates, Progress
from db.session import database_url, open_session
from pages._ui.page_head import count, page_head, plain, section
from pages._ui.release.draft_form import DRAFT, choose_draft, show_draft_dialog
from pages._ui.release.gate_list import show_gates, show_plans
from pages._ui.release.past_releases import RELEASE, show_releases
from pages._ui.session import LEAD, require_role

GATES_KEPT = 4
"""Of some thousand plans each, for all who look at the screen."""


def _progress_of(bar: st.delta_generator.DeltaGenerator) -> Progress:
    def show(what: str, done: int, of: int) -> None:
        bar.progress(done / of if of else 1.0, f"{what}: {done:,} of {of:,}")

    return show


@st.cache_resource(show_spinner=False)
def _known_gates() -> dict[tuple[str, ...], Gates]:
    """Gates by what they were made from; the oldest makes room."""
    return {}


def _check(draft: Draft | None) -> Gates:
    """The gates, read anew only when a plan or the draft changed."""
    with open_session(write=False) as session:
        state = release_gates.state_of_gold(session)
    made_from = (database_url(), state, *((draft.name, str(draft.at)) if draft else ()))
    known = _known_gates()
    gates = known.get(made_from)
    if gates is None:
        bar = st.empty()
        with open_session(write=False) as session:
            gates = release_gates.check(session, draft, progress=_progress_of(bar))
        bar.empty()
        known[made_from] = gates
        for oldest in list(known)[:-GATES_KEPT]:
            known.pop(oldest, None)
    return gates


def _cut_form(person: Person, draft: Draft | None, gates: Gates) -> None:
    section("3  Cut")
    ready, held_back = len(gates.ready), len(gates.held_back)
    if not ready:
        st.info("Nothing can be cut: no plan passes every gate.", icon=":material/block:")
        return
    with st.form("cut", border=True):
        name_at, skip_at, button_at = st.columns([2.2, 2, 1.2], vertical_alignment="bottom")
        name = name_at.text_input(
            "Name of the release", value=draft.name if draft else "", disabled=draft is not None,
            key=f"release-name-{draft.name}" if draft else "release-name", placeholder="2026.1",
        )  # fmt: skip
        leave_out = held_back > 0 and skip_at.checkbox(
            f"Leave {count(held_back, 'held back plan', 'held back plans')} out", key="leave-held-back"
        )
        pressed = button_at.form_submit_button(f"Cut {count(ready, 'item')}", type="primary", width="stretch")
        profiles = _counted(item.risk_profile or "no profile" for item in gates.ready)
        lengths = _counted(f"{item.days} days" for item in gates.ready)
        st.caption(
            plain(f"{profiles} · {lengths}. A release is frozen; the same content gives the same bytes.")
        )
    if pressed:
        _cut(person, draft.name if draft else str(name or ""), leave_out=leave_out)


def _counted(values: Iterable[str]) -> str:
    return ", ".join(f"{value}: {number:,}" for value, number in sorted(Counter(values).items()))


def _cut(person: Person, name: str, *, leave_out: bool) -> None:
    bar = st.progress(0.0, "Checking the plans")
    try:
        with open_session(write=False) as session:
            prepared = releases.prepare(
                session, name, person, leave_out_held_back=leave_out, progress=_progress_of(bar)
            )
        with open_session(write=True) as session:
            done = releases.record_cut(session, prepared, person)
    except WorkbenchError as error:
        bar.empty()
        st.error(plain(error))
        return
    st.query_params.pop(DRAFT, None)
    st.query_params[RELEASE] = done.name
    st.rerun()


def show() -> None:
    """Draw the screen."""
    person = require_role(LEAD)
    page_head(
        "Release gold",
        "Only gold plans go out: each hard and common rule passes, is not checked, or was waived by an expert.",
    )
    draft, asked = choose_draft()
    gates = _check(draft)
    show_draft_dialog(person, draft, gates, asked)
    show_gates(gates)
    if gates.items or gates.waiting:
        show_plans(person, draft, gates)
    else:
        st.info(
            "No plan is gold yet, and none waits for its final review. A plan becomes gold in its final review.",
            icon=":material/workspace_premium:",
        )
    _cut_form(person, draft, gates)
    show_releases(person)


show()
