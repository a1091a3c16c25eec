"""TRA005: legs leave when the timetable says, and take no less than it says."""

from annotate.clock import DAY_MIN, format_duration, format_time, format_time_with_day
from annotate.facts import Facts, LegFacts
from annotate.plan import Leg, Mode
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.scores.penalty import TOLERANCE_MIN
from annotate.timeline import LegEntry, Timeline

RULE = Rule(
    "TRA005", "not_by_timetable", Group.COMMON, "Legs keep to the timetable", "Table 8", mend=Mend.TIME
)
_UNKNOWN = LegFacts(known=None)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Flight, train, bus: the planned departure is the timetable's. All modes: the planned duration is not
    below the timetable's (cab: free flow). The timetable is the tables'; where they have none, what the
    skeleton states."""
    found, missing = [], []
    for leg in trip.legs:
        known = facts.legs.get(leg.id, _UNKNOWN)
        if leg.start is None:
            missing.append(f"{leg.id} {leg.label} has no planned departure.")
        elif leg.row.mode is not Mode.CAB:
            timetable = _timetable_departure(leg.row, known)
            if timetable is None:
                missing.append(f"{leg.id} {leg.label}: no timetable departure is known.")
            elif late := _later_min(leg.start, timetable):
                found.append(_departure_finding(leg, late, timetable))
        duration = _least_duration(leg.row, known)
        if leg.end is None:
            missing.append(f"{leg.id} {leg.label} has no planned arrival.")
        elif duration is None:
            what = "free-flow time" if leg.row.mode is Mode.CAB else "timetable duration"
            missing.append(f"{leg.id} {leg.label}: no {what} is known.")
        elif leg.start is not None and leg.end - leg.start < duration - TOLERANCE_MIN:
            found.append(_duration_finding(leg, leg.end - leg.start, duration))
    return over_rows(found, missing)


def _timetable_departure(leg: Leg, known: LegFacts) -> int | None:
    return leg.timetable_depart_min if known.timetable_depart_min is None else known.timetable_depart_min


def _least_duration(leg: Leg, known: LegFacts) -> float | None:
    if leg.mode is Mode.CAB:
        return known.free_flow_min
    if known.timetable_duration_min is not None:
        return known.timetable_duration_min
    if leg.timetable_depart_min is None or leg.timetable_arrive_min is None:
        return None
    return leg.timetable_arrive_min - leg.timetable_depart_min


def _later_min(planned: int, timetable: int) -> int:
    """Minutes by which the clock time of a departure is later (above 0) or earlier than the timetable's,
    the short way."""
    return (planned - timetable + DAY_MIN // 2) % DAY_MIN - DAY_MIN // 2


def _departure_finding(leg: LegEntry, late: int, timetable: int) -> Finding:
    what = "later: it is missed" if late > 0 else "earlier: no such departure exists"
    return Finding(
        RULE.code,
        (leg.id,),
        f"{leg.label} is planned to leave {format_duration(abs(late))} {what}.",
        abs(late),
        "min",
        f"Leave at {format_time(timetable)}, as the timetable says.",
    )


def _duration_finding(leg: LegEntry, planned: int, duration: float) -> Finding:
    least = "free flow" if leg.row.mode is Mode.CAB else "the timetable"
    whole = -int(-duration // 1)
    arrive = (leg.row.depart_min or 0) + whole
    return Finding(
        RULE.code,
        (leg.id,),
        f"{leg.label} is planned to take {format_duration(planned)}, "
        f"{format_duration(duration - planned)} less than by {least} ({format_duration(duration)}).",
        duration - planned,
        "min",
        f"Arrive at {format_time_with_day(arrive)} or later.",
    )
