import pkgutil
from dataclasses import replace

import pytest

from annotate import constraints, feedback, rule
from annotate.facts import Facts
from annotate.feedback import give_feedback
from annotate.plan import Rationale
from annotate.rule import Finding, Group, Outcome, Rule, Verdict, not_checked, over_rows
from tests.builders import a_day, a_place, a_stay, a_stop, an_itinerary, facts

MUSEUM = facts(a_place("Museum", visit_duration_min=180, crowd_level="A"))
SHORT_VISIT = an_itinerary(a_stop("Museum", "10:00", "13:00"))


@pytest.fixture
def with_rule(monkeypatch):
    """Adds a rule beside the project's own, as a new file would."""

    def add(new, check):
        every = (*rule.all_rules(), (new, check))
        monkeypatch.setattr(feedback, "all_rules", lambda: every)

    return add


def test_every_file_in_constraints_is_a_rule_and_no_code_is_used_twice():
    files = [module.name for module in pkgutil.iter_modules(constraints.__path__)]
    rules = [found for found, _ in rule.all_rules()]
    assert sorted(found.name for found in rules) == sorted(files)
    assert len({found.code for found in rules}) == len(rules)


def test_a_new_rule_speaks_without_being_listed_anywhere(with_rule):
    new = Rule("ZZZ999", "zzz", Group.ADVICE, "A test", "none")
    with_rule(new, lambda trip, facts, profile: Outcome(Verdict.FAIL, (Finding("ZZZ999", (), "Found."),)))
    assert give_feedback(SHORT_VISIT, MUSEUM).verdicts["ZZZ999"] is Verdict.FAIL


def test_a_rule_that_raises_gives_a_fault_and_hides_nothing(with_rule):
    def broken(trip, facts, profile):
        raise KeyError("no such row")

    before = give_feedback(SHORT_VISIT, MUSEUM)
    with_rule(Rule("AAA000", "broken", Group.HARD, "A test", "none"), broken)
    after = give_feedback(SHORT_VISIT, MUSEUM)
    assert [(fault.code, fault.error) for fault in after.faults] == [("AAA000", "KeyError: 'no such row'")]
    assert "AAA000" not in after.outcomes
    assert after.outcomes == before.outcomes
    assert after.scores == before.scores


def test_an_absent_table_is_not_checked_and_never_a_pass(with_rule):
    def check(trip, known, profile):
        if "trains" in known.tables:
            return over_rows([])
        return not_checked("No table of trains.")

    with_rule(Rule("ZZZ999", "zzz", Group.HARD, "A test", "none"), check)
    assert give_feedback(SHORT_VISIT, Facts()).verdicts["ZZZ999"] is Verdict.NOT_CHECKED
    assert give_feedback(SHORT_VISIT, facts()).verdicts["ZZZ999"] is Verdict.PASS


def test_a_rule_that_does_not_apply_is_absent(with_rule):
    with_rule(Rule("ZZZ999", "zzz", Group.HARD, "A test", "none"), lambda trip, known, profile: None)
    assert "ZZZ999" not in give_feedback(SHORT_VISIT, MUSEUM).outcomes


def without_remark_rules(outcomes):
    """The outcomes of the rules that look at places and times, not at what annotators write."""
    return {code: found for code, found in outcomes.items() if not rule.rule_of(code).for_annotations_only}


def test_a_remark_never_changes_a_score_or_another_rule():
    stop = SHORT_VISIT.days[0].stops[0]
    remarked = SHORT_VISIT.with_row(replace(stop, remark="A school class came in."))
    before, after = give_feedback(SHORT_VISIT, MUSEUM), give_feedback(remarked, MUSEUM)
    assert after.scores == before.scores
    assert without_remark_rules(after.outcomes) == without_remark_rules(before.outcomes)


def test_a_rationale_never_changes_a_score_or_another_rule():
    explained = replace(SHORT_VISIT, rationale=Rationale("a", "b", "c"))
    before, after = give_feedback(SHORT_VISIT, MUSEUM), give_feedback(explained, MUSEUM)
    assert after.scores == before.scores
    assert without_remark_rules(after.outcomes) == without_remark_rules(before.outcomes)


def test_what_only_annotators_write_is_not_asked_of_model_plans(with_rule):
    wants = Rule("ZZZ999", "zzz", Group.COMMON, "A test", "none", for_annotations_only=True)
    with_rule(wants, lambda trip, known, profile: over_rows([Finding("ZZZ999", (), "No remark.")]))
    assert "ZZZ999" not in give_feedback(SHORT_VISIT, MUSEUM, is_annotation=False).outcomes
    assert give_feedback(SHORT_VISIT, MUSEUM).verdicts["ZZZ999"] is Verdict.FAIL


def test_a_report_has_findings_and_no_verdict(with_rule):
    report = Rule("ZZZ999", "zzz", Group.REPORT, "A test", "none")
    with_rule(report, lambda trip, known, profile: Outcome(None, (Finding("ZZZ999", (), "A figure."),)))
    result = give_feedback(SHORT_VISIT, MUSEUM)
    assert "ZZZ999" in result.outcomes and "ZZZ999" not in result.verdicts


def test_findings_come_worst_group_first():
    plan = an_itinerary(a_day(a_stop("Museum", "10:00", None), a_stay("Inn")), budget=1)
    known = facts(a_place("Museum", price=10), a_place("Inn", kind="accommodation", price=5, max_occupancy=2))
    groups = [rule.rule_of(finding.code).group for finding in give_feedback(plan, known).findings]
    assert groups == sorted(groups, key=list(Group).index)


def test_the_same_input_gives_the_same_feedback():
    assert give_feedback(SHORT_VISIT, MUSEUM) == give_feedback(SHORT_VISIT, MUSEUM)


def test_every_finding_names_its_own_rule_and_says_how_much():
    plan = an_itinerary(a_day(a_stop("Museum", "10:00", "13:00"), a_stop("Museum", "12:00", None)), days=3)
    for code, outcome in give_feedback(plan, MUSEUM).outcomes.items():
        for finding in outcome.findings:
            assert finding.code == code
            assert finding.message.endswith(".")
            assert finding.amount is not None and finding.unit and finding.advice
