import csv
import hashlib
import io
import json
from datetime import UTC
from pathlib import Path

import pytest
from sqlalchemy import select

from annotate.errors import InputError
from db import imports
from db.importers.answers import Answers, FileAnswers
from db.importers.base import Problem
from db.importers.registry import all_importers
from db.importers.report import as_csv, as_json, grouped
from db.models import REFERENCE_MODELS, ImportBatch
from db.reference_coverage import newest_import
from db.session import open_session
from tests.db.importers.imported import CITIES, put, read, rows, told

DISTANCES = "origin,destination,duration_min,distance_km\nJaipur,Udaipur,400,393\nUdaipur,Jaipur,410,393\n"


def batches(url: str) -> list[ImportBatch]:
    with open_session(write=False, url=url) as session:
        return list(session.scalars(select(ImportBatch).order_by(ImportBatch.id)))


def test_there_is_an_importer_for_every_reference_table():
    assert set(REFERENCE_MODELS) <= {importer.table for importer in all_importers()}


def test_reading_writes_nothing(database_url):
    plan = read(database_url, {"cities.csv": CITIES})
    assert (plan.counts, batches(database_url), rows(database_url, "cities", "name")) == ((3, 0), [], [])


def test_cities_come_first_whatever_the_files_are_called(database_url):
    result = put(database_url, {"a.csv": DISTANCES, "z.csv": CITIES})
    assert [(one.name, one.table, one.counts.new) for one in result.files] == [
        ("z.csv", "cities", 3), ("a.csv", "distance_matrix", 2),
    ]  # fmt: skip


def test_the_same_files_again_change_nothing(database_url):
    files = {"cities.csv": CITIES, "distance_matrix.csv": DISTANCES}
    put(database_url, files)
    again = put(database_url, files)
    assert (again.counts.new, again.counts.changed, again.counts.same) == (0, 0, 5)
    assert [one.import_id for one in again.files] == [None, None]
    assert [batch.id for batch in batches(database_url)] == [1, 2]


def test_a_changed_row_is_updated_and_only_it_gets_the_new_import(database_url):
    put(database_url, {"cities.csv": CITIES, "distance_matrix.csv": DISTANCES})
    changed = put(database_url, {"distance_matrix.csv": DISTANCES.replace("410", "420")})
    assert (changed.counts.new, changed.counts.changed, changed.counts.same) == (0, 1, 1)
    assert rows(database_url, "distance_matrix", "duration_min", "import_id") == [(400, 2), (420, 3)]


def test_an_import_record_holds_label_checksum_mapping_and_problems(database_url):
    files = {"cities.csv": "City,State,Zone\nJaipur ,Rajasthan,W\n"}
    plan = read(database_url, files, {"as_of": "2026-05-01"})
    with open_session(write=True, url=database_url) as session:
        imports.accept(session, plan)
    (batch,) = batches(database_url)
    assert batch.label == "import 1, cities.csv"
    assert (batch.file_name, batch.kind, batch.rows, batch.as_of) == ("cities.csv", "cities", 1, "2026-05-01")
    assert batch.sha256 == hashlib.sha256(files["cities.csv"].encode()).hexdigest()
    assert batch.mapping["columns"] == {"city": "City", "state": "State"}
    assert batch.imported_at.tzinfo == UTC
    assert [problem["found"] for problem in batch.problems] == [
        ["Columns that are not used: Zone"],
        ["'Jaipur '"],
    ]


def test_a_label_names_the_source_of_every_file(database_url):
    plan = read(database_url, {"cities.csv": CITIES, "d.csv": DISTANCES})
    with open_session(write=True, url=database_url) as session:
        imports.accept(session, plan, label="demo (invented)")
    assert [batch.label for batch in batches(database_url)] == ["demo (invented)"] * 2


def test_with_an_error_nothing_is_written_unless_the_bad_rows_are_skipped(database_url):
    files = {"cities.csv": CITIES, "d.csv": DISTANCES + "Jaipur,Nowhere,1,1\nUdaipur,Bhopal,x,-3\n"}
    plan = read(database_url, files)
    assert told(plan.errors) == [
        (4, "destination", "No city is called 'Nowhere'"),
        (5, "duration_min", "'x' is not a duration"),
        (5, "distance_km", "'-3' is not a distance"),
    ]
    with open_session(write=True, url=database_url) as session, pytest.raises(InputError, match="3 errors"):
        imports.accept(session, plan)
    assert rows(database_url, "cities", "name") == []
    with open_session(write=True, url=database_url) as session:
        result = imports.accept(session, plan, skip_bad=True)
    assert result.counts.new == 5
    assert batches(database_url)[1].problems[0]["lines"] == [4]


def test_what_was_skipped_is_kept_although_no_row_of_the_file_was_good(database_url):
    put(database_url, {"cities.csv": CITIES})
    header = DISTANCES.partition("\n")[0]
    bad = {"d.csv": f"{header}\nJaipur,Nowhere,1,1\n"}
    result = put(database_url, bad, skip_bad=True)
    assert [(one.name, one.import_id, one.counts.total) for one in result.files] == [("d.csv", 2, 0)]
    kept = batches(database_url)[-1]
    assert (kept.id, kept.file_name, kept.rows) == (2, "d.csv", 0)
    assert [problem["found"] for problem in kept.problems] == [["No city is called 'Nowhere'"]]
    with open_session(write=False, url=database_url) as session:
        assert newest_import(session)[0] == 1


def test_an_open_question_stops_an_import(database_url):
    plan = read(database_url, {"attractions.csv": "name,city\nFort,Jaipur\n"})
    assert [question.key for question in plan.questions] == ["columns.visit_duration", "columns.categories"]
    assert plan.questions[0].add == '"columns": {"visit_duration": "<header>"}'
    with (
        open_session(write=True, url=database_url) as session,
        pytest.raises(InputError, match="2 questions are open") as told,
    ):
        imports.accept(session, plan, skip_bad=True)
    for question in plan.questions:
        assert question.text.removesuffix(".") in str(told.value)
        assert f'{{"files": {{"attractions.csv": {{{question.add}}}}}}}' in str(told.value)


def test_a_field_or_header_that_does_not_exist_in_the_map_is_asked_about(database_url):
    answers = {"files": {"cities.csv": {"columns": {"town": "City", "state": "Province"}}}}
    plan = read(database_url, {"cities.csv": "City,State\nJaipur,Rajasthan\n"}, answers)
    assert [question.key for question in plan.questions] == ["columns.town", "columns.state"]


def test_a_constant_fills_a_column_that_the_file_lacks(database_url):
    answers = {
        "files": {
            "sights.csv": {"table": "attractions", "constants": {"city": "Jaipur", "visit_duration": ""}}
        }
    }
    put(database_url, {"cities.csv": CITIES, "sights.csv": "name,categories\nFort,Museums\n"}, answers)
    assert rows(database_url, "attractions", "name", "visit_duration_min") == [("Fort", None)]


def test_a_row_that_stands_twice_counts_once_and_two_that_differ_are_an_error(database_url):
    text = DISTANCES + "Jaipur,Udaipur,400,393\nUdaipur,Jaipur,999,393\n"
    plan = read(database_url, {"cities.csv": CITIES, "d.csv": text})
    assert told(plan.notes) == [(4, None, "The row repeats line 2")]
    assert told(plan.errors) == [
        (5, None, "The row has the same key as line 3 but other values: duration_min 999.0 (there 410.0)")
    ]


def test_two_rows_that_complete_each_other_are_put_together_with_a_note(database_url):
    text = "train_number,station,avg_delay_1y,avg_delay_1w\n1,X,,20\n1,X,30,\n"
    plan = read(database_url, {"train_delays.csv": text})
    assert plan.notes[0].todo == "The values that one of them lacks were taken from the other."
    put(database_url, {"train_delays.csv": text})
    assert rows(database_url, "train_delays", "avg_delay_1w", "avg_delay_1y") == [(20, 30)]


def test_a_folder_gives_its_files_and_lists_what_no_table_fits(database_url, tmp_path):
    (tmp_path / "cities.csv").write_text(CITIES)
    (tmp_path / "shopping.csv").write_text("what,where\ntea,Jaipur\n")
    (tmp_path / "broken.json").write_text('{"a": [}')
    (tmp_path / "README.md").write_text("about")
    (tmp_path / ".hidden.csv").write_text("x")
    with open_session(write=False, url=database_url) as session:
        plan = imports.read_files([tmp_path], Answers(), session=session)
    assert [(one.name, one.table) for one in plan.files] == [
        ("broken.json", None), ("cities.csv", "cities"), ("shopping.csv", None),
    ]  # fmt: skip
    assert plan.questions == []
    assert told(plan.errors) == [(1, None, "The file is not valid JSON: Expecting value at character 8")]


def test_a_file_that_was_named_itself_and_fits_no_table_is_asked_about(database_url):
    plan = read(database_url, {"sights.csv": "name,city,categories\nFort,Jaipur,Museums\n"})
    assert [question.key for question in plan.questions] == ["table"]
    assert "Nearest: attractions, which also needs visit_duration." in plan.questions[0].text


def test_a_path_that_does_not_exist_is_named(database_url, tmp_path):
    with (
        open_session(write=False, url=database_url) as session,
        pytest.raises(InputError, match="no file or folder"),
    ):
        imports.read_files([tmp_path / "nothing.csv"], Answers(), session=session)
    with (
        open_session(write=False, url=database_url) as session,
        pytest.raises(InputError, match="no file or folder xxx"),
    ):
        imports.read_files([Path("x" * 5_000)], Answers(), session=session)


def test_progress_names_each_file_while_it_is_read_and_written(database_url):
    put(database_url, {"cities.csv": CITIES})
    seen: list[str] = []

    def watch(what: str, done: int, of: int) -> None:
        seen.append(f"{what} {done}/{of}")

    plan = read(database_url, {"distance_matrix.csv": DISTANCES}, progress=watch)
    with open_session(write=True, url=database_url) as session:
        imports.accept(session, plan, progress=watch)
    assert seen == [
        "reading distance_matrix.csv 0/1",
        "read 1/1",
        "writing distance_matrix.csv 0/1",
        "writing distance_matrix.csv, rows 2/2",
        "written 1/1",
    ]


def test_flat_json_objects_are_a_table_too(database_url):
    text = json.dumps(
        [{"city": "Jaipur", "state": "Rajasthan", "lat": 26.9}, {"city": "Kota", "state": "Rajasthan"}]
    )
    put(database_url, {"cities.json": text})
    assert rows(database_url, "cities", "name", "lat") == [("Jaipur", 26.9), ("Kota", None)]


def test_the_mapping_that_was_used_can_be_shown_edited_and_used_again(database_url):
    plan = read(database_url, {"towns.csv": "City,State,Latitude\nJaipur,Rajasthan,26.9\n"})
    (outcome,) = plan.files
    assert outcome.used["columns"] == {"city": "City", "state": "State", "lat": "Latitude"}
    edited = Answers().with_file("towns.csv", FileAnswers(table="cities", columns=outcome.used["columns"]))
    again = read(
        database_url,
        {"towns.csv": "City,State,Latitude\nJaipur,Rajasthan,26.9\n"},
        json.loads(edited.to_json()),
    )
    assert again.files[0].used["columns"] == outcome.used["columns"]


def test_one_problem_of_many_rows_is_told_once_with_its_lines():
    problems = [Problem("a.csv", line, "From", f"No city is called '{name}'", "a city", "Correct it.") for line, name in
                [(3, "Kota"), (9, "Bundi"), (12, "Kota")]]  # fmt: skip
    (group,) = grouped(problems)
    assert group.sentence == (
        "a.csv, column From, 3 rows, lines 3, 9, 12: No city is called 'Kota' (2 rows); No city is called 'Bundi'. "
        "Expected a city. Correct it."
    )


def test_the_saved_list_holds_every_problem_and_no_formula():
    problem = Problem("a.csv", 3, "price", "=1+1", "a number", "Correct it.")
    (row,) = csv.DictReader(io.StringIO(as_csv([problem])))
    assert row == {
        "file": "a.csv", "line": "3", "column": "price", "level": "error", "found": "'=1+1", "expected": "a number",
        "todo": "Correct it.",
    }  # fmt: skip
    assert json.loads(as_json([problem]))[0]["found"] == "=1+1"


def test_an_empty_file_says_that_it_is_empty(database_url):
    plan = read(database_url, {"cities.csv": ""})
    assert told(plan.errors) == [(1, None, "The file is empty")]


def test_a_place_whose_visit_has_no_length_is_noted(database_url):
    text = "name,city,visit_duration,categories\nFort,Jaipur,,Other\nPark,Jaipur,,Nature and Parks\nLake,Jaipur,2,Other\n"
    plan = read(database_url, {"cities.csv": CITIES, "attractions.csv": text})
    assert told(plan.notes) == [(2, "categories", "No visit duration, and no usual one for Other")]
