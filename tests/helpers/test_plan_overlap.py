"""The same places, and the same order, in two plans."""

import pytest

from helpers.estimates import NO_COMMON_ITEMS
from helpers.plan_overlap import NO_PLACES, TOO_FEW_STOPS, order_agreement, place_overlap
from tests.builders import a_day, a_leg, a_meal, a_stay, a_stop, an_itinerary

MORNING = an_itinerary(
    a_stop("Museum", "10:00", "12:00"), a_meal("Bistro", "13:00", "14:00"), a_stop("Fort", "15:00", "17:00")
)


def test_places_in_both_over_places_in_either():
    other = an_itinerary(a_stop("Museum"), a_stop("Fort"), a_stop("Bazaar"), a_stay("Plain Inn"))
    assert place_overlap(MORNING, other) == 2 / 5  # Museum, Fort of Museum, Bistro, Fort, Bazaar, Plain Inn
    assert place_overlap(other, MORNING) == 2 / 5
    assert place_overlap(MORNING, MORNING) == 1.0


def test_plans_without_a_place_in_common_overlap_by_nothing_and_have_no_order():
    other = an_itinerary(a_stop("Bazaar", "10:00", "11:00"), a_stop("Lake", "12:00", "13:00"))
    assert place_overlap(MORNING, other) == 0.0
    assert order_agreement(MORNING, other) is NO_COMMON_ITEMS


def test_a_place_is_its_whole_name_and_its_city_and_curly_quotes_do_not_matter():
    inn, deluxe = an_itinerary(a_stay("Plain Inn")), an_itinerary(a_stay("Plain Inn Deluxe"))
    assert place_overlap(inn, deluxe) == 0.0
    here, there = an_itinerary(a_stop("Fort", city="Agra")), an_itinerary(a_stop("Fort", city="Jaipur"))
    assert place_overlap(here, there) == 0.0
    straight, curly = an_itinerary(a_meal("Alexander's")), an_itinerary(a_meal("Alexander’s"))
    assert place_overlap(straight, curly) == 1.0


def test_stations_are_no_places_and_without_any_place_the_overlap_is_undefined():
    station = an_itinerary(a_stop("Jaipur Junction", "10:00", "10:10", kind="transport"))
    assert place_overlap(station, station) is NO_PLACES
    assert place_overlap(station, MORNING) == 0.0


def test_the_share_of_pairs_of_stops_in_the_same_order():
    # Fort before Bistro in the other plan: of Museum-Bistro, Museum-Fort, Bistro-Fort the last is turned round
    other = an_itinerary(
        a_stop("Museum", "10:00", "11:00"),
        a_stop("Fort", "11:30", "13:00"),
        a_meal("Bistro", "13:30", "14:30"),
    )
    assert order_agreement(MORNING, other) == pytest.approx(2 / 3)
    assert order_agreement(other, MORNING) == pytest.approx(2 / 3)
    assert order_agreement(MORNING, MORNING) == 1.0
    backwards = an_itinerary(
        a_stop("Fort", "10:00", "11:00"),
        a_meal("Bistro", "12:00", "13:00"),
        a_stop("Museum", "14:00", "15:00"),
    )
    assert order_agreement(MORNING, backwards) == 0.0


def test_two_stops_that_begin_together_agree_with_two_that_do_only():
    together = an_itinerary(a_stop("Museum", "10:00", "12:00"), a_stop("Fort", "10:00", "12:00"))
    apart = an_itinerary(a_stop("Museum", "10:00", "12:00"), a_stop("Fort", "10:01", "12:00"))
    assert order_agreement(together, together) == 1.0
    assert order_agreement(together, apart) == 0.0


def test_a_stop_after_midnight_comes_after_the_evening_and_before_the_next_morning():
    late = an_itinerary(
        a_day(
            a_stop("Bazaar", "22:00", "23:30"), a_meal("Bistro", "24:15", "25:15", meal="dinner"), number=1
        ),
        a_day(a_stop("Fort", "09:00", "11:00"), number=2),
    )
    next_day = an_itinerary(
        a_day(a_stop("Bazaar", "22:00", "23:30"), number=1),
        a_day(a_meal("Bistro", "00:15", "01:15", meal="dinner"), a_stop("Fort", "09:00", "11:00"), number=2),
    )
    assert order_agreement(late, next_day) == 1.0


def test_fewer_than_two_common_timed_stops_have_no_order():
    untimed = an_itinerary(a_stop("Museum", "10:00", "12:00"), a_stop("Fort"))
    assert order_agreement(MORNING, untimed) is TOO_FEW_STOPS
    assert TOO_FEW_STOPS.words == "undefined, because fewer than two common stops are timed in both plans"


def test_the_second_night_in_a_hotel_is_compared_with_the_second_night():
    plan = an_itinerary(
        a_day(a_leg(depart="06:00", arrive="09:00"), a_stay("Plain Inn", "22:00", "31:00"), number=1),
        a_day(a_stop("Fort", "09:00", "11:00"), a_stay("Plain Inn", "22:00", "31:00"), number=2),
    )
    other = an_itinerary(
        a_day(a_stay("Plain Inn", "21:00", "31:00"), number=1),
        a_day(a_stop("Fort", "09:00", "11:00"), a_stay("Plain Inn", "23:00", "31:00"), number=2),
    )
    assert order_agreement(plan, other) == 1.0
