"""One line of a release: an approved itinerary with its evidence, as a JSON object with a fixed order of
keys.

Floats are rounded to 12 places and nothing depends on clock or machine: the same content gives the same
bytes.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from annotate.bill import Bill, make_bill
from annotate.facts import Facts, LegFacts, PlaceFacts, Source
from annotate.feedback import Feedback
from annotate.file_form import finding_data, rounded
from annotate.notation import write_plan
from annotate.plan import Itinerary, Leg, Verb
from annotate.rule import Group, Verdict, rule_of
from annotate.score import all_scores
from annotate.timeline import Timeline

SCHEMA_VERSION = "1"
GUIDELINES_VERSION = "1"
"""Version of the guidelines in `guidelines/annotators`; raised when what annotators are asked changes."""
LINE_KEYS = (
    "set",
    "idx",
    "JSON",
    "persona",
    "risk_profile",
    "plan",
    "timeline",
    "rationale",
    "flags",
    "waivers",
    "scores",
    "verdicts",
    "findings",
    "facts",
    "provenance",
)
"""The keys of a gold line, in their order."""
_SOURCE_NAMES = {
    "crowds": "crowd",
    "crowd_level": "crowd",
    "nearest_stop_name": "nearest_stop",
    "nearest_stop_m": "nearest_stop",
    "timetable_depart_min": "timetable",
    "timetable_arrive_min": "timetable",
    "timetable_duration_min": "timetable",
    "known": "timetable",
}
"""Under which name the source of a field is kept, where that is another one."""
_NOT_FACTS = frozenset({"place_id", "kind", "name", "city", "state", "currency", "sources"})
"""Fields of facts that identify or belong to another one and are no figures of their own."""


def gold_line(
    itinerary: Itinerary,
    facts: Facts,
    feedback: Feedback,
    *,
    flags: Sequence[Mapping[str, Any]],
    waivers: Sequence[Mapping[str, Any]],
    provenance: Mapping[str, Any],
) -> dict[str, Any]:
    """The line of an approved itinerary.

    `flags`, `waivers` and `provenance` are plain data as they go out; `cost_inr` stands with the row that
    pays (a stay pays for all its nights), null where not known or not in INR.
    """
    trip = Timeline(itinerary, facts)
    line = write_plan(itinerary)
    costs = _cost_by_row(make_bill(trip), itinerary)
    for day in line["timeline"]:
        for row in day["rows"]:
            row["cost_inr"] = costs.get(row["row"])
            row["remark"] = row.pop("remark")
    line |= {
        "flags": [dict(flag) for flag in flags],
        "waivers": [dict(waiver) for waiver in waivers],
        "scores": score_data(feedback),
        "verdicts": {code: verdict.value for code, verdict in sorted(feedback.verdicts.items())},
        "findings": [finding_data(finding) for finding in feedback.findings],
        "facts": _facts_by_row(trip, facts),
        "provenance": dict(provenance),
    }
    return {key: rounded(line[key]) for key in LINE_KEYS}


def score_data(feedback: Feedback) -> dict[str, Any]:
    """The scores by key, each with value, coverage and parts."""
    found: dict[str, Any] = {}
    for info, _ in all_scores():
        score = feedback.scores.get(info.key)
        if score is not None:
            found[info.key] = {
                "value": score.value,
                "scored": score.scored,
                "total": score.total,
                "reason": score.reason,
                "parts": [info.part_data(part) for part in score.parts],
            }
    return found


def dump_line(line: Mapping[str, Any]) -> str:
    """A line as text, without its line feed: keys in their order, unknown ones behind them."""
    known = {key: line[key] for key in LINE_KEYS if key in line}
    rest = {key: value for key, value in line.items() if key not in known}
    return json.dumps(known | rest, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)


def gold_faults(line: Mapping[str, Any]) -> list[str]:
    """What keeps a gold line from another release: lacking evidence, rules that fail unwaived, open flags."""
    faults = []
    shapes = {
        "timeline": list,
        "rationale": dict,
        "flags": list,
        "waivers": list,
        "scores": dict,
        "verdicts": dict,
        "findings": list,
        "facts": dict,
        "provenance": dict,
    }
    for key, shape in shapes.items():
        if not isinstance(line.get(key), shape):
            faults.append(f"'{key}' is missing")
    if faults:
        return faults
    annotator = line["provenance"].get("annotator")
    if not isinstance(annotator, str) or not annotator.strip():
        faults.append("the provenance names no annotator")
    return faults + gate_faults(line)


def gate_faults(line: Mapping[str, Any]) -> list[str]:
    """Why a line may not go out: hard and common verdicts that fail and are not waived, flags that are open.

    A rule is waived when waivers of its code cover every finding (same rows).
    """
    faults = []
    waived = {(waiver["code"], tuple(waiver.get("rows") or ())) for waiver in line["waivers"]}
    for code, verdict in line["verdicts"].items():
        if verdict != Verdict.FAIL.value or not is_gate(code):
            continue
        found = [finding for finding in line["findings"] if finding["code"] == code]
        left = [finding for finding in found if (code, tuple(finding["rows"])) not in waived]
        if left or not found:
            said = f": {left[0]['message']}" if left else ""
            faults.append(f"{code} fails and is not waived{said}")
    is_open = sum(flag.get("state") == "open" for flag in line["flags"])
    if is_open:
        faults.append(f"{is_open} flag{'s are' if is_open > 1 else ' is'} open")
    return faults


def is_gate(code: str) -> bool:
    """True for a hard or common rule; a code that no rule here has decides nothing."""
    try:
        return rule_of(code).group in (Group.HARD, Group.COMMON)
    except KeyError:
        return False


def _cost_by_row(bill: Bill, itinerary: Itinerary) -> dict[str, float | None]:
    """What each row pays: the whole line with one of its rows (a stay before a check-in), 0 with the others."""
    stays = {row.row for _, row in itinerary.rows() if not isinstance(row, Leg) and row.verb is Verb.STAY}
    costs: dict[str, float | None] = {}
    for line in bill.lines:
        if not line.rows:
            continue
        payer = next((row for row in line.rows if row in stays), line.rows[0])
        for row in line.rows:
            costs.setdefault(row, 0.0)
        amount = line.amount if line.currency == "INR" else None
        before = costs[payer]
        costs[payer] = None if amount is None or before is None else before + amount
    return costs


def _facts_by_row(trip: Timeline, facts: Facts) -> dict[str, dict[str, Any]]:
    """What was known of each row: figure, sample size, source and date by field."""
    found: dict[str, dict[str, Any]] = {}
    for entry in trip.stops:
        if entry.place is not None and (known := _figures(entry.place)):
            found[entry.id] = known
    for leg in trip.legs:
        known_leg = facts.legs.get(leg.id)
        if known_leg is not None and (known := _figures(known_leg)):
            found[leg.id] = known
    return found


def _figures(known: PlaceFacts | LegFacts) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for field in fields(known):
        value = getattr(known, field.name)
        if field.name in _NOT_FACTS or value is None or value in ((), {}):
            continue
        named = _SOURCE_NAMES.get(field.name, field.name)
        source = known.sources.get(named) or Source("")
        plain = asdict(known)[field.name]
        figures[field.name] = {
            "value": plain,
            "n": source.n,
            "source": source.label or None,
            "as_of": source.as_of,
        }
    return figures
