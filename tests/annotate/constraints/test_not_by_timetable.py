import pytest

from annotate.constraints.not_by_timetable import check
from annotate.facts import LegFacts
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_leg, an_itinerary, facts


def world(**known):
    return facts(legs={"d1.l1": LegFacts(True, **known)})


TRAIN = world(timetable_depart_min=330, timetable_arrive_min=770, timetable_duration_min=440)


@pytest.mark.parametrize(("depart", "minutes"), [("05:29", 1), ("05:30", None), ("05:31", 1)])
def test_the_planned_departure_is_the_timetables_to_the_minute(depart, minutes):
    outcome = judge(check, an_itinerary(a_leg("Train", depart, "14:00")), TRAIN)
    assert [finding.amount for finding in outcome.findings] == ([minutes] if minutes else [])
    assert outcome.verdict is (FAIL if minutes else PASS)


def test_later_is_missed_and_earlier_does_not_exist():
    late = judge(check, an_itinerary(a_leg("Train", "05:50", "14:00")), TRAIN).findings[0]
    early = judge(check, an_itinerary(a_leg("Train", "05:10", "14:00")), TRAIN).findings[0]
    assert late.message == "Train 12182 from Bhopal to Jaipur is planned to leave 20 min later: it is missed."
    assert early.message.endswith("20 min earlier: no such departure exists.")
    assert late.advice == "Leave at 05:30, as the timetable says."


@pytest.mark.parametrize(("arrive", "verdict"), [("12:51", PASS), ("12:50", PASS), ("12:49", FAIL)])
def test_the_planned_duration_is_not_below_the_timetables(arrive, verdict):
    assert judge(check, an_itinerary(a_leg("Train", "05:30", arrive)), TRAIN).verdict is verdict


def test_a_departure_shortly_after_midnight_is_late_for_one_before_it():
    known = world(timetable_depart_min=1430, timetable_duration_min=60)
    outcome = judge(check, an_itinerary(a_leg("Train", "24:10", "26:00")), known)
    assert [finding.amount for finding in outcome.findings] == [20]


def test_a_train_over_midnight_keeps_its_duration():
    known = world(timetable_depart_min=1437, timetable_arrive_min=1466, timetable_duration_min=29)
    assert judge(check, an_itinerary(a_leg("Train", "23:57", "24:26")), known).verdict is PASS
    assert judge(check, an_itinerary(a_leg("Train", "23:57", "24:25")), known).verdict is FAIL


@pytest.mark.parametrize(("arrive", "verdict"), [("09:31", PASS), ("09:30", FAIL)])
def test_a_cab_leaves_when_it_likes_but_is_no_faster_than_free_flow(arrive, verdict):
    outcome = judge(check, an_itinerary(a_leg("Cab", "08:00", arrive)), world(free_flow_min=90.5))
    assert outcome.verdict is verdict
    if verdict is FAIL:
        assert outcome.findings[0].amount == 0.5
        assert outcome.findings[0].advice == "Arrive at 09:31 or later."


def test_the_skeletons_own_timetable_counts_where_the_tables_have_none():
    leg = a_leg("Train", "05:40", "13:00", timetable=("05:30", "12:50"))
    assert [finding.amount for finding in judge(check, an_itinerary(leg), world()).findings] == [10]


def test_a_late_and_too_fast_leg_is_found_twice():
    assert len(judge(check, an_itinerary(a_leg("Train", "06:00", "10:00")), TRAIN).findings) == 2


def test_without_a_timetable_nothing_was_checked():
    outcome = judge(check, an_itinerary(a_leg("Bus", "06:00", "10:00")), facts())
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == (
        "d1.l1 Bus Hill Lines from Bhopal to Jaipur: no timetable departure is known.",
        "d1.l1 Bus Hill Lines from Bhopal to Jaipur: no timetable duration is known.",
    )


def test_missing_planned_times_are_not_checked():
    assert judge(check, an_itinerary(a_leg("Train", "05:30", None)), TRAIN).verdict is NOT_CHECKED
