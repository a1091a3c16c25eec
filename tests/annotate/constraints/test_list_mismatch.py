import pytest

from annotate.constraints.list_mismatch import check
from tests.annotate.constraints.judging import FAIL, PASS, failing_rows, judge
from tests.builders import a_day, a_meal, a_place, a_stay, a_stop, an_itinerary, facts


def test_a_list_that_holds_what_was_chosen_passes():
    assert judge(check, an_itinerary(a_meal("Bistro"), a_stop("Fort"), a_stay("Plain Inn"))).verdict is PASS


def test_a_chosen_place_that_is_not_listed_is_found_and_so_is_the_other_way_round():
    outcome = judge(check, an_itinerary(a_day(a_stop("Palace"), attractions=["Fort"])))
    assert outcome.verdict is FAIL
    assert [finding.message for finding in outcome.findings] == [
        "Fort, the attraction of day 1, is not on the day's list.",
        "Palace is on the list of day 1, but none of its fields chooses it.",
    ]
    assert failing_rows(outcome) == [(), ("d1.s1",)]


def test_an_evening_event_belongs_on_the_list():
    outcome = judge(check, an_itinerary(a_day(a_stop("Fort"), events=["Raga Night"])))
    assert [finding.message for finding in outcome.findings] == [
        "Raga Night, the event of day 1, is not on the day's list."
    ]


def test_the_accommodation_of_the_night_before_counts_as_chosen():
    days = a_day(a_stay("Plain Inn")), a_day(a_stay("Plain Inn", verb="checkout"), accommodation=None)
    assert judge(check, an_itinerary(*days)).verdict is PASS


def test_an_accommodation_of_two_nights_before_does_not():
    days = a_day(a_stay("Plain Inn")), a_day(), a_day(a_stay("Plain Inn"), accommodation=None)
    assert failing_rows(judge(check, an_itinerary(*days))) == [("d3.s1",)]


def test_transport_places_may_stand_on_the_list():
    assert judge(check, an_itinerary(a_stop("Airport", kind="transport"))).verdict is PASS


@pytest.mark.parametrize(("listed", "verdict"), [("Rambagh", PASS), ("Fort", FAIL)])
def test_a_station_that_a_field_chooses_stands_on_the_list(listed, verdict):
    day = a_day(a_stop(listed), attractions=["Rambagh"])
    assert judge(check, an_itinerary(day), facts(a_place("Rambagh", kind="transport"))).verdict is verdict


def test_curly_quotes_in_the_field_and_straight_ones_on_the_list_are_one_place():
    day = a_day(a_meal("Alexander's"), lunch="Alexander’s")
    assert judge(check, an_itinerary(day)).verdict is PASS


def test_a_place_chosen_for_two_meals_stands_on_the_list_twice():
    day = a_day(a_meal("Bistro"), lunch="Bistro", dinner="Bistro")
    outcome = judge(check, an_itinerary(day))
    assert [finding.message for finding in outcome.findings] == [
        "Bistro, the dinner of day 1, is not on the day's list."
    ]


def test_a_part_of_the_name_is_not_the_place():
    assert judge(check, an_itinerary(a_day(a_stop("Amber Fort"), attractions=["Amber"]))).verdict is FAIL


def test_a_field_without_a_city_is_found_on_the_list_by_its_full_name():
    day = a_day(a_stop("La Scala", city="Jaipur"), attractions=[("La Scala", None)])
    assert judge(check, an_itinerary(day)).verdict is PASS


@pytest.mark.parametrize("known", [facts(a_place("Inn", kind="accommodation")), None])
def test_a_stay_is_not_the_meal_at_the_hotel(known):
    nights = a_stay("Inn", "00:00", "09:00"), a_stay("Inn", "22:00", "32:00")
    day = a_day(*nights, breakfast="Inn")
    assert [finding.message for finding in judge(check, an_itinerary(day), known).findings] == [
        "Inn, the breakfast of day 1, is not on the day's list."
    ]
    both = a_day(nights[0], a_meal("Inn", "09:00", "10:00", "breakfast"), nights[1])
    assert judge(check, an_itinerary(both), known).verdict is PASS


def test_a_meal_at_the_hotel_is_not_the_stay():
    day = a_day(a_meal("Inn", "09:00", "10:00", "breakfast"), accommodation="Inn")
    assert [finding.message for finding in judge(check, an_itinerary(day)).findings] == [
        "Inn, the accommodation of day 1, is not on the day's list."
    ]


def test_a_transport_place_is_not_the_attraction_of_its_name():
    day = a_day(a_stop("Terminus", kind="transport"), attractions=["Terminus"])
    assert judge(check, an_itinerary(day)).verdict is FAIL
