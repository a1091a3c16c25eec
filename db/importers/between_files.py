"""Files of one import that say something of the same row: told, and brought to one value before anything is written.

Without this the file that is written last would win unseen, and the same files again would change rows twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from operator import itemgetter
from typing import Any

from db.importers.base import Importer, Problem, Reading
from db.importers.plans import PlanRow
from db.importers.registry import importer_of
from db.importers.table import Rows, TableImporter, filled_up


@dataclass(frozen=True, slots=True)
class _Part:
    """Rows for one table: the `at`-th rows of `reading`. `owner` is the reading of the file; it is the same unless the
    rows stand beside rows of another table (delays in trains)."""

    owner: Reading
    reading: Reading
    at: int

    @property
    def rows(self) -> Rows:
        rows = self.reading.rows[self.at]
        assert isinstance(rows, Rows)
        return rows

    @property
    def is_beside(self) -> bool:
        return self.owner is not self.reading


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a row stands: in which part, as which of its rows."""

    part: _Part
    row: int


def settle(readings: Sequence[tuple[Importer, Reading]]) -> list[Problem]:
    """Give rows of one key the same values in every file, and leave out the later of two that contradict each other, plans
    as well.

    A table's own file goes before what stands beside another table. The problems are told to the readings, too.
    """
    problems: list[Problem] = []
    for table, parts in _parts(readings).items():
        importer: object = importer_of(table)
        if isinstance(importer, TableImporter) and len(parts) > 1:
            problems += _settle(importer, sorted(parts, key=lambda part: part.is_beside))
    return problems + _settle_plans([reading for _, reading in readings])


def _settle_plans(readings: Sequence[Reading]) -> list[Problem]:
    """Leave out a plan that another file holds too: of two that are delivered the later, else the one that is not. A
    skeleton and the gold line made of it are two things."""
    first: dict[tuple[str, int, bool], tuple[Reading, PlanRow]] = {}
    problems: list[Problem] = []
    for reading in readings:
        for row in [row for row in reading.rows if isinstance(row, PlanRow)]:
            key = (row.set_name, row.idx, row.gold is not None)
            there, held = first.setdefault(key, (reading, row))
            if there is reading or held.obj == row.obj:
                continue
            is_error = held.read.delivered == row.read.delivered
            if not is_error and row.read.delivered:
                first[key], there, held, (left, out) = (reading, row), reading, row, (there, held)
            else:
                left, out = reading, row
            left.rows = [one for one in left.rows if one is not out]
            left.bad += is_error
            problem = Problem(
                left.source.name,
                out.line,
                "idx",
                f"plan {out.idx}: Set {out.set_name} has this plan on line {held.line} of {there.source.name} too",
                "each idx once",
                "Correct or remove one of the two; the first is the one that is kept."
                if is_error
                else "That one holds the plan and is the one that is used.",
                "error" if is_error else "note",
            )
            left.problems.append(problem)
            problems.append(problem)
    return problems


def _parts(readings: Sequence[tuple[Importer, Reading]]) -> dict[str, list[_Part]]:
    found: dict[str, list[_Part]] = {}
    for _, owner in readings:
        for reading in (owner, *owner.also):
            for at, rows in enumerate(reading.rows):
                if isinstance(rows, Rows) and rows.lines:
                    found.setdefault(reading.table, []).append(_Part(owner, reading, at))
    return found


def _settle(importer: TableImporter, parts: Sequence[_Part]) -> list[Problem]:
    first: dict[Any, _Place] = {}
    problems: list[Problem] = []
    for part in parts:
        fields, values = part.rows.fields, part.rows.values
        key_of = itemgetter(*(fields.index(name) for name in importer.key))
        left_out: set[int] = set()
        for number, row in enumerate(values):
            place = first.setdefault(key_of(row), _Place(part, number))
            if place.part is part:
                continue
            there = place.part.rows
            old = there.values[place.row]
            assert there.fields == fields
            if old == row:
                continue
            if clash := importer.clash(fields, old, row):
                left_out.add(number)
                problems.append(_problem(importer, part, number, place, clash))
            else:
                there.values[place.row] = values[number] = filled_up(old, row)
        if left_out:
            _leave_out(part, left_out)
    return problems


def _problem(importer: TableImporter, part: _Part, number: int, place: _Place, clash: str) -> Problem:
    there = f"line {place.part.rows.lines[place.row]} of {place.part.owner.source.name}"
    line = part.rows.lines[number]
    if part.is_beside:
        problem = Problem(
            part.owner.source.name, line, None,
            f"The row says other {importer.table} figures than {there}: {clash}", "one set of figures for each key",
            "Those of the other file were used.", "note",
        )  # fmt: skip
    else:
        problem = Problem(
            part.owner.source.name, line, None, f"The row has the same key as {there} but other values: {clash}",
            f"one row for each {' + '.join(importer.key_words())}",
            "Correct or remove one of the two; the first is the one that is kept.",
        )  # fmt: skip
    part.owner.problems.append(problem)
    return problem


def _leave_out(part: _Part, numbers: set[int]) -> None:
    rows = part.rows
    keep = [number not in numbers for number in range(len(rows.values))]
    kept = replace(rows, values=list(compress(rows.values, keep)), lines=list(compress(rows.lines, keep)))
    part.reading.rows = [kept if at == part.at else one for at, one in enumerate(part.reading.rows)]
    if not part.is_beside:
        part.owner.bad += len(numbers)
