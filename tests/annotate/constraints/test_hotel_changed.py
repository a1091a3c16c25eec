from annotate.constraints.hotel_changed import check
from tests.annotate.constraints.judging import FAIL, PASS, failing_rows, judge
from tests.builders import a_day, a_stay, an_itinerary


def test_one_hotel_per_city_passes_and_a_new_city_has_a_new_one():
    days = [
        a_day(a_stay("Inn", city="J"), city="J"),
        a_day(a_stay("Inn", city="J"), city="J"),
        a_day(a_stay("Lodge", city="K"), from_city="J", city="K"),
    ]
    assert judge(check, an_itinerary(*days)).verdict is PASS


def test_a_move_within_a_city_fails_on_the_rows_of_the_new_hotel():
    days = a_day(a_stay("Inn")), a_day(a_stay("Inn"), a_stay("Inn Deluxe"))
    outcome = judge(check, an_itinerary(*days))
    assert outcome.verdict is FAIL
    assert failing_rows(outcome) == [("d2.s2",)]
    assert outcome.findings[0].message == "Day 2 moves from Inn to Inn Deluxe, both in Jaipur."


def test_the_last_day_names_none():
    assert judge(check, an_itinerary(a_day(a_stay("Inn")), a_day(accommodation=None))).verdict is PASS


def test_a_night_that_names_no_hotel_ends_no_stay():
    days = [a_day(a_stay("Inn")), a_day(accommodation=None), a_day(a_stay("Lodge"))]
    outcome = judge(check, an_itinerary(*days))
    assert failing_rows(outcome) == [("d3.s1",)]
    assert outcome.findings[0].message == "Day 3 moves from Inn to Lodge, both in Jaipur."


def test_two_stays_in_one_city_apart_from_each_other_may_be_at_two_hotels():
    days = [
        a_day(a_stay("Inn", city="J"), city="J"),
        a_day(a_stay("Hut", city="K"), from_city="J", city="K"),
        a_day(a_stay("Lodge", city="J"), from_city="K", city="J"),
    ]
    assert judge(check, an_itinerary(*days)).verdict is PASS
