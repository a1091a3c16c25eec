import pytest

from annotate.constraints.unknown_transport import check
from annotate.facts import LegFacts
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import a_leg, an_itinerary, facts


@pytest.mark.parametrize(("known", "verdict"), [(True, PASS), (False, FAIL), (None, NOT_CHECKED)])
def test_known_passes_unknown_fails_and_a_missing_table_is_not_checked(known, verdict):
    world = facts(legs={"d1.l1": LegFacts(known)})
    assert judge(check, an_itinerary(a_leg()), world).verdict is verdict


def test_train_99999_fails_and_the_advice_names_what_there_is():
    world = facts(legs={"d1.l1": LegFacts(False, alternatives=("12182", "22911"))})
    outcome = judge(check, an_itinerary(a_leg(carrier="99999")), world)
    assert failing_rows(outcome) == [("d1.l1",)]
    assert outcome.findings[0].message == (
        "Train 99999 from Bhopal to Jaipur is not in the table of trains (number, route and date)."
    )
    assert outcome.findings[0].advice == "On this route the tables have: 12182, 22911."


def test_a_leg_of_which_nothing_was_gathered_is_not_checked():
    outcome = judge(check, an_itinerary(a_leg()), facts())
    assert outcome.missing == ("d1.l1 Train 12182 from Bhopal to Jaipur: no table of trains.",)


def test_every_unknown_leg_is_found():
    world = facts(legs={"d1.l1": LegFacts(False), "d1.l2": LegFacts(False)})
    assert failing_rows(judge(check, an_itinerary(a_leg(), a_leg("Bus")), world)) == [("d1.l1",), ("d1.l2",)]


def test_a_trip_without_legs_passes():
    assert judge(check, an_itinerary(first_date=None)).verdict is PASS
