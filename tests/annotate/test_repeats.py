"""Guideline 12: the ready remark of an attraction that a trip visits more than once."""

from annotate.profile import DEFAULT_PROFILE
from annotate.repeats import ready_remark
from tests.builders import a_day, a_meal, a_stop, a_trip, an_itinerary


def test_a_repeated_attraction_has_its_ready_remark_on_each_of_its_rows_and_no_other_row_has_one():
    trip = a_trip(
        an_itinerary(
            a_day(a_stop("Museum"), a_meal("Bistro")), a_day(a_stop("Fort")), a_day(a_stop("Museum"))
        )
    )
    said = {row.row: ready_remark(trip, DEFAULT_PROFILE, row.row) for _, row in trip.itinerary.rows()}
    assert said == {
        "d1.s1": "repeated on day 1 and day 3",
        "d1.s2": None,
        "d2.s1": None,
        "d3.s1": "repeated on day 1 and day 3",
    }


def test_a_meal_place_that_is_repeated_is_no_attraction():
    trip = a_trip(an_itinerary(a_day(a_meal("Bistro")), a_day(a_meal("Bistro"))))
    assert ready_remark(trip, DEFAULT_PROFILE, "d1.s1") is None
