"""An empty database gets the demo workspace, once, the same each time; any other is left alone."""

import threading

import pytest
from sqlalchemy import select

from annotate.plan import Leg
from annotate.workflow import State
from db import flags, plans, reports, reviews
from db.integrity import check_database
from db.models import Annotation, Base, ImportBatch, Person, QueryRow, Skeleton
from db.people import list_people
from db.schema import migrate
from db.session import engine_for, open_session
from db.start import prepare
from tests.db.world import NINE, a_short_trip, add_people, add_skeleton


def content(url):
    with engine_for(url).connect() as connection:
        return {
            table.name: connection.execute(select(table).order_by(*table.primary_key.columns)).all()
            for table in Base.metadata.sorted_tables
        }


def test_an_empty_database_gets_the_demo_in_every_state(empty_database_url):
    prepare(empty_database_url)
    assert check_database(empty_database_url) == []
    with open_session(write=False, url=empty_database_url) as session:
        here = reports.what_is_here(session)
        assert all(here.by_state[state] >= 1 for state in State)
        assert here.skeletons == 14 and all(count > 0 for count in here.reference_rows.values())
        assert {label for (label,) in session.execute(select(ImportBatch.label))} == {"demo (invented)"}
        people = list_people(session)
    assert [one.code for one in people] == ["A01", "A02", "A03", "A04", "A05", "E01", "E02", "L01"]
    assert all(one.name.endswith(", demo") for one in people)


def test_the_demo_shows_work_in_each_state(empty_database_url):
    prepare(empty_database_url)
    with open_session(write=False, url=empty_database_url) as session:
        lead = next(one for one in list_people(session) if one.code == "L01")
        by_state = {row.state: row.id for row in session.scalars(select(Annotation))}
        begun = plans.open_plan(session, lead.id, by_state["in progress"]).itinerary
        back = by_state["changes requested"]
        (flag,) = flags.flags_of(session, back)
        (decision,) = reviews.decisions_of(session, back)
        held = [one.held_by.code for one in reviews.queue(session) if one.held_by]
    assert not begun.is_filled and any(row.is_timed for _, row in begun.rows() if not isinstance(row, Leg))
    assert flag.row == "d1.s2" and decision.why
    assert held == ["E02"]


def test_the_demo_is_the_same_each_time(empty_database_url, tmp_path):
    prepare(empty_database_url)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    prepare(other)
    assert content(empty_database_url) == content(other)
    engine_for(other).dispose()


def test_starting_again_changes_nothing(empty_database_url):
    prepare(empty_database_url)
    before = content(empty_database_url)
    prepare(empty_database_url)
    assert content(empty_database_url) == before


def test_two_that_start_at_once_load_the_demo_once(empty_database_url):
    failures = []

    def start():
        try:
            prepare(empty_database_url)
        except Exception as error:  # noqa: BLE001  a thread hands its failure to the test
            failures.append(error)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with open_session(write=False, url=empty_database_url) as session:
        assert len(session.scalars(select(Skeleton.id)).all()) == 14
        assert len(list_people(session)) == 8


def test_a_database_with_people_gets_no_demo(empty_database_url):
    migrate(empty_database_url)
    with open_session(write=True, url=empty_database_url) as session:
        add_people(session)
    before = content(empty_database_url)
    prepare(empty_database_url)
    assert content(empty_database_url) == before


@pytest.mark.parametrize("what", ["plans", "an import"])
def test_a_database_with_data_but_nobody_to_sign_in_gets_people_only(empty_database_url, what):
    migrate(empty_database_url)
    with open_session(write=True, url=empty_database_url) as session:
        if what == "plans":
            add_skeleton(session, a_short_trip())
        else:
            session.add(
                ImportBatch(label="i", file_name="f", sha256="", imported_at=NINE, kind="trains", rows=1)
            )
    prepare(empty_database_url)
    with open_session(write=False, url=empty_database_url) as session:
        assert len(session.scalars(select(Person.id)).all()) == 8
        assert len(session.scalars(select(QueryRow.id)).all()) == (1 if what == "plans" else 0)
        assert "demo (invented)" not in session.scalars(select(ImportBatch.label)).all()
