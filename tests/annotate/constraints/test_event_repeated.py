from annotate.constraints.event_repeated import check
from tests.annotate.constraints.judging import FAIL, PASS, failing_rows, judge
from tests.builders import a_day, a_stop, an_itinerary


def test_an_event_once_passes():
    assert judge(check, an_itinerary(a_stop("Raga Night", kind="event"))).verdict is PASS


def test_an_event_on_two_days_fails():
    days = [a_day(a_stop("Raga Night", kind="event")) for _ in range(2)]
    outcome = judge(check, an_itinerary(*days))
    assert outcome.verdict is FAIL
    assert failing_rows(outcome) == [("d1.s1", "d2.s1")]


def test_a_repeated_attraction_is_no_repeated_event():
    assert judge(check, an_itinerary(*[a_day(a_stop("Fort")) for _ in range(2)])).verdict is PASS
