"""A plan as it was submitted, to be read: every row with its times, scores, remark, flags and findings. Plain HTML.

Every text of the plan is escaped. What changed since the round before stands struck out beside the new value.
"""

from collections.abc import Sequence
from html import escape

from annotate.clock import format_duration, format_time_with_day
from annotate.errors import NotFoundError
from annotate.feedback import Feedback
from annotate.plan import Day, Itinerary, Leg, Stop
from annotate.rule import Finding, Group, rule_of
from annotate.score import Part, Score
from db.flags import FlagState, FlagView
from helpers.finding_words import row_words

STYLE = """<style>
.plan-read{font-size:13px;line-height:1.4;font-variant-numeric:tabular-nums}
.plan-read table{border-collapse:collapse;width:100%}
.plan-read th{text-align:left;font-weight:600;font-size:12px;opacity:.72;padding:6px 8px;white-space:nowrap}
.plan-read td{padding:6px 8px;vertical-align:top;border-top:1px solid color-mix(in srgb,currentColor 13%,transparent)}
.plan-read tr.day th{font-size:13px;opacity:1;padding-top:14px}
.plan-read tr.day small{font-weight:400;opacity:.72;margin-left:8px}
.plan-read .num{text-align:right;white-space:nowrap}
.plan-read td.time{white-space:nowrap;font-weight:600}
.plan-read del{opacity:.6;font-weight:400;margin-right:6px}
.plan-read small{opacity:.72;display:block;font-size:12px}
.plan-read .mark{display:inline-block;border:1px solid currentColor;border-radius:9px;padding:0 7px}
.plan-read .mark{font-size:11px;margin:0 4px 2px 0;white-space:nowrap}
.plan-read .hard,.plan-read .common{color:#b42318;color:light-dark(#b42318,#ff8a80)}
.plan-read .advice,.plan-read .flag{color:#8a5a00;color:light-dark(#8a5a00,#e6b450)}
.plan-read tr.note td{border-top:0;padding-top:0;padding-bottom:8px;opacity:.85;overflow-wrap:anywhere}
.plan-read .place{font-weight:600}
.plan-head{font-size:13px;line-height:1.45}
.plan-head p{margin:0}
.plan-head .facts{opacity:.72}
.plan-head ul{list-style:none;margin:6px 0 0;padding:0;display:flex;flex-wrap:wrap;gap:5px}
.plan-head li{border:1px solid color-mix(in srgb,currentColor 22%,transparent);border-radius:12px}
.plan-head li{padding:1px 9px;font-size:12px;margin:0}
.finding{font-size:13px;line-height:1.4;margin:0 0 6px}
.finding p{margin:0}
.finding .sub{opacity:.72;font-size:12px}
.finding a{color:inherit;font-size:12px}
.finding .mark{display:inline-block;border:1px solid currentColor;border-radius:9px;padding:0 7px;font-size:11px;margin-right:6px}
.finding .hard,.finding .common{color:#b42318;color:light-dark(#b42318,#ff8a80)}
.finding .advice{color:#8a5a00;color:light-dark(#8a5a00,#e6b450)}
.finding .settled{opacity:.72}
.plan-scores{display:flex;gap:26px;font-variant-numeric:tabular-nums}
.plan-scores b{display:block;font-size:1.4rem;line-height:1.15}
.plan-scores span{font-size:11px;opacity:.72}
</style>"""


def query_line(itinerary: Itinerary) -> str:
    """HTML of what the traveller asked: text, route, dates, people, persona, risk profile."""
    query, persona = itinerary.query, itinerary.persona
    facts = [f"{query.origin} to {', '.join(query.destinations)}", f"{query.days} days"]
    if query.dates:
        facts.append(f"{query.dates[0]} to {query.dates[-1]}")
    if query.people:
        facts.append(f"{query.people} {'person' if query.people == 1 else 'people'}")
    if query.budget is not None:
        facts.append(f"at most {query.budget_currency} {query.budget:,.0f}")
    if query.level:
        facts.append(query.level)
    chips = [
        part for part in (persona.traveler_type, persona.purpose, persona.spending, persona.location) if part
    ]
    chips.append(itinerary.risk_profile.value if itinerary.risk_profile else "no risk profile")
    said = f"“{escape(query.text)}”" if query.text else "The query has no text."
    listed = "".join(f"<li>{escape(chip)}</li>" for chip in chips)
    return f'{STYLE}<div class="plan-head"><p>{said}</p><p class="facts">{escape(" · ".join(facts))}</p><ul>{listed}</ul></div>'


def score_tiles(feedback: Feedback, before: Feedback | None) -> str:
    """HTML of the plan's scores with coverage, and the change since the round before."""
    tiles = "".join(
        _tile(score, before.scores.get(key) if before else None) for key, score in feedback.scores.items()
    )
    return f'{STYLE}<div class="plan-scores">{tiles}</div>'


def _tile(score: Score, before: Score | None) -> str:
    value = "-" if score.value is None else f"{score.value:.2f}"
    words = f"{score.scored} of {score.total} scored"
    if (
        before
        and before.value is not None
        and score.value is not None
        and abs(score.value - before.value) >= 0.005
    ):
        words += f", {score.value - before.value:+.2f}"
    return f'<div title="{escape(score.reason or "")}"><span>{escape(score.name)}</span><b>{value}</b><span>{words}</span></div>'


def plan_table(
    itinerary: Itinerary, feedback: Feedback, flags: Sequence[FlagView], before: Itinerary | None
) -> str:
    """HTML of all days, one row per stop and leg in the order of the trip."""
    parts = {(key, part.row): part for key, score in feedback.scores.items() for part in score.parts}
    marks = _marks(feedback, flags)
    body = "".join(_day(day, parts, marks, before) for day in itinerary.days)
    heads = "".join(
        f'<th scope="col" class="{"num" if name in ("Stay", "BAS", "CATS", "TDAS") else ""}">{name}</th>'
        for name in ("", "Place", "Start", "End", "Stay", "BAS", "CATS", "TDAS", "Marks")
    )
    table = f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody>"
    return f'{STYLE}<div class="plan-read"><table aria-label="The plan as submitted">{table}</table></div>'


def finding_html(itinerary: Itinerary, finding: Finding, settled: str | None) -> str:
    """HTML of one finding with the rows it names. `settled` says why it needs nothing more ("waived", "explained")."""
    where = "; ".join(row_words(itinerary, row) for row in finding.rows) or "the plan"
    tone = "settled" if settled else rule_of(finding.code).group.value
    advice = f'<p class="sub">{escape(finding.advice)}</p>' if finding.advice and not settled else ""
    mark = finding.code + (f", {settled}" if settled else "")
    return (
        f'{STYLE}<div class="finding"><p><span class="mark {tone}">{escape(mark)}</span>'
        f'{escape(finding.message)}</p>{advice}<p class="sub">{escape(where)} · '
        f'<a href="guidelines?page={escape(finding.code)}" target="_blank">why?</a></p></div>'
    )


def _marks(feedback: Feedback, flags: Sequence[FlagView]) -> dict[str, str]:
    marks: dict[str, str] = {}
    for finding in feedback.findings:
        group = rule_of(finding.code).group
        if group is Group.REPORT:
            continue
        for row in finding.rows:
            marks[row] = (
                marks.get(row, "")
                + f'<span class="mark {group.value}" title="{escape(finding.message)}">{escape(finding.code)}</span>'
            )
    for flag in flags:
        if flag.row and flag.state is FlagState.OPEN:
            marks[flag.row] = (
                marks.get(flag.row, "")
                + f'<span class="mark flag" title="{escape(flag.text)}">flag: {escape(flag.kind)}</span>'
            )
    return marks


def _day(
    day: Day, parts: dict[tuple[str, str], Part], marks: dict[str, str], before: Itinerary | None
) -> str:
    date = f"{day.date} · " if day.date else ""
    where = f'<small style="display:inline">{escape(date + day.current_city)}</small>'
    head = f'<tr class="day"><th colspan="9" scope="rowgroup">Day {day.number}{where}</th></tr>'
    number = 0
    lines = []
    for row in day.rows:
        number += isinstance(row, Stop)
        lines.append(
            _row(row, str(number) if isinstance(row, Stop) else "", parts, marks, _earlier(before, row.row))
        )
    return head + "".join(lines)


def _earlier(before: Itinerary | None, row_id: str) -> Stop | Leg | None:
    if before is None:
        return None
    try:
        return before.find(row_id)[1]
    except NotFoundError:
        return None


def name_and_kind(row: Stop | Leg) -> tuple[str, str]:
    """What a row is called and what it is: `Museum` and `attraction, visit`, `Pune to Goa` and `Flight 6E 123`."""
    if isinstance(row, Leg):
        return f"{row.origin} to {row.destination}", " ".join(filter(None, [row.mode.value, row.carrier]))
    return row.name, row.meal.value if row.meal else f"{row.kind.value}, {row.verb.value}"


def _row(
    row: Stop | Leg,
    number: str,
    parts: dict[tuple[str, str], Part],
    marks: dict[str, str],
    was: Stop | Leg | None,
) -> str:
    name, what = name_and_kind(row)
    stay = (
        format_duration(row.end_min - row.start_min)
        if row.start_min is not None and row.end_min is not None
        else "-"
    )
    remark = escape(row.remark or "")
    if was is not None and (was.remark or "") != (row.remark or ""):
        remark = f"<del>{escape(was.remark or '')}</del>{remark}"
    scores = "".join(_score_cell(parts.get((key, row.row))) for key in ("bas", "cats", "tdas"))
    return (
        f'<tr id="{escape(row.row)}"><td class="num">{number}</td>'
        f'<td><span class="place">{escape(name)}</span><small>{escape(what)}</small></td>'
        f'<td class="time">{_time(row.start_min, was.start_min if was else row.start_min)}</td>'
        f'<td class="time">{_time(row.end_min, was.end_min if was else row.end_min)}</td>'
        f'<td class="num">{stay}</td>{scores}<td>{marks.get(row.row, "")}</td></tr>'
        + (f'<tr class="note"><td></td><td colspan="8">{remark}</td></tr>' if remark else "")
    )


def _time(minute: int | None, was: int | None) -> str:
    now = "-" if minute is None else format_time_with_day(minute)
    struck = f"<del>{'-' if was is None else format_time_with_day(was)}</del>" if was != minute else ""
    return struck + now


def _score_cell(part: Part | None) -> str:
    if part is None:
        return '<td class="num"></td>'
    words = "; ".join(filter(None, [part.reason, *part.notes]))
    return (
        f'<td class="num" title="{escape(words)}">{"-" if part.value is None else f"{part.value:.2f}"}</td>'
    )
