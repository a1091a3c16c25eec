"""A 3-hour museum at Average crowd, Risk Optimized: v = 180, C_f = 1.5, stay inside [450, 517.5] minutes."""

import pytest

from annotate.constraints.stop_buffer import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import a_meal, a_place, a_stop, an_itinerary, facts

KNOWN = facts(
    a_place("Museum", visit_duration_min=180, crowd_level="A"),
    a_place("Bistro", kind="restaurant", crowd_level="L"),
    a_place("Kiosk", visit_duration_min=0.6, crowd_level="L"),
)


@pytest.mark.parametrize(
    ("end", "outside"),
    [("17:29", 1), ("17:30", None), ("17:31", None), ("18:37", None), ("18:38", 0.5), ("18:39", 1.5)],
)
def test_a_stay_is_inside_from_450_to_517_and_a_half_minutes(end, outside):
    outcome = judge(check, an_itinerary(a_stop("Museum", "10:00", end)), KNOWN)
    assert [finding.amount for finding in outcome.findings] == ([outside] if outside else [])
    assert outcome.verdict is (FAIL if outside else PASS)


def test_the_advice_names_the_whole_minutes_inside():
    finding = judge(check, an_itinerary(a_stop("Museum", "10:00", "13:00")), KNOWN).findings[0]
    assert finding.message == (
        "Museum: a stay of 3 h 00 is 4 h 30 shorter than the range wanted (7 h 30 to 8 h 37.5)."
    )
    assert finding.advice == "Leave between 17:30 and 18:37."


def test_where_no_whole_minute_lies_inside_the_advice_says_so():
    # v = 0.6, Low: [1.2, 1.35] minutes
    finding = judge(check, an_itinerary(a_stop("Kiosk", "10:00", "10:30")), KNOWN).findings[0]
    assert finding.advice == "No whole minute lies inside; 10:01 and 10:02 are the nearest."


def test_a_departure_after_midnight_is_marked_as_the_next_date():
    finding = judge(check, an_itinerary(a_meal("Bistro", "22:00", "23:00", "dinner")), KNOWN).findings[0]
    # v = 75, Low: [150, 168.75] minutes from 22:00
    assert finding.advice == "Leave between 00:30 +1 and 00:48 +1."


def test_a_stay_that_is_far_too_long_is_said_to_be_longer():
    finding = judge(check, an_itinerary(a_stop("Museum", "06:00", "16:37")), KNOWN).findings[0]
    assert finding.amount == 119.5
    assert "longer than the range" in finding.message


def test_every_stay_outside_is_found():
    rows = a_stop("Museum", "08:00", "09:00"), a_stop("Museum", "10:00", "11:00")
    assert failing_rows(judge(check, an_itinerary(*rows), KNOWN)) == [("d1.s1",), ("d1.s2",)]


def test_rows_that_bas_does_not_score_are_not_checked():
    outcome = judge(check, an_itinerary(a_stop("Nowhere", "10:00", "13:00")), KNOWN)
    assert outcome.verdict is NOT_CHECKED
    assert len(outcome.missing) == 1


def test_without_a_risk_profile_nothing_is_checked():
    assert (
        judge(check, an_itinerary(a_stop("Museum", "10:00", "13:00"), risk=None), KNOWN).verdict
        is NOT_CHECKED
    )
