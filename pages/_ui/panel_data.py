"""What the bar, the side panel and the rationale show, as the data of their components."""

from datetime import UTC, datetime, tzinfo
from typing import Any

from annotate.clock import HOUR_MIN
from annotate.facts import CROWD_LEVELS, LEVEL_NAMES
from annotate.plan import Leg, Rationale
from annotate.rule import Finding, Group, rule_of
from annotate.score import Score, all_scores
from annotate.timeline import LegEntry, StopEntry
from db import flags
from helpers.advice import Advice
from helpers.knowledge import what_we_know
from helpers.remarks import offered_rationale, offered_remarks
from pages._ui.board_data import explain_part, part_of, row_label
from pages._ui.desk import URGENT, Desk, open_findings
from pages._ui.findings_data import findings_data
from pages._ui.what_if_data import what_if_data

_SCORES_IN_BAR = ("bas", "cats", "tdas")
"""The scores that stand large; the others stand in a line below."""
_PART_OF = {info.key: info.rows.removesuffix("s") for info, _ in all_scores()}
"""What a score is a mean over: stop, leg, day."""
RATIONALE = (
    ("decisions", "Key decisions", "What shaped this plan, and why this order of the day?"),
    ("constraints", "Constraints", "How are budget, wishes and hours met?"),
    ("buffers", "Buffers", "How were buffers chosen for this traveller?"),
)


def bar_data(
    desk: Desk, *, warning: str | None, previous: int | None, following: int | None, saved: str
) -> dict[str, Any]:
    """The bar's data."""
    plan = desk.plan
    query = desk.itinerary.query
    findings = open_findings(desk)
    return {
        "plan": str(plan.annotation_id),
        "ack": desk.acked,
        "title": f"Plan {plan.idx} · {query.origin} to {', '.join(query.destinations)}",
        "sub": f"set {plan.set_name} · {plan.state}, round {plan.round}",
        "warning": warning,
        "days": [_day(desk, day.number, day.date, findings) for day in desk.itinerary.days],
        "day": desk.day,
        "scores": [
            _tile(desk, desk.feedback.scores[key], key)
            for key in _SCORES_IN_BAR
            if key in desk.feedback.scores
        ],
        "others": [
            _tile(desk, score, key)
            for key, score in desk.feedback.scores.items()
            if key not in _SCORES_IN_BAR
        ],
        "saved": {"text": saved, "problem": desk.problem},
        "previous": previous,
        "next": following,
        "can_edit": plan.can_edit,
        "can_submit": plan.can_edit,
        "submit_label": "Submit…" if plan.can_edit else None,
    }


def _day(desk: Desk, number: int, iso_date: str | None, findings: list[Finding]) -> dict[str, Any]:
    rows = [row for day, row in desk.itinerary.rows() if day.number == number]
    timed = sum(row.is_timed for row in rows)
    ids = {row.row for row in rows}
    here = [f for f in findings if ids & set(f.rows) and f.code != "CMP002"]
    date_text = f"{datetime.fromisoformat(iso_date):%-d %b}" if iso_date else ""
    return {
        "day": number,
        "date": date_text,
        "state": "done"
        if timed == len(rows)
        else "part"
        if any(r.start_min is not None or r.end_min is not None for r in rows)
        else "empty",
        "fix": sum(rule_of(f.code).group in URGENT for f in here),
        "explain": sum(rule_of(f.code).group is Group.ADVICE for f in here),
    }


def _tile(desk: Desk, score: Score, key: str) -> dict[str, Any]:
    before = desk.scores_before.get(key)
    delta = None if before is None or score.value is None else round(score.value - before, 2)
    noun = _PART_OF[key]
    return {
        "name": score.name,
        "value": score.value,
        "delta": delta or None,
        "coverage": f"{score.scored} of {score.total} {noun}{'' if score.total == 1 else 's'}",
        "why": score.reason
        or f"Mean over {score.scored} scored {noun}s; {score.total - score.scored} have no data or no time.",
    }


def side_data(desk: Desk) -> dict[str, Any]:
    """The side panel's data."""
    return {
        "plan": str(desk.plan.annotation_id),
        "rev": desk.plan.rev,
        "ack": desk.acked,
        "rejected": [vars_of(r) for r in desk.rejected],
        "locked": not desk.plan.can_edit,
        "findings": findings_data(desk),
        "day": desk.day,
        "selected": desk.selected,
        "flag_kinds": [kind.value for kind in flags.FlagKind],
        "focus": {"token": desk.focus[0], "what": desk.focus[1]} if desk.focus else None,
        "card": card_data(desk) | what_if_data(desk) if desk.selected else None,
    }


def vars_of(rejection: Any) -> dict[str, Any]:
    """A rejection as the components read it."""
    return {
        name: getattr(rejection, name)
        for name in ("client", "seq", "row", "field", "value", "reason", "theirs", "by")
    }


def card_data(desk: Desk) -> dict[str, Any]:
    """What is known of the selected row, with its remark and flags."""
    trip = desk.trip
    entry = trip.entry(str(desk.selected))
    row = entry.row
    repeated = next((f for f in desk.feedback.findings if f.code == "REP002" and entry.id in f.rows), None)
    title = (
        f"Leg · {row.mode.value} to {row.destination}"
        if isinstance(row, Leg)
        else f"{row_label(desk, row.row).capitalize()} · {row.name}"
    )
    return {
        "row": row.row,
        "title": title,
        "facts": [_fact(advice) for advice in what_we_know(trip, entry)],
        "crowd": _hours(desk, entry) if isinstance(entry, StopEntry) else None,
        "scores": _row_scores(desk, entry),
        "offers": offered_remarks(trip, entry, desk.feedback),
        "remark": row.remark or "",
        "remark_due": any(entry.id in f.rows for f in desk.feedback.findings if f.code == "REM001"),
        "flags": [
            {"kind": f.kind.value, "text": f.text, "by": f.by, "state": f.state.value}
            for f in desk.plan.flags
            if f.row == row.row
        ],
        "can_flag": desk.plan.can_edit,
        "flag_kind_offer": "repeated attraction" if repeated else None,
        "flag_offer": repeated.advice
        if repeated and not any(f.row == row.row for f in desk.plan.flags)
        else None,
    }


def _fact(advice: Advice) -> dict[str, Any]:
    return {"label": advice.label, "value": advice.text, "note": advice.origin}


def _hours(desk: Desk, entry: StopEntry) -> dict[str, Any] | None:
    crowd = desk.trip.crowd(entry)
    if crowd is None or not crowd.windows:
        return None
    levels: list[int | None] = [None] * 24
    for start, end, level in crowd.windows:
        end_after = end if end > start else end + 24 * HOUR_MIN
        for hour in range(start // HOUR_MIN, -(-end_after // HOUR_MIN)):
            levels[hour % 24] = CROWD_LEVELS.index(level)
    visit: list[int] = []
    if entry.row.start_min is not None and entry.row.end_min is not None:
        visit = sorted(
            {hour % 24 for hour in range(entry.row.start_min // HOUR_MIN, -(-entry.row.end_min // HOUR_MIN))}
        )
    said = ", ".join(f"{a // 60:02d}-{b // 60:02d} h {LEVEL_NAMES[level]}" for a, b, level in crowd.windows)
    return {
        "levels": levels,
        "visit": visit,
        "peak": [h % 24 for h in crowd.peak_hours],
        "says": f"Crowd by hour: {said}",
    }


def _row_scores(desk: Desk, entry: StopEntry | LegEntry) -> list[dict[str, Any]]:
    keys = ("tdas",) if isinstance(entry, LegEntry) else ("bas", "cats")
    found = [
        (desk.feedback.scores[key].name, part_of(desk.feedback, key, entry.id))
        for key in keys
        if key in desk.feedback.scores
    ]
    return [
        {"name": name, "value": part.value, "why": explain_part(name, part)}
        for name, part in found
        if part is not None
    ]


def rationale_data(desk: Desk) -> dict[str, Any]:
    """The rationale's data."""
    rationale: Rationale = desk.itinerary.rationale
    offers = (
        []
        if rationale.is_complete
        else [{"field": field, "text": text} for field, text in offered_rationale(desk.trip, desk.feedback)]
    )
    return {
        "plan": str(desk.plan.annotation_id),
        "rev": desk.plan.rev,
        "ack": desk.acked,
        "rejected": [vars_of(r) for r in desk.rejected],
        "locked": not desk.plan.can_edit,
        "parts": [
            {"field": field, "label": label, "hint": hint, "value": getattr(rationale, field)}
            for field, label, hint in RATIONALE
        ],
        "offers": [offer for offer in offers if not getattr(rationale, offer["field"])],
        "focus": desk.focus[0] if desk.focus and desk.focus[1] == "rationale" else None,
    }


def saved_words(saved_at: datetime | None, zone: tzinfo) -> str:
    """`saved 12:03:07` on the reader's clock, `nothing typed yet` before the first edit."""
    if saved_at is None:
        return "nothing typed yet"
    return f"saved {saved_at.astimezone(zone):%H:%M:%S}{' UTC' if zone is UTC else ''}"
