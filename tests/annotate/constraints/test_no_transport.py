from annotate.constraints.no_transport import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import a_day, a_leg, an_itinerary


def test_day_one_and_each_change_of_city_with_a_leg_pass():
    there = a_day(a_leg(origin="Bhopal", destination="J"), from_city="Bhopal", city="J")
    on = a_day(a_leg(origin="J", destination="K"), from_city="J", city="K")
    assert judge(check, an_itinerary(there, on)).verdict is PASS


def test_day_one_without_a_leg_fails_though_its_city_does_not_change():
    outcome = judge(check, an_itinerary(a_day(city="J"), origin="Bhopal"))
    assert [finding.message for finding in outcome.findings] == ["Day 1 has no leg from Bhopal."]


def test_each_change_without_a_leg_is_found():
    days = a_day(from_city="Bhopal", city="J"), a_day(from_city="J", city="K")
    outcome = judge(check, an_itinerary(*days))
    assert [finding.message for finding in outcome.findings] == [
        "Day 1 has no leg from Bhopal to J.",
        "Day 2 has no leg from J to K.",
    ]


def test_a_leg_to_another_city_does_not_serve_the_change():
    day = a_day(a_leg(origin="Bhopal", destination="L"), from_city="Bhopal", city="J")
    outcome = judge(check, an_itinerary(day))
    assert outcome.verdict is FAIL
    assert failing_rows(outcome) == [("d1.l1",)]


def test_two_legs_over_a_third_city_serve_it():
    legs = a_leg(origin="Bhopal", destination="L"), a_leg("Bus", origin="L", destination="J")
    assert judge(check, an_itinerary(a_day(*legs, from_city="Bhopal", city="J"))).verdict is PASS


def test_a_change_from_one_day_to_the_next_is_served_by_the_leg_boarded_the_evening_before():
    there = a_day(a_leg(origin="Bhopal", destination="J"), from_city="Bhopal", city="J")
    evening = a_day(a_leg(origin="J", destination="K"), city="J")
    assert judge(check, an_itinerary(there, evening, a_day(city="K"))).verdict is PASS
    assert judge(check, an_itinerary(there, a_day(city="J"), a_day(city="K"))).verdict is FAIL


def test_a_plan_without_days_is_not_checked():
    assert judge(check, an_itinerary(first_date=None)).verdict is NOT_CHECKED
