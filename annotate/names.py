"""When two written names are the same name."""

import unicodedata
from functools import lru_cache

_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u201c": '"', "\u201d": '"'})
NULL_WORDS = frozenset({"", "-", "_", "\u2013", "\u2014", "n/a", "not available", "unknown"})
"""Whole cells that mean "nothing". A venue called NA, None or Nan is not among them."""


@lru_cache(maxsize=1 << 16)
def match_key(text: str) -> str:
    """Key under which names are compared: NFC, trimmed, blanks folded, curly quotes straightened, case
    folded.

    The written form is kept elsewhere for display and export; the key is never shown.
    """
    if not text.isascii():  # ASCII, most of every import, is NFC as it is and has no curly quotes
        text = unicodedata.normalize("NFC", text).translate(_QUOTES)
    return " ".join(text.split()).casefold()


def place_key(name: str, city: str | None) -> str:
    """Key of a place: full name + city. Never a substring."""
    return f"{match_key(name)}|{match_key(city) if city else ''}"


def is_null(text: str | None) -> bool:
    """True for a cell that says "nothing"."""
    return text is None or match_key(text) in NULL_WORDS
