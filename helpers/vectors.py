"""Checks the scores against golden vectors: cases worked out by hand, exact to 1e-9."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotate.errors import InputError
from annotate.facts import LEVEL_NAMES, FlightPerformance, LegFacts, TrainDelays
from annotate.names import match_key
from annotate.plan import Mode, RiskProfile, StopKind, read_risk_profile
from annotate.profile import DEFAULT_PROFILE
from annotate.scores import bas, cats, tdas
from annotate.wish_words import FORBIDS

EXACT_TO = 1e-9
"""Largest difference from a golden figure."""

CASE_KEYS = "a case with the keys name, input, risk_profile and expect"

Figures = Mapping[str, Any] | None
_LEVEL_OF_NAME = {match_key(name): level for level, name in LEVEL_NAMES.items()}
_COUNTS = ("total_flights", "late", "very_late", "excessive", "cancelled", "diverted")
_DELAYS = ("avg_delay_min", "std_delay_min", "max_delay_min")


@dataclass(frozen=True, slots=True)
class Difference:
    """A case whose figures are not the golden ones: where (`each[0].q`), what was expected, what came."""

    case: str
    where: str
    expected: object
    found: object

    def __str__(self) -> str:
        return f"{self.case}: {self.where} should be {self.expected}, is {self.found}"


@dataclass(frozen=True, slots=True)
class VectorReport:
    """What a file of vectors showed: the score checked, the number of cases and every difference."""

    score: str
    cases: int
    differences: tuple[Difference, ...]

    @property
    def failed_cases(self) -> tuple[str, ...]:
        """Names of the cases that differ, in file order."""
        return tuple(dict.fromkeys(difference.case for difference in self.differences))


def _windows(row: Mapping[str, Any]) -> tuple[tuple[int, int, str], ...]:
    return tuple(
        (round(start * 60), round(end * 60), _level(level)) for start, end, level in row.get("cw") or ()
    )


def _level(text: str) -> str:
    return _LEVEL_OF_NAME.get(match_key(text), text)


def _mode(text: str) -> Mode:
    """The mode that a word means; driving and self-driving are Cab."""
    return FORBIDS.get(match_key(text).replace("-", " ")) or Mode(text)


def _performance(found: Mapping[str, Any]) -> FlightPerformance:
    """A record of flights; a delay that it does not hold is missing, a count that it does not hold is an error."""
    known: dict[str, Any] = {name: found[name] for name in _COUNTS}
    known |= {name: found.get(name) for name in _DELAYS}
    return FlightPerformance(**known)


def _has_times(row: Mapping[str, Any], start: str, end: str) -> bool:
    """True for a row with both its times and an end after its start: the others are not scored."""
    starts, ends = row.get(start), row.get(end)
    return starts is not None and ends is not None and ends > starts


def bas_figures(row: Mapping[str, Any], risk: RiskProfile | None) -> Figures:
    """BAS figures of one input row, None if it is not scored."""
    if risk is None or row["kind"] not in (StopKind.ATTRACTION, StopKind.RESTAURANT):
        return None
    if not _has_times(row, "arrive", "depart"):
        return None
    kind = StopKind(row["kind"])
    base, _ = bas.base_duration(
        kind, row["arrive"], row.get("visit_duration_min"), row.get("categories") or ()
    )
    level = row.get("crowd_level")
    factor = bas.congestion_factor(
        _level(level) if level else None, _windows(row), row["arrive"], row["depart"]
    )
    if base is None or factor is None:
        return None
    return bas.buffer_figures(base, factor[0], row["arrive"], row["depart"], risk.multipliers)


def cats_figures(row: Mapping[str, Any], risk: RiskProfile | None) -> Figures:
    """CATS figures of one input row, None if it is not scored: no crowd window touches it, or its times are none."""
    if not _has_times(row, "arrive", "depart"):
        return None
    return cats.timing_figures(
        row["arrive"],
        row["depart"],
        _windows(row),
        quiet_hours=row.get("q") or (),
        peak_hours=row.get("p") or (),
    )


def tdas_figures(row: Mapping[str, Any], risk: RiskProfile | None) -> Figures:
    """TDAS figures of one input row, None if it is not scored."""
    if risk is None or not _has_times(row, "depart", "arrive"):
        return None
    performance, horizons = row.get("performance"), row.get("delay_min")
    known = LegFacts(
        known=True,
        performance=_performance(performance) if performance else None,
        delays=TrainDelays(**{f"avg_delay_{key}": value for key, value in horizons.items()})
        if horizons
        else None,
        historical_delay_min=row.get("historical_delay_min"),
    )
    expected = tdas.expected_delay(_mode(row["mode"]), known, DEFAULT_PROFILE).minutes
    if expected is None or row.get("hist_duration_min") is None:
        return None
    return tdas.delay_figures(
        expected, row["hist_duration_min"], row["depart"], row["arrive"], risk.multipliers
    )


_FIGURES: dict[
    str, tuple[Callable[[Mapping[str, Any], RiskProfile | None], Figures], Callable[[Any], float]]
] = {
    "bas": (bas_figures, lambda figures: 1 - figures["q"]),
    "cats": (cats_figures, lambda figures: figures["score"]),
    "tdas": (tdas_figures, lambda figures: 1 - figures["q"]),
}


def check_file(path: Path) -> VectorReport:
    """Runs every case of a file of golden vectors; one that cannot be understood differs as a whole. Raises
    InputError if the file cannot be read as such, or none of its cases."""
    try:
        cases = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"The file cannot be read ({error})",
            where=str(path),
            expected="a JSON list of cases",
            todo="Give a file such as tests/golden/bas.json.",
        ) from error
    if not isinstance(cases, list):
        raise InputError("This is no list of cases", where=str(path), expected="[{name, input, expect}, ...]")
    differences: list[Difference] = []
    score = ""
    for number, case in enumerate(cases, 1):
        try:
            score = _score_of(case)
            differences += check_case(score, case)
        except InputError as error:
            differences.append(Difference(str(case.get("name")), "case", "figures", str(error)))
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            name = case.get("name") if isinstance(case, dict) else None
            found = f"not to be understood ({type(error).__name__}: {error})"
            differences.append(Difference(str(name or f"case {number}"), "case", CASE_KEYS, found))
    if cases and not score:
        raise InputError("None of its cases can be understood", where=str(path), expected=CASE_KEYS)
    return VectorReport(score, len(cases), tuple(differences))


def _score_of(case: Mapping[str, Any]) -> str:
    score = next((key for key in _FIGURES if key in case["expect"]), None)
    if score is None:
        raise KeyError(" or ".join(_FIGURES))
    return score


def check_case(score: str, case: Mapping[str, Any]) -> list[Difference]:
    """Every figure of one case that is not the golden one."""
    figures_of, value_of = _FIGURES[score]
    risk = read_risk_profile(case["risk_profile"]) if case.get("risk_profile") else None
    name, expect = str(case["name"]), case["expect"]
    found = [figures_of(row, risk) for row in case["input"]]
    values = [value_of(figures) for figures in found if figures is not None]
    differences = []
    if len(found) != len(expect["each"]):
        differences.append(Difference(name, "rows", len(expect["each"]), len(found)))
    for index, (wanted, figures) in enumerate(zip(expect["each"], found, strict=False)):
        where = f"each[{index}]"
        if wanted is None or figures is None:
            if wanted is not figures:
                differences.append(Difference(name, where, wanted, figures))
            continue
        differences += [
            Difference(name, f"{where}.{key}", value, figures.get(key))
            for key, value in wanted.items()
            if not same(value, figures.get(key))
        ]
    mean = sum(values) / len(values) if values else None
    if not same(expect[score], mean):
        differences.append(Difference(name, score, expect[score], mean))
    return differences


def same(wanted: object, found: object) -> bool:
    """True for figures (or lists of them) equal within 1e-9; null equals only null."""
    if isinstance(wanted, Sequence) and not isinstance(wanted, str):
        return (
            isinstance(found, Sequence)
            and len(wanted) == len(found)
            and all(same(*pair) for pair in zip(wanted, found, strict=True))
        )
    if isinstance(wanted, int | float) and isinstance(found, int | float):
        return abs(wanted - found) <= EXACT_TO
    return wanted == found
