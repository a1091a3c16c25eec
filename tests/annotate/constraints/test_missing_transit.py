from annotate.constraints.missing_transit import check
from tests.annotate.constraints.judging import FAIL, PASS, judge
from tests.builders import a_place, a_stop, an_itinerary, facts


def test_a_stop_with_its_transit_stop_and_distance_passes():
    assert judge(check, an_itinerary(a_stop(nearest=("Clock Corner", 120.0)))).verdict is PASS


def test_zero_metres_is_a_distance():
    assert judge(check, an_itinerary(a_stop(nearest=("Clock Corner", 0.0)))).verdict is PASS


def test_a_missing_distance_is_found():
    outcome = judge(check, an_itinerary(a_stop("Fort", nearest=("Clock Corner", None))))
    assert outcome.verdict is FAIL
    assert outcome.findings[0].message == "Fort on day 1 has no distance to Clock Corner."


def test_the_advice_names_the_tables_stop():
    known = facts(a_place("Fort", nearest_stop_name="Fort Gate", nearest_stop_m=841.96))
    outcome = judge(check, an_itinerary(a_stop("Fort", nearest=None)), known)
    assert outcome.findings[0].message == "Fort on day 1 has no nearest transit stop."
    assert outcome.findings[0].advice == "The table says: Fort Gate, 841.96 m."


def test_a_transport_place_needs_none():
    assert judge(check, an_itinerary(a_stop("Airport", kind="transport", nearest=None))).verdict is PASS
