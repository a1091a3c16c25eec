"""The same day as plain time fields, over the same services: for screen readers and small machines."""

from datetime import time
from functools import partial

import streamlit as st

from annotate.clock import DAY_MIN, HOUR_MIN
from annotate.plan import Leg, Stop
from pages._ui import desk as desks
from pages._ui.board_data import row_label, what_happens
from pages._ui.desk import Desk
from pages._ui.session import Key, forget, is_still_signed_in, recall, remember

FIELD_WORDS = {"start": "arrival", "end": "departure"}


def simple_day(desk: Desk) -> None:
    """One line per row: arrival, departure, each with a box for the next day."""
    day = next(d for d in desk.itinerary.days if d.number == desk.day)
    for row in day.rows:
        if isinstance(row, Leg):
            name, what = f"{row.mode.value} {row.carrier or ''} to {row.destination}", "leg"
            words = ("Departure", "Arrival")
        else:
            name, what, words = row.name, what_happens(row), ("Arrive", "Depart")
        with st.container(border=True):
            st.markdown(f"**{_plain(name)}** · {what}")
            columns = st.columns([5, 4, 5, 4], vertical_alignment="bottom")
            _field(desk, row, "start", words[0], columns[0], columns[1])
            _field(desk, row, "end", words[1], columns[2], columns[3])
    for rejection in desk.rejected:
        if rejection.field in FIELD_WORDS:
            place = f"{row_label(desk, rejection.row)}, {FIELD_WORDS[rejection.field]}"
            st.error(f"Not saved: {place}. {_plain(rejection.reason)}", icon=":material/error:")


def _plain(name: str) -> str:
    return "".join("\\" + c if c in "\\`*_{}[]()#+-.!|<>$~:" else c for c in name)


def _field(
    desk: Desk,
    row: Stop | Leg,
    field: str,
    label: str,
    box: st.delta_generator.DeltaGenerator,
    tick: st.delta_generator.DeltaGenerator,
) -> None:
    minute = row.start_min if field == "start" else row.end_min
    name = row.destination if isinstance(row, Leg) else row.name
    key = f"simple-{desk.plan.annotation_id}-{row.row}-{field}"
    shown = None if minute is None else time(minute // HOUR_MIN % 24, minute % HOUR_MIN)
    days = 0 if minute is None else minute // DAY_MIN
    if recall(f"{key}-of") != minute or recall(f"{key}-next") is None:
        remember(key, shown)
        remember(f"{key}-next", days > 0)
        remember(f"{key}-of", minute)
    change = partial(_save, key, row.row, field)
    box.time_input(
        f"{label}, {name}", None, key=key, step=60, on_change=change, disabled=not desk.plan.can_edit
    )
    tick.checkbox(
        f"+1 day, {label.lower()}",
        key=f"{key}-next",
        on_change=change,
        disabled=not desk.plan.can_edit,
    )


def _save(key: str, row: str, field: str) -> None:
    desk: Desk = recall(Key.DESK)
    if not is_still_signed_in(desk.person_id):
        st.rerun()
    value: time | None = recall(key)
    # A field that is taken away, or that a message of the browser lacks, falls back to its default: nobody typed that.
    if value is None or not recall(Key.SIMPLE_MODE, True):
        forget(f"{key}-of")
        return
    minute = value.hour * HOUR_MIN + value.minute + (DAY_MIN if recall(f"{key}-next") else 0)
    seq = desk.acked.get(desk.client, 0) + 1
    op = {
        "plan": desk.plan.annotation_id,
        "client": desk.client,
        "seq": seq,
        "base_rev": desk.plan.rev,
        "cells": [{"row": row, "field": field, "value": minute}],
        "how": "typed",
    }
    desks.take_entries(desk, [op], [])
