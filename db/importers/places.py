"""What the tables of places share: name, city, coordinates, hours, crowd."""

from typing import Any

from annotate.errors import InputError
from db.importers import cells
from db.importers.columns import Column
from db.importers.crowd_analysis import Analysis, read_analysis
from db.importers.frame import Frame, keys_of
from db.importers.opening_hours import opening_hours

NAME = Column("name", cells.text, required=True, nullable=False, is_name=True)
CITY = Column("city", cells.city, required=True, nullable=False)
STATE = Column("state", cells.text, state_of="city")
LAT = Column("lat", cells.latitude, aliases=("latitude",))
LON = Column("lon", cells.longitude, aliases=("longitude", "lng"))
RATING = Column("rating", cells.rating)
CURRENCY = Column("currency", cells.currency)
HOURS = Column("opening_hours", opening_hours, aliases=("hours",))
ANALYSIS = Column("analysis", read_analysis, aliases=("avg_besttime_analysis", "besttime_analysis"))
LEVEL = Column("crowd_level", cells.crowd_level, aliases=("poi_str",))


def named(frame: Frame, name: str = "name") -> dict[str, list[Any]]:
    """Stored columns `name`, `name_key`, `city_id`."""
    names = frame.get(name)
    return {"name": names, "name_key": keys_of(names), "city_id": frame.get("city")}


def coordinates(
    frame: Frame, lat: str = "lat", lon: str = "lon"
) -> tuple[list[float | None], list[float | None]]:
    """Latitude and longitude; a pair at 0, 0 or with half missing is not known, and a note says so."""
    lats, lons = list(frame.get(lat)), list(frame.get(lon))
    for row, (north, east) in enumerate(zip(lats, lons, strict=True)):
        at_zero = north == 0 and east == 0
        same = north is not None and north == east and not at_zero
        if at_zero or same or (north is None) != (east is None):
            shown = f"{'-' if north is None else f'{north:g}'}, {'-' if east is None else f'{east:g}'}"
            frame.report(
                row, lat, f"The coordinates are {shown}", "two different numbers of a place in the city",
                "Imported without coordinates.", "note",
            )  # fmt: skip
            lats[row] = lons[row] = None
    return lats, lons


def crowds(frame: Frame) -> tuple[list[list[dict[str, Any]] | None], list[str | None]]:
    """(crowds in the stored form, crowd level) of each row.

    Window ends are inclusive. If that makes windows of one place overlap anywhere in the file and the map says nothing,
    the file is refused with a question.
    """
    analyses: list[Analysis | None] = frame.get("analysis")
    levels: list[str | None] = list(frame.get("crowd_level"))
    ends = frame.answers.window_ends
    if ends is None:
        strange = [
            row for row, found in enumerate(analyses) if found is not None and found.contradicts_inclusive
        ]
        if strange:
            lines = ", ".join(str(frame.lines[row]) for row in strange[:5])
            more = f" and {len(strange) - 5} more" if len(strange) > 5 else ""
            frame.ask(
                "window_ends",
                f"The end of a crowd window counts as part of it, but then windows of one place overlap "
                f"(line {lines}{more}, column {frame.header_of('analysis')}). Do the windows end before their second number?",
                '"window_ends": "exclusive"',
                ("exclusive", "inclusive"),
            )
            return [None] * len(analyses), levels
    stored: list[list[dict[str, Any]] | None] = []
    for row, found in enumerate(analyses):
        entry: list[dict[str, Any]] | None = None
        if found is not None:
            try:
                entry = found.stored(exclusive=ends == "exclusive") or None
            except InputError as error:
                frame.fail(row, "analysis", error)
            levels[row] = found.level or levels[row]
        stored.append(entry)
    return stored, levels


def remember_crowds(frame: Frame, table: str, columns: dict[str, list[Any]]) -> None:
    """Tell the world which places say in their own row how crowded they are; the table `crowd` wins over that."""
    rows = zip(
        columns["name_key"], columns["city_id"], columns["crowds"], columns["crowd_level"], strict=True
    )
    for row, (name_key, city, crowd, level) in enumerate(rows):
        if crowd is None and level is None:
            continue
        if (name_key, city) in frame.world.crowd_table:
            frame.report(
                row, "analysis" if crowd is not None else "crowd_level",
                f"{columns['name'][row]} has crowd data here and in the table crowd", "one source",
                "Both are kept; the table crowd wins.", "note",
            )  # fmt: skip
        frame.world.crowd_columns[name_key, city] = table
