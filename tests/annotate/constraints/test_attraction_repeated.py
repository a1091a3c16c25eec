from annotate.constraints.attraction_repeated import check
from tests.annotate.constraints.judging import FAIL, PASS, failing_rows, judge
from tests.builders import a_day, a_place, a_stop, an_itinerary, facts


def test_each_attraction_once_passes():
    assert judge(check, an_itinerary(a_stop("Fort"), a_stop("Palace"))).verdict is PASS


def test_the_fields_alone_show_that_the_palace_is_repeated():
    days = a_day(attractions=["Fort", "Palace"], city="J"), a_day(attractions=["Bazaar", "Palace"], city="J")
    outcome = judge(check, an_itinerary(*days))
    assert outcome.verdict is FAIL
    assert [finding.message for finding in outcome.findings] == [
        "Palace (J) is visited 2 times: on day 1 and day 2."
    ]


def test_the_advice_proposes_a_flag_and_the_text_of_the_remark():
    days = [a_day(), a_day(a_stop("Fort")), a_day(), a_day(a_stop("Fort"))]
    outcome = judge(check, an_itinerary(*days))
    assert failing_rows(outcome) == [("d2.s1", "d4.s1")]
    assert (
        outcome.findings[0].advice
        == 'Flag the rows as a repeated attraction, with the remark "repeated on day 2 and day 4".'
    )


def test_three_visits_are_one_finding_of_three():
    outcome = judge(check, an_itinerary(*[a_day(a_stop("Fort")) for _ in range(3)]))
    assert outcome.findings[0].amount == 3
    assert outcome.findings[0].message.endswith("on day 1, day 2 and day 3.")


def test_every_repeated_attraction_is_found_not_only_the_first():
    outcome = judge(check, an_itinerary(*[a_day(a_stop("Fort"), a_stop("Palace")) for _ in range(2)]))
    assert failing_rows(outcome) == [("d1.s1", "d2.s1"), ("d1.s2", "d2.s2")]


def test_two_names_of_one_catalogue_entry_are_one_place():
    known = facts(a_place("Fort", place_id="a1"), a_place("Old Fort", place_id="a1"))
    assert judge(check, an_itinerary(a_stop("Fort"), a_stop("Old Fort")), known).verdict is FAIL


def test_a_transport_place_of_the_same_name_is_no_visit():
    station = a_stop("Terminus", kind="transport")
    once = an_itinerary(a_day(a_stop("Terminus"), station))
    assert judge(check, once).verdict is PASS
    twice = an_itinerary(a_day(station, a_stop("Terminus")), a_day(a_stop("Terminus")))
    assert failing_rows(judge(check, twice)) == [("d1.s2", "d2.s1")]
