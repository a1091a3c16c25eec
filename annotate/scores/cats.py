"""CATS, Crowd-Aware Timing Score: are the visits at quiet times?

score = clip((1 - intensity) + quiet ratio x (1 - intensity) - peak ratio x intensity, 0, 1); CATS =
mean(score). Source: UTP-Bench, eq. 14-21, Tables 12-13.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from annotate.clock import DAY_MIN
from annotate.facts import Crowd, Facts, Window
from annotate.profile import Profile
from annotate.score import Part, Score, ScoreInfo, mean_score
from annotate.scores.crowding import crowding, hours_overlap_min, intensity_by_minute, minutes_of_day
from annotate.scores.penalty import require_order
from annotate.timeline import StopEntry, Timeline

SCORE = ScoreInfo(
    "cats",
    "CATS",
    "Crowd-Aware Timing Score",
    "UTP-Bench (arXiv 2609.02421), eq. 14-21",
    2,
    "stops",
    ("intensity", "quiet_ratio", "peak_ratio", "score"),
)
NO_DATA = "no_data"
DAYS_A_WEEK = 7
_KEPT_VISITS = 1 << 15


def case_of(windows: Sequence[Any], quiet_hours: Sequence[int], peak_hours: Sequence[int]) -> str:
    """Which data there are: full, peak_only, quiet_only, cw_only, no_data. An empty list equals an absent
    one."""
    if not windows:
        return NO_DATA
    if quiet_hours and peak_hours:
        return "full"
    if peak_hours:
        return "peak_only"
    return "quiet_only" if quiet_hours else "cw_only"


def timing_figures(
    arrive_min: int,
    depart_min: int,
    windows: Sequence[tuple[int, int, str]],
    *,
    quiet_hours: Sequence[int] = (),
    peak_hours: Sequence[int] = (),
    divide_by: str = "visit",
) -> dict[str, Any] | None:
    """The figures of one visit, None if no window touches it.

    Times in minutes; windows are (start_min, end_min, level). `divide_by="visit"`: minutes that no window
    covers count 0 and still divide; `"covered"`: they are left out. Ratios are shares of the visit, 0..1;
    `base`, `bonus` and `penalty` are the three terms. Raises InputError if the visit ends before it starts.
    """
    require_order(arrive_min, depart_min)
    found = crowding(arrive_min, depart_min, windows)
    if not found.covered_min:
        return None
    visit = depart_min - arrive_min
    intensity = found.weighted_min / (visit if divide_by == "visit" else found.covered_min)
    quiet = hours_overlap_min(arrive_min, depart_min, quiet_hours) / visit
    peak = hours_overlap_min(arrive_min, depart_min, peak_hours) / visit
    base, bonus, penalty = 1 - intensity, quiet * (1 - intensity), peak * intensity
    return {
        "intensity": intensity,
        "quiet_ratio": quiet,
        "peak_ratio": peak,
        "score": min(1.0, max(0.0, base + bonus - penalty)),
        "base": base,
        "bonus": bonus,
        "penalty": penalty,
        "covered_min": found.covered_min,
        "visit_min": visit,
    }


def score_row(
    row: str,
    crowd: Crowd | None,
    start: int | None,
    end: int | None,
    profile: Profile,
    *,
    hours: Sequence[Window] | None = None,
) -> Part:
    """One visit's part. `start` and `end` are absolute minutes, `hours` the opening hours of its date (None:
    not known).

    Figures beside the golden ones: `case`, `base`, `bonus`, `penalty`, `visit_min`, `covered_min`,
    `closed_min` (closed by the crowd source or else by opening hours, which is not Low) and `unknown_min`
    (neither a window nor closed).
    """
    if crowd is None:
        return Part(row, None, {"case": NO_DATA}, "No crowd windows.")
    judged = _judged(crowd, start, end, profile.divide_by, None if hours is None else tuple(hours))
    return Part(row, *judged)


@lru_cache(maxsize=_KEPT_VISITS)
def _judged(
    crowd: Crowd, start: int | None, end: int | None, divide_by: str, hours: tuple[Window, ...] | None
) -> tuple[float | None, Mapping[str, Any], str | None, tuple[str, ...]]:
    """Value, figures, reason and notes of a visit, kept by what they hang on, because an edit changes one row
    and leaves the others."""
    case = case_of(crowd.windows, crowd.quiet_hours, crowd.peak_hours)
    if start is None or end is None:
        return None, {"case": case}, "It misses a time.", ()
    if end <= start:
        return None, {"case": case}, "It ends before it starts: an input error.", ()
    figures = timing_figures(
        start,
        end,
        crowd.windows,
        quiet_hours=crowd.quiet_hours,
        peak_hours=crowd.peak_hours,
        divide_by=divide_by,
    )
    uncovered = end - start - (figures["covered_min"] if figures else 0)
    closed, who = _closed_min(start, end, crowd, hours) if uncovered > 0 else (0, "")
    if figures is None:
        why = "No crowd window covers the visit." if crowd.windows else "No crowd windows."
        if closed == end - start:
            why = f"Closed at that time, {who}."
        return None, {"case": NO_DATA, "closed_min": closed}, why, ()
    unknown = uncovered - closed
    figures.update(case=case, closed_min=closed, unknown_min=unknown)
    notes = []
    if unknown > 0:
        way = "counted as 0" if divide_by == "visit" else "left out"
        notes.append(f"No crowd window for {unknown} of {end - start} min: {way}.")
    if closed:
        notes.append(f"Closed for {closed} of {end - start} min, {who}.")
    return figures["score"], figures, None, tuple(notes)


def _closed_min(start: int, end: int, crowd: Crowd, hours: tuple[Window, ...] | None) -> tuple[int, str]:
    """(minutes of a visit that no window covers and in which the place is closed, who says so); a minute that nobody
    calls closed is unknown."""
    minutes = np.arange(start, end) % DAY_MIN
    uncovered = np.isnan(intensity_by_minute(tuple(crowd.windows)))[minutes]
    by_source = uncovered & minutes_of_day(tuple(crowd.closed))[minutes]
    by_hours = np.zeros_like(by_source) if hours is None else uncovered & ~minutes_of_day(hours)[minutes]
    who = {
        (True, False): "says the crowd source",
        (False, True): "by its opening hours",
        (True, True): "say the crowd source and its opening hours",
    }.get((bool(by_source.any()), bool((by_hours & ~by_source).any())), "")
    return int((by_source | by_hours).sum()), who


def score_stop(trip: Timeline, entry: StopEntry, profile: Profile) -> Part:
    """The part of one attraction or restaurant stop of a trip."""
    place, crowd = entry.place, trip.crowd(entry)
    part = score_row(entry.id, crowd, entry.start, entry.end, profile, hours=trip.hours(entry))
    if place is None or crowd is not None or len(place.crowds) != DAYS_A_WEEK:
        return part
    return Part(part.row, None, part.figures, "Its crowd data differ by weekday and the trip has no dates.")


def score(trip: Timeline, facts: Facts, profile: Profile) -> Score:
    """CATS of a plan, in [0, 1]: 1 where all scored visits are at Low crowd, 0 where all are at High crowd
    without quiet hours. None where no visit has crowd data."""
    parts = [score_stop(trip, entry, profile) for entry in trip.visits]
    reason = "No visit has crowd data." if parts else "The plan has no attraction and no restaurant."
    return mean_score(SCORE.name, parts, reason)
