"""0.09 degrees of latitude are 10.0076 km; x 1.3 at 20 km/h that is 39.03 min, so 40 whole minutes."""

import pytest

from annotate.constraints.unreachable import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import a_day, a_leg, a_place, a_stay, a_stop, an_itinerary, facts

KNOWN = facts(
    a_place("Fort", lat=26.0, lon=75.0),
    a_place("Palace", lat=26.09, lon=75.0),
    a_place("Unmapped"),
    a_place("Plain Inn", kind="accommodation", lat=26.0, lon=75.0),
)


@pytest.mark.parametrize(("start", "verdict"), [("11:41", PASS), ("11:40", PASS), ("11:39", FAIL)])
def test_ten_km_take_forty_minutes(start, verdict):
    rows = a_stop("Fort", "10:00", "11:00"), a_stop("Palace", start, "12:30")
    assert judge(check, an_itinerary(*rows), KNOWN).verdict is verdict


def test_the_finding_states_way_speed_shortage_and_share_of_impossible_moves():
    rows = (
        a_stop("Fort", "10:00", "11:00"),
        a_stop("Palace", "11:25", "12:30"),
        a_stop("Fort", "13:10", "14:00"),
    )
    outcome = judge(check, an_itinerary(*rows), KNOWN)
    assert failing_rows(outcome) == [("d1.s1", "d1.s2")]
    finding = outcome.findings[0]
    assert (finding.amount, finding.unit) == (15, "min")
    assert finding.message == (
        "Fort to Palace: 25 min for a way of 40 min (10.0 km x 1.3 by road at 20 km/h), 15 min short; "
        "1 of 2 moves impossible."
    )
    assert finding.advice == "Start Palace at 11:40 or later, or leave Fort by 10:45."


def test_the_same_place_takes_no_time_even_without_coordinates():
    rows = a_stop("Unmapped", "10:00", "11:00"), a_stop("Unmapped", "11:00", "12:00")
    assert judge(check, an_itinerary(*rows), KNOWN).verdict is PASS


def test_missing_coordinates_are_not_checked_and_named():
    rows = a_stop("Fort", "10:00", "11:00"), a_stop("Unmapped", "11:00", "12:00")
    outcome = judge(check, an_itinerary(*rows), KNOWN)
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == ("d1.s1 to d1.s2: no coordinates of Unmapped.",)


def test_a_missing_time_is_not_checked():
    outcome = judge(check, an_itinerary(a_stop("Fort", "10:00"), a_stop("Palace", "11:00", "12:00")), KNOWN)
    assert outcome.missing == ("d1.s1 to d1.s2: Fort misses a time.",)


def test_a_leg_between_two_stops_parts_them():
    rows = (
        a_stop("Fort", "10:00", "11:00"),
        a_leg("Cab", "11:00", "11:05"),
        a_stop("Palace", "11:05", "12:00"),
    )
    assert judge(check, an_itinerary(*rows), KNOWN).verdict is PASS


def test_a_transport_place_without_coordinates_is_left_out():
    rows = [
        a_stop("Fort", "10:00", "11:00"),
        a_stop("Bus stand", "11:10", "11:20", kind="transport"),
        a_stop("Palace", "11:25", "12:30"),
    ]
    assert failing_rows(judge(check, an_itinerary(*rows), KNOWN)) == [("d1.s1", "d1.s3")]


def test_a_transport_place_with_coordinates_counts():
    known = facts(*KNOWN.places.values(), a_place("Bus stand", kind="transport", lat=26.09, lon=75.0))
    rows = a_stop("Fort", "10:00", "11:00"), a_stop("Bus stand", "11:10", "11:20", kind="transport")
    assert judge(check, an_itinerary(*rows), known).findings[0].amount == 30


def test_nothing_is_looked_at_between_the_rows_of_one_stay():
    days = a_day(a_stay("Plain Inn", "22:00", "32:00")), a_day(a_stay("Plain Inn", "07:00", "09:00"))
    assert judge(check, an_itinerary(*days), KNOWN).verdict is PASS


def test_the_way_from_last_night_is_looked_at_across_midnight():
    days = a_day(a_stay("Plain Inn", "22:00", "32:00")), a_day(a_stop("Palace", "08:39", "09:00"))
    assert judge(check, an_itinerary(*days), KNOWN).findings[0].amount == 1
