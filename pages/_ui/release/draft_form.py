"""Step 1: a draft says how many plans of each kind a release should hold, and which gold plans stay out."""

from collections.abc import Collection

import streamlit as st

from annotate.errors import WorkbenchError
from annotate.plan import RiskProfile
from db import release_drafts
from db.people import Person, get_person
from db.release_drafts import Draft, PlannedCell
from db.release_gates import Gates
from db.session import open_session
from pages._ui.page_head import count, plain, section, when
from pages._ui.session import is_still_signed_in

DRAFT = "draft"
"""The parameter of the address that names the draft."""
NO_DRAFT = ""
USUAL_DAYS = (3, 5, 7)

Kind = tuple[str | None, int]
"""A risk profile (None: the query names none) and a length in days."""


def choose_draft() -> tuple[Draft | None, str | None]:
    """Draw the choice of a draft; give the chosen one, and what was asked to be done (`new`, `numbers`, `drop`)."""
    with open_session(write=False) as session:
        drafts = {draft.name: draft for draft in release_drafts.list_drafts(session)}
    section("1  Draft", "optional: which balance is wanted, and what stays out")
    options = [NO_DRAFT, *drafts]
    asked_for = st.query_params.get(DRAFT, NO_DRAFT)
    now = asked_for if asked_for in drafts else NO_DRAFT
    asked = None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        # The key holds the value: the address may choose another draft than the widget remembers.
        name = st.selectbox(
            "Draft", options, index=options.index(now), key=f"draft-of-{now}", width=320,
            format_func=lambda name: name or "No draft: every gold plan that may go out",
        )  # fmt: skip
        draft = drafts.get(now)
        if st.button("New draft", key="new-draft", icon=":material/add:"):
            asked = "new"
        if draft is not None and st.button("Plan numbers", key="plan-numbers", icon=":material/tune:"):
            asked = "numbers"
        if draft is not None and st.button("Drop this draft", key="drop-draft", icon=":material/delete:"):
            asked = "drop"
    if name != now:
        _go_to(name)
    if draft is not None:
        planned = sum(cell.items for cell in draft.planned)
        numbers = f"{count(planned, 'plan')} planned" if draft.planned else "Any balance will do"
        st.caption(
            plain(
                f"{numbers}, {len(draft.left_out)} left out. Last changed by {draft.by.label}, {when(draft.at)}."
            )
        )
    return draft, asked


def show_draft_dialog(person: Person, draft: Draft | None, gates: Gates, asked: str | None) -> None:
    """Open what was asked for by a button of `choose_draft`."""
    if asked == "new":
        _new_draft(person, gates)
    elif asked == "numbers" and draft is not None:
        _numbers(person, draft, gates)
    elif asked == "drop" and draft is not None:
        _drop(person, draft)


def _go_to(name: str | None) -> None:
    if name:
        st.query_params[DRAFT] = name
    else:
        st.query_params.pop(DRAFT, None)
    st.rerun()


@st.dialog("A new draft")
def _new_draft(person: Person, gates: Gates) -> None:
    name = st.text_input("Name of the release", key="draft-name", placeholder="2026.1")
    ready = {(cell.risk_profile, cell.days): cell.ready for cell in gates.cells()}
    numbers = _grid(ready, ready)
    if st.button("Make the draft", type="primary", key="make-draft"):
        _keep(person, str(name or ""), numbers)


@st.dialog("How many plans of each kind")
def _numbers(person: Person, draft: Draft, gates: Gates) -> None:
    planned = {(cell.risk_profile, cell.days): cell.items for cell in draft.planned}
    ready = {(cell.risk_profile, cell.days): cell.ready for cell in gates.cells()}
    numbers = _grid(planned, ready)
    if st.button("Keep these numbers", type="primary", key="keep-numbers"):
        _keep(person, draft.name, numbers)


@st.dialog("Drop this draft")
def _drop(person: Person, draft: Draft) -> None:
    st.write(
        plain(f"{draft.name}: what it plans and leaves out is forgotten. No plan and no release changes.")
    )
    if st.button("Drop it", type="primary", key="really-drop"):
        if not is_still_signed_in(person.id):
            st.rerun()
        try:
            with open_session(write=True) as session:
                release_drafts.drop_draft(session, get_person(session, person.id), draft.name)
        except WorkbenchError as error:
            st.error(plain(error))
            return
        _go_to(None)


def _grid(values: dict[Kind, int], ready: dict[Kind, int]) -> dict[Kind, int]:
    """A number for each kind; all zero plans nothing, so that any balance will do."""
    numbers: dict[Kind, int] = {}
    for risk in _profiles(values.keys() | ready.keys()):
        st.markdown(f"**{plain(risk or 'No risk profile')}**")
        days_wanted = sorted({*USUAL_DAYS, *(days for _, days in values.keys() | ready.keys())})
        for place, days in zip(st.columns(len(days_wanted)), days_wanted, strict=True):
            value = place.number_input(
                f"{days} days",
                min_value=0,
                step=1,
                value=values.get((risk, days), 0),
                key=f"plan-{risk}-{days}",
            )
            place.caption(f"{ready.get((risk, days), 0)} ready")
            numbers[risk, days] = int(value)
    st.caption("All at 0: nothing is planned, any balance will do.")
    return numbers


def _profiles(kinds: Collection[Kind]) -> list[str | None]:
    usual: list[str | None] = [profile.value for profile in RiskProfile]
    return usual + sorted({risk for risk, _ in kinds if risk not in usual}, key=str)


def _keep(person: Person, name: str, numbers: dict[Kind, int]) -> None:
    wanted = any(numbers.values())
    cells = [PlannedCell(risk, days, number) for (risk, days), number in numbers.items() if wanted and number]
    if not is_still_signed_in(person.id):
        st.rerun()
    try:
        with open_session(write=True) as session:
            draft = release_drafts.plan_release(session, get_person(session, person.id), name, cells)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    _go_to(draft.name)
