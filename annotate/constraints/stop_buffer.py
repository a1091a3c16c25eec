"""BUF001: a visit is as long as the traveller's risk profile wants."""

from annotate.buffers import stays
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule(
    "BUF001",
    "stop_buffer",
    Group.ADVICE,
    "Visits are as long as the risk profile wants",
    "9, Table 8",
    mend=Mend.TIME,
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """The stay lies inside [v + a, v + b], both ends included; v, a and b are those of BAS. Only rows that
    BAS scores."""
    lengths = trip.once(stays, profile)
    found = [
        Finding(
            RULE.code,
            (row.entry.id,),
            row.says("a stay"),
            abs(row.outside_min),
            "min",
            row.end_that_would_do("Leave"),
        )
        for row in lengths.outside
    ]
    return over_rows(found, lengths.missing)
