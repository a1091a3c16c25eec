"""Visits in peak hours, and where else they could go."""

from functools import lru_cache
from typing import NamedTuple

from annotate.clock import DAY_MIN, HOUR_MIN
from annotate.opening import Span, opening
from annotate.profile import Profile
from annotate.scores.crowding import HOURS_A_DAY, hours_overlap_min
from annotate.spacing import room
from annotate.timeline import StopEntry, Timeline

_KEPT_SLOTS = 1 << 14


class PeakVisit(NamedTuple):
    """A timed attraction or restaurant stop with crowd data. `peak_min` are its minutes in peak hours."""

    entry: StopEntry
    peak_hours: tuple[int, ...]
    peak_min: int


def peak_visits(trip: Timeline, profile: Profile) -> tuple[PeakVisit, ...]:
    """Every visit whose peak hours are known, in order; hours repeat daily and are taken modulo 24."""
    found = []
    for entry in trip.visits:
        crowd = trip.crowd(entry)
        if crowd is not None and entry.start is not None and entry.end is not None:
            minutes = hours_overlap_min(entry.start, entry.end, crowd.peak_hours)
            found.append(PeakVisit(entry, crowd.peak_hours, minutes))
    return tuple(found)


def quieter_start(trip: Timeline, visit: PeakVisit, profile: Profile) -> tuple[int, int] | None:
    """(absolute start, minutes in peak hours) of the slot of the same length with the fewest peak minutes,
    the nearest of these; None where no slot is quieter than the visit's own.

    The slot stays in the room between its neighbours (`spacing.room`) and inside known opening hours. The
    fewest minutes are at an end of the room, or where the visit begins at the end or ends at the beginning
    of peak hours: only these are looked at.
    """
    entry = visit.entry
    if entry.start is None or entry.end is None:
        return None
    earliest, latest = room(trip, entry, profile)
    hours = opening(trip, entry)
    spans = hours.spans if hours else ((earliest, latest),)
    return _quieter(entry.start, entry.end, earliest, latest, spans, visit.peak_hours, visit.peak_min)


@lru_cache(maxsize=_KEPT_SLOTS)
def _quieter(
    own_start: int,
    own_end: int,
    earliest: int,
    latest: int,
    spans: tuple[Span, ...],
    peak_hours: tuple[int, ...],
    peak_min: int,
) -> tuple[int, int] | None:
    """`quieter_start` of a visit with so much room and open in these spans, kept by what it hangs on."""
    duration = own_end - own_start
    peaks = _peaks_between(peak_hours, earliest, latest)
    best: tuple[int, int, int] | None = None
    for span_start, span_end in spans:
        low, high = max(earliest, span_start), min(latest, span_end) - duration
        if low > high:
            continue
        starts = [low, high]
        for peak_start, peak_end in peaks:
            starts += [at for at in (peak_end, peak_start - duration) if low < at < high]
        for start in starts:
            end, minutes = start + duration, 0
            for opens, closes in peaks:
                if opens < end and start < closes:
                    minutes += min(end, closes) - max(start, opens)
            rank = (minutes, abs(start - own_start), start)
            if best is None or rank < best:
                best = rank
    if best is None or best[0] >= peak_min:
        return None
    return best[2], best[0]


def _peaks_between(peak_hours: tuple[int, ...], earliest: int, latest: int) -> list[Span]:
    """Peak spans in absolute minutes that meet [earliest, latest); one over midnight may come in two
    parts."""
    spans, daily = [], _daily_peaks(peak_hours)
    for midnight in range(earliest // DAY_MIN * DAY_MIN, latest, DAY_MIN):
        for start, end in daily:
            if midnight + start < latest and earliest < midnight + end:
                spans.append((midnight + start, midnight + end))
    return spans


@lru_cache(maxsize=1024)
def _daily_peaks(peak_hours: tuple[int, ...]) -> tuple[Span, ...]:
    """Peak spans of a day in minutes, neighbouring hours made one."""
    spans: list[Span] = []
    for hour in sorted({hour % HOURS_A_DAY for hour in peak_hours}):
        start = hour * HOUR_MIN
        if spans and spans[-1][1] == start:
            spans[-1] = (spans[-1][0], start + HOUR_MIN)
        else:
            spans.append((start, start + HOUR_MIN))
    return tuple(spans)
