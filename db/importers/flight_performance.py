"""flight_performance: counts of observed flights and their delays, as CSV, as JSON cells or as FlightStats ratings."""

import json
from typing import Any

from sqlalchemy.orm import Session

from annotate.errors import InputError
from db.carriers import number_key
from db.importers import cells
from db.importers.base import Counts, Problem, Reading, SourceFile, World
from db.importers.cells import Cell
from db.importers.columns import Column, fold_header
from db.importers.frame import Frame
from db.importers.table import Built, Rows, TableImporter

KEY = ("number_key", "route_key")
AIRPORT_CODE_LETTERS = 3
"""IATA airport codes."""
_FIGURES = (
    Column(
        "total_flights",
        cells.count,
        required=True,
        nullable=False,
        aliases=("totalObservations", "observations"),
    ),
    Column("on_time", cells.count, aliases=("onTime",)),
    Column("late", cells.count, required=True, nullable=False, aliases=("late15",)),
    Column("very_late", cells.count, required=True, nullable=False, aliases=("veryLate", "late30")),
    Column("excessive", cells.count, required=True, nullable=False, aliases=("late45",)),
    Column("cancelled", cells.count, required=True, nullable=False),
    Column("diverted", cells.count, required=True, nullable=False),
    Column("avg_delay_min", cells.number, required=True, aliases=("mean", "delayMean")),
    Column(
        "std_delay_min", cells.amount, required=True, aliases=("standardDeviation", "delayStandardDeviation")
    ),
    Column("max_delay_min", cells.number, required=True, aliases=("max", "delayMax")),
    Column("min_delay_min", cells.number, aliases=("min", "delayMin")),
    Column("delay_observations", cells.count, aliases=("delayObservations",)),
)
_FIGURE_FIELDS = tuple(column.field for column in _FIGURES)
FIELDS = ("number", "number_key", "route_key", "origin_id", "destination_id", *_FIGURE_FIELDS, "codeshare")
"""Stored columns; `route_key` holds city keys until it is written."""


def _airport_city(written: str, cell: Cell) -> str | None:
    """A city, or the city of an airport code that the table `stations` knows; an unknown code of three letters: None."""
    if len(written) == AIRPORT_CODE_LETTERS and written.isupper() and not cell.world.cities.matches(written):
        return cell.world.airports.get(written)
    return cells.city(written, cell)


_COLUMNS = (
    Column("flight_number", cells.text, required=True, nullable=False),
    Column("origin", _airport_city),
    Column("destination", _airport_city),
    *_FIGURES,
    Column("codeshare", cells.text),
)


def route_key(origin: str | None, destination: str | None) -> str:
    """Key of a directed route, '' where it is not known."""
    return f"{origin}>{destination}" if origin and destination else ""


def _build(frame: Frame) -> Built:
    numbers, origins, destinations = frame.get("flight_number"), frame.get("origin"), frame.get("destination")
    for row, pair in enumerate(zip(origins, destinations, strict=True)):
        if frame.has("origin") and not all(pair):
            frame.report(
                row, "origin", "The route is not one between known cities", "cities of the cities table",
                "The figures are used for every route of this number.", "note",
            )  # fmt: skip
        try:
            _refuse_more_than_all(
                frame.get("total_flights")[row], [frame.get(name)[row] for name in _COUNTED]
            )
        except InputError as error:
            frame.fail(row, "total_flights", error)
    whole = [bool(a and b) for a, b in zip(origins, destinations, strict=True)]
    figures = {name: frame.get(name) for name in _FIGURE_FIELDS}
    _note_codeshares(frame, numbers, figures)
    return Built(
        {
            "number": numbers,
            "number_key": [number_key(number) for number in numbers],
            "route_key": [route_key(a, b) for a, b in zip(origins, destinations, strict=True)],
            "origin_id": [a if known else None for a, known in zip(origins, whole, strict=True)],
            "destination_id": [b if known else None for b, known in zip(destinations, whole, strict=True)],
            **figures,
            "codeshare": frame.get("codeshare"),
        }
    )


_COUNTED = ("late", "very_late", "excessive", "cancelled", "diverted")


def _refuse_more_than_all(total: int, parts: list[int]) -> None:
    if sum(parts) > total:
        raise InputError(
            f"{sum(parts)} flights late, cancelled or diverted out of {total}",
            expected="parts that are not more than the whole",
            todo="Correct the counts.",
        )


def _note_codeshares(frame: Frame, numbers: list[str], figures: dict[str, list[Any]]) -> None:
    """Two numbers with the same figures to the last place are one aircraft under two names."""
    seen: dict[tuple[Any, ...], int] = {}
    for row, found in enumerate(zip(*figures.values(), strict=True)):
        first = seen.setdefault(found, row)
        if first != row and found[0] and numbers[first] != numbers[row]:
            frame.report(
                row, "flight_number", f"{numbers[row]} has the same figures as {numbers[first]}",
                "figures of its own", "Used for both: most likely one aircraft sold under two numbers.", "note",
            )  # fmt: skip


def performance_from_json(counts: Any, delays: Any) -> dict[str, Any] | None:
    """The figures of the cells `OnTimePerformance` and `DelayStats`, None where there are no counts (an empty cell, `{}`,
    or nothing but empty values): delays alone make no figures. Raises InputError."""
    given: dict[str, Any] = {}
    for part in (counts, delays):
        if part is not None and not isinstance(part, dict):
            raise InputError(
                f"{str(part)[:60]} is not an object", expected="counts by name", todo="Correct the cell."
            )
        given.update({fold_header(str(name)): value for name, value in (part or {}).items()})
    is_counted = any(value is not None for value in (counts or {}).values())
    if not is_counted and all(given.get(name) is None for name in _TOTAL):
        return None
    figures: dict[str, Any] = {}
    for column in _FIGURES:
        names = (column.field, *column.aliases)
        folded = [fold_header(name) for name in names]
        value = next((given[name] for name in folded if given.get(name) is not None), None)
        if value is None and column.required and not column.nullable:
            raise InputError(
                f"{column.field} is missing",
                expected=f"{' or '.join(names)}, or an empty cell where nothing is known",
                todo="Correct the cell.",
            )
        figures[column.field] = None if value is None else column.reader(str(value), _NO_CELL)
    _refuse_more_than_all(figures["total_flights"], [figures[name] for name in _COUNTED])
    return figures


_NO_CELL: Any = None
_TOTAL = [fold_header(name) for name in (_FIGURES[0].field, *_FIGURES[0].aliases)]


def _ratings(source: SourceFile) -> SourceFile | None:
    """FlightStats ratings as a table; None where the objects are something else."""
    whole = source.objects[0] if len(source.objects) == 1 else None
    ratings = whole.get("ratings") if isinstance(whole, dict) else None
    if not isinstance(ratings, list) or not ratings:
        return None
    header = ("flight_number", "origin", "destination", *_RATING_KEYS[2:], "codeshare")
    line, problems = source.lines[0], list(source.problems)
    rows: list[list[str]] = []
    for number, rating in enumerate(ratings, start=1):
        if not isinstance(rating, dict):
            problems.append(
                Problem(
                    source.name, line, None, f"Entry {number} of ratings is {json.dumps(rating)[:60]}",
                    "an object with the figures of one flight", "Correct or remove the entry.",
                )
            )  # fmt: skip
            continue
        said = {key: "" if value is None else str(value) for key, value in rating.items()}
        shared = f"{said['codeshares']} of {said.get('observations')}" if rating.get("codeshares") else ""
        number_said = said.get("airlineFsCode", "") + said.get("flightNumber", "")
        rows.append([number_said, *(said.get(key, "") for key in _RATING_KEYS), shared])
    return SourceFile(
        source.name, source.sha256, "table", header, rows, lines=[line] * len(rows), problems=problems
    )


_RATING_KEYS = (
    "departureAirportFsCode", "arrivalAirportFsCode", "observations", "ontime", "late15", "late30", "late45",
    "cancelled", "diverted", "delayMean", "delayStandardDeviation", "delayMax", "delayMin", "delayObservations",
)  # fmt: skip


class _Importer(TableImporter):
    """`route_key` is made of row ids, so it is filled when the cities are written."""

    def write(self, session: Session, reading: Reading, import_id: int, world: World) -> Counts:
        """Upsert the rows by number and route."""
        ids = world.cities.ids
        for n, part in enumerate(reading.rows):
            key_at, origin_at, end_at = (
                part.fields.index(f) for f in ("route_key", "origin_id", "destination_id")
            )
            values = [
                (
                    *row[:key_at],
                    f"{ids[row[origin_at]]}>{ids[row[end_at]]}" if row[key_at] else "",
                    *row[key_at + 1 :],
                )
                for row in part.values
            ]
            reading = Reading(reading.source, reading.table, [*reading.rows[:n], Rows(part.fields, values)])
        return super().write(session, reading, import_id, world)


IMPORTER = _Importer("flight_performance", _COLUMNS, KEY, _build, from_objects=_ratings)
