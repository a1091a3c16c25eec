import argparse
import json

import pytest

from db.cli import import_
from db.schema import current_revision, migrate
from tests.db.importers.imported import CITIES, rows

CROWD = 'poi,city,analysis\nFort,Jaipur,"{""cw"": [[9, 12, ""L""], [12, 15, ""A""]]}"\n'


@pytest.fixture
def command(database_url, tmp_path, monkeypatch):
    """Runs the command in a folder; gives the exit code."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> int:
        parser = argparse.ArgumentParser()
        import_.add_parser(parser.add_subparsers())
        args = parser.parse_args(["import", *arguments])
        return args.run(args)

    return run


def test_a_good_file_is_imported_with_exit_code_0(command, tmp_path, database_url, capsys):
    (tmp_path / "cities.csv").write_text(CITIES)
    assert command("cities.csv") == 0
    assert "cities.csv: 3 new, 0 changed, 0 the same (import 1)" in capsys.readouterr().out
    assert len(rows(database_url, "cities", "name")) == 3


def test_a_dry_run_writes_nothing(command, tmp_path, database_url, capsys):
    (tmp_path / "cities.csv").write_text(CITIES)
    assert command("cities.csv", "--dry-run") == 0
    assert "Dry run: 3 rows would be imported, nothing was written." in capsys.readouterr().out
    assert rows(database_url, "cities", "name") == []


def test_errors_give_exit_code_1_and_a_report_and_skip_bad_writes_the_rest(
    command, tmp_path, database_url, capsys
):
    (tmp_path / "cities.csv").write_text(CITIES + ",Rajasthan\n")
    assert command("cities.csv", "--report", "problems.csv") == 1
    assert "import the 3 good ones with --skip-bad" in capsys.readouterr().out
    assert (tmp_path / "problems.csv").read_text().splitlines()[1] == (
        'cities.csv,5,city,error,The cell is empty,a value for city,"Fill it in, or remove the row."'
    )
    assert rows(database_url, "cities", "name") == []
    assert command("cities.csv", "--skip-bad") == 0
    assert len(rows(database_url, "cities", "name")) == 3


def test_a_question_gives_exit_code_2_and_the_very_line_to_add(command, tmp_path, database_url, capsys):
    (tmp_path / "cities.csv").write_text(CITIES)
    (tmp_path / "crowd.csv").write_text(CROWD)
    assert command("cities.csv", "crowd.csv") == 2
    lines = capsys.readouterr().out.splitlines()
    (line,) = [line.strip().removeprefix("add: ") for line in lines if "add: " in line]
    assert json.loads(line) == {"files": {"crowd.csv": {"window_ends": "exclusive"}}}
    (tmp_path / "map.json").write_text(line)
    assert command("cities.csv", "crowd.csv", "--map", "map.json") == 0
    assert len(rows(database_url, "crowd", "name")) == 1


@pytest.mark.parametrize("arguments", [["nothing.csv"], ["cities.csv", "--map", "nothing.json"]])
def test_a_path_that_does_not_exist_gives_exit_code_2(command, tmp_path, arguments, capsys):
    (tmp_path / "cities.csv").write_text(CITIES)
    assert command(*arguments) == 2
    assert "nothing" in capsys.readouterr().err


def test_a_folder_without_any_table_gives_exit_code_2(command, tmp_path, capsys):
    (tmp_path / "notes.csv").write_text("a,b\n1,2\n")
    assert command(".") == 2
    assert "No file was recognised" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "text"), [("p.jsonl", '{"idx": 1, "JSON"'), ("w.csv", "")])
@pytest.mark.parametrize("options", [[], ["--skip-bad"], ["--dry-run"]])
def test_a_broken_file_of_no_known_table_gives_exit_code_1(command, tmp_path, capsys, name, text, options):
    (tmp_path / name).write_text(text)
    assert command(name, *options) == 1
    assert f"error: {name}" in capsys.readouterr().out


@pytest.mark.parametrize("report", ["data/cities.csv", "./data/cities.csv", "map.json"])
def test_a_report_over_a_file_that_is_read_is_refused(command, tmp_path, database_url, capsys, report):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "cities.csv").write_text(CITIES)
    (tmp_path / "map.json").write_text("{}")
    for paths in (["data"], ["data/cities.csv"]):
        assert command(*paths, "--map", "map.json", "--report", report) == 2
        assert "The file would be written over, but it is read as well." in capsys.readouterr().err
    assert (tmp_path / "data" / "cities.csv").read_text() == CITIES
    assert rows(database_url, "cities", "name") == []
    for _ in range(2):
        assert command("data", "--report", "data/problems.csv", "--dry-run") == 0
    assert (tmp_path / "data" / "problems.csv").exists()


def test_a_report_that_cannot_be_written_is_told_before_anything_is_imported(
    command, tmp_path, database_url, capsys
):
    (tmp_path / "cities.csv").write_text(CITIES)
    assert command("cities.csv", "--report", "none/problems.csv") == 2
    assert "The report cannot be written (No such file or directory), so nothing was imported" in (
        capsys.readouterr().err
    )
    assert rows(database_url, "cities", "name") == []


def test_a_dry_run_makes_no_tables_in_an_empty_database(tmp_path, command, monkeypatch, capsys):
    url = f"sqlite:///{tmp_path / 'new.db'}"
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", url)
    (tmp_path / "cities.csv").write_text(CITIES)
    assert command("cities.csv", "--dry-run") == 0
    assert "Dry run: 3 rows would be imported, nothing was written." in capsys.readouterr().out
    assert current_revision(url) is None
    assert not (tmp_path / "new.db").exists()


def test_a_path_that_does_not_exist_makes_no_database(tmp_path, command, monkeypatch, capsys):
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", f"sqlite:///{tmp_path / 'folder' / 'new.db'}")
    assert command("nope.csv") == 2
    assert "There is no file or folder nope.csv." in capsys.readouterr().err
    assert not (tmp_path / "folder").exists()


def test_a_dry_run_leaves_older_tables_as_they_are(tmp_path, command, monkeypatch, capsys):
    url = f"sqlite:///{tmp_path / 'old.db'}"
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", url)
    migrate(url, "0005")
    (tmp_path / "cities.csv").write_text(CITIES)
    assert command("cities.csv", "--dry-run") == 2
    assert "Run `python -m db migrate` first." in capsys.readouterr().err
    assert current_revision(url) == "0005"


def test_two_cities_of_one_name_that_will_be_made_are_told_apart(command, tmp_path, capsys):
    (tmp_path / "buses.csv").write_text(
        "operator,origin,destination,dep_time,arr_time\nRaj,Durgapur,Durgapur (West Bengal),08:00,09:00\n"
    )
    assert command("buses.csv", "--create-cities", "--dry-run") == 0
    assert "Cities that will be made: Durgapur, Durgapur (West Bengal)\n" in capsys.readouterr().out


def test_a_file_without_a_good_row_offers_no_good_ones(command, tmp_path, capsys):
    (tmp_path / "cities.csv").write_text("")
    assert command("cities.csv") == 1
    assert "Correct the files.\n" in capsys.readouterr().out
