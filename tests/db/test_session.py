"""The one way to the database: what is committed, what is rolled back, what waits for what."""

import shutil
import sqlite3
import threading
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import IntegrityError, StatementError

from annotate.errors import ConflictError, InputError, UnavailableError
from db import session as session_module
from db.__main__ import main
from db.models import City, Distance, ImportBatch, LogEntry, Person
from db.schema import migrate
from db.session import database_url as configured_url
from db.session import engine_for, is_missing_file, open_session
from tests.db.world import NINE, a_plan_in_progress, an_edit, edit


def a_person(code="A01"):
    return Person(code=code, name="Asha", roles=["annotator"])


def codes(url):
    with open_session(write=False, url=url) as session:
        return session.scalars(select(Person.code).order_by(Person.code)).all()


def test_what_is_written_is_there_afterwards(database_url):
    with open_session(write=True, url=database_url) as session:
        session.add(a_person())
    assert codes(database_url) == ["A01"]


def test_the_address_comes_from_the_environment(database_url):
    assert configured_url() == database_url
    with open_session(write=True) as session:
        session.add(a_person())
    assert codes(database_url) == ["A01"]


@pytest.mark.parametrize("url", ["postgresql://u:p@localhost:abc/x", "nonsense", "mysql://u:p@localhost/x"])
def test_an_address_that_is_none_is_told(url):
    with pytest.raises(InputError, match="address of the database cannot be used"):
        engine_for(url)


def test_an_error_undoes_everything_in_its_transaction(database_url):
    def fails():
        with open_session(write=True, url=database_url) as session:
            session.add(a_person())
            session.flush()
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        fails()
    assert codes(database_url) == []


def test_what_a_reader_changes_is_not_kept(database_url):
    def writes_while_reading():
        with open_session(write=False, url=database_url) as session:
            session.add(a_person())
            session.flush()

    if database_url.startswith("sqlite"):
        writes_while_reading()
    else:
        with pytest.raises(UnavailableError, match="read-only"):
            writes_while_reading()
    assert codes(database_url) == []


def test_foreign_keys_hold(database_url):
    with pytest.raises(IntegrityError), open_session(write=True, url=database_url) as session:
        session.add(
            City(key="j|", name="J", name_key="j", state="", import_id=77),
        )


def test_a_natural_key_is_unique(database_url):
    with pytest.raises(IntegrityError), open_session(write=True, url=database_url) as session:
        session.add_all([a_person(), a_person()])


def test_an_instant_without_a_zone_is_refused(database_url):
    with (
        pytest.raises(StatementError, match="no time zone"),
        open_session(write=True, url=database_url) as session,
    ):
        session.add(LogEntry(at=datetime(2026, 5, 4, 9, 0), kind="take"))  # noqa: DTZ001


def test_an_instant_comes_back_in_utc_whatever_zone_it_was_given_in(database_url):
    kolkata = timezone(timedelta(hours=5, minutes=30))
    with open_session(write=True, url=database_url) as session:
        session.add(LogEntry(at=datetime(2026, 5, 4, 1, 0, tzinfo=kolkata), kind="take"))
    with open_session(write=False, url=database_url) as session:
        assert session.scalar(select(LogEntry.at)) == datetime(2026, 5, 3, 19, 30, tzinfo=UTC)
        assert session.scalar(select(LogEntry.at)).tzinfo is UTC


def test_sqlite_runs_with_the_settings_that_keep_it_safe(tmp_path):
    url = f"sqlite:///{tmp_path / 'deep' / 'er' / 'workbench.db'}"
    with open_session(write=False, url=url) as session:
        settings = {
            name: session.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        }
    engine_for(url).dispose()
    assert settings == {"journal_mode": "wal", "synchronous": 1, "busy_timeout": 15000, "foreign_keys": 1}


def test_no_update_is_lost_among_900_that_read_and_then_write(database_url):
    with open_session(write=True, url=database_url) as session:
        batch = ImportBatch(label="count", file_name="-", sha256="", imported_at=NINE, kind="cities", rows=0)
        session.add(batch)
        session.flush()
        number = batch.id
    failures = []

    def count_up():
        try:
            for _ in range(100):
                with open_session(write=True, url=database_url) as session:
                    row = session.get_one(ImportBatch, number, with_for_update=True)
                    row.rows += 1
        except Exception as error:  # noqa: BLE001  a thread hands its failure to the test
            failures.append(error)

    threads = [threading.Thread(target=count_up) for _ in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with open_session(write=False, url=database_url) as session:
        assert session.get_one(ImportBatch, number).rows == 900


def test_somebody_can_edit_and_read_while_a_long_import_is_written(database_url):
    office, plan = a_plan_in_progress(database_url)
    begun, may_end = threading.Event(), threading.Event()
    failures = []

    def long_import():
        try:
            with open_session(write=True, url=database_url) as session:
                batch = ImportBatch(
                    label="big", file_name="d.csv", sha256="", imported_at=NINE, kind="x", rows=1
                )
                session.add(batch)
                session.flush()
                session.execute(
                    insert(City),
                    [
                        {
                            "key": f"c{n}|",
                            "name": f"C{n}",
                            "name_key": f"c{n}",
                            "state": "",
                            "import_id": batch.id,
                        }
                        for n in range(300)
                    ],
                )
                ids = session.scalars(select(City.id)).all()
                begun.set()
                may_end.wait(20)
                session.execute(
                    insert(Distance),
                    [
                        {
                            "origin_id": a,
                            "destination_id": b,
                            "duration_min": 60.0,
                            "distance_km": 40.0,
                            "import_id": batch.id,
                        }
                        for a in ids
                        for b in ids
                        if a != b
                    ],
                )
        except Exception as error:  # noqa: BLE001  a thread hands its failure to the test
            failures.append(error)

    importer = threading.Thread(target=long_import)
    importer.start()
    assert begun.wait(20)
    before = time.monotonic()
    assert codes(database_url) == ["A01", "A02", "E01", "E02", "L01"]
    assert time.monotonic() - before < 5
    threading.Timer(0.5, may_end.set).start()
    result = edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 600)))
    importer.join()
    assert failures == [] and result.accepted == (("tab-1", 1),)
    with open_session(write=False, url=database_url) as session:
        assert session.scalar(text("SELECT count(*) FROM distances")) == 300 * 299


@pytest.mark.parametrize(
    ("words", "told"), [(["check"], "run migrate first"), (["backup", "b.zip"], "The database has no tables")]
)
def test_a_command_that_reads_makes_no_file_at_a_mistyped_address(tmp_path, monkeypatch, capsys, words, told):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", f"sqlite:///{tmp_path / 'typo' / 'new.db'}")
    assert main(words) == 1
    said = capsys.readouterr()
    assert told in said.out + said.err
    assert list(tmp_path.iterdir()) == []


def test_the_file_of_a_database_is_missing_until_it_is_made(tmp_path):
    url = f"sqlite:///{tmp_path / 'new.db'}"
    assert is_missing_file(url)
    migrate(url)
    assert not is_missing_file(url)
    assert not is_missing_file("sqlite://")
    assert not is_missing_file("sqlite:///file:other.db?uri=true")


@pytest.mark.parametrize("address", ["nonsense", "nosuch://x/y"])
def test_an_address_that_cannot_be_understood_is_told(address):
    with pytest.raises(InputError, match="address of the database"):
        engine_for(address)


@pytest.mark.parametrize(("patience_s", "gets_through"), [(10, True), (0.2, False)])
def test_a_writer_waits_longer_than_sqlite_does_and_then_says_why_it_cannot(
    migrated_file, tmp_path, monkeypatch, patience_s, gets_through
):
    file = shutil.copy(migrated_file, tmp_path / "busy.db")
    monkeypatch.setattr(session_module, "BUSY_TIMEOUT_MS", 50)
    monkeypatch.setattr(session_module, "WRITER_PATIENCE_S", patience_s)
    holder = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.6, holder.rollback)
    timer.start()
    url = f"sqlite:///{file}"

    def write():
        with open_session(write=True, url=url) as session:
            session.add(a_person())

    if gets_through:
        write()
    else:
        with pytest.raises(ConflictError, match="Another process has been writing"):
            write()
    timer.join()
    holder.close()
    assert codes(url) == (["A01"] if gets_through else [])
    engine_for(url).dispose()
