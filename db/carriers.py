"""When two written flight or train numbers, or bus operators, are the same."""

import re

from annotate.names import match_key

_LOOSE = re.compile(r"[\s\-/.]+")


def number_key(text: str) -> str:
    """Key of a flight or train number: case folded, without blanks, hyphens and dots; leading zeros stay.

    `6E-2145`, `6E 2145` and `6e2145` are one flight; `02501` and `2501` are two trains.
    """
    return text.casefold() if text.isascii() and text.isalnum() else _LOOSE.sub("", match_key(text))


def operator_key(text: str) -> str:
    """Key of a bus operator: its folded name."""
    return match_key(text)
