"""What the day board sends: operations and commands, read and checked before anything acts on them.

The browser is not trusted: every value is checked for type and range here, so that a service only sees
whole minutes, known fields and known words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

FIELDS = ("start", "end")
HOWS = ("typed", "dragged", "suggested", "nudged", "pushed")
COMMANDS = (
    "undo",
    "redo",
    "remark",
    "flag",
    "select",
    "help",
    "next_finding",
    "next_day",
    "previous_day",
    "take_all",
)
LAST_MIN = 10 * 1440 - 1  # ten days: no leg of a seven-day trip ends later
LONGEST_TEXT = 64  # characters of a client or row id
MOST_CELLS = 400  # cells of one operation: a day pushed along


class EntryError(ValueError):
    """An entry that no board of ours sends: says which part, what it is, what was expected."""


@dataclass(frozen=True)
class Cell:
    """A new value of one cell: ``value_min`` counts from 00:00 of the plan day; None clears the cell."""

    row: str
    field: str
    value_min: int | None


@dataclass(frozen=True)
class Operation:
    """One undo step: cells that change together, made on top of revision ``base_rev`` of the plan."""

    plan: str
    client: str
    seq: int
    base_rev: int
    cells: tuple[Cell, ...]
    how: str


@dataclass(frozen=True)
class Command:
    """Anything that is not a time: undo, the remark, the selection; ``row`` is None for the whole day."""

    plan: str
    client: str
    seq: int
    name: str
    row: str | None


Entry = Operation | Command


def _text(entry: Mapping[str, Any], field: str) -> str:
    value = entry.get(field)
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_TEXT:
        raise EntryError(
            f"{field} of a board entry is {value!r}: expected a text of 1 to {LONGEST_TEXT} characters."
        )
    return value


def _whole(entry: Mapping[str, Any], field: str, last: int | None = None) -> int:
    value = entry.get(field)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if (
        not isinstance(value, int)
        or isinstance(value, bool)
        or value < 0
        or (last is not None and value > last)
    ):
        upper = "" if last is None else f" up to {last}"
        raise EntryError(f"{field} of a board entry is {value!r}: expected a whole number from 0{upper}.")
    return value


def _word(entry: Mapping[str, Any], field: str, words: Sequence[str]) -> str:
    value = entry.get(field)
    if value not in words:
        raise EntryError(f"{field} of a board entry is {value!r}: expected one of {', '.join(words)}.")
    return str(value)


def _read_cell(cell: Any) -> Cell:
    if not isinstance(cell, Mapping):
        raise EntryError(f"A cell of a board entry is {cell!r}: expected row, field and value.")
    value_min = None if cell.get("value") is None else _whole(cell, "value", LAST_MIN)
    return Cell(_text(cell, "row"), _word(cell, "field", FIELDS), value_min)


def read_operation(entry: Any) -> Operation:
    """Read one entry of the state ``ops``.

    Raises:
        EntryError: a part is missing or out of range.
    """
    if not isinstance(entry, Mapping):
        raise EntryError(f"An operation of the board is {entry!r}: expected its parts by name.")
    cells = entry.get("cells")
    if not isinstance(cells, Sequence) or isinstance(cells, str) or not 0 < len(cells) <= MOST_CELLS:
        raise EntryError(f"cells of a board operation is {cells!r}: expected 1 to {MOST_CELLS} cells.")
    return Operation(
        plan=_text(entry, "plan"),
        client=_text(entry, "client"),
        seq=_whole(entry, "seq"),
        base_rev=_whole(entry, "base_rev"),
        cells=tuple(_read_cell(cell) for cell in cells),
        how=_word(entry, "how", HOWS),
    )


def read_command(entry: Any) -> Command:
    """Read one entry of the state ``command``.

    Raises:
        EntryError: a part is missing or not a known word.
    """
    if not isinstance(entry, Mapping):
        raise EntryError(f"A command of the board is {entry!r}: expected its parts by name.")
    row = None if entry.get("row") is None else _text(entry, "row")
    return Command(
        plan=_text(entry, "plan"),
        client=_text(entry, "client"),
        seq=_whole(entry, "seq"),
        name=_word(entry, "name", COMMANDS),
        row=row,
    )


def read_entries(
    ops: Sequence[Any] | None, commands: Sequence[Any] | None, ack: Mapping[str, int]
) -> list[Entry]:
    """Return what is new, in the order in which the hands made it.

    Args:
        ops: the state ``ops`` of the board; None when the board has sent nothing.
        commands: the state ``command``.
        ack: the last sequence number applied, by client. Both lists share one counter per client, so an
            undo after a typed time stays after it.

    Returns:
        Operations and commands with a sequence number above their client's acknowledged one, each once,
        by client and sequence number.

    Raises:
        EntryError: an entry is not one of the board's.
    """
    entries: list[Entry] = [read_operation(entry) for entry in ops or ()]
    entries += [read_command(entry) for entry in commands or ()]
    fresh = {(entry.client, entry.seq): entry for entry in entries if entry.seq > ack.get(entry.client, 0)}
    return [fresh[key] for key in sorted(fresh)]
