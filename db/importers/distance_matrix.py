"""distance_matrix: road distance and time between cities."""

from db.importers import cells
from db.importers.columns import Column
from db.importers.frame import Frame
from db.importers.table import Built, TableImporter

_COLUMNS = (
    Column("origin", cells.city, required=True, nullable=False),
    Column("destination", cells.city, required=True, nullable=False),
    Column("duration_min", cells.duration_min, required=True, nullable=False, aliases=("duration",)),
    Column("distance_km", cells.distance_km, required=True, nullable=False, aliases=("distance",)),
)


def _build(frame: Frame) -> Built:
    return Built(
        {
            "origin_id": frame.get("origin"),
            "destination_id": frame.get("destination"),
            "duration_min": frame.get("duration_min"),
            "distance_km": frame.get("distance_km"),
        }
    )


IMPORTER = TableImporter("distance_matrix", _COLUMNS, ("origin_id", "destination_id"), _build)
