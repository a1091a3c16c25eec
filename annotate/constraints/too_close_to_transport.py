"""TIM003: time is left between a stop and a leg."""

from annotate.clock import DAY_MIN, format_duration, format_time_with_day
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.spacing import TRANSPORT_GAP_MIN
from annotate.timeline import LegEntry, StopEntry, Timeline

RULE = Rule(
    "TIM003",
    "too_close_to_transport",
    Group.COMMON,
    "30 minutes between a stop and a departure or arrival",
    "Table 8",
    mend=Mend.TIME,
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """The first stop after a leg starts at least 30 min after its planned arrival, the last stop before it
    ends at least 30 min before its planned departure. Signed, on absolute time: a stop hours before the
    landing is a fault too. Which stops are before and after a leg: `Timeline.around`."""
    found, missing = [], []
    for leg in trip.legs:
        before, after = trip.around(leg)
        if before is not None:
            if before.end is None or leg.start is None:
                missing.append(_missing(before, leg))
            elif leg.start - before.end < TRANSPORT_GAP_MIN:
                found.append(_before(before, before.end, leg, leg.start))
        if after is not None:
            if after.start is None or leg.end is None:
                missing.append(_missing(after, leg))
            elif after.start - leg.end < TRANSPORT_GAP_MIN:
                found.append(_after(after, after.start, leg, leg.end))
    return over_rows(found, missing)


def _missing(stop: StopEntry, leg: LegEntry) -> str:
    untimed = stop if not stop.is_timed else leg
    return f"{stop.id} and {leg.id}: {untimed.label} misses a time."


def _before(stop: StopEntry, stop_end: int, leg: LegEntry, departure: int) -> Finding:
    gap = departure - stop_end
    latest = format_time_with_day(departure - TRANSPORT_GAP_MIN - DAY_MIN * (stop.day.number - 1))
    return Finding(
        RULE.code,
        (stop.id, leg.id),
        f"{stop.label} ends {_signed(gap, 'before', 'after')} the departure of {leg.label}; "
        f"{TRANSPORT_GAP_MIN} min before it are wanted.",
        TRANSPORT_GAP_MIN - gap,
        "min",
        f"Leave {stop.label} by {latest}.",
    )


def _after(stop: StopEntry, stop_start: int, leg: LegEntry, arrival: int) -> Finding:
    gap = stop_start - arrival
    earliest = format_time_with_day(arrival + TRANSPORT_GAP_MIN - DAY_MIN * (stop.day.number - 1))
    return Finding(
        RULE.code,
        (leg.id, stop.id),
        f"{stop.label} starts {_signed(gap, 'after', 'before')} the arrival of {leg.label}; "
        f"{TRANSPORT_GAP_MIN} min after it are wanted.",
        TRANSPORT_GAP_MIN - gap,
        "min",
        f"Start {stop.label} at {earliest} or later.",
    )


def _signed(gap: int, word: str, opposite: str) -> str:
    return f"{format_duration(abs(gap))} {word if gap >= 0 else opposite}"
