"""A query that came as a sentence: what is taken, what is left open."""

import pytest

from annotate.errors import InputError
from annotate.text.query_sentence import derive_query


def test_a_sentence_with_its_days_gives_a_query() -> None:
    days = [{"current_city": "from Hilltown to Lakeside"}, {"current_city": "Lakeside"},
            {"current_city": "from Lakeside to Hilltown"}]  # fmt: skip
    found = derive_query(
        "A 3-day trip for a group of 5 from March 3rd to March 5th, 2022, at most $1,400.", days
    )
    assert found.json == {
        "org": "Hilltown", "dest": "Lakeside", "days": 3, "visiting_city_number": 1,
        "date": ["2022-03-03", "2022-03-04", "2022-03-05"], "people_number": 5, "local_constraint": None, "budget": "$1,400",
        "query": "A 3-day trip for a group of 5 from March 3rd to March 5th, 2022, at most $1,400.",
    }  # fmt: skip
    assert found.missing == ()


@pytest.mark.parametrize(
    ("text", "origin", "destination"),
    [
        ("A 3-day trip for one person from Hilltown to Lakeside.", "Hilltown", "Lakeside"),
        ("A week-long trip: depart from St. Mary and visit 3 cities in Far Province. No rush.", "St. Mary", "Far Province"),
        ("A 5-day plan starting in Los Pinos and heading to Port of Dawn.", "Los Pinos", "Port of Dawn"),
    ],
)  # fmt: skip
def test_without_days_the_sentence_says_where(text: str, origin: str, destination: str) -> None:
    found = derive_query(text, None)
    assert (found.json["org"], found.json["dest"]) == (origin, destination)


def test_what_can_mean_two_things_is_left_open_and_named() -> None:
    text = "A 3-day trip from Hilltown to Lakeside, March 3rd to March 6th, 2022, for 2 people or 3 people, $900 or $950."
    found = derive_query(text, None)
    assert (found.json["date"], found.json["people_number"], found.json["budget"]) == ([], None, None)
    assert found.missing == ("dates", "number of people", "budget")


def test_a_sentence_that_says_nothing_is_an_error() -> None:
    with pytest.raises(InputError, match="origin and the destination and the number of days"):
        derive_query("Somewhere nice, please.", None)
