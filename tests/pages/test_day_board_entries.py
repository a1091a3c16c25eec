"""What the day board sends is read once, in order, and never trusted."""

from typing import Any

import pytest

from pages._ui.day_board.entries import (
    LAST_MIN,
    Cell,
    Command,
    EntryError,
    Operation,
    read_command,
    read_entries,
    read_operation,
)


def an_operation(seq: int, client: str = "a", **parts: Any) -> dict[str, Any]:
    """Return an operation as the board sends it: lunch starts at 15:10."""
    cells = [{"row": "d2.s4", "field": "start", "value": 910}]
    sent = {"plan": "7", "client": client, "seq": seq, "base_rev": 3, "cells": cells, "how": "typed"}
    return sent | parts


def a_command(seq: int, client: str = "a", **parts: Any) -> dict[str, Any]:
    """Return a command as the board sends it: undo."""
    return {"plan": "7", "client": client, "seq": seq, "name": "undo", "row": None} | parts


def test_an_undo_between_two_operations_stays_between_them() -> None:
    entries = read_entries([an_operation(1), an_operation(3)], [a_command(2)], {})
    assert [type(entry) for entry in entries] == [Operation, Command, Operation]


def test_an_acknowledged_entry_is_left_out_for_its_client_alone() -> None:
    entries = read_entries([an_operation(1), an_operation(2), an_operation(2, "b")], [], {"a": 2})
    assert [(entry.client, entry.seq) for entry in entries] == [("b", 2)]


def test_an_entry_that_was_sent_twice_is_read_once() -> None:
    assert len(read_entries([an_operation(1), an_operation(1, tries=2)], [], {})) == 1


def test_a_board_that_sent_nothing_has_no_entries() -> None:
    assert read_entries(None, None, {}) == []


def test_an_operation_is_read_with_its_cells() -> None:
    cleared = {"row": "d2.s4", "field": "end", "value": None}
    operation = read_operation(an_operation(1, cells=[cleared]))
    assert operation == Operation("7", "a", 1, 3, (Cell("d2.s4", "end", None),), "typed")


def test_a_whole_number_may_come_as_a_javascript_number() -> None:
    assert read_operation(an_operation(1, base_rev=3.0)).base_rev == 3


@pytest.mark.parametrize("value", [-1, LAST_MIN + 1, 910.5, "15:10", True, [910]])
def test_a_value_that_is_no_minute_of_the_trip_is_refused(value: Any) -> None:
    cell = {"row": "d2.s4", "field": "start", "value": value}
    with pytest.raises(EntryError, match="value of a board entry is"):
        read_operation(an_operation(1, cells=[cell]))


def test_the_last_minute_of_ten_days_is_read() -> None:
    cell = {"row": "d2.l1", "field": "end", "value": LAST_MIN}
    assert read_operation(an_operation(1, cells=[cell])).cells[0].value_min == 14_399


@pytest.mark.parametrize(
    "parts",
    [
        {"cells": []},
        {"cells": "start"},
        {"cells": [None]},
        {"cells": [{"row": "d2.s4", "field": "name", "value": 1}]},
        {"cells": [{"row": "", "field": "start", "value": 1}]},
        {"cells": [{"row": "r" * 65, "field": "start", "value": 1}]},
        {"how": "guessed"},
        {"how": ["typed"]},
        {"client": 7},
        {"plan": None},
        {"seq": "1"},
        {"base_rev": -1},
    ],
)
def test_an_operation_with_a_wrong_part_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(EntryError):
        read_operation(an_operation(1) | parts)


@pytest.mark.parametrize("parts", [{"name": "__import__('os')"}, {"row": 4}, {"client": ""}, {"seq": None}])
def test_a_command_with_a_wrong_part_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(EntryError):
        read_command(a_command(1) | parts)


@pytest.mark.parametrize("entry", [None, 1, "undo", []])
def test_an_entry_that_has_no_parts_is_refused(entry: Any) -> None:
    with pytest.raises(EntryError):
        read_operation(entry)
    with pytest.raises(EntryError):
        read_command(entry)
