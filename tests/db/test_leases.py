"""Leases, activity and guideline versions: who has a plan open, how long people worked, who has read what."""

import threading
from datetime import timedelta

import pytest

from annotate.errors import ConflictError, InputError, LockedError, NotAllowedError
from db import guideline_versions, plans, reviews
from db.activity import TimeSpent, active_s_by_plan, beat, mark_activity, time_spent
from db.leases import LEASE_S, held_by, hold, holdings, release_hold
from db.models import ActivityMark, Lease
from db.notices import NoticeKind, list_notices
from db.people import add_person
from db.session import open_session
from tests.db.world import (
    NINE,
    a_plan_in_progress,
    a_short_trip,
    a_submitted_plan,
    add_skeleton,
    an_edit,
)


def after(seconds):
    return NINE + timedelta(seconds=seconds)


def a_review(url):
    office, plan = a_submitted_plan(url)
    with open_session(write=True, url=url) as session:
        reviews.open_review(session, office.esha.id, plan, at=NINE)
    return office, plan


def test_a_hold_lasts_five_minutes_from_the_last_sign_of_life_and_tabs_of_a_person_share_it(database_url):
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        first = hold(session, office.asha.id, plan, "tab-1", at=NINE)
        other_tab = hold(session, office.asha.id, plan, "tab-2", at=after(10))
        assert (first.holder, first.since, first.expires_at) == (office.asha, NINE, after(LEASE_S))
        assert (other_tab.since, other_tab.expires_at) == (NINE, after(10 + LEASE_S))
        assert held_by(session, plan, at=after(9 + LEASE_S)).holder == office.asha
        assert held_by(session, plan, at=after(10 + LEASE_S)) is None
        back = hold(session, office.asha.id, plan, "tab-1", at=after(2 * LEASE_S))
        assert back.since == after(2 * LEASE_S)


def test_a_hold_is_written_every_half_minute_at_most(database_url):
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        for second in (0, 1, 29):
            held = hold(session, office.asha.id, plan, "tab-1", at=after(second))
            assert held.renewed_at == NINE
        assert hold(session, office.asha.id, plan, "tab-1", at=after(30)).renewed_at == after(30)


def test_only_who_may_change_the_plan_now_holds_it(database_url):
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(NotAllowedError):
            hold(session, office.binod.id, plan, "tab", at=NINE)
        with pytest.raises(NotAllowedError):
            hold(session, office.leela.id, plan, "tab", at=NINE)
        with pytest.raises(LockedError, match="in progress"):
            hold(session, office.esha.id, plan, "tab", at=NINE)


def test_another_expert_is_told_who_holds_the_review_and_takes_it_over_once_the_hold_is_over(database_url):
    office, plan = a_review(database_url)
    with open_session(write=True, url=database_url) as session:
        shown = hold(session, office.ekta.id, plan, "tab", at=after(LEASE_S - 1))
        assert shown.holder == office.esha
        with pytest.raises(ConflictError, match=r"Esha \(E01\) has had .* since 04 May 2026 09:00"):
            reviews.open_review(session, office.ekta.id, plan, take_over=True, at=after(LEASE_S - 1))
        reviews.open_review(session, office.ekta.id, plan, take_over=True, at=after(LEASE_S))
        assert held_by(session, plan, at=after(LEASE_S)).holder == office.ekta
        (notice,) = list_notices(session, office.esha.id)
    assert (notice.kind, notice.annotation_id) == (NoticeKind.HOLD_TAKEN_OVER, plan)
    assert "Ekta (E02) took over" in notice.text and "Your hold was over" in notice.text


def test_an_expert_who_leads_too_takes_over_a_hold_that_lasts(database_url):
    office, plan = a_review(database_url)
    with open_session(write=True, url=database_url) as session:
        both = add_person(session, "E03", "Eva", ["expert", "lead"])
        assert hold(session, both.id, plan, "tab", at=after(1)).holder == office.esha
        reviews.open_review(session, both.id, plan, take_over=True, at=after(2))
        assert held_by(session, plan, at=after(3)).holder == both


def test_an_expiry_keeps_the_draft_and_whose_plan_it_is(database_url):
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        hold(session, office.asha.id, plan, "tab", at=NINE)
        plans.apply_edits(session, office.asha.id, plan, [an_edit(("d1.s1", "start", 600))], at=after(1))
        add_skeleton(session, a_short_trip(2))
        other = plans.next_plan(session, office.binod.id, at=after(9 * LEASE_S))
        assert other.annotation_id != plan
        saved = plans.apply_edits(
            session, office.asha.id, plan, [an_edit(("d1.s1", "end", 700), seq=2, base_rev=1)], at=after(9999)
        )
    assert saved.rejected == () and saved.itinerary.find("d1.s1")[1].start_min == 600


def test_a_lead_releases_a_hold_and_the_holder_is_told(database_url):
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        hold(session, office.asha.id, plan, "tab", at=NINE)
        with pytest.raises(NotAllowedError, match="role lead"):
            release_hold(session, office.esha.id, plan, at=after(1))
        assert holdings(session, at=after(1)).keys() == {plan}
        release_hold(session, office.leela.id, plan, at=after(2))
        release_hold(session, office.leela.id, plan, at=after(3))
        assert holdings(session, at=after(2)) == {}
        (notice,) = list_notices(session, office.asha.id)
    assert "Leela (L01) released" in notice.text and "What you saved stays." in notice.text


def test_a_hold_ends_when_the_plan_moves_on(database_url):
    office, plan = a_review(database_url)
    with open_session(write=True, url=database_url) as session:
        assert held_by(session, plan, at=after(1)).holder == office.esha
        reviews.decide(session, office.esha.id, plan, "back to annotator", "Too early", at=after(2))
        assert held_by(session, plan, at=after(2)) is None


def test_two_who_hold_at_once_do_not_both_get_it(database_url):
    office, plan = a_review(database_url)
    with open_session(write=True, url=database_url) as session:
        release_hold(session, office.esha.id, plan, at=after(1))
    holders, start = [], threading.Barrier(2)

    def try_it(person):
        start.wait()
        with open_session(write=True, url=database_url) as session:
            holders.append(hold(session, person.id, plan, person.code, at=after(2)).holder)

    threads = [threading.Thread(target=try_it, args=(one,)) for one in (office.esha, office.ekta)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(holders) == 2 and len(set(holders)) == 1
    with open_session(write=False, url=database_url) as session:
        assert session.query(Lease).count() == 1


def test_without_an_instant_the_database_says_what_time_it_is(database_url):
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        held = hold(session, office.asha.id, plan, "tab")
        assert held.since.utcoffset() == timedelta(0)
        assert held_by(session, plan).holder == office.asha


def edits_at(url, person, plan, *seconds, client="tab", first_seq=1):
    for number, second in enumerate(seconds, start=first_seq):
        with open_session(write=True, url=url) as session:
            edit = an_edit(
                ("d1.s1", "remark", f"{client} {number}"), client=client, seq=number, base_rev=number
            )
            plans.apply_edits(session, person.id, plan, [edit], at=after(second))


def spent(url, **which):
    with open_session(write=False, url=url) as session:
        return time_spent(session, **which)


def test_time_spent_counts_pauses_up_to_a_hundred_seconds_and_no_longer_one(database_url):
    office, plan = a_plan_in_progress(database_url)
    edits_at(database_url, office.asha, plan, 0, 100, 201, 211)  # 100 counts, 101 does not, 10 counts
    assert spent(database_url) == [TimeSpent(plan, 1, office.asha.id, 110)]


def test_an_idle_night_does_not_count(database_url):
    office, plan = a_plan_in_progress(database_url)
    edits_at(database_url, office.asha, plan, 0, 60, 60 + 9 * 3600, 90 + 9 * 3600)
    assert [one.active_s for one in spent(database_url)] == [90]


def test_a_draft_saved_twice_and_a_second_tab_do_not_double_the_time(database_url):
    office, plan = a_plan_in_progress(database_url)
    edits_at(database_url, office.asha, plan, 0, 30, 30, 60)
    edits_at(database_url, office.asha, plan, 0, 30, 60, client="other-tab")
    assert [one.active_s for one in spent(database_url)] == [60]


def test_reading_counts_through_marks_of_which_there_is_one_in_each_half_minute(database_url):
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        for second in range(0, 301, 10):
            beat(session, office.asha.id, plan, "tab", active=True, at=after(second))
            beat(session, office.asha.id, plan, "tab-2", active=True, at=after(second))
        beat(session, office.asha.id, plan, "tab", active=False, at=after(330))
        assert session.query(ActivityMark).count() == 11
    assert spent(database_url, person_id=office.asha.id) == [TimeSpent(plan, 1, office.asha.id, 300)]


def test_time_is_kept_apart_by_plan_round_and_person(database_url):
    office, plan = a_review(database_url)
    with open_session(write=True, url=database_url) as session:
        for second in (0, 20, 40):
            mark_activity(session, office.esha.id, plan, at=after(second + 3000))
        reviews.decide(session, office.esha.id, plan, "back to annotator", "Too early", at=after(3100))
        plans.start_work(session, office.asha.id, plan, at=after(4000))
        mark_activity(session, office.asha.id, plan, at=after(4020))
        mark_activity(session, office.asha.id, plan, at=after(4080))
    by_round = {
        (one.round, one.person_id): one.active_s for one in spent(database_url, annotation_ids=[plan])
    }
    assert by_round[1, office.esha.id] == 30  # the marks begin at 0 and at 30 s of their minute
    assert by_round[2, office.asha.id] == 60
    with open_session(write=False, url=database_url) as session:
        assert active_s_by_plan(session)[plan] == 60 + by_round[1, office.asha.id]
        assert active_s_by_plan(session, annotator_id=office.binod.id) == {}


def test_a_new_version_of_the_guidelines_asks_again_before_work_begins(database_url, monkeypatch):
    office, _ = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        add_skeleton(session, a_short_trip(2))
        newcomer = add_person(session, "A09", "Nila", ["annotator"])
        plan = plans.next_plan(session, newcomer.id, at=NINE).annotation_id
        with pytest.raises(NotAllowedError, match="has not confirmed version 1 of the guidelines"):
            plans.start_work(session, newcomer.id, plan, at=NINE)
        assert guideline_versions.last_confirmed(session, newcomer.id) is None
        guideline_versions.confirm(session, newcomer.id, at=NINE)
        guideline_versions.confirm(session, newcomer.id, at=NINE)
        plans.start_work(session, newcomer.id, plan, at=NINE)
        with pytest.raises(InputError, match="at version 1, not 0"):
            guideline_versions.confirm(session, newcomer.id, "0")
        assert guideline_versions.has_confirmed(session, office.asha.id, "1")
        assert not guideline_versions.has_confirmed(session, office.asha.id, "2")
