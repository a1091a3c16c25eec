"""What was done, measured and missed while the soak ran."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.bench.figure import Spread, spread

STEPS = ("taken", "filled", "submitted", "sent back", "resubmitted", "approved")
"""A run in which one of these never happened proves nothing about it."""


@dataclass(frozen=True, slots=True)
class Acked:
    """A cell that a browser was told is saved."""

    plan: int
    client: str
    row: str
    field: str
    value: int | str


@dataclass(frozen=True, slots=True)
class Sample:
    """Milliseconds from Enter in a time cell until it was acknowledged, and until scores changed (None: they did not)."""

    acked_ms: float
    scored_ms: float | None
    beside_restart: bool
    """The server was away, or had just come back."""


@dataclass
class Record:
    """Everything that is known of a run when it ends."""

    acked: list[Acked] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    """How often each thing was done: taken, submitted, sent back ..."""
    restarts: int = 0
    offered_again: int = 0
    """Half-typed texts that were there again after a restart and a reload."""
    went_on: int = 0
    """Browsers that found their plan and their day again after a restart, signed in as before."""
    told: list[str] = field(default_factory=list)
    """What somebody was told no more often than may be: a wait while the server was away."""
    problems: list[str] = field(default_factory=list)
    """What must not be. An empty list is a good run."""

    @property
    def unseen(self) -> list[str]:
        """Steps that nobody has come to yet."""
        return [step for step in STEPS if not self.done[step]]

    def spread_of(self, what: str, *, beside_restarts: bool = False) -> Spread | None:
        """Median and p95 in ms of `acked_ms` or `scored_ms`; None if there is no sample."""
        values = [
            getattr(sample, what)
            for sample in self.samples
            if sample.beside_restart is beside_restarts and getattr(sample, what) is not None
        ]
        return spread(values) if values else None

    def figures(self, database: str) -> list[dict[str, Any]]:
        """The lines for the table of figures; edits beside a restart stand in a line of their own."""
        lines = []
        for what, name, away in (
            ("acked_ms", "edit to acknowledged", False),
            ("scored_ms", "key to new scores", False),
            ("acked_ms", "edit to acknowledged beside restarts", True),
        ):
            found = self.spread_of(what, beside_restarts=away)
            if found is not None:
                beside = f"median {found.median:.0f} ms, {found.n} edits"
                lines.append(
                    {
                        "part": "soak",
                        "name": f"{name} on {database}, p95",
                        "value": found.p95,
                        "unit": "ms",
                        "beside": beside,
                    }
                )
        return lines
