"""CRD001: visits avoid the peak hours."""

from annotate.clock import DAY_MIN, format_duration, format_time_with_day
from annotate.facts import Facts
from annotate.peaks import PeakVisit, peak_visits, quieter_start
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule("CRD001", "peak_overlap", Group.ADVICE, "Visits avoid the peak hours", "10", mend=Mend.TIME)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Minutes of each visit in peak hours, with the nearest quieter slot that leaves all other rows as
    they are. A visit without crowd data is not judged."""
    visits = {visit.entry.id: visit for visit in trip.once(peak_visits, profile)}
    found, missing = [], []
    for entry in trip.visits:
        visit = visits.get(entry.id)
        if visit is None:
            what = "no crowd data" if entry.is_timed else "it misses a time"
            missing.append(f"{entry.id} {entry.label}: {what}.")
        elif visit.peak_min:
            found.append(_finding(trip, visit, profile))
    return over_rows(found, missing)


def _finding(trip: Timeline, visit: PeakVisit, profile: Profile) -> Finding:
    entry = visit.entry
    start, end = entry.start or 0, entry.end or 0
    return Finding(
        RULE.code,
        (entry.id,),
        f"{entry.label}: {format_duration(visit.peak_min)} of {format_duration(end - start)} "
        "lie in peak hours.",
        visit.peak_min,
        "min",
        _advice(trip, visit, end - start, profile),
    )


def _advice(trip: Timeline, visit: PeakVisit, duration: int, profile: Profile) -> str:
    slot = quieter_start(trip, visit, profile)
    if slot is None:
        return "No quieter slot of this length is free between its neighbours: say so in the remark."
    start = slot[0] - DAY_MIN * (visit.entry.day.number - 1)
    left = f" with {format_duration(slot[1])} in peak hours" if slot[1] else ""
    return f"Visit it from {format_time_with_day(start)} to {format_time_with_day(start + duration)}{left}."
