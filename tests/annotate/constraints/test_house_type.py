import pytest

from annotate.constraints.house_type import asks, check
from annotate.facts import Facts
from annotate.plan import LocalConstraint
from annotate.profile import DEFAULT_PROFILE
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_place, a_query, a_stay, a_stop, a_trip, an_itinerary, facts


def verdict(wish, *types):
    known = facts(a_place("Inn", kind="accommodation", house_type=types or None))
    itinerary = an_itinerary(a_stay("Inn"), constraints=LocalConstraint(house_type=(wish,)))
    return judge(check, itinerary, known).verdict


@pytest.mark.parametrize("wish", ["Family_Friendly", "family friendly", "Family-friendly"])
def test_the_type_counts_in_any_spelling(wish):
    assert verdict(wish, "Family Friendly", "Hotel") is PASS


def test_another_type_fails():
    assert verdict("Family_Friendly", "Hostel") is FAIL


def test_not_shared_room_is_any_other_type():
    assert verdict("not shared room", "Private room") is PASS
    assert verdict("not shared room", "Shared room") is FAIL


def test_an_entire_home_is_an_entire_room():
    assert verdict("entire room", "Entire home/apt") is PASS


def test_an_empty_cell_is_not_checked():
    assert verdict("Family_Friendly") is NOT_CHECKED


def test_no_wish_no_verdict():
    assert check(a_trip(an_itinerary(a_stay("Inn"))), Facts(), DEFAULT_PROFILE) is None


def test_a_trip_without_any_accommodation_is_not_checked():
    itinerary = an_itinerary(a_stop("Fort"), constraints=LocalConstraint(house_type=("villa",)))
    assert judge(check, itinerary, facts()).verdict is NOT_CHECKED


def test_the_checklist_says_what_is_asked():
    asked = asks(a_query(constraints=LocalConstraint(house_type=("Family_Friendly",))))
    assert [item.text for item in asked] == ["each accommodation of the type Family Friendly"]
