"""Values of the catalogue that no wish will meet unless it is spelled the same: listed once per column."""

from collections import Counter
from collections.abc import Iterable, Sequence

from annotate.wish_words import unmapped
from db.importers.frame import Frame

NAMED_VALUES = 20
"""Values that a note names; it counts the others."""


def note_unmapped(frame: Frame, column: str, field: str, cells: Iterable[Sequence[str] | None]) -> None:
    """One note for a column whose cells hold values that are in no list of known words of a wish field; the
    most frequent values first."""
    rows = Counter(value for cell in cells for value in dict.fromkeys(cell or ()))
    found = sorted(unmapped(field, rows), key=lambda value: (-rows[value], value))
    if not found:
        return
    named = ", ".join(f"'{value}' ({rows[value]})" for value in found[:NAMED_VALUES])
    more = f" and {len(found) - NAMED_VALUES} more" if len(found) > NAMED_VALUES else ""
    noun = "value is" if len(found) == 1 else "values are"
    frame.report(
        None,
        column,
        f"{len(found)} {noun} in no list of known words: {named}{more}",
        "",
        "Used; compared with wishes as written.",
        "note",
    )
