import pytest

from annotate.constraints.too_close_to_transport import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import a_day, a_leg, a_stay, a_stop, an_itinerary


@pytest.mark.parametrize(("start", "verdict"), [("10:31", PASS), ("10:30", PASS), ("10:29", FAIL)])
def test_the_first_stop_starts_half_an_hour_after_the_arrival(start, verdict):
    rows = a_leg("Train", "06:00", "10:00"), a_stop("Fort", start, "12:00")
    assert judge(check, an_itinerary(*rows)).verdict is verdict


@pytest.mark.parametrize(("end", "verdict"), [("17:29", PASS), ("17:30", PASS), ("17:31", FAIL)])
def test_the_last_stop_ends_half_an_hour_before_the_departure(end, verdict):
    rows = a_stop("Fort", "16:00", end), a_leg("Train", "18:00", "22:00", origin="Jaipur", destination="Agra")
    assert judge(check, an_itinerary(*rows)).verdict is verdict


def test_a_stop_hours_before_the_landing_of_the_same_day_is_a_fault():
    rows = a_leg("Flight", "13:00", "15:30"), a_stop("Fort", "09:00", "11:00")
    outcome = judge(check, an_itinerary(*rows))
    assert failing_rows(outcome) == [("d1.l1", "d1.s1")]
    assert outcome.findings[0].amount == 30 + 390
    assert outcome.findings[0].advice == "Start Fort at 16:00 or later."


def test_so_is_one_that_the_list_puts_before_the_leg_but_lies_where_it_lands():
    rows = a_stop("Fort", "09:00", "11:00", city="Jaipur"), a_leg("Flight", "13:00", "15:30")
    assert failing_rows(judge(check, an_itinerary(*rows))) == [("d1.l1", "d1.s1")]


def test_a_stop_that_ends_hours_after_the_departure_is_a_fault():
    rows = a_stop("Zoo", "13:00", "15:00", city="Bhopal"), a_leg("Flight", "11:00", "12:30")
    outcome = judge(check, an_itinerary(*rows))
    assert failing_rows(outcome) == [("d1.s1", "d1.l1")]
    assert outcome.findings[0].amount == 30 + 240
    assert outcome.findings[0].message.startswith("Zoo ends 4 h 00 after the departure of Flight 6E-2145")
    assert outcome.findings[0].advice == "Leave Zoo by 10:30."


def test_absolute_time_counts_across_midnight():
    days = a_day(a_leg("Train", "22:00", "30:00")), a_day(a_stay("Plain Inn", "06:29", "09:00"))
    outcome = judge(check, an_itinerary(*days))
    assert failing_rows(outcome) == [("d1.l1", "d2.s1")]
    assert outcome.findings[0].advice == "Start Plain Inn at 06:30 or later."


def test_a_station_on_the_list_is_not_a_stop():
    rows = a_leg("Train", "06:00", "10:00"), a_stop("Station", "10:00", "10:10", kind="transport")
    assert judge(check, an_itinerary(*rows)).verdict is PASS


def test_missing_times_are_not_checked():
    outcome = judge(check, an_itinerary(a_leg("Train", "06:00", None), a_stop("Fort", "11:00", "12:00")))
    assert outcome.verdict is NOT_CHECKED
