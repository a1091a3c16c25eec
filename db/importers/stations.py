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
OUTLIER_M = 15_000
"""A station farther than this from the middle of its neighbours in the file is noted: most likely a typing error."""
NEIGHBOURS = 4
"""Stations before and after in the file that count as neighbours (lists follow their line)."""


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
        }  # fmt: skip
    )


def _note_outliers(frame: Frame, lats: list[float | None], lons: list[float | None]) -> None:
    cities, kinds = frame.get("city"), frame.get("kind")
    known = [
        row
        for row, (lat, lon) in enumerate(zip(lats, lons, strict=True))
        if lat is not None and lon is not None and kinds[row] != "airport"
    ]
    for at, row in enumerate(known):
        near = [
            other
            for other in known[max(0, at - NEIGHBOURS) : at + NEIGHBOURS + 1]
            if other != row and cities[other] == cities[row]
        ]
        if len(near) < NEIGHBOURS:
            continue
        distances = sorted(
            distance_between_m((lats[row] or 0, lons[row] or 0), (lats[o] or 0, lons[o] or 0)) for o in near
        )
        middle = distances[len(distances) // 2]
        if middle > OUTLIER_M:
            frame.report(
                row, "lat", f"The station lies {middle / 1000:.0f} km from its neighbours in the file",
                "coordinates near them", "Used as it is; look at it on a map.", "note",
            )  # fmt: skip


IMPORTER = TableImporter("stations", _COLUMNS, ("name_key", "city_id"), _build, order=5)
