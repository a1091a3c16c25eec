import pytest

from annotate.errors import InputError
from db.importers.answers import answers_from, read_map


def test_answers_beside_files_hold_for_every_file_and_a_files_own_win():
    answers = read_map(
        '{"currency": "USD", "files": {"a*.csv": {"currency": "EUR"}, "ab.csv": {"year": 2026}}}'
    )
    assert answers.of("other.csv").currency == "USD"
    assert answers.of("folder/ab.csv").currency == "EUR"
    assert answers.of("ab.csv").year == 2026


def test_columns_of_a_pattern_and_of_a_file_add_up():
    answers = read_map(
        '{"files": {"*.csv": {"columns": {"name": "A"}}, "a.csv": {"columns": {"city": "B"}}}}'
    )
    assert answers.of("a.csv").columns == {"name": "A", "city": "B"}


def test_a_file_may_stand_at_the_top_of_the_map():
    assert read_map('{"crowd.csv": {"window_ends": "exclusive"}}').of("crowd.csv").window_ends == "exclusive"


def test_a_map_that_is_written_reads_back_the_same():
    answers = read_map('{"year": 2026, "files": {"a.csv": {"columns": {"facilities": ["Wifi", "Pool"]}}}}')
    assert read_map(answers.to_json()) == answers


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "at line 1"),
        ("[]", "the map is not an object"),
        ('{"files": {"a.csv": {"windows": 1}}}', "answer 'windows' for a.csv"),
        ('{"files": {"a.csv": {"window_ends": "open"}}}', "answer 'window_ends' for a.csv"),
        ('{"files": {"a.csv": 3}}', "'a.csv' holds 3"),
        ('{"window_end": "exclusive"}', "'window_end' holds \"exclusive\""),
        ('{"files": []}', "'files' holds"),
    ],
)
def test_a_map_with_something_wrong_says_what_and_what_there_is(text, message):
    with pytest.raises(InputError, match=message):
        read_map(text, "answers.json")


@pytest.mark.parametrize(
    ("said", "message"),
    [({"currency": "pebbles"}, "is not a currency"), ({"as_of": "spring"}, "answer 'as_of' for every file")],
)
def test_a_currency_or_a_date_that_is_none_is_refused(said, message):
    with pytest.raises(InputError, match=message):
        answers_from(said)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"year": ' + "9" * 5_000 + "}"])
def test_a_map_that_no_reader_takes_is_refused_in_words(text):
    with pytest.raises(InputError, match="nested too deeply"):
        read_map(text)
