"""Taking, opening and listing plans."""

import threading

import pytest
from sqlalchemy import event

from annotate.errors import InputError, LockedError, NotAllowedError, NotFoundError
from annotate.workflow import State
from db import plans, reports
from db.guideline_versions import confirm
from db.models import ImportBatch
from db.people import add_person
from db.session import engine_for, open_session
from tests.db.world import (
    NINE,
    a_plan_in_progress,
    a_short_trip,
    add_people,
    add_skeleton,
    an_edit,
    edit,
    later,
    moves_of,
)


def test_the_next_plan_is_the_oldest_open_query_and_becomes_theirs(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
        first, second = (add_skeleton(session, a_short_trip(idx)) for idx in (1, 2))
        found = plans.next_plan(session, office.asha.id, at=NINE)
        opened = plans.open_plan(session, office.asha.id, found.annotation_id)
        assert (opened.query_id, opened.state, opened.round, opened.rev) == (first, State.ASSIGNED, 1, 0)
        assert opened.itinerary == a_short_trip(1) and opened.annotator == office.asha
        assert plans.next_plan(session, office.asha.id) == found
        plans.start_work(session, office.asha.id, found.annotation_id)
        other = plans.next_plan(session, office.asha.id)
        assert plans.open_plan(session, office.asha.id, other.annotation_id).query_id == second


def test_an_assigned_plan_comes_before_open_queries(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
        add_skeleton(session, a_short_trip(1))
        second = add_skeleton(session, a_short_trip(2))
        given = plans.assign(session, office.leela.id, second, office.asha.id, at=NINE)
        assert plans.next_plan(session, office.asha.id).annotation_id == given
        with pytest.raises(InputError, match="already"):
            plans.assign(session, office.leela.id, second, office.asha.id)
        assert plans.assign(session, office.leela.id, second, office.binod.id) != given
        with pytest.raises(NotAllowedError, match="role lead"):
            plans.assign(session, office.esha.id, second, office.ekta.id)
        with pytest.raises(NotFoundError, match="skeleton"):
            plans.assign(session, office.leela.id, second + 1, office.asha.id)


def test_why_there_is_no_next_plan_is_told(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
        nothing = plans.next_plan(session, office.asha.id)
        assert nothing.annotation_id is None and "imported" in (nothing.why_none or "")
        add_skeleton(session, a_short_trip())
        plans.next_plan(session, office.asha.id)
        held = plans.next_plan(session, office.binod.id)
        assert held.annotation_id is None and "Asha (A01) holds 1" in (held.why_none or "")
        with pytest.raises(NotAllowedError, match="role annotator"):
            plans.next_plan(session, office.leela.id)


def test_two_takers_at_once_never_get_the_same_query(database_url):
    with open_session(write=True, url=database_url) as session:
        takers = [add_person(session, f"A{n:02d}", f"Taker {n}", ["annotator"]).id for n in range(1, 9)]
        for one in takers:
            confirm(session, one)
        for idx in range(1, 25):
            add_skeleton(session, a_short_trip(idx))
    taken, failures = [], []
    start = threading.Barrier(len(takers))

    def take(person_id):
        try:
            start.wait()
            while True:
                with open_session(write=True, url=database_url) as session:
                    found = plans.next_plan(session, person_id)
                    if found.annotation_id is None:
                        return
                    plans.start_work(session, person_id, found.annotation_id)
                    opened = plans.open_plan(session, person_id, found.annotation_id)
                taken.append(opened.query_id)
        except Exception as error:  # noqa: BLE001  a thread hands its failure to the test
            failures.append(error)

    threads = [threading.Thread(target=take, args=(one,)) for one in takers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(taken) == len(set(taken)) == 24


def test_another_annotator_cannot_open_the_plan_and_experts_and_leads_only_look(database_url):
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=False, url=database_url) as session:
        assert plans.open_plan(session, office.asha.id, plan).can_edit
        with pytest.raises(NotAllowedError, match="Only the person who annotates"):
            plans.open_plan(session, office.binod.id, plan)
        for person in (office.esha, office.leela):
            opened = plans.open_plan(session, person.id, plan)
            assert not opened.can_edit and opened.why_not
        with pytest.raises(NotFoundError):
            plans.open_plan(session, office.asha.id, plan + 1)


def test_an_assigned_plan_is_opened_but_edited_only_once_work_begins(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
        add_skeleton(session, a_short_trip())
        plan = plans.next_plan(session, office.asha.id).annotation_id
        opened = plans.open_plan(session, office.asha.id, plan)
    assert not opened.can_edit and "start work" in (opened.why_not or "")
    assert edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 600))).rejected


def test_a_banner_is_due_when_reference_data_are_newer_than_the_facts_and_ends_with_a_refresh(database_url):
    office, plan = a_plan_in_progress(database_url)

    def banner():
        with open_session(write=False, url=database_url) as session:
            return plans.open_plan(session, office.asha.id, plan).newer_reference

    def import_at(kind, moment, good=1):
        with open_session(write=True, url=database_url) as session:
            session.add(
                ImportBatch(label="i", file_name="f", sha256="", imported_at=moment, kind=kind, rows=good)
            )

    assert not banner()
    import_at("trains", NINE)
    import_at("skeletons", later(30))
    import_at("trains", later(35), good=0)
    assert not banner()
    import_at("trains", later(40))
    assert banner()
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(NotAllowedError):
            plans.refresh_facts(session, office.binod.id, plan)
        with pytest.raises(LockedError):
            plans.refresh_facts(session, office.esha.id, plan)
        plans.refresh_facts(session, office.asha.id, plan, at=later(50))
    assert not banner()


def test_my_plans_shows_the_one_changed_last_first_and_nobody_elses(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
        for idx in (1, 2, 3):
            add_skeleton(session, a_short_trip(idx))
        for minute in (1, 2):
            plan = plans.next_plan(session, office.asha.id, at=later(minute)).annotation_id
            plans.start_work(session, office.asha.id, plan, at=later(minute))
        plans.next_plan(session, office.binod.id, at=later(9))
        mine = plans.my_plans(session, office.asha.id)
    assert [(one.idx, one.title, one.days, one.state) for one in mine] == [
        (2, "Bhopal to Jaipur", 1, State.IN_PROGRESS),
        (1, "Bhopal to Jaipur", 1, State.IN_PROGRESS),
    ]


def count_queries(url, work):
    seen = []

    def note(_connection, _cursor, statement, *_):
        if statement != "BEGIN":
            seen.append(statement)

    engine = engine_for(url)
    with open_session(write=False, url=url) as session:
        event.listen(engine, "before_cursor_execute", note)
        try:
            work(session)
        finally:
            event.remove(engine, "before_cursor_execute", note)
    return len(seen)


def test_lists_take_the_same_number_of_queries_for_two_plans_and_for_forty(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
    counts = []
    for upto in ((1, 3), (3, 41)):
        with open_session(write=True, url=database_url) as session:
            for idx in range(*upto):
                add_skeleton(session, a_short_trip(idx))
                plan = plans.next_plan(session, office.asha.id).annotation_id
                plans.start_work(session, office.asha.id, plan)
        counts.append(
            [
                count_queries(database_url, lambda session: plans.my_plans(session, office.asha.id)),
                count_queries(database_url, reports.what_is_here),
                count_queries(database_url, reports.progress_per_person),
            ]
        )
    assert counts[0] == counts[1] and max(counts[0]) <= 4


def test_what_is_here_is_counted(database_url):
    office, _ = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        add_skeleton(session, a_short_trip(2))
    with open_session(write=False, url=database_url) as session:
        here = reports.what_is_here(session)
        progress = {one.person.code: one.by_state for one in reports.progress_per_person(session)}
    assert here.skeletons == 2 and here.reference_rows["trains"] == 0 and here.imports == 0
    assert {state: count for state, count in here.by_state.items() if count} == {
        State.OPEN: 1,
        State.IN_PROGRESS: 1,
    }
    assert progress == {"A01": {State.IN_PROGRESS: 1}, "A02": {}, "E02": {}}
    assert office.asha.label == "Asha (A01)"


def test_every_move_is_recorded_with_who_when_from_to(database_url):
    office, plan = a_plan_in_progress(database_url)
    with open_session(write=False, url=database_url) as session:
        moves = [
            (one.at, one.by, one.kind, one.from_state, one.to_state)
            for one in moves_of(session, office, plan)
        ]
    assert moves == [
        (NINE, "Asha (A01)", "take", "open", "assigned"),
        (later(1), "Asha (A01)", "start", "assigned", "in progress"),
    ]


def test_a_person_needs_a_code_of_their_own_a_name_and_known_roles(database_url):
    with open_session(write=True, url=database_url) as session:
        add_people(session)
        for code, name, roles in (("A01", "Other", ["lead"]), ("X", " ", ["lead"]), ("X", "Y", ["boss"])):
            with pytest.raises(InputError):
                add_person(session, code, name, roles)
