import pytest

from annotate.constraints.total_differs import check
from annotate.facts import Facts
from annotate.plan import NamedPlace
from annotate.profile import DEFAULT_PROFILE
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_day, a_meal, a_place, a_trip, an_itinerary, facts

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


def test_no_stated_cost_no_verdict():
    assert check(a_trip(an_itinerary(a_meal("Bistro"))), Facts(), DEFAULT_PROFILE) is None


def test_an_unknown_line_is_not_checked():
    assert judge(check, an_itinerary(a_meal("Grill", cost=14))).verdict is NOT_CHECKED
