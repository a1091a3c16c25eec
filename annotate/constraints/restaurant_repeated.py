"""REP001: no restaurant twice in the whole trip."""

from annotate.facts import Facts
from annotate.plan import StopKind
from annotate.profile import Profile
from annotate.repeats import outcome_of_repeats
from annotate.rule import Group, Outcome, Rule
from annotate.timeline import Timeline

RULE = Rule("REP001", "restaurant_repeated", Group.COMMON, "No restaurant twice in the trip", "2, Table 8")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Same place twice, in any role and on any days. The same chain in another city is another place."""
    return outcome_of_repeats(
        trip,
        profile,
        RULE,
        StopKind.RESTAURANT,
        "Keep one of the visits and choose another restaurant in {city} for the others.",
    )
