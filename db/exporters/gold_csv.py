"""gold.csv: one row per stop and leg, for spreadsheets.

A text that a spreadsheet would take for a formula stands behind an apostrophe.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from annotate.clock import format_time_with_day

FILE_NAME = "gold.csv"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
COLUMN_TYPES = {
    "set": "string", "idx": "int64", "risk_profile": "string", "level": "string", "trip_days": "int64", "day": "int64",
    "date": "string", "row": "string", "kind": "string", "verb_or_mode": "string", "name": "string",
    "city_or_route": "string", "meal": "string", "start": "string", "end": "string", "start_min": "float64",
    "end_min": "float64", "timetable_start_min": "float64", "timetable_end_min": "float64", "nearest_stop": "string",
    "distance_m": "float64", "cost_inr": "float64", "bas": "float64", "cats": "float64", "tdas": "float64",
    "remark": "string",
}  # fmt: skip
"""The columns in their order, each with its type (an empty cell is null; minutes may be, so they are floats)."""
COLUMNS = tuple(COLUMN_TYPES)


def formula_safe(value: object) -> str:
    """A cell as text: nothing for None; what begins like a formula behind an apostrophe."""
    if value is None:
        return ""
    text = str(value)
    if isinstance(value, str) and text.lstrip(" ").startswith(FORMULA_STARTS):
        return f"'{text}"
    return text


def head() -> str:
    """The first line, with the names of the columns."""
    return _written([COLUMNS])


def rows_of(line: Mapping[str, Any]) -> str:
    """The rows of one gold line."""
    return _written([formula_safe(cells.get(column)) for column in COLUMNS] for cells in _rows(line))


def _written(rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _rows(line: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    scored = {key: _by_row(line["scores"].get(key)) for key in ("bas", "cats", "tdas")}
    for day in line["timeline"]:
        for row in day["rows"]:
            is_leg = row["kind"] == "leg"
            start = row.get("depart_min" if is_leg else "start_min")
            end = row.get("arrive_min" if is_leg else "end_min")
            timetable = row.get("timetable") or {}
            nearest = row.get("nearest_stop") or {}
            yield {
                "set": line["set"],
                "idx": line["idx"],
                "risk_profile": line.get("risk_profile"),
                "level": line["JSON"].get("level"),
                "trip_days": line["JSON"].get("days"),
                "day": day["day"],
                "date": day.get("date"),
                "row": row["row"],
                "kind": row["kind"],
                "verb_or_mode": row["mode"] if is_leg else row["verb"],
                "name": row.get("number") if is_leg else row["name"],
                "city_or_route": f"{row['from']} to {row['to']}" if is_leg else row.get("city"),
                "meal": row.get("meal"),
                "start": None if start is None else format_time_with_day(start),
                "end": None if end is None else format_time_with_day(end),
                "start_min": start,
                "end_min": end,
                "timetable_start_min": timetable.get("depart_min"),
                "timetable_end_min": timetable.get("arrive_min"),
                "nearest_stop": nearest.get("name"),
                "distance_m": nearest.get("distance_m"),
                "cost_inr": row.get("cost_inr"),
                **{key: parts.get(row["row"]) for key, parts in scored.items()},
                "remark": row.get("remark"),
            }


def _by_row(score: Mapping[str, Any] | None) -> dict[str, float]:
    """Row -> its own score in [0, 1]: 1 - Q of BAS and TDAS, the CATS of a visit; scored rows only."""
    found = {}
    for part in (score or {}).get("parts", ()):
        if not part.get("scored") or part.get("row") is None:
            continue
        if part.get("q") is not None:
            found[part["row"]] = round(1 - part["q"], 12)
        elif part.get("score") is not None:
            found[part["row"]] = part["score"]
    return found
