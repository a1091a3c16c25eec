"""A dense table whose rows or cells lead somewhere: a click or Enter opens one, arrows move, a header sorts.

Each is a real link, so that it opens in a new tab too. Every text goes to the page as text, never as HTML.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from pages._ui.component_files import register

Tone = Literal["", "good", "warn", "bad", "mute"]

_HERE = Path(__file__).parent
_LINK_TABLE = register(
    "link_table", _HERE, html="link_table.html", style="link_table.css", scripts=("link_table.js",)
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, whether it holds numbers (aligned right) or may wrap, and a heading that it shares with
    its neighbours."""

    label: str
    number: bool = False
    wrap: bool = False
    above: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell. `sort` orders the column where the text does not; `share` in [0, 1] draws a bar, `shade`
    in [0, 1] fills the cell, the stronger the more.

    `href` makes the cell a link of its own: one that opens `opens` here, or without it a page beside this one.
    """

    text: str
    sub: str = ""
    tone: Tone = ""
    chip: bool = False
    share: float | None = None
    sort: float | str | None = None
    shade: float | None = None
    href: str | None = None
    opens: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row: what it opens (`id`, and `href` as an address of a screen; None: nothing) and its cells."""

    id: str
    href: str | None
    cells: Sequence[Cell] = field(default_factory=tuple)


def link_table(
    columns: Sequence[Column],
    rows: Sequence[Row],
    *,
    key: str,
    name: str,
    selected: str | None = None,
    headings: bool = True,
    height_px: int | None = None,
    pinned: bool = False,
) -> str | None:
    """Draw the table; return the id of the row, or what the cell opens, that was just opened, else None.

    `name` tells a screen reader what the table lists. `height_px` makes a long table scroll in its place. `pinned`
    keeps the first column in sight while a wide table scrolls.
    """
    data: dict[str, Any] = {
        "name": name,
        "columns": [asdict(column) for column in columns],
        "rows": [asdict(row) for row in rows],
        "selected": selected,
        "headings": headings,
        "height_px": height_px,
        "pinned": pinned,
    }
    nothing: Callable[[], None] = _nothing
    result = _LINK_TABLE(key=key, data=data, on_open_change=nothing)
    opened = result.open
    return str(opened) if opened is not None else None


def _nothing() -> None:
    """The opened row is read from the result; without a callback the result would not have it."""
