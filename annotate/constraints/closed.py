"""TIM005: places are visited while they are open."""

from annotate.clock import format_duration, format_time
from annotate.facts import Facts
from annotate.opening import EVENT_DATES, EVENT_END, EVENT_START, Opening, is_open_throughout, opening
from annotate.plan import StopKind
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, Verdict
from annotate.timeline import StopEntry, Timeline, is_accommodation

RULE = Rule("TIM005", "closed", Group.COMMON, "Places are visited while they are open", "3", mend=Mend.TIME)
_JUDGED = (StopKind.ATTRACTION, StopKind.RESTAURANT, StopKind.EVENT)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Attractions and restaurants lie inside their opening hours (else outside what the crowd source says
    is closed), events inside their start and end on one of their dates; see `annotate.opening`. A row
    without known hours is not judged, nor an event with one known time that this time does not rule out;
    the verdict is not_checked only if no row could be judged."""
    found, missing, rows = [], [], 0
    for entry in trip.stops:
        if entry.kind not in _JUDGED or is_accommodation(entry):
            continue
        rows += 1
        if is_open_throughout(trip, entry):
            continue
        hours = opening(trip, entry)
        if hours is None:
            missing.append(_missing(entry))
        elif (closed := hours.closed_min(entry.start or 0, entry.end or 0)) > 0:
            found.append(_finding(entry, hours, closed))
    verdict = Verdict.FAIL if found else Verdict.NOT_CHECKED if len(missing) == rows else Verdict.PASS
    if not rows:
        missing = ["The plan visits no attraction, restaurant or event."]
    return Outcome(verdict, tuple(found), tuple(missing))


def _missing(entry: StopEntry) -> str:
    place, what = entry.place, "no hours are known"
    if not entry.is_timed:
        what = "it misses a time"
    elif place is not None and place.event_start_min is not None:
        what = "the end of the event is not known"
    elif place is not None and place.event_end_min is not None:
        what = "the start of the event is not known"
    return f"{entry.id} {entry.label}: {what}."


def _finding(entry: StopEntry, hours: Opening, closed: int) -> Finding:
    that_date = hours.on_date(entry.start or 0)
    if hours.source == EVENT_DATES:
        advice = f"It takes place on {', '.join(entry.place.event_dates) if entry.place else ''} only."
    elif hours.source == EVENT_START and entry.place:
        advice = f"It begins at {format_time(entry.place.event_start_min or 0)}: come later."
    elif hours.source == EVENT_END and entry.place:
        advice = f"It ends at {format_time(entry.place.event_end_min or 0)}: leave earlier."
    elif that_date:
        advice = f"Visit it within {that_date}."
    else:
        advice = "It is closed all that date: visit it on another day."
    return Finding(
        RULE.code,
        (entry.id,),
        f"{entry.label} on day {entry.day.number} is closed for {format_duration(closed)} of the visit "
        f"({hours.source}).",
        closed,
        "min",
        advice,
    )
