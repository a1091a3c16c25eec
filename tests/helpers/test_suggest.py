"""Suggested days: what they keep to, whatever the profile."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from annotate.facts import Facts, LegFacts, TrainDelays
from annotate.feedback import give_feedback
from annotate.plan import Itinerary, Leg
from annotate.scores.bas import meal_at
from helpers.suggest import suggest_day
from tests.builders import (
    a_crowd,
    a_day,
    a_leg,
    a_meal,
    a_place,
    a_stay,
    a_stop,
    an_itinerary,
    facts,
    hours,
    minute,
)

RISKS = ("tolerant", "optimized", "averse")
TIME_RULES = {
    "TIM001",
    "TIM002",
    "TIM003",
    "TIM004",
    "TIM005",
    "TIM006",
    "TIM007",
    "DAY001",
    "TRA005",
    "CMP002",
}


def a_three_day_trip(risk: str) -> Itinerary:
    return an_itinerary(
        a_day(
            a_leg("Train", "06:30", timetable=("06:30", "14:05")),
            a_stay("Inn", verb="check-in"),
            a_stop("View"),
            a_meal("Ladle", meal="dinner"),
            a_stay("Inn"),
            from_city="Bhopal",
        ),
        a_day(
            a_stay("Inn"),
            a_meal("Poha", meal="breakfast"),
            a_stop("Falls"),
            a_meal("Table", meal="lunch"),
            a_stop("Fort"),
            a_meal("Cafe", meal="dinner"),
            a_stay("Inn"),
        ),
        a_day(
            a_stay("Inn", verb="checkout"),
            a_meal("Tea", meal="breakfast"),
            a_stop("Garden"),
            a_meal("Second", meal="lunch"),
            a_meal("Last", meal="dinner"),
            a_stop("Bus Stand", kind="transport"),
            a_leg("Bus", "22:30", timetable=("22:30", "29:10"), origin="Jaipur", destination="Bhopal"),
            city="Bhopal",
            from_city="Jaipur",
            accommodation=None,
        ),
        risk=risk,
    )


def known_of_it(level: str | None = "A") -> Facts:
    at = {"lat": 26.9, "lon": 75.8}
    sights = [
        a_place(
            name, visit_duration_min=float(length), crowd_level=level, hours=hours(("09:00", "18:00")), **at
        )
        for name, length in (("View", 90), ("Falls", 120), ("Fort", 180), ("Garden", 90))
    ]
    meals = [
        a_place(name, kind="restaurant", crowd_level=level, lat=26.91, lon=75.82)
        for name in ("Ladle", "Poha", "Table", "Cafe", "Tea", "Last")
    ]
    second = a_place(
        "Second", kind="restaurant", crowd=a_crowd([[8, 12, "L"], [12, 15, "H"], [15, 23, "A"]], p=[13]), **at
    )
    legs = {
        "d1.l1": LegFacts(True, 390, 845, 455.0, delays=TrainDelays(20, 20, 20, 20, 20)),
        "d3.l1": LegFacts(True, 1350, 1750, 400.0, free_flow_min=380.0, historical_delay_min=30.0),
    }
    return facts(*sights, *meals, second, a_place("Inn", kind="accommodation", **at), legs=legs)


def with_times(itinerary: Itinerary, times: dict[str, tuple[int, int]]) -> Itinerary:
    for row_id, (start, end) in times.items():
        row = itinerary.find(row_id)[1]
        if isinstance(row, Leg):
            itinerary = itinerary.with_row(replace(row, depart_min=start, arrive_min=end))
        else:
            itinerary = itinerary.with_row(replace(row, start_min=start, end_min=end))
    return itinerary


def filled(itinerary: Itinerary, known: Facts) -> Itinerary:
    for day in itinerary.days:
        itinerary = with_times(itinerary, suggest_day(itinerary, known, day.number))
    return itinerary


@pytest.mark.parametrize("risk", RISKS)
@pytest.mark.parametrize("level", ["L", "A", "H", None])
def test_a_trip_filled_with_the_suggestions_breaks_no_rule_on_times(risk: str, level: str | None) -> None:
    known = known_of_it(level)
    itinerary = filled(a_three_day_trip(risk), known)
    assert itinerary.is_filled
    feedback = give_feedback(itinerary, known)
    assert feedback.faults == ()
    assert [finding.message for finding in feedback.findings if finding.code in TIME_RULES] == []
    assert feedback.scores["tdas"].value == 1.0


@pytest.mark.parametrize("risk", RISKS)
def test_each_meal_is_suggested_at_the_hour_that_makes_it_that_meal(risk: str) -> None:
    itinerary = filled(a_three_day_trip(risk), known_of_it())
    for _, row in itinerary.rows():
        if not isinstance(row, Leg) and row.meal is not None:
            assert meal_at(row.start_min or 0) is row.meal


def test_a_day_with_room_gives_every_visit_the_stay_that_scores() -> None:
    itinerary = an_itinerary(
        a_day(a_stay("Inn"), a_stop("View"), a_meal("Cafe", meal="dinner"), a_stay("Inn")),
        a_day(a_stay("Inn")),
        risk="optimized",
    )
    known = known_of_it("L")
    feedback = give_feedback(with_times(itinerary, suggest_day(itinerary, known, 1)), known)
    assert feedback.scores["bas"].value == 1.0


def test_times_that_are_there_stay_and_the_rest_is_put_around_them() -> None:
    itinerary = a_three_day_trip("optimized")
    museum = next(stop for stop in itinerary.days[1].stops if stop.name == "Falls")
    itinerary = itinerary.with_row(replace(museum, start_min=minute("10:05"), end_min=minute("12:05")))
    known = known_of_it()
    times = suggest_day(itinerary, known, 2)
    assert museum.row not in times
    done = with_times(itinerary, times)
    rows = [row for row in done.days[1].rows if isinstance(row.start_min, int)]
    assert all(before.end_min <= after.start_min for before, after in pairwise(rows))  # type: ignore[operator]


def test_a_given_end_of_a_stay_is_kept() -> None:
    itinerary = an_itinerary(a_day(a_stay("Inn", None, "32:00")), a_day(a_stay("Inn")))
    start, end = suggest_day(itinerary, known_of_it(), 1)["d1.s1"]
    assert end == minute("32:00")
    assert minute("20:30") <= start <= minute("24:00")  # type: ignore[operator]


def test_a_given_start_is_kept() -> None:
    itinerary = an_itinerary(a_day(a_stop("View", "10:00", None)))
    start, end = suggest_day(itinerary, known_of_it("L"), 1)["d1.s1"]
    # v 90, Low, Risk Optimized: stay 180 to 202.5 min
    assert start == minute("10:00")
    assert 180 <= end - start <= 202


def test_the_night_before_an_early_leg_ends_in_time() -> None:
    itinerary = an_itinerary(
        a_day(a_stay("Inn")),
        a_day(
            a_stay("Inn", verb="checkout"),
            a_leg("Train", "05:00", "12:00", origin="Jaipur", destination="Bhopal"),
            city="Bhopal",
            from_city="Jaipur",
        ),
    )
    known = known_of_it()
    itinerary = filled(itinerary, known)
    codes = {finding.code for finding in give_feedback(itinerary, known).findings}
    assert not codes & {"TIM001", "TIM003"}


def test_the_day_after_a_night_on_board_begins_after_the_arrival() -> None:
    itinerary = an_itinerary(
        a_day(a_leg("Train", "20:00", "33:00"), from_city="Bhopal", accommodation=None),
        a_day(a_stop("View")),
    )
    start, _ = suggest_day(itinerary, known_of_it(), 2)["d2.s1"]
    assert start >= minute("09:30")  # type: ignore[operator]


@pytest.mark.parametrize(("opens", "closes"), [(1080, 1320), (1080, None), (None, 600)])
def test_an_event_is_suggested_inside_its_times_as_far_as_they_are_known(
    opens: int | None, closes: int | None
) -> None:
    fair = a_place("Fair", kind="event", event_start_min=opens, event_end_min=closes)
    times = suggest_day(an_itinerary(a_stop("Fair", kind="event")), facts(fair), 1)
    assert (opens or 0) <= times["d1.s1"][0] < times["d1.s1"][1] <= (closes or 1800)


def test_peak_hours_are_avoided_where_the_day_has_room() -> None:
    place = a_place("View", visit_duration_min=60.0, crowd=a_crowd([[8, 20, "L"]], p=[11, 12, 13, 14, 15]))
    start, end = suggest_day(an_itinerary(a_stop("View")), facts(place), 1)["d1.s1"]
    assert end <= 11 * 60 or start >= 16 * 60


def test_a_leg_of_which_nothing_is_known_gets_no_suggestion() -> None:
    itinerary = an_itinerary(a_day(a_leg("Cab"), a_stop("View"), from_city="Bhopal"))
    assert set(suggest_day(itinerary, facts(), 1)) == {"d1.s1"}


def test_a_cab_without_times_leaves_in_the_morning_for_as_long_as_the_road_takes() -> None:
    itinerary = an_itinerary(a_day(a_leg("Cab"), from_city="Bhopal"), risk="optimized")
    road: Any = LegFacts(True, free_flow_min=240.0, historical_delay_min=50.0)
    start, end = suggest_day(itinerary, facts(legs={"d1.l1": road}), 1)["d1.l1"]
    assert (start, end - start) == (480, 290)


def test_a_filled_day_and_an_empty_one_get_no_suggestions() -> None:
    assert suggest_day(an_itinerary(a_stop("View", "10:00", "12:00")), known_of_it(), 1) == {}
    assert suggest_day(an_itinerary(a_day()), known_of_it(), 1) == {}
