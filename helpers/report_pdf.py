"""Reports as a PDF on A4, drawn with a font that a package ships (decision record 24).

The same reports give the same bytes: nothing of the clock or the machine goes in. What the font lacks is spelt in Latin
letters, and the foot of the page says so.
"""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    ActionFlowable,
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    PageBreak,
    PageTemplate,
    Spacer,
)
from reportlab.platypus import Table as PdfTable

from helpers.pdf_letters import FOOTNOTE, drawable
from helpers.pdf_sketch import SketchRow
from helpers.pdf_words import (
    BODY,
    HEADING,
    LABEL,
    NOTE,
    NUMBER,
    QUIET,
    QUIET_NUMBER,
    QUOTE,
    REGULAR,
    STRONG,
    TILE,
    TITLE,
    TONES,
    fitted,
    in_pieces,
    marked,
    paragraph,
    register_fonts,
    span,
)  # fmt: skip
from helpers.report import (
    Block,
    Cell,
    Column,
    Entry,
    Notice,
    Pairs,
    Report,
    Row,
    Section,
    Sketches,
    Table,
    Text,
    Tiles,
)  # fmt: skip

MARGIN = 15 * mm
FOOT = 10 * mm
WIDTH = A4[0] - 2 * MARGIN
CELL_LETTERS = 220
"""A longer text of a cell is cut there and stands whole under its row, so that no row is higher than a page."""
RULE, GROUND, ACCENT = HexColor("#d6dbe0"), HexColor("#fff8ea"), HexColor("#0b6e69")
_LEAST_UNDER_CAPTION = 26 * mm
_LEAST_UNDER_HEADING = 44 * mm
_PAIR_SHARE = 0.24
_BLANKS = re.compile(r"[^\S\xa0]+")
"""Blanks at which a line may end."""

Progress = Callable[[int, int], None]
"""Is told how many of how many reports are laid out."""


@dataclass
class _Document:
    """What is gathered while pages are made: footer and footnote of the page in hand, and where each report begins."""

    footer: str = ""
    note: str = ""
    pages: dict[int, int] = field(default_factory=dict)


class _Pages(Canvas):
    """A canvas that knows at the end how many pages there are and where each report begins."""

    document: _Document

    def save(self) -> None:
        """Fill in what only the finished document knows, then write it."""
        numbers = {f"page-{number}": page for number, page in self.document.pages.items()}
        for name, page in (*numbers.items(), ("total", self.getPageNumber() - 1)):
            self.beginForm(name)
            self.setFont(REGULAR, 8)
            self.setFillColor(HexColor("#5b646d"))
            self.drawString(0, 0, str(page))
            self.endForm()
        super().save()


class _Begin(Flowable):
    """Where a report begins: its footer, its place in the outline, its page number."""

    def __init__(self, document: _Document, number: int, report: Report, note: str) -> None:
        super().__init__()
        self.document, self.number, self.report, self.note = document, number, report, note

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """It takes no room."""
        return 0, 0

    def draw(self) -> None:
        """Note the page."""
        key = f"r{self.number}"
        self.document.footer, self.document.note = self.report.footer, self.note
        self.document.pages[self.number] = self.canv.getPageNumber()
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(fitted(self.report.title), key, 0, closed=True)


class _Line(Flowable):
    """The line under a heading."""

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """As wide as the page."""
        return WIDTH, 1.5 * mm

    def draw(self) -> None:
        """Draw it."""
        self.canv.setStrokeColor(ACCENT)
        self.canv.setLineWidth(1)
        self.canv.line(0, 1.2 * mm, WIDTH, 1.2 * mm)


class _PageNumber(Flowable):
    """The page on which a report begins, which is not known yet while the contents are drawn."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Room for a number."""
        return 24, 9

    def draw(self) -> None:
        """Leave a place for the number."""
        self.canv.doForm(f"page-{self.number}")


class _Next(ActionFlowable):
    """Puts the next report into the story, so that only one of them is held at a time."""

    def __init__(self, story: list[Flowable], make: Callable[[], list[Flowable]]) -> None:
        super().__init__()
        self.story, self.make = story, make

    def apply(self, _doc: BaseDocTemplate) -> None:
        """Lay the report out."""
        self.story[:0] = self.make()


def pdf_of(report: Report) -> bytes:
    """The PDF of one report."""
    return _written(report.title, lambda document: list(_pages_of(document, 0, report)))


def pdf_of_several(
    title: str,
    subtitle: str,
    entries: Sequence[Entry],
    make: Callable[[int], Report | None],
    progress: Progress | None = None,
) -> bytes:
    """One PDF of several reports behind their contents with page numbers.

    `make(number)` gives the report of an entry (None: it has none) when its turn comes, so that a long document holds one
    at a time.
    """

    def begun(document: _Document) -> list[Flowable]:
        said = (title, subtitle, tuple(entries))
        drawn = drawable(said)
        document.footer, document.note = drawn[0], FOOTNOTE if drawn != said else ""
        story: list[Flowable] = [
            paragraph(drawn[0], TITLE),
            paragraph(drawn[1], QUIET),
            Spacer(0, 4 * mm),
            _contents(drawn[2]),
        ]

        def of(number: int) -> Callable[[], list[Flowable]]:
            def flow() -> list[Flowable]:
                report = make(number)
                if progress is not None:
                    progress(number + 1, len(entries))
                return [] if report is None else [PageBreak(), *_pages_of(document, number, report)]

            return flow

        story += [_Next(story, of(number)) for number in range(len(entries))]
        return story

    return _written(title, begun)


def _written(title: str, begin: Callable[[_Document], list[Flowable]]) -> bytes:
    register_fonts()
    document = _Document()

    def foot(canvas: Canvas, doc: BaseDocTemplate) -> None:
        canvas.saveState()
        canvas.setFont(REGULAR, 8)
        canvas.setFillColor(HexColor("#5b646d"))
        canvas.drawString(MARGIN, FOOT, fitted(document.footer)[:110])
        canvas.drawString(MARGIN, FOOT - 9, document.note)
        said = f"page {doc.page} of "
        canvas.drawString(A4[0] - MARGIN - 62, FOOT, said)
        canvas.translate(A4[0] - MARGIN - 62 + canvas.stringWidth(said, REGULAR, 8), FOOT)
        canvas.doForm("total")
        canvas.restoreState()

    def canvas_maker(*arguments: object, **options: object) -> Canvas:
        canvas = _Pages(*arguments, **options)
        canvas.document = document
        return canvas

    out = io.BytesIO()
    doc = BaseDocTemplate(
        out,
        pagesize=A4,
        title=fitted(title),
        author="Gold Itinerary Workbench",
        creator="Gold Itinerary Workbench",
        lang="en",
        invariant=1,
        pageCompression=1,
    )
    frame = Frame(MARGIN, MARGIN, WIDTH, A4[1] - 2 * MARGIN, 0, 0, 0, 0)
    doc.addPageTemplates([PageTemplate("page", [frame], onPageEnd=foot)])
    doc.build(begin(document), canvasmaker=canvas_maker)
    return out.getvalue()


def _pages_of(document: _Document, number: int, report: Report) -> Iterator[Flowable]:
    drawn = drawable(report)
    yield _Begin(document, number, drawn, FOOTNOTE if drawn != report else "")
    yield from _flow(drawn)


def _flow(report: Report) -> Iterator[Flowable]:
    yield paragraph(report.title, TITLE)
    yield paragraph(report.subtitle, QUIET)
    yield Spacer(0, 2 * mm)
    for section in report.sections:
        yield from _section(section)


def _section(section: Section) -> Iterator[Flowable]:
    if section.starts_page:
        yield PageBreak()
    elif section.title:
        yield CondPageBreak(_LEAST_UNDER_HEADING)
    if section.title:
        note = (
            f'&nbsp;&nbsp; <font name="{REGULAR}" size="8.5">{span(section.note, LABEL)}</font>'
            if section.note
            else ""
        )
        yield marked(span(section.title) + note, HEADING)
        yield _Line()
    for block in section.blocks:
        yield from _block(block)
        yield Spacer(0, 2.5 * mm)


def _block(block: Block) -> Iterator[Flowable]:
    match block:
        case Table():
            yield from _table(block)
        case Pairs():
            yield _pairs(block)
        case Tiles():
            yield _tiles(block)
        case Text():
            for piece in in_pieces(block.text):
                yield paragraph(piece, QUOTE if block.quoted else BODY)
        case Notice():
            box = PdfTable([[paragraph(block.text, BODY)]], colWidths=[WIDTH])
            amber = HexColor("#8a5a00")
            box.setStyle(
                [
                    ("BACKGROUND", (0, 0), (-1, -1), GROUND),
                    ("BOX", (0, 0), (-1, -1), 1, amber),
                    ("LINEBEFORE", (0, 0), (0, -1), 4, amber),
                    ("LEFTPADDING", (0, 0), (0, -1), 10),
                ]
            )
            yield box
        case Sketches():
            yield SketchRow(block.sketches, WIDTH)


def _pairs(block: Pairs) -> Flowable:
    rows = []
    for name, value in block.pairs:
        pieces = list(in_pieces(value)) or [""]
        rows += [
            [paragraph(name if not rest else "", QUIET), paragraph(piece, BODY)]
            for rest, piece in enumerate(pieces)
        ]
    table = PdfTable(rows, colWidths=[WIDTH * _PAIR_SHARE, WIDTH * (1 - _PAIR_SHARE)])
    table.setStyle([*_PADDING, ("VALIGN", (0, 0), (-1, -1), "TOP")])
    return table


def _tiles(block: Tiles) -> Flowable:
    cells = [
        [paragraph(name, QUIET), paragraph(value, TILE), paragraph(out_of, QUIET)]
        for name, value, out_of in block.tiles
    ]
    width = min(45 * mm, WIDTH / max(1, len(cells)))
    table = PdfTable([cells], colWidths=[width] * len(cells), hAlign="LEFT")
    table.setStyle(_PADDING)
    return table


_PADDING: list[tuple[object, ...]] = [
    ("LEFTPADDING", (0, 0), (-1, -1), 3),
    ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ("TOPPADDING", (0, 0), (-1, -1), 1.2),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6),
]


def _table(table: Table) -> Iterator[Flowable]:
    yield CondPageBreak(_LEAST_UNDER_CAPTION)
    yield paragraph(table.name, STRONG)
    total = sum(column.share for column in table.columns)
    widths = [WIDTH * column.share / total for column in table.columns]
    heads = [paragraph(one.name, QUIET_NUMBER if one.number else QUIET) for one in table.columns]
    laid: list[list[object]] = [list(heads)]
    style: list[tuple[object, ...]] = [*_PADDING, ("VALIGN", (0, 0), (-1, -1), "TOP")]
    style += [("VALIGN", (0, 0), (-1, 0), "BOTTOM"), ("LINEBELOW", (0, 0), (-1, 0), 0.8, HexColor("#8b949d"))]
    style += [
        ("RIGHTPADDING", (at, 0), (at, -1), 8)
        for at, column in enumerate(table.columns[:-1])
        if column.number
    ]
    for row in table.rows:
        first = len(laid)
        laid.append([_cell(cell, column) for cell, column in zip(row.cells, table.columns, strict=True)])
        if first > 1 and not row.joined:
            style.append(("LINEABOVE", (0, first), (-1, first), 0.5, RULE))
        for label, text in (*row.notes, *_cut_off(row, table.columns)):
            for rest, piece in enumerate(in_pieces(text)):
                said = f"{span(label, LABEL)}&nbsp; " if not rest else ""
                laid.append([marked(said + span(piece), NOTE), *[""] * (len(table.columns) - 1)])
                style += [
                    ("SPAN", (0, len(laid) - 1), (-1, len(laid) - 1)),
                    ("TOPPADDING", (0, len(laid) - 1), (-1, len(laid) - 1), 0),
                ]
        if len(laid) > first + 1:
            style.append(("NOSPLIT", (0, first), (-1, min(len(laid) - 1, first + 3))))
    drawn = PdfTable(laid, colWidths=widths, repeatRows=1)
    drawn.setStyle(style)
    yield drawn


def _cut_off(row: Row, columns: Sequence[Column]) -> Iterator[tuple[str, str]]:
    for cell, column in zip(row.cells, columns, strict=True):
        for text in (cell.text, cell.sub):
            if len(text) > CELL_LETTERS:
                yield f"{column.name}, in full", text


def _cell(cell: Cell, column: Column) -> list[Flowable]:
    text = _cut(cell.text)
    style = NUMBER if column.number else STRONG if cell.strong else BODY
    drawn: list[Flowable] = [marked(span(text, TONES.get(cell.tone)), style)] if text else []
    if cell.sub:
        drawn.append(paragraph(_cut(cell.sub), QUIET_NUMBER if column.number else QUIET))
    return drawn


def _cut(text: str) -> str:
    one_line = _BLANKS.sub(" ", text).strip()
    return one_line if len(text) <= CELL_LETTERS else f"{one_line[:CELL_LETTERS]}…"


def _contents(entries: Sequence[Entry]) -> Flowable:
    rows: list[list[object]] = []
    for number, entry in enumerate(entries):
        title = span(_cut(entry.title))
        if entry.why_absent is None:
            rows.append(
                [
                    marked(f'<a href="#r{number}">{title}</a>', STRONG),
                    paragraph(_cut(entry.subtitle), BODY),
                    paragraph(entry.state, BODY),
                    _PageNumber(number),
                ]
            )
        else:
            rows.append(
                [
                    marked(title, STRONG),
                    paragraph(_cut(entry.why_absent), QUIET),
                    paragraph(entry.state, BODY),
                    "",
                ]
            )
    heads = [paragraph(name, QUIET) for name in ("Plan", "Trip", "State", "Page")]
    table = PdfTable(
        [heads, *rows], colWidths=[WIDTH * 0.24, WIDTH * 0.5, WIDTH * 0.17, WIDTH * 0.09], repeatRows=1
    )
    table.setStyle(
        [
            *_PADDING,
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, 0), 0.8, HexColor("#8b949d")),
            ("LINEABOVE", (0, 2), (-1, -1), 0.5, RULE),
        ]
    )
    return table
