"""What each score would gain and lose, and which findings would open and close, if one row had other times."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil

from annotate.buffers import lengths_inside
from annotate.clock import DAY_MIN
from annotate.difference import findings_moved
from annotate.feedback import Feedback, give_feedback
from annotate.peaks import peak_visits, quieter_start
from annotate.plan import Itinerary
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.rule import Finding, Group, rule_of
from annotate.scores.penalty import TOLERANCE_MIN
from annotate.timeline import LegEntry, StopEntry, Timeline

RANGE_BEGINS, BASE_DURATION, TIMETABLE, QUIETER = "range begins", "base duration", "timetable", "quieter slot"


@dataclass(frozen=True, slots=True)
class TradeOff:
    """Other times of one row (day minutes) and what they would do.

    `gains` by score key: value then - value now, from -1 to 1, None where it has no value now or then. `opened` and
    `closed` are findings, reports left out.
    """

    label: str
    start_min: int
    end_min: int
    gains: dict[str, float | None]
    opened: tuple[Finding, ...]
    closed: tuple[Finding, ...]


def trade_offs(
    trip: Timeline, entry: StopEntry | LegEntry, feedback: Feedback, profile: Profile = DEFAULT_PROFILE
) -> list[TradeOff]:
    """At most three alternatives to a row's times: the shortest that its range wants, no buffer at all, and for a
    visit in peak hours the nearest quieter slot. The rest of the plan and its facts stay; each alternative is judged by
    `give_feedback`. A row without a start has none; nor is one offered that the row has already.

    `feedback` is that of the trip as it stands.
    """
    found: list[TradeOff] = []
    seen = {(entry.row.start_min, entry.row.end_min)}
    for label, start, end in _slots(trip, entry, feedback, profile):
        if (start, end) in seen or end <= start:
            continue
        seen.add((start, end))
        then = give_feedback(_with_times(trip.itinerary, entry, start, end), trip.facts, profile)
        opened, closed = findings_moved(_judged(feedback), _judged(then))
        found.append(TradeOff(label, start, end, _gains(feedback, then), opened, closed))
    return found


def _slots(
    trip: Timeline, entry: StopEntry | LegEntry, feedback: Feedback, profile: Profile
) -> Iterator[tuple[str, int, int]]:
    start = entry.row.start_min
    if start is None:
        return
    is_leg = isinstance(entry, LegEntry)
    score = feedback.scores.get("tdas" if is_leg else "bas")
    figures = next((part.figures for part in score.parts if part.row == entry.id), {}) if score else {}
    base = figures.get("hist_duration_min" if is_leg else "base_min")
    if ("duration_range_min" if is_leg else "stay_range_min") in figures:
        inside = lengths_inside(trip, entry, figures, profile)
        if inside is not None:
            yield RANGE_BEGINS, start, start + inside[0]
    if base is not None:
        yield TIMETABLE if is_leg else BASE_DURATION, start, start + ceil(base - TOLERANCE_MIN)
    visit = next((one for one in trip.once(peak_visits, profile) if one.entry.id == entry.id), None)
    if visit is not None and visit.peak_min and entry.start is not None and entry.end is not None:
        slot = quieter_start(trip, visit, profile)
        if slot is not None:
            quiet = slot[0] - DAY_MIN * (entry.day.number - 1)
            yield QUIETER, quiet, quiet + entry.end - entry.start


def _with_times(itinerary: Itinerary, entry: StopEntry | LegEntry, start: int, end: int) -> Itinerary:
    if isinstance(entry, LegEntry):
        return itinerary.with_row(replace(entry.row, depart_min=start, arrive_min=end))
    return itinerary.with_row(replace(entry.row, start_min=start, end_min=end))


def _gains(now: Feedback, then: Feedback) -> dict[str, float | None]:
    gains: dict[str, float | None] = {}
    for key, score in now.scores.items():
        other = then.scores.get(key)
        known = score.value is not None and other is not None and other.value is not None
        gains[key] = other.value - score.value if known else None  # type: ignore[union-attr,operator]
    return gains


def _judged(feedback: Feedback) -> list[Finding]:
    return [finding for finding in feedback.findings if rule_of(finding.code).group is not Group.REPORT]
