import pytest

from annotate.constraints.missing_remark import check
from annotate.facts import LegFacts
from tests.annotate.constraints.judging import FAIL, PASS, failing_rows, judge
from tests.builders import a_crowd, a_day, a_leg, a_meal, a_place, a_stay, a_stop, an_itinerary, facts

MUSEUM = a_place("Museum", visit_duration_min=180, crowd_level="A")
"""Stay inside [450, 517.5] minutes for Risk Optimized."""


def reasons(itinerary, known=None):
    return [finding.message for finding in judge(check, itinerary, known).findings]


def test_a_row_inside_every_range_needs_no_remark():
    assert judge(check, an_itinerary(a_stop("Museum", "10:00", "17:30")), facts(MUSEUM)).verdict is PASS


def test_a_stay_outside_its_range_needs_one():
    outcome = judge(check, an_itinerary(a_stop("Museum", "10:00", "17:00")), facts(MUSEUM))
    assert outcome.verdict is FAIL
    assert failing_rows(outcome) == [("d1.s1",)]
    assert outcome.findings[0].message == (
        "Museum on day 1 needs a remark: its stay is 30 min under the range."
    )


def test_a_remark_settles_it_but_blanks_are_none():
    for remark, verdict in (("Short on purpose.", PASS), ("  ", FAIL), ("", FAIL)):
        stop = a_stop("Museum", "10:00", "17:00", remark=remark)
        assert judge(check, an_itinerary(stop), facts(MUSEUM)).verdict is verdict


def test_a_leg_outside_its_range_needs_one():
    known = facts(legs={"d1.l1": LegFacts(True, free_flow_min=100, historical_delay_min=20)})
    assert reasons(an_itinerary(a_leg("Cab", "08:00", "10:10")), known) == [
        "Cab from Bhopal to Jaipur on day 1 needs a remark: its duration is 5 min over the range."
    ]


def test_a_visit_in_peak_hours_needs_one():
    known = facts(a_place("Fort", crowd=a_crowd([[9, 20, "A"]], p=[14])))
    assert reasons(an_itinerary(a_stop("Fort", "13:30", "14:10")), known) == [
        "Fort on day 1 needs a remark: 10 min of it lie in peak hours."
    ]


@pytest.mark.parametrize(("end", "due"), [("30:00", False), ("29:59", True)])
def test_a_night_that_ends_before_six_needs_one(end, due):
    days = a_day(a_stay("Plain Inn", "22:00", end)), a_day()
    assert bool(reasons(an_itinerary(*days))) is due


@pytest.mark.parametrize(("end", "due"), [("30:00", False), ("29:59", True)])
def test_a_short_night_before_a_transport_place_needs_one(end, due):
    day = a_day(a_stay("Plain Inn", "22:00", end), a_stop("Airport", "30:00", "30:20", kind="transport"))
    assert bool(reasons(an_itinerary(day, a_day()))) is due


def test_a_night_that_the_next_days_row_carries_past_six_needs_none():
    days = a_day(a_stay("Plain Inn", "22:00", "24:00")), a_day(a_stay("Plain Inn", "00:00", "06:00"))
    assert reasons(an_itinerary(*days)) == []


def test_a_night_that_a_night_train_takes_over_needs_none():
    days = a_day(a_stay("Plain Inn", "20:00", "23:00")), a_day(a_leg("Train", "00:30", "06:00"))
    assert reasons(an_itinerary(*days)) == []


@pytest.mark.parametrize(
    ("start", "due"), [("10:30", False), ("10:31", True), ("09:30", False), ("09:29", True)]
)
def test_a_given_time_may_move_by_half_an_hour_without_a_word(start, due):
    stop = a_stop("Fort", start, "12:00", given=("10:00", "12:00"))
    assert bool(reasons(an_itinerary(stop))) is due


@pytest.mark.parametrize(("kind", "due"), [("transport", False), ("attraction", True)])
def test_a_transport_place_that_moved_needs_none(kind, due):
    stop = a_stop("Jaipur Junction", "10:31", "10:45", kind=kind, given=("10:00", "10:45"))
    assert bool(reasons(an_itinerary(stop))) is due


def test_a_given_departure_counts_and_a_planned_arrival_never_does():
    moved = a_leg("Train", "06:31", "12:00", given_depart="06:00")
    assert reasons(an_itinerary(moved)) == [
        "Train 12182 from Bhopal to Jaipur on day 1 needs a remark: its given departure moved by 31 min."
    ]


@pytest.mark.parametrize(("stated", "due"), [(400, False), (800, False), (401, True), (0, True)])
def test_a_stated_price_that_differs_from_the_tables_needs_one(stated, due):
    known = facts(a_place("Bistro", kind="restaurant", price=400))
    assert bool(reasons(an_itinerary(a_meal("Bistro", cost=stated), people=2), known)) is due


@pytest.mark.parametrize(
    ("stated", "due"), [(1000, False), (3000, False), (6000, False), (2000, True), (5000, True)]
)
def test_the_rooms_of_five_people_are_a_price_of_the_table(stated, due):
    known = facts(a_place("Plain Inn", kind="accommodation", price=1000, max_occupancy=2))
    days = a_day(a_stay("Plain Inn", "22:00", "31:00", cost=stated)), a_day(a_stay("Plain Inn")), a_day()
    assert bool(reasons(an_itinerary(*days, people=5), known)) is due


@pytest.mark.parametrize(("stated", "due"), [(1500, False), (3000, False), (2000, True)])
def test_a_stated_price_of_a_cab_is_the_tables_for_one_cab_or_for_all(stated, due):
    known = facts(legs={"d1.l1": LegFacts(True, distance_km=100, cab_km_inr=15)})
    assert bool(reasons(an_itinerary(a_leg("Cab", cost=stated), people=5), known)) is due


def test_a_stated_price_without_a_table_price_needs_none():
    assert reasons(an_itinerary(a_meal("Bistro", cost=14)), facts(a_place("Bistro", kind="restaurant"))) == []


def test_all_reasons_of_a_row_stand_in_one_finding():
    known = facts(
        a_place("Fort", visit_duration_min=60, crowd_level="L", crowd=a_crowd([[9, 20, "A"]], p=[14]))
    )
    outcome = judge(check, an_itinerary(a_stop("Fort", "14:00", "15:00", given=("13:00", None))), known)
    assert [finding.amount for finding in outcome.findings] == [3]


def test_the_price_of_a_room_is_no_price_of_a_meal_at_the_hotel():
    known = facts(a_place("Inn", kind="accommodation", price=2000.0, max_occupancy=2))
    days = (
        a_day(a_stay("Inn", "14:00", "32:00")),
        a_day(a_meal("Inn", "08:30", "09:30", "breakfast", cost=300)),
    )
    assert reasons(an_itinerary(*days), known) == []
