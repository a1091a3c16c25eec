"""What the components send is read once, in order, and never trusted."""

from typing import Any

import pytest

from annotate.errors import InputError
from pages._ui import entries
from pages._ui.entries import Command, Operation, read_entries


def an_operation(seq: int, client: str = "a", **parts: Any) -> dict[str, Any]:
    """Return an operation as the board sends it: lunch starts at 15:10."""
    cells = [{"row": "d2.s4", "field": "start", "value": 910}]
    sent = {"plan": "7", "client": client, "seq": seq, "base_rev": 3, "cells": cells, "how": "typed"}
    return sent | parts


def a_command(seq: int, client: str = "a", **parts: Any) -> dict[str, Any]:
    """Return a command as the board sends it: undo."""
    return {"plan": "7", "client": client, "seq": seq, "name": "undo", "row": None} | parts


def test_an_undo_between_two_operations_stays_between_them() -> None:
    found = read_entries([an_operation(1), an_operation(3)], [a_command(2)], {})
    assert [type(entry) for entry in found] == [Operation, Command, Operation]


def test_what_two_components_sent_is_read_in_the_order_of_the_hands() -> None:
    typed, undone = an_operation(9, order=20), a_command(1, "b", order=10)
    for ops, commands in (([typed], [undone]), ([an_operation(9, order=5)], [undone])):
        found = [entry.order for entry in read_entries(ops, commands, {})]
        assert found == sorted(found) and len(found) == 2


@pytest.mark.parametrize(
    "state", [None, {}, {"entries": None}, {"entries": [1]}, {"entries": {"ops": 7, "commands": "x"}}]
)
def test_a_forged_state_of_a_component_holds_no_entries(state: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "recall", {"board": state}.get)
    assert entries.sent_by(["board", "bar"]) == ([], [])


def test_what_components_hold_is_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
    states = {
        "board": {"entries": {"ops": [1], "commands": [2]}},
        "bar": {"entries": {"ops": [], "commands": [3]}},
    }
    monkeypatch.setattr(entries, "recall", states.get)
    assert entries.sent_by(["board", "bar", "side"]) == ([1], [2, 3])


def test_an_acknowledged_entry_is_left_out_for_its_client_alone() -> None:
    found = read_entries([an_operation(1), an_operation(2), an_operation(2, "b")], [], {"a": 2})
    assert [(entry.client, entry.seq) for entry in found] == [("b", 2)]


def test_an_entry_that_was_sent_twice_is_read_once() -> None:
    assert len(read_entries([an_operation(1), an_operation(1, tries=2)], [], {})) == 1


def test_components_that_sent_nothing_have_no_entries() -> None:
    assert read_entries(None, None, {}) == []


def test_an_operation_is_read_with_its_plan_and_cells() -> None:
    (operation,) = read_entries(
        [an_operation(1, cells=[{"row": "d2.s4", "field": "end", "value": None}])], [], {}
    )
    assert isinstance(operation, Operation)
    assert (operation.plan, operation.base_rev, operation.how) == (7, 3, "typed")
    assert [(cell.row, cell.field, cell.value) for cell in operation.cells] == [("d2.s4", "end", None)]


def test_a_whole_number_may_come_as_a_javascript_number() -> None:
    (operation,) = read_entries([an_operation(1, base_rev=3.0)], [], {})
    assert isinstance(operation, Operation) and operation.base_rev == 3


@pytest.mark.parametrize(
    "parts",
    [
        {"plan": None}, {"plan": 0}, {"plan": "x"}, {"client": ""}, {"client": "a" * 81}, {"client": "<b>"}, {"seq": 0},
        {"seq": -1}, {"seq": "first"}, {"seq": 2**31}, {"base_rev": -1}, {"base_rev": 1.5}, {"base_rev": 2**31}, {"plan": 2**31},
        {"how": "a\0b"}, {"cells": []},
        {"cells": "d2.s4"}, {"cells": [{"row": "d2.s4"}]}, {"cells": [{"row": "x" * 81, "field": "start", "value": 1}]},
    ],
)  # fmt: skip
def test_an_operation_that_no_component_sends_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="unreadable"):
        read_entries([an_operation(1) | parts], [], {})


@pytest.mark.parametrize(
    "parts", [{"name": "x" * 33}, {"name": None}, {"row": 7}, {"row": "x" * 81}, {"seq": None}]
)
def test_a_command_that_no_component_sends_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="unreadable"):
        read_entries([], [a_command(1) | parts], {})


@pytest.mark.parametrize("entry", [None, 7, "undo", ["undo"]])
def test_an_entry_that_is_no_object_is_refused(entry: Any) -> None:
    with pytest.raises(InputError, match="unreadable"):
        read_entries([entry], [], {})
