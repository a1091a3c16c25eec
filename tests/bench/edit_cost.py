"""What one edit costs in Python: saving, scoring, making the data of the four parts of the screen."""

import os
import time
from collections.abc import Callable
from statistics import median

from annotate.bill import make_bill
from db.unavailable import URL_VARIABLE
from helpers.suggest import suggest_day
from pages._ui import desk as desks
from pages._ui.board_data import board_data
from pages._ui.panel_data import bar_data, rationale_data, side_data
from tests.bench.workspace import Desk


def edit_cost(desk: Desk, row: str, ends: tuple[int, int], *, repeats: int) -> str:
    """The steps of an edit with their median times, the longest first."""
    before = os.environ.get(URL_VARIABLE)
    os.environ[URL_VARIABLE] = desk.url
    try:
        steps = _measure(desk, row, ends, repeats)
    finally:
        if before is None:
            del os.environ[URL_VARIABLE]
        else:
            os.environ[URL_VARIABLE] = before
    found = sorted(((median(times), name) for name, times in steps.items()), reverse=True)
    return f"{sum(time_ms for time_ms, _ in found):.0f} ms: " + ", ".join(
        f"{name} {ms:.1f}" for ms, name in found
    )


def _measure(desk: Desk, row: str, ends: tuple[int, int], repeats: int) -> dict[str, list[float]]:
    opened = desks.open_desk(desk.person_id, desk.annotation_id)
    steps: dict[str, list[float]] = {}
    first = int(opened.itinerary.find(row)[1].end_min == ends[0])

    def timed(name: str, act: Callable[[], object]) -> None:
        start = time.perf_counter()
        act()
        steps.setdefault(name, []).append((time.perf_counter() - start) * 1000)

    for n in range(repeats):
        cells = [{"row": row, "field": "end", "value": ends[(first + n) % 2]}]
        op = {
            "plan": desk.annotation_id,
            "client": "cost",
            "seq": n + 1,
            "base_rev": opened.plan.rev,
            "cells": cells,
            "how": "typed",
        }
        rev = opened.plan.rev
        timed("save and score", lambda op=op: desks.take_entries(opened, [op], []))
        if opened.plan.rev == rev:
            raise RuntimeError(f"The edit of {row} was not saved: {opened.problem or opened.rejected}")
        timed("suggest", lambda: suggest_day(opened.itinerary, opened.plan.facts, opened.day))
        timed("bill", lambda: make_bill(opened.trip))
        timed("board", lambda: board_data(opened, {}, {}, None))
        timed("bar", lambda: bar_data(opened, warning=None, previous=None, following=None, saved=""))
        timed("side panel", lambda: side_data(opened))
        timed("rationale", lambda: rationale_data(opened))
    return steps
