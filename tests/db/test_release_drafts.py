"""Drafts of releases: what they plan and leave out, and what becomes of them."""

import json

import pytest

from annotate.errors import ConflictError, InputError, LockedError, NotFoundError
from annotate.workflow import State
from db import release_drafts, release_gates, releases
from db.release_drafts import LeftOut, PlannedCell
from db.session import open_session
from tests.db.cutting import cut_release
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
        assert cut_release(session, "first", tmp_path, office.leela).items == 1


def test_a_draft_stays_as_it_was_once_its_release_is_cut_and_gives_the_same_bytes_again(
    database_url, tmp_path
):
    office, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        (other,) = add_copies(session, plan, 1, [State.GOLD])
        release_drafts.plan_release(session, office.leela, "first", [PlannedCell("Risk Optimized", 1, 1)])
        release_drafts.leave_out(session, office.leela, "first", [other], "Not yet.")
        once = cut_release(session, "first", tmp_path / "a", office.leela)
        again = cut_release(session, "first", tmp_path / "b", office.leela)
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
            with pytest.raises(InputError, match="no name"):
                release_drafts.plan_release(session, office.leela, name, [])
        assert release_drafts.plan_release(session, office.leela, "x" * 80, []).name == "x" * 80
        for days, items in (
            (3, -1),
            (0, 1),
            (3, 1_000_001),
            (61, 1),
            (10**30, 1),
            (3, True),
            (3, 1.5),
            ("3", 1),
            (3, None),
        ):
            with pytest.raises(InputError, match="cannot be planned"):
                release_drafts.plan_release(
                    session, office.leela, "first", [PlannedCell("Risk Averse", days, items)]
                )
        for profile in ("risk averse", "", "<script>", "Risk Averse "):
            with pytest.raises(InputError, match="is no risk profile"):
                release_drafts.plan_release(session, office.leela, "first", [PlannedCell(profile, 3, 1)])
        at_the_ends = [PlannedCell("Risk Averse", 60, 0), PlannedCell(None, 1, 1_000_000)]
        assert release_drafts.plan_release(session, office.leela, "ends", at_the_ends).planned == tuple(
            at_the_ends
        )
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


def test_a_name_with_signs_that_nobody_sees_is_no_name(database_url):
    office, _ = a_gold_plan(database_url)
    names = ["\x00", "a\x07b", "\u202egnirts", "a\u200bb", "a\u2028b", "\ud800", "\ufeff2026", "\n"]
    with open_session(write=True, url=database_url) as session:
        for name in names:
            with pytest.raises(InputError, match="no name"):
                release_drafts.plan_release(session, office.leela, name, [])
            with pytest.raises(InputError, match="no name"):
                releases.prepare(session, name, office.leela)


def test_a_name_that_looks_like_something_else_is_a_name_and_stays_a_text(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    names = ["../../etc/passwd", "a/b\\c", "<script>alert(1)</script>", "'; DROP TABLE releases; --", "=1+1",
             "--- # x: {y", "✓ \U0001f600 दिल्ली"]  # fmt: skip
    with open_session(write=True, url=database_url) as session:
        for number, name in enumerate(names):
            out = tmp_path / str(number)
            release_drafts.plan_release(session, office.leela, name, [])
            done = cut_release(session, name, out, office.leela)
            assert releases.files_of(session, name) == done.files
            assert {path.relative_to(out).as_posix() for path in out.rglob("*.*")} == set(done.files)
            header = done.files["README.md"].decode().split("---\n")[1]
            assert f"pretty_name: {json.dumps(name)}" in header
            assert json.loads(done.files["croissant.json"])["name"] == name


def test_names_that_differ_in_capitals_or_in_the_form_of_a_letter_are_one(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        release_drafts.plan_release(session, office.leela, "Malé", [])
        with pytest.raises(ConflictError, match="differs from 'Malé' in capitals alone"):
            release_drafts.plan_release(session, office.leela, "MALÉ", [])
        prepared = releases.prepare(session, "malé", office.leela)
        with pytest.raises(ConflictError, match="in capitals alone"):
            releases.record_cut(session, prepared, office.leela)
        decomposed = "Male\u0301"
        assert release_drafts.get_draft(session, decomposed) is not None
        done = cut_release(session, decomposed, tmp_path, office.leela)
        assert (done.name, releases.files_of(session, decomposed)) == ("Malé", done.files)
        with pytest.raises(LockedError, match="was cut"):
            release_drafts.plan_release(session, office.leela, "Malé", [])
