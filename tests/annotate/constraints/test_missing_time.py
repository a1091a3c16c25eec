from annotate.constraints.missing_time import check
from tests.annotate.constraints.judging import FAIL, PASS, failing_rows, judge
from tests.builders import a_leg, a_stop, an_itinerary


def test_a_filled_plan_passes():
    rows = a_leg("Train", "06:00", "09:00"), a_stop("Fort", "10:00", "11:00")
    assert judge(check, an_itinerary(*rows)).verdict is PASS


def test_every_row_that_misses_a_time_is_found_with_what_it_misses():
    rows = a_leg("Train", "06:00", None), a_stop("Fort", None, "11:00"), a_stop("Palace")
    outcome = judge(check, an_itinerary(*rows))
    assert outcome.verdict is FAIL
    assert failing_rows(outcome) == [("d1.l1",), ("d1.s1",), ("d1.s2",)]
    assert [finding.amount for finding in outcome.findings] == [1, 1, 2]
    assert [finding.message for finding in outcome.findings] == [
        "Train 12182 from Bhopal to Jaipur on day 1 has no arrival.",
        "Fort on day 1 has no start.",
        "Palace on day 1 has no start and no end.",
    ]


def test_midnight_is_a_time():
    assert judge(check, an_itinerary(a_stop("Fort", "00:00", "01:00"))).verdict is PASS


def test_a_transport_place_without_times_leaves_a_gap_in_the_plan_too():
    assert judge(check, an_itinerary(a_stop("Airport", kind="transport"))).verdict is FAIL
