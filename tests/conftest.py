"""Databases for the tests: each storage test runs on SQLite and on PostgreSQL.

TEST_DATABASE_URL names a PostgreSQL server to use instead of the one that the tests start themselves. What
needs SQLAlchemy is imported in the fixtures: the tests of the core run without it.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.quality_world import QualityWorld

URL_VARIABLE = "WORKBENCH_DATABASE_URL"


@pytest.fixture(autouse=True)
def _never_the_real_database(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test that forgets to ask for a database does not meet the one somebody works on."""
    monkeypatch.setenv(URL_VARIABLE, f"sqlite:///{tmp_path_factory.getbasetemp() / 'nobody.db'}")


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """Address of a PostgreSQL server on which databases may be made."""
    from tests.databases import a_postgresql_server

    with a_postgresql_server() as address:
        yield address


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables and no rows, to be copied."""
    from tests.databases import make_migrated_file

    return make_migrated_file(tmp_path_factory.mktemp("template") / "template.db")


@pytest.fixture(scope="session")
def migrated_template(postgresql_server: str) -> str:
    """Name of a PostgreSQL database with all tables and no rows, to be copied."""
    from tests.databases import make_migrated_template

    return make_migrated_template(postgresql_server)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Address of a database with all tables and no rows, also set as the one of the workbench."""
    with _fresh(request, tmp_path, with_tables=True) as url:
        monkeypatch.setenv(URL_VARIABLE, url)
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database_url(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Address of a database without tables, also set as the one of the workbench."""
    with _fresh(request, tmp_path, with_tables=False) as url:
        monkeypatch.setenv(URL_VARIABLE, url)
        yield url


def _fresh(
    request: pytest.FixtureRequest, tmp_path: Path, *, with_tables: bool
) -> AbstractContextManager[str]:
    from tests.databases import a_postgresql_database, a_sqlite_database

    if request.param == "sqlite":
        template = request.getfixturevalue("migrated_file") if with_tables else None
        return a_sqlite_database(tmp_path / "workbench.db", template)
    name = request.getfixturevalue("migrated_template") if with_tables else None
    return a_postgresql_database(request.getfixturevalue("postgresql_server"), name)


@pytest.fixture(scope="session")
def quality_world(tmp_path_factory: pytest.TempPathFactory) -> "QualityWorld":
    """A workspace of 1,000 plans on SQLite, to read only (`tests/quality_world.py`)."""
    from tests.quality_world import make_once

    base = tmp_path_factory.getbasetemp()
    return make_once((base.parent if "popen-" in base.name else base) / "quality-world")


@pytest.fixture(scope="session")
def small_quality_world_on_sqlite(
    tmp_path_factory: pytest.TempPathFactory, migrated_file: Path
) -> Iterator["QualityWorld"]:
    """A workspace of a few plans, to read only."""
    from tests.quality_world import a_small_world

    with a_small_world(
        tmp_path_factory.mktemp("small-quality-world") / "workbench.db", migrated_file
    ) as made:
        yield made


@pytest.fixture(scope="session")
def small_quality_world_on_postgresql(
    postgresql_server: str, migrated_template: str
) -> Iterator["QualityWorld"]:
    """A workspace of a few plans, to read only."""
    from tests.quality_world import a_small_world_on

    with a_small_world_on(postgresql_server, migrated_template) as made:
        yield made


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def small_quality_world(request: pytest.FixtureRequest) -> "QualityWorld":
    """A workspace of a few plans on either database, to read only (`tests/quality_world.py`)."""
    made: QualityWorld = request.getfixturevalue(f"small_quality_world_on_{request.param}")
    return made


@pytest.fixture(
    scope="session",
    params=["quality_world", "small_quality_world_on_sqlite", "small_quality_world_on_postgresql"],
)
def each_quality_world(request: pytest.FixtureRequest) -> "QualityWorld":
    """One after the other: 1,000 plans, and a few on either database, to read only."""
    made: QualityWorld = request.getfixturevalue(request.param)
    return made
