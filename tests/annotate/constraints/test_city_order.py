from itertools import pairwise

from annotate.constraints.city_order import asks, check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_city, a_day, a_leg, a_query, an_itinerary, facts

RAJASTHAN = facts(
    cities=[a_city("J", "Rajasthan"), a_city("K", "Rajasthan"), a_city("L", "Gujarat"), a_city("A", "Bihar")]
)


def trip(*cities, **asked):
    days = [a_day(from_city=start, city=end) for start, end in pairwise(cities)]
    asked = {"origin": "A", "destinations": ("J", "K"), "city_count": None, **asked}
    return an_itinerary(*days, **asked)


def messages(itinerary, known=RAJASTHAN):
    return [finding.message for finding in judge(check, itinerary, known).findings]


def test_there_and_back_is_a_valid_route():
    assert judge(check, trip("A", "J", "A"), RAJASTHAN).verdict is PASS


def test_a_city_entered_twice_is_found():
    assert messages(trip("A", "J", "K", "J", "A")) == ["J is entered twice."]


def test_passing_through_the_origin_is_entering_it_twice():
    assert messages(trip("A", "J", "A", "K", "A")) == ["A is entered twice."]


def test_several_days_in_a_city_are_one_stay():
    assert messages(trip("A", "J", "J", "J", "A")) == []


def test_a_change_of_trains_on_the_way_is_no_visit():
    legs = a_leg(origin="A", destination="L"), a_leg(origin="L", destination="J")
    days = a_day(*legs, from_city="A", city="J"), a_day(from_city="J", city="A")
    itinerary = an_itinerary(*days, origin="A", destinations=("J",), city_count=1)
    assert judge(check, itinerary, RAJASTHAN).verdict is PASS


def by_night(**asked):
    """To J, on a night leg to K, from there back to A on the day it arrives."""
    on_board = a_day(a_leg("Train", "23:00", "30:00", origin="J", destination="K"), city="J")
    return an_itinerary(
        a_day(from_city="A", city="J"), on_board, a_day(from_city="K", city="A"), origin="A", **asked
    )


def test_a_city_reached_by_night_and_left_the_same_day_is_one_of_the_cities_asked():
    assert messages(by_night(destinations=("J", "K"), city_count=2)) == []
    assert messages(by_night(destinations=("J", "K"), city_count=1)) == [
        "The plan visits 2 cities; the query asks for 1."
    ]
    assert messages(by_night(destinations=("J", "K"), city_count=3)) == [
        "The plan visits 2 cities; the query asks for 3."
    ]


def test_a_city_reached_by_night_and_left_the_same_day_lies_in_the_destination():
    assert messages(by_night(destinations=("J",), city_count=None)) == ["K is not in J."]


def test_a_city_reached_by_night_and_left_the_same_day_is_not_entered_again():
    days = by_night().days
    again = an_itinerary(
        *days[:2],
        a_day(from_city="K", city="J"),
        a_day(from_city="J", city="A"),
        origin="A",
        destinations=("J", "K"),
        city_count=None,
    )
    assert messages(again) == ["J is entered twice."]


def test_the_number_of_cities_is_the_one_asked():
    assert messages(trip("A", "J", "K", "A", city_count=2)) == []
    assert messages(trip("A", "J", "K", "A", city_count=3)) == [
        "The plan visits 2 cities; the query asks for 3."
    ]
    assert messages(trip("A", "J", "K", "A", city_count=1)) == [
        "The plan visits 2 cities; the query asks for 1."
    ]


def test_a_city_off_the_list_is_found_though_it_lies_in_the_state():
    itinerary = trip("A", "J", "K", "A", destinations=("J",), target_state="Rajasthan")
    assert messages(itinerary) == ["K is not in J."]


def test_where_more_cities_are_asked_than_named_the_state_takes_the_others():
    asked = {"destinations": ("J",), "target_state": "Rajasthan"}
    assert messages(trip("A", "J", "K", "A", city_count=2, **asked)) == []
    assert messages(trip("A", "J", "L", "A", city_count=2, **asked)) == ["L is not in J."]
    assert messages(trip("A", "J", "K", "A", city_count=1, **asked)) == [
        "The plan visits 2 cities; the query asks for 1.",
        "K is not in J.",
    ]


def test_a_state_as_destination_takes_all_its_cities_and_no_other():
    itinerary = trip("A", "J", "K", "L", "A", destinations=("Rajasthan",), target_state="Rajasthan")
    assert messages(itinerary) == ["L is not in Rajasthan."]


def test_a_state_that_bears_the_name_of_a_city_is_still_the_state():
    known = facts(cities=[a_city("Goa", "Goa"), a_city("J", "Goa"), a_city("L", "Gujarat")])
    two_cities = trip("A", "J", "L", "A", destinations=("Goa",), target_state="Goa", city_count=2)
    assert messages(two_cities, known) == ["L is not in Goa."]
    the_city = trip("A", "J", "A", destinations=("Goa",), target_state="Goa", city_count=1)
    assert messages(the_city, known) == ["J is not in Goa."]


def test_a_city_whose_state_is_not_known_is_not_checked():
    itinerary = trip("A", "J", "A", destinations=("Rajasthan",), target_state="Rajasthan")
    outcome = judge(check, itinerary)
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == ("No table says in which state J lies.",)


def test_the_last_legs_destination_counts_even_if_it_arrives_after_the_last_date():
    back = a_day(a_leg("Train", "22:00", "30:00", origin="J", destination="A"), city="J")
    itinerary = an_itinerary(
        a_day(from_city="A", city="J"), back, origin="A", destinations=("J",), city_count=1
    )
    assert judge(check, itinerary, RAJASTHAN).verdict is PASS


def test_a_last_leg_to_an_unasked_city_fails():
    back = a_day(a_leg("Train", "22:00", "30:00", origin="J", destination="L"), city="J")
    itinerary = an_itinerary(a_day(from_city="A", city="J"), back, origin="A", destinations=("J",))
    assert judge(check, itinerary, RAJASTHAN).verdict is FAIL


def test_the_checklist_says_what_is_asked():
    asked = asks(a_query(city_count=2, destinations=("Jaipur", "Ajmer")))
    assert [item.text for item in asked] == ["2 cities, to Jaipur, Ajmer, none entered twice"]
