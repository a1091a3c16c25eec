"""The plan on the desk: entries taken once, in order, for the plan they name; nothing that cannot be saved is lost."""

from pathlib import Path
from typing import Any

import pytest

from db import plans
from db.models import EditLog
from db.session import open_session
from pages._ui import desk as desks
from pages._ui.desk import Desk
from tests.builders import a_leg, a_meal, a_stay, a_stop, an_itinerary
from tests.databases import a_sqlite_database
from tests.db.world import a_plan_in_progress, add_skeleton


@pytest.fixture
def desk(tmp_path: Path, migrated_file: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Asha's plan 1 of one day, open: d1.l1 train, d1.s1 Museum, d1.s2 Bistro (lunch), d1.s3 Plain Inn."""
    with a_sqlite_database(tmp_path / "workbench.db", migrated_file) as url:
        monkeypatch.setenv("WORKBENCH_DATABASE_URL", url)
        office, plan = a_plan_in_progress(url)
        yield desks.open_desk(office.asha.id, plan)


def an_op(
    desk: Desk, seq: int, value: Any, *, row: str = "d1.s1", field: str = "start", **parts: Any
) -> dict[str, Any]:
    """An operation on one cell as the board sends it."""
    cells = [{"row": row, "field": field, "value": value}]
    sent = {
        "plan": str(desk.plan.annotation_id),
        "client": "tab",
        "seq": seq,
        "base_rev": desk.plan.rev,
        "cells": cells,
    }
    return sent | {"how": "typed"} | parts


def a_command(desk: Desk, seq: int, name: str, **parts: Any) -> dict[str, Any]:
    """A command as a component sends it."""
    return {
        "plan": str(desk.plan.annotation_id),
        "client": "tab",
        "seq": seq,
        "name": name,
        "row": None,
    } | parts


def start_of(desk: Desk, row: str = "d1.s1") -> Any:
    """The arrival of a row in the draft on the desk, which must be the one in the database."""
    with open_session(write=False) as session:
        stored = plans.open_plan(session, desk.person_id, desk.plan.annotation_id)
    assert stored.itinerary == desk.itinerary
    return desk.itinerary.find(row)[1].start_min


def edits_logged() -> int:
    with open_session(write=False) as session:
        return session.query(EditLog).count()


def test_an_operation_is_saved_scored_and_acknowledged(desk: Desk) -> None:
    desks.take_entries(desk, [an_op(desk, 1, 600)], [])
    assert start_of(desk) == 600
    assert desk.acked == {"tab": 1}
    assert desk.problem is None


def test_a_list_that_arrives_again_is_not_taken_again(desk: Desk) -> None:
    sent = [an_op(desk, 1, 600)]
    desks.take_entries(desk, sent, [])
    desks.take_entries(desk, [an_op(desk, 2, 660)], [])
    desks.take_entries(desk, sent, [])
    assert start_of(desk) == 660
    assert edits_logged() == 2


def test_an_undo_between_two_operations_is_carried_out_between_them(desk: Desk) -> None:
    ops = [an_op(desk, 1, 600), an_op(desk, 3, 720, field="end")]
    desks.take_entries(desk, ops, [a_command(desk, 2, "undo")])
    assert start_of(desk) is None
    assert desk.itinerary.find("d1.s1")[1].end_min == 720


def test_a_late_operation_goes_to_the_plan_that_it_names(desk: Desk) -> None:
    other = an_itinerary(a_leg(), a_stop(), a_meal(), a_stay(), idx=2)
    with open_session(write=True) as session:
        add_skeleton(session, other)
        second = plans.next_plan(session, desk.person_id).annotation_id
        assert second is not None
    late = an_op(desk, 1, 600)
    first = desk.plan.annotation_id
    now_open = desks.open_desk(desk.person_id, second, before=desk)
    desks.take_entries(now_open, [late], [])
    assert start_of(now_open) is None
    with open_session(write=False) as session:
        assert plans.open_plan(session, desk.person_id, first).itinerary.find("d1.s1")[1].start_min == 600


def test_a_command_for_a_plan_that_is_no_longer_open_does_nothing(desk: Desk) -> None:
    desks.take_entries(desk, [], [a_command(desk, 1, "submit", plan=str(desk.plan.annotation_id + 1))])
    assert desk.wants is None
    assert desk.acked == {"tab": 1}


def test_commands_are_not_repeated_when_the_plan_is_opened_again(desk: Desk) -> None:
    commands = [a_command(desk, 1, "submit")]
    desks.take_entries(desk, [], commands)
    assert desk.wants == ("submit", None)
    again = desks.open_desk(desk.person_id, desk.plan.annotation_id, before=desk)
    desks.take_entries(again, [], commands)
    assert again.wants is None


@pytest.mark.parametrize(
    "broken",
    [{"cells": []}, {"cells": "d1.s1"}, {"seq": "one"}, {"client": ""}, {"plan": None}, {"base_rev": -1}],
)
def test_an_unreadable_entry_is_told_and_loses_nothing(desk: Desk, broken: dict[str, Any]) -> None:
    good, bad = an_op(desk, 1, 600), an_op(desk, 2, 660) | broken
    desks.take_entries(desk, [good, bad], [])
    assert desk.problem is not None and desk.problem.startswith(
        "Not saved: The page sent something unreadable"
    )
    assert desk.acked == {}, "nothing is acknowledged, so the browser keeps all of it"
    desks.take_entries(desk, [good], [])
    assert start_of(desk) == 600
    assert desk.problem is None


def test_a_refused_value_is_acknowledged_with_its_reason_and_changes_nothing(desk: Desk) -> None:
    desks.take_entries(desk, [an_op(desk, 1, 1800)], [])
    assert start_of(desk) is None
    assert desk.acked == {"tab": 1}
    assert [(r.row, r.field, r.value) for r in desk.rejected] == [("d1.s1", "start", 1800)]
    assert desk.rejected[0].reason


def test_a_selection_of_a_row_of_another_day_does_not_turn_the_page(desk: Desk) -> None:
    desks.take_entries(desk, [], [a_command(desk, 1, "select", row="d1.s2")])
    assert desk.selected == "d1.s2"
    desks.take_entries(desk, [], [a_command(desk, 2, "select", row="d9.s1")])
    assert (desk.day, desk.selected) == (1, "d1.s2")


def test_a_command_of_an_older_page_is_ignored(desk: Desk) -> None:
    desks.take_entries(desk, [], [a_command(desk, 1, "take_all")])
    assert (desk.wants, desk.problem, desk.acked) == (None, None, {"tab": 1})


def test_the_next_finding_goes_round_and_the_previous_one_back(desk: Desk) -> None:
    rows = list(dict.fromkeys(f.rows[0] for f in desks.open_findings(desk) if f.rows))
    assert len(rows) >= 2
    desk.selected = None
    for step, expected in enumerate([rows[0], rows[1]], start=1):
        desks.take_entries(desk, [], [a_command(desk, step, "next_finding")])
        assert desk.selected == expected
    desks.take_entries(desk, [], [a_command(desk, 3, "previous_finding")])
    assert desk.selected == rows[0]
    desks.take_entries(desk, [], [a_command(desk, 4, "previous_finding")])
    assert desk.selected == rows[-1]


def test_the_last_edit_names_what_it_opened_and_closed(desk: Desk) -> None:
    assert desk.moved is None
    times = [("d1.s1", "start", 600), ("d1.s1", "end", 780), ("d1.s2", "start", 750), ("d1.s2", "end", 810)]
    cells = [{"row": row, "field": field, "value": value} for row, field, value in times]
    desks.take_entries(desk, [an_op(desk, 1, None, cells=cells)], [])
    assert desk.moved is not None
    assert [(f.code, f.rows) for f in desk.moved.opened] == [("TIM001", ("d1.s1", "d1.s2"))]
    desks.take_entries(desk, [an_op(desk, 2, 790, row="d1.s2")], [])
    assert [f.code for f in desk.moved.closed] == ["TIM001"]
    desks.take_entries(desk, [an_op(desk, 3, 795, row="d1.s2")], [])
    assert (desk.moved.opened, desk.moved.closed) == ((), ())


def test_an_undo_that_a_restarted_server_is_sent_again_turns_back_one_step(desk: Desk) -> None:
    desks.take_entries(desk, [an_op(desk, 1, 600)], [])
    desks.take_entries(desk, [an_op(desk, 2, 660)], [])
    desks.take_entries(desk, [], [a_command(desk, 3, "undo")])
    after_a_restart = desks.open_desk(desk.person_id, desk.plan.annotation_id)
    desks.take_entries(after_a_restart, [], [a_command(desk, 3, "undo")])
    assert start_of(after_a_restart) == 600


def test_a_field_is_asked_for_anew_on_the_desk_of_a_server_that_started_again(desk: Desk) -> None:
    desks.take_entries(desk, [], [a_command(desk, 1, "remark", value="d1.s1")])
    again = desks.open_desk(desk.person_id, desk.plan.annotation_id)
    desks.take_entries(again, [], [a_command(again, 2, "remark", value="d1.s1")])
    assert desk.focus is not None and again.focus is not None
    assert desk.focus[1] == again.focus[1] == "remark" and desk.focus[0] != again.focus[0]
