"""stations: airports, railway, bus and metro stations."""

from annotate.errors import InputError
from annotate.names import match_key
from db.importers import cells
from db.importers.cells import Cell
from db.importers.columns import Column
from db.importers.frame import Frame
from db.importers.nearest_stops import distance_between_m
from db.importers.places import CITY, LAT, LON, NAME, STATE, coordinates, named
from db.importers.table import Built, TableImporter

KINDS = ("airport", "railway", "bus", "metro")
OUTLIER_M = 10_000
"""A metro station farther than this from every other one of its city is noted: most likely a typing error."""


def _kind(written: str, cell: Cell) -> str:
    """One of KINDS; `railway station`, `bus stand` are understood."""
    folded = match_key(written)
    found = [kind for kind in KINDS if kind in folded or (kind == "railway" and folded in ("train", "rail"))]
    if len(found) != 1:
        raise InputError(f"'{written}' is no kind of station", expected=", ".join(KINDS), todo="Correct it.")
    return found[0]


_COLUMNS = (
    NAME, CITY, STATE, LAT, LON,
    Column("kind", _kind),
    Column("code", cells.text),
)  # fmt: skip


def _build(frame: Frame) -> Built:
    lats, lons = coordinates(frame)
    _note_outliers(frame, lats, lons)
    for kind, code, city in zip(frame.get("kind"), frame.get("code"), frame.get("city"), strict=True):
        if kind == "airport" and code:
            frame.world.airports[code] = city
    return Built(
        {
            **named(frame),
            "lat": lats,
            "lon": lons,
            "kind": [kind or "" for kind in frame.get("kind")],
            "code": frame.get("code"),
        }
    )


def _note_outliers(frame: Frame, lats: list[float | None], lons: list[float | None]) -> None:
    places: dict[str, list[tuple[int, tuple[float, float]]]] = {}
    for row, (kind, city) in enumerate(zip(frame.get("kind"), frame.get("city"), strict=True)):
        lat, lon = lats[row], lons[row]
        if kind == "metro" and lat is not None and lon is not None:
            places.setdefault(city, []).append((row, (lat, lon)))
    for metro in places.values():
        for row, here in metro:
            others = [distance_between_m(here, there) for other, there in metro if other != row]
            if others and min(others) > OUTLIER_M:
                frame.report(
                    row, "lat", f"The next metro station is {min(others) / 1000:.0f} km away",
                    "a station near the others of the city", "Used as it is; look at it on a map.", "note",
                )  # fmt: skip


IMPORTER = TableImporter(
    "stations", _COLUMNS, ("name_key", "city_id"), _build, order=5, telling=("kind", "code")
)
