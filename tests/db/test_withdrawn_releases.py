"""Withdrawing a release: it stays, marked; its files can be had; its name is spent."""

import json

import pytest
from sqlalchemy import delete

from annotate.errors import ConflictError, InputError, NotAllowedError, NotFoundError
from db import releases
from db.__main__ import main
from db.models import ReleaseFile
from db.session import open_session
from tests.db.importers.imported import put
from tests.db.test_releases import a_gold_plan, cut
from tests.db.world import later

WHY = "Two plans used a wrong timetable."


def withdraw(url, person, name="first", why=WHY):
    with open_session(write=True, url=url) as session:
        releases.withdraw(session, name, person, why, at=later(60))


def test_a_withdrawn_release_stays_in_the_list_with_who_when_and_why(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    cut(database_url, office, tmp_path)
    withdraw(database_url, office.leela)
    with open_session(write=False, url=database_url) as session:
        (one,) = releases.list_releases(session)
    assert (one.name, one.items, one.withdrawn_at, one.withdrawn_why) == ("first", 1, later(60), WHY)
    assert one.withdrawn_by is not None and one.withdrawn_by.code == "L01"


def test_the_files_of_a_withdrawn_release_stay_as_they_were_with_a_note_beside_them(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    done = cut(database_url, office, tmp_path)
    withdraw(database_url, office.leela)
    with open_session(write=False, url=database_url) as session:
        files = releases.files_of(session, "first")
    note = files.pop("WITHDRAWN.md").decode()
    assert files == done.files
    assert "2026-05-04" in note and WHY in note


def test_the_name_of_a_withdrawn_release_is_not_cut_with_other_content(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    done = cut(database_url, office, tmp_path / "a")
    withdraw(database_url, office.leela)
    same = cut(database_url, office, tmp_path / "b")
    assert same.withdrawn_why == WHY and (tmp_path / "b" / "WITHDRAWN.md").exists()
    assert {**same.files, "WITHDRAWN.md": b""} == {**done.files, "WITHDRAWN.md": b""}
    put(database_url, {"gold.jsonl": done.files["gold.jsonl"]}, set_name="copy")
    with pytest.raises(ConflictError, match="'first' has other content and was withdrawn"):
        cut(database_url, office, tmp_path / "c")
    assert not (tmp_path / "c").exists()


def test_a_release_in_the_folder_of_a_withdrawn_one_does_not_lie_beside_its_note(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    cut(database_url, office, tmp_path)
    withdraw(database_url, office.leela)
    cut(database_url, office, tmp_path)
    assert (tmp_path / "WITHDRAWN.md").exists()
    cut(database_url, office, tmp_path, name="second")
    assert not (tmp_path / "WITHDRAWN.md").exists()


def test_who_may_not_withdraw_and_what_cannot_be_withdrawn(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    cut(database_url, office, tmp_path)
    with pytest.raises(NotAllowedError):
        withdraw(database_url, office.esha)
    with pytest.raises(InputError, match="needs a text"):
        withdraw(database_url, office.leela, why="  ")
    with pytest.raises(NotFoundError, match="no release 'other'"):
        withdraw(database_url, office.leela, name="other")
    withdraw(database_url, office.leela)
    with pytest.raises(ConflictError, match="withdrawn already: Two plans"):
        withdraw(database_url, office.leela)


def test_a_release_from_before_files_were_kept_is_written_from_its_lines(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    done = cut(database_url, office, tmp_path)
    with open_session(write=True, url=database_url) as session:
        session.execute(delete(ReleaseFile))
    with open_session(write=False, url=database_url) as session:
        assert releases.files_of(session, "first") == done.files


def test_the_command_line_withdraws_and_writes_the_files_again(database_url, tmp_path, capsys):
    office, _ = a_gold_plan(database_url)
    done = cut(database_url, office, tmp_path / "a")
    assert main(["withdraw", "first", "--why", WHY]) == 0
    assert main(["withdraw", "first", "--why", WHY]) == 1
    capsys.readouterr()
    assert main(["release", "first", "--again", "--out", str(tmp_path / "b")]) == 0
    said = capsys.readouterr().out
    assert f"gold.jsonl  sha256 {done.manifest['files']['gold.jsonl']['sha256']}" in said
    assert "withdrawn on" in said
    assert json.loads((tmp_path / "b" / "manifest.json").read_bytes()) == done.manifest
    assert main(["release", "first"]) == 1
    assert "Give it with --out" in capsys.readouterr().err


def test_the_command_line_lists_every_gate(database_url, capsys):
    a_gold_plan(database_url)
    assert main(["release", "first", "--check"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:3] == ["Approved and gold: 1 pass", "Final review done: 1 pass", "No open flag: 1 pass"]
    assert said[-1] == "1 of 1 gold items may go out."
