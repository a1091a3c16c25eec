"""BUF002: a leg holds the delay that the traveller's risk profile wants to be ready for."""

from annotate.buffers import legs
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule(
    "BUF002",
    "leg_buffer",
    Group.ADVICE,
    "Legs hold the delay the risk profile wants",
    "9, Table 8",
    mend=Mend.TIME,
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """The planned duration lies inside [historical + a, historical + b], both ends included; the figures
    are those of TDAS. Only legs that TDAS scores."""
    lengths = trip.once(legs, profile)
    found = [
        Finding(
            RULE.code,
            (row.entry.id,),
            row.says("a planned duration"),
            abs(row.outside_min),
            "min",
            row.end_that_would_do("Arrive"),
        )
        for row in lengths.outside
    ]
    return over_rows(found, lengths.missing)
