from annotate.constraints.missing_rationale import RULE, check
from annotate.plan import Rationale
from tests.annotate.constraints.judging import FAIL, PASS, judge
from tests.builders import an_itinerary


def test_a_rationale_in_three_parts_passes():
    plan = an_itinerary(
        first_date=None, rationale=Rationale("Train by day.", "Within budget.", "Averse: long.")
    )
    assert judge(check, plan).verdict is PASS


def test_no_rationale_fails_by_its_three_parts():
    outcome = judge(check, an_itinerary(first_date=None))
    assert outcome.verdict is FAIL
    assert (outcome.findings[0].amount, outcome.findings[0].unit) == (3, "parts")


def test_a_part_of_blanks_is_named():
    outcome = judge(check, an_itinerary(first_date=None, rationale=Rationale("Train.", "Within.", " \n")))
    assert outcome.findings[0].message == "The plan's rationale does not say how the buffers were chosen."


def test_it_is_not_applied_to_model_plans():
    assert RULE.for_annotations_only
