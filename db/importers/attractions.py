"""attractions: sights with visit duration, categories, fee, hours and crowd."""

from annotate.scores.bas import category_duration_min
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
    NAME, CITY, STATE, LAT, LON,
    Column("visit_duration", cells.visit_duration_min, required=True),
    Column("categories", cells.parts, required=True, aliases=("subcategories",), many=True),
    RATING,
    Column("entry_fee", cells.money, aliases=("price",)),
    CURRENCY, HOURS, ANALYSIS, LEVEL,
)  # fmt: skip


def _build(frame: Frame) -> Built:
    lats, lons = coordinates(frame)
    durations, categories = frame.get("visit_duration"), frame.get("categories")
    for row, (duration, listed) in enumerate(zip(durations, categories, strict=True)):
        if duration == 0:
            frame.report(
                row,
                "visit_duration",
                "A visit of 0 min",
                "more than 0, or an empty cell where it is not known",
                "Used as it is: BAS leaves the place out. Empty the cell for the usual duration of its categories.",
                "note",
            )
        if duration is None and category_duration_min(listed or ()) is None:
            frame.report(
                row,
                "categories",
                f"No visit duration, and no usual one for {'; '.join(listed) if listed else 'a place without category'}",
                "a visit duration, or a category of Table 7 such as Museums",
                "Used; how long a visit takes stays unknown, so that BAS leaves the place out.",
                "note",
            )
    found, levels = crowds(frame)
    prices, currencies = prices_of(frame, "entry_fee")
    columns = {
        **named(frame), "lat": lats, "lon": lons, "visit_duration_min": frame.get("visit_duration"),
        "categories": frame.get("categories"), "rating": frame.get("rating"), "hours": frame.get("opening_hours"),
        "crowd_level": levels, "crowds": found, "price": prices, "currency": currencies,
    }  # fmt: skip
    remember_crowds(frame, "attractions", columns)
    note_unmapped(frame, "categories", "attraction", frame.get("categories"))
    return Built(columns)


IMPORTER = TableImporter("attractions", _COLUMNS, ("name_key", "city_id"), _build)
