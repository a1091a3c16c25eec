import pytest

from annotate.constraints.meal_gap import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import a_day, a_meal, an_itinerary


@pytest.mark.parametrize(("start", "verdict"), [("13:51", PASS), ("13:50", PASS), ("13:49", FAIL)])
def test_lunch_starts_four_hours_after_breakfast_ends(start, verdict):
    rows = a_meal("Poha Corner", "09:00", "09:50", "breakfast"), a_meal("Bistro", start, "15:00")
    assert judge(check, an_itinerary(*rows)).verdict is verdict


def test_the_finding_says_when_lunch_could_start():
    rows = a_meal("Poha Corner", "09:00", "09:50", "breakfast"), a_meal("Bistro", "12:30", "13:30")
    outcome = judge(check, an_itinerary(*rows))
    assert failing_rows(outcome) == [("d1.s1", "d1.s2")]
    assert (outcome.findings[0].amount, outcome.findings[0].unit) == (80, "min")
    assert outcome.findings[0].message == (
        "Lunch at Bistro starts 2 h 40 after the end of breakfast at Poha Corner; 4 h 00 are wanted."
    )
    assert outcome.findings[0].advice == "Start lunch at 13:50 or later."


def test_without_lunch_breakfast_and_dinner_are_neighbours():
    rows = a_meal("Poha Corner", "09:00", "10:00", "breakfast"), a_meal("Grill", "11:00", "12:00", "dinner")
    outcome = judge(check, an_itinerary(*rows))
    assert outcome.findings[0].amount == 180


def test_a_dinner_after_midnight_is_no_fault_after_lunch():
    rows = a_meal("Bistro", "14:15", "15:15"), a_meal("Grill", "24:15", "25:15", "dinner")
    assert judge(check, an_itinerary(*rows)).verdict is PASS


def test_a_dinner_over_midnight_is_one_hour_long_and_far_from_lunch():
    rows = a_meal("Bistro", "14:15", "19:30"), a_meal("Grill", "23:30", "24:30", "dinner")
    assert judge(check, an_itinerary(*rows)).verdict is PASS


def test_a_lunch_before_the_breakfast_is_a_fault():
    rows = a_meal("Poha Corner", "14:00", "15:00", "breakfast"), a_meal("Bistro", "09:00", "10:00")
    outcome = judge(check, an_itinerary(*rows))
    assert outcome.findings[0].amount == 240 + 360


def test_meals_of_two_days_are_not_compared():
    days = (
        a_day(a_meal("Grill", "22:00", "30:00", "dinner")),
        a_day(a_meal("Cafe", "08:00", "09:00", "breakfast")),
    )
    assert judge(check, an_itinerary(*days)).verdict is PASS


def test_a_meal_without_times_is_not_checked():
    rows = a_meal("Poha Corner", "09:00", None, "breakfast"), a_meal("Bistro", "12:00", "13:00")
    outcome = judge(check, an_itinerary(*rows))
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == ("Day 1: the breakfast at Poha Corner has no end.",)


def test_a_chosen_lunch_that_is_not_listed_is_not_skipped():
    day = a_day(
        a_meal("Poha Corner", "09:00", "10:00", "breakfast"),
        a_meal("Grill", "20:00", "21:00", "dinner"),
        lunch="Bistro",
    )
    assert judge(check, an_itinerary(day)).verdict is NOT_CHECKED
