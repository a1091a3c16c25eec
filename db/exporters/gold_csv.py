"""gold.csv: one row per stop and leg, for spreadsheets.

A text that a spreadsheet would take for a formula stands behind an apostrophe.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotate.clock import format_time_with_day
from db.exporters.gold_jsonl import sort_key

FILE_NAME = "gold.csv"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
COLUMNS = (
    "set", "idx", "risk_profile", "level", "trip_days", "day", "date", "row", "kind", "verb_or_mode", "name",
    "city_or_route", "meal", "start", "end", "start_min", "end_min", "timetable_start_min", "timetable_end_min",
    "nearest_stop", "distance_m", "cost_inr", "bas", "cats", "tdas", "remark",
)  # fmt: skip


def formula_safe(value: object) -> str:
    """A cell as text: nothing for None; what begins like a formula behind an apostrophe."""
    if value is None:
        return ""
    text = str(value)
    if isinstance(value, str) and text.lstrip(" ").startswith(FORMULA_STARTS):
        return f"'{text}"
    return text


def to_bytes(lines: Sequence[Mapping[str, Any]]) -> bytes:
    """The file. UTF-8, RFC 4180 quoting, lines ended by a line feed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for line in sorted(lines, key=sort_key):
        for cells in _rows(line):
            writer.writerow([formula_safe(cells.get(column)) for column in COLUMNS])
    return out.getvalue().encode()


def _rows(line: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    scored = {key: _by_row(line["scores"].get(key)) for key in ("bas", "cats", "tdas")}
    for day in line["timeline"]:
        for row in day["rows"]:
            is_leg = row["kind"] == "leg"
            start = row["depart_min"] if is_leg else row["start_min"]
            end = row["arrive_min"] if is_leg else row["end_min"]
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
        if not part.get("scored"):
            continue
        if part.get("q") is not None:
            found[part["row"]] = round(1 - part["q"], 12)
        elif part.get("score") is not None:
            found[part["row"]] = part["score"]
    return found
