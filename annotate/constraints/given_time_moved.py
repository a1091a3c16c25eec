"""TIM007: times that the skeleton gives stay about where they are."""

from annotate.clock import format_duration, format_time_with_day
from annotate.due_remarks import MAY_MOVE_MIN, MovedTime, given_times, moved_times
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule(
    "TIM007", "given_time_moved", Group.ADVICE, "Given times move by 30 minutes at most", "11", mend=Mend.TIME
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Starts and ends of stops and departures of legs, never planned arrivals nor transport places. Exactly
    30 min is free. A given time that is missing now is not judged."""
    missing = [
        f"{entry.id} {entry.label}: its {which} is given as {format_time_with_day(given)} and missing now."
        for entry, which, given, now in given_times(trip)
        if now is None
    ]
    return over_rows((_finding(moved) for moved in trip.once(moved_times, profile)), missing)


def _finding(moved: MovedTime) -> Finding:
    way = "later" if moved.moved_min > 0 else "earlier"
    first = format_time_with_day(max(0, moved.given - MAY_MOVE_MIN))
    last = format_time_with_day(moved.given + MAY_MOVE_MIN)
    return Finding(
        RULE.code,
        (moved.entry.id,),
        f"The {moved.which} of {moved.entry.label} is {format_duration(abs(moved.moved_min))} {way} than given "
        f"({format_time_with_day(moved.given)}).",
        abs(moved.moved_min),
        "min",
        f"Keep it between {first} and {last}.",
    )
