"""Texts in the letters that the font of the PDF has: the others are written in Latin letters between ‹ and ›.

Indian scripts are spelt by `indic_letters`, all others by anyascii. What neither knows stands as its code point.
"""

import dataclasses
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any, TypeVar

from anyascii import anyascii
from reportlab.pdfbase import pdfmetrics

from helpers.indic_letters import in_latin
from helpers.pdf_words import FORMATS, JOINERS, REGULAR, SEMIBOLD, register_fonts

BEGIN, END = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}", "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
T = TypeVar("T")
_BETWEEN = f" {JOINERS}"
FOOTNOTE = (
    f"{BEGIN} {END}: letters that the font of this PDF lacks, in Latin letters; the HTML page shows them."
)


def drawable(value: T) -> T:
    """A text, or a report with all its texts, in letters that the font has. What it can draw already stays as it is."""
    changed: Any = value
    if isinstance(value, str):
        changed = _drawable_text(value)
    elif isinstance(value, tuple):
        changed = tuple(map(drawable, value))
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in dataclasses.fields(value) if one.init]
        changed = dataclasses.replace(value, **{name: drawable(getattr(value, name)) for name in names})
    return changed


def _drawable_text(text: str) -> str:
    if text.isascii() or not any(map(_is_lacking, text)):
        return text
    runs = groupby(_joined(unicodedata.normalize("NFC", text)), key=lambda pair: pair[1])
    return "".join(
        _spelt("".join(letter for letter, _ in run)) if is_lacking else "".join(letter for letter, _ in run)
        for is_lacking, run in runs
    )


def _joined(text: str) -> Iterator[tuple[str, bool]]:
    """Each letter with whether it is spelt; one blank or joiner between two that are spelt goes with them."""
    lacking = [_is_lacking(letter) for letter in text]
    for at, letter in enumerate(text):
        is_between = letter in _BETWEEN and 0 < at < len(text) - 1 and lacking[at - 1] and lacking[at + 1]
        yield letter, lacking[at] or is_between


def _spelt(text: str) -> str:
    spelt = "".join(_spelling(letter) for letter in in_latin(text))
    return f"{BEGIN}{spelt.strip()}{END}" if spelt.strip() else ""


def _spelling(letter: str) -> str:
    if letter.isascii():
        return letter
    category = unicodedata.category(letter)
    return anyascii(letter) or ("" if category in ("Mn", "Cf") else f"U+{ord(letter):04X}")


def _is_lacking(letter: str) -> bool:
    return not letter.isascii() and ord(letter) not in _drawn() and not _steers(letter)


def _steers(letter: str) -> bool:
    """True for what the layout takes as a blank or leaves out."""
    return letter.isspace() or unicodedata.category(letter) in FORMATS


@cache
def _drawn() -> frozenset[int]:
    """The code points that both weights of the font have."""
    register_fonts()
    faces = [pdfmetrics.getFont(name).face.charToGlyph for name in (REGULAR, SEMIBOLD)]
    return frozenset(faces[0].keys() & faces[1].keys())
