"""Maps of a day on a PDF page, beside each other: the same sketches as on the printed HTML page."""

from collections.abc import Sequence
from math import hypot

from reportlab.lib.colors import HexColor, white
from reportlab.platypus import Flowable

from helpers.day_sketch import HEIGHT, MARK_RADIUS, WIDTH, DaySketch, Mark, arrows, scale_words
from helpers.pdf_words import QUIET, REGULAR, SEMIBOLD, fitted, paragraph

GAP = 10.0
WIDEST = 360.0
GROUND, EDGE, WAY, DARK = HexColor("#f3f1ea"), HexColor("#c9c4b6"), HexColor("#0b8a83"), HexColor("#22262b")


class SketchRow(Flowable):
    """Sketches beside each other over the width of a page, each with its caption."""

    def __init__(self, sketches: Sequence[DaySketch], width: float) -> None:
        super().__init__()
        self.sketches = sketches
        self.each = min(WIDEST, (width - GAP * (len(sketches) - 1)) / len(sketches))
        self.scale = self.each / WIDTH
        self.width = width

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """As high as the sketches with their captions."""
        self.captions = [paragraph(sketch.words, QUIET) for sketch in self.sketches]
        self.caption_height = max(caption.wrap(self.each, 1000)[1] for caption in self.captions)
        return self.width, HEIGHT * self.scale + 2 + self.caption_height

    def draw(self) -> None:
        """Draw them from left to right."""
        for number, (sketch, caption) in enumerate(zip(self.sketches, self.captions, strict=True)):
            left = number * (self.each + GAP)
            caption.drawOn(self.canv, left, self.caption_height - caption.height)
            self.canv.saveState()
            self.canv.translate(left, self.caption_height + 2)
            self.canv.scale(self.scale, self.scale)
            _draw(self, sketch)
            self.canv.restoreState()


def _draw(row: SketchRow, sketch: DaySketch) -> None:
    canvas = row.canv
    canvas.setLineWidth(0.8)
    canvas.setFillColor(GROUND)
    canvas.setStrokeColor(EDGE)
    canvas.roundRect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, 4, stroke=1, fill=1)
    canvas.setStrokeColor(WAY)
    canvas.setLineWidth(2.2)
    canvas.setLineJoin(1)
    if len(sketch.path) > 1:
        path = canvas.beginPath()
        path.moveTo(sketch.path[0][0], HEIGHT - sketch.path[0][1])
        for x, y in sketch.path[1:]:
            path.lineTo(x, HEIGHT - y)
        canvas.drawPath(path)
    canvas.setFillColor(WAY)
    for tip, left, right in arrows(sketch):
        head = canvas.beginPath()
        head.moveTo(tip[0], HEIGHT - tip[1])
        for x, y in (left, right):
            head.lineTo(x, HEIGHT - y)
        head.close()
        canvas.drawPath(head, stroke=0, fill=1)
    for mark in sketch.marks:
        _draw_mark(row, mark)
    _draw_scale(row, sketch)


def _draw_mark(row: SketchRow, mark: Mark) -> None:
    canvas, y = row.canv, HEIGHT - mark.y
    if hypot(mark.x - mark.at[0], mark.y - mark.at[1]) > 1:
        canvas.setStrokeColor(DARK)
        canvas.setLineWidth(0.8)
        canvas.line(mark.at[0], HEIGHT - mark.at[1], mark.x, y)
        canvas.setFillColor(DARK)
        canvas.circle(mark.at[0], HEIGHT - mark.at[1], 2, stroke=0, fill=1)
    half = mark.half_width
    canvas.setFillColor(DARK)
    canvas.setStrokeColor(white)
    canvas.setLineWidth(1.2)
    canvas.roundRect(mark.x - half, y - MARK_RADIUS, 2 * half, 2 * MARK_RADIUS, MARK_RADIUS, stroke=1, fill=1)
    canvas.setFillColor(white)
    canvas.setFont(SEMIBOLD, 9.5)
    canvas.drawCentredString(mark.x, y - 3.3, fitted(mark.label))


def _draw_scale(row: SketchRow, sketch: DaySketch) -> None:
    canvas = row.canv
    canvas.setStrokeColor(DARK)
    canvas.setLineWidth(1.2)
    canvas.lines(
        [
            (8, 10, 8, 7),
            (8, 7, 8 + sketch.scale_width, 7),
            (8 + sketch.scale_width, 7, 8 + sketch.scale_width, 10),
        ]
    )
    canvas.setFillColor(DARK)
    canvas.setFont(REGULAR, 9)
    canvas.drawString(12 + sketch.scale_width, 7, scale_words(sketch))
