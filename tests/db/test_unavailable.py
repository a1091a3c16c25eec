"""A database that cannot be used says so in words, whoever meets it."""

from pathlib import Path

import pytest
from sqlalchemy import text

from annotate.errors import InputError, UnavailableError
from db.__main__ import main as db_main
from db.people import add_person
from db.plans import apply_edits
from db.session import engine_for, open_session
from helpers.__main__ import main as helpers_main
from pages._ui.desk import open_desk, take_entries
from tests.db.limited_disk import no_more_room
from tests.db.world import a_plan_in_progress, an_edit

NO_SERVER = "postgresql://asha:secret@127.0.0.1:1/workbench"


@pytest.fixture
def sqlite_url(migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A SQLite database with tables, set as the one of the workbench."""
    file = tmp_path / "workbench.db"
    file.write_bytes(migrated_file.read_bytes())
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", f"sqlite:///{file}")
    return f"sqlite:///{file}"


def read(url: str) -> None:
    with open_session(write=False, url=url) as session:
        session.execute(text("SELECT count(*) FROM people"))


def told(url: str) -> str:
    with pytest.raises(UnavailableError) as raised:
        read(url)
    assert raised.value.where and raised.value.expected and raised.value.todo
    return str(raised.value)


def test_a_server_that_does_not_answer_is_told_without_its_password() -> None:
    said = told(NO_SERVER)
    assert "cannot be reached" in said and "WORKBENCH_DATABASE_URL" in said
    assert "secret" not in said and "127.0.0.1" in said


def test_a_database_that_the_server_does_not_have_is_told(postgresql_server: str) -> None:
    said = told(str(engine_for(postgresql_server).url.set(database="nowhere").render_as_string(False)))
    assert "does not exist" in said or "cannot be reached" in said
    assert "nowhere" in said


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("Remember the milk. " * 100)
    assert "is damaged or is no database" in told(f"sqlite:///{tmp_path / 'notes.db'}")


def test_a_folder_in_place_of_a_file_is_told(tmp_path: Path) -> None:
    assert "cannot be opened" in told(f"sqlite:///{tmp_path}")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "folder of the database cannot be made" in told(f"sqlite:///{tmp_path / 'file' / 'workbench.db'}")


def test_a_database_without_tables_is_told(empty_database_url: str) -> None:
    assert "python -m db migrate" in told(empty_database_url)


def test_another_kind_of_database_is_no_address() -> None:
    with pytest.raises(InputError, match="postgresql://USER"):
        read("mysql://localhost/workbench")


def test_what_may_not_be_written_is_told(sqlite_url: str) -> None:
    def write() -> None:
        with open_session(write=True) as session:
            session.execute(text("PRAGMA query_only = ON"))
            add_person(session, "A01", "Asha", ["annotator"])

    with pytest.raises(UnavailableError, match="cannot be written"):
        write()
    engine_for(sqlite_url).dispose()


def test_a_disk_that_is_full_when_the_transaction_is_committed_is_told(sqlite_url: str) -> None:
    office, plan = a_plan_in_progress(sqlite_url)

    def write() -> None:
        with open_session(write=True) as session:
            apply_edits(session, office.asha.id, plan, [an_edit(("d1.s1", "start", 600))])

    with no_more_room(sqlite_url), pytest.raises(UnavailableError, match=r"Make room|Check the disk"):
        write()
    assert open_desk(office.asha.id, plan).itinerary.find("d1.s1")[1].start_min is None


def test_a_connection_that_the_server_ends_before_the_commit_is_told(postgresql_server: str) -> None:
    def write() -> None:
        with open_session(write=True, url=postgresql_server) as session:
            mine = session.scalar(text("SELECT pg_backend_pid()"))
            with open_session(write=True, url=postgresql_server) as other:
                other.execute(text("SELECT pg_terminate_backend(:mine)"), {"mine": mine})

    with pytest.raises(UnavailableError):
        write()


def test_the_desk_keeps_an_edit_that_could_not_be_committed_and_takes_it_when_it_comes_again(
    sqlite_url: str,
) -> None:
    office, plan = a_plan_in_progress(sqlite_url)
    desk = open_desk(office.asha.id, plan)
    sent = an_edit(("d1.s1", "start", 600)).model_dump(mode="json") | {"plan": plan}
    with no_more_room(sqlite_url):
        take_entries(desk, [sent], [])
    assert desk.problem is not None and desk.problem.startswith("Not saved: ")
    assert desk.acked == {} and desk.itinerary.find("d1.s1")[1].start_min is None
    take_entries(desk, [sent], [])
    assert desk.problem is None and desk.acked == {"tab-1": 1}
    assert desk.itinerary.find("d1.s1")[1].start_min == 600


@pytest.mark.parametrize("command", [(db_main, ["check"]), (helpers_main, ["delays", "--train", "12182"])])
def test_the_command_lines_end_with_the_sentence(
    command: tuple, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main, words = command
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", NO_SERVER)
    assert main(words) > 0
    said = capsys.readouterr().err
    assert "cannot be reached" in said and "Traceback" not in said
