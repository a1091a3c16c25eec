"""A cab: 100 min of free flow, 20 min of historical delay, Risk Optimized: planned duration in [120, 125]."""

import pytest

from annotate.constraints.leg_buffer import check
from annotate.facts import LegFacts
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_leg, an_itinerary, facts


def world(**known):
    return facts(legs={"d1.l1": LegFacts(True, **known)})


ROAD = world(free_flow_min=100, historical_delay_min=20)


@pytest.mark.parametrize(
    ("arrive", "outside"), [("09:59", 1), ("10:00", None), ("10:05", None), ("10:06", 1)]
)
def test_a_duration_is_inside_from_120_to_125_minutes(arrive, outside):
    outcome = judge(check, an_itinerary(a_leg("Cab", "08:00", arrive)), ROAD)
    assert [finding.amount for finding in outcome.findings] == ([outside] if outside else [])
    assert outcome.verdict is (FAIL if outside else PASS)


def test_the_advice_names_the_arrivals_inside():
    finding = judge(check, an_itinerary(a_leg("Cab", "08:00", "09:40")), ROAD).findings[0]
    assert finding.message == (
        "Cab from Bhopal to Jaipur: a planned duration of 1 h 40 is 20 min shorter than the range wanted "
        "(2 h 00 to 2 h 05)."
    )
    assert finding.advice == "Arrive between 10:00 and 10:05."


def test_no_expected_delay_wants_exactly_the_historical_duration():
    known = world(free_flow_min=100, historical_delay_min=0)
    assert judge(check, an_itinerary(a_leg("Cab", "08:00", "09:40")), known).verdict is PASS
    finding = judge(check, an_itinerary(a_leg("Cab", "08:00", "09:41")), known).findings[0]
    assert finding.advice == "Arrive at 09:40."


def test_where_no_whole_minute_lies_inside_the_advice_says_so():
    # E[D] = 1.2: [101.2, 101.5] minutes
    known = world(free_flow_min=100, historical_delay_min=1.2)
    finding = judge(check, an_itinerary(a_leg("Cab", "08:00", "10:00")), known).findings[0]
    assert finding.advice == "No whole minute lies inside; 09:41 and 09:42 are the nearest."


def test_a_leg_without_delay_data_is_not_checked():
    outcome = judge(check, an_itinerary(a_leg("Cab", "08:00", "10:00")), world(free_flow_min=100))
    assert outcome.verdict is NOT_CHECKED


def test_a_leg_without_an_arrival_is_not_checked():
    assert judge(check, an_itinerary(a_leg("Cab", "08:00", None)), ROAD).verdict is NOT_CHECKED
