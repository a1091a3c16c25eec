"""README.md of a release: what it is, how it was made, what it scores, what it does not say.

People appear as counts only; nothing here names one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from annotate.score import all_scores

FILE_NAME = "README.md"
LICENCE_TO_FILL = "**to be filled in by whoever publishes this release**"

Line = Mapping[str, Any]


def to_bytes(name: str, lines: Sequence[Line], manifest: Mapping[str, Any]) -> bytes:
    """The file."""
    counts = manifest["counts"]
    text = f"""# {name}

{counts["items"]} gold itineraries: travel plans whose arrival and departure times people filled in and experts approved,
each with its evidence.

| | |
|---|---|
| items | {counts["items"]} |
| days, stops, legs | {counts["days"]}, {counts["stops"]}, {counts["legs"]} |
| risk profiles | {_listed(counts["by_risk_profile"])} |
| trip length in days | {_listed(counts["by_days"])} |
| level | {_listed(counts["by_level"])} |
| sets | {_listed(counts["by_set"])} |
| licence | {LICENCE_TO_FILL} |

## Files

* `gold.jsonl`: one item a line, sorted by idx. The keys of the query and the plan in text form, then typed data:
  `timeline` (minutes from 00:00 of the plan day; 1440 and more is the next date), `rationale`, `flags`, `waivers`,
  `scores` with one part per row, `verdicts`, `findings`, `facts` with source and sample size, `provenance`.
* `gold.csv`: one row per stop and leg, for spreadsheets.
* `manifest.json`: counts, versions, the SHA-256 of each file.

## How it was made

Each plan began as a query with its places chosen and its times missing. An annotator filled in the times with helper
statistics beside each row (visit durations, crowd windows, delays), wrote remarks and a rationale, and submitted.
An expert who did not annotate the plan reviewed it; every round is frozen. Only plans in the state gold are here, one
per query; each hard and commonsense rule passes, could not be checked for lack of facts, or was waived with a reason.
{_made(lines)}
Scoring profile: {", ".join(manifest["profiles"]) or "none"}. Rules: version {", ".join(manifest["rules"]) or "none"}.
Guidelines: version {", ".join(manifest["guidelines"]) or "none"}. Schema: version {manifest["schema"]}.
Reference data: {"; ".join(manifest["imports"]) or "none"}.

## Scores

Mean over the items that could be scored, with their number; null means that nothing could be scored and is left out.

{_score_table("risk profile", lines, lambda line: line.get("risk_profile") or "none")}

{_score_table("days", lines, lambda line: str(len(line["timeline"])))}

## Limits

* A score rests on the rows for which facts exist; `scored` and `total` say how many. Few cities have crowd data.
* Two valid itineraries can both be right: a difference from the item here is not an error by itself.
* Times follow the reference data named above and are no statement about today's timetables, prices or opening hours.
* {_waived(lines)}
"""
    return text.encode()


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{key}: {count}" for key, count in counts.items()).replace("|", "\\|") or "none"


def _made(lines: Sequence[Line]) -> str:
    if not lines:
        return ""
    rounds = [len(line["provenance"].get("rounds") or ()) for line in lines]
    first = sum(count <= 1 for count in rounds)
    annotators = {line["provenance"]["annotator"] for line in lines}
    experts = {
        one["by"]
        for line in lines
        for one in line["provenance"].get("rounds") or ()
        if one.get("by") is not None
    }
    return (
        f"{_some(len(annotators), 'annotator')} and {_some(len(experts), 'expert')} took part; rounds of an item: "
        f"{median(rounds):g} in the median; {first} of {len(lines)} were approved in the first."
    )


def _some(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _waived(lines: Sequence[Line]) -> str:
    codes = sorted({waiver["code"] for line in lines for waiver in line["waivers"]})
    if not codes:
        return "No finding was waived."
    items = sum(bool(line["waivers"]) for line in lines)
    return f"Findings were waived by experts on {_some(items, 'item')}: {', '.join(codes)}."


def _score_table(title: str, lines: Sequence[Line], group_of: Callable[[Line], str]) -> str:
    infos = [info for info, _ in all_scores()]
    head = f"| {title} | items | " + " | ".join(info.name for info in infos) + " |"
    rows = [head, "|---" * (len(infos) + 2) + "|"]
    groups: dict[str, list[Line]] = {}
    for line in lines:
        groups.setdefault(group_of(line), []).append(line)
    for group, members in [*sorted(groups.items()), ("all", list(lines))]:
        cells = [
            _mean((line["scores"].get(info.key) or {}).get("value") for line in members) for info in infos
        ]
        rows.append(f"| {group} | {len(members)} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def _mean(values: Iterable[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{sum(known) / len(known):.3f} ({len(known)})" if known else "null (0)"
