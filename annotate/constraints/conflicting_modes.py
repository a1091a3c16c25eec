"""TRA002: the legs of a trip do not mix modes that exclude each other."""

from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule("TRA002", "conflicting_modes", Group.COMMON, "Legs do not mix cab and flight", "4, Table 8")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Pairs of modes that exclude each other stand in the scoring profile (`conflicting_modes`)."""
    found = []
    for pair in profile.conflicting_modes:
        legs = [leg for leg in trip.legs if leg.row.mode.value in pair]
        if len({leg.row.mode for leg in legs}) > 1:
            found.append(
                Finding(
                    RULE.code,
                    tuple(leg.id for leg in legs),
                    f"The trip mixes {pair[0]} and {pair[1]}: {', '.join(leg.label for leg in legs)}.",
                    len(legs),
                    "legs",
                    f"Travel all of these by {pair[0]}, or all by {pair[1]}, or by other modes.",
                )
            )
    return over_rows(found)
