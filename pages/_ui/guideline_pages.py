"""The guideline pages as the screens list them: annotators' guide, one page per rule and per score, decisions."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from annotate.rule import Group, all_rules
from annotate.score import all_scores

GUIDELINES = Path(__file__).resolve().parents[2] / "guidelines"
GROUP_WORDS = {
    Group.HARD: "hard constraint",
    Group.COMMON: "common sense",
    Group.ADVICE: "advice",
    Group.REPORT: "report",
}
_TITLE = re.compile(r"^# +(.+)$", re.MULTILINE)
_SKIPPED = re.compile(r"\A\s*# .*\n+")


@dataclass(frozen=True, slots=True)
class GuidelinePage:
    """One page. `key` is its name in addresses (`TIM004`, `BAS`, `how_to_annotate`), `part` its place in the list."""

    key: str
    title: str
    part: str
    note: str
    text: str

    @property
    def body(self) -> str:
        """The text without its title."""
        return _SKIPPED.sub("", self.text)

    def holds(self, words: str) -> bool:
        """True if every word occurs in key, title, note or text, in any case."""
        place = f"{self.key} {self.title} {self.note} {self.text}".casefold()
        return all(word in place for word in words.casefold().split())


@cache
def guideline_pages() -> tuple[GuidelinePage, ...]:
    """All pages in the order of the list: guide, rules by code, scores, decisions. Read once: they come with the code."""
    guide = [_page(path, path.stem, "Guide", "") for path in sorted((GUIDELINES / "annotators").glob("*.md"))]
    rules = [
        _page(path, rule.code, "Rules", GROUP_WORDS[rule.group], rule.title)
        for rule, _ in all_rules()
        if (path := GUIDELINES / "constraints" / f"{rule.name}.md").is_file()
    ]
    scores = [
        _page(path, info.name, "Scores", "score", info.title)
        for info, _ in all_scores()
        if (path := GUIDELINES / "scores" / f"{info.key}.md").is_file()
    ]
    decisions = [
        _page(path, path.stem, "Decisions", "") for path in sorted((GUIDELINES / "decisions").glob("*.md"))
    ]
    return (*guide, *rules, *scores, *decisions)


def find_page(key: str) -> GuidelinePage | None:
    """The page with a key in any case, None if there is none."""
    return next((page for page in guideline_pages() if page.key.casefold() == key.casefold()), None)


def _page(path: Path, key: str, part: str, note: str, title: str | None = None) -> GuidelinePage:
    text = path.read_text(encoding="utf-8")
    written = _TITLE.search(text)
    return GuidelinePage(key, title or (written.group(1) if written else key), part, note, text)
