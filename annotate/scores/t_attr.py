"""T_attr, temporal attraction score: are the visits as long, and as many a day, as this kind of traveller
makes them?

Per visit of d min on a day with n attractions: exp(-(d - m)^2 / (2 x 53.82^2)) x Poisson(n; lambda), with m
from the base duration v. Day: mean over its visits; T_attr = mean over days that have one. Source: TripCraft
(arXiv 2502.20508), parameters of its published code, one set for all lengths.
"""

from math import exp, factorial
from statistics import fmean

from annotate.facts import Facts
from annotate.names import match_key
from annotate.plan import Persona, StopKind
from annotate.profile import Profile
from annotate.score import Part, Score, ScoreInfo
from annotate.scores.bas import base_duration
from annotate.timeline import StopEntry, Timeline

SCORE = ScoreInfo(
    "t_attr",
    "T_attr",
    "Temporal attraction score",
    "TripCraft (arXiv 2502.20508), TripCraft parameters, one set for all lengths",
    5,
    "stops",
    ("base_min", "duration_min", "attractions", "wanted_min", "score"),
)

DURATION_SD_MIN = 53.82
"""Standard deviation of a visit's duration in minutes (TripCraft parameters)."""
MIN_PER_ATTRACTION = 16.61
"""Minutes by which each further attraction of a day shortens a visit (TripCraft parameters)."""
MOST_ATTRACTIONS = 4
"""Attractions a day at which a traveller who is not adventurous wants exactly v (TripCraft parameters)."""
ADVENTUROUS_A_DAY = 1.82
OTHERS_A_DAY = 1.11
"""Mean number of attractions a day, lambda of the Poisson distribution (TripCraft parameters)."""
_ADVENTUROUS_WORD = "adventur"


def is_adventurous(persona: Persona) -> bool:
    """True for the traveller type "Adventure Seeker" and its spellings (Adventurous, adventurer); a persona
    that names no type is none of them."""
    return _ADVENTUROUS_WORD in match_key(persona.traveler_type or "")


def wanted_duration(base_min: float, attractions: int, *, adventurous: bool) -> float:
    """m, the wanted duration in minutes of a visit with base duration v on a day with n attractions:
    v - 16.61 n for the adventurous, v + 16.61 (4 - n) for all others."""
    if adventurous:
        return base_min - MIN_PER_ATTRACTION * attractions
    return base_min + MIN_PER_ATTRACTION * (MOST_ATTRACTIONS - attractions)


def visit_score(duration_min: float, wanted_min: float, attractions: int, *, adventurous: bool) -> float:
    """Score in (0, 1) of one visit: how near its duration is to the wanted one, times the probability of so
    many attractions on a day. n = 1 gives at most 0.366 (others) and 0.295 (adventurous)."""
    a_day = ADVENTUROUS_A_DAY if adventurous else OTHERS_A_DAY
    off = (duration_min - wanted_min) / DURATION_SD_MIN
    probability = exp(-a_day) * a_day**attractions / factorial(attractions)
    return exp(-off * off / 2) * probability


def _part(entry: StopEntry, attractions: int, *, adventurous: bool) -> Part:
    start, end, place = entry.row.start_min, entry.row.end_min, entry.place
    if start is None or end is None:
        return Part(entry.id, None, {"attractions": attractions}, "It misses a time.")
    if end <= start:
        return Part(entry.id, None, {"attractions": attractions}, "It ends before it starts: an input error.")
    if place is None:
        return Part(entry.id, None, {"attractions": attractions}, "It is not in the catalogue.")
    base, why = base_duration(StopKind.ATTRACTION, start, place.visit_duration_min, place.categories)
    if base is None:
        return Part(entry.id, None, {"attractions": attractions}, why)
    wanted = wanted_duration(base, attractions, adventurous=adventurous)
    value = visit_score(end - start, wanted, attractions, adventurous=adventurous)
    figures = {
        "base_min": base,
        "duration_min": end - start,
        "attractions": attractions,
        "wanted_min": wanted,
        "score": value,
    }
    return Part(entry.id, value, figures)


def score(trip: Timeline, facts: Facts, profile: Profile) -> Score:
    """T_attr of a plan: mean over days of the mean over the day's attraction rows, which n counts too,
    scored or not. None where no attraction could be scored."""
    adventurous = is_adventurous(trip.itinerary.persona)
    parts: list[Part] = []
    days = []
    for rows in trip.by_day.values():
        visits = [row for row in rows if isinstance(row, StopEntry) and row.kind is StopKind.ATTRACTION]
        of_day = [_part(visit, len(visits), adventurous=adventurous) for visit in visits]
        parts += of_day
        values = [part.value for part in of_day if part.value is not None]
        if values:
            days.append(fmean(values))
    scored = sum([part.value is not None for part in parts])
    reason = (
        "No attraction has both its times and a base duration." if parts else "The plan has no attraction."
    )
    value = fmean(days) if days else None
    return Score(SCORE.name, value, scored, len(parts), tuple(parts), None if days else reason)
