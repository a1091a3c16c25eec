"""REM001: a row that departs from what is expected says why."""

from annotate.due_remarks import reasons
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule(
    "REM001",
    "missing_remark",
    Group.COMMON,
    "Every departure from the expected has a remark",
    "11",
    for_annotations_only=True,
    mend=Mend.TEXT,
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """A remark is due on a row whose buffer is outside its range, that lies in peak hours, ends a night
    before 06:00, moved a given time by more than 30 min, or states another price than the table. A remark
    of blanks is none."""
    found = []
    for row, why in trip.once(reasons, profile).items():
        entry = trip.entry(row)
        if not (entry.row.remark or "").strip():
            found.append(
                Finding(
                    RULE.code,
                    (row,),
                    f"{entry.label} on day {entry.day.number} needs a remark: {'; '.join(why)}.",
                    len(why),
                    "reasons",
                    "Write why it is so, or take a time inside the range.",
                )
            )
    return over_rows(found)
