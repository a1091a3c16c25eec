import pytest

from annotate.constraints.wrong_city import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import a_day, a_leg, a_meal, a_stay, a_stop, an_itinerary


def travel_day(*stops_before, depart="10:00", arrive="14:00", after=()):
    leg = a_leg("Train", depart, arrive, origin="J", destination="K")
    return an_itinerary(a_day(*stops_before, leg, *after, from_city="J", city="K"))


def test_a_day_that_names_one_city_and_stays_in_it_passes():
    assert judge(check, an_itinerary(a_day(a_stop("Fort", city="J"), city="J"))).verdict is PASS


def test_a_day_in_j_with_its_breakfast_and_hotel_in_k_fails_on_both_rows():
    day = a_day(
        a_meal("Cafe", city="K", meal="breakfast"),
        a_stop("Fort", city="J"),
        a_stay("Inn", city="K"),
        city="J",
    )
    outcome = judge(check, an_itinerary(day))
    assert outcome.verdict is FAIL
    assert failing_rows(outcome) == [("d1.s1",), ("d1.s3",)]
    assert outcome.findings[0].message == "Cafe lies in K; the traveller is then in J."


def test_the_old_city_is_right_until_one_minute_before_the_departure():
    assert judge(check, travel_day(a_stop("Fort", "09:59", "10:30", city="J"))).verdict is PASS


def test_the_new_city_is_wrong_one_minute_before_the_departure():
    outcome = judge(check, travel_day(a_stop("Zoo", "09:59", "10:30", city="K")))
    assert failing_rows(outcome) == [("d1.s1",)]


def test_the_old_city_is_wrong_from_the_arrival_on():
    outcome = judge(check, travel_day(after=[a_stop("Fort", "14:00", "15:00", city="J")]))
    assert failing_rows(outcome) == [("d1.s1",)]


def test_while_the_leg_is_under_way_neither_city_is_right():
    for start, city in (("10:00", "J"), ("13:59", "J"), ("10:00", "K"), ("13:59", "K")):
        outcome = judge(check, travel_day(a_stop("Fort", start, "15:00", city=city)))
        assert failing_rows(outcome) == [("d1.s1",)]
    assert outcome.findings[0].message == "Fort lies in K; the traveller is then on the way."


def test_the_new_city_is_right_from_the_arrival_on():
    assert judge(check, travel_day(after=[a_stop("Zoo", "14:00", "15:00", city="K")])).verdict is PASS


def test_a_third_city_is_wrong_even_without_times():
    outcome = judge(check, travel_day(a_stop("Dam", city="L"), depart=None, arrive=None))
    assert outcome.verdict is FAIL


def test_without_times_the_order_is_enough_where_it_agrees():
    day = travel_day(a_stop("Fort", city="J"), depart=None, arrive=None, after=[a_stop("Zoo", city="K")])
    assert judge(check, day).verdict is PASS


def test_without_times_a_stop_on_the_other_side_of_the_leg_is_not_judged():
    outcome = judge(check, travel_day(a_stop("Zoo", city="K"), depart=None, arrive=None))
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == ("d1.s1 Zoo: no times tell on which side of the journey it lies.",)


@pytest.mark.parametrize("listed", ["before", "after"])
@pytest.mark.parametrize(
    ("depart", "arrive", "city", "start", "verdicts"),
    [
        ("10:00", None, "J", "09:59", {"before": PASS, "after": PASS}),
        ("10:00", None, "J", "10:00", {"before": FAIL, "after": FAIL}),
        ("10:00", None, "K", "09:59", {"before": FAIL, "after": FAIL}),
        ("10:00", None, "K", "10:00", {"before": NOT_CHECKED, "after": PASS}),
        (None, "14:00", "J", "13:59", {"before": PASS, "after": NOT_CHECKED}),
        (None, "14:00", "J", "14:00", {"before": FAIL, "after": FAIL}),
        (None, "14:00", "K", "13:59", {"before": FAIL, "after": FAIL}),
        (None, "14:00", "K", "14:00", {"before": PASS, "after": PASS}),
    ],
)
def test_one_time_of_the_leg_decides_for_its_side(depart, arrive, city, start, verdicts, listed):
    stop = [a_stop("Fort", start, "15:00", city=city)]
    before, after = (stop, []) if listed == "before" else ([], stop)
    day = travel_day(*before, depart=depart, arrive=arrive, after=after)
    assert judge(check, day).verdict is verdicts[listed]


def test_the_new_city_before_a_known_departure_is_wrong_on_the_next_day_too():
    first = a_day(a_stop("Palace", "09:00", "10:00", city="Jaipur"))
    second = a_day(
        a_stop("Taj", "08:00", "09:00", city="Agra"),
        a_leg("Cab", "10:00", None, origin="Jaipur", destination="Agra"),
        from_city="Jaipur",
        city="Agra",
    )
    outcome = judge(check, an_itinerary(first, second))
    assert failing_rows(outcome) == [("d2.s1",)]
    assert outcome.findings[0].message == "Taj lies in Agra; the traveller is then in Jaipur."


@pytest.mark.parametrize(
    ("city", "verdict"), [("J", FAIL), ("Hub", NOT_CHECKED), ("K", NOT_CHECKED), ("L", FAIL)]
)
def test_once_the_first_of_two_legs_has_left_only_the_cities_behind_it_are_possible(city, verdict):
    rows = [
        a_stop("Tower", "13:00", "14:00", city=city),
        a_leg("Train", "08:00", None, origin="J", destination="Hub"),
        a_leg("Bus", None, None, origin="Hub", destination="K"),
    ]
    outcome = judge(check, an_itinerary(a_day(*rows, from_city="J", city="K")))
    assert outcome.verdict is verdict
    if verdict is FAIL:
        assert outcome.findings[0].message == f"Tower lies in {city}; the traveller is then in Hub or K."


def test_the_arrival_of_the_second_leg_settles_what_the_first_leaves_open():
    rows = [
        a_leg("Train", origin="J", destination="Hub"),
        a_leg("Bus", None, "12:00", origin="Hub", destination="K"),
        a_stop("Tower", "12:00", "13:00", city="J"),
    ]
    assert judge(check, an_itinerary(a_day(*rows, from_city="J", city="K"))).verdict is FAIL


def test_an_arrival_by_midnight_keeps_a_leg_of_the_evening_before_off_the_next_day():
    def verdict(arrive):
        evening = a_day(a_leg("Train", None, arrive, origin="J", destination="K"), city="J")
        morning = a_day(a_stop("Zoo", "08:00", "10:00", city="L"), from_city="J", city="L")
        return judge(check, an_itinerary(evening, morning)).verdict

    assert verdict("24:00") is NOT_CHECKED
    assert verdict("24:01") is PASS


def test_between_two_legs_the_traveller_is_where_the_first_arrives():
    rows = [
        a_leg("Train", "08:00", "10:00", origin="J", destination="Hub"),
        a_stop("Tower", "11:00", "12:00", city="Hub"),
        a_leg("Bus", "13:00", "15:00", origin="Hub", destination="K"),
    ]
    assert judge(check, an_itinerary(a_day(*rows, from_city="J", city="K"))).verdict is PASS


def test_a_leg_boarded_the_evening_before_brings_the_traveller_to_the_next_days_city():
    evening = a_day(a_leg("Train", "23:00", "30:00", origin="J", destination="K"), city="J")
    morning = a_day(a_stop("Zoo", "08:00", "10:00", city="K"), from_city="J", city="K")
    assert judge(check, an_itinerary(evening, morning)).verdict is PASS


def test_an_unresolved_city_is_not_checked():
    assert judge(check, an_itinerary(a_stop("No City Name", city=None))).verdict is NOT_CHECKED
