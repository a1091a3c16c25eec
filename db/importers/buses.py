"""buses: timetable and fares."""

from db.carriers import operator_key
from db.importers import cells
from db.importers.arrivals import arrivals, prices_of
from db.importers.columns import Column
from db.importers.frame import Frame
from db.importers.table import Built, TableImporter

_COLUMNS = (
    Column("operator", cells.text, required=True, nullable=False, aliases=("busname",), is_name=True),
    Column("bus_type", cells.text),
    Column("origin", cells.city, required=True, nullable=False, aliases=("From", "Source")),
    Column("destination", cells.city, required=True, nullable=False, aliases=("To", "Destination")),
    Column("dep_time", cells.departure, required=True, nullable=False, aliases=("departing_time",)),
    Column("arr_time", cells.arrival, required=True, nullable=False, aliases=("reaching_time",)),
    Column("arr_day_offset", cells.day_offset),
    Column("duration", cells.duration_min),
    Column("price", cells.money, aliases=("fare",)),
    Column("currency", cells.currency),
)


def _build(frame: Frame) -> Built:
    operators = frame.get("operator")
    departures, landings, durations, inferred = arrivals(frame)
    prices, currencies = prices_of(frame)
    return Built(
        {
            "operator": operators,
            "operator_key": [operator_key(operator) for operator in operators],
            "bus_type": [kind or "" for kind in frame.get("bus_type")],
            "origin_id": frame.get("origin"),
            "destination_id": frame.get("destination"),
            "dep_min": departures,
            "arr_min": landings,
            "duration_min": durations,
            "arr_inferred": inferred,
            "price": prices,
            "currency": currencies,
        }
    )


IMPORTER = TableImporter(
    "buses", _COLUMNS, ("operator_key", "origin_id", "destination_id", "dep_min", "bus_type"), _build
)
