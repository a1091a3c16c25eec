"""What a query asks for, as a list in its own words and values, each item with its verdict."""

import copy
from dataclasses import dataclass, replace

from annotate.feedback import Feedback
from annotate.plan import Query
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.rule import Asks, Check, Outcome, Rule, Verdict, asking_rules
from annotate.timeline import Timeline


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One thing that is asked for ("no flight") with the code of its rule.

    `outcome` says how it stands, with findings on this item alone; None where the rule failed in the program.
    """

    code: str
    text: str
    outcome: Outcome | None

    @property
    def verdict(self) -> Verdict | None:
        """Verdict on this item alone."""
        return self.outcome.verdict if self.outcome else None


@dataclass(frozen=True, slots=True)
class Checklist:
    """The items of a query, by rule code."""

    items: tuple[ChecklistItem, ...]

    @property
    def passed(self) -> int:
        """Items that pass."""
        return sum(item.verdict is Verdict.PASS for item in self.items)

    @property
    def checked(self) -> int:
        """Items that could be checked."""
        return sum(item.verdict in (Verdict.PASS, Verdict.FAIL) for item in self.items)

    @property
    def all_pass(self) -> bool:
        """True where every item passes; an item that was not checked does not."""
        return bool(self.items) and self.passed == len(self.items)

    @property
    def avg_pass(self) -> float | None:
        """Share passed of the items that could be checked, None if none could."""
        return self.passed / self.checked if self.checked else None


def asked_of(query: Query) -> tuple[tuple[str, str], ...]:
    """(rule code, text) of each item, without a plan: what is shown before work starts."""
    return tuple((rule.code, asked.text) for rule, _, asks in asking_rules() for asked in asks(query))


def checklist_of(trip: Timeline, feedback: Feedback, profile: Profile = DEFAULT_PROFILE) -> Checklist:
    """The checklist of a trip's query. Each wish is judged alone, so that one that is met is not marked by its
    neighbour. A rule that raised while `feedback` was given has no verdict and is not asked again."""
    broken = {fault.code for fault in feedback.faults}
    return Checklist(
        tuple(
            item
            for rule, check, asks in asking_rules()
            for item in _items(trip, rule, check, asks, profile=profile, is_broken=rule.code in broken)
        )
    )


def _items(
    trip: Timeline, rule: Rule, check: Check, asks: Asks, *, profile: Profile, is_broken: bool
) -> list[ChecklistItem]:
    items = []
    for asked in asks(trip.itinerary.query):
        outcome = None
        if not is_broken:
            alone = copy.copy(trip)
            alone.itinerary = replace(trip.itinerary, query=asked.query)
            outcome = check(alone, trip.facts, profile)
        items.append(ChecklistItem(rule.code, asked.text, outcome))
    return items
