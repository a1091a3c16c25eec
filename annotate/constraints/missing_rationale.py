"""REM002: the plan says why it is as it is."""

from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule(
    "REM002",
    "missing_rationale",
    Group.COMMON,
    "The plan has a rationale",
    "11",
    for_annotations_only=True,
    mend=Mend.TEXT,
)
_PARTS = {
    "decisions": "the key decisions",
    "constraints": "how the constraints are met",
    "buffers": "how the buffers were chosen",
}


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Each of the three parts says something; blanks say nothing."""
    rationale = trip.itinerary.rationale
    absent = [text for name, text in _PARTS.items() if not getattr(rationale, name).strip()]
    if not absent:
        return over_rows(())
    return over_rows(
        [
            Finding(
                RULE.code,
                (),
                f"The plan's rationale does not say {', nor '.join(absent)}.",
                len(absent),
                "parts",
                f"Write down {' and '.join(absent)}.",
            )
        ]
    )
