"""The paper's Table 3: one row per set of plans and trip length; rates, quality scores, and the three uncertainty
scores for each risk profile.

Rows of ours are made from the groups of a summary, so that every denominator is counted from the data; published rows
come from a reference file.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from annotate.plan import RiskProfile
from annotate.score import all_scores
from helpers.results_table import NONE, SCORE_KEYS
from helpers.summary import combined

RATE_KEYS = (
    "delivery_rate", "commonsense_micro", "commonsense_macro", "hard_micro", "hard_macro", "final_pass_rate",
)  # fmt: skip
QUALITY_KEYS, UNCERTAINTY_KEYS = SCORE_KEYS[:5], SCORE_KEYS[5:]
"""Scores over all plans of a row, and scores that stand for each risk profile apart."""
PROFILE_WORDS = {
    RiskProfile.TOLERANT: "tolerant",
    RiskProfile.OPTIMIZED: "optimized",
    RiskProfile.AVERSE: "averse",
}


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A column of figures: its key, heading and the heading above it; whether its figures stand in per cent."""

    key: str
    heading: str
    above: str = ""
    in_percent: bool = True


@dataclass(frozen=True, slots=True)
class PaperFigure:
    """A figure in [0, 1], None without a denominator; `part` of `whole`, where they are known (a mean: plans that
    have the score, of all plans)."""

    value: float | None
    part: int | None = None
    whole: int | None = None

    @property
    def of_text(self) -> str:
        """`412/420`, empty where it is not known."""
        return "" if self.whole is None else f"{self.part:,}/{self.whole:,}"


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A row: whose plans, how long their trips are (None: not known), how many there are (None: not stated)."""

    set_name: str
    days: int | None
    plans: int | None
    figures: Mapping[str, PaperFigure]
    source: str = ""
    note: str = ""

    def text(self, column: PaperColumn) -> str:
        """A figure as the paper prints it: per cent with two decimals, quality scores with three."""
        figure = self.figures.get(column.key)
        if figure is None or figure.value is None:
            return NONE
        return f"{100 * figure.value:.2f}" if column.in_percent else f"{figure.value:.3f}"


def by_profile(score: str, profile: RiskProfile) -> str:
    """The key of a score's column for one risk profile."""
    return f"{score}: {profile.value}"


def paper_columns() -> tuple[PaperColumn, ...]:
    """The columns of figures in the paper's order."""
    names = {info.key: info.name for info, _ in all_scores()}
    rates = (
        PaperColumn("delivery_rate", "Delivery"),
        PaperColumn("commonsense_micro", "micro", "Commonsense"),
        PaperColumn("commonsense_macro", "macro", "Commonsense"),
        PaperColumn("hard_micro", "micro", "Hard"),
        PaperColumn("hard_macro", "macro", "Hard"),
        PaperColumn("final_pass_rate", "Final pass"),
    )
    quality = [PaperColumn(key, names[key], in_percent=False) for key in QUALITY_KEYS]
    uncertainty = [
        PaperColumn(by_profile(key, profile), PROFILE_WORDS[profile], f"{names[key]} by risk profile")
        for key in UNCERTAINTY_KEYS
        for profile in RiskProfile
    ]
    return (*rates, *quality, *uncertainty)


def paper_rows(set_name: str, groups: Sequence[Mapping[str, Any]]) -> list[PaperRow]:
    """The rows of a set of plans from the groups of its summary, shortest trips first."""

    def days(group: Mapping[str, Any]) -> int:
        return group["days"] or 0

    return [
        _row(set_name, length or None, list(members))
        for length, members in groupby(sorted(groups, key=days), key=days)
    ]


def _row(set_name: str, days: int | None, groups: list[Mapping[str, Any]]) -> PaperRow:
    every = combined(groups)
    figures = {
        "delivery_rate": PaperFigure(every["delivery_rate"], every["delivered"], every["plans"]),
        "final_pass_rate": PaperFigure(every["final_pass_rate"], every["plans_passed"], every["plans"]),
    }
    for kind in ("commonsense", "hard"):
        rates = every[kind]
        figures[f"{kind}_micro"] = PaperFigure(rates["micro"], rates["checks_passed"], rates["checks_made"])
        figures[f"{kind}_macro"] = PaperFigure(rates["macro"], rates["plans_passed"], rates["plans"])
    figures |= {key: _mean(every, key) for key in QUALITY_KEYS}
    for profile in RiskProfile:
        own = combined([group for group in groups if group["risk_profile"] == profile.value])
        figures |= {by_profile(key, profile): _mean(own, key) for key in UNCERTAINTY_KEYS}
    return PaperRow(set_name, days, every["plans"], figures)


def _mean(figures: Mapping[str, Any], key: str) -> PaperFigure:
    score = figures["scores"][key]
    return PaperFigure(score["mean"], score["plans"], figures["plans"])
