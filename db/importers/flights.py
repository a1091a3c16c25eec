"""flights: timetable and prices; the delay figures that sit in JSON columns go to flight_performance."""

from typing import Any

from annotate.errors import InputError
from db.carriers import number_key
from db.importers import cells
from db.importers.arrivals import arrivals, prices_of
from db.importers.columns import Column
from db.importers.event_dates import ask_for_year, asked_of_file, one_date
from db.importers.flight_performance import FIELDS as PERFORMANCE_FIELDS
from db.importers.flight_performance import KEY as PERFORMANCE_KEY
from db.importers.flight_performance import performance_from_json, route_key
from db.importers.frame import Frame
from db.importers.table import Beside, Built, TableImporter

_COLUMNS = (
    Column("flight_number", cells.text, required=True, nullable=False),
    Column("airline", cells.text),
    Column("origin", cells.city, required=True, nullable=False, aliases=("OriginCityName",)),
    Column("destination", cells.city, required=True, nullable=False, aliases=("DestCityName",)),
    Column("dep_time", cells.departure, required=True, nullable=False),
    Column("arr_time", cells.arrival, required=True, nullable=False),
    Column("arr_day_offset", cells.day_offset),
    Column("duration", cells.duration_min, aliases=("ActualElapsedTime",)),
    Column("date", asked_of_file(one_date), aliases=("FlightDate",)),
    Column("price", cells.money),
    Column("currency", cells.currency),
    Column("OnTimePerformance", cells.literal),
    Column("DelayStats", cells.literal),
)


def _build(frame: Frame) -> Built:
    numbers, origins, destinations = frame.get("flight_number"), frame.get("origin"), frame.get("destination")
    keys = [number_key(number) for number in numbers]
    ask_for_year(frame, "date")
    departures, landings, durations, inferred = arrivals(frame)
    prices, currencies = prices_of(frame)
    built = Built(
        {
            "number": numbers,
            "number_key": keys,
            "airline": frame.get("airline"),
            "origin_id": origins,
            "destination_id": destinations,
            "dep_min": departures,
            "arr_min": landings,
            "duration_min": durations,
            "arr_inferred": inferred,
            "date": [day or "" for day in frame.get("date")],
            "price": prices,
            "currency": currencies,
        }
    )
    if frame.has("OnTimePerformance") or frame.has("DelayStats"):
        built.also["flight_performance"] = Beside(_performance(frame, numbers, keys), PERFORMANCE_KEY)
    return built


def _performance(frame: Frame, numbers: list[str], keys: list[str]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {name: [] for name in PERFORMANCE_FIELDS}
    both = zip(frame.get("OnTimePerformance"), frame.get("DelayStats"), strict=True)
    for row, (counts, delays) in enumerate(both):
        figures: dict[str, Any] | None = None
        try:
            figures = performance_from_json(counts, delays)
        except InputError as error:
            frame.fail(row, "OnTimePerformance", error)
        else:
            if figures is None and any(value is not None for value in (delays or {}).values()):
                frame.report(
                    row, "DelayStats", "Delays without counts beside them", "a value for OnTimePerformance",
                    "The flight is used; of its punctuality nothing is known.", "note",
                )  # fmt: skip
        origin, destination = frame.get("origin")[row], frame.get("destination")[row]
        line = {
            **(figures or {}), "number": numbers[row] if figures else None, "number_key": keys[row],
            "route_key": route_key(origin, destination), "origin_id": origin, "destination_id": destination,
        }  # fmt: skip
        for name in PERFORMANCE_FIELDS:
            columns[name].append(line.get(name))
    return columns


IMPORTER = TableImporter("flights", _COLUMNS, ("number_key", "origin_id", "destination_id", "date"), _build)
