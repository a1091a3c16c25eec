"""Sentences offered for remarks and the rationale."""

from annotate.facts import Facts, LegFacts, Source, TrainDelays
from annotate.feedback import give_feedback
from annotate.plan import Itinerary
from helpers.remarks import offered_rationale, offered_remarks
from tests.builders import a_day, a_leg, a_meal, a_place, a_stay, a_stop, a_trip, an_itinerary, facts, hours


def offers(itinerary: Itinerary, known: Facts, row: str) -> list[str]:
    trip = a_trip(itinerary, known)
    return offered_remarks(trip, trip.entry(row), give_feedback(itinerary, known))


def the_bistro() -> Facts:
    return facts(a_place("Bistro", kind="restaurant", crowd_level="A"))


def test_a_stay_inside_its_range_is_told_by_base_buffer_and_crowd() -> None:
    # lunch 60 min, Average, Risk Optimized: buffer 90 to 112.5
    found = offers(an_itinerary(a_meal("Bistro", "12:05", "14:35")), the_bistro(), "d1.s1")
    assert found == ["left at 14:35: 60 min lunch + 90 min buffer, Average crowd"]


def test_a_stay_under_its_range_is_explained_by_what_follows() -> None:
    itinerary = an_itinerary(a_meal("Bistro", "12:00", "13:30"), a_stop("Museum", "13:50", "15:00"))
    found = offers(itinerary, the_bistro(), "d1.s1")
    assert found[0] == (
        "left at 13:30: 60 min lunch + 30 min buffer, Average crowd; "
        "its stay is 1 h 00 under the range: Museum follows at 13:50"
    )


def test_a_stay_that_ends_at_closing_time_says_so() -> None:
    museum = a_place("Museum", visit_duration_min=60.0, crowd_level="L", hours=hours(("09:00", "17:00")))
    found = offers(an_itinerary(a_stop("Museum", "16:00", "17:00")), facts(museum), "d1.s1")
    assert found[0].endswith("it closes at 17:00")


def test_a_leg_is_told_by_timetable_buffer_and_expected_delay() -> None:
    delays = TrainDelays(20, 20, 20, 20, 20)
    known = facts(
        legs={
            "d1.l1": LegFacts(
                True, 330, 770, 440.0, delays=delays, sources={"delays": Source("import 3", None, 62)}
            )
        }
    )
    found = offers(an_itinerary(a_day(a_leg("Train", "05:30", "13:10"), from_city="Bhopal")), known, "d1.l1")
    assert found == [
        "arrival planned at 13:10: 440 min by timetable + 20 min buffer, "
        "expected delay 20 min by delay record, n = 62"
    ]


def test_a_row_without_times_gets_no_sentence() -> None:
    assert offers(an_itinerary(a_meal("Bistro", "12:00", None)), the_bistro(), "d1.s1") == []


def test_a_repeated_attraction_is_told_with_its_days() -> None:
    itinerary = an_itinerary(
        a_day(a_stop("Museum", "10:00", "12:00")), a_day(a_stop("Museum", "10:00", "12:00"))
    )
    found = offers(itinerary, facts(a_place("Museum")), "d2.s1")
    assert any("day 1" in text and "day 2" in text for text in found)


def test_the_rationale_names_route_constraints_and_buffers() -> None:
    itinerary = an_itinerary(
        a_day(a_leg("Train", "05:30", "13:10"), a_stay("Inn", "14:00", "15:00"), from_city="Bhopal"),
        a_day(a_stop("Museum", "10:00", "12:00")),
        budget=9000.0,
    )
    known = facts(a_place("Museum", visit_duration_min=60.0, crowd_level="L"))
    found = dict(offered_rationale(a_trip(itinerary, known), give_feedback(itinerary, known)))
    assert found["decisions"].startswith("Route Bhopal - Jaipur by Train 12182 from Bhopal to Jaipur.")
    assert "day 2: Museum" in found["decisions"]
    assert "budget of INR 9,000" in found["constraints"]
    assert found["buffers"] == (
        "Risk Optimized: buffers of 1 to 1.25 times the ideal one are wanted. "
        "1 of 1 visits with data lie inside."
    )
