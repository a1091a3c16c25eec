"""What manifest, data card and charts need of a gold line: counts, values and versions, without the evidence itself.

A release of thousands of plans is written line by line; only these are kept of the lines that are written.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotate.gates import RuleState, judge_rules
from db.plan_figures import ScoreFigure

NONE_NAMED = "none"
"""Stands for a risk profile or a level that the query does not name."""


@dataclass(frozen=True, slots=True)
class ItemSummary:
    """One item of a release in figures. `rules` is what each hard and common rule comes to."""

    set_name: str
    idx: int
    risk_profile: str
    level: str
    days: int
    stops: int
    legs: int
    scores: dict[str, ScoreFigure]
    rules: dict[str, RuleState]
    waivers: int
    waived_codes: tuple[str, ...]
    rounds: int
    annotator: str
    experts: tuple[str, ...]
    versions: dict[str, str]
    """Scoring profile, rules and guidelines by their key in the provenance, where named."""
    imports: tuple[str, ...]
    more_keys: tuple[str, ...]
    """Keys of the line that the schema does not name."""


def summarise(line: Mapping[str, Any], known_keys: tuple[str, ...]) -> ItemSummary:
    """The figures of a gold line; `known_keys` are the keys of the schema."""
    rows = [row for day in line["timeline"] for row in day["rows"]]
    legs = sum(row["kind"] == "leg" for row in rows)
    provenance = line["provenance"]
    rounds = provenance.get("rounds") or ()
    judged = judge_rules(line["verdicts"], line["findings"], line["waivers"])
    return ItemSummary(
        set_name=line["set"],
        idx=line["idx"],
        risk_profile=line.get("risk_profile") or NONE_NAMED,
        level=line["JSON"].get("level") or NONE_NAMED,
        days=len(line["timeline"]),
        stops=len(rows) - legs,
        legs=legs,
        scores={
            key: ScoreFigure(score.get("value"), score.get("scored") or 0, score.get("total") or 0)
            for key, score in line["scores"].items()
            if score
        },
        rules={code: one.state for code, one in judged.items()},
        waivers=len(line["waivers"]),
        waived_codes=tuple(sorted({waiver["code"] for waiver in line["waivers"]})),
        rounds=len(rounds),
        annotator=str(provenance["annotator"]),
        experts=tuple(sorted({one["by"] for one in rounds if one.get("by") is not None})),
        versions={
            key: str(provenance[key])
            for key in ("profile", "rules", "guidelines")
            if provenance.get(key) is not None
        },
        imports=tuple(provenance.get("imports") or ()),
        more_keys=tuple(sorted(line.keys() - set(known_keys))),
    )
