"""What every importer shares: the file as read, the problem, the question, the reading, the counts, the protocol.

A run has two halves. *Reading* touches no table: each file becomes good rows, problems and questions. *Writing* puts
good rows into one transaction. One module of this package holds one format in an object named `IMPORTER`; they are found
by that name, nothing is listed by hand.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal, Protocol

from sqlalchemy.orm import Session

if TYPE_CHECKING:
    from db.importers.answers import FileAnswers
    from db.importers.city_names import CityNames

Level = Literal["error", "note"]
"""An error: the row or plan cannot be used. A note: it is used, and the note says what was done."""

Progress = Callable[[str, int, int], None]
"""Called with (what is being done, rows done, rows in all)."""


class Step(Protocol):
    """Told how many rows out of how many are done."""

    def __call__(self, done: int, of: int) -> None:
        """`done` rows out of `of`."""


def nobody_watches(done: int, of: int) -> None:
    """The step of an import that nobody watches."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong, or one thing done, in one place of one file.

    `line` counts from 1 as an editor shows it (the first line of a quoted cell that spans several); None: the whole file.
    """

    file: str
    line: int | None
    column: str | None
    found: str
    expected: str
    todo: str
    level: Level = "error"

    @property
    def sentence(self) -> str:
        """What, what was expected, what to do, without the place."""
        parts = [f"{self.found}."]
        if self.expected:
            parts.append(f"Expected {self.expected}.")
        if self.todo:
            parts.append(self.todo)
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Question:
    """Something only a person can say. `key` is the answer's name in the map, `add` the JSON to put there."""

    file: str
    key: str
    text: str
    add: str
    choices: tuple[str, ...] = ()

    @property
    def map_text(self) -> str:
        """The map that answers it, but for what stands in angle brackets."""
        return f'{{"files": {{{json.dumps(self.file, ensure_ascii=False)}: {{{self.add}}}}}}}'


@dataclass(frozen=True, slots=True)
class Counts:
    """What writing did, in rows."""

    new: int = 0
    changed: int = 0
    same: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.new + other.new, self.changed + other.changed, self.same + other.same)

    @property
    def total(self) -> int:
        """Good rows in all."""
        return self.new + self.changed + self.same


@dataclass(slots=True)
class SourceFile:
    """A file that was decoded and taken apart, before anyone knows what it means.

    CSV, TSV and flat JSON: `header` and `cells` (one list per row, as wide as the header). JSON and JSONL: `objects`.
    `lines` holds the line on which each row of `cells` or each object begins.
    """

    name: str
    sha256: str
    shape: Literal["table", "objects"]
    header: tuple[str, ...] = ()
    cells: list[list[str]] = field(default_factory=list)
    objects: list[Any] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    delimiter: str = ","
    """What stands between the cells of a line of text."""

    @property
    def stem(self) -> str:
        """The file name without folder and last suffix."""
        return PurePath(self.name).stem


@dataclass(slots=True)
class Reading:
    """One file as one importer understood it.

    `rows` are the good rows in the order of the file; what a row is belongs to the importer. `used` is the column
    mapping that was applied (field -> header), for display and for the import record.
    """

    source: SourceFile
    table: str
    rows: Sequence[Any] = ()
    problems: list[Problem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    used: dict[str, Any] = field(default_factory=dict)
    bad: int = 0
    """Rows that cannot be used."""
    also: list["Reading"] = field(default_factory=list)
    """What the file says for other tables (delays that sit in trains), read along with it."""


@dataclass(slots=True)
class World:
    """What readers may look at besides their own file.

    `cities`: the cities of the database and of the files read before. `create_cities`: an unknown city is made.
    `set_name`: the name of the set for queries and plans, None: the file's stem. `as_skeleton`: filled plans keep their
    times as given times. `session`: for looking up only, while reading. `crowd_columns`: places (name key, city key)
    whose own row says how crowded they are, with the table it stands in; `crowd_table`: the places that the table
    `crowd` knows.
    """

    session: Session
    cities: "CityNames"
    create_cities: bool = False
    set_name: str | None = None
    as_skeleton: bool = False
    crowd_columns: dict[tuple[str, str], str] = field(default_factory=dict)
    crowd_table: set[tuple[str, str]] = field(default_factory=set)
    airports: dict[str, str] = field(default_factory=dict)
    """Airport code -> key of its city."""
    step: Step = field(default=nobody_watches)
    """Told how many rows of the file in hand are written."""


class Importer(Protocol):
    """One format."""

    table: str
    """The file stem by which a file of this format is known, and the word for it in messages."""
    order: int
    """Small numbers are read and written first: cities 0, reference tables 10, crowd 20, plans 90."""

    def recognise(self, source: SourceFile, answers: "FileAnswers") -> int:
        """How well header or first object fit: 0 not at all; the highest of all importers takes the file."""
        ...

    def read(self, source: SourceFile, answers: "FileAnswers", world: World) -> Reading:
        """Good rows, problems, questions. Writes nothing. Bad input becomes a problem, never an exception."""
        ...

    def write(self, session: Session, reading: Reading, import_id: int, world: World) -> Counts:
        """Upsert the rows of a reading by their natural key, inside the caller's transaction.

        Rows that are new or changed get `import_id`; rows that are the same are left alone.
        """
        ...
