"""From bytes to rows: decoding, CSV after RFC 4180 with true line numbers, JSON and JSONL."""

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from db.importers.answers import ENCODINGS_OFFERED, FileAnswers
from db.importers.base import Problem, Question, SourceFile
from db.importers.quotes import offer_repair

CELL_MAX_CHARS = 1_000_000
"""Longest cell that is read; a longer one means an unclosed quote."""
_LOST = re.compile("[\ud800-\udfff\x00]")
"""What no database keeps: a byte that was not UTF-8 and half a letter (lone surrogates both), NUL."""
_BOM = "\ufeff"
_TABLE_SUFFIXES = {".csv", ".tsv", ".txt"}
_OBJECT_SUFFIXES = {".json", ".jsonl"}
SUFFIXES = frozenset(_TABLE_SUFFIXES | _OBJECT_SUFFIXES)
"""File name endings that an import looks at; others are listed as not recognised."""


def load(name: str, data: bytes, answers: FileAnswers) -> tuple[SourceFile | None, list[Question]]:
    """The file taken apart, or None with the question that comes first (its encoding).

    Without a stated encoding the file must be UTF-8 throughout. With `utf-8` stated, only the rows with foreign bytes
    are bad. What is wrong with the file's form is in the `problems` of the result.
    """
    digest = hashlib.sha256(data).hexdigest()
    text, question = _decode(name, data, answers)
    if text is None:
        return None, [question] if question else []
    text = text.removeprefix(_BOM)
    suffix = PurePath(name).suffix.lower()
    if suffix == ".jsonl" or (suffix == ".txt" and text.lstrip()[:1] in ("{", "[")):
        source = _read_jsonl(name, digest, text)
    elif suffix == ".json":
        source = _read_json(name, digest, text)
    else:
        source = _read_csv(name, digest, text)
    if not text.strip():
        source.problems = [
            Problem(
                name,
                1,
                None,
                "The file is empty",
                "a header and rows" if source.shape == "table" else "JSON",
                "Choose another file.",
            )
        ]
    if "\x00" in text or (not text.isascii() and _is_lost(text)):
        refuse_lost_text(source)
    _note_mojibake(source, answers)
    return source, offer_repair(source, text, answers)


def _decode(name: str, data: bytes, answers: FileAnswers) -> tuple[str | None, Question | None]:
    encoding = (answers.encoding or "").lower().replace("_", "-")
    if encoding in ("utf-8", "utf8"):
        return data.decode("utf-8", errors="surrogateescape"), None
    problem = ""
    if encoding:
        try:
            return data.decode(encoding), None
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            problem = f"Line {line} is not {answers.encoding}: byte 0x{data[error.start]:02X}"
        except (
            LookupError,
            ValueError,
        ):  # ValueError: a name with NUL, and codecs that say no more than that
            problem = f"'{without_lost(str(answers.encoding))}' is no known encoding, or not that of the file"
    else:
        try:
            return data.decode("utf-8"), None
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            problem = f"Line {line} is not UTF-8: byte 0x{data[error.start]:02X}"
    offered = " or ".join(f'"{choice}"' for choice in ENCODINGS_OFFERED)
    return None, Question(
        name,
        "encoding",
        f"{problem}. In which encoding was the file written ({offered}; "
        '"utf-8" reads the other lines and reports those that are not)?',
        '"encoding": "<encoding>"',
        (*ENCODINGS_OFFERED, "utf-8"),
    )


def _read_csv(name: str, digest: str, text: str) -> SourceFile:
    first_line = text.split("\n", 1)[0]
    delimiter = "\t" if "\t" in first_line and "," not in first_line else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    source = SourceFile(name, digest, "table", delimiter=delimiter)
    csv.field_size_limit(CELL_MAX_CHARS)
    rows, lines, before = source.cells, source.lines, 0
    try:
        if '"' in text:
            for row in reader:
                if any(map(str.strip, row)):
                    rows.append(row)
                    lines.append(before + 1)
                before = reader.line_num
        else:  # no quotes: one row is one line, and reading all at once takes half the time
            every = list(reader)
            lines.extend(n for n, row in enumerate(every, 1) if any(map(str.strip, row)))
            rows.extend(every if len(lines) == len(every) else [every[n - 1] for n in lines])
    except csv.Error as error:
        source.problems.append(
            Problem(
                name,
                before + 1,
                None,
                f"The row that begins here is not CSV: {error}",
                "cells apart by commas; a cell with a comma, a quote or a line break in double quotes",
                "Correct the quotes of this row; the rows after it were not read.",
            )
        )
    if rows:
        source.header = tuple(cell.strip() for cell in rows.pop(0))
        lines.pop(0)
    if len(source.header) == 1 and ";" in source.header[0]:
        source.problems.append(
            Problem(
                name,
                1,
                None,
                "The header is one cell that holds semicolons",
                "cells apart by commas (or tabs)",
                "Save the file with commas between the cells.",
            )
        )
    _refuse_ragged_rows(source)
    return source


def _refuse_ragged_rows(source: SourceFile) -> None:
    width = len(source.header)
    if all(len(row) == width for row in source.cells):
        return
    kept: list[list[str]] = []
    lines: list[int] = []
    for row, line in zip(source.cells, source.lines, strict=True):
        if len(row) == width:
            kept.append(row)
            lines.append(line)
        elif len(row) > width and not any(cell.strip() for cell in row[width:]):
            kept.append(row[:width])
            lines.append(line)
        else:
            source.problems.append(
                Problem(
                    source.name,
                    line,
                    None,
                    f"The row has {len(row)} cells",
                    f"{width}, as the header has",
                    "Put a cell that holds a comma in double quotes, or add the missing cells.",
                )
            )
    source.cells, source.lines = kept, lines


def _read_jsonl(name: str, digest: str, text: str) -> SourceFile:
    """One object a line; only a line feed ends a line. A JSON array or an object over many lines is read too."""
    source = SourceFile(name, digest, "objects")
    whole = _whole_json(text)
    if whole is not None:
        return _from_json(source, text, whole)
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            source.objects.append(json.loads(line))
            source.lines.append(number)
        except (ValueError, RecursionError) as error:
            at = f" at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else ""
            reason = error.msg if isinstance(error, json.JSONDecodeError) else _unread(error)
            reason = reason.removesuffix(" at")
            source.problems.append(
                Problem(
                    name,
                    number,
                    None,
                    f"The line is not JSON: {reason}{at}",
                    "one JSON object a line, in straight double quotes",
                    "Correct this line.",
                )
            )
    return source


def _whole_json(text: str) -> Any:
    if text.lstrip()[:1] not in ("[", "{"):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _unread(error: ValueError | RecursionError) -> str:
    """Why what may well be JSON is not read: Python takes neither thousands of levels nor of digits."""
    return "nested too deeply" if isinstance(error, RecursionError) else "a number has too many digits"


def _read_json(name: str, digest: str, text: str) -> SourceFile:
    source = SourceFile(name, digest, "objects")
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) > 1 and all(_whole_json(line) is not None for line in lines[:2]):
            return _read_jsonl(name, digest, text)
        source.problems.append(
            Problem(
                name,
                error.lineno,
                None,
                f"The file is not valid JSON: {error.msg} at character {error.colno}",
                "one JSON value",
                "Correct the file at this place (often a bracket or comma too many) or ask its maker.",
            )
        )
        return source
    except (ValueError, RecursionError) as error:
        source.problems.append(
            Problem(name, 1, None, f"The JSON is not read: {_unread(error)}", "a flat list", "Ask its maker.")
        )
        return source
    return _from_json(source, text, whole)


def _from_json(source: SourceFile, text: str, whole: Any) -> SourceFile:
    if isinstance(whole, list):
        source.objects = whole
        source.lines = list(_element_lines(text, len(whole)))
    else:
        source.objects, source.lines = [whole], [1 + text[: len(text) - len(text.lstrip())].count("\n")]
    return source


def _element_lines(text: str, count: int) -> Iterator[int]:
    """The line on which each element of a top-level array begins."""
    decoder = json.JSONDecoder()
    at = text.index("[") + 1
    line = text.count("\n", 0, at) + 1
    for _ in range(count):
        start = at
        while text[at] in " \t\r\n,":
            at += 1
        line += text.count("\n", start, at)
        yield line
        start = at
        _, at = decoder.raw_decode(text, at)
        line += text.count("\n", start, at)


def as_table(source: SourceFile) -> SourceFile:
    """Flat JSON objects as a table: keys are headers, values become the text that a CSV cell would hold."""
    header = tuple(
        dict.fromkeys(str(key) for item in source.objects if isinstance(item, dict) for key in item)
    )
    shown = tuple(map(without_lost, header))
    table = SourceFile(source.name, source.sha256, "table", shown, problems=list(source.problems))
    for item, line in zip(source.objects, source.lines, strict=True):
        if isinstance(item, dict):
            table.cells.append([_cell_text(item.get(key)) for key in header])
            table.lines.append(line)
        else:
            table.problems.append(
                Problem(
                    source.name,
                    line,
                    None,
                    f"The entry is {json.dumps(item)[:60]}",
                    "an object with the columns as keys",
                    "Correct or remove the entry.",
                )
            )
    return table


def _cell_text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def refuse_lost_text(source: SourceFile) -> None:
    """Rows that hold bytes which are not UTF-8 (only where the answers say `utf-8`), NUL or half a letter (as JSON may) are
    bad, the others stay."""
    source.header = tuple(map(without_lost, source.header))
    kept: list[list[str]] = []
    lines: list[int] = []
    for row, line in zip(source.cells, source.lines[: len(source.cells)], strict=True):
        column = next((n for n, cell in enumerate(row) if _is_lost(cell)), None)
        if column is None:
            kept.append(row)
            lines.append(line)
            continue
        shown = without_lost(row[column])
        source.problems.append(
            Problem(
                source.name,
                line,
                source.header[column],
                f"'{_short(shown)}' holds a byte or half a letter that is not UTF-8 text",
                "UTF-8",
                "Type the letter again in the file.",
            )
        )
    if source.shape == "table":
        source.cells, source.lines = kept, lines


def _is_lost(text: str) -> bool:
    return _LOST.search(text) is not None


def without_lost(text: str) -> str:
    """A text that can be shown and kept: the sign for a lost letter in place of what is none."""
    return _LOST.sub("\ufffd", text)


def _note_mojibake(source: SourceFile, answers: FileAnswers) -> None:
    """A note when a stated 8-bit encoding turned UTF-8 letters into pairs of signs."""
    encoding = answers.encoding
    if not encoding or encoding.lower().replace("_", "-") in ("utf-8", "utf8"):
        return
    for row, line in zip(source.cells, source.lines[: len(source.cells)], strict=True):
        for header, cell in zip(source.header, row, strict=False):
            if not cell.isascii() and (meant := _as_utf8(cell, encoding)) is not None:
                source.problems.append(
                    Problem(
                        source.name,
                        line,
                        header,
                        f"'{_short(cell)}' looks like UTF-8 read as {encoding}",
                        f"'{_short(meant)}'",
                        'Used as it is. If names look wrong, answer "encoding": "utf-8".',
                        "note",
                    )
                )


def _as_utf8(cell: str, encoding: str) -> str | None:
    try:
        meant = cell.encode(encoding).decode("utf-8")
    except UnicodeError:
        return None
    return meant if meant != cell else None


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
