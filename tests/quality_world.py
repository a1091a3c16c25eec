"""The generated quality workspace as tests use it, made once for all of them and only read.

`quality_world`        SQLite, 1,000 plans approved or gold (about 25 s, once for all processes of a run)
`small_quality_world`  60 of them, on SQLite and on PostgreSQL
`each_quality_world`   all three, one after the other

`world.url` is the address of the database, `rows(world, "SELECT ...")` asks it in plain SQL. What lies in it:
`tests/bench/quality_workspace.py`. A test that writes works on a copy of its own.
"""

import fcntl
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

from db.quality_plans import PlanFilter, Selection, choose, quality_plans, without_discarded
from db.session import engine_for
from tests.bench.quality_workspace import ENDS_AT, fill_quality_workspace, make_quality_workspace
from tests.databases import a_postgresql_database, a_sqlite_database

PLANS, FEW_PLANS = 1000, 60
_SQLITE_INSTANT = "%Y-%m-%d %H:%M:%S.%f"
_LOOKS_LIKE_AN_INSTANT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}")
NOW = ENDS_AT
"""The instant at which the world is looked at."""


@dataclass(frozen=True, slots=True)
class QualityWorld:
    """A filled database, and how many of its plans are approved or gold."""

    url: str
    plans: int


def rows(world: QualityWorld, statement: str, **values: Any) -> list[tuple[Any, ...]]:
    """What a statement in plain SQL finds. Instants among the values are given as the database keeps them; those that it
    gives back are aware, in UTC.
    """
    engine = engine_for(world.url)
    if engine.dialect.name == "sqlite":
        values = {
            name: f"{one:{_SQLITE_INSTANT}}" if isinstance(one, datetime) else one
            for name, one in values.items()
        }
    with engine.connect() as connection:
        return [tuple(map(_aware, row)) for row in connection.execute(text(statement), values)]


def chosen(session: Session, **filters: Any) -> Selection:
    """The plans that a filter leaves, without discarded ones."""
    return without_discarded(choose(quality_plans(session), PlanFilter(**filters)))


def _aware(value: Any) -> Any:
    if isinstance(value, str) and _LOOKS_LIKE_AN_INSTANT.fullmatch(value):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return value.astimezone(UTC) if isinstance(value, datetime) else value


def make_once(folder: Path) -> QualityWorld:
    """The world of 1,000 plans in a folder that all processes of a test run share."""
    folder.mkdir(exist_ok=True)
    file = folder / "workbench.db"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            make_quality_workspace(folder, plans=PLANS)
            (folder / "made").touch()
    return QualityWorld(f"sqlite:///{file}", PLANS)


@contextmanager
def a_small_world(file: Path, template: Path) -> Iterator[QualityWorld]:
    """A small world in a SQLite file."""
    with a_sqlite_database(file, template) as url:
        fill_quality_workspace(url, plans=FEW_PLANS)
        yield QualityWorld(url, FEW_PLANS)


@contextmanager
def a_small_world_on(server: str, template: str) -> Iterator[QualityWorld]:
    """A small world on a PostgreSQL server."""
    with a_postgresql_database(server, template) as url:
        fill_quality_workspace(url, plans=FEW_PLANS)
        yield QualityWorld(url, FEW_PLANS)
