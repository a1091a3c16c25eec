"""Two annotations of one query on one time axis: a bar for each person and row, and the minutes between them. Plain HTML."""

from html import escape

from annotate.adjudication import RowDisagreement
from annotate.clock import HOUR_MIN, format_time_with_day
from annotate.plan import Day, Itinerary

FROM_MIN, TO_MIN = 5 * HOUR_MIN, 30 * HOUR_MIN
STYLE = """<style>
.apart{position:relative;height:34px;width:100%;background-size:12.5% 100%;
background-image:linear-gradient(90deg,color-mix(in srgb,currentColor 12%,transparent) 1px,transparent 1px)}
.apart i{position:absolute;height:11px;border-radius:3px;box-sizing:border-box;min-width:3px}
.apart .one{top:4px;background:#0b6e69;background:light-dark(#0b6e69,#4db6ac)}
.apart .two{top:19px;background:#5b5f97;background:light-dark(#5b5f97,#a5a9e6)}
.apart .left{opacity:.35;outline:1px dashed currentColor;outline-offset:-1px}
.hours{position:relative;height:16px;font-size:11px;opacity:.7;font-variant-numeric:tabular-nums}
.hours span{position:absolute}
</style>"""
PARTS = 8
"""The axis is drawn in so many equal parts, each with its hour above."""


def axis_html(
    day: Day, row_id: str, versions: list[Itinerary], taken: int | None, span: tuple[int, int]
) -> str:
    """HTML of one row: a bar for each version, the one that is not taken pale. Every text is escaped."""
    bars = []
    for number, version in enumerate(versions[:2]):
        row = version.find(row_id)[1]
        if row.start_min is None or row.end_min is None:
            continue
        words = f"{format_time_with_day(row.start_min)} to {format_time_with_day(row.end_min)}"
        style = f"left:{_share(row.start_min, span)}%;width:{_share(row.end_min, span) - _share(row.start_min, span):.2f}%"
        kind = ("one", "two")[number] + ("" if number == taken else " left")
        bars.append(f'<i class="{kind}" style="{style}" title="{escape(words)}"></i>')
    return f'<div class="apart" role="img" aria-label="Day {day.number}, both versions">{"".join(bars)}</div>'


def hours_html(span: tuple[int, int]) -> str:
    """HTML of the hours above a day's bars."""
    step = (span[1] - span[0]) // PARTS
    labels = "".join(
        f'<span style="left:{100 * part / PARTS}%">{format_time_with_day(span[0] + part * step)[:5]}</span>'
        for part in range(PARTS)
    )
    return f'<div class="hours" aria-hidden="true">{labels}</div>'


def span_of(versions: list[Itinerary], day: int) -> tuple[int, int]:
    """First and last minute of a day's axis: wide enough for every bar, its parts whole half hours."""
    times = [
        time
        for version in versions
        for one, row in version.rows()
        if one.number == day
        for time in (row.start_min, row.end_min)
        if time is not None
    ]
    low = min([FROM_MIN, *times]) // HOUR_MIN * HOUR_MIN
    high = max([TO_MIN, *times])
    step = PARTS * HOUR_MIN // 2
    return low, low + -(-(high - low) // step) * step


def apart_words(found: RowDisagreement) -> str:
    """`starts 10 min apart, ends 25 min apart`, `the same`."""
    parts = [
        f"{name} {apart} min apart" if apart is not None else f"{name} given by one only"
        for name, apart in (("starts", found.start_apart_min), ("ends", found.end_apart_min))
        if apart != 0
    ]
    if not parts:
        return "the same times" + ("" if found.same_remark else ", other remark")
    return ", ".join(parts)


def _share(minute: int, span: tuple[int, int]) -> float:
    return round(100 * (minute - span[0]) / (span[1] - span[0]), 2)
