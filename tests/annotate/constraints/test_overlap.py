import pytest

from annotate.constraints.overlap import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import a_day, a_leg, a_meal, a_stay, a_stop, an_itinerary


@pytest.mark.parametrize(("start", "verdict"), [("11:01", PASS), ("11:00", PASS), ("10:59", FAIL)])
def test_a_row_may_start_when_the_one_above_ends_and_no_minute_earlier(start, verdict):
    rows = a_stop("Fort", "10:00", "11:00"), a_stop("Palace", start, "12:00")
    assert judge(check, an_itinerary(*rows)).verdict is verdict


def test_a_sight_around_breakfast_and_lunch_overlaps_both():
    rows = [
        a_meal("Poha Corner", "09:10", "10:00", "breakfast"),
        a_stop("Fort", "09:30", "15:00"),
        a_meal("Bistro", "14:15", "15:15"),
    ]
    outcome = judge(check, an_itinerary(*rows))
    assert failing_rows(outcome) == [("d1.s1", "d1.s2"), ("d1.s2", "d1.s3")]
    assert [finding.amount for finding in outcome.findings] == [30, 45]
    assert outcome.findings[1].message == "Bistro overlaps Fort by 45 min."
    assert outcome.findings[1].advice == "Start Bistro at 15:00 or later, or end Fort by 14:15."


def test_a_row_is_held_against_every_row_above_it_not_only_the_nearest():
    rows = (
        a_stop("Fort", "09:00", "15:00"),
        a_meal("Bistro", "12:00", "13:00"),
        a_stop("Palace", "14:00", "16:00"),
    )
    assert failing_rows(judge(check, an_itinerary(*rows))) == [("d1.s1", "d1.s2"), ("d1.s1", "d1.s3")]


def test_a_row_out_of_order_is_found_though_nothing_overlaps():
    rows = a_stop("Fort", "15:00", "16:00"), a_stop("Palace", "09:00", "10:00")
    outcome = judge(check, an_itinerary(*rows))
    assert outcome.findings[0].message == "Palace stands after Fort, but starts 7 h 00 before its end."
    assert outcome.findings[0].amount == 420


def test_the_two_rows_of_one_stay_may_overlap_or_leave_a_gap():
    for start in ("00:00", "07:00", "09:00"):
        days = a_day(a_stay("Plain Inn", "22:00", "32:00")), a_day(a_stay("Plain Inn", start, "09:30"))
        assert judge(check, an_itinerary(*days)).verdict is PASS


def test_two_different_hotels_are_not_one_stay():
    days = a_day(a_stay("Plain Inn", "22:00", "32:00")), a_day(a_stay("Hotel A", "07:00", "09:30"))
    assert judge(check, an_itinerary(*days)).verdict is FAIL


def test_the_later_row_of_a_stay_says_when_it_ends():
    first = a_day(a_stay("Plain Inn", "22:00", "32:00"))
    second = a_day(a_stay("Plain Inn", "06:00", "07:00"), a_stop("Fort", "07:30", "09:00"))
    assert judge(check, an_itinerary(first, second)).verdict is PASS


def test_a_train_that_arrives_the_next_day_overlaps_that_days_stop():
    days = a_day(a_leg("Train", "17:00", "38:52")), a_day(a_stop("Fort", "14:51", "16:00"))
    outcome = judge(check, an_itinerary(*days))
    assert failing_rows(outcome) == [("d1.l1", "d2.s1")]
    assert outcome.findings[0].amount == 1


def test_a_stop_at_midnight_exactly_begins_its_day():
    days = a_day(a_leg("Train", "17:00", "24:00")), a_day(a_stop("Fort", "00:00", "01:00"))
    assert judge(check, an_itinerary(*days)).verdict is PASS


def test_a_row_without_times_is_not_checked():
    outcome = judge(check, an_itinerary(a_stop("Fort", "10:00", "11:00"), a_stop("Palace", "12:00", None)))
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == ("d1.s2 Palace has not both its times.",)
