"""How crowded a place is, in words: level, hours of the day, and what is not known."""

from collections.abc import Sequence

from annotate.clock import format_time
from annotate.facts import LEVEL_NAMES, Crowd, PlaceFacts
from annotate.scores.crowding import HOURS_A_DAY
from helpers.advice import Advice, advice


def crowd_level(place: PlaceFacts) -> Advice | None:
    """The level stated for a place; says so where there are no crowd data at all, None where there are only
    hours."""
    if place.crowd_level is not None:
        source = place.sources.get("crowd_level") or place.sources.get("crowd")
        return advice("Crowd level", LEVEL_NAMES[place.crowd_level], place.crowd_level, None, source)
    if not place.crowds:
        return Advice("Crowd", "no data, so this row gets no BAS and no CATS")
    return None


def crowd_hours(place: PlaceFacts, crowd: Crowd | None) -> list[Advice]:
    """Peak and quiet hours of a day."""
    source = place.sources.get("crowd")
    found = []
    if crowd is not None and crowd.peak_hours:
        found.append(advice("Peak hours", hour_runs(crowd.peak_hours), None, None, source))
    if crowd is not None and crowd.quiet_hours:
        found.append(advice("Quiet hours", hour_runs(crowd.quiet_hours), None, None, source))
    return found


def crowd_windows(place: PlaceFacts, crowd: Crowd | None) -> list[Advice]:
    """Each crowd window of a day, and when the crowd source says closed."""
    source = place.sources.get("crowd")
    if crowd is None:
        return []
    found = [
        advice(f"{format_time(start)}-{format_time(end)}", LEVEL_NAMES[level], level, None, source)
        for start, end, level in crowd.windows
    ]
    return found + [
        advice(f"{format_time(start)}-{format_time(end)}", "closed", None, None, source)
        for start, end in crowd.closed
    ]


def hour_runs(hours: Sequence[int]) -> str:
    """`11-14 h, 18-19 h`: hours of the day, neighbours joined; the last hour is named by its end."""
    runs: list[list[int]] = []
    for hour in sorted({hour % HOURS_A_DAY for hour in hours}):
        if runs and runs[-1][1] == hour:
            runs[-1][1] = hour + 1
        else:
            runs.append([hour, hour + 1])
    return ", ".join(f"{start:02d}-{end:02d} h" for start, end in runs)
