"""How far the work is, in figures: plans by state over time, plans moved in a period, where plans wait."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from statistics import median

from annotate.workflow import State
from db.progress import Moved, Progress

WORKED_STATES: tuple[State, ...] = tuple(state for state in State if state is not State.OPEN)
"""The states of a plan that somebody has, in the order of its life."""
WAITS_FOR = {
    State.ASSIGNED: "its annotator to begin",
    State.IN_PROGRESS: "its annotator to hand it in",
    State.SUBMITTED: "an expert to open it",
    State.IN_REVIEW: "its expert to decide",
    State.CHANGES_REQUESTED: "its annotator to take it up again",
    State.APPROVED: "a second expert to begin the final review",
    State.FINAL_REVIEW: "its second expert to decide",
}
"""For whom a plan waits in each state that is no end."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A state in which plans wait: which plans, and for how many hours already, longest first.

    `usual_h` is the median of the stays in this state that have ended, over `stays` of them; None without one.
    """

    state: State
    annotation_ids: tuple[int, ...]
    hours: tuple[float, ...]
    usual_h: float | None
    stays: int

    @property
    def median_h(self) -> float | None:
        """Half of the waiting plans wait so many hours or less; None if none waits."""
        return median(self.hours) if self.hours else None

    @property
    def oldest_h(self) -> float | None:
        """So long the plan that waits longest."""
        return self.hours[0] if self.hours else None

    @property
    def total_h(self) -> float:
        """Hours that all its plans have waited together."""
        return sum(self.hours)


def day_ends(moves: Sequence[Moved], now: datetime, zone: tzinfo) -> list[tuple[date, datetime]]:
    """(day, its end in that zone) from the day of the first move to today, which ends now."""
    if not moves:
        return []
    day, today = moves[0].at.astimezone(zone).date(), now.astimezone(zone).date()
    ends = []
    while day <= today:
        after = datetime.combine(day + timedelta(days=1), time(), zone)
        ends.append((day, min(after, now)))
        day += timedelta(days=1)
    return ends


def states_at(moves: Sequence[Moved], instants: Sequence[datetime]) -> list[dict[State, int]]:
    """How many plans were in each state at each of the instants, which are in order; moves at an instant have happened."""
    counts: Counter[State] = Counter()
    found, done = [], 0
    for instant in instants:
        while done < len(moves) and moves[done].at <= instant:
            counts[moves[done].target] += 1
            counts[moves[done].source] -= 1
            done += 1
        found.append({state: counts[state] for state in WORKED_STATES})
    return found


def plans_at(moves: Sequence[Moved], instants: Sequence[datetime]) -> list[dict[State, list[int]]]:
    """The plans in each state at each of the instants, as `states_at` counts them."""
    now: dict[int, State] = {}
    found, done = [], 0
    for instant in instants:
        while done < len(moves) and moves[done].at <= instant:
            now[moves[done].annotation_id] = moves[done].target
            done += 1
        by_state: dict[State, list[int]] = {state: [] for state in WORKED_STATES}
        for number, state in now.items():
            if state is not State.OPEN:
                by_state[state].append(number)
        found.append(by_state)
    return found


def week_of(day: date) -> date:
    """The Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def moved_in(
    moves: Iterable[Moved], targets: Mapping[State, str], zone: tzinfo, *, by_week: bool
) -> dict[tuple[date, str], list[int]]:
    """(period, name) -> the plans that moved to a state of that name in it, as often as they did.

    A period is a day in that zone or, `by_week`, the Monday of one. Imported gold was not worked on here and is left out.
    """
    found: dict[tuple[date, str], list[int]] = {}
    for move in moves:
        name = targets.get(move.target)
        if name is None or (move.source is State.OPEN and move.target is State.GOLD):
            continue
        day = move.at.astimezone(zone).date()
        found.setdefault((week_of(day) if by_week else day, name), []).append(move.annotation_id)
    return found


def stages(progress: Progress, now: datetime) -> list[Stage]:
    """Where plans wait, in the order of a plan's life; a state in which none ever was is left out."""
    since: dict[int, Moved] = {}
    stays: dict[State, list[float]] = {}
    for move in progress.moves:
        before = since.get(move.annotation_id)
        if before is not None:
            stays.setdefault(before.target, []).append(_hours(move.at - before.at))
        since[move.annotation_id] = move
    waiting: dict[State, list[tuple[float, int]]] = {}
    for number in progress.waiting:
        if (last := since.get(number)) is not None:
            waiting.setdefault(last.target, []).append((_hours(now - last.at), number))
    found = []
    for state in WAITS_FOR:
        here, ended = sorted(waiting.get(state, []), key=lambda one: (-one[0], one[1])), stays.get(state, [])
        if here or ended:
            hours, numbers = tuple(one for one, _ in here), tuple(number for _, number in here)
            found.append(Stage(state, numbers, hours, median(ended) if ended else None, len(ended)))
    return found


def bottleneck(found: Iterable[Stage]) -> Stage | None:
    """The stage whose plans have waited longest together; None if nothing waits."""
    waiting = [stage for stage in found if stage.hours]
    return max(waiting, key=lambda stage: stage.total_h) if waiting else None


def _hours(span: timedelta) -> float:
    return span / timedelta(hours=1)
