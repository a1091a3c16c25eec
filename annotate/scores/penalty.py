"""Q, the penalty for a buffer outside its range (eq. 3, 11-12, 29), shared by BAS and TDAS."""

from annotate.errors import InputError

TOLERANCE_MIN = 1e-9
"""Minutes by which a buffer may miss an end of its range and still lie inside."""
NO_PROFILE = "The plan has no risk profile, so no buffer range is known."


def penalty(buffer_min: float, low_min: float, high_min: float) -> float:
    """Q of a buffer B against [a, b], all in minutes: 0 inside, else min(|B-a|, |B-b|) / (b-a), at most 1.

    A range without width (a = b) gives 0 for B = a and 1 for anything else. Raises InputError for b below a.
    """
    width = high_min - low_min
    if width < -TOLERANCE_MIN:
        raise InputError(
            f"The buffer range [{low_min}, {high_min}] ends before it begins",
            expected="two minutes in ascending order",
            todo="Correct the multipliers of the risk profile.",
        )
    if low_min - TOLERANCE_MIN <= buffer_min <= high_min + TOLERANCE_MIN:
        return 0.0
    if width <= TOLERANCE_MIN:
        return 1.0
    return min(1.0, min(abs(buffer_min - low_min), abs(buffer_min - high_min)) / width)


def require_order(start_min: float, end_min: float) -> None:
    """Raises InputError where an end is not after its start: an input error, never a score."""
    if end_min <= start_min:
        raise InputError(
            f"The end (minute {end_min}) is not after the start (minute {start_min})",
            expected="an end after the start, on the next date if need be",
            todo="Correct the times.",
        )
