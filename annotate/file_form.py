"""How figures and findings stand in files: the score file and the lines of a release say them alike."""

from collections.abc import Mapping
from typing import Any

from annotate.rule import Finding

DECIMALS = 12
"""Places that floats in files are rounded to: beyond them machines may differ."""


def finding_data(finding: Finding) -> dict[str, Any]:
    """A finding as files hold it."""
    return {
        "code": finding.code,
        "rows": list(finding.rows),
        "amount": finding.amount,
        "unit": finding.unit,
        "message": finding.message,
    }


def rounded(value: Any) -> Any:
    """The same data with each float rounded to `DECIMALS` places; tuples and (sorted) sets are lists, keys texts."""
    if value is None or isinstance(value, str | int):  # most of a line; the other questions take longer
        return value
    if isinstance(value, float):
        return round(value, DECIMALS)
    if isinstance(value, Mapping):
        return {str(key): rounded(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [rounded(one) for one in (value if isinstance(value, list | tuple) else sorted(value))]
    return value
