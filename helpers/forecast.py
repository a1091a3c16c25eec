"""When the work is done: from how many plans were finished in the last weeks and how many are left.

pace = plans finished in the last w weeks / w, w at most four whole weeks of seven days that end now, and no more than
lie since the first move; expected end = now + plans left / pace; earliest and latest end = now + plans left / plans of
the fastest and of the slowest of those weeks. A week without a finished plan leaves the latest end open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from annotate.workflow import State
from db.progress import FINISHED, Moved, Progress

WEEK = timedelta(days=7)
MOST_WEEKS = 4


@dataclass(frozen=True, slots=True)
class Forecast:
    """When the plans left are finished. `by_week` counts those finished in each of the last weeks, the latest last."""

    left: int
    by_week: tuple[int, ...]
    expected_at: datetime
    earliest_at: datetime
    latest_at: datetime | None
    """None: a week without a finished plan sets no end."""

    @property
    def pace(self) -> float:
        """Plans finished in a week, on average."""
        return sum(self.by_week) / len(self.by_week)


@dataclass(frozen=True, slots=True)
class NoForecast:
    """Why there is no forecast."""

    left: int
    because: str


def finished(moves: Sequence[Moved]) -> list[Moved]:
    """The moves that finished a plan: into a finished state from one that was not, but for imported gold."""
    return [
        move
        for move in moves
        if move.target in FINISHED and move.source not in FINISHED and not _is_import(move)
    ]


def forecast(progress: Progress, now: datetime) -> Forecast | NoForecast:
    """When what is left is finished at the present pace, or why that cannot be said."""
    left = len(progress.unfinished) + progress.free_queries
    if not left:
        return NoForecast(0, "nothing is left to finish")
    if not progress.moves:
        return NoForecast(left, "no plan has moved yet")
    weeks = min(MOST_WEEKS, (now - progress.moves[0].at) // WEEK)
    if weeks < 1:
        return NoForecast(left, "the work is less than a week old")
    by_week = [0] * weeks
    for move in finished(progress.moves):
        ago = (now - move.at) // WEEK
        if 0 <= ago < weeks:
            by_week[weeks - 1 - ago] += 1
    if not any(by_week):
        return NoForecast(left, f"no plan was finished in the last {7 * weeks} days")
    slowest = min(by_week)
    return Forecast(
        left,
        tuple(by_week),
        now + WEEK * (left * weeks / sum(by_week)),
        now + WEEK * (left / max(by_week)),
        now + WEEK * (left / slowest) if slowest else None,
    )


def _is_import(move: Moved) -> bool:
    return move.source is State.OPEN and move.target is State.GOLD
