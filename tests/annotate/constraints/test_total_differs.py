import pytest

from annotate.constraints.total_differs import check
from annotate.facts import Facts
from annotate.plan import NamedPlace
from annotate.profile import DEFAULT_PROFILE
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_day, a_meal, a_place, a_stay, a_stop, a_trip, an_itinerary, facts

KNOWN = facts(a_place("Bistro", kind="restaurant", price=400))


@pytest.mark.parametrize(
    ("stated", "verdict"), [(400, PASS), (800, PASS), (800.01, PASS), (800.02, FAIL), (0, FAIL)]
)
def test_a_stated_cost_is_the_price_or_the_line(stated, verdict):
    assert judge(check, an_itinerary(a_meal("Bistro", cost=stated), people=2), KNOWN).verdict is verdict


def test_the_cost_that_a_field_states_counts():
    day = a_day(a_meal("Bistro"), lunch=NamedPlace("Bistro", "Jaipur", 14.0))
    finding = judge(check, an_itinerary(day, people=2), KNOWN).findings[0]
    assert finding.message == "Bistro states a cost of 14; its bill line is 800."
    assert finding.amount == 786


INN = facts(
    a_place("Plain Inn", kind="accommodation", price=1000, max_occupancy=2), a_place("Fort", price=None)
)


@pytest.mark.parametrize(
    ("stated", "verdict"), [(1000, PASS), (3000, PASS), (6000, PASS), (2000, FAIL), (5000, FAIL)]
)
def test_an_accommodation_may_state_a_room_the_rooms_of_a_night_or_the_stay(stated, verdict):
    days = a_day(a_stay("Plain Inn", cost=stated)), a_day(a_stay("Plain Inn")), a_day()
    assert judge(check, an_itinerary(*days, people=5), INN).verdict is verdict


def test_an_attraction_without_an_entry_fee_in_the_catalogue_is_not_checked():
    assert judge(check, an_itinerary(a_stop("Fort", cost=50)), INN).verdict is NOT_CHECKED


def test_large_amounts_are_told_in_full():
    known = facts(a_place("Bistro", kind="restaurant", price=1234567.5))
    finding = judge(check, an_itinerary(a_meal("Bistro", cost=1000000), people=1), known).findings[0]
    assert finding.message == "Bistro states a cost of 1,000,000; its bill line is 1,234,567.50."


def test_no_stated_cost_no_verdict():
    assert check(a_trip(an_itinerary(a_meal("Bistro"))), Facts(), DEFAULT_PROFILE) is None


def test_an_unknown_line_is_not_checked():
    assert judge(check, an_itinerary(a_meal("Grill", cost=14))).verdict is NOT_CHECKED
