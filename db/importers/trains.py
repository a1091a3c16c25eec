"""trains: timetable, running days, prices by class; delays that sit in the same rows go to train_delays."""

from annotate.names import match_key
from db.carriers import number_key
from db.importers import cells
from db.importers.arrivals import arrivals, prices_of
from db.importers.columns import Column
from db.importers.frame import Frame, keys_of
from db.importers.table import Beside, Built, TableImporter
from db.importers.train_delays import DELAY_COLUMNS, DELAY_FIELDS
from db.importers.train_delays import KEY as DELAY_KEY

_COLUMNS = (
    Column("train_number", cells.text, required=True, nullable=False),
    Column("train_name", cells.text, is_name=True),
    Column("origin", cells.city, required=True, nullable=False, aliases=("From City",)),
    Column("destination", cells.city, required=True, nullable=False, aliases=("To City",)),
    Column("origin_station", cells.text, is_name=True),
    Column("destination_station", cells.text, is_name=True),
    Column("dep_time", cells.departure, required=True, nullable=False),
    Column("arr_time", cells.arrival, required=True, nullable=False),
    Column("arr_day_offset", cells.day_offset),
    Column("duration", cells.duration_min),
    Column("run_days", cells.weekdays),
    Column("classes", cells.comma_parts, many=True),
    Column("prices", cells.money, prefix="price_"),
    Column("price", cells.money),
    Column("currency", cells.currency),
    *DELAY_COLUMNS,
)


def _build(frame: Frame) -> Built:
    numbers = frame.get("train_number")
    number_keys = [number_key(number) for number in numbers]
    departures, landings, durations, inferred = arrivals(frame)
    prices, currencies = prices_of(frame)
    by_class = []
    for row, found in enumerate(frame.get("prices")):
        by_class.append({name: money.amount for name, money in found.items()} if found else None)
        marked = {money.currency for money in found.values() if money.currency} if found else set()
        if len(marked) > 1:
            frame.report(
                row, "prices", f"The row has prices in {' and '.join(sorted(marked))}",
                "one currency", "Correct the prices.",
            )  # fmt: skip
        elif marked and prices[row] is None:
            currencies[row] = marked.pop()
    stations = {end: frame.get(f"{end}_station") for end in ("origin", "destination")}
    station_keys = {
        end: [key or city for key, city in zip(keys_of(stations[end]), frame.get(end), strict=True)]
        for end in stations
    }
    built = Built(
        {
            "number": numbers,
            "number_key": number_keys,
            "train_name": frame.get("train_name"),
            "origin_id": frame.get("origin"),
            "destination_id": frame.get("destination"),
            "origin_station": stations["origin"],
            "destination_station": stations["destination"],
            "origin_station_key": station_keys["origin"],
            "destination_station_key": station_keys["destination"],
            "dep_min": departures,
            "arr_min": landings,
            "duration_min": durations,
            "arr_inferred": inferred,
            "run_days": frame.get("run_days"),
            "classes": frame.get("classes"),
            "prices": by_class,
            "price": prices,
            "currency": currencies,
        }
    )
    if any(frame.has(name) for name in DELAY_FIELDS):
        known = [
            any(values)
            for values in zip(*([v is not None for v in frame.get(n)] for n in DELAY_FIELDS), strict=True)
        ]
        built.also["train_delays"] = Beside(
            {
                "number": [number if some else None for number, some in zip(numbers, known, strict=True)],
                "number_key": number_keys,
                "station": [station or "" for station in stations["destination"]],
                "station_key": [match_key(station or "") for station in stations["destination"]],
                **{name: frame.get(name) for name in DELAY_FIELDS},
            },
            DELAY_KEY,
        )
    return built


IMPORTER = TableImporter(
    "trains", _COLUMNS, ("number_key", "origin_station_key", "destination_station_key"), _build
)
