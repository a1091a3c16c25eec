"""The day board: the table and time axis in which a person fills the times of one day.

A component in the page itself (no frame): ``board.html``, ``board.css`` and the scripts beside this file,
which are read at import and joined in the order of ``SCRIPTS``.

**From Python to the board**, ``data`` (:class:`BoardData`). Minutes count from 00:00 of the plan day; 1440
and more are the next day. Crowd, opening and peak windows repeat daily: hand over those of one day; a window
over midnight ends after 1440. ``rejected`` holds cells of operations that were acknowledged and not applied;
an entry may stay there, the person closes it in the board.

**From the board to Python**, one state, ``entries``, with two lists that grow until they are acknowledged:

* ``ops``: ``{"plan", "client", "seq", "base_rev", "cells": [{"row", "field": "start" | "end",
  "value": int | None}], "how": "typed" | "dragged" | "suggested" | "nudged" | "pushed"}``. One entry is one
  undo step.
* ``commands``: ``{"plan", "client", "seq", "name", "row": str | None}``, where ``name`` is ``undo``, ``redo``,
  ``remark``, ``flag``, ``select``, ``next_finding``, ``previous_finding``, ``next_day`` or ``previous_day``.

Both share one counter per client; ``order`` counts over all components of the page; ``tries`` is there when an
entry is sent again. Read them with `read_entries` in the callback **and** at the beginning and the end of every
whole run (an entry may arrive with a run that no callback announces, as after a lost connection; a new server knows
the board only once it is mounted), apply each once to the plan it names, and put the highest ``seq`` handled for
that client in ``ack``, refused entries included.

What is not acknowledged is kept in the browser under the plan's id. After F5, a lost server or a closed tab
it is sent again if the cells are as they were, dropped if it had arrived, and else offered to the person
("typed but not saved"). A row whose data did not change is not touched; a cell that is being typed in keeps
its text, its selection and the focus through any rerun, and a bar that is being dragged is not redrawn.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

from pages._ui.component_files import register

HERE = Path(__file__).parent
SCRIPTS = ("../outbox.js", "clock.js", "ledger.js", "axis.js", "drag.js", "cells.js", "rows.js", "board.js")


class Axis(TypedDict):
    """The part of the day on the axis; the board stretches it where a bar needs more."""

    from_min: int
    to_min: int


class Span(TypedDict):
    """A suggested slot."""

    start_min: int
    end_min: int


class Was(TypedDict):
    """The times of a row in the version that it is compared with; None: it had none."""

    start_min: int | None
    end_min: int | None


class Timetable(TypedDict):
    """The timetable of a leg."""

    depart_min: int
    arrive_min: int


class RowScore(TypedDict):
    """One score of a row: value from 0 to 1, or None when not scored; ``why`` says what it is made of.

    ``was`` is there where it had another value in the version that is compared with.
    """

    name: str
    value: float | None
    why: str
    was: NotRequired[float | None]


class Gap(TypedDict):
    """The way to the next row: minutes needed and there; ``ok`` is None when the need is not known."""

    need_min: int | None
    have_min: int | None
    text: str
    ok: bool | None


class RowFindings(TypedDict):
    """How many findings name the row, and the worst severity among them."""

    worst: Literal["hard", "common", "advice"] | None
    count: int


class Row(TypedDict):
    """One stop or leg. ``row`` is its id (``d2.s3``, ``d1.l1``); ``number`` its number on the map.

    ``was`` is there where the row's times differ from the version that is compared with: drawn as an outline,
    old values struck out. ``remark_pieces`` are (kept | added | removed, text) where the remark differs.
    """

    row: str
    kind: Literal["accommodation", "restaurant", "attraction", "event", "transport", "leg"]
    number: int | None
    name: str
    what: str
    start_min: int | None
    end_min: int | None
    locked_start: bool
    timetable: Timetable | None
    stay_range_min: tuple[float, float] | None
    leave_range_min: tuple[float, float] | None
    ghost: Span | None
    base_min: float | None
    crowd: list[tuple[int, int, int]]
    open: list[tuple[int, int]] | None
    peak: list[tuple[int, int]]
    expected_delay_min: float | None
    scores: list[RowScore]
    cost: str | None
    gap: Gap | None
    remark: bool
    remark_due: bool
    flags: int
    findings: RowFindings
    changed: bool
    was: NotRequired[Was]
    remark_pieces: NotRequired[list[tuple[str, str]]]


class Rejected(TypedDict):
    """An operation's cell that was not applied: why, what stands there now and who wrote it."""

    client: str
    seq: int
    row: str
    field: Literal["start", "end"]
    value: int | None
    reason: str
    theirs: int | None
    by: str | None


class BoardData(TypedDict):
    """Everything the board shows of one day of one plan."""

    plan: str
    day: int
    rev: int
    ack: dict[str, int]
    rejected: list[Rejected]
    locked: bool
    saved_at: str | None
    selected: str | None
    axis: Axis
    rows: list[Row]


_mount = register("day_board", HERE, html="board.html", style="board.css", scripts=SCRIPTS)


def day_board(data: BoardData, *, key: str, on_entries: Callable[[], None]) -> None:
    """Mount the board.

    Args:
        data: what to show; see the module's docstring.
        key: the key of this board, the same for every day and plan shown in its place.
        on_entries: called, before the run, when operations or commands arrived; reads them with
            `read_entries`.
    """
    _mount(
        key=key,
        data=data,
        default={"entries": {"ops": [], "commands": []}},
        on_entries_change=on_entries,
    )
