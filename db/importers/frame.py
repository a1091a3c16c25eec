"""A table while it is read: one list per field, problems by row, rows that fall out.

Cells are read column by column and each distinct text once, so that a quarter of a million rows take seconds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Any

from annotate.errors import InputError
from annotate.names import NULL_WORDS, is_null, match_key
from db.importers import cells
from db.importers.answers import FileAnswers
from db.importers.base import Level, Problem, Question, SourceFile, World
from db.importers.cells import Cell
from db.importers.columns import Column, Layout, after_prefix

_NULL_STARTS = frozenset(word[:1] for word in NULL_WORDS)
"""First letters of the null words: most cells need no closer look."""


class _Unusable:
    """Stands for a cell that could not be read."""

    __slots__ = ("error",)

    def __init__(self, error: InputError) -> None:
        self.error = error


class _Memo(dict[Any, Any]):
    """Distinct texts of a column and what they mean; reads a text the first time it is asked for."""

    def __init__(self, column: Column, cell: Cell) -> None:
        super().__init__()
        self.column, self.cell = column, cell
        self.unusable = False
        self.respelled: set[str] = set()

    def __missing__(self, key: Any) -> Any:
        value = self._read(key)
        self[key] = value
        return value

    def _read(self, key: Any) -> Any:
        written, state = key if isinstance(key, tuple) else (key, None)
        try:
            stripped = written.strip()
            if stripped[:1].casefold() in _NULL_STARTS and is_null(stripped):
                self._refuse_missing(stripped)
                return None
            if isinstance(key, tuple) and not is_null(state):
                cities, create = self.cell.world.cities, self.cell.world.create_cities
                return cities.resolve(stripped, state.strip(), create=create)
            value = self.column.reader(stripped, self.cell)
            if value is None:
                self._refuse_missing(stripped)
        except InputError as error:
            self.unusable = True
            return _Unusable(error)
        if self.column.is_name and value != written:
            self.respelled.add(written)
        return value

    def _refuse_missing(self, written: str) -> None:
        if self.column.required and not self.column.nullable:
            shown = f"'{written}'" if written else "empty"
            raise InputError(
                f"The cell is {shown}",
                expected=f"a value for {self.column.field}",
                todo="Fill it in, or remove the row.",
            )


@dataclass(slots=True)
class Frame:
    """The columns of one file, as values. Row numbers count the rows that are still good, from 0."""

    source: SourceFile
    answers: FileAnswers
    world: World
    layout: Layout
    lines: list[int]
    values: dict[str, list[Any]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    dropped: int = 0
    _bad: set[int] = field(default_factory=set)
    _left_out: set[int] = field(default_factory=set)

    def __len__(self) -> int:
        return len(self.lines)

    def has(self, name: str) -> bool:
        """True when the file, the map or the file name says something for the field."""
        return name in self.values

    def get(self, name: str) -> list[Any]:
        """The values of a field, all None where the file does not have it."""
        return self.values[name] if name in self.values else [None] * len(self.lines)

    def header_of(self, name: str) -> str:
        """The header under which people find the field in their file."""
        found = self.layout.indices.get(name)
        return self.source.header[found[0]] if found else name

    def report(
        self, row: int | None, name: str | None, found: str, expected: str, todo: str, level: Level = "error"
    ) -> None:
        """Report a problem of a row (None: of the file); an error makes the row bad."""
        line = None if row is None else self.lines[row]
        column = None if name is None else self.header_of(name)
        self.problems.append(Problem(self.source.name, line, column, found, expected, todo, level))
        if level == "error" and row is not None:
            self._bad.add(row)

    def fail(self, row: int, name: str | None, error: InputError) -> None:
        """Report an InputError of a row."""
        self.report(row, name, error.message, error.expected or "", error.todo or "")

    def ask(self, key: str, text: str, add: str, choices: tuple[str, ...] = ()) -> None:
        """Ask a person something about the file."""
        self.questions.append(Question(self.source.name, key, text, add, choices))

    def leave_out(self, row: int) -> None:
        """Leave out a row that is not wrong but says nothing."""
        self._left_out.add(row)

    def drop_bad(self, *built: dict[str, list[Any]]) -> None:
        """Leave out the rows that became bad or say nothing, in every column (and in the `built` ones, made from them)."""
        gone = self._bad | self._left_out
        if not gone:
            return
        keep = [n not in gone for n in range(len(self.lines))]
        self.dropped += len(self._bad)
        self.lines = list(compress(self.lines, keep))
        for columns in (self.values, *built):
            for name, column in columns.items():
                columns[name] = list(compress(column, keep))
        self._bad, self._left_out = set(), set()


def read_frame(
    source: SourceFile, columns: tuple[Column, ...], layout: Layout, answers: FileAnswers, world: World
) -> Frame:
    """Every cell of every known column read; rows with an unusable cell are reported and left out."""
    frame = Frame(source, answers, world, layout, list(source.lines))
    states = {column.state_of: column.field for column in columns if column.state_of}
    transposed: Sequence[Sequence[str]] = list(zip(*source.cells, strict=True)) or [()] * len(source.header)
    for column in columns:
        written = _written(frame, column, transposed)
        if written is None:
            continue
        memo = _Memo(column, Cell(column.field, answers, world))
        if column.prefix:
            frame.values[column.field] = _read_prefixed(frame, column, transposed, memo)
            continue
        if column.many and len(layout.indices.get(column.field, ())) > 1:
            frame.values[column.field] = _read_marks(frame, column, transposed)
            continue
        keys: Iterable[Any] = written
        if column.field in states:
            state = _written(frame, _state_column(columns, states[column.field]), transposed)
            keys = zip(written, state, strict=True) if state is not None else written
        read = list(map(memo.__getitem__, keys))
        if memo.unusable:
            for row, value in enumerate(read):
                if isinstance(value, _Unusable):
                    frame.fail(row, column.field, value.error)
        if memo.respelled:
            _note_respelled(frame, column, written, memo)
        frame.values[column.field] = read
    frame.problems.sort(key=lambda problem: problem.line or 0)
    frame.drop_bad()
    return frame


def _state_column(columns: tuple[Column, ...], name: str) -> Column:
    return next(column for column in columns if column.field == name)


def _written(frame: Frame, column: Column, transposed: Sequence[Sequence[str]]) -> Sequence[str] | None:
    """The text of every cell of a field; several headers of a text field are joined by a blank."""
    if column.field in frame.layout.texts:
        return [frame.layout.texts[column.field]] * len(frame.lines)
    found = frame.layout.indices.get(column.field)
    if not found:
        return None
    if len(found) == 1 or column.many or column.prefix:
        return transposed[found[0]]
    return [
        " ".join(part.strip() for part in row if part.strip())
        for row in zip(*(transposed[n] for n in found), strict=True)
    ]


def _read_marks(frame: Frame, column: Column, transposed: Sequence[Sequence[str]]) -> list[Any]:
    """A list field from several columns: a mark (1, yes) names the column's header, a text adds its own parts."""
    cell = Cell(column.field, frame.answers, frame.world)
    lists: list[list[str]] = [[] for _ in frame.lines]
    for position in frame.layout.indices[column.field]:
        header = frame.source.header[position]
        for row, written in enumerate(transposed[position]):
            if is_null(written):
                continue
            marked = cells.yes_no(written)
            if marked is None:
                lists[row].extend(cells.parts(written.strip(), cell))
            elif marked:
                lists[row].append(header)
    return lists


def _read_prefixed(
    frame: Frame, column: Column, transposed: Sequence[Sequence[str]], memo: _Memo
) -> list[dict[str, Any]]:
    """A dictionary field: `price_SL`, `price_3A` become {"SL": ..., "3A": ...}; empty cells are left out."""
    rows: list[dict[str, Any]] = [{} for _ in frame.lines]
    for position in frame.layout.indices[column.field]:
        header = frame.source.header[position]
        name = after_prefix(header, column.prefix or "")
        for row, written in enumerate(transposed[position]):
            value = memo[written]
            if isinstance(value, _Unusable):
                error = value.error
                frame.problems.append(
                    Problem(
                        frame.source.name,
                        frame.lines[row],
                        header,
                        error.message,
                        error.expected or "",
                        error.todo or "",
                    )
                )
                frame._bad.add(row)
            elif value is not None:
                rows[row][name] = value
    return rows


def _note_respelled(frame: Frame, column: Column, written: Sequence[str], memo: _Memo) -> None:
    for row, text in enumerate(written):
        if text in memo.respelled and not isinstance(memo[text], _Unusable):
            if text != text.strip():
                expected, done = "a name without blanks around it", "Read without them."
            else:
                expected, done = "letters in their composed form (NFC)", "Read in that form."
            frame.report(row, column.field, f"'{text}'", expected, done, "note")


def keys_of(texts: Iterable[str | None]) -> list[str]:
    """The match keys of names, '' for None."""
    known: dict[str | None, str] = {None: ""}
    return [known[text] if text in known else known.setdefault(text, match_key(text or "")) for text in texts]
