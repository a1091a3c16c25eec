"""attractions: sights with visit duration, categories, fee, hours and crowd."""

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

_COLUMNS = (
    NAME, CITY, STATE, LAT, LON,
    Column("visit_duration", cells.visit_duration_min, required=True),
    Column("categories", cells.parts, required=True, aliases=("subcategories",), many=True),
    RATING,
    Column("entry_fee", cells.money, aliases=("price",)),
    CURRENCY, HOURS, ANALYSIS, LEVEL,
)  # fmt: skip


def _build(frame: Frame) -> Built:
    lats, lons = coordinates(frame)
    found, levels = crowds(frame)
    prices, currencies = prices_of(frame, "entry_fee")
    columns = {
        **named(frame), "lat": lats, "lon": lons, "visit_duration_min": frame.get("visit_duration"),
        "categories": frame.get("categories"), "rating": frame.get("rating"), "hours": frame.get("opening_hours"),
        "crowd_level": levels, "crowds": found, "price": prices, "currency": currencies,
    }  # fmt: skip
    remember_crowds(frame, "attractions", columns)
    return Built(columns)


IMPORTER = TableImporter("attractions", _COLUMNS, ("name_key", "city_id"), _build)
