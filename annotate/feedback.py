"""The one call behind screen, command line, dashboard and release: scores and findings of one itinerary."""

from dataclasses import dataclass

from pydantic import TypeAdapter

from annotate.facts import Facts
from annotate.plan import Itinerary
from annotate.profile import DEFAULT_PROFILE, RULES_VERSION, Profile
from annotate.rule import Finding, Outcome, Verdict, all_rules, rank_of
from annotate.score import Score, all_scores
from annotate.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule or score that raised: a fault of the program, no verdict on the plan."""

    code: str
    error: str


@dataclass(frozen=True, slots=True)
class Feedback:
    """Scores + findings of one itinerary, computed from itinerary and facts alone.

    `scores` by key (`bas`), `outcomes` by rule code (absent: the rule does not apply), `faults` of the program.
    """

    scores: dict[str, Score]
    outcomes: dict[str, Outcome]
    faults: tuple[Fault, ...]
    profile: str
    rules_version: str = RULES_VERSION

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """Verdict by rule code, where there is one."""
        return {
            code: outcome.verdict for code, outcome in self.outcomes.items() if outcome.verdict is not None
        }

    @property
    def findings(self) -> list[Finding]:
        """All findings, worst group first (hard, common, advice, report), then by code, then as the rule gave them."""
        found = [finding for outcome in self.outcomes.values() for finding in outcome.findings]
        return sorted(found, key=lambda finding: rank_of(finding.code))


FEEDBACK_JSON: TypeAdapter[Feedback] = TypeAdapter(Feedback)
"""Reads and writes the frozen form kept with a round."""


def give_feedback(
    itinerary: Itinerary,
    facts: Facts,
    profile: Profile = DEFAULT_PROFILE,
    *,
    is_annotation: bool = True,
) -> Feedback:
    """Scores and findings of an itinerary under a scoring profile.

    `is_annotation=False` leaves out the rules that ask for remarks and a rationale (model plans have none). A rule or
    score that raises is reported as a fault and does not hide the others.
    """
    trip = Timeline(itinerary, facts)
    scores: dict[str, Score] = {}
    outcomes: dict[str, Outcome] = {}
    faults: list[Fault] = []
    for info, scorer in all_scores():
        try:
            scores[info.key] = scorer(trip, facts, profile)
        except Exception as error:  # noqa: BLE001  as promised above: it is reported and hides no other
            faults.append(Fault(info.key, f"{type(error).__name__}: {error}"))
    for rule, check in all_rules():
        if rule.for_annotations_only and not is_annotation:
            continue
        try:
            outcome = check(trip, facts, profile)
        except Exception as error:  # noqa: BLE001  the same for a rule
            faults.append(Fault(rule.code, f"{type(error).__name__}: {error}"))
            continue
        if outcome is not None:
            outcomes[rule.code] = outcome
    return Feedback(scores, outcomes, tuple(faults), profile.name)
