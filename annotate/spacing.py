"""How far apart things of a day have to be, and the room that leaves a stop."""

from annotate.clock import DAY_MIN, LAST_START_MIN
from annotate.plan import StopKind
from annotate.profile import Profile
from annotate.timeline import LegEntry, StopEntry, Timeline
from annotate.travel import Move, moves

MEAL_GAP_MIN = 240
"""Least minutes from the end of a meal to the start of the next (guideline 6)."""
TRANSPORT_GAP_MIN = 30
"""Least minutes between a stop and the planned departure or arrival of a leg (Table 8)."""


def _needed_by_pair(trip: Timeline, profile: Profile) -> dict[tuple[str, str], Move]:
    return {(move.before.id, move.after.id): move for move in trip.once(moves, profile)}


def room(trip: Timeline, entry: StopEntry, profile: Profile) -> tuple[int, int]:
    """(earliest start, latest end) in absolute minutes between which a stop can be moved with all else
    left as it is.

    Counts the rows before and after it, the travel time to them where it is known, the distance to legs
    and the gap to other meals. Without a row before or after: the plan day itself, on which a stop may
    start from 00:00 to 29:59.
    """
    day_start = DAY_MIN * (entry.day.number - 1)
    earliest, latest = day_start, day_start + LAST_START_MIN + (entry.end or 0) - (entry.start or 0)
    known, entries = trip.once(_needed_by_pair, profile), trip.entries
    for at in range(entry.index - 1, -1, -1):
        other = entries[at]
        if other.end is not None:
            earliest = max(earliest, other.end + _apart(other, known.get((other.id, entry.id))))
        if isinstance(other, LegEntry) or other.kind is not StopKind.TRANSPORT:
            break
    for at in range(entry.index + 1, len(entries)):
        other = entries[at]
        if other.start is not None:
            latest = min(latest, other.start - _apart(other, known.get((entry.id, other.id))))
        if isinstance(other, LegEntry) or other.kind is not StopKind.TRANSPORT:
            break
    if entry.row.meal is not None:
        for _, _, meal in trip.meals(entry.day):
            if meal is None or meal is entry:
                continue
            if meal.index < entry.index and meal.end is not None:
                earliest = max(earliest, meal.end + MEAL_GAP_MIN)
            elif meal.index > entry.index and meal.start is not None:
                latest = min(latest, meal.start - MEAL_GAP_MIN)
    return earliest, latest


def _apart(other: StopEntry | LegEntry, move: Move | None) -> int:
    if isinstance(other, LegEntry):
        return TRANSPORT_GAP_MIN
    return move.needed_min if move and move.needed_min is not None else 0
