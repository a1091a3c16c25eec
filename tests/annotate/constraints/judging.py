"""One rule on one small world."""

from annotate.facts import Facts
from annotate.plan import Itinerary
from annotate.profile import DEFAULT_PROFILE
from annotate.rule import Check, Outcome, Verdict
from tests.builders import a_trip

PASS, FAIL, NOT_CHECKED = Verdict.PASS, Verdict.FAIL, Verdict.NOT_CHECKED


def judge(check: Check, itinerary: Itinerary, known: Facts | None = None) -> Outcome:
    """What a rule says of an itinerary; a test that expects no verdict at all calls `check` itself."""
    known = known or Facts()
    outcome = check(a_trip(itinerary, known), known, DEFAULT_PROFILE)
    assert outcome is not None
    return outcome


def failing_rows(outcome: Outcome) -> list[tuple[str, ...]]:
    """The rows of each finding, in order."""
    return [finding.rows for finding in outcome.findings]
