import pytest

from annotate.constraints.short_night import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_day, a_leg, a_place, a_stay, a_stop, an_itinerary, facts


@pytest.mark.parametrize(("end", "short"), [("29:59", 1), ("30:00", 0), ("30:01", 0)])
def test_the_night_reaches_six_oclock(end, short):
    outcome = judge(check, an_itinerary(a_day(a_stay("Plain Inn", "22:00", end)), a_day()))
    assert outcome.verdict is (FAIL if short else PASS)
    assert [finding.amount for finding in outcome.findings] == ([short] if short else [])


def test_the_finding_says_until_when():
    finding = judge(check, an_itinerary(a_day(a_stay("Plain Inn", "22:00", "28:30")), a_day())).findings[0]
    assert finding.message == "The night at Plain Inn ends 1 h 30 before 06:00."
    assert finding.advice == "Let the stay of day 1 end at 06:00 +1 or later."


def test_the_next_days_row_of_the_same_stay_counts():
    days = a_day(a_stay("Plain Inn", "22:00", "24:00")), a_day(a_stay("Plain Inn", "00:00", "07:00"))
    assert judge(check, an_itinerary(*days)).verdict is PASS


def test_overnight_transport_is_exempt():
    days = (
        a_day(a_stay("Plain Inn", "18:00", "21:00"), accommodation=None),
        a_day(a_leg("Train", "00:30", "07:00")),
    )
    assert judge(check, an_itinerary(*days)).verdict is PASS


def test_while_the_stays_last_row_has_no_end_it_is_not_checked_unless_six_is_reached_before():
    def verdict(end, next_end):
        stays = a_stay("Plain Inn", "22:00", end), a_stay("Plain Inn", "00:00", next_end)
        return judge(check, an_itinerary(*(a_day(stay) for stay in stays))).verdict

    assert verdict("24:00", None) is NOT_CHECKED
    assert verdict("29:59", None) is NOT_CHECKED
    assert verdict("30:00", None) is PASS
    assert verdict("24:00", "05:59") is FAIL
    assert verdict(None, "05:59") is FAIL
    assert verdict(None, "06:00") is PASS


def test_a_stay_that_overnight_transport_takes_over_needs_no_end():
    days = a_day(a_stay("Plain Inn", "18:00")), a_day(a_leg("Train", "00:30", "07:00"))
    assert judge(check, an_itinerary(*days)).verdict is PASS


def test_a_short_night_that_a_leg_without_times_may_take_over_is_not_checked():
    days = a_day(a_stay("Plain Inn", "18:00", "23:00")), a_day(a_leg("Train"))
    assert judge(check, an_itinerary(*days)).verdict is NOT_CHECKED


@pytest.mark.parametrize(("end", "short"), [("28:00", 120), ("29:59", 1), ("30:00", 0)])
def test_a_transport_place_behind_the_stay_does_not_hide_the_short_night(end, short):
    days = (
        a_day(a_stay("Inn", "22:00", end), a_stop("Airport", "30:00", "30:20", kind="transport")),
        a_day(a_leg("Flight", "06:30", "08:00")),
    )
    outcome = judge(check, an_itinerary(*days))
    assert outcome.verdict is (FAIL if short else PASS)
    assert [finding.amount for finding in outcome.findings] == ([short] if short else [])


@pytest.mark.parametrize(("depart", "verdict"), [("26:59", PASS), ("27:00", FAIL), ("28:30", FAIL)])
def test_a_leg_behind_the_stay_does_not_hide_it_unless_it_takes_the_night_over(depart, verdict):
    day = a_day(a_stay("Inn", "22:00", "26:30"), a_leg("Bus", depart, "33:00"))
    outcome = judge(check, an_itinerary(day, a_day()))
    assert outcome.verdict is verdict
    assert [finding.amount for finding in outcome.findings] == ([210] if verdict is FAIL else [])


def test_a_stay_that_a_leg_of_the_evening_ends_is_no_night():
    def verdict(end, depart, arrive):
        day = a_day(a_stay("Inn", "14:00", end), a_leg("Bus", depart, arrive))
        return judge(check, an_itinerary(day, a_day())).verdict

    assert verdict("17:00", "17:00", "24:00") is PASS
    assert verdict("17:00", "17:00", None) is PASS
    assert verdict("17:00", None, "24:00") is PASS
    assert verdict("17:00", "16:59", "18:00") is FAIL
    assert verdict("17:00", None, "16:59") is FAIL
    assert verdict("17:00", None, None) is NOT_CHECKED


def test_transport_places_between_two_rows_do_not_part_one_stay_but_a_leg_does():
    def verdict(*between):
        evening = a_day(a_stay("Inn", "22:00", "24:00"), *between)
        return judge(check, an_itinerary(evening, a_day(a_stay("Inn", "00:00", "07:00")))).verdict

    station = a_stop("Station", kind="transport")
    assert verdict() is PASS
    assert verdict(station) is PASS
    assert verdict(a_leg("Bus", "28:30", "29:30")) is FAIL
    assert verdict(a_leg("Bus")) is NOT_CHECKED
    assert verdict(a_leg("Bus", "06:00", "14:00")) is PASS

    morning = a_day(station, a_stay("Inn", "00:00", "07:00"))
    assert judge(check, an_itinerary(a_day(a_stay("Inn", "22:00", "24:00")), morning)).verdict is PASS


@pytest.mark.parametrize(("depart", "verdict"), [("02:59", PASS), ("03:00", FAIL), ("10:00", FAIL)])
def test_a_departure_alone_tells_whether_the_next_days_leg_takes_the_night(depart, verdict):
    days = a_day(a_stay("Inn", "22:00", "28:00")), a_day(a_leg("Cab", depart, None))
    outcome = judge(check, an_itinerary(*days))
    assert outcome.verdict is verdict
    assert [finding.amount for finding in outcome.findings] == ([120] if verdict is FAIL else [])


def test_a_hotel_that_the_catalogue_holds_as_a_restaurant_only_is_still_a_night():
    known = facts(a_place("Plain Inn", kind="restaurant"))
    days = a_day(a_stay("Plain Inn", "22:00", "24:00")), a_day(a_stay("Plain Inn", "00:00", "05:59"))
    assert judge(check, an_itinerary(*days), known).findings[0].amount == 1


def test_a_stay_without_an_end_is_not_checked():
    assert judge(check, an_itinerary(a_day(a_stay("Plain Inn", "22:00")), a_day())).verdict is NOT_CHECKED
