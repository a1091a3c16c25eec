"""REP002: no attraction twice in the whole trip."""

from annotate.facts import Facts
from annotate.plan import StopKind
from annotate.profile import Profile
from annotate.repeats import outcome_of_repeats
from annotate.rule import Group, Outcome, Rule
from annotate.timeline import Timeline

RULE = Rule(
    "REP002", "attraction_repeated", Group.COMMON, "No attraction twice in the trip", "2, 12, Table 8"
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Same place twice, in any role and on any days. The advice proposes the flag and the remark of
    guideline 12."""
    return outcome_of_repeats(
        trip,
        profile,
        RULE,
        StopKind.ATTRACTION,
        'Flag the rows as a repeated attraction, with the remark "repeated {on_days}".',
    )
