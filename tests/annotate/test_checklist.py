"""The checklist of a query, under rules of the test's own: each item is judged alone."""

from dataclasses import replace

import pytest

from annotate import checklist
from annotate.checklist import Checklist, ChecklistItem, asked_of, checklist_of
from annotate.feedback import Fault, Feedback
from annotate.plan import LocalConstraint
from annotate.rule import Asked, Finding, Group, Outcome, Rule, Verdict, over_rows
from tests.builders import a_query, a_stop, a_trip, an_itinerary

VISITS = Rule("AAA001", "names", Group.HARD, "Each name asked for is on the list", "1")
DAYS = Rule("AAA002", "days", Group.COMMON, "As many days as asked", "1")
QUERY = a_query(constraints=LocalConstraint(attraction=("Fort", "Palace")))
TRIP = a_trip(an_itinerary(a_stop("Fort"), query=QUERY))
NO_FAULTS = Feedback({}, {}, (), "test")


def _names(trip, facts, profile):
    listed = {entry.name for entry in trip.stops}
    wanted = trip.itinerary.query.constraints.attraction
    return over_rows([Finding("AAA001", (), f"{name} is missing.") for name in wanted if name not in listed])


def _ask_names(query):
    for name in query.constraints.attraction:
        yield Asked(f"see {name}", replace(query, constraints=LocalConstraint(attraction=(name,))))


def _days(trip, facts, profile):
    return over_rows((), () if trip.itinerary.days else ["no days"])


def _ask_days(query):
    yield Asked(f"{query.days} days", query)


@pytest.fixture(autouse=True)
def two_rules(monkeypatch):
    rules = ((VISITS, _names, _ask_names), (DAYS, _days, _ask_days))
    monkeypatch.setattr(checklist, "asking_rules", lambda: rules)


def test_each_item_says_what_is_asked_before_there_is_a_plan():
    assert asked_of(QUERY) == (("AAA001", "see Fort"), ("AAA001", "see Palace"), ("AAA002", "1 days"))


def test_each_wish_is_judged_alone():
    items = checklist_of(TRIP, NO_FAULTS).items
    assert [(item.text, item.verdict) for item in items] == [
        ("see Fort", Verdict.PASS),
        ("see Palace", Verdict.FAIL),
        ("1 days", Verdict.PASS),
    ]
    assert [finding.message for item in items for finding in item.outcome.findings] == ["Palace is missing."]


def test_the_trip_itself_keeps_its_query():
    checklist_of(TRIP, NO_FAULTS)
    assert TRIP.itinerary.query is QUERY


def test_a_rule_that_failed_in_the_program_has_no_verdict_and_hides_no_other_item():
    listed = checklist_of(TRIP, replace(NO_FAULTS, faults=(Fault("AAA001", "KeyError: x"),)))
    assert [item.verdict for item in listed.items] == [None, None, Verdict.PASS]


@pytest.mark.parametrize(
    ("verdicts", "all_pass", "avg_pass"),
    [
        ((Verdict.PASS, Verdict.PASS), True, 1.0),
        ((Verdict.PASS, Verdict.FAIL, Verdict.PASS, Verdict.FAIL), False, 0.5),
        ((Verdict.PASS, Verdict.NOT_CHECKED), False, 1.0),
        ((Verdict.NOT_CHECKED,), False, None),
        ((), False, None),
    ],
)
def test_all_pass_wants_every_item_and_avg_pass_is_the_share_of_those_checked(verdicts, all_pass, avg_pass):
    listed = Checklist(tuple(ChecklistItem("MON001", "x", Outcome(verdict)) for verdict in verdicts))
    assert (listed.all_pass, listed.avg_pass) == (all_pass, avg_pass)
