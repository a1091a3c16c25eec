"""Figures of agreement in words, for screens and the command line. A figure below 1 never reads as 1."""

from collections.abc import Callable

from helpers.agreement import LIMITS_MIN, SAME_MIN, TimeAgreement
from helpers.estimates import Interval, Measured, Undefined

MEAN_APART = "Minutes apart, mean"
ALPHA = "Krippendorff's alpha"
ORDER = "Stops begun in the same order"
PLACES = "The same places (Jaccard)"
Shown = Callable[[float], str]
WITHIN_MIN = 15
"""Of the limits the one that stands where there is room for one only."""


def minutes_text(minutes: float) -> str:
    """`12.4 min`; what is not 0 never reads as 0."""
    return "<0.1 min" if 0 < minutes < 0.05 else f"{minutes:.1f} min"


def share_text(share: float) -> str:
    """`54.2%`; what is neither all nor none never reads as it."""
    if 0.9995 <= share < 1:
        return ">99.9%"
    return "<0.1%" if 0 < share < 0.0005 else f"{100 * share:.1f}%"


def alpha_text(alpha: float) -> str:
    """`0.849`; what is not 1 never reads as 1."""
    return ">0.999" if 0.9995 <= alpha < 1 else f"{alpha:.3f}"


def limit_words(limit_min: int) -> str:
    """`The same minute`, `At most 5 min apart`."""
    return "The same minute" if limit_min == SAME_MIN else f"At most {limit_min} min apart"


def measures_of(times: TimeAgreement) -> list[tuple[str, Measured, Shown]]:
    """(name, figure, how its value is written) of each measure of some times."""
    return [
        (MEAN_APART, times.mean_apart, minutes_text),
        *((limit_words(limit), times.within[limit], share_text) for limit in LIMITS_MIN),
        (ALPHA, times.alpha, alpha_text),
    ]


def value_words(measured: Measured, shown: Shown) -> str:
    """The value, or `undefined`."""
    return "undefined" if isinstance(measured, Undefined) else shown(measured.value)


def sample_words(measured: Measured, shown: Shown) -> str:
    """`95%: 15.9 to 16.3 min, n 12,000`; why there is no value, or no interval."""
    if isinstance(measured, Undefined):
        return f"because {measured.because}"
    sample = f"n {measured.n:,}"
    if isinstance(measured.interval, Interval):
        low, high = shown(measured.interval.low), shown(measured.interval.high)
        return f"95%: {low.removesuffix(' min').removesuffix('%')} to {high}, {sample}"
    return f"{sample}, no interval: {measured.interval.because}"
