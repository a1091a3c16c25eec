"""All files of a release, written line by line: of the lines themselves only their text stays in memory."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotate.gold import LINE_KEYS
from db.exporters import card_charts, croissant, dataset_card, gold_csv, gold_jsonl, manifest
from db.exporters.group_figures import GroupFigures
from db.exporters.item_summary import ItemSummary, summarise

GroupsOf = Callable[[set[str]], Sequence[GroupFigures]]
"""Gives what the annotators with these codes said of themselves, in groups."""


@dataclass(frozen=True, slots=True)
class ReleaseFiles:
    """The files by their path in the folder, the manifest as data, and (set, idx) with the text of each line, sorted."""

    files: dict[str, bytes]
    manifest: dict[str, Any]
    texts: list[tuple[str, int, str]]


def nobody(_codes: set[str]) -> Sequence[GroupFigures]:
    """The groups of a release whose annotators are not asked."""
    return ()


def make_files(name: str, lines: Iterable[Mapping[str, Any]], groups_of: GroupsOf = nobody) -> ReleaseFiles:
    """The files of a release of these lines, in whatever order they come."""
    made = sorted(_made(lines), key=lambda one: (one[0].idx, one[0].set_name))
    items = [summary for summary, _, _ in made]
    files = {
        gold_jsonl.FILE_NAME: "".join(text for _, text, _ in made).encode(),
        gold_csv.FILE_NAME: (gold_csv.head() + "".join(rows for _, _, rows in made)).encode(),
    }
    texts = [(summary.set_name, summary.idx, text.removesuffix("\n")) for summary, text, _ in made]
    files |= card_charts.charts_of(items)
    files[croissant.FILE_NAME] = croissant.to_bytes(name, len(items), files)
    groups = groups_of({item.annotator for item in items})
    files[dataset_card.FILE_NAME] = dataset_card.to_bytes(
        name, items, manifest.make_manifest(name, items, files), groups
    )
    known = manifest.make_manifest(name, items, files)
    files[manifest.FILE_NAME] = manifest.to_bytes(known)
    return ReleaseFiles(files, known, texts)


def _made(lines: Iterable[Mapping[str, Any]]) -> Iterable[tuple[ItemSummary, str, str]]:
    for line in lines:
        yield summarise(line, LINE_KEYS), gold_jsonl.line_text(line), gold_csv.rows_of(line)
