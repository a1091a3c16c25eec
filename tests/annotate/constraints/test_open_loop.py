from annotate.constraints.open_loop import asks, check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import a_city, a_day, a_leg, a_query, an_itinerary, facts


def test_a_trip_that_begins_and_ends_at_the_origin_passes():
    there = a_day(a_leg(origin="Bhopal", destination="Jaipur"), from_city="Bhopal")
    back = a_day(a_leg(origin="Jaipur", destination="Bhopal"), from_city="Jaipur", city="Bhopal")
    assert judge(check, an_itinerary(there, back, origin="Bhopal")).verdict is PASS


def test_a_trip_that_ends_elsewhere_fails_on_its_last_leg():
    there = a_day(a_leg(origin="Bhopal", destination="Jaipur"), from_city="Bhopal")
    on = a_day(a_leg(origin="Jaipur", destination="Agra"), from_city="Jaipur", city="Agra")
    outcome = judge(check, an_itinerary(there, on, origin="Bhopal"))
    assert outcome.verdict is FAIL
    assert failing_rows(outcome) == [("d2.l1",)]
    assert outcome.findings[0].message == "The trip ends in Agra, not in Bhopal."


def test_both_ends_are_found_not_only_the_first():
    outcome = judge(check, an_itinerary(a_day(city="Jaipur"), origin="Bhopal"))
    assert [finding.message for finding in outcome.findings] == [
        "The trip begins in Jaipur, not in Bhopal.",
        "The trip ends in Jaipur, not in Bhopal.",
    ]


def test_the_last_legs_destination_counts_even_if_it_arrives_after_the_last_date():
    there = a_day(a_leg(origin="Bhopal", destination="Jaipur"), from_city="Bhopal")
    back = a_day(a_leg("Train", "22:30", "29:10", origin="Jaipur", destination="Bhopal"), city="Jaipur")
    assert judge(check, an_itinerary(there, back, origin="Bhopal")).verdict is PASS


def test_another_spelling_of_the_origin_is_the_origin():
    days = a_day(from_city="Bangalore"), a_day(from_city="Jaipur", city="Bengaluru")
    table = a_city("Bengaluru", "Karnataka")
    known = facts(cities=[table])
    known.cities["bangalore"] = table
    assert judge(check, an_itinerary(*days, origin="Bengaluru"), known).verdict is PASS


def test_san_antonio_is_not_san_angelo():
    days = a_day(from_city="San Angelo", city="Dallas"), a_day(from_city="Dallas", city="San Antonio")
    outcome = judge(check, an_itinerary(*days, origin="San Antonio"))
    assert [finding.message for finding in outcome.findings] == [
        "The trip begins in San Angelo, not in San Antonio."
    ]


def test_a_plan_without_days_is_not_checked():
    assert judge(check, an_itinerary(first_date=None)).verdict is NOT_CHECKED


def test_the_checklist_says_what_is_asked():
    asked = asks(a_query())
    assert [item.text for item in asked] == ["from Bhopal and back to Bhopal"]
