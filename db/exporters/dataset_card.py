"""README.md of a release: what it is, how it was made, what it scores, what it does not say.

People appear as counts only; nothing here names one.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from annotate.gates import RuleState
from annotate.rule import rule_of
from annotate.score import all_scores
from db.exporters import card_charts, croissant
from db.exporters.card_header import SPLIT, header
from db.exporters.group_figures import MIN_GROUP, GroupFigures
from db.exporters.item_summary import ItemSummary
from db.plan_figures import ScoreFigure

FILE_NAME = "README.md"
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|~#$&])")
FIGURES_OF_PEOPLE = "What annotators chose to say of themselves"
"""Begins the part of the card that gives their figures; a card without these words gives none."""


def to_bytes(
    name: str, items: Sequence[ItemSummary], manifest: Mapping[str, Any], groups: Sequence[GroupFigures] = ()
) -> bytes:
    """The file. `groups` are the figures of what annotators said of themselves, none where nobody may be counted."""
    counts = manifest["counts"]
    text = f"""{header(name, items)}
# {_plain(name)}

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
| licence | **{croissant.LICENCE_TO_FILL}** |

![Items by trip length and risk profile]({card_charts.ITEMS})

## Files

* `gold.jsonl`: one item a line, sorted by idx. The keys of the query and the plan in text form, then typed data:
  `timeline` (minutes from 00:00 of the plan day; 1440 and more is the next date), `rationale`, `flags`, `waivers`,
  `scores` with one part per row, `verdicts`, `findings`, `facts` with source and sample size, `provenance`.
* `gold.csv`: one row per stop and leg, for spreadsheets.
* `manifest.json`: counts, versions, the SHA-256 of each file.
* `{croissant.FILE_NAME}`: the same files described for tools that read Croissant metadata.
* `{card_charts.FOLDER}/`: the pictures of this page.

`datasets.load_dataset(FOLDER)` gives the lines as the split `{SPLIT}`; parts that hold objects or lists are of the type
JSON, in which the loader keeps ten decimal places of a figure where the file has up to twelve.
`datasets.load_dataset("csv", data_files="FOLDER/gold.csv")` gives the stops and legs.

## How it was made

Each plan began as a query with its places chosen and its times missing. An annotator filled in the times with helper
statistics beside each row (visit durations, crowd windows, delays), wrote remarks and a rationale, and submitted.
An expert who did not annotate the plan reviewed it, another one gave the final review; every round is frozen. Only plans
in the state gold are here, one per query; each hard and commonsense rule passes, could not be checked for lack of facts,
or was waived with a reason, and no flag is open.
{_made(items)}
Scoring profile: {", ".join(manifest["profiles"]) or "none"}. Rules: version {", ".join(manifest["rules"]) or "none"}.
Guidelines: version {", ".join(manifest["guidelines"]) or "none"}. Schema: version {manifest["schema"]}.
Reference data: {_plain("; ".join(manifest["imports"])) or "none"}.
{_people(groups)}
## Scores

Mean over the items that could be scored, with their number; null means that nothing could be scored and is left out.

{_score_table("risk profile", items, lambda item: item.risk_profile)}

{_score_table("days", items, lambda item: str(item.days))}

![Mean scores by risk profile]({card_charts.SCORES})

![How many rows each score could judge]({card_charts.COVERAGE})

## What was not checked or waived

{_rule_table(items)}

## Limits

* A score rests on the rows for which facts exist; `scored` and `total` say how many. Few cities have crowd data.
* "Not checked" means that facts were missing. It is no pass.
* Two valid itineraries can both be right: a difference from the item here is not an error by itself.
* Times follow the reference data named above and are no statement about today's timetables, prices or opening hours.
* {_waived(items)}
"""
    return text.encode()


def _plain(text: str) -> str:
    """A text from data as markdown that shows just that text."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{_plain(key)}: {count}" for key, count in counts.items()) or "none"


def _made(items: Sequence[ItemSummary]) -> str:
    if not items:
        return ""
    rounds = [item.rounds for item in items]
    first = sum(count <= 1 for count in rounds)
    annotators = {item.annotator for item in items}
    experts = {code for item in items for code in item.experts}
    return (
        f"{_some(len(annotators), 'annotator')} and {_some(len(experts), 'expert')} took part; rounds of an item: "
        f"{median(rounds):g} in the median; {first} of {len(items)} were approved in the first."
    )


def _people(groups: Sequence[GroupFigures]) -> str:
    if not groups:
        return ""
    lines = [
        "",
        f"{FIGURES_OF_PEOPLE}, in groups of {MIN_GROUP} or more; smaller groups and those who said nothing stand together.",
        "",
        "| | annotators |",
        "|---|---|",
    ]
    for group in groups:
        lines += [f"| {group.title}: {_plain(band)} | {number} |" for band, number in group.shown]
        lines.append(f"| {group.title}: smaller groups, or not said | {group.rest} |")
    return "\n".join([*lines, ""])


def _some(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _waived(items: Sequence[ItemSummary]) -> str:
    codes = sorted({code for item in items for code in item.waived_codes})
    if not codes:
        return "No finding was waived."
    number = sum(bool(item.waivers) for item in items)
    return f"Findings were waived by experts on {_some(number, 'item')}: {', '.join(map(_plain, codes))}."


def _rule_table(items: Sequence[ItemSummary]) -> str:
    counted = Counter((code, state) for item in items for code, state in item.rules.items())
    codes = sorted({code for code, state in counted if state is not RuleState.PASS})
    if not codes:
        return "Every hard and commonsense rule that applies passes on every item."
    rows = ["| rule | says | pass | not checked | waived |", "|---" * 5 + "|"]
    for code in codes:
        numbers = [
            str(counted[code, state]) for state in (RuleState.PASS, RuleState.NOT_CHECKED, RuleState.WAIVED)
        ]
        rows.append(f"| {code} | {_plain(rule_of(code).title)} | {' | '.join(numbers)} |")
    return "\n".join(rows)


def _score_table(title: str, items: Sequence[ItemSummary], group_of: Callable[[ItemSummary], str]) -> str:
    infos = [info for info, _ in all_scores()]
    head = f"| {title} | items | " + " | ".join(info.name for info in infos) + " |"
    rows = [head, "|---" * (len(infos) + 2) + "|"]
    groups: dict[str, list[ItemSummary]] = {}
    for item in items:
        groups.setdefault(group_of(item), []).append(item)
    for group, members in [*sorted(groups.items()), ("all", list(items))]:
        cells = [_mean(item.scores.get(info.key) for item in members) for info in infos]
        rows.append(f"| {_plain(group)} | {len(members)} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def _mean(scores: Iterable[ScoreFigure | None]) -> str:
    known = [score.value for score in scores if score is not None and score.value is not None]
    return f"{sum(known) / len(known):.3f} ({len(known)})" if known else "null (0)"
