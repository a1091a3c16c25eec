"""0.009 degrees of latitude are 1.00076 km: places on a line, one kilometre apart."""

import pytest

from annotate.constraints.detour import check
from tests.annotate.constraints.judging import failing_rows, judge
from tests.builders import a_place, a_stay, a_stop, an_itinerary, facts

KM = 1.0007557
KNOWN = facts(
    a_place("Inn", kind="accommodation", lat=0.0, lon=75.0),
    a_place("Near", lat=0.009, lon=75.0),
    a_place("Middle", lat=0.018, lon=75.0),
    a_place("Far", lat=0.027, lon=75.0),
    a_place("A step on", lat=0.009 + 0.000004, lon=75.0),
    a_place("Ten steps on", lat=0.009 + 0.00004, lon=75.0),
    a_place("Unmapped"),
)


def outcome_of(*names):
    rows = (a_stay("Inn"), *(a_stop(name) for name in names), a_stay("Inn"))
    return judge(check, an_itinerary(*rows), KNOWN)


def test_a_day_in_the_best_order_has_no_finding_and_no_verdict():
    outcome = outcome_of("Near", "Middle", "Far")
    assert (outcome.verdict, outcome.findings, outcome.missing) == (None, (), ())


def test_the_finding_says_how_much_longer_and_which_stop_costs_most():
    # 2 + 1 + 2 + 3 km against 6
    outcome = outcome_of("Middle", "Near", "Far")
    assert outcome.verdict is None
    assert failing_rows(outcome) == [("d1.s1", "d1.s2", "d1.s3", "d1.s4", "d1.s5")]
    finding = outcome.findings[0]
    assert finding.amount == pytest.approx(2 * KM, abs=1e-3)
    assert finding.unit == "km"
    assert finding.message == (
        "Day 1: the order of 5 stops is 8.0 km long as the crow flies, the best order 6.0 km: 2.0 km too many "
        "(0.7 km per stop between the first and the last, about 8 min at 20 km/h). Far costs most: 4.0 km."
    )
    assert finding.advice in (
        "The best order is: Inn, Near, Middle, Far, Inn.",
        "The best order is: Inn, Middle, Far, Near, Inn.",
        "The best order is: Inn, Far, Middle, Near, Inn.",
    )


@pytest.mark.parametrize(("name", "found"), [("A step on", 0), ("Ten steps on", 1)])
def test_less_than_a_metre_is_no_detour(name, found):
    # Middle first, then there and back: about 0.9 m and 8.9 m more than in the best order
    assert len(outcome_of(name, "Near", "Middle", name).findings) == found


def test_stops_without_coordinates_are_named():
    assert outcome_of("Near", "Unmapped").missing == ("d1.s3 Unmapped: no coordinates.",)
