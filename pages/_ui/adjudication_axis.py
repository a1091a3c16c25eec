"""Two annotations of one query on one time axis: a bar for each person and row, and the minutes between them. Plain SVG."""

from html import escape

from annotate.adjudication import RowDisagreement
from annotate.clock import DAY_MIN, HOUR_MIN, format_time_with_day
from annotate.plan import Day, Itinerary

FROM_MIN, TO_MIN = 5 * HOUR_MIN, 30 * HOUR_MIN
WIDTH_PX, ROW_PX = 560, 34
STYLE = """<style>
.apart{width:100%;font-size:12px;font-variant-numeric:tabular-nums}
.apart svg{display:block;width:100%;height:34px}
.apart .grid{stroke:currentColor;stroke-opacity:.12}
.apart .one{fill:#0b6e69;fill:light-dark(#0b6e69,#4db6ac)}
.apart .two{fill:#5b5f97;fill:light-dark(#5b5f97,#a5a9e6)}
.apart .taken{fill-opacity:1}
.apart .left{fill-opacity:.28;stroke:currentColor;stroke-opacity:.5;stroke-dasharray:3 2}
.apart text{font-size:10px;fill:currentColor;opacity:.65}
</style>"""


def axis_html(day: Day, row_id: str, versions: list[Itinerary], taken: int, span: tuple[int, int]) -> str:
    """HTML of one row: a bar for each version, the one that is taken filled. Every text is escaped."""
    parts = [
        f'<line class="grid" x1="{_x(hour * HOUR_MIN, span)}" x2="{_x(hour * HOUR_MIN, span)}" y1="0" y2="{ROW_PX}"/>'
        for hour in range(span[0] // HOUR_MIN, span[1] // HOUR_MIN + 1, 3)
    ]
    for number, version in enumerate(versions[:2]):
        row = version.find(row_id)[1]
        if row.start_min is None or row.end_min is None:
            continue
        x, end = _x(row.start_min, span), _x(row.end_min, span)
        kind = ("one", "two")[number]
        words = f"{format_time_with_day(row.start_min)} to {format_time_with_day(row.end_min)}"
        parts.append(
            f'<rect class="{kind} {"taken" if number == taken else "left"}" x="{x}" width="{max(3.0, end - x):.1f}" '
            f'y="{4 + number * 15}" height="11" rx="3"><title>{escape(words)}</title></rect>'
        )
    return (
        f'<div class="apart"><svg viewBox="0 0 {WIDTH_PX} {ROW_PX}" preserveAspectRatio="none" role="img" '
        f'aria-label="Day {day.number}, both versions on one time axis">{"".join(parts)}</svg></div>'
    )


def span_of(versions: list[Itinerary], day: int) -> tuple[int, int]:
    """First and last minute of a day's axis, whole hours, wide enough for every bar of both versions."""
    times = [
        time
        for version in versions
        for one, row in version.rows()
        if one.number == day
        for time in (row.start_min, row.end_min)
        if time is not None
    ]
    low = min([FROM_MIN, *times]) // HOUR_MIN * HOUR_MIN
    high = -(-max([TO_MIN, *times]) // HOUR_MIN) * HOUR_MIN
    return low, min(high, 3 * DAY_MIN)


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


def _x(minute: int, span: tuple[int, int]) -> float:
    return round((minute - span[0]) / (span[1] - span[0]) * WIDTH_PX, 1)
