"""Problems for people: the same problem told once with all its lines, and the full list as a file."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from db.exporters.gold_csv import formula_safe
from db.importers.base import Level, Problem

LINES_SHOWN = 12
"""So many line numbers are written out; the list that can be saved holds all."""
FOUND_SHOWN = 6
"""So many different things that were found are written out, the most frequent first."""
_COLUMNS = ("file", "line", "column", "level", "found", "expected", "todo")


@dataclass(frozen=True, slots=True)
class Group:
    """Problems of one kind: same file, column, level, expectation and advice.

    `found`: what was found, the most frequent first; `kinds` is how many different things that are. `lines` are all
    lines, each once, `count` is the number of problems.
    """

    file: str
    column: str | None
    level: Level
    found: tuple[str, ...]
    kinds: int
    expected: str
    todo: str
    lines: tuple[int, ...]
    count: int

    def as_json(self) -> dict[str, Any]:
        """The form that is kept with the import."""
        return {name: getattr(self, name) for name in self.__slots__}

    @property
    def sentence(self) -> str:
        """Place, what was found, what was expected, what to do."""
        place = self.file
        if self.column:
            place += f", column {self.column}"
        shown = ", ".join(str(line) for line in self.lines[:LINES_SHOWN])
        rest = len(self.lines) - LINES_SHOWN
        if self.count > 1:
            place += f", {self.count} {'rows' if len(self.lines) == self.count else 'times'}"
        if self.lines:
            place += f", line{'s' if len(self.lines) > 1 else ''} {shown}" + (
                f" and {rest} more" if rest > 0 else ""
            )
        others = self.kinds - len(self.found)
        more = f"; and {others} others" if others else ""
        parts = [f"{place}: {'; '.join(self.found)}{more}."]
        if self.expected:
            parts.append(f"Expected {self.expected}.")
        if self.todo:
            parts.append(self.todo)
        return " ".join(parts)


def grouped(problems: Iterable[Problem]) -> list[Group]:
    """Problems of one kind together, errors before notes, otherwise in the order of the files and lines."""
    kinds: dict[tuple[str, str | None, str, str, str], list[Problem]] = {}
    for problem in problems:
        key = (problem.file, problem.column, problem.level, problem.expected, problem.todo)
        kinds.setdefault(key, []).append(problem)
    groups = [_group(found) for found in kinds.values()]
    return sorted(groups, key=lambda group: group.level != "error")


def _group(problems: list[Problem]) -> Group:
    first = problems[0]
    times = Counter(problem.found for problem in problems)
    shown = [
        found if count == 1 or len(times) == 1 else f"{found} ({count} rows)"
        for found, count in times.most_common(FOUND_SHOWN)
    ]
    return Group(
        first.file, first.column, first.level, tuple(shown), len(times), first.expected, first.todo,
        tuple(dict.fromkeys(problem.line for problem in problems if problem.line is not None)), len(problems),
    )  # fmt: skip


def as_csv(problems: Sequence[Problem]) -> str:
    """One line per problem, for spreadsheets: a text that begins like a formula is put behind an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for problem in problems:
        values = asdict(problem)
        writer.writerow([formula_safe(values[name]) for name in _COLUMNS])
    return out.getvalue()


def as_json(problems: Sequence[Problem]) -> str:
    """The list as JSON."""
    return json.dumps([asdict(problem) for problem in problems], ensure_ascii=False, indent=1) + "\n"


def as_text(problems: Sequence[Problem]) -> str:
    """The grouped list as lines of text."""
    return "".join(f"{group.level}: {group.sentence}\n" for group in grouped(problems))
