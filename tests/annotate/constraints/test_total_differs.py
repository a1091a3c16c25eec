import pytest

from annotate.constraints.total_differs import check
from annotate.facts import Facts
from annotate.plan import NamedPlace
from annotate.profile import DEFAULT_PROFILE
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
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


BOTH_MEALS = a_meal("Bistro", "08:00", "09:00", "breakfast"), a_meal("Bistro", "20:00", "21:00", "dinner")


@pytest.mark.parametrize(
    ("breakfast", "dinner", "rows"),
    [(400.0, 14.0, [("d1.s2",)]), (14.0, 400.0, [("d1.s1",)]), (14.0, 15.0, [("d1.s1",), ("d1.s2",)])],
)
def test_each_meal_states_the_cost_of_its_own_row(breakfast, dinner, rows):
    fields = {
        "breakfast": NamedPlace("Bistro", "Jaipur", breakfast),
        "dinner": NamedPlace("Bistro", "Jaipur", dinner),
    }
    outcome = judge(check, an_itinerary(a_day(*BOTH_MEALS, **fields), people=2), KNOWN)
    assert failing_rows(outcome) == rows


@pytest.mark.parametrize(("stated", "findings"), [(800.0, []), (14.0, [()])])
def test_the_cost_of_a_choice_that_is_not_on_the_list_counts(stated, findings):
    day = a_day(a_stop("Museum"), lunch=NamedPlace("Bistro", "Jaipur", stated))
    outcome = judge(check, an_itinerary(day, people=2), KNOWN)
    assert failing_rows(outcome) == findings
    assert [finding.message for finding in outcome.findings] == [
        "Bistro, the lunch of day 1, states a cost of 14; its bill line is 800." for _ in findings
    ]


HOTEL = facts(a_place("Inn", kind="accommodation", price=2000.0, max_occupancy=2))


def test_a_meal_at_the_hotel_is_not_held_against_the_room():
    days = (
        a_day(a_stay("Inn", "14:00", "32:00", cost=2000)),
        a_day(a_meal("Inn", "08:30", "09:30", "breakfast", cost=300), accommodation=None),
    )
    outcome = judge(check, an_itinerary(*days), HOTEL)
    assert (outcome.verdict, failing_rows(outcome)) == (NOT_CHECKED, [])
    assert outcome.missing == ("d2.s1 Inn: what it costs is not known.",)


def test_a_room_and_a_meal_of_one_place_state_their_costs_apart():
    day = a_day(
        a_meal("Inn", "08:30", "09:30", "breakfast"),
        a_stay("Inn", "22:00", "32:00"),
        breakfast=NamedPlace("Inn", "Jaipur", 300.0),
        accommodation=NamedPlace("Inn", "Jaipur", 1900.0),
    )
    outcome = judge(check, an_itinerary(day, a_day(a_stay("Inn"))), HOTEL)
    assert failing_rows(outcome) == [("d1.s2",)]
    assert outcome.missing == ("d1.s1 Inn: what it costs is not known.",)


def test_a_transport_place_has_no_cost_to_state():
    stop = a_stop("Junction", kind="transport", cost=20.0)
    assert check(a_trip(an_itinerary(stop)), Facts(), DEFAULT_PROFILE) is None
