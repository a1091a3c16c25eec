"""How much time on top the traveller's risk profile wants, and the times that follow from it."""

from math import ceil, floor

from annotate.buffers import minutes_text
from annotate.clock import format_time_with_day
from annotate.plan import RiskProfile
from annotate.scores.bas import stay_range
from annotate.scores.penalty import TOLERANCE_MIN
from helpers.advice import Advice


def ideal_buffer(base_min: float, congestion: float, source: str) -> Advice:
    """v x C_f in minutes (guideline 9)."""
    ideal = base_min * congestion
    text = f"{minutes_text(ideal)} = {minutes_text(base_min)} x {congestion:.2f}"
    return Advice("Ideal buffer", text, ideal, "min", source=source)


def stay_for_bas(
    base_min: float,
    congestion: float,
    risk: RiskProfile,
    start_min: int | None = None,
    inside_min: tuple[int, int] | None = None,
) -> Advice:
    """The stay that scores 1 in BAS, with the departures that follow from a start.

    `inside_min` are the lengths of `annotate.buffers.lengths_inside`, for a stay whose congestion changes with its
    departure.
    """
    low, high = inside_min or stay_range(base_min, congestion, risk.multipliers)
    text = f"{minutes_text(low)} to {minutes_text(high)}"
    if start_min is not None:
        text += f": leave {whole_times(start_min + low, start_min + high)}"
    return Advice("Stay for BAS 1", text, low, "min")


def buffer_for_tdas(expected_min: float, risk: RiskProfile) -> Advice:
    """The buffer on top of the timetable that scores 1 in TDAS."""
    low, high = (share * expected_min for share in risk.multipliers)
    text = f"{minutes_text(round(low, 1))} to {minutes_text(round(high, 1))}"
    return Advice(f"Buffer, {risk.value}", text, low, "min")


def arrival_for_tdas(low_min: float, high_min: float) -> Advice:
    """The planned arrivals that score 1 in TDAS, given in minutes of the plan day."""
    return Advice("Arrival for TDAS 1", whole_times(low_min, high_min), low_min, "min")


def whole_times(low_min: float, high_min: float) -> str:
    """The whole minutes inside a range as clock times; the nearest ones outside where none lies inside."""
    low, high = ceil(low_min - TOLERANCE_MIN), floor(high_min + TOLERANCE_MIN)
    if low > high:
        return f"{format_time_with_day(high)} or {format_time_with_day(low)} (nearest whole minutes)"
    if low == high:
        return format_time_with_day(low)
    return f"{format_time_with_day(low)} to {format_time_with_day(high)}"
