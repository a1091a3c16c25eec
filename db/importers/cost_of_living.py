"""cost_of_living: what an item costs in a city (`Taxi 1km`)."""

from db.importers import cells
from db.importers.arrivals import prices_of
from db.importers.columns import Column
from db.importers.frame import Frame, keys_of
from db.importers.places import CITY, CURRENCY, STATE
from db.importers.table import Built, TableImporter

_COLUMNS = (
    CITY, STATE,
    Column("item", cells.text, required=True, nullable=False, is_name=True),
    Column("value", cells.money, required=True, nullable=False),
    CURRENCY,
)  # fmt: skip


def _build(frame: Frame) -> Built:
    values, currencies = prices_of(frame, "value")
    items = frame.get("item")
    return Built(
        {
            "city_id": frame.get("city"),
            "item": items,
            "item_key": keys_of(items),
            "value": values,
            "currency": currencies,
        }
    )


IMPORTER = TableImporter("cost_of_living", _COLUMNS, ("city_id", "item_key"), _build)
