"""What a rule is: a code, a group, a sentence, and a function from a trip and its facts to an outcome.

One file in `constraints/` is one rule: it holds `RULE = Rule(...)` and `def check(trip, facts, profile) -> Outcome | None`.
`all_rules` finds them; nothing is listed by hand. A rule that a query asks for also holds
`def asks(query) -> Iterable[Asked]`, the items of the query's checklist.
"""

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from annotate import constraints
from annotate.facts import Facts
from annotate.plan import Query
from annotate.profile import Profile
from annotate.timeline import Timeline


class Group(StrEnum):
    """What a failing rule means: which pass rate it enters, whether it blocks."""

    HARD = "hard"
    COMMON = "common"
    ADVICE = "advice"
    REPORT = "report"


class Mend(StrEnum):
    """What an annotator does next about a finding: type another time, write a text, or tell the expert, because
    places and their order, prices and tables are not the annotator's to change."""

    TIME = "time"
    TEXT = "text"
    SOURCE = "source"


class Verdict(StrEnum):
    """Of a rule on a plan. Absent (no verdict) where the rule does not apply."""

    PASS = "pass"
    FAIL = "fail"
    NOT_CHECKED = "not_checked"


@dataclass(slots=True)
class Finding:
    """One thing that a rule found. Not changed once it is made (a frozen one takes thrice the time to make).

    `rows` are row ids (none: the plan), `amount` with `unit` says by how much, `message` is one sentence that names the
    place, `advice` names a time or a place that would do.
    """

    code: str
    rows: tuple[str, ...]
    message: str
    amount: float | None = None
    unit: str | None = None
    advice: str | None = None


@dataclass(slots=True)
class Outcome:
    """What a rule says of a plan; not changed once it is made, as a finding.

    `missing` are sentences naming facts (or times) without which rows were not judged.
    """

    verdict: Verdict | None
    findings: tuple[Finding, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """Identity of a rule. `guideline` is the number in the annotation guidelines or the table of the paper it stems from."""

    code: str
    name: str
    group: Group
    title: str
    guideline: str
    for_annotations_only: bool = False
    """True for rules on remarks and rationale: not applied to model plans."""
    mend: Mend = Mend.SOURCE

    @property
    def short_name(self) -> str:
        """The fault in a word or two: `Too close to transport`."""
        return self.name.replace("_", " ").capitalize()


Check = Callable[[Timeline, Facts, Profile], Outcome | None]


def over_rows(findings: Iterable[Finding], missing: Iterable[str] = ()) -> Outcome:
    """Outcome of a rule over rows: one row fails: fail; else one could not be judged: not_checked; else pass."""
    found, unknown = tuple(findings), tuple(missing)
    verdict = Verdict.FAIL if found else Verdict.NOT_CHECKED if unknown else Verdict.PASS
    return Outcome(verdict, found, unknown)


def not_checked(*missing: str) -> Outcome:
    """Outcome of a rule whose facts are missing; each sentence says which."""
    return Outcome(Verdict.NOT_CHECKED, (), missing)


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that a query asks for, in words with its own values ("no flight"); `query` asks for this
    alone, so that the rule's check judges it alone."""

    text: str
    query: Query


Asks = Callable[[Query], Iterable[Asked]]


@cache
def all_rules() -> tuple[tuple[Rule, Check], ...]:
    """Every rule with its check, by code."""
    found = []
    for module in pkgutil.iter_modules(constraints.__path__):
        loaded = importlib.import_module(f"{constraints.__name__}.{module.name}")
        found.append((loaded.RULE, loaded.check))
    return tuple(sorted(found, key=lambda pair: pair[0].code))


@cache
def asking_rules() -> tuple[tuple[Rule, Check, Asks], ...]:
    """The rules that a query asks for by name: those whose file holds `def asks(query) -> Iterable[Asked]`."""
    loaded = ((rule, check, sys.modules[check.__module__]) for rule, check in all_rules())
    return tuple((rule, check, module.asks) for rule, check, module in loaded if hasattr(module, "asks"))


def rule_of(code: str) -> Rule:
    """The rule with a code. Raises KeyError for a code that never existed."""
    return _by_code()[code]


@cache
def _by_code() -> dict[str, Rule]:
    return {rule.code: rule for rule, _ in all_rules()}


@cache
def rank_of(code: str) -> tuple[int, str]:
    """Where the findings of a rule stand: worst group first, then by code. Raises KeyError as `rule_of`."""
    return list(Group).index(rule_of(code).group), code
