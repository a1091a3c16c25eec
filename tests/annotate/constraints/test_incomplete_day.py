from dataclasses import replace

import pytest

from annotate.constraints.incomplete_day import asks, check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_day, a_leg, a_query, an_itinerary

FULL = {
    "breakfast": "Poha Corner",
    "lunch": "Bistro",
    "dinner": "Grill",
    "attractions": ["Fort"],
    "accommodation": "Plain Inn",
}
NOTHING = {"breakfast": None, "lunch": None, "dinner": None, "attractions": [], "accommodation": None}


def three_days(middle=None, *, first=None, last=None, **asked):
    there = first or a_day(
        a_leg("Train", "06:00", "14:00", origin="Bhopal", destination="Jaipur"),
        from_city="Bhopal",
        **{**NOTHING, "accommodation": "Plain Inn"},
    )
    back = last or a_day(
        a_leg("Train", "18:00", "26:00", origin="Jaipur", destination="Bhopal"),
        from_city="Jaipur",
        city="Bhopal",
        **NOTHING,
    )
    return an_itinerary(there, middle or a_day(**FULL), back, **asked)


def messages(outcome):
    return [finding.message for finding in outcome.findings]


def test_a_full_middle_day_is_complete_and_the_days_of_travel_need_no_meals():
    assert judge(check, three_days()).verdict is PASS


@pytest.mark.parametrize("field", ["breakfast", "lunch", "dinner"])
def test_a_full_day_needs_each_of_its_three_meals(field):
    outcome = judge(check, three_days(a_day(**{**FULL, field: None})))
    assert messages(outcome) == [f"Day 2 has no {field}."]


def test_meals_and_sights_that_are_nothing_make_a_day_incomplete_though_it_names_its_city():
    outcome = judge(check, three_days(a_day(**{**NOTHING, "accommodation": "Plain Inn"})))
    assert messages(outcome) == [
        "Day 2 has no breakfast.", "Day 2 has no lunch.", "Day 2 has no dinner.", "Day 2 has no attraction.",
    ]  # fmt: skip


def test_two_days_for_three_asked_fail_by_one_day():
    outcome = judge(check, three_days(days=4))
    assert outcome.findings[0].message == "The plan has 3 days; the query asks for 4."
    assert (outcome.findings[0].amount, outcome.findings[0].unit) == (1, "days")


def test_each_day_but_the_last_needs_an_accommodation():
    outcome = judge(check, three_days(a_day(**{**FULL, "accommodation": None})))
    assert messages(outcome) == ["Day 2 has no accommodation."]


def test_a_night_on_board_needs_no_accommodation():
    night = a_day(
        a_leg("Train", "22:30", "32:00", origin="Bhopal", destination="Jaipur"),
        from_city="Bhopal",
        **NOTHING,
    )
    assert judge(check, three_days(first=night)).verdict is PASS


def test_while_a_leg_has_no_times_a_missing_accommodation_is_not_judged():
    untimed = a_day(a_leg(origin="Bhopal", destination="Jaipur"), from_city="Bhopal", **NOTHING)
    outcome = judge(check, three_days(first=untimed))
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == ("Day 1 has no accommodation: the times of its leg tell whether it needs one.",)


@pytest.mark.parametrize(("depart", "verdict"), [("26:59", PASS), ("27:00", FAIL), ("23:59", NOT_CHECKED)])
def test_a_departure_alone_tells_whether_the_night_is_on_board_where_it_can(depart, verdict):
    first = a_day(
        a_leg("Train", depart, origin="Bhopal", destination="Jaipur"), from_city="Bhopal", **NOTHING
    )
    assert judge(check, three_days(first=first)).verdict is verdict


def test_a_day_without_accommodation_before_a_leg_that_leaves_by_day_is_incomplete():
    last = a_day(
        a_leg("Cab", "10:00", None, origin="Jaipur", destination="Bhopal"),
        from_city="Jaipur", city="Bhopal", **NOTHING,
    )  # fmt: skip
    outcome = judge(check, three_days(a_day(**{**FULL, "accommodation": None}), last=last))
    assert messages(outcome) == ["Day 2 has no accommodation."]


@pytest.mark.parametrize(("depart", "verdict"), [("08:00", NOT_CHECKED), ("08:01", PASS), ("10:00", PASS)])
def test_a_leg_that_leaves_after_eight_spares_the_meals_whenever_it_arrives(depart, verdict):
    middle = a_day(a_leg("Cab", depart, None), **{**NOTHING, "accommodation": "Plain Inn"})
    assert judge(check, three_days(middle)).verdict is verdict


@pytest.mark.parametrize(
    ("arrive", "verdict"),
    [("31:59", FAIL), ("32:00", FAIL), ("32:01", PASS)],
    ids=["07:59", "08:00", "08:01"],
)
def test_a_day_stays_full_if_its_travel_is_over_by_eight(arrive, verdict):
    night = a_day(
        a_leg("Train", "22:30", arrive, origin="Bhopal", destination="Jaipur"), from_city="Bhopal", **NOTHING
    )
    without_lunch = a_day(**{**FULL, "lunch": None})
    assert judge(check, three_days(without_lunch, first=night)).verdict is verdict


def test_a_change_of_city_without_transport_is_found():
    outcome = judge(check, three_days(last=a_day(from_city="Jaipur", city="Bhopal", **NOTHING)))
    assert messages(outcome) == ["Day 3 has no transport."]


def test_a_transport_field_that_names_no_leg_is_no_empty_field():
    last = a_day(from_city="Jaipur", city="Bhopal", transportation_text="Taxi; Cost: 50", **NOTHING)
    assert judge(check, three_days(last=last)).verdict is PASS


def test_a_day_without_its_city_is_found():
    outcome = judge(check, three_days(replace(a_day(**FULL), current_city="-")))
    assert messages(outcome) == ["Day 2 has no city."]


def test_the_checklist_says_what_is_asked():
    asked = asks(a_query(days=3))
    assert [item.text for item in asked] == ["3 days, each with all that it needs"]
