"""S_spatial, spatial score: is public transport near?

For the distance D in metres to the nearest transit stop: 1 - 0.5 D / 5000 up to 5000 m, beyond that
0.5 exp(-0.0002 (D - 5000)); mean per day over the list rows that state one, then over days. Source:
TripCraft (arXiv 2502.20508), parameters of its published code, one set for all lengths.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import exp
from statistics import fmean

from annotate.errors import InputError
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.score import Part, Score, ScoreInfo
from annotate.timeline import StopEntry, Timeline

SCORE = ScoreInfo(
    "s_spatial",
    "S_spatial",
    "Spatial score",
    "TripCraft (arXiv 2502.20508), TripCraft parameters, one set for all lengths",
    6,
    "stops",
    ("distance_m", "score"),
)

FAR_M = 5000.0
"""Metres up to which the score falls evenly, from 1 to 0.5 (TripCraft parameters)."""
SCORE_WHEN_FAR = 0.5
_KEPT_DISTANCES = 1 << 14
DECAY_PER_M = 0.0002
"""Rate at which the score fades beyond FAR_M (TripCraft parameters)."""


def distance_score(distance_m: float) -> float:
    """Score of one row in (0, 1]: 1 at the stop itself, 0.5 at 5000 m. Raises InputError below 0 m."""
    if distance_m < 0:
        raise InputError(
            f"A distance of {distance_m:g} m is below 0",
            expected="0 m or more",
            todo="Correct the distance to the nearest stop.",
        )
    if distance_m <= FAR_M:
        return 1 - SCORE_WHEN_FAR * distance_m / FAR_M
    return SCORE_WHEN_FAR * exp(-DECAY_PER_M * (distance_m - FAR_M))


@lru_cache(maxsize=_KEPT_DISTANCES, typed=True)
def _figures(distance_m: float) -> Mapping[str, float]:
    return {"distance_m": distance_m, "score": distance_score(distance_m)}


def score(trip: Timeline, facts: Facts, profile: Profile) -> Score:
    """S_spatial of a plan, from the distances that its list states (whether they are true is rule SBX002).
    None where no row states one."""
    parts: list[Part] = []
    days = []
    for rows in trip.by_day.values():
        values: list[float] = []
        for entry in rows:
            if not isinstance(entry, StopEntry):
                continue
            stop = entry.row.nearest_stop
            if stop is None or (distance := stop.distance_m) is None:
                parts.append(Part(entry.id, None, {}, "The list states no distance to a transit stop."))
                continue
            figures = _figures(distance)
            parts.append(Part(entry.id, figures["score"], figures))
            values.append(figures["score"])
        if values:
            days.append(fmean(values))
    scored = sum([part.value is not None for part in parts])
    reason = "No row states the distance to a transit stop." if parts else "The plan lists no stop."
    value_of_plan = fmean(days) if days else None
    return Score(SCORE.name, value_of_plan, scored, len(parts), tuple(parts), None if days else reason)
