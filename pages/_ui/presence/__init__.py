"""The sign of life of an open plan: renews its hold and marks activity every half minute, drawing nothing."""

import time
from pathlib import Path
from uuid import uuid4

import streamlit as st

from annotate.errors import WorkbenchError
from db.activity import beat
from db.leases import RENEW_EVERY_S, Holding
from db.session import open_session
from pages._ui.component_files import register
from pages._ui.page_head import plain, when
from pages._ui.session import Key, is_still_signed_in, recall, remember

_PRESENCE = register(
    "presence",
    Path(__file__).parent,
    html="presence.html",
    style="presence.css",
    scripts=("../outbox.js", "presence.js"),
)


def keep_presence(person_id: int, annotation_id: int) -> Holding | None:
    """Hold the plan while it stays on the screen; says who holds it, None where it cannot be held now.

    Call it where the plan may be changed by this person. Another holder is named in a line on the screen.
    """
    held = _held(annotation_id)
    if held is None or time.monotonic() - held[1] >= RENEW_EVERY_S:
        _beat(person_id, annotation_id, active=True)
        held = _held(annotation_id)
    holding = held[0] if held is not None else None
    if holding is not None and holding.holder.id != person_id:
        st.warning(
            f"{plain(holding.holder.label)} has had this plan open since {when(holding.since)}, "
            f"until {when(holding.expires_at)} unless they stay. A lead can release it.",
            icon=":material/lock_person:",
        )
    _watch(person_id, annotation_id)
    return holding


@st.fragment(key="presence")
def _watch(person_id: int, annotation_id: int) -> None:
    def take() -> None:
        said = (recall("presence_beat") or {}).get("beat") or {}
        if said.get("plan") != annotation_id or not is_still_signed_in(person_id):
            return
        before = _held(annotation_id)
        _beat(person_id, annotation_id, active=bool(said.get("active")))
        after = _held(annotation_id)
        if before is not None and after is not None and before[0].holder.id != after[0].holder.id:
            st.rerun()

    _PRESENCE(key="presence_beat", data={"plan": annotation_id}, default={"beat": None}, on_beat_change=take)


def _beat(person_id: int, annotation_id: int, *, active: bool) -> None:
    client = recall(Key.TAB)
    if client is None:
        client = uuid4().hex
        remember(Key.TAB, client)
    try:
        with open_session(write=True) as session:
            holding = beat(session, person_id, annotation_id, client, active=active)
    except WorkbenchError:  # the plan was closed meanwhile; whatever is tried next says so
        remember(Key.HOLDING, None)
        return
    remember(Key.HOLDING, (holding, time.monotonic()))


def _held(annotation_id: int) -> tuple[Holding, float] | None:
    held: tuple[Holding, float] | None = recall(Key.HOLDING)
    return held if held is not None and held[0].annotation_id == annotation_id else None
