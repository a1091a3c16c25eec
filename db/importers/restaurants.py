"""restaurants: cost for one person, cuisines, hours and crowd."""

from annotate.names import match_key
from db.importers import cells
from db.importers.arrivals import prices_of
from db.importers.columns import Column
from db.importers.frame import Frame
from db.importers.places import (
    ANALYSIS,
    CITY,
    CURRENCY,
    HOURS,
    LAT,
    LEVEL,
    LON,
    NAME,
    RATING,
    STATE,
    coordinates,
    crowds,
    named,
    remember_crowds,
)  # fmt: skip
from db.importers.table import Built, TableImporter
from db.importers.wish_values import note_unmapped

_COLUMNS = (
    NAME, CITY, STATE,
    Column("avg_cost", cells.money, required=True),
    Column("cuisines", cells.comma_parts, required=True, many=True),
    Column("address", cells.text),
    RATING, LAT, LON, CURRENCY, HOURS, ANALYSIS, LEVEL,
)  # fmt: skip


def _build(frame: Frame) -> Built:
    lats, lons = coordinates(frame)
    found, levels = crowds(frame)
    prices, currencies = prices_of(frame, "avg_cost")
    places = named(frame)
    columns = {
        **places, "address": frame.get("address"), "address_key": [""] * len(frame), "lat": lats, "lon": lons,
        "cuisines": frame.get("cuisines"), "rating": frame.get("rating"), "hours": frame.get("opening_hours"),
        "crowd_level": levels, "crowds": found, "price": prices, "currency": currencies,
    }  # fmt: skip
    columns["address_key"] = _address_keys(
        frame, list(zip(places["name_key"], places["city_id"], strict=True)), columns
    )
    remember_crowds(frame, "restaurants", columns)
    note_unmapped(frame, "cuisines", "cuisine", frame.get("cuisines"))
    return Built(columns)


def _address_keys(frame: Frame, keys: list[tuple[str, str]], columns: dict[str, list[object]]) -> list[str]:
    """'' unless a name repeats in its city with other values; then the address tells the branches apart."""
    first: dict[tuple[str, str], int] = {}
    branches: dict[tuple[str, str], list[int]] = {}
    values = list(zip(*(repr_column(column) for column in columns.values()), strict=True))
    for row, key in enumerate(keys):
        at = first.setdefault(key, row)
        if values[at] != values[row]:
            branches.setdefault(key, [at]).append(row)
    if branches and not frame.has("address"):
        rows = next(iter(branches.values()))
        unused = tuple(frame.layout.unused)
        frame.ask(
            "columns.address",
            f"{len(branches)} restaurants stand more than once in their city with other values (first: "
            f"{columns['name'][rows[0]]}, lines {', '.join(str(frame.lines[row]) for row in rows)}). "
            f"Which column holds the address that tells them apart? Headers not used yet: {', '.join(unused) or 'none'}. "
            'Without one answer "constants": {"address": ""}: then the later rows are errors.',
            '"columns": {"address": "<header>"}',
            unused,
        )
    addresses = frame.get("address")
    return [match_key(addresses[row] or "") if key in branches else "" for row, key in enumerate(keys)]


def repr_column(column: list[object]) -> list[str]:
    """The values as text, so that lists can be compared and hashed."""
    return [repr(value) for value in column]


IMPORTER = TableImporter("restaurants", _COLUMNS, ("name_key", "city_id", "address_key"), _build)
