"""Ready sentences from the facts: why a row has these times, and how a plan came about. Offered, never
written unasked."""

from annotate.bill import make_bill
from annotate.buffers import minutes_text
from annotate.clock import DAY_MIN, HOUR_MIN, format_duration, format_time
from annotate.due_remarks import reasons
from annotate.facts import LEVEL_NAMES, LegFacts
from annotate.feedback import Feedback
from annotate.opening import opening
from annotate.plan import Mode, StopKind
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.rule import Group, Verdict, rule_of
from annotate.score import Part
from annotate.scores.bas import meal_at
from annotate.timeline import LegEntry, StopEntry, Timeline

_DELAY_SOURCE = {
    Mode.FLIGHT: "on-time record",
    Mode.TRAIN: "delay record",
    Mode.BUS: "road delay",
    Mode.CAB: "road delay",
}
_REPEATED = "REP002"


def offered_remarks(
    trip: Timeline, entry: StopEntry | LegEntry, feedback: Feedback, profile: Profile = DEFAULT_PROFILE
) -> list[str]:
    """Sentences for the remark of a row, the one that answers its findings first.

    Only what the facts and the times bear out; a row without times gets none.
    """
    if entry.start is None or entry.end is None:
        return []
    due = reasons(trip, profile).get(entry.id, [])
    key = "tdas" if isinstance(entry, LegEntry) else "bas"
    score = feedback.scores.get(key)
    part = next((part for part in score.parts if part.row == entry.id), None) if score else None
    told = _leg_told(trip, entry, part) if isinstance(entry, LegEntry) else _stop_told(entry, part)
    offered = []
    if due:
        because = _because(trip, entry)
        explained = "; ".join(due) + (f": {because}" if because else "")
        offered.append(f"{told}; {explained}" if told else explained[:1].upper() + explained[1:])
    if told:
        offered.append(told)
    repeated = feedback.outcomes.get(_REPEATED)
    offered += [
        finding.advice
        for finding in (repeated.findings if repeated else ())
        if entry.id in finding.rows and finding.advice
    ]
    return list(dict.fromkeys(offered))


def _stop_told(entry: StopEntry, part: Part | None) -> str | None:
    """`left at 14:35: 60 min lunch + 90 min buffer, Average crowd`."""
    if entry.row.end_min is None or entry.row.start_min is None:
        return None
    left = f"left at {format_time(entry.row.end_min)}"
    if entry.kind is StopKind.ACCOMMODATION:
        return f"{left}: {format_duration(entry.row.end_min - entry.row.start_min)} at the hotel"
    if part is None or "base_min" not in part.figures:
        return f"{left} after {format_duration(entry.row.end_min - entry.row.start_min)}"
    figures = part.figures
    base = figures["base_min"]
    meal = meal_at(entry.row.start_min) if entry.kind is StopKind.RESTAURANT else None
    noun = meal.value if meal else "visit"
    buffer = entry.row.end_min - entry.row.start_min - base
    sign = "+" if buffer >= 0 else "-"
    told = f"{left}: {_plain(base)} {noun} {sign} {_plain(abs(buffer))} buffer"
    return told + _crowd_words(entry, part)


def _crowd_words(entry: StopEntry, part: Part) -> str:
    if entry.place is not None and entry.place.crowd_level is not None:
        return f", {LEVEL_NAMES[entry.place.crowd_level]} crowd"
    if "congestion" in part.figures:
        return f", congestion factor {part.figures['congestion']:.2f} from crowd windows"
    return ", no crowd data"


def _leg_told(trip: Timeline, leg: LegEntry, part: Part | None) -> str | None:
    if leg.row.arrive_min is None or part is None or "hist_duration_min" not in part.figures:
        return None
    figures = part.figures
    base = figures["hist_duration_min"]
    buffer = leg.row.arrive_min - (leg.row.depart_min or 0) - base
    sign = "+" if buffer >= 0 else "-"
    told = f"arrival planned at {format_time(leg.row.arrive_min)}: {_plain(base)} by {figures['hist_source']}"
    told += f" {sign} {_plain(abs(buffer))} buffer"
    if "expected_delay_min" in figures:
        known = trip.facts.legs.get(leg.id, LegFacts(known=None))
        source = known.sources.get("performance") or known.sources.get("delays")
        size = f", n = {source.n}" if source and source.n is not None else ""
        expected = minutes_text(round(figures["expected_delay_min"], 1))
        told += f", expected delay {expected} by {_DELAY_SOURCE[leg.row.mode]}{size}"
    return told


def _plain(minutes: float) -> str:
    return f"{minutes:.0f} min" if minutes == round(minutes) else f"{minutes:.1f} min"


def _because(trip: Timeline, entry: StopEntry | LegEntry) -> str | None:
    """What binds the end of a row: closing time, or the next row."""
    if isinstance(entry, StopEntry) and entry.end is not None:
        hours = opening(trip, entry)
        if hours and any(entry.end <= end <= entry.end + HOUR_MIN / 2 for _, end in hours.spans):
            closing = min(end for _, end in hours.spans if end >= entry.end)
            return f"it closes at {format_time(closing)}"
    following = next((other for other in trip.entries[entry.index + 1 :] if other.start is not None), None)
    if following is None or following.start is None:
        return None
    start = format_time(following.start % DAY_MIN)
    return f"{following.label} {'leaves' if isinstance(following, LegEntry) else 'follows'} at {start}"


def offered_rationale(trip: Timeline, feedback: Feedback) -> list[tuple[str, str]]:
    """(field, text) for the three parts of the rationale: `decisions`, `constraints`, `buffers`."""
    return [
        ("decisions", _decisions(trip)),
        ("constraints", _constraints(trip, feedback)),
        ("buffers", _buffers(trip, feedback)),
    ]


def _decisions(trip: Timeline) -> str:
    cities = [trip.itinerary.days[0].from_city] if trip.itinerary.days else []
    for day in trip.itinerary.days:
        cities += [city for city in (day.from_city, day.to_city) if city != cities[-1]]
    by = ", ".join(leg.label for leg in trip.legs)
    visits = ", ".join(
        f"day {day.number}: {', '.join(place.name for place in day.attractions)}"
        for day in trip.itinerary.days
        if day.attractions
    )
    told = f"Route {' - '.join(cities)}"
    told += f" by {by}." if by else "."
    return told + (f" Attractions in the order of the skeleton, {visits}." if visits else "")


def _constraints(trip: Timeline, feedback: Feedback) -> str:
    bill = make_bill(trip)
    told = []
    total = f"{bill.currency} {bill.known_total:,.0f}"
    if bill.budget is not None:
        unknown = f", {len(bill.unknown)} prices not known" if bill.unknown else ""
        told.append(f"Known costs {total} of a budget of {bill.currency} {bill.budget:,.0f}{unknown}.")
    judged = [
        (rule_of(code), verdict)
        for code, verdict in feedback.verdicts.items()
        if rule_of(code).group in (Group.HARD, Group.COMMON) and not rule_of(code).for_annotations_only
    ]
    failed = [rule.title for rule, verdict in judged if verdict is Verdict.FAIL]
    passed = sum(verdict is Verdict.PASS for _, verdict in judged)
    if failed:
        told.append(f"{passed} constraints hold; not met: {'; '.join(failed)}.")
    else:
        told.append(f"All {passed} constraints that could be checked hold.")
    return " ".join(told)


def _buffers(trip: Timeline, feedback: Feedback) -> str:
    risk = trip.itinerary.risk_profile
    if risk is None:
        return "No risk profile is given, so buffers follow the base durations only."
    low, high = risk.multipliers
    told = [f"{risk.value}: buffers of {low:g} to {high:g} times the ideal one are wanted."]
    for key, noun in (("bas", "visits"), ("tdas", "legs")):
        score = feedback.scores.get(key)
        if score is None or not score.scored:
            continue
        inside = sum(part.value == 1 for part in score.parts if part.value is not None)
        told.append(f"{inside} of {score.scored} {noun} with data lie inside.")
    outside = [
        trip.entry(part.row).label
        for key in ("bas", "tdas")
        if (score := feedback.scores.get(key))
        for part in score.parts
        if part.value is not None and part.value < 1
    ]
    if outside:
        told.append(f"Outside, as their remarks say: {', '.join(dict.fromkeys(outside))}.")
    return " ".join(told)
