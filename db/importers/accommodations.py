"""accommodations: price for a room and night, occupancy, house rules, type, facilities, services."""

from db.importers import cells
from db.importers.arrivals import prices_of
from db.importers.columns import Column
from db.importers.frame import Frame
from db.importers.places import CITY, CURRENCY, LAT, LON, NAME, RATING, STATE, coordinates, named
from db.importers.table import Built, TableImporter
from db.importers.wish_values import note_unmapped

_COLUMNS = (
    NAME, CITY, STATE,
    Column("price_per_night", cells.money, required=True, aliases=("pricing", "price")),
    Column("max_occupancy", cells.count, aliases=("maximum occupancy",)),
    Column("house_rules", cells.parts, many=True),
    Column("house_type", cells.parts, aliases=("property_type", "roomType"), many=True),
    Column("facilities", cells.parts, aliases=("facilities_amenities", "amenities"), many=True),
    Column("services", cells.parts, many=True),
    Column("minimum_nights", cells.count, aliases=("minimum nights",)),
    RATING, LAT, LON, CURRENCY,
)  # fmt: skip


def _build(frame: Frame) -> Built:
    lats, lons = coordinates(frame)
    prices, currencies = prices_of(frame, "price_per_night")
    for row, price in enumerate(prices):
        if price == 0:
            frame.report(
                row, "price_per_night", "The price is 0", "a price, or an empty cell where it is not known",
                "Correct the price, or empty the cell.",
            )  # fmt: skip
    for column in ("house_rules", "house_type", "facilities", "services"):
        note_unmapped(frame, column, column, frame.get(column))
    return Built(
        {
            **named(frame),
            "lat": lats,
            "lon": lons,
            "price": prices,
            "currency": currencies,
            **{
                name: [value or None for value in frame.get(name)]
                for name in ("max_occupancy", "minimum_nights")
            },
            **{
                name: frame.get(name)
                for name in ("house_rules", "house_type", "facilities", "services", "rating")
            },
        }
    )


IMPORTER = TableImporter("accommodations", _COLUMNS, ("name_key", "city_id"), _build)
