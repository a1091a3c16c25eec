"""TIM002: there is time to get from one row to the next."""

from annotate.clock import DAY_MIN, format_duration, format_time_with_day
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.timeline import StopEntry, Timeline
from annotate.travel import Move, has_coordinates, moves

RULE = Rule(
    "TIM002", "unreachable", Group.COMMON, "The next stop can be reached in time", "3", mend=Mend.TIME
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Between consecutive rows with no leg between them the gap is at least the travel time, see
    `annotate.travel`.

    The message states the assumed way of travel, and how many of the moves that could be judged are
    impossible.
    """
    short, missing, judged = [], [], 0
    for move in trip.once(moves, profile):
        if move.short_min is None:
            missing.append(_missing(move))
            continue
        judged += 1
        if move.short_min > 0:
            short.append(move)
    share = f"{len(short)} of {judged} moves impossible"
    return over_rows([_finding(move, share, profile) for move in short], missing)


def _finding(move: Move, share: str, profile: Profile) -> Finding:
    short, needed, gap = move.short_min or 0, move.needed_min or 0, move.gap_min or 0
    how = (
        f"{move.km:.1f} km x {profile.detour:g} by road at {profile.city_kmh:g} km/h"
        if move.km
        else "same place"
    )
    reach = (move.before.end or 0) + needed - DAY_MIN * (move.after.day.number - 1)
    leave = (move.after.start or 0) - needed - DAY_MIN * (move.before.day.number - 1)
    advice = f"Start {move.after.label} at {format_time_with_day(reach)} or later"
    if leave > (move.before.row.start_min or 0):
        advice += f", or leave {move.before.label} by {format_time_with_day(leave)}"
    return Finding(
        RULE.code,
        (move.before.id, move.after.id),
        f"{move.before.label} to {move.after.label}: {format_duration(gap) if gap > 0 else 'no time'} for a way of "
        f"{format_duration(needed)} ({how}), {format_duration(short)} short; {share}.",
        short,
        "min",
        advice + ".",
    )


def _missing(move: Move) -> str:
    if move.gap_min is None:
        late = move.before.label if move.before.end is None else move.after.label
        return f"{move.before.id} to {move.after.id}: {late} misses a time."
    absent = " and ".join(entry.label for entry in _unmapped(move))
    return f"{move.before.id} to {move.after.id}: no coordinates of {absent}."


def _unmapped(move: Move) -> list[StopEntry]:
    return [entry for entry in (move.before, move.after) if not has_coordinates(entry)]
