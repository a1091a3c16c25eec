import pytest

from annotate.constraints.minimum_nights import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_day, a_place, a_stay, an_itinerary, facts


@pytest.mark.parametrize(("least", "verdict"), [(1, PASS), (2, PASS), (3, FAIL)])
def test_two_nights_are_enough_for_a_minimum_of_two(least, verdict):
    known = facts(a_place("Inn", kind="accommodation", minimum_nights=least))
    outcome = judge(check, an_itinerary(a_day(a_stay("Inn")), a_day(a_stay("Inn")), a_day()), known)
    assert outcome.verdict is verdict


def test_two_stays_at_one_place_are_counted_apart():
    known = facts(
        a_place("Inn", kind="accommodation", minimum_nights=2),
        a_place("Lodge", kind="accommodation", minimum_nights=1),
    )
    days = a_day(a_stay("Inn")), a_day(a_stay("Lodge")), a_day(a_stay("Inn"))
    outcome = judge(check, an_itinerary(*days), known)
    assert [finding.amount for finding in outcome.findings] == [1, 1]
    assert outcome.findings[0].message == "Inn asks for 2 nights; the stay has 1."


def test_nights_are_dates_and_a_clock_change_makes_no_difference():
    known = facts(a_place("Inn", kind="accommodation", minimum_nights=2))
    days = a_day(a_stay("Inn", "22:00", "31:00")), a_day(a_stay("Inn", "22:00", "33:00")), a_day()
    assert judge(check, an_itinerary(*days, first_date="2026-03-28"), known).verdict is PASS


def test_an_unknown_minimum_is_not_checked():
    known = facts(a_place("Inn", kind="accommodation"))
    assert judge(check, an_itinerary(a_stay("Inn")), known).verdict is NOT_CHECKED
    assert judge(check, an_itinerary(a_stay("Inn"))).verdict is NOT_CHECKED
