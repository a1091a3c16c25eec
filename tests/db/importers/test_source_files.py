import json

import pytest

from db.importers.answers import FileAnswers
from db.importers.report import as_csv
from db.importers.source_files import load
from tests.db.importers.imported import put, read, rows, told


def rows_of(data: bytes, name: str = "a.csv", **answers: str):
    source, questions = load(name, data, FileAnswers(**answers))
    return source, questions


def test_a_byte_order_mark_is_no_part_of_the_first_header():
    source, _ = rows_of(b"\xef\xbb\xbfcity,state\nJaipur,Rajasthan\n")
    assert source.header == ("city", "state")


def test_lines_are_counted_as_an_editor_shows_them_after_a_cell_over_three_lines():
    source, _ = rows_of(b'name,note\nA,"one\ntwo\nthree"\n\nB,x\n')
    assert source.lines == [2, 6]
    assert source.cells[0] == ["A", "one\ntwo\nthree"]


def test_lines_are_counted_over_blank_lines_and_windows_line_ends_without_quotes_too():
    source, _ = rows_of(b"name,note\r\nA,x\r\n\r\nB,y\r\n")
    assert (source.lines, source.cells) == ([2, 4], [["A", "x"], ["B", "y"]])


def test_doubled_quotes_and_commas_inside_quotes_are_text():
    source, _ = rows_of(b'name,note\n"Cafe ""24"", Goa",x\n')
    assert source.cells == [['Cafe "24", Goa', "x"]]


def test_a_row_with_a_cell_too_many_is_an_error_with_its_line_and_the_others_stay():
    source, _ = rows_of(b"name,city\nA,Goa\nCafe, B,Goa\nC,Goa\n")
    assert source.cells == [["A", "Goa"], ["C", "Goa"]]
    assert told(source.problems) == [(3, None, "The row has 3 cells")]
    assert source.problems[0].expected == "2, as the header has"


def test_empty_cells_after_the_last_header_are_cut():
    source, _ = rows_of(b"name,city\nA,Goa,,\n")
    assert source.cells == [["A", "Goa"]]


def test_a_quote_that_never_closes_names_the_row_where_it_opens():
    source, _ = rows_of(b'name,city\nA,Goa\n"B,Goa\nC,Goa\n')
    assert source.cells == [["A", "Goa"]]
    assert source.problems[0].line == 3


def test_a_file_that_is_not_utf8_asks_for_its_encoding_and_offers_two():
    source, questions = rows_of("name\nCafé\n".encode("latin-1"))
    assert source is None
    assert questions[0].key == "encoding"
    assert questions[0].text.startswith("Line 2 is not UTF-8: byte 0xE9.")
    assert questions[0].choices == ("latin-1", "cp1252", "utf-8")


def test_a_stated_encoding_is_used():
    source, questions = rows_of("name\nCafé\n".encode("latin-1"), encoding="latin-1")
    assert (source.cells, questions) == ([["Café"]], [])


@pytest.mark.parametrize("encoding", ["undefined", "a\0b", "\ud800", "hex", "nothing", "idna"])
def test_an_encoding_that_reads_no_text_asks_again(encoding):
    source, (question,) = rows_of(b"name\n" + b"x" * 70 + b"\xe9.\n", encoding=encoding)
    assert source is None
    assert (question.key, question.choices) == ("encoding", ("latin-1", "cp1252", "utf-8"))
    question.text.encode()


def test_utf8_said_aloud_makes_only_the_row_with_the_lost_byte_bad():
    source, _ = rows_of(b"name\nCaf\xe9\nCaf\xc3\xa9\n", encoding="utf-8")
    assert source.cells == [["Café"]]
    assert [(p.line, p.column) for p in source.problems] == [(2, "name")]


def test_utf8_read_as_latin1_is_noted_with_what_was_meant():
    source, _ = rows_of("name\nCafé\n".encode(), encoding="latin-1")
    assert [(p.line, p.level, p.expected) for p in source.problems] == [(2, "note", "'Café'")]


def test_only_a_line_feed_ends_a_line_of_jsonl():
    source, _ = rows_of('{"a": "x\u2028y"}\n\n{"a": "z"}\n'.encode(), "a.jsonl")
    assert source.objects == [{"a": "x\u2028y"}, {"a": "z"}]
    assert source.lines == [1, 3]


def test_a_line_of_jsonl_that_is_no_json_is_an_error_and_the_others_are_read():
    source, _ = rows_of(b'{"a": 1}\n{"a": nothing}\n{"a": 3}\n', "a.jsonl")
    assert source.objects == [{"a": 1}, {"a": 3}]
    assert source.problems[0].line == 2
    assert source.problems[0].found == "The line is not JSON: Expecting value at character 7"


def test_elements_of_a_json_array_know_their_lines():
    source, _ = rows_of(b'[\n {"a": 1},\n {"a":\n  2},\n {"a": 3}]', "a.json")
    assert source.lines == [2, 3, 5]


def test_a_json_file_with_a_bracket_too_many_names_the_place():
    source, _ = rows_of(b'{"a": [1]}\n}\n', "a.json")
    assert told(source.problems) == [(2, None, "The file is not valid JSON: Extra data at character 1")]


def test_half_a_letter_or_nul_in_json_is_an_error_of_its_row_in_every_kind_of_table(database_url):
    lines = [
        {"city": "A\ud800", "state": "Goa", "K\udce9y": 1},
        {"city": "B\0", "state": "Goa"},
        {"city": "C", "state": "Goa", "aliases": ["D\ud800"]},
        {"city": "E", "state": "Goa"},
    ]
    crowd = {"poi": "F\ud800", "city": "E", "analysis": [{"day_int": 0, "hour_analysis": [0] * 24}]}
    files = {
        "cities.jsonl": "".join(json.dumps(line) + "\n" for line in lines),
        "crowd.jsonl": json.dumps(crowd),
        "attractions.csv": 'name,city,visit_duration,categories\nF,E,1,"[""a\\ud800""]"\nG,E,1,"[\'b\\x00\']"\n',
    }
    plan = read(database_url, files)
    assert [(one.file, one.line) for one in plan.errors] == [
        ("cities.jsonl", 1),
        ("cities.jsonl", 2),
        ("cities.jsonl", 3),
        ("attractions.csv", 2),
        ("attractions.csv", 3),
        ("crowd.jsonl", 1),
    ]
    as_csv(plan.problems).encode()
    put(database_url, files, skip_bad=True)
    assert rows(database_url, "cities", "name") == ["E"]


def test_a_header_with_a_lost_byte_is_shown_with_the_sign_for_it():
    source, _ = load("a.csv", b"city,caf\xe9\nJaipur,1\n", FileAnswers(encoding="utf-8"))
    assert source is not None
    assert source.header == ("city", "caf\ufffd")


def test_an_entry_of_a_json_list_that_is_no_object_is_an_error_of_that_entry_only(database_url):
    plan = read(
        database_url, {"cities.json": '[{"city": "A", "state": "Goa"},\n3,\n{"city": "B", "state": "Goa"}]'}
    )
    assert [(one.line, one.found) for one in plan.errors] == [(2, "The entry is 3")]
    assert plan.counts == (2, 1)


def test_a_row_without_any_text_is_a_blank_line_and_the_lines_below_keep_their_numbers():
    for empty in (b",,", b" , ,", b'"","",""'):
        source, _ = rows_of(b"a,b,c\n1,2,3\n" + empty + b"\n4,5,6\n" + empty + b"\n")
        assert source is not None
        assert (source.cells, source.lines) == ([["1", "2", "3"], ["4", "5", "6"]], [2, 4])


def test_cells_apart_by_semicolons_are_told_as_that(database_url):
    plan = read(database_url, {"cities.csv": "city;state\nJaipur;Rajasthan\n"})
    assert ("cities.csv", 1, "The header is one cell that holds semicolons") in [
        (one.file, one.line, one.found) for one in plan.errors
    ]
