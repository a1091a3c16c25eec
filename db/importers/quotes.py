"""JSON that a word processor spoilt: curly quotes, and lines broken inside an object.

The repair is offered, never made unasked (`"repair": "quotes"` in the map).
"""

import json
from collections.abc import Iterator

from db.importers.answers import FileAnswers
from db.importers.base import Problem, Question, SourceFile

_CURLY = str.maketrans({"\u201c": '"', "\u201d": '"', "\u201e": '"'})
MAX_LINES_JOINED = 2_000
"""An object over more lines than this is not looked for."""


def repaired(text: str) -> list[tuple[int, object]] | None:
    """(line on which it begins, value) of each JSON value once quotes are straight and lines joined.

    None if the text holds no curly quotes or is not JSON even then.
    """
    if "\u201c" not in text and "\u201d" not in text:
        return None
    try:
        return list(_values(text.split("\n")))
    except ValueError:
        return None


def _values(lines: list[str]) -> Iterator[tuple[int, object]]:
    """Lines that are JSON as they are, and the others straightened and joined until they are JSON.

    Raises ValueError where that never comes.
    """
    start, held = 0, ""
    for number, line in enumerate(lines, 1):
        if not held:
            if not line.strip():
                continue
            start = number
            try:
                yield number, json.loads(line)
                continue
            except json.JSONDecodeError:
                pass
        held = f"{held} {line.strip()}".strip().translate(_CURLY)
        if not held.endswith(("}", "]")):
            continue
        try:
            value = json.loads(held)
        except json.JSONDecodeError:
            if number - start > MAX_LINES_JOINED:
                raise
            continue
        yield start, value
        held = ""
    if held:
        raise ValueError(f"the text from line {start} on is not JSON")


def offer_repair(source: SourceFile, text: str, answers: FileAnswers) -> list[Question]:
    """Repair a file of JSON if the answers say so, else ask, if the repair makes all of it JSON."""
    if source.shape != "objects" or not any(problem.level == "error" for problem in source.problems):
        return []
    values = repaired(text)
    if values is None:
        return []
    said = f"curly quotes instead of straight ones, {text.count(chr(10)) + 1} lines for {len(values)} objects"
    if answers.repair == "quotes":
        source.lines, source.objects = [line for line, _ in values], [value for _, value in values]
        source.problems = [
            Problem(
                source.name, None, None, f"The text is no JSON: {said}", "", "Repaired, as answered.", "note"
            )
        ]
        return []
    source.lines, source.objects = [], []
    source.problems = [
        Problem(
            source.name,
            source.problems[0].line,
            None,
            f"The text is no JSON: {said}",
            "one JSON object a line, in straight double quotes",
            'Correct the file, or accept the repair: "repair": "quotes".',
        )
    ]
    text_of = (
        f"The text is no JSON: {said}. With straight quotes and joined lines all of it is. Repair it so?"
    )
    return [Question(source.name, "repair", text_of, '"repair": "quotes"', ("quotes",))]
