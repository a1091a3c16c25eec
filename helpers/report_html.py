"""Reports as one HTML file that needs nothing else: no script, no network, no font; made to be printed on A4.

Every text is escaped and stands in an element of its own direction, so that what somebody wrote is shown and never run.
"""

import re
from collections.abc import Sequence
from html import escape

from helpers.day_sketch import sketch_svg
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

STYLE = """
:root{color-scheme:light}
*{box-sizing:border-box}
html{font:13px/1.42 system-ui,"Segoe UI",Roboto,"Noto Sans","Noto Sans Devanagari",sans-serif;color:#1d2126;background:#fff}
body{max-width:190mm;margin:0 auto;padding:8mm 5mm}
h1,h2,p,td,th,dd,dt,li{overflow-wrap:anywhere;unicode-bidi:isolate}
h1{font-size:1.65rem;line-height:1.2;margin:0 0 1mm}
h2{font-size:1.15rem;margin:7mm 0 2mm;padding-bottom:1mm;border-bottom:1.5px solid #0b6e69;break-after:avoid}
h2 small{font-weight:400;color:#5b646d;font-size:.9rem;margin-left:.6em}
.under{color:#5b646d;margin:0 0 3mm}
.notice{border:1.5px solid #8a5a00;border-left-width:5px;border-radius:3px;background:#fff8ea;padding:1.5mm 3mm;margin:2mm 0}
.quoted{font-style:italic;border-left:3px solid #c5ccd3;padding-left:3mm;margin:2mm 0}
.text{white-space:pre-wrap;margin:1.5mm 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.6mm 4mm;margin:2mm 0}
dt{color:#5b646d}
dd{margin:0;white-space:pre-wrap}
.tiles{display:flex;gap:9mm;margin:2mm 0 3mm}
.tiles b{display:block;font-size:1.6rem;line-height:1.15;font-variant-numeric:tabular-nums}
.tiles span{color:#5b646d;font-size:.85rem;display:block}
table{border-collapse:collapse;width:100%;table-layout:fixed;margin:2mm 0 4mm;font-size:.92rem;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:1mm 0}
thead{display:table-header-group}
caption,thead{break-after:avoid}
tbody tr:first-child,tr.note{break-before:avoid}
th{text-align:left;vertical-align:bottom;font-size:.85rem;color:#5b646d;border-bottom:1px solid #8b949d;padding:.8mm 1mm}
td{vertical-align:top;border-top:1px solid #d6dbe0;padding:.9mm 1mm}
tr{break-inside:avoid}
th.num,td.num{text-align:right;padding-right:2mm}
td small{display:block;color:#5b646d;font-size:.87em}
td.strong>bdi{font-weight:600}
tr.joined td{border-top:0;padding-top:0}
tr.note td{border-top:0;padding:0 1mm .9mm 6mm;color:#333a41}
tr.note span{color:#5b646d}
tr.note bdi{white-space:pre-wrap}
td.tight>bdi{white-space:nowrap}
.bad{color:#a1221a;font-weight:600}.warn{color:#7a5000}.good{color:#1d6b35}.mute{color:#5b646d}
.sketches{display:flex;gap:4mm;margin:2mm 0;break-inside:avoid}
figure{margin:0;flex:0 1 130mm}
figcaption{font-size:.87rem;color:#5b646d;unicode-bidi:isolate}
.sketch{width:100%;height:auto;display:block;font-family:inherit}
.ground{fill:#f3f1ea;stroke:#c9c4b6}
.way{fill:none;stroke:#0b8a83;stroke-width:2.2;stroke-linejoin:round}
.way-head{fill:#0b8a83}
.aside{stroke:#6a7178;stroke-width:.8}.aside-dot{fill:#22262b}
.mark{fill:#22262b;stroke:#fff;stroke-width:1.2}
.mark-words{fill:#fff;font-size:9.5px;font-weight:600;text-anchor:middle}
.scale{fill:none;stroke:#22262b;stroke-width:1.2}.scale-words{fill:#22262b;font-size:9px}
.foot{color:#5b646d;font-size:.85rem;margin-top:6mm;border-top:1px solid #d6dbe0;padding-top:1mm}
a{color:#0b6e69}
article{border-top:3px double #8b949d;margin-top:14mm;padding-top:6mm}
@page{size:A4;margin:13mm 12mm 15mm;
@bottom-right{content:counter(page) " of " counter(pages);font:8pt system-ui,sans-serif;color:#5b646d}}
@media print{
html{font-size:9pt}
.page>h2:first-child{margin-top:0}
body{max-width:none;padding:0;margin:0}
.page{break-before:page}
article{border:0;margin:0;padding:0}
a{color:inherit;text-decoration:none}
.notice,.ground,.mark,.way-head{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
"""
TIGHT_LETTERS = 12
"""A cell that short (a time, a date, an amount) stays on one line."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Characters that HTML has no place for; a tab and a line feed have one."""


def html_of(report: Report) -> str:
    """The page of one report."""
    return _page(report.title, _body(report))


def html_of_several(
    title: str, subtitle: str, entries: Sequence[Entry], reports: Sequence[Report | None]
) -> str:
    """One page of several reports behind their contents; an entry without a report says why it has none."""
    lines = "".join(_entry(number, entry) for number, entry in enumerate(entries))
    head = f"<h1>{_said(title)}</h1><p class=under>{_said(subtitle)}</p><ol>{lines}</ol>"
    bodies = "".join(
        f'<article class="page" id="r{number}">{_body(report)}</article>'
        for number, report in enumerate(reports)
        if report is not None
    )
    return _page(title, head + bodies)


def _page(title: str, body: str) -> str:
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{_said(title)}</title><style>{STYLE}</style></head>\n<body>{body}</body></html>\n"
    )


def _said(text: str) -> str:
    return escape(_CONTROLS.sub("\ufffd", text))


def _entry(number: int, entry: Entry) -> str:
    words = f"<bdi>{_said(entry.subtitle)}</bdi> · {_said(entry.state)}"
    if entry.why_absent is not None:
        return f"<li><bdi>{_said(entry.title)}</bdi>: {_said(entry.why_absent)}</li>"
    return f'<li><a href="#r{number}"><bdi>{_said(entry.title)}</bdi></a> · {words}</li>'


def _body(report: Report) -> str:
    head = f"<h1>{_said(report.title)}</h1><p class=under>{_said(report.subtitle)}</p>"
    return head + "".join(map(_section, report.sections)) + f"<p class=foot>{_said(report.footer)}</p>"


def _section(section: Section) -> str:
    page = " class=page" if section.starts_page else ""
    note = f"<small><bdi>{_said(section.note)}</bdi></small>" if section.note else ""
    head = f"<h2>{_said(section.title)}{note}</h2>" if section.title else ""
    return f"<section{page}>{head}{''.join(map(_block, section.blocks))}</section>\n"


def _block(block: Block) -> str:
    match block:
        case Table():
            return _table(block)
        case Pairs():
            pairs = "".join(f"<dt>{_said(name)}</dt><dd>{_said(value)}</dd>" for name, value in block.pairs)
            return f"<dl>{pairs}</dl>"
        case Tiles():
            tiles = "".join(
                f"<div><span>{_said(name)}</span><b>{_said(value)}</b><span>{_said(out_of)}</span></div>"
                for name, value, out_of in block.tiles
            )
            return f"<div class=tiles>{tiles}</div>"
        case Text():
            return f'<p class="text{" quoted" if block.quoted else ""}">{_said(block.text)}</p>'
        case Notice():
            return f"<p class=notice>{_said(block.text)}</p>"
        case Sketches():
            drawn = "".join(
                f"<figure>{sketch_svg(one)}<figcaption>{_said(one.words)}</figcaption></figure>"
                for one in block.sketches
            )
            return f"<div class=sketches>{drawn}</div>"


def _table(table: Table) -> str:
    total = sum(column.share for column in table.columns)
    widths = "".join(f'<col style="width:{100 * column.share / total:.2f}%">' for column in table.columns)
    heads = "".join(
        f'<th scope="col"{" class=num" if column.number else ""}>{_said(column.name)}</th>'
        for column in table.columns
    )
    rows = "".join(_row(row, table.columns) for row in table.rows)
    caption = f"<caption>{_said(table.name)}</caption>"
    return f"<table>{caption}<colgroup>{widths}</colgroup><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _row(row: Row, columns: Sequence[Column]) -> str:
    cells = "".join(_cell(cell, column) for cell, column in zip(row.cells, columns, strict=True))
    notes = "".join(
        f'<tr class=note><td colspan="{len(columns)}"><span>{_said(label)}</span> <bdi>{_said(text)}</bdi></td></tr>'
        for label, text in row.notes
    )
    joined = " class=joined" if row.joined else ""
    return f"<tr{joined}>{cells}</tr>{notes}"


def _cell(cell: Cell, column: Column) -> str:
    classes = " ".join(
        filter(
            None,
            [
                "num" if column.number else "",
                "strong" if cell.strong else "",
                "tight" if len(cell.text) <= TIGHT_LETTERS else "",
                cell.tone,
            ],
        )
    )
    below = f"<small>{_said(cell.sub)}</small>" if cell.sub else ""
    named = f' class="{classes}"' if classes else ""
    return f"<td{named}><bdi>{_said(cell.text)}</bdi>{below}</td>"
