# ruff: noqa: E501  the table names tests by their whole names
"""Working together.

| fault | test |
|---|---|
| two people open the same item and both hold it, or the second is not told who does | tests/db/test_reviews.py::test_a_second_expert_is_told_who_has_the_submission_open_and_may_take_it_over |
| the same, at the same moment | tests/db/test_leases.py::test_two_who_hold_at_once_do_not_both_get_it |
| the same query is taken by two at the same moment | tests/db/test_plans.py::test_two_takers_at_once_never_get_the_same_query |
| "nothing left" is said while items are only held | test_nothing_left_is_not_said_while_another_holds_what_is_left |
| two tabs: the second save overwrites silently | tests/db/test_edits.py::test_two_tabs_that_edit_the_same_cell_conflict_and_both_versions_are_told |
| the same, on the screen | tests/browser/test_two_tabs.py::test_the_second_save_of_a_cell_is_told_with_both_versions_and_other_cells_are_saved |
| an older draft wins over a newer save | test_an_older_tab_never_wins_over_a_newer_save |
| the server restarts: what was saved is gone, or saved twice | tests/browser/test_nothing_is_lost.py::test_a_killed_server_loses_no_acknowledged_edit_and_doubles_none |
| the same, with twelve people for a minute | tests/browser/test_soak.py::test_twelve_people_lose_nothing_double_nothing_and_go_on_after_each_restart |
| the session expires: what was typed is gone | tests/browser/test_nothing_is_lost.py::test_after_signing_in_again_what_was_saved_is_there_and_what_was_typed_is_offered |
| the server is away: a remark or a click on a panel is lost, or done again when it is back | tests/browser/test_panels_after_a_restart.py::test_a_flag_that_was_set_before_a_restart_stands_once_and_a_click_during_it_is_carried_out |
| a save fails while typing and is taken for done | test_a_save_that_fails_is_not_acknowledged_and_goes_through_when_it_is_sent_again |
| the scoring profile changes while a plan is open | test_a_profile_that_changes_while_a_plan_is_open_is_the_one_frozen_with_its_scores |
| the guidelines change while a plan is open | test_guidelines_that_change_while_a_plan_is_open_lose_no_edit_and_are_asked_for_at_the_next |
| reference data change while a plan is open | tests/db/test_plans.py::test_a_banner_is_due_when_reference_data_are_newer_than_the_facts_and_ends_with_a_refresh |
| a role is taken away while a plan is open | tests/browser/test_accounts.py::test_a_role_that_is_taken_away_is_gone_from_an_open_tab_at_its_next_step |
| an author edits what was submitted or approved through an old tab | test_an_old_tab_of_the_author_changes_nothing_once_the_plan_was_handed_in |
| the same, on the screen | tests/browser/test_two_tabs.py::test_a_tab_from_before_the_submission_is_refused_and_says_so |
| sent back, fixed, resubmitted: queue, flags or counts lag behind | test_queue_flags_and_counts_follow_a_plan_that_is_sent_back_fixed_and_handed_in_again |
| a second merge throws away the expert's work | tests/db/test_adjudications.py::test_a_second_merge_keeps_what_the_reviewer_corrected_unless_another_row_is_taken |
| an "approved only" export holds others, or another number than the screen says | test_a_release_holds_the_gold_plans_and_as_many_as_the_screen_says |
| export, wipe, import, export differ | tests/db/test_releases.py::test_export_wipe_import_export_gives_equal_bytes |
| more than 2,000 rows do not export from SQLite | test_more_than_2000_plans_are_released |
| somebody annotates while an import runs: "database is locked" | tests/db/test_session.py::test_somebody_can_edit_and_read_while_a_long_import_is_written |
| an import error names another cause or place | test_an_import_error_names_the_file_the_line_the_column_and_what_stands_there |
| agreement without a common item is 1.0 | tests/helpers/test_agreement.py::test_without_a_common_item_everything_is_undefined_and_says_why |
| the same, of the bias | test_bias_without_a_common_row_is_undefined_and_of_equal_plans_zero |
| perfect agreement is NaN | tests/helpers/test_agreement.py::test_perfect_agreement_is_one_exactly_and_nothing_apart |
| two different plans score 1.0 | tests/helpers/test_agreement.py::test_two_different_plans_never_agree_perfectly |
| the same instant differs between screens | test_an_instant_reads_the_same_on_every_screen |
| time spent doubles when a draft is saved | tests/db/test_leases.py::test_a_draft_saved_twice_and_a_second_tab_do_not_double_the_time |
| time spent counts an idle night | tests/db/test_leases.py::test_an_idle_night_does_not_count |
| a list screen asks more queries for 10,000 plans than for 10 | tests/pages/test_list_screens.py::test_a_list_screen_asks_as_many_queries_for_10_plans_as_for_10000 |
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from annotate.errors import NotAllowedError, WorkbenchError
from annotate.profile import DEFAULT_PROFILE
from annotate.workflow import State
from db import (
    flags,
    guideline_versions,
    plans,
    pool,
    releases,
    reports,
    reviews,
)
from db.importers.answers import Answers
from db.imports import read_files
from db.models import Annotation
from db.plan_list import list_plans
from db.session import open_session
from helpers.bias import bias_of
from pages._ui import desk as desks
from pages._ui import page_head
from pages._ui.panel_data import saved_words
from tests.db.cutting import cut_release
from tests.db.many import add_copies
from tests.db.test_releases import a_gold_plan
from tests.db.world import (
    Office,
    a_plan_in_progress,
    a_short_trip,
    a_submitted_plan,
    add_skeleton,
    an_edit,
    edit,
    fill,
    later,
)

ROOT = Path(__file__).resolve().parents[2]


def _named() -> Iterator[str]:
    for line in (__doc__ or "").splitlines()[4:]:
        if line.startswith("|"):
            yield line.strip("|").split("|")[-1].strip()


@pytest.mark.parametrize("named", list(_named()))
def test_each_line_names_a_test_that_there_is(named: str) -> None:
    file, _, name = named.rpartition("::")
    text = (ROOT / file if file else Path(__file__)).read_text(encoding="utf-8")
    assert f"\ndef {name}(" in text


def test_nothing_left_is_not_said_while_another_holds_what_is_left(database_url: str) -> None:
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        held = plans.next_plan(session, office.binod.id)
    assert held.annotation_id is None and held.reason is pool.NothingNext.HELD_BY_OTHERS
    assert "Asha (A01) holds 1" in str(held.why_none) and "Nothing is left" not in str(held.why_none)
    fill(database_url, office.asha, plan)
    with open_session(write=True, url=database_url) as session:
        assert isinstance(plans.submit(session, office.asha.id, plan), plans.Submitted)
        left = plans.next_plan(session, office.binod.id)
    assert left.reason is pool.NothingNext.NOTHING_LEFT


def test_an_older_tab_never_wins_over_a_newer_save(database_url: str) -> None:
    office, plan = a_plan_in_progress(database_url)
    edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 600), client="new"))
    edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 615), client="new", seq=2, base_rev=1))
    old = edit(
        database_url, office.asha, plan, an_edit(("d1.s1", "start", 540), ("d1.s1", "end", 700), client="old")
    )
    assert {(one.field, one.value, one.theirs) for one in old.rejected} >= {("start", 540, 615)}
    assert old.itinerary.find("d1.s1")[1].start_min == 615 and old.rev == 2


def test_a_save_that_fails_is_not_acknowledged_and_goes_through_when_it_is_sent_again(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    office, plan = a_plan_in_progress(database_url)
    desk = desks.open_desk(office.asha.id, plan)
    sent = [an_edit(("d1.s1", "start", 600)).model_dump() | {"plan": plan}]

    def fails(*_args: object) -> None:
        raise WorkbenchError("The disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(plans, "apply_edits", fails)
        desks.take_entries(desk, sent, [])
    assert desk.acked == {} and desk.problem == "Not saved: The disk is full."
    assert desk.itinerary.find("d1.s1")[1].start_min is None
    for _ in range(2):
        desks.take_entries(desk, sent, [])
    assert desk.acked == {"tab-1": 1} and desk.plan.rev == 1
    assert desk.itinerary.find("d1.s1")[1].start_min == 600


def test_a_profile_that_changes_while_a_plan_is_open_is_the_one_frozen_with_its_scores(
    database_url: str,
) -> None:
    office, plan = a_plan_in_progress(database_url)
    fill(database_url, office.asha, plan)
    changed = DEFAULT_PROFILE.model_copy(update={"name": "changed meanwhile"})
    with open_session(write=True, url=database_url) as session:
        before = plans.open_plan(session, office.asha.id, plan)
        assert isinstance(plans.submit(session, office.asha.id, plan, profile=changed), plans.Submitted)
        frozen = reviews.view_review(session, office.esha.id, plan).submission
    assert frozen.profile == changed != DEFAULT_PROFILE
    assert (frozen.itinerary, frozen.facts) == (before.itinerary, before.facts)


def test_guidelines_that_change_while_a_plan_is_open_lose_no_edit_and_are_asked_for_at_the_next(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        query = add_skeleton(session, a_short_trip(2))
        following = plans.assign(session, office.leela.id, query, office.asha.id)
    monkeypatch.setattr(guideline_versions.require_confirmed, "__defaults__", ("a newer one",))
    assert edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 600))).rejected == ()
    with (
        open_session(write=True, url=database_url) as session,
        pytest.raises(NotAllowedError, match="guidelines"),
    ):
        plans.start_work(session, office.asha.id, following)


def _in_review(session: Session, office: Office, plan: int) -> None:
    reviews.open_review(session, office.esha.id, plan, at=later(20))


def _approved(session: Session, office: Office, plan: int) -> None:
    _in_review(session, office, plan)
    reviews.decide(session, office.esha.id, plan, "retain as it is", at=later(21))


def _final_review(session: Session, office: Office, plan: int) -> None:
    _approved(session, office, plan)
    reviews.begin_final_review(session, office.ekta.id, plan, at=later(22))


def _gold(session: Session, office: Office, plan: int) -> None:
    _final_review(session, office, plan)
    reviews.make_gold(session, office.ekta.id, plan, at=later(23))


def _nothing(_session: Session, _office: Office, _plan: int) -> None:
    """The plan stays submitted."""


@pytest.mark.parametrize(
    ("moved", "told"),
    [
        (_nothing, "submitted"),
        (_in_review, "in review"),
        (_approved, "approved and locked"),
        (_final_review, "final review and locked"),
        (_gold, "gold and locked"),
    ],
)
def test_an_old_tab_of_the_author_changes_nothing_once_the_plan_was_handed_in(
    database_url: str, moved: Callable[[Session, Office, int], None], told: str
) -> None:
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        moved(session, office, plan)
        before = plans.open_plan(session, office.asha.id, plan)
    old = edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 810), base_rev=before.rev))
    assert [told in one.reason for one in old.rejected] == [True]
    with open_session(write=True, url=database_url) as session:
        for turn in (plans.undo, plans.redo):
            assert turn(session, office.asha.id, plan, "tab-1").accepted == ()
        with pytest.raises(WorkbenchError):
            plans.refresh_facts(session, office.asha.id, plan)
        with pytest.raises(WorkbenchError):
            plans.submit(session, office.asha.id, plan)
        after = plans.open_plan(session, office.asha.id, plan)
    assert (after.rev, after.itinerary, after.state) == (before.rev, before.itinerary, before.state)


def test_queue_flags_and_counts_follow_a_plan_that_is_sent_back_fixed_and_handed_in_again(
    database_url: str,
) -> None:
    office, plan = a_submitted_plan(database_url)

    def seen() -> tuple[list[tuple[State, int]], int, State, int]:
        with open_session(write=False, url=database_url) as session:
            queued = [(one.state, one.round) for one in reviews.queue(session)]
            (line,) = list_plans(session, annotator_id=office.asha.id)
            here = reports.what_is_here(session).by_state
            assert sum(here.values()) == 1 and here[line.state] == 1
            return queued, line.open_flags, line.state, line.round

    assert seen() == ([(State.SUBMITTED, 1)], 0, State.SUBMITTED, 1)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        flag = flags.set_flag(
            session, office.esha.id, plan, row="d1.s1", kind=flags.FlagKind.UNREALISTIC_TIME, text="Too short.",
            at=later(21),
        )  # fmt: skip
        reviews.decide(session, office.esha.id, plan, "back to annotator", "See the flag.", at=later(22))
    assert seen() == ([], 1, State.CHANGES_REQUESTED, 1)
    with open_session(write=True, url=database_url) as session:
        plans.start_work(session, office.asha.id, plan, at=later(23))
    edit(database_url, office.asha, plan, an_edit(("d1.s1", "end", 910), client="mend", base_rev=12))
    assert seen() == ([], 1, State.IN_PROGRESS, 2)
    with open_session(write=True, url=database_url) as session:
        flags.resolve_flag(
            session, office.asha.id, flag, state="fixed", text="Ten minutes more.", at=later(25)
        )
        assert isinstance(plans.submit(session, office.asha.id, plan, at=later(26)), plans.Submitted)
    assert seen() == ([(State.SUBMITTED, 2)], 0, State.SUBMITTED, 2)


def test_a_release_holds_the_gold_plans_and_as_many_as_the_screen_says(
    database_url: str, tmp_path: Path
) -> None:
    office, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        add_copies(session, plan, 9, [State.SUBMITTED, State.APPROVED, State.IN_PROGRESS])
        shown = releases.check(session)
        cut = cut_release(session, "first", tmp_path, office.leela)
    lines = (tmp_path / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(shown.ready) == len(lines) == cut.items == 1
    with open_session(write=False, url=database_url) as session:
        assert reports.what_is_here(session).by_state[State.GOLD] == 1


def test_more_than_2000_plans_are_released(tmp_path: Path, migrated_file: Path) -> None:
    from tests.databases import a_sqlite_database

    with a_sqlite_database(tmp_path / "many.db", migrated_file) as url:
        office, plan = a_gold_plan(url)
        with open_session(write=True, url=url) as session:
            add_copies(session, plan, 2_001, [State.GOLD])
            _waive_all(session, office)
            cut_release(session, "many", tmp_path, office.leela)
        assert len((tmp_path / "gold.jsonl").read_text(encoding="utf-8").splitlines()) == 2_002


def _waive_all(session: Session, office: Office) -> None:
    """The copies have no waivers of their own; they get those of the plan that they are copies of."""
    from db.models import Waiver

    known = session.scalars(select(Waiver)).all()
    session.execute(
        insert(Waiver),
        [
            {
                "annotation_id": one, "round": waiver.round, "code": waiver.code, "rows": waiver.rows,
                "reason": waiver.reason, "by_id": office.esha.id, "at": waiver.at,
            }
            for one in session.scalars(select(Annotation.id).where(Annotation.id >= 1000))
            for waiver in known
        ],
    )  # fmt: skip


def test_an_import_error_names_the_file_the_line_the_column_and_what_stands_there(
    database_url: str, tmp_path: Path
) -> None:
    (tmp_path / "cities.csv").write_text(
        "city,state,lat,lon\nJ,Land,20.0,75.0\nK,Land,north,75.0\n", encoding="utf-8"
    )
    with open_session(write=False, url=database_url) as session:
        read = read_files([tmp_path / "cities.csv"], Answers(), session=session)
    (problem,) = read.errors
    assert (problem.file, problem.line, problem.column) == ("cities.csv", 3, "lat")
    assert "north" in problem.found and problem.expected and problem.todo


def test_bias_without_a_common_row_is_undefined_and_of_equal_plans_zero() -> None:
    trip = a_short_trip()
    assert [one.words for one in bias_of([(trip, trip)]) if one.n] == []
    assert bias_of([]) == []


@pytest.mark.parametrize("zone", ["Asia/Kolkata", "America/Los_Angeles", "Europe/Berlin", None])
def test_an_instant_reads_the_same_on_every_screen(monkeypatch: pytest.MonkeyPatch, zone: str | None) -> None:
    monkeypatch.setattr(page_head, "reader_zone", lambda: ZoneInfo(zone) if zone else UTC)
    for at in (datetime(2026, 1, 15, 12, 3, 7, tzinfo=UTC), datetime(2026, 7, 15, 23, 59, 7, tzinfo=UTC)):
        in_lists = page_head.when(at).removesuffix(" UTC").split()[-1]
        beside_the_plan = saved_words(at, page_head.reader_zone()).split()[1]
        assert beside_the_plan == f"{in_lists}:07"
    summer = {"Asia/Kolkata": "05:29:07", "America/Los_Angeles": "16:59:07", "Europe/Berlin": "01:59:07"}
    assert beside_the_plan == summer.get(zone or "", "23:59:07")
