"""Other times of a row and what they would do; lengths and scores worked out by hand."""

import pytest

from annotate.facts import Facts, LegFacts, TrainDelays
from annotate.feedback import give_feedback
from annotate.plan import Itinerary
from annotate.timeline import Timeline
from helpers.trade_offs import BASE_DURATION, QUIETER, RANGE_BEGINS, TIMETABLE, TradeOff, trade_offs
from tests.builders import a_crowd, a_day, a_leg, a_meal, a_place, a_stop, an_itinerary, facts, hours


def offers(itinerary: Itinerary, known: Facts, row: str = "d1.s1") -> dict[str, TradeOff]:
    trip = Timeline(itinerary, known)
    found = trade_offs(trip, trip.entry(row), give_feedback(itinerary, known))
    return {offer.label: offer for offer in found}


MUSEUM = facts(a_place("Museum", visit_duration_min=120, crowd_level="A"))
"""v x C_f = 180: a stay of 300 to 345 min has BAS 1."""


def test_a_visit_may_reach_its_range_or_take_its_base_duration() -> None:
    plan = an_itinerary(a_day(a_stop("Museum", "10:00", "14:50")))
    found = offers(plan, MUSEUM)
    assert (found[RANGE_BEGINS].start_min, found[RANGE_BEGINS].end_min) == (600, 900)
    assert (found[BASE_DURATION].start_min, found[BASE_DURATION].end_min) == (600, 720)
    # 290 min miss the range by 10 of its width of 45; the base duration misses it by more than the width
    assert found[RANGE_BEGINS].gains["bas"] == pytest.approx(10 / 45)
    assert found[BASE_DURATION].gains["bas"] == pytest.approx(-(1 - 10 / 45))
    assert "BUF001" in [finding.code for finding in found[RANGE_BEGINS].closed]


def test_what_another_departure_would_open_is_named() -> None:
    plan = an_itinerary(
        a_day(a_stop("Museum", "10:00", "12:00"), a_meal("Bistro", "14:00", "15:00", meal="lunch"))
    )
    assert "TIM001" in [finding.code for finding in offers(plan, MUSEUM)[RANGE_BEGINS].opened]


def test_times_that_the_row_has_already_are_not_offered() -> None:
    plan = an_itinerary(a_day(a_stop("Museum", "10:00", "15:00")))
    assert set(offers(plan, MUSEUM)) == {BASE_DURATION}


def test_a_row_without_a_start_has_no_alternatives() -> None:
    assert offers(an_itinerary(a_day(a_stop("Museum", None, "15:00"))), MUSEUM) == {}


def test_a_row_without_an_end_is_offered_one() -> None:
    plan = an_itinerary(a_day(a_stop("Museum", "10:00", None)))
    found = offers(plan, MUSEUM)[RANGE_BEGINS]
    assert found.end_min == 900
    assert found.gains["bas"] is None, "there is no value now to compare with"


def test_a_visit_in_peak_hours_is_offered_the_quieter_slot_with_its_own_length() -> None:
    crowd = a_crowd(cw=[(9, 12, "L"), (12, 18, "H")], q=[9, 10], p=[12, 13])
    known = facts(a_place("Museum", visit_duration_min=60, crowd=crowd, hours=hours(("09:00", "18:00"))))
    plan = an_itinerary(a_day(a_stop("Museum", "12:00", "13:30")))
    found = offers(plan, known)[QUIETER]
    # the nearest slots of 90 min without the peak of 12 to 14 h begin at 10:30 and at 14:00
    assert (found.start_min, found.end_min) == (630, 720)
    assert (found.gains["cats"] or 0) > 0
    assert "CRD001" in [finding.code for finding in found.closed]


def test_a_leg_may_reach_its_range_or_keep_to_the_timetable() -> None:
    legs = {
        "d1.l1": LegFacts(
            known=True,
            timetable_depart_min=360,
            timetable_arrive_min=480,
            timetable_duration_min=120.0,
            delays=TrainDelays(avg_delay_1w=20.0),
        )
    }
    plan = an_itinerary(a_day(a_leg("Train", "06:00", "08:10")))
    found = offers(plan, facts(legs=legs), "d1.l1")
    # expected delay 20 min: a buffer of 20 to 25 min; 10 min miss it by twice its width
    assert found[RANGE_BEGINS].end_min == 500
    assert found[RANGE_BEGINS].gains["tdas"] == pytest.approx(1.0)
    assert found[TIMETABLE].end_min == 480
    assert found[TIMETABLE].gains["tdas"] == pytest.approx(0.0)
