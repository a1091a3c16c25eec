from dataclasses import replace

import pytest

from annotate.constraints.cuisine_missing import asks, check
from annotate.facts import CityFacts, Facts
from annotate.names import place_key
from annotate.plan import LocalConstraint
from annotate.profile import DEFAULT_PROFILE
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_day, a_meal, a_place, a_query, a_trip, an_itinerary, facts

KNOWN = facts(
    a_place("Grill House", kind="restaurant", cuisines=("Grill", "North Indian")),
    a_place("Home Kitchen", kind="restaurant", city="Bhopal", cuisines=("Chinese",)),
    a_place("Mystery", kind="restaurant"),
)


def trip(*rows, wish):
    return an_itinerary(*rows, origin="Bhopal", constraints=LocalConstraint(cuisine=(wish,)))


@pytest.mark.parametrize("wish", ["North Indian", "north_indian", "Seafood/Steak/Grill"])
def test_a_served_cuisine_or_one_of_a_group_passes(wish):
    assert judge(check, trip(a_meal("Grill House"), wish=wish), KNOWN).verdict is PASS


@pytest.mark.parametrize(
    ("wish", "served"), [("Sandwiches", "Sandwich"), ("sandwich", "Sandwiches"), ("Smoothies", "Smoothie")]
)
def test_a_plural_is_the_same_cuisine(wish, served):
    known = facts(a_place("Snacks", kind="restaurant", cuisines=(served,)))
    assert judge(check, trip(a_meal("Snacks"), wish=wish), known).verdict is PASS
    assert judge(check, trip(a_meal("Snacks"), wish="Steak"), known).verdict is FAIL


def test_a_catalogue_value_may_list_several_cuisines():
    known = facts(a_place("Mixed", kind="restaurant", cuisines=("North Indian, Chinese",)))
    assert judge(check, trip(a_meal("Mixed"), wish="Chinese"), known).verdict is PASS
    assert judge(check, trip(a_meal("Mixed"), wish="Indian"), known).verdict is FAIL


def test_a_cuisine_that_nobody_serves_fails():
    outcome = judge(check, trip(a_meal("Grill House"), wish="Chinese"), KNOWN)
    assert outcome.verdict is FAIL
    assert outcome.findings[0].message == "No chosen restaurant outside Bhopal serves Chinese."


def test_a_part_of_the_name_is_not_the_cuisine():
    assert judge(check, trip(a_meal("Grill House"), wish="Indian"), KNOWN).verdict is FAIL


def test_restaurants_of_the_origin_do_not_count():
    assert judge(check, trip(a_meal("Home Kitchen", city="Bhopal"), wish="Chinese"), KNOWN).verdict is FAIL


def test_the_origin_is_left_out_though_the_catalogue_calls_it_otherwise():
    bengaluru = CityFacts("bengaluru|karnataka", "Bengaluru", "Karnataka")
    kitchen = a_place("Home Kitchen", kind="restaurant", city="Bengaluru", cuisines=("Chinese",))
    known = replace(
        facts(a_place("Grill House", kind="restaurant", cuisines=("Grill",))),
        cities={"bangalore": bengaluru},
    )
    known.places[place_key("Home Kitchen", "Bangalore")] = kitchen
    constraints = LocalConstraint(cuisine=("Chinese",))

    def verdict(*rows, **fields):
        day = a_day(*rows, from_city="Bangalore", **fields)
        return judge(check, an_itinerary(day, origin="Bangalore", constraints=constraints), known).verdict

    assert verdict(a_meal("Home Kitchen", city="Bangalore"), a_meal("Grill House", meal="dinner")) is FAIL
    assert verdict(a_meal("Home Kitchen", city="Bangalore"), lunch=("Home Kitchen", None)) is FAIL
    assert verdict(lunch=("Home Kitchen", None), dinner="Grill House") is FAIL


def test_while_a_restaurants_cuisines_are_unknown_it_is_not_checked():
    assert judge(check, trip(a_meal("Mystery"), wish="Chinese"), KNOWN).verdict is NOT_CHECKED


def test_no_wish_no_verdict():
    assert check(a_trip(an_itinerary(a_meal("Mystery")), KNOWN), Facts(), DEFAULT_PROFILE) is None


def test_the_checklist_says_what_is_asked():
    asked = asks(a_query(constraints=LocalConstraint(cuisine=("Seafood/Steak/Grill", "Thai"))))
    assert [item.text for item in asked] == [
        "at least one Seafood/Steak/Grill restaurant",
        "at least one Thai restaurant",
    ]
