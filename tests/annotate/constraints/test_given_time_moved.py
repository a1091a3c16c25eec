import pytest

from annotate.constraints.given_time_moved import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_leg, a_stop, an_itinerary


@pytest.mark.parametrize(
    ("start", "moved"), [("09:29", 31), ("09:30", 0), ("10:00", 0), ("10:30", 0), ("10:31", 31)]
)
def test_a_given_start_moves_by_half_an_hour_at_most(start, moved):
    outcome = judge(check, an_itinerary(a_stop("Fort", start, "12:00", given=("10:00", None))))
    assert outcome.verdict is (FAIL if moved else PASS)
    assert [finding.amount for finding in outcome.findings] == ([moved] if moved else [])


def test_start_and_end_are_two_findings_with_the_room_they_have():
    outcome = judge(check, an_itinerary(a_stop("Fort", "11:00", "14:00", given=("10:00", "12:00"))))
    assert [finding.message for finding in outcome.findings] == [
        "The start of Fort is 1 h 00 later than given (10:00).",
        "The end of Fort is 2 h 00 later than given (12:00).",
    ]
    assert outcome.findings[0].advice == "Keep it between 09:30 and 10:30."


def test_a_given_departure_counts_and_a_planned_arrival_never_does():
    leg = a_leg("Train", "06:00", "20:00", timetable=("06:00", "12:00"), given_depart="06:00")
    assert judge(check, an_itinerary(leg)).verdict is PASS
    late = a_leg("Train", "06:31", "20:00", given_depart="06:00")
    assert judge(check, an_itinerary(late)).verdict is FAIL


def test_a_given_time_that_is_missing_now_is_not_checked():
    outcome = judge(check, an_itinerary(a_stop("Fort", None, "12:00", given=("10:00", "12:00"))))
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == ("d1.s1 Fort: its start is given as 10:00 and missing now.",)
    assert judge(check, an_itinerary(a_leg("Train", given_depart="06:00"))).verdict is NOT_CHECKED


@pytest.mark.parametrize(("kind", "verdict"), [("transport", PASS), ("attraction", FAIL)])
def test_a_transport_place_may_move_as_it_likes(kind, verdict):
    stop = a_stop("Jaipur Junction", "10:31", "10:45", kind=kind, given=("10:00", "10:45"))
    assert judge(check, an_itinerary(stop)).verdict is verdict


def test_a_given_time_of_a_transport_place_may_be_missing_now():
    stop = a_stop("Jaipur Junction", None, "10:45", kind="transport", given=("10:00", "10:45"))
    assert judge(check, an_itinerary(stop)).verdict is PASS


def test_times_that_were_not_given_are_free():
    assert judge(check, an_itinerary(a_stop("Fort", "03:00", "12:00"))).verdict is PASS
