"""TIM001: the rows of the trip are in order and do not overlap."""

from annotate.clock import DAY_MIN, format_duration, format_time_with_day
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.timeline import LegEntry, StopEntry, Timeline

RULE = Rule(
    "TIM001", "overlap", Group.COMMON, "Stops and legs are in order and do not overlap", "3", mend=Mend.TIME
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Each row starts at or after the end of every row above it, across midnight too. The two rows of one
    stay may touch, overlap or leave a gap: the later one then says when the stay ends."""
    found, missing = [], []
    latest: StopEntry | LegEntry | None = None
    before: StopEntry | LegEntry | None = None
    for entry in trip.entries:
        if entry.start is None or entry.end is None:
            missing.append(f"{entry.id} {entry.label} has not both its times.")
            before = entry
            continue
        if latest is None or latest.end is None:
            latest = before = entry
            continue
        latest_end = latest.end
        if entry.start >= latest_end and entry.end > latest_end:
            latest = before = entry
            continue
        is_one_stay = before is latest and (latest.id, entry.id) in trip.one_stay
        if not is_one_stay and entry.start < latest_end:
            found.append(_finding(latest, latest_end, entry))
        if is_one_stay or entry.end > latest_end:
            latest = entry
        before = entry
    return over_rows(found, missing)


def _finding(above: StopEntry | LegEntry, above_end: int, entry: StopEntry | LegEntry) -> Finding:
    start, end = entry.start or 0, entry.end or 0
    shared = min(end, above_end) - max(start, above.start or 0)
    on_day = format_time_with_day(above_end - DAY_MIN * (entry.day.number - 1))
    advice = f"Start {entry.label} at {on_day} or later"
    if start > (above.start or 0):
        leave = format_time_with_day(start - DAY_MIN * (above.day.number - 1))
        advice += f", or end {above.label} by {leave}"
    if shared > 0:
        message = f"{entry.label} overlaps {above.label} by {format_duration(shared)}."
    else:
        shared = above_end - start
        message = (
            f"{entry.label} stands after {above.label}, but starts {format_duration(shared)} before its end."
        )
    return Finding(RULE.code, (above.id, entry.id), message, shared, "min", advice + ".")
