"""CMP002: every row has both its times."""

from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule(
    "CMP002", "missing_time", Group.COMMON, "Every stop and leg has both its times", "3", mend=Mend.TIME
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Every row counts, transport places too: no `()` is left in the plan."""
    found = []
    for entry in trip.entries:
        if entry.start is not None and entry.end is not None:
            continue
        names = ("departure", "arrival") if entry.is_leg else ("start", "end")
        absent = [name for name, at in zip(names, (entry.start, entry.end), strict=True) if at is None]
        what = " and no ".join(absent)
        found.append(
            Finding(
                RULE.code,
                (entry.id,),
                f"{entry.label} on day {entry.day.number} has no {what}.",
                len(absent),
                "times",
                f"Give it {'both times' if len(absent) == 2 else f'its {absent[0]}'}.",
            )
        )
    return over_rows(found)
