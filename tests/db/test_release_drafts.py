"""Drafts of releases: what they plan and leave out, and what becomes of them."""

import pytest

from annotate.errors import InputError, LockedError, NotFoundError
from annotate.workflow import State
from db import release_drafts, release_gates, releases
from db.release_drafts import LeftOut, PlannedCell
from db.session import open_session
from tests.db.many import add_copies
from tests.db.test_releases import a_gold_plan


def test_a_plan_left_out_stays_out_with_its_reason_and_can_be_taken_in_again(database_url, tmp_path):
    office, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        (other,) = add_copies(session, plan, 1, [State.GOLD])
        release_drafts.plan_release(session, office.leela, "first", [])
        release_drafts.leave_out(session, office.leela, "first", [other], " No waivers of its own. ")
        gates = release_gates.check(session, release_drafts.get_draft(session, "first"))
        assert [(item.annotation_id, item.left_out) for item in gates.left_out] == [
            (other, "No waivers of its own.")
        ]
        assert gates.held_back == () and len(gates.ready) == 1
        release_drafts.take_in(session, office.leela, "first", other)
        gates = release_gates.check(session, release_drafts.get_draft(session, "first"))
        assert [item.annotation_id for item in gates.held_back] == [other] and gates.left_out == ()
        release_drafts.leave_out(session, office.leela, "first", [other], "Not yet.")
        assert releases.cut(session, "first", tmp_path, office.leela).items == 1


def test_a_draft_stays_as_it_was_once_its_release_is_cut_and_gives_the_same_bytes_again(
    database_url, tmp_path
):
    office, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        (other,) = add_copies(session, plan, 1, [State.GOLD])
        release_drafts.plan_release(session, office.leela, "first", [PlannedCell("Risk Optimized", 1, 1)])
        release_drafts.leave_out(session, office.leela, "first", [other], "Not yet.")
        once = releases.cut(session, "first", tmp_path / "a", office.leela)
        again = releases.cut(session, "first", tmp_path / "b", office.leela)
        assert once.files == again.files
        assert release_drafts.list_drafts(session) == []
        kept = release_drafts.get_draft(session, "first")
        assert kept is not None and kept.is_cut and kept.left_out == (LeftOut(other, "Not yet."),)
        for verb in (
            lambda: release_drafts.plan_release(session, office.leela, "first", []),
            lambda: release_drafts.take_in(session, office.leela, "first", other),
            lambda: release_drafts.leave_out(session, office.leela, "first", [plan], "Because."),
            lambda: release_drafts.drop_draft(session, office.leela, "first"),
        ):
            with pytest.raises(LockedError, match="'first' was cut"):
                verb()


def test_planning_anew_keeps_what_is_left_out(database_url):
    office, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        release_drafts.plan_release(session, office.leela, "first", [])
        release_drafts.leave_out(session, office.leela, "first", [plan], "Because.")
        draft = release_drafts.plan_release(session, office.leela, "first", [PlannedCell(None, 5, 2)])
        assert draft.planned == (PlannedCell(None, 5, 2),)
        assert draft.left_out == (LeftOut(plan, "Because."),)
        assert [one.name for one in release_drafts.list_drafts(session)] == ["first"]
        release_drafts.drop_draft(session, office.leela, "first")
        assert release_drafts.get_draft(session, "first") is None


def test_what_cannot_be_planned_is_refused(database_url):
    office, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        for name in ("", "  ", "x" * 81, "a\nb"):
            with pytest.raises(InputError, match="no name of a release"):
                release_drafts.plan_release(session, office.leela, name, [])
        assert release_drafts.plan_release(session, office.leela, "x" * 80, []).name == "x" * 80
        for cell in (PlannedCell("Risk Averse", 3, -1), PlannedCell("Risk Averse", 0, 1)):
            with pytest.raises(InputError, match="cannot be planned"):
                release_drafts.plan_release(session, office.leela, "first", [cell])
        with pytest.raises(InputError, match="planned twice"):
            release_drafts.plan_release(session, office.leela, "first", [PlannedCell(None, 3, 1)] * 2)
        with pytest.raises(InputError, match="needs a text"):
            release_drafts.leave_out(session, office.leela, "x" * 80, [plan], " ")
        with pytest.raises(NotFoundError, match="no draft 'other'"):
            release_drafts.drop_draft(session, office.leela, "other")


def test_only_gold_plans_are_left_out_each_once_and_a_name_is_found_with_blanks_around_it(database_url):
    office, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        (approved,) = add_copies(session, plan, 1, [State.APPROVED])
        release_drafts.plan_release(session, office.leela, "first", [])
        for number in (approved, 999_999):
            with pytest.raises(NotFoundError, match=f"{number}: no gold plan"):
                release_drafts.leave_out(session, office.leela, "first", [plan, number], "Because.")
        release_drafts.leave_out(session, office.leela, "first", [plan, plan], "Because.")
        draft = release_drafts.get_draft(session, " first ")
        assert draft is not None and draft.left_out == (LeftOut(plan, "Because."),)
