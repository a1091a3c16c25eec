import pytest

from annotate.constraints.forbidden_mode import asks, check
from annotate.facts import Facts
from annotate.plan import LocalConstraint
from annotate.profile import DEFAULT_PROFILE
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import a_leg, a_query, a_trip, an_itinerary


def trip(*legs, wish):
    return an_itinerary(*legs, constraints=LocalConstraint(transportation=(wish,)))


@pytest.mark.parametrize("wish", ["No flight", "no flight", "NO FLIGHTS", "No_Flight"])
def test_no_flight_in_any_spelling_forbids_a_flight(wish):
    outcome = judge(check, trip(a_leg("Train"), a_leg("Flight"), wish=wish))
    assert outcome.verdict is FAIL
    assert failing_rows(outcome) == [("d1.l2",)]


@pytest.mark.parametrize(
    "wish", ["No Cab", "no self-driving", "No Taxi", "No taxis", "no selfdriving", "no self drive"]
)
@pytest.mark.parametrize("written", ["Driving", "Taxi", "Self-driving", "Cab"])
def test_no_cab_and_no_self_driving_are_one_wish_whatever_the_car_is_called(wish, written):
    assert judge(check, trip(a_leg("Cab", mode_text=written), wish=wish)).verdict is FAIL


@pytest.mark.parametrize(("wish", "mode"), [("No buses", "Bus"), ("no bus", "Bus"), ("No trains", "Train")])
def test_one_or_many_of_a_mode_are_one_wish(wish, mode):
    assert judge(check, trip(a_leg(mode), wish=wish)).verdict is FAIL
    assert judge(check, trip(a_leg("Flight"), wish=wish)).verdict is PASS


def test_other_modes_pass():
    assert judge(check, trip(a_leg("Train"), wish="No flight")).verdict is PASS


def test_no_wish_no_verdict():
    assert check(a_trip(an_itinerary(a_leg("Flight"))), Facts(), DEFAULT_PROFILE) is None


def test_a_wish_that_names_no_mode_is_not_checked():
    outcome = judge(check, trip(a_leg("Flight"), wish="No camels"))
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == ("The wish 'No camels' names no mode that is known.",)


def test_the_checklist_says_what_is_asked():
    asked = asks(a_query(constraints=LocalConstraint(transportation=("No_Flight",))))
    assert [item.text for item in asked] == ["no flight"]
