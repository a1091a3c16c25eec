"""The gates of a release: what is asked of a plan before it may go out, each with a name. Plain data and pure functions.

What a gate says of one plan comes from its evidence alone (`judge_rules`, `open_flag_faults`, `unsourced_in_line`);
whether a plan is gold, had its final review, is the only one of its query and fits the planned numbers is asked of the
database (`db.release_gates`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from annotate.rule import Group, Verdict, rule_of


class Gate(StrEnum):
    """What is asked, in the order in which a plan meets it."""

    GOLD = "gold"
    FINAL_REVIEW = "final review"
    FLAGS = "flags"
    RULES = "rules"
    EVIDENCE = "evidence"
    UNIQUE = "unique"
    BALANCE = "balance"


GATE_WORDS: dict[Gate, tuple[str, str]] = {
    Gate.GOLD: (
        "Approved and gold",
        "The plan went through every review; approved plans that wait are listed.",
    ),
    Gate.FINAL_REVIEW: ("Final review done", "Given by another expert than the one who approved the plan."),
    Gate.FLAGS: ("No open flag", "Every flag is fixed or waived."),
    Gate.RULES: (
        "Hard and commonsense rules",
        "Each verdict is pass, not checked (counted, never taken for a pass), or waived with a reason.",
    ),
    Gate.EVIDENCE: (
        "Evidence present",
        "Scores and verdicts are there, every figure names its source, the frozen round has its checksum.",
    ),
    Gate.UNIQUE: ("One plan per query", "No other gold plan answers the same query."),
    Gate.BALANCE: (
        "Balanced as planned",
        "As many plans of each risk profile and length as the draft plans.",
    ),
}
"""For each gate its title and one sentence."""


@dataclass(frozen=True, slots=True)
class GateFault:
    """Why a plan does not pass a gate, as a sentence without its full stop."""

    gate: Gate
    said: str


class RuleState(StrEnum):
    """What a hard or common rule comes to in a release."""

    PASS = "pass"
    NOT_CHECKED = "not checked"
    WAIVED = "waived"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Judged:
    """A hard or common rule on a plan; `said` names the first finding that keeps it from going out."""

    state: RuleState
    said: str = ""


UNSOURCED = frozenset({"lat", "lon", "event_start_min", "event_end_min", "known", "alternatives", "carrier"})
"""Figures of a row that name no source of their own: they stand in the catalogue's row, whose other figures name it."""
_SHOWN = 3


def is_gate(code: str) -> bool:
    """True for a hard or common rule; a code that no rule here has decides nothing."""
    try:
        return rule_of(code).group in (Group.HARD, Group.COMMON)
    except KeyError:
        return False


def judge_rules(
    verdicts: Mapping[str, str], findings: Sequence[Mapping[str, Any]], waivers: Iterable[Mapping[str, Any]]
) -> dict[str, Judged]:
    """What each hard and common rule comes to, by code.

    A failing rule is waived when waivers of its code with a reason cover every finding (same rows).
    """
    waived = {
        (waiver["code"], tuple(waiver.get("rows") or ()))
        for waiver in waivers
        if str(waiver.get("reason") or "").strip()
    }
    judged = {}
    for code, verdict in verdicts.items():
        if is_gate(code):
            judged[code] = _judge(code, verdict, findings, waived)
    return judged


def _judge(
    code: str,
    verdict: str,
    findings: Sequence[Mapping[str, Any]],
    waived: set[tuple[Any, tuple[Any, ...]]],
) -> Judged:
    if verdict == Verdict.PASS.value:
        return Judged(RuleState.PASS)
    if verdict == Verdict.NOT_CHECKED.value:
        return Judged(RuleState.NOT_CHECKED)
    found = [finding for finding in findings if finding["code"] == code]
    left = [finding for finding in found if (code, tuple(finding.get("rows") or ())) not in waived]
    if found and not left:
        return Judged(RuleState.WAIVED)
    return Judged(RuleState.FAIL, f": {left[0]['message']}" if left else "")


def rule_faults(judged: Mapping[str, Judged]) -> list[GateFault]:
    """A fault for each rule that fails and is not waived."""
    return [
        GateFault(Gate.RULES, f"{code} fails and is not waived{one.said}")
        for code, one in judged.items()
        if one.state is RuleState.FAIL
    ]


def open_flag_faults(flags: Iterable[Mapping[str, Any]]) -> list[GateFault]:
    """One fault that counts the open flags, none if there is none."""
    is_open = sum(flag.get("state") == "open" for flag in flags)
    if not is_open:
        return []
    return [GateFault(Gate.FLAGS, f"{is_open} flag{'s are' if is_open > 1 else ' is'} open")]


def evidence_faults(verdicts: Mapping[str, str], unsourced: Sequence[str]) -> list[GateFault]:
    """What is missing of the evidence: verdicts, sources of figures (`unsourced` names the figures without one)."""
    faults = [] if verdicts else [GateFault(Gate.EVIDENCE, "no rule was judged")]
    if unsourced:
        shown = ", ".join(unsourced[:_SHOWN]) + (" ..." if len(unsourced) > _SHOWN else "")
        named = "figures name" if len(unsourced) > 1 else "figure names"
        faults.append(GateFault(Gate.EVIDENCE, f"{len(unsourced)} {named} no source: {shown}"))
    return faults


def unsourced_in_line(facts: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The figures of a gold line that name no source: `d1.s2 price`."""
    return [
        f"{row} {name}"
        for row, figures in facts.items()
        for name, figure in figures.items()
        if name not in UNSOURCED and not figure.get("source")
    ]


def line_faults(line: Mapping[str, Any]) -> list[GateFault]:
    """All that a gold line itself says against its going out: rules, flags, evidence."""
    judged = judge_rules(line["verdicts"], line["findings"], line["waivers"])
    return [
        *rule_faults(judged),
        *open_flag_faults(line["flags"]),
        *evidence_faults(line["verdicts"], unsourced_in_line(line["facts"])),
    ]
