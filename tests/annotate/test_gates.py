"""The gates of a release: what holds a line back and what does not."""

import pytest

from annotate.gates import GATE_WORDS, Gate, GateFault, RuleState, judge_rules, line_faults, unsourced_in_line
from annotate.gold import unsourced_figures
from tests.annotate.test_gold import KNOWN
from tests.builders import a_place, facts


def a_line(**keys: object) -> dict[str, object]:
    return {
        "flags": [], "waivers": [], "verdicts": {"TIM001": "pass"}, "findings": [], "facts": {}, **keys
    }  # fmt: skip


def finding(code: str, *rows: str) -> dict[str, object]:
    return {"code": code, "rows": list(rows), "amount": None, "unit": None, "message": "It is so."}


def waiver(code: str, *rows: str, reason: str = "A short trip.") -> dict[str, object]:
    return {"code": code, "rows": list(rows), "reason": reason}


def said(line: dict[str, object]) -> list[str]:
    return [fault.said for fault in line_faults(line)]


def test_every_gate_has_a_title_and_a_sentence():
    assert set(GATE_WORDS) == set(Gate)


def test_a_waiver_covers_the_finding_on_its_rows_only():
    line = a_line(
        verdicts={"TIM004": "fail"}, findings=[finding("TIM004", "d1.s1"), finding("TIM004", "d1.s2")]
    )
    line["waivers"] = [waiver("TIM004", "d1.s1")]
    assert said(line) == ["TIM004 fails and is not waived: It is so."]
    line["waivers"] = [waiver("TIM004", "d1.s1"), waiver("TIM004", "d1.s2")]
    assert said(line) == []


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_waiver_without_a_reason_covers_nothing(reason):
    line = a_line(verdicts={"TIM004": "fail"}, findings=[finding("TIM004")])
    line["waivers"] = [waiver("TIM004", reason=reason)]
    assert said(line) == ["TIM004 fails and is not waived: It is so."]
    line["waivers"] = [{"code": "TIM004", "rows": []}]
    assert said(line) == ["TIM004 fails and is not waived: It is so."]


def test_a_rule_that_fails_without_a_finding_cannot_be_waived():
    line = a_line(verdicts={"TIM004": "fail"}, waivers=[waiver("TIM004")])
    assert said(line) == ["TIM004 fails and is not waived"]


def test_advice_and_not_checked_hold_nothing_back_and_an_open_flag_does():
    verdicts = {"BUF001": "fail", "MON001": "not_checked"}
    assert said(a_line(verdicts=verdicts, findings=[finding("BUF001")])) == []
    assert said(a_line(flags=[{"state": "fixed"}, {"state": "waived"}])) == []
    assert line_faults(a_line(flags=[{"state": "open"}])) == [GateFault(Gate.FLAGS, "1 flag is open")]
    assert said(a_line(flags=[{"state": "open"}, {"state": "open"}])) == ["2 flags are open"]


def test_not_checked_is_counted_as_such_and_never_as_a_pass():
    verdicts = {
        "MON001": "not_checked",
        "TIM001": "pass",
        "TIM004": "fail",
        "BUF001": "fail",
        "ZZZ999": "fail",
    }
    judged = judge_rules(verdicts, [finding("TIM004")], [waiver("TIM004")])
    assert {code: one.state for code, one in judged.items()} == {
        "MON001": RuleState.NOT_CHECKED, "TIM001": RuleState.PASS, "TIM004": RuleState.WAIVED,
    }  # fmt: skip


def test_a_line_without_any_verdict_lacks_its_evidence():
    assert line_faults(a_line(verdicts={})) == [GateFault(Gate.EVIDENCE, "no rule was judged")]


def test_a_figure_without_a_source_holds_a_line_back_but_for_those_of_the_catalogues_own_row():
    sourced = {"value": 60, "n": None, "source": "import 3", "as_of": None}
    bare = {"value": 60, "n": None, "source": None, "as_of": None}
    assert unsourced_in_line({"d1.s2": {"visit_duration_min": sourced, "lat": bare}}) == []
    line = a_line(facts={"d1.s2": {"visit_duration_min": bare}, "d1.l1": {"prices": bare, "known": bare}})
    assert said(line) == ["2 figures name no source: d1.s2 visit_duration_min, d1.l1 prices"]


def test_the_figures_of_frozen_facts_are_asked_as_those_of_a_line():
    assert unsourced_figures(KNOWN) == [
        "Museum price", "Bistro price", "Plain Inn price", "Plain Inn max_occupancy", "d1.l1 prices",
    ]  # fmt: skip
    assert unsourced_figures(facts(a_place("Museum", visit_duration_min=None))) == []
