"""Plan objects that were written to break their reader: every one is refused in words, and soon."""

import time
from typing import Any

import pytest

from annotate.errors import InputError
from annotate.notation import NotationError, read_plan
from annotate.text.quantity import read_literal
from annotate.text.query_object import MAX_DAYS
from annotate.text.reading import MESSAGE_MAX_CHARS, SHOWN_ERRORS
from tests.plan_objects import day, plan_object

LONGEST_S = 5
"""Some minutes without the limits, some milliseconds with them."""


def why_refused(obj: dict[str, Any]) -> str:
    begun = time.monotonic()
    with pytest.raises(NotationError) as caught:
        read_plan(obj, set_name="demo")
    assert time.monotonic() - begun < LONGEST_S
    return str(caught.value)


def asked(**keys: object) -> dict[str, Any]:
    obj = plan_object(day("J"))
    return {**obj, "JSON": {**obj["JSON"], **keys}}


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"date": "9999-12-31"}, "'9999-12-31' is no date of a trip. Expected a year from 1900 to 2199."),
        ({"date": ["1899-12-31"]}, "is no date of a trip"),
        ({"date": ["2200-01-01"]}, "is no date of a trip"),
        ({"visiting_city_number": 10**400}, "is not a whole number"),
        ({"people_number": 2**31}, "2147483648 is not a whole number"),
        ({"people_number": float("nan")}, "nan is not a whole number"),
        ({"org": " " * 2_000 + "H" + " " * 20_000 + "x"}, "The text has 22,002 characters"),
    ],
)
def test_what_no_calendar_and_no_database_holds_is_no_query(keys: dict[str, object], told: str) -> None:
    assert told in why_refused(asked(**keys))


@pytest.mark.parametrize("year", ["1900-01-01", "2199-12-31"])
def test_the_first_and_the_last_year_of_a_trip_are_read(year: str) -> None:
    assert read_plan(asked(date=[year]), set_name="demo").itinerary.query.dates == (year,)


@pytest.mark.parametrize("idx", ["9" * 5_000, 10**400])
def test_a_number_of_thousands_of_digits_is_no_number_of_a_plan(idx: object) -> None:
    assert "is not the number of a plan" in why_refused({**plan_object(day("J")), "idx": idx})


def test_thousands_of_zeros_before_a_number_change_nothing() -> None:
    assert read_plan({**plan_object(day("J")), "idx": "0" * 5_000 + "7"}, set_name="demo").itinerary.idx == 7


@pytest.mark.parametrize(
    "field",
    [
        {"current_city": "a" + " " * 30_000 + "b"},
        {"transportation": "Train Number: 1" + " " * 30_000 + "x"},
        {"transportation": "Taxi, " + "from A to " * 5_000},
        {"point_of_interest_list": "from " * 50_000},
        {"attraction": "'" * 30_000},
        {"attraction": ["'" * 30_000]},
        {"event": "a;" * 30_000},
        {"dinner": "\t" * 30_000 + "x"},
    ],
)
def test_a_text_without_end_is_refused_before_it_is_taken_apart(field: dict[str, Any]) -> None:
    obj = plan_object(day("J"))
    obj["plan"] = [{**obj["plan"][0], **field}]
    told = why_refused(obj)
    assert f"day 1, {next(iter(field))}: The text has" in told
    assert "characters. Expected at most" in told


def test_blanks_before_a_mode_of_travel_are_left_out_with_it() -> None:
    obj = plan_object(day("from H to J" + " " * 900 + ", by bus "))
    assert read_plan(obj, set_name="demo").itinerary.days[0].to_city == "J"


def test_a_plan_of_more_days_than_any_trip_has_is_refused() -> None:
    obj = plan_object(day("J"))
    told = why_refused({**obj, "plan": obj["plan"] * 5_000})
    assert f"The plan has 5,000 days. Expected at most {MAX_DAYS}." in told


def test_an_error_quotes_the_ends_of_a_long_value_and_lists_the_first_errors() -> None:
    obj = plan_object(day("J"))
    told = why_refused({**obj, "rationale": "x" * 100_000})
    assert len(told) < 2 * MESSAGE_MAX_CHARS
    assert "is not an object" in told
    wishes = {"cuisine": list(range(1_000))}
    told = why_refused(asked(local_constraint=wishes))
    assert "1000 errors" in told
    assert told.endswith(f"... and {1_000 - SHOWN_ERRORS} more.")
    with pytest.raises(NotationError) as caught:
        read_plan(asked(local_constraint=wishes), set_name="demo")
    assert len(caught.value.problems) == 1_000


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"date": "from A to B"}, "'from A to B' is not a date"),
        ({"date": 20251102}, "date: 20251102 is not a text"),
        ({"from_city": {"name": "J"}}, "is not a text"),
        ({"transportation_text": ["Taxi"]}, "is not a text"),
    ],
)
def test_a_typed_day_of_wrong_kinds_is_an_error(typed: dict[str, Any], told: str) -> None:
    assert told in why_refused({**plan_object(day("J")), "timeline": [{"day": 1, "rows": [], **typed}]})


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"end_min": 10**30}, "is not a minute. Expected a whole number from 0 to 86400"),
        ({"end_min": 86_401}, "is not a minute"),
        ({"stated_cost": 10**400}, "is not a number"),
        ({"stated_cost": float("inf")}, "is not a number"),
        ({"row": "d1.<script>"}, "is no row id of day 1"),
        ({"row": "d1.s0"}, "is no row id of day 1"),
        ({"row": "d1.s99999"}, "is no row id of day 1"),
    ],
)
def test_a_typed_row_that_no_day_holds_is_an_error(row: dict[str, Any], told: str) -> None:
    obj = {**plan_object(day("J")), "timeline": [{"day": 1, "rows": [a_visit() | row]}]}
    assert told in why_refused(obj)


def test_a_row_may_end_with_the_longest_trip() -> None:
    obj = {**plan_object(day("J")), "timeline": [{"day": 1, "rows": [a_visit() | {"end_min": 86_400}]}]}
    assert read_plan(obj, set_name="demo").itinerary.days[0].stops[0].end_min == 86_400


@pytest.mark.parametrize(
    "text", ["9" * 5_000, "[0x" + "f" * 5_000 + "]", "[1e999]", "{'a': [-1e999]}", "[NaN]"]
)
def test_a_text_that_holds_a_number_without_end_is_no_value(text: str) -> None:
    with pytest.raises(InputError, match="is not a JSON value"):
        read_literal(text)


def a_visit() -> dict[str, Any]:
    """A typed stop of day 1, 10:00 to 11:00."""
    return {
        "row": "d1.s1", "kind": "attraction", "verb": "visit", "name": "Fort", "start_min": 600, "end_min": 660,
    }  # fmt: skip
