from annotate.constraints.conflicting_modes import check
from annotate.facts import Facts
from annotate.profile import Profile
from tests.annotate.constraints.judging import FAIL, PASS, failing_rows, judge
from tests.builders import a_leg, a_trip, an_itinerary


def test_cab_and_flight_in_one_trip_fail_with_all_their_legs():
    outcome = judge(check, an_itinerary(a_leg("Flight"), a_leg("Train"), a_leg("Cab")))
    assert outcome.verdict is FAIL
    assert failing_rows(outcome) == [("d1.l1", "d1.l3")]


def test_other_mixes_pass():
    assert judge(check, an_itinerary(a_leg("Flight"), a_leg("Train"), a_leg("Bus"))).verdict is PASS
    assert judge(check, an_itinerary(a_leg("Cab"), a_leg("Cab"))).verdict is PASS


def test_the_pairs_are_a_setting():
    trip = a_trip(an_itinerary(a_leg("Train"), a_leg("Bus")))
    assert check(trip, Facts(), Profile(conflicting_modes=(("Train", "Bus"),))).verdict is FAIL
