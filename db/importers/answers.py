"""The answers a person gives to an import: the map, which the import screen shows, edits and saves as JSON.

    {"files": {"redbus*.csv": {"table": "buses", "columns": {"operator": "busname"}}},
     "currency": "INR"}

What stands beside `files` holds for every file; a name under `files` may be a pattern (`*.csv`).
"""

import json
from datetime import date
from fnmatch import fnmatchcase
from pathlib import PurePath
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from annotate.errors import InputError
from annotate.text.quantity import read_currency

ENCODINGS_OFFERED = ("latin-1", "cp1252")
"""Offered for a file that is not UTF-8; never assumed."""


class FileAnswers(BaseModel):
    """Everything a person can say about one file. None or empty: not said."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    table: str | None = None
    """Which table the file holds."""
    encoding: str | None = None
    """`utf-8` said aloud: a line that is not UTF-8 is an error of that line only."""
    columns: dict[str, str | list[str]] = Field(default_factory=dict)
    """Field -> header. For a list field also several headers, or `first ... last`: marks (1, yes) name their header."""
    constants: dict[str, str] = Field(default_factory=dict)
    """Field -> the same text for every row; an empty text: not known."""
    from_name: dict[str, str] = Field(default_factory=dict)
    """Field -> regular expression on the file's stem; its first group is the value for every row."""
    units: dict[str, str] = Field(default_factory=dict)
    """Field -> `hours` or `minutes` for durations, `m` or `km` for distances."""
    currency: str | None = None
    """Of amounts that name none: `INR`, `usd`, `Rs.`."""
    year: int | None = None
    """The year of dates that name none."""
    as_of: str | None = None
    """ISO date of the data."""
    window_ends: Literal["inclusive", "exclusive"] | None = None
    """Whether the second number of a crowd window belongs to it."""
    repair: Literal["quotes"] | None = None
    """Curly quotes straightened and broken lines joined in a file of JSON."""
    set_name: str | None = None
    """The set of queries and plans; else the file's stem."""

    @field_validator("currency")
    @classmethod
    def _is_currency(cls, said: str | None) -> str | None:
        try:
            return said if said is None else read_currency(said)
        except InputError as error:
            raise ValueError(str(error)) from error

    @field_validator("as_of")
    @classmethod
    def _is_date(cls, said: str | None) -> str | None:
        return said if said is None else date.fromisoformat(said).isoformat()


class Answers(BaseModel):
    """The whole map: `everywhere` holds for all files, `files` for names or patterns."""

    model_config = ConfigDict(frozen=True)

    everywhere: FileAnswers = Field(default_factory=FileAnswers)
    files: dict[str, FileAnswers] = Field(default_factory=dict)

    def of(self, file_name: str) -> FileAnswers:
        """The answers for one file: everywhere, then matching patterns, then its own name; later ones win."""
        name = PurePath(file_name).name
        merged: dict[str, Any] = {}
        found = [
            answers
            for pattern, answers in self.files.items()
            if pattern != name and fnmatchcase(name, pattern)
        ]
        for answers in (self.everywhere, *found, self.files.get(name)):
            if answers is None:
                continue
            for key, value in answers.model_dump(exclude_unset=True).items():
                both = isinstance(value, dict) and isinstance(merged.get(key), dict)
                merged[key] = {**merged[key], **value} if both else value
        return FileAnswers.model_validate(merged)

    def with_file(self, file_name: str, answers: FileAnswers) -> "Answers":
        """The map with one file's answers replaced."""
        return Answers(everywhere=self.everywhere, files={**self.files, PurePath(file_name).name: answers})

    def to_json(self) -> str:
        """The map as text, the form `read_map` understands."""
        out: dict[str, Any] = self.everywhere.model_dump(exclude_unset=True)
        out["files"] = {name: answers.model_dump(exclude_unset=True) for name, answers in self.files.items()}
        return json.dumps(out, ensure_ascii=False, indent=2) + "\n"


def read_map(text: str, name: str = "the map") -> Answers:
    """The answers in a map file. Raises InputError naming the key that is wrong and the keys there are."""
    try:
        data = json.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as error:  # not only JSONDecodeError: Python reads no number of 5,000 digits
        at = f"{error.msg} at line {error.lineno}" if isinstance(error, json.JSONDecodeError) else None
        raise InputError(
            at or "The map is nested too deeply, or holds a number with too many digits",
            where=name,
            expected="a JSON object",
            todo="Correct the JSON.",
        ) from error
    return answers_from(data, name)


def answers_from(data: Any, name: str = "the map") -> Answers:
    """The answers in a map that is already parsed. Raises InputError."""
    if not isinstance(data, dict):
        raise InputError("the map is not an object", where=name, expected='{"files": {"<file>": {...}}}')
    fields = set(FileAnswers.model_fields)
    if not isinstance(data.get("files", {}), dict):
        raise InputError(
            f"'files' holds {json.dumps(data['files'])}", where=name, expected='{"<file>": {<answers>}}'
        )
    files = {
        **{key: value for key, value in data.items() if key not in fields and key != "files"},
        **data.get("files", {}),
    }
    everywhere = {key: value for key, value in data.items() if key in fields}
    return Answers(
        everywhere=_file_answers(everywhere, name, "every file"),
        files={key: _file_answers(value, name, key) for key, value in files.items()},
    )


def _file_answers(data: Any, name: str, file_name: str) -> FileAnswers:
    known = ", ".join(FileAnswers.model_fields)
    if not isinstance(data, dict):
        raise InputError(
            f"'{file_name}' holds {json.dumps(data)}",
            where=name,
            expected="an object of answers for a file",
            todo=f"Known answers: {known}.",
        )
    try:
        return FileAnswers.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InputError(
            f"answer '{place}' for {file_name}: {first['msg']}", where=name, expected=f"one of: {known}"
        ) from error
