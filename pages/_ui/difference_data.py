"""What changed since another version, put into the data of the day board: old times, scores and remarks beside the new."""

from collections.abc import Iterable
from typing import Any

from annotate.clock import format_time_with_day
from annotate.difference import Difference, changed_words
from annotate.errors import NotFoundError
from annotate.plan import Itinerary
from db.differences import Correction
from pages._ui.day_board import BoardData

_TIME_WORDS = {
    "start": ("arrival", "departure"),
    "end": ("departure", "planned arrival"),
    "remark": ("remark",) * 2,
}
_PART_WORDS = {"decisions": "key decisions", "constraints": "constraints", "buffers": "buffers"}


def mark_differences(data: BoardData, before: Itinerary, found: Difference) -> None:
    """Give the rows of a day that changed their times, scores and remark pieces of before."""
    changed = {row.row: row for row in found.rows}
    for row in data["rows"]:
        difference = changed.get(row["row"])
        if difference is None or difference.added:
            continue
        scores = {one.key.upper(): one.before for one in difference.scores}
        for score in row["scores"]:
            if score["name"] in scores:
                score["was"] = scores[score["name"]]
        if not difference.is_edited:
            continue
        was = before.find(row["row"])[1]
        row["changed"] = True
        fields = {cell.field: cell for cell in difference.cells}
        if fields.keys() & {"start", "end"}:
            row["was"] = {"start_min": was.start_min, "end_min": was.end_min}
        if "remark" in fields:
            pieces = changed_words(was.remark, str(fields["remark"].after or ""))
            row["remark_pieces"] = [(piece.kind.value, piece.text) for piece in pieces]


def mark_corrections(data: BoardData, corrections: Iterable[Correction]) -> None:
    """Give the rows of a day that an expert corrected the times and the remark of before."""
    by_row: dict[str, dict[str, Correction]] = {}
    for one in corrections:
        by_row.setdefault(one.row, {})[one.field] = one
    for row in data["rows"]:
        fields = by_row.get(row["row"])
        if not fields:
            continue
        row["changed"] = True
        if fields.keys() & {"start", "end"}:
            start, end = fields.get("start"), fields.get("end")
            row["was"] = {
                "start_min": _minute(start.before) if start else row["start_min"],
                "end_min": _minute(end.before) if end else row["end_min"],
            }
        if "remark" in fields:
            one = fields["remark"]
            pieces = changed_words(str(one.before or ""), str(one.after or ""))
            row["remark_pieces"] = [(piece.kind.value, piece.text) for piece in pieces]


def change_words(itinerary: Itinerary, row: str, field: str, before: Any, after: Any) -> str:
    """`departure 10:50, now 11:20`; of texts only that they changed."""
    if field in _PART_WORDS:
        return f"{_PART_WORDS[field]} of the rationale rewritten"
    noun = _TIME_WORDS[field][_is_leg(itinerary, row)]
    if field == "remark":
        return "remark rewritten" if before and after else "remark written" if after else "remark taken out"
    return f"{noun} {_time(before)}, now {_time(after)}"


def _is_leg(itinerary: Itinerary, row: str) -> bool:
    try:
        return not hasattr(itinerary.find(row)[1], "verb")
    except NotFoundError:
        return False


def _minute(value: Any) -> int | None:
    return value if isinstance(value, int) else None


def _time(value: Any) -> str:
    return "not given" if value is None else format_time_with_day(int(value))
