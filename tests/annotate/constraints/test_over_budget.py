import pytest

from annotate.constraints.over_budget import asks, check
from annotate.facts import Facts, LegFacts
from annotate.profile import DEFAULT_PROFILE
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_day, a_leg, a_meal, a_place, a_query, a_stay, a_stop, a_trip, an_itinerary, facts

BISTRO = a_place("Bistro", kind="restaurant", price=400)
INN = a_place("Plain Inn", kind="accommodation", price=1000, max_occupancy=2)


@pytest.mark.parametrize(("budget", "verdict"), [(801, PASS), (800, PASS), (799, FAIL)])
def test_exactly_the_budget_is_within_it(budget, verdict):
    outcome = judge(check, an_itinerary(a_meal("Bistro"), people=2, budget=budget), facts(BISTRO))
    assert outcome.verdict is verdict


def test_the_finding_says_by_how_much_and_names_the_dearest_line():
    rows = a_meal("Bistro"), a_stay("Plain Inn")
    outcome = judge(check, an_itinerary(*rows, people=2, budget=1500), facts(BISTRO, INN))
    assert (outcome.findings[0].amount, outcome.findings[0].unit) == (300, "INR")
    assert outcome.findings[0].message == "The trip costs INR 1,800, INR 300 over the budget of INR 1,500."
    assert outcome.findings[0].advice == "The dearest line is Plain Inn: INR 1,000."


def test_a_trip_that_costs_nothing_is_over_a_budget_below_nothing():
    outcome = judge(check, an_itinerary(a_stop("Fort"), budget=-5), facts(a_place("Fort")))
    assert outcome.verdict is FAIL
    assert outcome.findings[0].message == "The trip costs INR 0, INR 5 over the budget of INR -5."
    assert outcome.findings[0].advice is None


def test_no_budget_no_verdict():
    itinerary = an_itinerary(a_meal("Bistro"))
    assert check(a_trip(itinerary), Facts(), DEFAULT_PROFILE) is None


def test_a_cab_with_no_known_distance_is_never_free():
    known = facts(legs={"d1.l1": LegFacts(True, cab_km_inr=15)})
    outcome = judge(check, an_itinerary(a_leg("Cab"), budget=1000), known)
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == ("Cab from Bhopal to Jaipur: the distance is not known.",)


def test_known_lines_alone_above_the_budget_are_a_fail():
    outcome = judge(check, an_itinerary(a_leg("Cab"), a_meal("Bistro"), budget=100, people=1), facts(BISTRO))
    assert outcome.verdict is FAIL
    assert outcome.findings[0].message.startswith("The trip costs at least INR 400")


@pytest.mark.parametrize(
    ("stop", "place", "why"),
    [
        (a_meal("Bistro"), a_place("Bistro", kind="restaurant"), "lunch at Bistro: its price is not known."),
        (a_stay("Inn"), a_place("Inn", kind="accommodation"), "Inn: its price is not known."),
        (
            a_stay("Inn"),
            a_place("Inn", kind="accommodation", price=1.0),
            "Inn: how many people a room holds is not known.",
        ),
        (
            a_stop("Raga Night", kind="event"),
            a_place("Raga Night", kind="event"),
            "Raga Night: its price is not known.",
        ),
        (a_stop("No City Name", city=None), a_place("Fort"), "No City Name: it is not in the catalogue."),
        (a_stop("Rambagh"), a_place("Rambagh", kind="transport"), "Rambagh: it is not in the catalogue."),
        (
            a_meal("Bistro"),
            a_place("Bistro", kind="restaurant", price=5.0, currency="USD"),
            "lunch at Bistro: its price is in USD and the budget in INR.",
        ),
    ],
)
def test_an_unknown_price_or_occupancy_or_rate_is_not_checked_and_named(stop, place, why):
    outcome = judge(check, an_itinerary(stop, budget=10000), facts(place))
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == (why,)


def test_an_unknown_number_of_people_is_not_checked():
    outcome = judge(check, an_itinerary(a_meal("Bistro"), budget=10000, people=None), facts(BISTRO))
    assert outcome.missing == ("lunch at Bistro: the number of people is not known.",)


def test_a_meal_at_a_hotel_does_not_cost_a_room():
    outcome = judge(check, an_itinerary(a_day(dinner="Plain Inn"), budget=10000), facts(INN))
    assert outcome.verdict is NOT_CHECKED


def test_the_checklist_says_what_is_asked():
    asked = asks(a_query(budget=18673))
    assert [item.text for item in asked] == ["total at most INR 18,673"]


def test_a_query_without_a_budget_asks_for_none():
    assert list(asks(a_query())) == []
