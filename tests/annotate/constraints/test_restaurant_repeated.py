import pytest

from annotate.constraints.restaurant_repeated import check
from tests.annotate.constraints.judging import FAIL, PASS, failing_rows, judge
from tests.builders import a_day, a_meal, a_place, a_stay, a_stop, an_itinerary, facts


def test_a_restaurant_once_passes():
    assert judge(check, an_itinerary(a_meal("Bistro"), a_meal("Cafe", meal="dinner"))).verdict is PASS


def test_a_restaurant_as_lunch_and_again_as_dinner_fails_once_with_both_rows():
    outcome = judge(check, an_itinerary(a_day(a_meal("Bistro")), a_day(a_meal("Bistro", meal="dinner"))))
    assert outcome.verdict is FAIL
    assert failing_rows(outcome) == [("d1.s1", "d2.s1")]
    assert (outcome.findings[0].amount, outcome.findings[0].unit) == (2, "visits")
    assert outcome.findings[0].message == "Bistro (Jaipur) is visited 2 times: on day 1 and day 2."


def test_twice_on_one_day_is_a_repeat():
    outcome = judge(check, an_itinerary(a_meal("Bistro"), a_meal("Bistro", meal="dinner")))
    assert outcome.findings[0].message == "Bistro (Jaipur) is visited 2 times: twice on day 1."


def test_the_same_chain_in_another_city_is_no_repeat():
    days = a_day(a_meal("Chain", city="J"), city="J"), a_day(a_meal("Chain", city="K"), city="K")
    assert judge(check, an_itinerary(*days)).verdict is PASS


def test_a_longer_name_is_another_restaurant():
    assert (
        judge(check, an_itinerary(a_meal("Bistro"), a_meal("Bistro Deluxe", meal="dinner"))).verdict is PASS
    )


def test_curly_and_straight_quotes_are_the_same_place():
    days = a_day(a_meal("Alexander’s")), a_day(a_meal("Alexander's"))
    assert judge(check, an_itinerary(*days)).verdict is FAIL


def test_a_restaurant_in_an_attraction_slot_counts_as_the_restaurant_it_is():
    known = facts(a_place("Bistro", kind="restaurant"))
    days = a_day(a_meal("Bistro")), a_day(a_stop("Bistro", kind="attraction"))
    assert failing_rows(judge(check, an_itinerary(*days), known)) == [("d1.s1", "d2.s1")]


INN = facts(a_place("Inn", kind="accommodation"))
STAYS = [a_stay("Inn", "18:00", "19:00"), a_stay("Inn", "22:00", "32:00")]


@pytest.mark.parametrize("known", [INN, None])
def test_meals_at_the_hotel_are_visits_and_nights_are_none(known):
    check_in, night = STAYS
    dinner, again = (a_meal("Inn", "20:00", "21:00", "dinner") for _ in range(2))
    once = (
        a_day(check_in, dinner, night),
        a_day(a_stay("Inn", "00:00", "09:00"), a_stay("Inn", "22:00", "32:00")),
    )
    assert judge(check, an_itinerary(*once), known).verdict is PASS
    twice = a_day(check_in, dinner, night), a_day(a_stay("Inn", "00:00", "09:00"), again, night)
    assert failing_rows(judge(check, an_itinerary(*twice), known)) == [("d1.s2", "d2.s2")]


def test_it_does_not_matter_whether_the_meal_or_the_night_stands_first():
    days = (
        a_day(a_meal("Inn", "20:00", "21:00", "dinner"), a_stay("Inn", "22:00", "32:00")),
        a_day(a_stay("Inn", "00:00", "09:00"), accommodation=None),
    )
    assert judge(check, an_itinerary(*days)).verdict is PASS
