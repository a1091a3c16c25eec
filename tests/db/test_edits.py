"""Edits of a draft: applied once, in one transaction; only the same cell conflicts."""

import os
import signal
import subprocess
import sys
import threading

import pytest
from sqlalchemy import select

from annotate.errors import NotAllowedError, NotFoundError
from annotate.plan import Leg
from db import plans
from db.models import Annotation, EditLog
from db.session import engine_for, open_session
from tests.builders import a_stop, an_itinerary
from tests.db.world import a_plan_in_progress, a_short_trip, an_edit, edit, fill, later


@pytest.fixture
def desk(database_url):
    """(url, office, annotation id) of a short trip that Asha works on."""
    return database_url, *a_plan_in_progress(database_url)


def cells_of(result, row):
    _, found = result.itinerary.find(row)
    return found.start_min, found.end_min, found.remark


def test_an_edit_changes_its_cells_and_nothing_else(desk):
    url, office, plan = desk
    result = edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600), ("d1.s1", "end", 780)))
    assert result.accepted == (("tab-1", 1),) and result.rejected == ()
    assert result.rev == 1 and result.saved_at == later(5)
    assert cells_of(result, "d1.s1") == (600, 780, None)
    assert cells_of(result, "d1.s2") == (None, None, None)


def test_a_leg_takes_start_and_end_as_planned_departure_and_arrival(desk):
    url, office, plan = desk
    result = edit(url, office.asha, plan, an_edit(("d1.l1", "start", 330), ("d1.l1", "end", 1590)))
    _, leg = result.itinerary.find("d1.l1")
    assert isinstance(leg, Leg) and (leg.depart_min, leg.arrive_min) == (330, 1590)


def test_saving_leaves_the_given_times_alone(database_url):
    trip = an_itinerary(a_stop("Museum", "10:00", "13:00", given=("10:00", "13:00")))
    office, plan = a_plan_in_progress(database_url, trip)
    result = edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 620), ("d1.s1", "end", 790)))
    _, stop = result.itinerary.find("d1.s1")
    assert (stop.start_min, stop.end_min) == (620, 790)
    assert (stop.given_start_min, stop.given_end_min) == (600, 780)


def test_an_edit_that_arrives_twice_is_applied_once(desk):
    url, office, plan = desk
    first = edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600)))
    edit(url, office.asha, plan, an_edit(("d1.s1", "start", 615), seq=2))
    again = edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600)))
    assert first.accepted == again.accepted == (("tab-1", 1),)
    assert cells_of(again, "d1.s1")[0] == 615 and again.rev == 2


def test_an_edit_that_was_rejected_stays_rejected_when_it_arrives_again(desk):
    url, office, plan = desk
    edit(url, office.asha, plan, an_edit(("d1.s1", "end", 600), seq=1))
    wanted = an_edit(("d1.s1", "start", 660), seq=2, base_rev=1)
    first = edit(url, office.asha, plan, wanted)
    edit(url, office.asha, plan, an_edit(("d1.s1", "end", 720), seq=3, base_rev=1))
    again = edit(url, office.asha, plan, wanted)
    assert first.rejected and again.rejected == first.rejected
    assert cells_of(again, "d1.s1") == (None, 720, None)


def test_two_tabs_that_edit_the_same_cell_conflict_and_both_versions_are_told(desk):
    url, office, plan = desk
    edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600), client="tab-1"))
    second = edit(url, office.asha, plan, an_edit(("d1.s1", "start", 630), client="tab-2"))
    (rejection,) = second.rejected
    assert second.accepted == () and second.rev == 1
    assert (rejection.value, rejection.theirs) == (630, 600)
    assert "another tab" in rejection.reason and rejection.at == later(5)
    assert cells_of(second, "d1.s1")[0] == 600


def test_two_tabs_that_edit_different_cells_of_one_row_do_not_conflict(desk):
    url, office, plan = desk
    edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600), client="tab-1"))
    second = edit(url, office.asha, plan, an_edit(("d1.s1", "end", 720), client="tab-2"))
    assert second.rejected == () and cells_of(second, "d1.s1") == (600, 720, None)


def test_two_tabs_that_typed_the_same_value_agree(desk):
    url, office, plan = desk
    edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600), client="tab-1"))
    second = edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600), client="tab-2"))
    assert second.rejected == () and second.rev == 1


def test_a_tab_that_saw_the_other_change_may_overwrite_it(desk):
    url, office, plan = desk
    edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600), client="tab-1"))
    second = edit(url, office.asha, plan, an_edit(("d1.s1", "start", 630), client="tab-2", base_rev=1))
    assert second.rejected == () and cells_of(second, "d1.s1")[0] == 630


def test_a_tab_never_conflicts_with_itself_when_it_types_faster_than_it_is_answered(desk):
    url, office, plan = desk
    result = edit(
        url,
        office.asha,
        plan,
        *(an_edit(("d1.s1", "start", 600 + n), seq=n, base_rev=0) for n in range(1, 21)),
    )
    assert result.rejected == () and result.rev == 20 and cells_of(result, "d1.s1")[0] == 620


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        (("d1.s1", "start", -1), "cannot start"),
        (("d1.s1", "start", 1800), "cannot start"),
        (("d1.s1", "start", True), "whole minutes"),
        (("d1.s1", "start", 600.5), "whole minutes"),
        (("d1.s1", "start", float("nan")), "whole minutes"),
        (("d1.s1", "start", "10:00"), "whole minutes"),
        (("d1.s1", "end", 0), "cannot end"),
        (("d1.s1", "end", 2881), "cannot end"),
        (("d1.s9", "start", 600), "no row"),
        (("d1.s1", "name", "Fort"), "no field"),
        (("d1.s1", "remark", 5), "is text"),
        (("d1.s1", "remark", "x" * 2001), "at most 2000"),
        (("d1.s1", "remark", "a\0b"), "cannot be stored"),
        (("d1.s1", "remark", "\ud800"), "cannot be stored"),
        (("plan", "mood", "good"), "no part"),
        (("plan", "decisions", "x" * 10_001), "at most 10000"),
    ],
)
def test_an_impossible_value_is_rejected_with_its_reason(desk, cell, told):
    url, office, plan = desk
    result = edit(url, office.asha, plan, an_edit(cell))
    (rejection,) = result.rejected
    assert told in rejection.reason and (rejection.row, rejection.field) == cell[:2]
    assert result.rev == 0 and result.itinerary == a_short_trip()


@pytest.mark.parametrize(
    "cell",
    [
        ("d1.s1", "start", 0),
        ("d1.s1", "start", 1799),
        ("d1.s1", "end", 1),
        ("d1.s1", "end", 2880),
        ("d1.s1", "remark", "x" * 2000),
        ("d1.s1", "remark", "two\nlines"),
        ("plan", "buffers", ""),
    ],
)
def test_a_value_on_the_limit_is_taken(desk, cell):
    url, office, plan = desk
    assert edit(url, office.asha, plan, an_edit(cell)).rejected == ()


@pytest.mark.parametrize(("start", "taken"), [(779, True), (780, False), (781, False)])
def test_a_start_at_or_after_the_given_end_is_rejected(desk, start, taken):
    url, office, plan = desk
    edit(url, office.asha, plan, an_edit(("d1.s1", "end", 780), seq=1))
    result = edit(url, office.asha, plan, an_edit(("d1.s1", "start", start), seq=2, base_rev=1))
    assert bool(result.rejected) is not taken
    assert cells_of(result, "d1.s1") == (start if taken else None, 780, None)


def test_an_edit_of_several_cells_is_applied_whole_or_not_at_all(desk):
    url, office, plan = desk
    result = edit(
        url,
        office.asha,
        plan,
        an_edit(("d1.s1", "start", 600), ("d1.s2", "start", 700), ("d1.s2", "end", 690)),
    )
    assert result.accepted == () and result.rev == 0
    assert cells_of(result, "d1.s1") == (None, None, None)
    moved = edit(url, office.asha, plan, an_edit(("d1.s1", "end", 700), seq=2))
    both = edit(
        url,
        office.asha,
        plan,
        an_edit(("d1.s1", "start", 710), ("d1.s1", "end", 800), seq=3, base_rev=moved.rev),
    )
    assert cells_of(both, "d1.s1") == (710, 800, None)


def test_one_bad_edit_does_not_hold_up_the_others(desk):
    url, office, plan = desk
    result = edit(
        url,
        office.asha,
        plan,
        an_edit(("d1.s1", "start", 600)),
        an_edit(("d1.s1", "start", 9999), seq=2),
        an_edit(("d1.s2", "start", 700), seq=3),
    )
    assert result.accepted == (("tab-1", 1), ("tab-1", 3)) and [one.seq for one in result.rejected] == [2]


def test_a_screen_that_is_ahead_of_the_database_is_told_to_reload(desk):
    url, office, plan = desk
    result = edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600), base_rev=7))
    assert "reload" in result.rejected[0].reason


def test_somebody_who_neither_annotates_nor_reviews_is_refused(desk):
    url, office, plan = desk
    for person in (office.binod, office.leela):
        with pytest.raises(
            NotAllowedError, match=r"Only (the person who annotates the plan|a person with the role)"
        ):
            edit(url, person, plan, an_edit(("d1.s1", "start", 600)))
    result = edit(url, office.esha, plan, an_edit(("d1.s1", "start", 600)))
    assert "in progress" in result.rejected[0].reason
    with pytest.raises(NotFoundError):
        edit(url, office.asha, plan + 1, an_edit(("d1.s1", "start", 600)))


def test_an_old_tab_that_edits_a_submitted_plan_is_refused_by_the_service(desk):
    url, office, plan = desk
    fill(url, office.asha, plan)
    with open_session(write=True, url=url) as session:
        assert isinstance(plans.submit(session, office.asha.id, plan), plans.Submitted)
    result = edit(url, office.asha, plan, an_edit(("d1.s1", "start", 810), base_rev=0))
    (rejection,) = result.rejected
    assert "submitted" in rejection.reason and (rejection.value, rejection.theirs) == (810, 800)
    assert cells_of(result, "d1.s1")[0] == 800


def turn(url, what, person, plan, client="tab-1"):
    with open_session(write=True, url=url) as session:
        return what(session, person.id, plan, client)


def test_undo_and_redo_walk_back_and_forth_through_the_edits(desk):
    url, office, plan = desk
    edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600), ("d1.s1", "end", 700)))
    edit(url, office.asha, plan, an_edit(("d1.s1", "remark", "short"), seq=2))
    assert cells_of(turn(url, plans.undo, office.asha, plan), "d1.s1") == (600, 700, None)
    assert cells_of(turn(url, plans.undo, office.asha, plan), "d1.s1") == (None, None, None)
    nothing = turn(url, plans.undo, office.asha, plan)
    assert nothing.accepted == () and nothing.rejected == ()
    assert cells_of(turn(url, plans.redo, office.asha, plan), "d1.s1") == (600, 700, None)
    last = turn(url, plans.redo, office.asha, plan)
    assert cells_of(last, "d1.s1") == (600, 700, "short") and last.rev == 6
    assert turn(url, plans.redo, office.asha, plan).accepted == ()


def test_undo_survives_a_restart_and_reaches_edits_of_another_tab(desk):
    url, office, plan = desk
    edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600), client="tab-1"))
    engine_for(url).dispose()
    assert cells_of(turn(url, plans.undo, office.asha, plan, "tab-2"), "d1.s1")[0] is None


def test_a_new_edit_ends_what_could_be_redone(desk):
    url, office, plan = desk
    edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600)))
    turn(url, plans.undo, office.asha, plan)
    edit(url, office.asha, plan, an_edit(("d1.s1", "start", 630), seq=2, base_rev=2))
    assert turn(url, plans.redo, office.asha, plan).accepted == ()


def test_undo_of_a_cell_that_was_changed_since_is_rejected_and_the_edit_before_is_next(database_url):
    office, plan = a_plan_in_progress(database_url)
    url = database_url
    edit(url, office.asha, plan, an_edit(("d1.s2", "start", 700)))
    edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600), seq=2))
    with open_session(write=True, url=url) as session:
        row = session.get_one(Annotation, plan)
        row.draft = row.draft.replace('"start_min":600', '"start_min":605')
    refused = turn(url, plans.undo, office.asha, plan)
    assert refused.rejected[0].theirs == 605 and cells_of(refused, "d1.s1")[0] == 605
    assert cells_of(turn(url, plans.undo, office.asha, plan), "d1.s2")[0] is None


def test_an_undo_that_another_tab_does_not_know_of_conflicts_with_its_next_edit_of_the_cell(desk):
    url, office, plan = desk
    edit(url, office.asha, plan, an_edit(("d1.s1", "start", 600), client="tab-1"))
    turn(url, plans.undo, office.asha, plan, "tab-1")
    result = edit(url, office.asha, plan, an_edit(("d1.s1", "start", 640), client="tab-2", base_rev=1))
    assert result.rejected and result.rejected[0].theirs is None


def test_nothing_is_lost_when_900_transactions_from_nine_threads_edit_one_plan(database_url):
    trip = an_itinerary(*(a_stop(f"Fort {number}") for number in range(9)))
    office, plan = a_plan_in_progress(database_url, trip)
    failures = []

    def type_into(row):
        try:
            for number in range(1, 101):
                with open_session(write=True, url=database_url) as session:
                    draft = session.get_one(Annotation, plan)
                    seen = draft.rev
                    del draft
                    made = plans.apply_edits(
                        session,
                        office.asha.id,
                        plan,
                        [
                            an_edit(
                                (f"d1.s{row}", "start", number), client=f"t{row}", seq=number, base_rev=seen
                            )
                        ],
                    )
                    assert made.rejected == (), made.rejected
        except Exception as error:  # noqa: BLE001  a thread hands its failure to the test
            failures.append(error)

    threads = [threading.Thread(target=type_into, args=(row,)) for row in range(1, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with open_session(write=False, url=database_url) as session:
        row = session.get_one(Annotation, plan)
        opened = plans.open_plan(session, office.asha.id, plan)
        logged = session.scalars(select(EditLog.rev).where(EditLog.annotation_id == plan)).all()
    assert row.rev == 900 and sorted(logged) == list(range(1, 901))
    assert [stop.start_min for stop in opened.itinerary.days[0].stops] == [100] * 9


KILLED = """
import os, signal, sys
from db import plans
from db.session import open_session
from tests.db.world import an_edit
url, person, plan = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with open_session(write=True, url=url) as session:
    plans.apply_edits(session, person, plan, [an_edit(("d1.s1", "start", 600), client="told", seq=1)])
print("acknowledged", flush=True)
with open_session(write=True, url=url) as session:
    plans.apply_edits(session, person, plan, [an_edit(("d1.s1", "start", 999), client="untold", seq=1)])
    session.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_process_killed_in_a_transaction_loses_nothing_that_was_acknowledged(desk):
    url, office, plan = desk
    done = subprocess.run(
        [sys.executable, "-c", KILLED, url, str(office.asha.id), str(plan)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": os.getcwd()},
    )
    assert done.stdout == "acknowledged\n" and done.returncode == -signal.SIGKILL, done.stderr
    result = edit(url, office.asha, plan, an_edit(("d1.s2", "start", 800), client="after"))
    assert cells_of(result, "d1.s1")[0] == 600 and result.rev == 2
