"""Fort has its peak from 14:00 to 17:00."""

import pytest

from annotate.constraints.peak_overlap import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_crowd, a_leg, a_meal, a_place, a_stop, an_itinerary, facts, hours

PEAK = a_crowd([[9, 20, "A"]], p=[14, 15, 16])
KNOWN = facts(a_place("Fort", crowd=PEAK), a_place("Late", crowd=a_crowd([[9, 20, "A"]], p=[0, 23])))


def finding(*rows, known=KNOWN):
    return judge(check, an_itinerary(*rows), known).findings[0]


@pytest.mark.parametrize(
    ("start", "end", "minutes"),
    [("12:00", "14:00", 0), ("12:00", "14:01", 1), ("16:59", "18:00", 1), ("17:00", "18:00", 0)],
)
def test_minutes_in_peak_hours_count_from_the_hour_to_the_hour(start, end, minutes):
    outcome = judge(check, an_itinerary(a_stop("Fort", start, end)), KNOWN)
    assert [found.amount for found in outcome.findings] == ([minutes] if minutes else [])
    assert outcome.verdict is (FAIL if minutes else PASS)


def test_the_nearest_quieter_slot_is_named():
    found = finding(a_stop("Fort", "13:00", "15:00"))
    assert found.message == "Fort: 1 h 00 of 2 h 00 lie in peak hours."
    assert found.advice == "Visit it from 12:00 to 14:00."


def test_the_slot_stays_after_the_row_before_and_before_the_row_after():
    lunch, walk = a_meal("Bistro", "11:30", "12:30"), a_stop("Walk", "20:00", "21:00")
    assert finding(lunch, a_stop("Fort", "13:00", "15:00"), walk).advice == "Visit it from 17:00 to 19:00."


def test_without_room_outside_the_peak_the_least_crowded_slot_is_named():
    lunch, walk = a_meal("Bistro", "11:30", "12:30"), a_stop("Walk", "18:00", "19:00")
    assert finding(lunch, a_stop("Fort", "13:00", "15:00"), walk).advice == (
        "Visit it from 12:30 to 14:30 with 30 min in peak hours."
    )


def test_where_there_is_no_quieter_slot_the_remark_has_to_say_so():
    before, after = a_stop("Walk", "10:00", "13:00"), a_stop("Zoo", "15:00", "16:00")
    assert finding(before, a_stop("Fort", "13:00", "15:00"), after).advice.startswith("No quieter slot")


def test_the_slot_lies_inside_the_opening_hours():
    known = facts(a_place("Fort", crowd=PEAK, hours=hours(("13:00", "20:00"))))
    assert finding(a_stop("Fort", "13:00", "15:00"), known=known).advice == "Visit it from 17:00 to 19:00."


def test_the_slot_leaves_half_an_hour_before_a_departure():
    leg = a_leg("Train", "19:29", "22:00", origin="Jaipur", destination="Agra")
    lunch = a_meal("Bistro", "11:30", "12:30")
    # from 17:00 the visit would end 29 min before the departure
    assert finding(lunch, a_stop("Fort", "13:30", "15:30"), leg).advice == (
        "Visit it from 16:59 to 18:59 with 1 min in peak hours."
    )


def test_the_slot_of_a_meal_keeps_four_hours_from_the_other_meals():
    known = facts(a_place("Bistro", kind="restaurant", crowd=PEAK))
    rows = a_meal("Cafe", "09:00", "10:00", "breakfast"), a_meal("Bistro", "14:30", "15:30")
    # 13:00 to 14:00 would be nearer, but only three hours after breakfast
    assert finding(*rows, known=known).advice == "Visit it from 17:00 to 18:00."


def test_a_visit_over_midnight_meets_hour_0_and_hour_23():
    assert finding(a_stop("Late", "23:30", "24:30")).amount == 60


def test_peak_hours_are_those_of_the_visits_weekday():
    quiet = a_crowd([[9, 20, "A"]])
    known = facts(a_place("Fort", crowds=(quiet, *[PEAK] * 6)))
    assert judge(check, an_itinerary(a_stop("Fort", "14:00", "15:00")), known).verdict is PASS


def test_a_visit_without_crowd_data_is_not_checked():
    outcome = judge(check, an_itinerary(a_stop("Zoo", "14:00", "15:00")), KNOWN)
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == ("d1.s1 Zoo: no crowd data.",)


def test_a_visit_without_times_is_not_checked():
    assert judge(check, an_itinerary(a_stop("Fort", "14:00", None)), KNOWN).verdict is NOT_CHECKED
