import pytest

from annotate.constraints.closed import check
from annotate.facts import Crowd
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import MONDAY, a_crowd, a_day, a_meal, a_place, a_stay, a_stop, an_itinerary, facts, hours

NINE_TO_FIVE = facts(a_place("Fort", hours=hours(("09:00", "17:00"))))


@pytest.mark.parametrize(
    ("start", "end", "closed_min"),
    [("09:00", "17:00", 0), ("08:59", "17:00", 1), ("09:00", "17:01", 1), ("17:00", "18:00", 60)],
)
def test_a_visit_lies_inside_the_opening_hours_to_the_minute(start, end, closed_min):
    outcome = judge(check, an_itinerary(a_stop("Fort", start, end)), NINE_TO_FIVE)
    assert outcome.verdict is (FAIL if closed_min else PASS)
    assert [finding.amount for finding in outcome.findings] == ([closed_min] if closed_min else [])


def test_the_finding_says_when_it_is_open():
    outcome = judge(check, an_itinerary(a_stop("Fort", "16:30", "17:30")), NINE_TO_FIVE)
    assert outcome.findings[0].message == "Fort on day 1 is closed for 30 min of the visit (opening hours)."
    assert outcome.findings[0].advice == "Visit it within 09:00-17:00."


def test_one_oclock_is_inside_an_evening_that_runs_to_two():
    known = facts(a_place("Bar", kind="restaurant", hours=hours(("18:00", "02:00"))))
    assert judge(check, an_itinerary(a_stop("Bar", "25:00", "26:00")), known).verdict is PASS
    assert judge(check, an_itinerary(a_stop("Bar", "25:00", "26:01")), known).verdict is FAIL
    assert judge(check, an_itinerary(a_stop("Bar", "01:00", "02:00")), known).verdict is PASS


def test_the_night_belongs_to_the_hours_of_the_evening_before():
    week = [((1080, 120),), *[()] * 6]
    known = facts(a_place("Bar", kind="restaurant", hours=tuple(week)))
    assert judge(check, an_itinerary(a_day(), a_day(a_stop("Bar", "01:00", "02:00"))), known).verdict is PASS
    assert judge(check, an_itinerary(a_day(), a_day(a_stop("Bar", "18:00", "19:00"))), known).verdict is FAIL


def test_closed_all_day_says_to_come_another_day():
    known = facts(a_place("Fort", hours=((), *[((540, 1020),)] * 6)))
    outcome = judge(check, an_itinerary(a_stop("Fort", "10:00", "11:00")), known)
    assert outcome.findings[0].advice == "It is closed all that date: visit it on another day."


def test_open_round_the_clock_holds_a_visit_over_midnight():
    known = facts(a_place("Fort", hours=hours(("00:00", "24:00"))))
    assert judge(check, an_itinerary(a_stop("Fort", "23:00", "25:00")), known).verdict is PASS


def test_without_opening_hours_the_crowd_source_says_what_is_closed():
    known = facts(a_place("Fort", crowd=a_crowd([[9, 17, "A"]], closed=[[18, 9]])))
    assert judge(check, an_itinerary(a_stop("Fort", "17:00", "18:00")), known).verdict is PASS
    outcome = judge(check, an_itinerary(a_stop("Fort", "17:00", "18:01")), known)
    assert outcome.findings[0].message == "Fort on day 1 is closed for 1 min of the visit (crowd data)."


def test_a_bare_window_list_cannot_tell_closed_from_unknown():
    known = facts(a_place("Fort", crowds=(Crowd(((540, 1020, "A"),)),)))
    assert judge(check, an_itinerary(a_stop("Fort", "20:00", "21:00")), known).verdict is NOT_CHECKED


def test_a_row_without_known_hours_is_counted_and_the_others_are_judged():
    outcome = judge(
        check, an_itinerary(a_stop("Fort", "10:00", "11:00"), a_stop("Zoo", "12:00", "13:00")), NINE_TO_FIVE
    )
    assert outcome.verdict is PASS
    assert outcome.missing == ("d1.s2 Zoo: no hours are known.",)


def test_if_no_row_could_be_judged_nothing_was_checked():
    assert judge(check, an_itinerary(a_stop("Zoo", "12:00", "13:00")), facts()).verdict is NOT_CHECKED


def test_hours_by_weekday_need_a_date():
    known = facts(a_place("Fort", hours=(*(((540, 1020),),) * 6, ((540, 1080),))))
    assert (
        judge(check, an_itinerary(a_stop("Fort", "10:00", "11:00"), first_date=None), known).verdict
        is NOT_CHECKED
    )


@pytest.mark.parametrize(("end", "verdict"), [("17:00", PASS), ("17:01", FAIL)])
def test_seven_equal_weekdays_need_no_date(end, verdict):
    known = facts(a_place("Fort", hours=(((540, 1020),),) * 7))
    undated = an_itinerary(a_stop("Fort", "10:00", end), first_date=None)
    assert judge(check, undated, known).verdict is verdict


@pytest.mark.parametrize(("end", "verdict"), [("21:00", PASS), ("21:01", FAIL)])
def test_an_event_is_visited_inside_its_start_and_end(end, verdict):
    raga = a_place(
        "Raga Night", kind="event", event_dates=(MONDAY,), event_start_min=1140, event_end_min=1260
    )
    stop = a_stop("Raga Night", "19:00", end, kind="event")
    assert judge(check, an_itinerary(stop), facts(raga)).verdict is verdict


def test_an_event_of_another_date_is_closed_even_without_times():
    raga = a_place("Raga Night", kind="event", event_dates=("2025-11-05",))
    outcome = judge(check, an_itinerary(a_stop("Raga Night", "19:00", "20:00", kind="event")), facts(raga))
    assert outcome.verdict is FAIL
    assert outcome.findings[0].advice == "It takes place on 2025-11-05 only."


def test_an_event_without_times_is_closed_on_a_date_of_the_trip_that_is_not_its_own():
    raga = facts(a_place("Raga Night", kind="event", event_dates=("2025-11-04",)))

    def verdict(start, end):
        return judge(
            check, an_itinerary(a_day(a_stop("Raga Night", start, end, kind="event")), a_day()), raga
        ).verdict

    assert verdict("23:00", "24:00") is FAIL
    assert verdict("23:00", "24:01") is NOT_CHECKED
    assert verdict("24:00", "25:00") is NOT_CHECKED


def night(start=None, end=None, dates=(MONDAY,)):
    return a_place("Raga Night", kind="event", event_dates=dates, event_start_min=start, event_end_min=end)


LUNCH = a_meal("Bistro", "12:00", "13:00")
OPEN_BISTRO = a_place("Bistro", kind="restaurant", hours=hours(("09:00", "17:00")))


@pytest.mark.parametrize(
    ("start", "end", "closed_min"),
    [
        ("15:00", "19:00", 180),
        ("17:59", "19:00", 1),
        ("18:00", "19:00", 0),
        ("22:00", "30:00", 0),
        ("22:00", "30:01", 1),
        ("24:30", "25:30", 0),
        ("00:30", "01:30", 60),
    ],
)
def test_an_event_whose_start_alone_is_known_is_closed_before_it(start, end, closed_min):
    stop = a_stop("Raga Night", start, end, kind="event")
    outcome = judge(check, an_itinerary(LUNCH, stop), facts(night(1080), OPEN_BISTRO))
    assert outcome.verdict is (FAIL if closed_min else PASS)
    assert [finding.amount for finding in outcome.findings] == ([closed_min] if closed_min else [])
    assert outcome.missing == (
        () if closed_min else ("d1.s2 Raga Night: the end of the event is not known.",)
    )


@pytest.mark.parametrize(
    ("event_end", "start", "end", "closed_min"),
    [
        (1320, "21:00", "22:00", 0),
        (1320, "21:00", "22:01", 1),
        (1320, "23:00", "24:00", 60),
        (1320, "00:00", "01:00", 0),
        (360, "21:00", "30:00", 0),
        (360, "21:00", "30:01", 1),
        (361, "06:00", "06:01", 0),
        (361, "06:01", "06:02", 1),
    ],
)
def test_an_event_whose_end_alone_is_known_is_closed_after_it(event_end, start, end, closed_min):
    stop = a_stop("Raga Night", start, end, kind="event")
    outcome = judge(check, an_itinerary(LUNCH, stop), facts(night(None, event_end), OPEN_BISTRO))
    assert outcome.verdict is (FAIL if closed_min else PASS)
    assert [finding.amount for finding in outcome.findings] == ([closed_min] if closed_min else [])


def test_an_event_with_one_known_time_is_not_judged_where_this_does_not_rule_it_out():
    stop = a_stop("Raga Night", "19:00", "20:00", kind="event")
    for known, other in ((night(1080), "end"), (night(None, 1320), "start")):
        outcome = judge(check, an_itinerary(stop), facts(known))
        assert outcome.verdict is NOT_CHECKED
        assert outcome.missing == (f"d1.s1 Raga Night: the {other} of the event is not known.",)


def test_the_finding_on_an_event_with_one_known_time_says_which():
    def told(start, end, known):
        finding = judge(
            check, an_itinerary(a_stop("Raga Night", start, end, kind="event")), facts(known)
        ).findings[0]
        return finding.message, finding.advice

    assert told("15:00", "19:00", night(1080)) == (
        "Raga Night on day 1 is closed for 3 h 00 of the visit (event start).",
        "It begins at 18:00: come later.",
    )
    assert told("21:00", "23:00", night(None, 1320)) == (
        "Raga Night on day 1 is closed for 1 h 00 of the visit (event end).",
        "It ends at 22:00: leave earlier.",
    )
    for known in (night(1080, None, ("2025-11-05",)), night(None, 1320, ("2025-11-05",))):
        assert told("19:00", "20:00", known) == (
            "Raga Night on day 1 is closed for 1 h 00 of the visit (event dates).",
            "It takes place on 2025-11-05 only.",
        )


def test_an_event_that_runs_on_many_dates_is_closed_before_its_start_on_each():
    known = night(1080, None, ("2025-11-03", "2025-11-04"))
    days = a_day(), a_day(a_stop("Raga Night", "15:00", "19:00", kind="event"))
    assert judge(check, an_itinerary(*days), facts(known)).findings[0].amount == 180


@pytest.mark.parametrize(
    ("event_date", "opens", "closes", "start", "end", "closed_min"),
    [
        ("2025-11-04", 30, 120, "24:30", "25:30", 0),
        ("2025-11-04", 30, 120, "24:29", "26:01", 2),
        ("2025-11-04", 30, 120, "00:30", "01:30", 60),
        ("2025-11-02", 1380, 1560, "00:30", "01:30", 0),
        ("2025-11-02", 1380, 1560, "01:59", "02:01", 1),
        ("2025-11-02", 1380, 1560, "24:30", "25:30", 60),
        ("2025-11-05", 30, 120, "24:30", "25:30", 60),
    ],
)
def test_an_event_on_a_date_beside_the_trip_is_open_for_the_visit_that_reaches_it(
    event_date, opens, closes, start, end, closed_min
):
    stop = a_stop("Raga Night", start, end, kind="event")
    outcome = judge(check, an_itinerary(stop), facts(night(opens, closes, (event_date,))))
    assert outcome.verdict is (FAIL if closed_min else PASS)
    assert [finding.amount for finding in outcome.findings] == ([closed_min] if closed_min else [])


@pytest.mark.parametrize("dates", [(), ("2025-11-04",)])
def test_an_event_is_open_on_every_date_while_its_dates_or_the_trips_are_not_known(dates):
    known = facts(night(1140, 1260, dates))

    def verdict(start, end):
        stop = a_stop("Raga Night", start, end, kind="event")
        return judge(check, an_itinerary(stop, first_date=MONDAY if not dates else None), known).verdict

    assert verdict("19:00", "21:00") is PASS
    assert verdict("19:00", "21:01") is FAIL


def test_accommodation_is_not_judged():
    known = facts(a_place("Plain Inn", kind="accommodation", hours=((),)), a_place("Fort", hours=((),)))
    stay = a_stay("Plain Inn", "22:00", "32:00")
    assert failing_rows(judge(check, an_itinerary(a_stop("Fort", "10:00", "11:00"), stay), known)) == [
        ("d1.s1",)
    ]


def test_a_night_at_a_place_that_the_catalogue_holds_as_a_restaurant_only_is_not_judged():
    known = facts(a_place("Plain Inn", kind="restaurant", hours=hours(("09:00", "17:00"))))
    stay, lunch = a_stay("Plain Inn", "22:00", "32:00"), a_meal("Plain Inn", "16:30", "17:30")
    assert failing_rows(judge(check, an_itinerary(lunch, stay), known)) == [("d1.s1",)]


def test_a_plan_with_nothing_to_judge_was_not_checked():
    outcome = judge(check, an_itinerary(a_stay("Plain Inn", "22:00", "32:00")), facts())
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == ("The plan visits no attraction, restaurant or event.",)
