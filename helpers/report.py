"""What a printed report holds, before anybody decides how it looks: sections of facts, tables, texts and sketches.

`report_html` and `report_pdf` draw the same `Report`, so a figure stands in both or in neither.
"""

from dataclasses import dataclass
from typing import Literal

from helpers.day_sketch import DaySketch

Tone = Literal["", "good", "warn", "bad", "mute"]
"""How loud a cell is; never the only sign of what it says."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. `share` is its part of the width, among those of its table; numbers stand to the right."""

    name: str
    share: float
    number: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text, and what stands small below it."""

    text: str
    sub: str = ""
    tone: Tone = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table with (label, text) notes that stand below it over its whole width.

    A `joined` row goes on about what the row above it is about: no line parts them.
    """

    cells: tuple[Cell, ...]
    notes: tuple[tuple[str, str], ...] = ()
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under their column names; `name` says what of."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Names with their values."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Tiles:
    """Figures that are read first: (name, value, what it is out of)."""

    tiles: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A text as somebody wrote it, its line ends kept; `quoted` for words of a traveller."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence in a box that nobody may overlook."""

    text: str


@dataclass(frozen=True, slots=True)
class Sketches:
    """Maps that stand beside each other."""

    sketches: tuple[DaySketch, ...]


Block = Table | Pairs | Tiles | Text | Notice | Sketches


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with a quiet note and what stands under it. `starts_page`: it begins on a page of its own."""

    title: str
    note: str
    blocks: tuple[Block, ...]
    starts_page: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """One report. `footer` stands on each of its pages."""

    title: str
    subtitle: str
    footer: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents of a document of several reports: what, in which state, why it has no pages (or None)."""

    title: str
    subtitle: str
    state: str
    why_absent: str | None = None
