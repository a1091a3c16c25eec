"""An importer for a reference table, made from its columns and one function that builds the stored columns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import compress
from typing import Any

from sqlalchemy import Table
from sqlalchemy.orm import Session

from db.importers.answers import FileAnswers
from db.importers.base import Counts, Problem, Reading, SourceFile, World
from db.importers.city_names import CityNames
from db.importers.columns import Column, lay_out
from db.importers.frame import Frame, read_frame
from db.importers.source_files import as_table, refuse_lost_text
from db.importers.upsert import upsert
from db.models import REFERENCE_MODELS

VALUES_SHOWN = 3
"""So many values of two rows that differ are named."""
VALUE_MAX_CHARS = 60
"""So much of a value that differs is shown: a week of crowd windows fills pages."""
CITY_FIELDS = ("origin_id", "destination_id", "city_id")
"""Stored columns that hold a city's key while reading and its row id once written."""


@dataclass(slots=True)
class Beside:
    """Stored columns for another table, one entry per row of the frame; a row whose first value is None is left out."""

    columns: dict[str, list[Any]]
    key: tuple[str, ...]


@dataclass(slots=True)
class Built:
    """Stored columns of a table, and what the file says for other tables beside it."""

    columns: dict[str, list[Any]]
    also: dict[str, Beside] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rows:
    """Good rows: values in the order of `fields`, and the line of each in its file (empty where nobody asks)."""

    fields: tuple[str, ...]
    values: list[tuple[Any, ...]]
    lines: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class TableImporter:
    """Importer of one reference table.

    `key`: stored columns of the natural key. `build`: the frame of good cells to stored columns (it may report more
    problems). `from_objects`: JSON of the table's own form to a table, None where the objects are not of that form.
    """

    table: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    build: Callable[[Frame], Built]
    order: int = 10
    from_objects: Callable[[SourceFile], SourceFile | None] | None = None
    telling: tuple[str, ...] = ()
    """Fields of which a header must have one to be recognised, where the required ones could be of any table."""

    @property
    def target(self) -> Table:
        """The table that is written."""
        found = REFERENCE_MODELS[self.table].__table__
        assert isinstance(found, Table)
        return found

    def recognise(self, source: SourceFile, answers: FileAnswers) -> int:
        """The number of columns that fit, if all required ones do; else 0."""
        table = self._table_of(source)
        if table is None or not table.header:
            return 0
        layout = lay_out(table, self.columns, answers)
        tells = not self.telling or any(name in layout.indices for name in self.telling)
        return len(layout.indices) if tells and not layout.missing else 0

    def missing(self, source: SourceFile, answers: FileAnswers) -> tuple[str, ...] | None:
        """Required columns that the file lacks; None if it is no table."""
        table = self._table_of(source)
        return (
            None
            if table is None or not table.header
            else tuple(lay_out(table, self.columns, answers).missing)
        )

    def _table_of(self, source: SourceFile) -> SourceFile | None:
        if source.shape == "table":
            return source
        if self.from_objects is not None and (table := self.from_objects(source)) is not None:
            return table
        return as_table(source) if any(isinstance(one, dict) for one in source.objects) else None

    def read(self, source: SourceFile, answers: FileAnswers, world: World) -> Reading:
        """Good rows as `Rows`, problems, questions."""
        table = self._table_of(source)
        if table is None:
            problem = Problem(
                source.name, None, None, f"The file holds no rows of {self.table}",
                f"the columns {', '.join(c.field for c in self.columns if c.required)}",
                'Correct the file, or say what it is: "table": "<table>".',
            )  # fmt: skip
            return Reading(source, self.table, Rows((), []).values, [*source.problems, problem])
        if table is not source:
            refuse_lost_text(table)
        if not table.header and table.problems:
            return Reading(table, self.table, problems=list(table.problems))
        layout = lay_out(table, self.columns, answers)
        reading = Reading(
            table, self.table, problems=list(table.problems), questions=layout.questions,
            bad=sum(problem.level == "error" for problem in table.problems),
        )  # fmt: skip
        reading.used = _used(table, layout.indices, layout.texts, answers)
        if layout.questions:
            return reading
        frame = read_frame(table, self.columns, layout, answers, world)
        built = self.build(frame)
        frame.drop_bad(built.columns, *(beside.columns for beside in built.also.values()))
        rows, lines = ([], []) if frame.questions else self._unique(frame, built.columns)
        reading.problems += frame.problems
        reading.problems += _unused_note(table, layout.unused)
        reading.questions = [*reading.questions, *frame.questions]
        reading.problems.sort(key=lambda problem: problem.line or 0)
        reading.bad += frame.dropped
        reading.rows = [] if frame.questions else [Rows(tuple(built.columns), rows, lines)]
        reading.also = [_beside(frame, name, beside) for name, beside in built.also.items()]
        return reading

    def _unique(self, frame: Frame, columns: dict[str, list[Any]]) -> tuple[list[tuple[Any, ...]], list[int]]:
        """The rows, each key once, and their lines. A repeated row is dropped with a note, two that differ are an error
        of the later; another spelling of the same name is no difference."""
        rows = list(zip(*columns.values(), strict=True))
        keys = list(zip(*(columns[name] for name in self.key), strict=True))
        if len(set(keys)) == len(keys):
            return rows, frame.lines
        first: dict[tuple[Any, ...], int] = {}
        kept: list[bool] = []
        names = list(columns)
        for n, key in enumerate(keys):
            at = first.setdefault(key, n)
            kept.append(at == n)
            if at == n:
                continue
            shown = self.clash(names, rows[at], rows[n])
            if shown:
                frame.problems.append(
                    Problem(
                        frame.source.name,
                        frame.lines[n],
                        None,
                        f"The row has the same key as line {frame.lines[at]} but other values: {shown}",
                        f"one row for each {' + '.join(self.key_words())}",
                        "Correct or remove one of the two; the first is the one that is kept.",
                    )
                )
                frame.dropped += 1
                continue
            one_lacks = any((a is None) != (b is None) for a, b in zip(rows[at], rows[n], strict=True))
            rows[at] = filled_up(rows[at], rows[n])
            done = (
                "The values that one of them lacks were taken from the other."
                if one_lacks
                else "Counted once."
            )
            frame.problems.append(
                Problem(
                    frame.source.name,
                    frame.lines[n],
                    None,
                    f"The row repeats line {frame.lines[at]}",
                    f"one row for each {' + '.join(self.key_words())}",
                    done,
                    "note",
                )
            )
        return list(compress(rows, kept)), list(compress(frame.lines, kept))

    def clash(self, names: Sequence[str], first: tuple[Any, ...], later: tuple[Any, ...]) -> str:
        """The values in which two rows of one key contradict each other, '' where they do not: a value that one of them
        lacks and another spelling of the key (`Alexander’s`) are no contradiction."""
        spelt = {name for name in names if f"{name}_key" in self.key}
        found = [
            f"{name} {_shown(new)} (there {_shown(old)})"
            for name, old, new in zip(names, first, later, strict=True)
            if old != new and old is not None and new is not None and name not in spelt
        ]
        return ", ".join(found[:VALUES_SHOWN])

    def key_words(self) -> list[str]:
        """What a sentence calls the columns of the key."""
        words = (name.removesuffix("_id").removesuffix("_key").replace("_", " ") for name in self.key)
        return ["departure" if word == "dep min" else word for word in words]

    def write(self, session: Session, reading: Reading, import_id: int, world: World) -> Counts:
        """Upsert the rows by natural key."""
        counts = Counts()
        for part in reading.rows:
            values = with_city_ids(part, world.cities)
            step = partial(world.step, of=len(values))
            counts += upsert(session, self.target, part.fields, values, self.key, import_id, step)
        return counts


def _shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= VALUE_MAX_CHARS else f"{text[:VALUE_MAX_CHARS]}..."


def filled_up(first: tuple[Any, ...], later: tuple[Any, ...]) -> tuple[Any, ...]:
    """The first row with the values of the later one where it has none."""
    return tuple(b if a is None else a for a, b in zip(first, later, strict=True))


def with_city_ids(rows: Rows, cities: CityNames) -> list[tuple[Any, ...]]:
    """The rows with row ids in place of city keys. Every key must be in `cities.ids`."""
    at = [n for n, name in enumerate(rows.fields) if name in CITY_FIELDS]
    if not at or not rows.values:
        return rows.values
    columns: list[Any] = list(zip(*rows.values, strict=True))
    ids: dict[str | None, int | None] = {None: None}
    ids.update(cities.ids)
    for n in at:
        columns[n] = list(map(ids.__getitem__, columns[n]))
    return list(zip(*columns, strict=True))


def city_keys_in(reading: Reading) -> set[str]:
    """The keys of all cities that the good rows of a reading (and of those beside it) name."""
    found: set[str] = set()
    for part in reading.rows:
        if isinstance(part, Rows):
            for n, name in enumerate(part.fields):
                if name in CITY_FIELDS:
                    found.update(row[n] for row in part.values if row[n] is not None)
    for other in reading.also:
        found |= city_keys_in(other)
    return found


def _beside(frame: Frame, table: str, beside: Beside) -> Reading:
    """The rows for another table, each key once; the first of two that differ wins, and a note says so."""
    names = tuple(beside.columns)
    key_at = [names.index(name) for name in beside.key]
    kept: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    lines: list[int] = []
    reading = Reading(frame.source, table)
    for line, row in zip(frame.lines, zip(*beside.columns.values(), strict=True), strict=False):
        if row[0] is None:
            continue
        key = tuple(row[n] for n in key_at)
        if key not in kept:
            kept[key] = row
            lines.append(line)
        elif kept[key] != row:
            reading.problems.append(
                Problem(
                    frame.source.name,
                    line,
                    None,
                    f"The row says other {table} figures for {row[0]} than a row above",
                    "one set of figures for each key",
                    "The first was used.",
                    "note",
                )
            )
    reading.rows = [Rows(names, list(kept.values()), lines)]
    return reading


def _used(
    table: SourceFile, indices: dict[str, list[int]], texts: dict[str, str], answers: FileAnswers
) -> dict[str, Any]:
    columns = {
        name: table.header[found[0]] if len(found) == 1 else [table.header[n] for n in found]
        for name, found in indices.items()
    }
    used: dict[str, Any] = {"columns": columns, **answers.model_dump(exclude_unset=True, exclude={"columns"})}
    if texts:
        used["constants"] = texts
    return used


def _unused_note(table: SourceFile, unused: list[str]) -> list[Problem]:
    if not unused:
        return []
    return [
        Problem(
            table.name,
            1,
            None,
            f"Columns that are not used: {', '.join(unused)}",
            "",
            'To use one, add "columns": {"<field>": "<header>"}.',
            "note",
        )
    ]
