import pytest

from annotate.constraints.wrong_transit_fact import check
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_place, a_stop, an_itinerary, facts

KNOWN = facts(a_place("Fort", nearest_stop_name="Fort Gate", nearest_stop_m=841.96))


@pytest.mark.parametrize(
    ("metres", "verdict"), [(836.95, FAIL), (836.96, PASS), (846.96, PASS), (846.97, FAIL)]
)
def test_a_distance_may_be_off_by_five_metres(metres, verdict):
    assert judge(check, an_itinerary(a_stop("Fort", nearest=("Fort Gate", metres))), KNOWN).verdict is verdict


def test_another_stop_is_wrong_whatever_its_distance():
    finding = judge(check, an_itinerary(a_stop("Fort", nearest=("Fort", 841.96))), KNOWN).findings[0]
    assert finding.message == "Fort states Fort: another stop is nearest."
    assert finding.advice == "The table says: Fort Gate, 841.96 m."


def test_where_the_table_has_no_distance_the_stops_are_compared_still():
    known = facts(a_place("Fort", nearest_stop_name="Fort Gate"))
    other = judge(check, an_itinerary(a_stop("Fort", nearest=("Bazaar", 10.0))), known)
    assert other.verdict is FAIL
    assert other.findings[0].message == "Fort states Bazaar: another stop is nearest."
    assert other.findings[0].amount is None
    assert other.findings[0].advice == "The table says: Fort Gate."
    same = judge(check, an_itinerary(a_stop("Fort", nearest=("Fort Gate", 10.0))), known)
    assert same.verdict is NOT_CHECKED
    assert same.missing == ("d1.s1 Fort: no table says how far Fort Gate is.",)
    assert judge(check, an_itinerary(a_stop("Fort", nearest=("Fort Gate", None))), known).verdict is PASS


def test_case_and_blanks_do_not_matter():
    assert judge(check, an_itinerary(a_stop("Fort", nearest=("fort  GATE", 842.0))), KNOWN).verdict is PASS


def test_a_row_that_states_nothing_is_another_rules():
    assert judge(check, an_itinerary(a_stop("Fort", nearest=None)), KNOWN).verdict is PASS


def test_without_a_table_nothing_is_checked():
    assert judge(check, an_itinerary(a_stop("Zoo")), KNOWN).verdict is NOT_CHECKED
