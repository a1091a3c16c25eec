"""Words on a PDF page: the font, the styles, and texts of others made safe for the layout."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from threading import Lock

import fontpkg_mukta
from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph

REGULAR, SEMIBOLD = "Mukta", "Mukta-SemiBold"
PIECE_LETTERS, PIECE_LINES = 900, 12
"""A longer text is laid out in pieces, so that none is higher than a page."""
_INK, _QUIET = "#1d2126", "#5b646d"
TONES = {"bad": "#a1221a", "warn": "#7a5000", "good": "#1d6b35", "mute": _QUIET}
LABEL = _QUIET
JOINERS = "\u200c\u200d"
"""Format characters that a script needs; the others (marks of direction among them) are left out."""
FORMATS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode's categories of what only steers."""
_NO_BREAK = "\N{NO-BREAK SPACE}"
_DEVANAGARI = range(0x0900, 0x0980)
_registering = Lock()


def register_fonts() -> None:
    """Make the two weights of the font known, once."""
    with _registering:
        if REGULAR in pdfmetrics.getRegisteredFontNames():
            return
        files = fontpkg_mukta.ROOT / "files"
        pdfmetrics.registerFont(TTFont(SEMIBOLD, files / "Mukta-SemiBold.ttf"))
        pdfmetrics.registerFont(TTFont(REGULAR, files / "Mukta-Regular.ttf"))
        pdfmetrics.registerFontFamily(REGULAR, REGULAR, SEMIBOLD, REGULAR, SEMIBOLD)
        pdfmetrics.registerFontFamily(SEMIBOLD, SEMIBOLD, SEMIBOLD, SEMIBOLD, SEMIBOLD)


@dataclass(frozen=True, slots=True)
class Look:
    """How words look: font, size in points, colour, side, indent."""

    font: str = REGULAR
    size: float = 8.5
    colour: str = _INK
    right: bool = False
    indent: float = 0.0


TITLE = Look(SEMIBOLD, 17)
HEADING = Look(SEMIBOLD, 12)
STRONG = Look(SEMIBOLD)
BODY = Look()
NUMBER = Look(right=True)
QUIET = Look(size=7.5, colour=_QUIET)
QUIET_NUMBER = Look(size=7.5, colour=_QUIET, right=True)
NOTE = Look(size=8, indent=14)
QUOTE = Look(size=9.5, indent=8)
TILE = Look(SEMIBOLD, 17)


def paragraph(text: str, look: Look) -> Paragraph:
    """A text of somebody as a paragraph that shows just that text."""
    return marked(span(text), look)


def marked(markup: str, look: Look) -> Paragraph:
    """A paragraph of spans; letters of scripts that join are shaped where there are any."""
    return Paragraph(markup, _style(look, shaping=any(ord(letter) in _DEVANAGARI for letter in markup)))


def span(text: str, colour: str | None = None) -> str:
    """The markup of a text of somebody: escaped, without control characters, its line ends kept."""
    words = "<br/>".join(escape(line) for line in fitted(text, keep_lines=True).split("\n"))
    return f'<font color="{colour}">{words}</font>' if colour else words


def fitted(text: str, *, keep_lines: bool = False) -> str:
    """A text without characters that only steer: controls and marks of direction; a tab is a blank."""
    kept = []
    for letter in text.replace("\r\n", "\n").replace("\r", "\n"):
        if letter == "\n" and keep_lines:
            kept.append(letter)
        elif letter.isspace():
            kept.append(letter if letter == _NO_BREAK else " ")
        elif unicodedata.category(letter) not in FORMATS or letter in JOINERS:
            kept.append(letter)
    return "".join(kept)


def in_pieces(text: str) -> Iterator[str]:
    """A text in pieces of at most PIECE_LETTERS letters and PIECE_LINES lines, parted at a blank where one is near."""
    lines: list[str] = []
    for line in text.strip().splitlines() or [""]:
        rest = line
        while len(rest) > PIECE_LETTERS:
            at = rest.rfind(" ", PIECE_LETTERS // 2, PIECE_LETTERS)
            at = PIECE_LETTERS if at < 0 else at
            if lines:
                yield "\n".join(lines)
                lines = []
            yield rest[:at]
            rest = rest[at:].lstrip()
        if len(lines) == PIECE_LINES or sum(map(len, lines)) + len(rest) > PIECE_LETTERS:
            yield "\n".join(lines)
            lines = []
        lines.append(rest)
    yield "\n".join(lines)


@cache
def _style(look: Look, *, shaping: bool) -> ParagraphStyle:
    return ParagraphStyle(
        f"{look.font} {look.size:g}",
        fontName=look.font,
        fontSize=look.size,
        leading=look.size * 1.32,
        textColor=HexColor(look.colour),
        alignment=TA_RIGHT if look.right else 0,
        leftIndent=look.indent,
        shaping=int(shaping),
        splitLongWords=1,
    )
