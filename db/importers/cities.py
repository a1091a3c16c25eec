"""cities: name, state, place on the map, other names. Also the headerless form `City<TAB>State`."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.orm import Session

from annotate.names import match_key
from db.importers import cells
from db.importers.answers import FileAnswers
from db.importers.base import Counts, Reading, SourceFile, World
from db.importers.city_names import OTHER_NAMES, city_key
from db.importers.columns import Column
from db.importers.frame import Frame, keys_of
from db.importers.table import Built, Rows, TableImporter
from db.importers.upsert import ids_by, upsert
from db.models import City, CityAlias

_COLUMNS = (
    Column("city", cells.text, required=True, nullable=False, is_name=True),
    Column("state", cells.text, required=True, is_name=True),
    Column("lat", cells.latitude, aliases=("latitude",)),
    Column("lon", cells.longitude, aliases=("longitude", "lng")),
    Column("aliases", cells.parts, many=True),
)


def _build(frame: Frame) -> Built:
    names, states = frame.get("city"), [state or "" for state in frame.get("state")]
    known = frame.world.cities
    keys: list[str] = []
    for row, (name, state) in enumerate(zip(names, states, strict=True)):
        key = city_key(name, state)
        same = [found for found in known.matches(name, state) if found != key] if state else []
        if key not in known.shown and len(same) == 1:
            frame.report(
                row, "city", f"{name} ({state}) is another name of {known.shown[same[0]]}",
                "each city once", "Read as that city.", "note",
            )  # fmt: skip
            key = same[0]
        keys.append(key)
    return Built(
        {
            "key": keys,
            "name": names,
            "name_key": keys_of(names),
            "state": states,
            "lat": frame.get("lat"),
            "lon": frame.get("lon"),
            "aliases": frame.get("aliases"),
        }
    )


_TABLE = TableImporter("cities", _COLUMNS, ("key",), _build, order=0)


@dataclass(frozen=True, slots=True)
class CitiesImporter:
    """The table of cities with their aliases; what it reads is known to all files read after it."""

    table: str = "cities"
    columns: tuple[Column, ...] = _COLUMNS
    order: int = 0

    def recognise(self, source: SourceFile, answers: FileAnswers) -> int:
        """As any table, but at least half of the headers must be known: many tables have a city and a state."""
        known = _TABLE.recognise(source, answers)
        return known if 2 * known >= len(source.header) else 0

    def missing(self, source: SourceFile, answers: FileAnswers) -> tuple[str, ...] | None:
        """As any table."""
        return _TABLE.missing(source, answers)

    def read(self, source: SourceFile, answers: FileAnswers, world: World) -> Reading:
        """Cities and aliases, made known to `world`."""
        reading = _TABLE.read(source if answers.columns else with_header(source), answers, world)
        for part in reading.rows:
            for key, name, _, state, _, _, aliases in part.values:
                if key == city_key(name, state):
                    world.cities.add(name, state, aliases or ())
        return reading

    def write(self, session: Session, reading: Reading, import_id: int, world: World) -> Counts:
        """Upsert cities, then their aliases; renamed cities get their other name as an alias. A city that only gets
        another alias is a changed one."""
        counts = Counts()
        for part in reading.rows:
            before = _stored(session)
            rows = [row[:-1] for row in part.values]
            written = write_cities(session, Rows(part.fields[:-1], rows), import_id, world)
            named = _write_aliases(session, part, import_id, world)
            after = _stored(session)
            more = sum(before.get(key) == after[key] for key in named)
            counts += Counts(written.new, written.changed + more, written.same - more)
        return counts


def write_cities(session: Session, rows: Rows, import_id: int, world: World) -> Counts:
    """Upsert cities and learn their row ids. A place on the map that is known stays where the new row has none."""
    table = _table(City)
    stored = _stored(session)
    merged = []
    for key, name, name_key, state, lat, lon in rows.values:
        old = stored.get(key)
        if old is None:
            merged.append((key, name, name_key, state, lat, lon))
        else:
            merged.append((key, *old[:3], old[3] if lat is None else lat, old[4] if lon is None else lon))
    counts = upsert(
        session, table, ("key", "name", "name_key", "state", "lat", "lon"), merged, ("key",), import_id
    )
    world.cities.ids = ids_by(session, table, "key")
    return counts


def write_created(session: Session, keys: set[str], import_id: int, world: World) -> int:
    """Write the cities that were made for unknown names; returns how many."""
    new = [(key, world.cities.created[key]) for key in sorted(keys) if key not in world.cities.ids]
    rows = [(key, city.name, match_key(city.name), city.state, None, None) for key, city in new]
    if rows:
        write_cities(
            session, Rows(("key", "name", "name_key", "state", "lat", "lon"), rows), import_id, world
        )
    return len(rows)


def _stored(session: Session) -> dict[str, tuple[Any, ...]]:
    """Key -> (name, name key, state, lat, lon) of the cities in the database."""
    columns = (City.key, City.name, City.name_key, City.state, City.lat, City.lon)
    return {row[0]: tuple(row[1:]) for row in session.execute(select(*columns))}


def _write_aliases(session: Session, part: Rows, import_id: int, world: World) -> set[str]:
    """The keys of the cities that got an alias which they did not have, or in another spelling."""
    ids = world.cities.ids
    keys: dict[int, str] = {}
    rows: dict[tuple[str, int], tuple[Any, ...]] = {}
    for row in part.values:
        key, name, aliases = row[0], row[1], row[-1]
        for alias in (*(aliases or ()), *other_names(name)):
            rows.setdefault((match_key(alias), ids[key]), (alias, match_key(alias), ids[key]))
            keys[ids[key]] = key
    columns = (CityAlias.alias, CityAlias.alias_key, CityAlias.city_id)
    known = {tuple(row) for row in session.execute(select(*columns))}
    upsert(
        session, _table(CityAlias), ("alias", "alias_key", "city_id"), list(rows.values()),
        ("alias_key", "city_id"), import_id,
    )  # fmt: skip
    return {keys[row[2]] for row in rows.values() if row not in known}


def other_names(name: str) -> tuple[str, ...]:
    """The other names under which a renamed city is known."""
    return tuple(OTHER_NAMES.get(match_key(name), ()))


def _table(model: Any) -> Table:
    found = model.__table__
    assert isinstance(found, Table)
    return found


def with_header(source: SourceFile) -> SourceFile:
    """The headerless form `City<TAB>State` gets the header it lacks."""
    words = {match_key(cell) for cell in source.header}
    is_other = source.shape != "table" or source.delimiter != "\t" or len(source.header) != 2
    if is_other or words & {"city", "state", "name"}:
        return source
    return SourceFile(
        source.name, source.sha256, "table", ("city", "state"), [list(source.header), *source.cells],
        lines=[1, *source.lines], problems=source.problems, delimiter=source.delimiter,
    )  # fmt: skip


IMPORTER = CitiesImporter()
