"""A submission on the expert's desk: what looking does not do, what the first act does, where J leads, what is refused."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from annotate.workflow import State
from db import plans, reviews
from db.comments import threads_of
from db.flags import flags_of
from db.session import open_session
from pages._ui import review_desk
from pages._ui.board_data import board_data
from pages._ui.difference_data import change_words, mark_differences
from pages._ui.review_data import decision
from pages._ui.review_desk import ReviewDesk, open_review_desk, reload, take_review_entries
from pages._ui.review_line import QueueFilter, neighbours, reviewable
from tests.databases import a_sqlite_database
from tests.db.test_adjudications import a_merge_with_a_row_of_ekta
from tests.db.world import Office, a_submitted_plan, an_edit


@pytest.fixture
def world(tmp_path: Path, migrated_file: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Address, office and the short trip that Asha handed in."""
    with a_sqlite_database(tmp_path / "workbench.db", migrated_file) as url:
        monkeypatch.setenv("WORKBENCH_DATABASE_URL", url)
        office, plan = a_submitted_plan(url)
        yield url, office, plan


def send(desk: ReviewDesk, name: str, value: Any = None, *, seq: int = 1) -> None:
    command = {
        "plan": str(desk.plan.annotation_id),
        "client": "tab",
        "seq": seq,
        "name": name,
        "value": value,
    }
    take_review_entries(desk, (), [command])


def state_of(url: str, office: Office, plan: int) -> State:
    with open_session(write=False, url=url) as session:
        return plans.open_plan(session, office.leela.id, plan).state


def a_second_round(url: str, office: Office, plan: int) -> None:
    """Esha sends it back; Asha leaves the museum 30 min later and says so."""
    with open_session(write=True, url=url) as session:
        reviews.open_review(session, office.esha.id, plan)
        reviews.decide(session, office.esha.id, plan, "back to annotator", "Longer.")
        plans.start_work(session, office.asha.id, plan)
        rev = plans.open_plan(session, office.asha.id, plan).rev
        made = an_edit(
            ("d1.s1", "end", 915), ("d1.s1", "remark", "A longer visit."), client="r2", base_rev=rev
        )
        assert plans.apply_edits(session, office.asha.id, plan, [made]).rejected == ()
        assert isinstance(plans.submit(session, office.asha.id, plan), plans.Submitted)


def test_looking_opens_nothing_and_the_first_flag_opens_the_review(world: Any) -> None:
    url, office, plan = world
    desk = open_review_desk(office.esha, plan)
    assert (desk.label, desk.found is not None and desk.found.difference.is_empty) == ("round 1", True)
    assert state_of(url, office, plan) is State.SUBMITTED
    send(desk, "flag", {"row": "d1.s1", "kind": "unrealistic time", "text": "Too short."})
    assert desk.problem is None and state_of(url, office, plan) is State.IN_REVIEW
    with open_session(write=False, url=url) as session:
        assert [flag.text for flag in flags_of(session, plan)] == ["Too short."]


def test_an_act_that_is_refused_opens_nothing(world: Any) -> None:
    url, office, plan = world
    desk = open_review_desk(office.esha, plan)
    send(desk, "flag", {"row": "d1.s1", "kind": "nonsense", "text": "Too short."})
    assert desk.problem is not None and "no kind of flag" in desk.problem
    assert state_of(url, office, plan) is State.SUBMITTED


def test_a_forged_command_changes_nothing(world: Any) -> None:
    url, office, plan = world
    desk = open_review_desk(office.esha, plan)
    forged = (
        ("decide", "retain as it is"), ("answer_flag", {"flag": "x", "state": "fixed"}), ("waive", None),
        ("comment", {"thread": "7", "text": "Hello"}), ("resolve_thread", {"thread": 2**63}),
        ("answer_flag", {"flag": 3_000_000_000, "state": "fixed", "text": "Done."}), ("decide", {"decision": "gold"}),
    )  # fmt: skip
    for seq, (name, value) in enumerate(forged, start=1):
        send(desk, name, value, seq=seq)
        assert desk.problem
    assert state_of(url, office, plan) is State.SUBMITTED


def test_an_expert_is_told_who_has_it_and_decides_nothing(world: Any) -> None:
    url, office, plan = world
    with open_session(write=True, url=url) as session:
        reviews.open_review(session, office.ekta.id, plan)
    desk = open_review_desk(office.esha, plan)
    assert desk.held_by == office.ekta and not desk.may_review
    send(desk, "decide", {"decision": "retain as it is", "why": ""})
    assert desk.problem is not None and "Ekta" in desk.problem
    with open_session(write=False, url=url) as session:
        assert reviews.decisions_of(session, plan) == ()


def test_the_desk_begins_at_the_first_change_and_shows_old_beside_new(world: Any) -> None:
    url, office, plan = world
    a_second_round(url, office, plan)
    desk = open_review_desk(office.esha, plan)
    assert (desk.label, desk.changed_rows, desk.selected) == ("round 2", ["d1.s1"], "d1.s1")
    assert desk.found is not None
    data = board_data(desk, {}, {}, None)
    mark_differences(data, desk.found.before.itinerary, desk.found.difference)
    museum = next(row for row in data["rows"] if row["row"] == "d1.s1")
    assert museum["was"] == {"start_min": 800, "end_min": 900}
    assert museum["remark_pieces"] == [
        ("kept", "A "), ("removed", "short "), ("added", "longer "), ("kept", "visit."),
    ]  # fmt: skip
    assert "was" not in next(row for row in data["rows"] if row["row"] == "d1.s2")
    words = [
        change_words(desk.itinerary, *cell)
        for cell in (("d1.s1", "end", 900, 915), ("d1.l1", "end", 770, None))
    ]
    assert words == ["departure 15:00, now 15:15", "planned arrival 12:50, now not given"]


def test_j_walks_through_the_changes_and_all_rows_where_nothing_changed(world: Any) -> None:
    _, office, plan = world
    desk = open_review_desk(office.esha, plan)
    desk.selected = "d1.l1"
    send(desk, "next_row")
    assert desk.selected == "d1.s1"
    send(desk, "previous_row", seq=2)
    send(desk, "previous_row", seq=3)
    assert desk.selected == "d1.s3"


def test_a_correction_is_recorded_as_the_experts_and_decided_as_a_revision(world: Any) -> None:
    _, office, plan = world
    desk = open_review_desk(office.esha, plan)
    send(desk, "begin")
    op = {
        "plan": str(plan), "client": "tab", "seq": 2, "base_rev": desk.plan.rev, "how": "typed",
        "cells": [{"row": "d1.s1", "field": "end", "value": 905}],
    }  # fmt: skip
    take_review_entries(desk, [op], ())
    assert (desk.label, desk.changed_rows) == ("round 1 with corrections", ["d1.s1"])
    send(desk, "decide", {"decision": "retain as it is", "why": ""}, seq=3)
    assert desk.problem is not None and "changed during the review" in desk.problem
    send(desk, "decide", {"decision": "retain after minor revision", "why": ""}, seq=4)
    assert desk.problem is None and desk.plan_state is State.APPROVED
    assert desk.why_not_final == "You approved this plan: the final review is another expert's."
    reload(desk)
    assert desk.shown.kind == "revised" and desk.shown.by == office.esha


def test_the_next_submission_is_the_one_after_and_after_the_last_comes_the_first(world: Any) -> None:
    url, office, plan = world
    with open_session(write=False, url=url) as session:
        items = reviews.queue(session)
    assert neighbours(items, plan) == (None, None)
    assert neighbours(items, 4711) == (None, plan)
    assert reviewable(items, office.asha) == [] and reviewable(items, office.esha) == items


def test_a_merged_plan_is_not_offered_to_who_annotated_a_row_of_it(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", database_url)
    office, edda, _, _, made = a_merge_with_a_row_of_ekta(database_url)
    with open_session(write=False, url=database_url) as session:
        items = [one for one in reviews.queue(session) if one.annotation_id == made]
    assert (reviewable(items, office.ekta), reviewable(items, edda)) == ([], items)
    desk = open_review_desk(office.ekta, made)
    said = decision(desk, None)
    assert (said["words"], said["begin"], said["decisions"]) == (
        "The person who annotated rows of a merged plan never reviews it.", None, [],
    )  # fmt: skip
    assert not desk.may_review and open_review_desk(edda, made).may_review


def test_what_a_restarted_server_is_sent_again_is_not_carried_out_again(world: Any) -> None:
    url, office, plan = world
    sent = (
        ("flag", {"row": "d1.s1", "kind": "unrealistic time", "text": "Too short."}),
        ("comment", {"row": "d1.s1", "thread": None, "text": "Why?"}),
        ("decide", {"decision": "back to annotator", "why": "See the flag."}),
    )
    for _ in range(2):  # a desk of its own knows nothing of what the one before has taken
        desk = open_review_desk(office.esha, plan)
        for seq, (name, value) in enumerate(sent, start=1):
            send(desk, name, value, seq=seq)
        assert desk.problem is None and desk.wants == ("decided", "changes requested")
    with open_session(write=False, url=url) as session:
        assert len(flags_of(session, plan)) == len(threads_of(session, plan)) == 1
        assert len(reviews.decisions_of(session, plan)) == 1


@pytest.mark.parametrize("first", [(), ("begin",)])
def test_a_final_review_is_decided_whether_or_not_it_was_begun(world: Any, first: tuple[str, ...]) -> None:
    url, office, plan = world
    with open_session(write=True, url=url) as session:
        reviews.open_review(session, office.esha.id, plan)
        reviews.decide(session, office.esha.id, plan, "retain as it is")
    desk = open_review_desk(office.ekta, plan)
    sent = [
        {"plan": str(plan), "client": "tab", "seq": seq, "name": name, "value": value}
        for seq, (name, value) in enumerate(
            [*((name, None) for name in first), ("decide", {"decision": "gold", "why": ""})], start=1
        )
    ]
    take_review_entries(desk, (), sent)
    assert desk.problem is None
    assert state_of(url, office, plan) is State.GOLD


def test_what_a_second_run_of_the_page_brings_waits_for_what_the_first_is_doing(
    world: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, office, plan = world
    with open_session(write=True, url=url) as session:
        reviews.open_review(session, office.esha.id, plan)
        reviews.decide(session, office.esha.id, plan, "retain as it is")
    desk = open_review_desk(office.ekta, plan)
    begun, real_reload = threading.Event(), reload

    def slowly(of: ReviewDesk) -> None:
        begun.set()  # the final review is begun in the database, the desk does not know it yet
        time.sleep(0.3)
        real_reload(of)

    monkeypatch.setattr(review_desk, "reload", slowly)
    first = threading.Thread(target=send, args=(desk, "begin"))
    first.start()
    assert begun.wait(10)
    send(desk, "decide", {"decision": "gold", "why": ""}, seq=2)
    first.join()
    assert desk.problem is None and state_of(url, office, plan) is State.GOLD


def test_a_filter_of_the_queue_is_its_address_and_leaves_what_it_names_and_the_open_plan(world: Any) -> None:
    url, office, plan = world
    with open_session(write=False, url=url) as session:
        items = reviews.queue(session)
    (item,) = items
    kept = [
        ({}, True), ({"state": "submitted"}, True), ({"state": "approved"}, False), ({"find": "ASHA round:1"}, True),
        ({"find": "round:2"}, False), ({"find": "overlap"}, False), ({"mine": "true"}, True),
    ]  # fmt: skip
    for address, is_kept in kept:
        chosen = QueueFilter.of(address)
        assert chosen.address == address and QueueFilter.kept_in(chosen.kept) == chosen
        assert chosen.choose(items, office.esha, ()) == ([item] if is_kept else []), address
        assert chosen.choose(items, office.esha, (), but=plan) == [item]
    assert QueueFilter(find="overlap").choose(items, office.esha, {(item.set_name, item.idx)}) == [item]
    assert QueueFilter(mine=True).choose(items, office.asha, ()) == []
    assert QueueFilter.of({"state": "all", "find": "", "mine": "false"}).address == {}
