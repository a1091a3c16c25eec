"""One line of a release: an approved itinerary with its evidence, as a JSON object with a fixed order of
keys.

Floats are rounded to 12 places and nothing depends on clock or machine: the same content gives the same
bytes.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from annotate.bill import Bill, make_bill
from annotate.facts import Facts, LegFacts, PlaceFacts, Source
from annotate.feedback import Feedback
from annotate.file_form import finding_data, rounded
from annotate.gates import UNSOURCED, judge_rules, open_flag_faults, rule_faults
from annotate.gold_shape import shape_faults
from annotate.notation import write_plan
from annotate.plan import Itinerary, Leg, Verb
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
    """What keeps a gold line from another release: another shape, lacking evidence, rules that fail unwaived, open flags."""
    faults = shape_faults(line)
    if faults:
        return faults
    if not (line["provenance"].get("annotator") or "").strip():
        faults.append("the provenance names no annotator")
    judged = judge_rules(line["verdicts"], line["findings"], line["waivers"])
    return faults + [fault.said for fault in (*rule_faults(judged), *open_flag_faults(line["flags"]))]


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
    for name in _known_fields(known):
        source = _source_of(known, name)
        figures[name] = {
            "value": _plain(getattr(known, name)),
            "n": source.n,
            "source": source.label or None,
            "as_of": source.as_of,
        }
    return figures


def _plain(value: Any) -> Any:
    """A crowd, delays and the like as their figures by name (`asdict` copies each of them and takes ten times the time)."""
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, tuple) and value and is_dataclass(value[0]):
        return [_plain(one) for one in value]
    return value


def _known_fields(known: PlaceFacts | LegFacts) -> list[str]:
    return [
        field.name
        for field in fields(known)
        if field.name not in _NOT_FACTS and getattr(known, field.name) not in (None, (), {})
    ]


def _source_of(known: PlaceFacts | LegFacts, name: str) -> Source:
    """Where a field comes from: its own source, else that of the figures it is read with; no label: none."""
    return known.sources.get(name) or known.sources.get(_SOURCE_NAMES.get(name, name)) or Source("")


def unsourced_figures(facts: Facts) -> list[str]:
    """The figures that are known and name no source: `Museum price`, `d1.l1 prices`."""
    entries: list[tuple[str, PlaceFacts | LegFacts]] = [(one.name, one) for one in facts.places.values()]
    entries += facts.legs.items()
    return [
        f"{label} {name}"
        for label, known in entries
        for name in _known_fields(known)
        if name not in UNSOURCED and not _source_of(known, name).label
    ]
