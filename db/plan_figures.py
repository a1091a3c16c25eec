"""What a summary of many plans counts of each: scores with their coverage, verdicts, whether it was delivered."""

from dataclasses import dataclass

from annotate.rule import Verdict


@dataclass(frozen=True, slots=True)
class ScoreFigure:
    """A score's value in [0, 1] (None: nothing could be scored), rows scored, all rows."""

    value: float | None
    scored: int
    total: int


@dataclass(frozen=True, slots=True)
class PlanFigures:
    """A plan as a summary counts it. `reason` says why it was not delivered, `asked` names the hard rules that the
    query of such a plan asks for. `scores` by key, `verdicts` by rule code, both empty without a plan."""

    idx: int | None
    risk_profile: str | None
    days: int | None
    delivered: bool
    reason: str | None
    scores: dict[str, ScoreFigure]
    verdicts: dict[str, Verdict]
    asked: tuple[str, ...] = ()
