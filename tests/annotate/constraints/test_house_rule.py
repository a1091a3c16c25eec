import pytest

from annotate.constraints.house_rule import asks, check
from annotate.facts import Facts
from annotate.plan import LocalConstraint
from annotate.profile import DEFAULT_PROFILE
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import a_day, a_place, a_query, a_stay, a_trip, an_itinerary, facts

KNOWN = facts(
    a_place("No Pets Inn", kind="accommodation", house_rules=("No pets", "No smoking")),
    a_place("Free Inn", kind="accommodation", house_rules=("No parties",)),
    a_place("Blank Inn", kind="accommodation"),
)


def trip(*inns, wish, tripcraft=False):
    constraints = LocalConstraint(house_rules=(wish,), tripcraft_keys=tripcraft)
    return an_itinerary(*[a_day(a_stay(inn)) for inn in inns], constraints=constraints)


def test_no_pets_asks_for_a_place_that_forbids_pets():
    assert judge(check, trip("No Pets Inn", wish="No_Pets"), KNOWN).verdict is PASS
    assert judge(check, trip("Free Inn", wish="No_Pets"), KNOWN).verdict is FAIL


def test_tripcrafts_pets_asks_for_a_place_that_does_not_forbid_them():
    assert judge(check, trip("Free Inn", wish="pets", tripcraft=True), KNOWN).verdict is PASS
    outcome = judge(check, trip("No Pets Inn", wish="pets", tripcraft=True), KNOWN)
    assert outcome.findings[0].message == "No Pets Inn does not meet: pets allowed (house rules)."


def test_every_accommodation_has_to_comply():
    outcome = judge(check, trip("No Pets Inn", "Free Inn", wish="No_Pets"), KNOWN)
    assert failing_rows(outcome) == [("d2.s1",)]


def test_an_empty_cell_is_not_checked():
    assert judge(check, trip("Blank Inn", wish="No_Pets"), KNOWN).verdict is NOT_CHECKED
    assert judge(check, trip("Blank Inn", wish="pets", tripcraft=True), KNOWN).verdict is NOT_CHECKED


def test_no_wish_no_verdict():
    assert check(a_trip(an_itinerary(a_stay("Free Inn")), KNOWN), Facts(), DEFAULT_PROFILE) is None


@pytest.mark.parametrize("tripcraft", [False, True])
def test_a_trip_without_any_accommodation_is_not_checked(tripcraft):
    constraints = LocalConstraint(house_rules=("pets",), tripcraft_keys=tripcraft)
    outcome = judge(check, an_itinerary(a_day(), constraints=constraints), KNOWN)
    assert (outcome.verdict, outcome.missing) == (NOT_CHECKED, ("The plan names no accommodation.",))


def test_the_checklist_says_what_is_asked():
    asked = asks(a_query(constraints=LocalConstraint(house_rules=("No_Pets",))))
    assert [item.text for item in asked] == ["each accommodation: No Pets"]


def test_the_checklist_turns_the_sense_with_the_other_benchmark_s_keys():
    asked = asks(a_query(constraints=LocalConstraint(house_rules=("pets",), tripcraft_keys=True)))
    assert [item.text for item in asked] == ["each accommodation allows pets"]


def test_several_rules_in_one_value_are_each_a_rule():
    known = facts(a_place("Inn", kind="accommodation", house_rules=("No parties & No pets",)))
    assert judge(check, trip("Inn", wish="No_Pets"), known).verdict is PASS
    assert judge(check, trip("Inn", wish="No_Smoking"), known).verdict is FAIL
    assert judge(check, trip("Inn", wish="pets", tripcraft=True), known).verdict is FAIL
    assert judge(check, trip("Inn", wish="smoking", tripcraft=True), known).verdict is PASS
