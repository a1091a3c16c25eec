"""Two annotations of one query side by side: where they disagree, by how many minutes, and one made of both.

A row is taken whole (both times and the remark), so that a stay that one person made is never torn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from annotate.errors import InputError
from annotate.plan import Itinerary, Leg, Stop

RATIONALE_ROW = "plan"
"""Stands for the rationale among the rows that are taken."""


@dataclass(frozen=True, slots=True)
class RowDisagreement:
    """How far two people are apart on a row: minutes between their starts and between their ends.

    None where one of them gave no time. `same_remark` compares the remarks as they stand.
    """

    row: str
    day: int
    start_apart_min: int | None
    end_apart_min: int | None
    same_remark: bool

    @property
    def apart_min(self) -> int | None:
        """The larger of the two, 0 for the same times; None where neither can be told."""
        known = [one for one in (self.start_apart_min, self.end_apart_min) if one is not None]
        return max(known) if known else None


def disagreements(first: Itinerary, second: Itinerary) -> list[RowDisagreement]:
    """How far two annotations of one skeleton are apart, row by row in the order of the trip.

    Raises InputError when they are not of one skeleton.
    """
    require_same_rows(first, second)
    found = []
    for day, row in first.rows():
        _, other = second.find(row.row)
        found.append(
            RowDisagreement(
                row.row,
                day.number,
                _apart(row.start_min, other.start_min),
                _apart(row.end_min, other.end_min),
                (row.remark or "") == (other.remark or ""),
            )
        )
    return found


def mean_apart_min(found: list[RowDisagreement]) -> float | None:
    """Mean minutes between the times of two people, over all times that both gave; None if there is none."""
    known = [one for row in found for one in (row.start_apart_min, row.end_apart_min) if one is not None]
    return sum(known) / len(known) if known else None


def merge(sources: Mapping[int, Itinerary], taken: Mapping[str, int]) -> Itinerary:
    """One itinerary of several: `taken` names for each row, and for `plan` (the rationale), the source it comes from.

    Raises InputError for a row without a source, an unknown source, or sources that are not of one skeleton.
    """
    if not sources:
        raise InputError("There is nothing to merge", expected="annotations of one query")
    first = next(iter(sources.values()))
    for other in sources.values():
        require_same_rows(first, other)
    rows = [row.row for _, row in first.rows()]
    missing = [row for row in (*rows, RATIONALE_ROW) if taken.get(row) not in sources]
    if missing:
        raise InputError(
            f"Nothing was chosen for {', '.join(missing)}",
            todo="Take each row, and the rationale, from one of them.",
        )
    merged = first
    for row in rows:
        chosen = sources[taken[row]].find(row)[1]
        merged = merged.with_row(_with_times(merged.find(row)[1], chosen))
    return replace(merged, rationale=sources[taken[RATIONALE_ROW]].rationale)


def require_same_rows(first: Itinerary, second: Itinerary) -> None:
    """Raise InputError unless both have the same rows with the same places in the same order."""
    if [_identity(row) for _, row in first.rows()] != [_identity(row) for _, row in second.rows()]:
        raise InputError(
            "The two annotations do not have the same rows",
            expected="annotations of one skeleton",
            todo="Have one of them annotated anew: the skeleton was imported again in between.",
        )


def _identity(row: Stop | Leg) -> tuple[str, ...]:
    if isinstance(row, Leg):
        return row.row, row.mode, row.origin, row.destination
    return row.row, row.name


def _with_times(row: Stop | Leg, chosen: Stop | Leg) -> Stop | Leg:
    if isinstance(row, Leg):
        return replace(row, depart_min=chosen.start_min, arrive_min=chosen.end_min, remark=chosen.remark)
    return replace(row, start_min=chosen.start_min, end_min=chosen.end_min, remark=chosen.remark)


def _apart(first: int | None, second: int | None) -> int | None:
    return None if first is None or second is None else abs(first - second)
