"""Verdicts of one group on one plan, counted."""

from annotate.checks import Checks
from annotate.rule import Verdict


def test_verdicts_are_counted_apart() -> None:
    checks = Checks.of([Verdict.PASS, Verdict.FAIL, Verdict.NOT_CHECKED, Verdict.PASS])
    assert (checks.passed, checks.failed, checks.not_checked, checks.made) == (2, 1, 1, 3)
    assert not checks.all_passed


def test_what_was_not_checked_does_not_keep_a_plan_from_passing() -> None:
    assert Checks(passed=1, not_checked=3).all_passed


def test_a_plan_on_which_nothing_was_checked_does_not_pass() -> None:
    assert not Checks(not_checked=3).all_passed
    assert not Checks().all_passed
