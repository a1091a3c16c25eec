"""What a score is: a value in [0, 1] or null, its coverage and one part per row.

One file in `scores/` is one score: it holds `SCORE = ScoreInfo(...)` and
`def score(trip, facts, profile) -> Score`. `all_scores` finds them; nothing is listed by hand.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from annotate import scores
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.timeline import Timeline


@dataclass(slots=True)
class Part:
    """One row's share of a score: the intermediate figures, or the reason why the row was not scored. Not
    changed once it is made (a frozen one takes thrice the time to make).

    `value` is the row's own score in [0, 1] (1 - Q, or the row's CATS), None if not scored. `figures` are
    the golden vectors' keys. `notes` flag an assumption ("std missing: taken as 0").
    """

    row: str
    value: float | None
    figures: Mapping[str, Any] = field(default_factory=dict)
    reason: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def scored(self) -> bool:
        """True when the row has a value."""
        return self.value is not None


@dataclass(frozen=True, slots=True)
class Score:
    """A plan's score. `value` is the mean over scored rows, None when nothing could be scored (`reason` says
    why)."""

    name: str
    value: float | None
    scored: int
    total: int
    parts: tuple[Part, ...] = ()
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ScoreInfo:
    """Identity of a score: key in files (`bas`), name on screens (`BAS`), full title, source, place in the
    paper's order.

    `rows` says what its parts are, `figures` which intermediate figures of a part go to files (the golden
    vectors' keys).
    """

    key: str
    name: str
    title: str
    source: str
    order: int
    rows: Literal["stops", "legs", "days", "plan"] = "stops"
    figures: tuple[str, ...] = ()

    def part_data(self, part: Part) -> dict[str, Any]:
        """A part as files hold it: row, the score's figures (None where unknown), scored, reason."""
        return {
            "row": part.row,
            **{key: part.figures.get(key) for key in self.figures},
            "scored": part.scored,
            "reason": part.reason,
        }


Scorer = Callable[[Timeline, Facts, Profile], Score]


def mean_score(name: str, parts: Sequence[Part], reason: str) -> Score:
    """Score whose value is the mean of the scored parts; None with `reason` if there is none."""
    values = [part.value for part in parts if part.value is not None]
    value = sum(values) / len(values) if values else None
    return Score(name, value, len(values), len(parts), tuple(parts), None if values else reason)


@cache
def all_scores() -> tuple[tuple[ScoreInfo, Scorer], ...]:
    """Every score with its function, in the order of the paper."""
    found = []
    for module in pkgutil.iter_modules(scores.__path__):
        loaded = importlib.import_module(f"{scores.__name__}.{module.name}")
        if hasattr(loaded, "SCORE"):
            found.append((loaded.SCORE, loaded.score))
    return tuple(sorted(found, key=lambda pair: pair[0].order))
