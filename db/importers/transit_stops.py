"""transit_stops: the public transport stop nearest to a place, as stated."""

from db.importers import cells
from db.importers.columns import Column
from db.importers.frame import Frame
from db.importers.places import CITY, STATE, coordinates, named
from db.importers.table import Built, TableImporter

_COLUMNS = (
    Column("poi", cells.text, required=True, nullable=False, is_name=True),
    CITY, STATE,
    Column("stop_name", cells.text, required=True, nullable=False, aliases=("nearest_stop_name",), is_name=True),
    Column("distance_m", cells.distance_m, required=True, nullable=False, aliases=("nearest_stop_distance",)),
    Column("stop_lat", cells.latitude, aliases=("nearest_stop_lat", "nearest_stop_latitude")),
    Column("stop_lon", cells.longitude, aliases=("nearest_stop_lon", "nearest_stop_longitude")),
)  # fmt: skip


def _build(frame: Frame) -> Built:
    lats, lons = coordinates(frame, "stop_lat", "stop_lon")
    return Built(
        {
            **named(frame, "poi"),
            "stop_name": frame.get("stop_name"),
            "distance_m": frame.get("distance_m"),
            "stop_lat": lats,
            "stop_lon": lons,
            "computed": [False] * len(frame),
        }
    )


IMPORTER = TableImporter("transit_stops", _COLUMNS, ("name_key", "city_id"), _build)
