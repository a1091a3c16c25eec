"""The findings as the side panel lists them: by what to do next, worst first, and what the last edit changed."""

import re
from typing import Any

from annotate.plan import Leg, Stop
from annotate.rule import Finding, Group, Mend, Verdict, rule_of
from pages._ui.board_data import row_label
from pages._ui.desk import MISSING_TIME, REMARK_DUE, URGENT, Desk, is_quoted, open_findings, why_known

NEXT_STEPS = {
    Mend.TIME: "Fix a time",
    Mend.TEXT: "Write a remark or the rationale",
    Mend.SOURCE: "Data or source: tell the expert",
}
KNOWN = "Known, explained"
_NAMES_A_TIME = re.compile(r"\d\d:\d\d")
_ABSENT = {
    "start_min": "arrival",
    "end_min": "departure",
    "depart_min": "departure",
    "arrive_min": "planned arrival",
}


def findings_data(desk: Desk) -> dict[str, Any]:
    """The part of the side panel's data that is about findings."""
    found = [f for f in desk.feedback.findings if f.code != MISSING_TIME]
    live = [f for f in found if rule_of(f.code).group is not Group.REPORT and why_known(desk, f) is None]
    waiting = [f for f in open_findings(desk) if f.code != MISSING_TIME]
    missing = _missing_times(desk)
    groups = []
    for mend, title in NEXT_STEPS.items():
        items = [
            _item(desk, f, behind=_behind(desk, f, live)) for f in waiting if rule_of(f.code).mend is mend
        ]
        if mend is Mend.TIME and missing is not None:
            items.append(missing)
        groups.append({"key": mend.value, "title": title, "items": items})
    known = [
        _item(desk, f, why=why)
        for f in found
        if rule_of(f.code).group is not Group.REPORT and (why := why_known(desk, f)) is not None
    ]
    fix = sum(rule_of(f.code).group in URGENT for f in waiting)
    explain = sum(rule_of(f.code).group is Group.ADVICE for f in waiting)
    return {
        "headline": f"{fix} to fix · {explain} to explain",
        "faults": [_fault(fault.code, fault.error) for fault in desk.feedback.faults],
        "groups": groups,
        "known": {"title": KNOWN, "items": known},
        "reports": [_item(desk, f) for f in found if rule_of(f.code).group is Group.REPORT],
        "unchecked": [
            {"code": code, "title": rule_of(code).title, "missing": " ".join(outcome.missing[:3])}
            for code, outcome in desk.feedback.outcomes.items()
            if outcome.verdict is Verdict.NOT_CHECKED
        ],
        "moved": _moved(desk),
        "back": row_label(desk, desk.came_from[-1]) if desk.came_from else None,
        "can_tell": desk.plan.can_edit,
    }


def _behind(desk: Desk, finding: Finding, live: list[Finding]) -> list[Finding]:
    """The advice that a remark that is due quotes."""
    if finding.code != REMARK_DUE:
        return []
    return [f for f in live if f.rows == finding.rows and is_quoted(desk, f)]


def _item(
    desk: Desk, finding: Finding, *, behind: list[Finding] | None = None, why: str | None = None
) -> dict[str, Any]:
    rule = rule_of(finding.code)
    quoted = behind or []
    return {
        "key": f"{finding.code}-{'.'.join(finding.rows)}",
        "code": finding.code,
        "group": rule.group.value,
        "title": rule.title,
        "message": finding.message,
        "advice": _advice(finding, quoted),
        "rows": list(finding.rows),
        "where": row_label(desk, finding.rows[0]) if finding.rows else "",
        "also": [{"row": row, "where": row_label(desk, row)} for row in finding.rows[1:4]],
        "known": why,
        "tell": rule.mend is Mend.SOURCE and rule.group is not Group.REPORT and why is None,
        "behind": [_item(desk, f) for f in quoted],
    }


def _advice(finding: Finding, behind: list[Finding]) -> str | None:
    """What would do; for a remark that is due also the times that would make it unnecessary."""
    times = [f.advice for f in behind if f.advice and _NAMES_A_TIME.search(f.advice)]
    return f"Write why it is so, or: {' '.join(times)}" if times else finding.advice


def _fault(code: str, error: str) -> dict[str, Any]:
    return {
        "key": f"fault-{code}", "code": code, "group": "fault", "title": "", "message": f"{code} could not be computed.",
        "advice": f"A fault of the program, not of the plan: {error}", "rows": [], "where": "", "also": [], "known": None,
        "tell": False, "behind": [],
    }  # fmt: skip


def _missing_times(desk: Desk) -> dict[str, Any] | None:
    """All missing times as one finding that leads to the next of them: on the day that is shown, else the first."""
    untimed = [(day.number, row) for day, row in desk.itinerary.rows() if not row.is_timed]
    if not untimed:
        return None
    total = sum(len(_absent(row)) for _, row in untimed)
    here = [row for number, row in untimed if number == desk.day]
    row = here[0] if here else untimed[0][1]
    on_day = sum(len(_absent(one)) for one in here)
    name = row.name if isinstance(row, Stop) else f"{row.mode.value} to {row.destination}"
    return {
        "key": "missing-times",
        "code": MISSING_TIME,
        "group": Group.COMMON.value,
        "title": rule_of(MISSING_TIME).title,
        "message": f"{total} {'time is' if total == 1 else 'times are'} missing, {on_day} on this day.",
        "advice": f"Next: {name}, {' and '.join(_absent(row))}. Type it, or press Enter on the row to take the ghost.",
        "rows": [row.row],
        "where": row_label(desk, row.row),
        "also": [],
        "known": None,
        "tell": False,
        "behind": [],
    }


def _absent(row: Stop | Leg) -> list[str]:
    fields = ("depart_min", "arrive_min") if isinstance(row, Leg) else ("start_min", "end_min")
    return [_ABSENT[field] for field in fields if getattr(row, field) is None]


def _moved(desk: Desk) -> dict[str, Any] | None:
    """What the last edit closed and opened, None before the first."""
    if desk.moved is None:
        return None
    return {
        "closed": [{"name": rule_of(f.code).short_name, "code": f.code} for f in desk.moved.closed],
        "opened": [
            {
                "name": rule_of(f.code).short_name,
                "code": f.code,
                "row": f.rows[-1] if f.rows else None,
                "message": f.message,
            }
            for f in desk.moved.opened
        ],
    }
