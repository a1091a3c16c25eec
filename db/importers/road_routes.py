"""road_routes: driving time without traffic and the usual delay, as CSV or as TomTom route summaries."""

import json
from typing import Any, TypeGuard

from annotate.text.quantity import MOST
from db.importers import cells
from db.importers.base import SourceFile
from db.importers.cells import Cell
from db.importers.columns import Column
from db.importers.frame import Frame
from db.importers.table import Built, TableImporter


def _usual_delay_min(written: str, cell: Cell) -> float:
    """Minutes of a delay; below 0 where the usual drive is shorter than the one without traffic."""
    if written.startswith("-"):
        return -cells.duration_min(written[1:].strip(), cell)
    return cells.duration_min(written, cell)


_COLUMNS = (
    Column("origin", cells.city, required=True, nullable=False),
    Column("destination", cells.city, required=True, nullable=False),
    Column("free_flow_min", cells.duration_min, required=True, nullable=False),
    Column("historical_delay_min", _usual_delay_min, required=True, nullable=False),
    Column("estimated_delay_min", cells.duration_min),
    Column("distance_km", cells.distance_km),
)
_HEADER = (
    "origin",
    "destination",
    "free_flow_min",
    "historical_delay_min",
    "estimated_delay_min",
    "distance_km",
)
_SECONDS = ("noTrafficTravelTimeInSeconds", "historicTrafficTravelTimeInSeconds")


def _build(frame: Frame) -> Built:
    delays = frame.get("historical_delay_min")
    for row, delay in enumerate(delays):
        if delay is not None and delay < 0:
            frame.report(
                row, "historical_delay_min", f"A usual delay of {delay:g} min", "0 min or more",
                "Used as 0: TDAS takes no expected delay below 0.", "note",
            )  # fmt: skip
    return Built(
        {
            "origin_id": frame.get("origin"),
            "destination_id": frame.get("destination"),
            **{name: frame.get(name) for name in _HEADER[2:]},
            "historical_delay_min": [None if delay is None else max(0.0, delay) for delay in delays],
        }
    )


def _summaries(source: SourceFile) -> SourceFile | None:
    """TomTom route summaries as a table: seconds become minutes, historic - no traffic the delay, at least 0.

    The cities stand in `origin` and `destination` beside the summary; a summary does not name them itself.
    """
    found: list[tuple[dict[str, Any], dict[str, Any], int]] = []
    for item, line in zip(source.objects, source.lines, strict=False):
        if not isinstance(item, dict):
            return None
        routes = item["routes"] if isinstance(item.get("routes"), list) else [item]
        for route in routes:
            summary = route.get("summary", route) if isinstance(route, dict) else None
            if not isinstance(summary, dict) or not all(name in summary for name in _SECONDS):
                return None
            found.append((item, summary, line))
    if not found:
        return None
    named = all("origin" in item and "destination" in item for item, _, _ in found)
    header = _HEADER if named else _HEADER[2:]
    rows = [
        [str(item["origin"]), str(item["destination"]), *_figures(summary)] if named else _figures(summary)
        for item, summary, _ in found
    ]
    lines = [line for _, _, line in found]
    return SourceFile(
        source.name, source.sha256, "table", header, rows, lines=lines, problems=list(source.problems)
    )


def _figures(summary: dict[str, Any]) -> list[str]:
    free, usual = summary[_SECONDS[0]], summary[_SECONDS[1]]
    now, length = summary.get("travelTimeInSeconds"), summary.get("lengthInMeters")
    if not _is_figure(free) or not _is_figure(usual):
        return [json.dumps(free), json.dumps(usual), "", ""]
    return [
        repr(free / 60),
        repr(max(0, usual - free) / 60),
        repr(max(0, now - free) / 60) if _is_figure(now) else _no_figure(now),
        repr(length / 1000) if _is_figure(length) else _no_figure(length),
    ]


def _is_figure(value: object) -> TypeGuard[float]:
    """True for a number that can be reckoned with; Python divides no whole number of 400 digits."""
    return isinstance(value, int | float) and abs(value) <= MOST


def _no_figure(value: object) -> str:
    """The cell of what is no figure: empty, or the number that its reader will refuse."""
    return json.dumps(value) if isinstance(value, int | float) else ""


IMPORTER = TableImporter(
    "road_routes", _COLUMNS, ("origin_id", "destination_id"), _build, from_objects=_summaries
)
