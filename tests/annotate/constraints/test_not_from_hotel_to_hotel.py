import pytest

from annotate.constraints.not_from_hotel_to_hotel import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import a_day, a_leg, a_stay, a_stop, an_itinerary

INN = "Plain Inn"


def three_days(middle):
    first = a_day(a_stop("Fort"), a_stay(INN))
    last = a_day(a_stay(INN, verb="checkout"), a_stop("Bazaar"), accommodation=None)
    return an_itinerary(first, middle, last)


def test_days_that_run_from_hotel_to_hotel_pass():
    assert judge(check, three_days(a_day(a_stay(INN), a_stop("Palace"), a_stay(INN)))).verdict is PASS


def test_the_start_of_day_one_and_the_end_of_the_last_day_are_free():
    outcome = judge(check, an_itinerary(a_day(a_stop("Fort"), a_stop("Bazaar"), accommodation=None)))
    assert outcome.verdict is PASS


def test_a_day_without_its_hotel_at_either_end_fails_at_both_though_the_city_does_not_change():
    outcome = judge(check, three_days(a_day(a_stop("Palace"), a_stop("Zoo"), accommodation=INN)))
    assert outcome.verdict is FAIL
    assert failing_rows(outcome) == [("d2.s1",), ("d2.s2",)]
    assert outcome.findings[0].message == (
        "Day 2 begins at Palace, not at Plain Inn, the accommodation of the night before."
    )


def test_another_hotel_is_not_the_hotel():
    middle = a_day(a_stay("Plain Inn Deluxe"), a_stop("Palace"), a_stay(INN), accommodation=INN)
    assert failing_rows(judge(check, three_days(middle))) == [("d2.s1",)]


def test_transport_places_at_the_ends_do_not_count():
    middle = a_day(a_stop("Bus stand", kind="transport"), a_stay(INN), a_stop("Palace"), a_stay(INN))
    assert judge(check, three_days(middle)).verdict is PASS


def test_the_evening_a_night_leg_is_boarded_and_the_morning_it_arrives_are_free():
    evening = a_day(a_stop("Fort"), a_leg("Train", "22:00", "30:00"), accommodation=None)
    morning = a_day(a_stop("Palace"), accommodation=None)
    assert judge(check, an_itinerary(evening, morning)).verdict is PASS


def test_a_day_leg_frees_neither():
    evening = a_day(a_stop("Fort"), a_leg("Train", "16:00", "23:00"), accommodation=None)
    morning = a_day(a_stop("Palace"), accommodation=None)
    assert failing_rows(judge(check, an_itinerary(evening, morning))) == [("d1.s1",), ("d2.s1",)]


def test_while_the_leg_has_no_times_the_night_is_not_judged():
    evening = a_day(a_stop("Fort"), a_leg(), accommodation=None)
    morning = a_day(a_stop("Palace"), accommodation=None)
    assert judge(check, an_itinerary(evening, morning)).verdict is NOT_CHECKED


@pytest.mark.parametrize(("depart", "verdict"), [("02:59", PASS), ("03:00", FAIL), ("10:00", FAIL)])
def test_a_departure_alone_tells_whether_the_next_days_leg_takes_the_night(depart, verdict):
    evening = a_day(a_stop("Fort"), accommodation=None)
    morning = a_day(a_leg("Cab", depart, None), a_stop("Palace"), accommodation=None)
    outcome = judge(check, an_itinerary(evening, morning))
    assert outcome.verdict is verdict
    assert failing_rows(outcome) == ([("d1.s1",), ("d2.s1",)] if verdict is FAIL else [])


def test_an_empty_list_has_no_hotel_at_its_ends():
    outcome = judge(check, three_days(a_day(accommodation=INN)))
    assert [finding.message for finding in outcome.findings][:1] == [
        "Day 2 has no stops, not at Plain Inn, the accommodation of the night before."
    ]
