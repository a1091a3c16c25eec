import pkgutil
from dataclasses import replace

import pytest

from annotate import constraints, feedback, rule
from annotate.facts import Facts
from annotate.feedback import give_feedback
from annotate.plan import Rationale
from annotate.rule import Finding, Group, Outcome, Rule, Verdict
from tests.builders import a_day, a_leg, a_place, a_stay, a_stop, an_itinerary, facts

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


def test_absent_tables_give_not_checked_and_never_a_pass():
    plan = an_itinerary(
        a_day(a_leg("Train", "06:00", "10:00"), a_stop("Museum", "11:00", "13:00"), from_city="Bhopal"),
        budget=10000,
    )
    verdicts = give_feedback(plan, Facts()).verdicts
    for code in ("TRA004", "TRA005", "SBX001", "MON001", "TIM005", "BUF001", "BUF002", "CRD001"):
        assert verdicts[code] is Verdict.NOT_CHECKED, code


def test_a_remark_never_changes_a_score_or_another_rule():
    stop = SHORT_VISIT.days[0].stops[0]
    remarked = SHORT_VISIT.with_row(replace(stop, remark="A school class came in."))
    before, after = give_feedback(SHORT_VISIT, MUSEUM), give_feedback(remarked, MUSEUM)
    assert after.scores == before.scores
    assert before.verdicts.pop("REM001") is Verdict.FAIL
    assert after.verdicts["REM001"] is Verdict.PASS
    assert {code: found for code, found in after.outcomes.items() if code != "REM001"} == {
        code: found for code, found in before.outcomes.items() if code != "REM001"
    }


def test_a_rationale_changes_only_its_own_rule():
    explained = replace(SHORT_VISIT, rationale=Rationale("a", "b", "c"))
    before, after = give_feedback(SHORT_VISIT, MUSEUM), give_feedback(explained, MUSEUM)
    changed = {code for code in before.outcomes if before.outcomes[code] != after.outcomes[code]}
    assert changed == {"REM002"}


def test_remarks_and_rationale_are_not_asked_of_model_plans():
    verdicts = give_feedback(SHORT_VISIT, MUSEUM, is_annotation=False).verdicts
    assert "REM001" not in verdicts and "REM002" not in verdicts
    assert give_feedback(SHORT_VISIT, MUSEUM).verdicts["REM002"] is Verdict.FAIL


def test_report_rules_have_findings_and_no_verdict():
    result = give_feedback(SHORT_VISIT, MUSEUM)
    assert "ENV001" in result.outcomes and "ENV001" not in result.verdicts


def test_findings_come_worst_group_first():
    plan = an_itinerary(a_day(a_stop("Museum", "10:00", None), a_stay("Inn")), budget=1)
    known = facts(a_place("Museum", price=10), a_place("Inn", kind="accommodation", price=5, max_occupancy=2))
    groups = [rule.rule_of(finding.code).group for finding in give_feedback(plan, known).findings]
    assert groups[0] is Group.HARD
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
