"""Where the database is and how it is spoken to. `open_session` holds the only commit of the project."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session
from sqlalchemy.pool import StaticPool

from annotate.errors import ConflictError, InputError, UnavailableError
from db.unavailable import URL_VARIABLE, shown, translate, unavailable

__all__ = ["Session", "database_url", "engine_for", "open_session"]

BUSY_TIMEOUT_MS = 15_000
"""How long SQLite itself waits for another writer."""
CACHE_KIB = 32_768
"""Pages that a connection keeps at most: the indexes of an import fit in, so that they are written once."""
WRITER_PATIENCE_S = 300
"""How long a writer waits for another one before it gives up: longer than the import of all reference data
takes.
"""
_PROJECT = Path(__file__).resolve().parents[1]
_WRITES = "workbench_writes"


def database_url() -> str:
    """The address of the database: WORKBENCH_DATABASE_URL, else the SQLite file var/workbench.db of the
    project.
    """
    return os.environ.get(URL_VARIABLE) or f"sqlite:///{_PROJECT / 'var' / 'workbench.db'}"


def is_missing_file(url: str | None = None) -> bool:
    """True for a SQLite database whose file is not there: whoever connects makes it."""
    parsed = _parsed(url or database_url())
    if parsed.get_backend_name() != "sqlite" or _is_in_memory(parsed):
        return False
    name = str(parsed.database)
    return not name.startswith("file:") and not os.path.lexists(name)


def _is_in_memory(parsed: URL) -> bool:
    return parsed.database in {None, "", ":memory:"}


def engine_for(url: str | None = None) -> Engine:
    """The engine of a database address (default: `database_url()`), made once per address.

    SQLite runs in WAL with foreign keys on; a transaction begins with BEGIN IMMEDIATE if it writes, so that
    no update is lost between reading and writing. `sqlite://` is one database in memory, shared by all
    threads. A database that cannot be used raises UnavailableError, here or at whatever is asked of it.
    """
    return _engine(url or database_url())


@cache
def _engine(url: str) -> Engine:
    parsed = _parsed(url)
    if parsed.get_backend_name() == "sqlite":
        engine = _sqlite_engine(parsed)
    else:
        engine = create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    event.listen(engine, "handle_error", translate)
    return engine


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:  # ValueError: a port that is no number
        raise _no_address(str(error)) from error
    if parsed.get_backend_name() not in {"sqlite", "postgresql", "postgres"}:
        raise _no_address(f"it begins with {parsed.drivername}")
    return parsed


def _no_address(why: str) -> InputError:
    return InputError(
        f"The address of the database cannot be used: {why}",
        expected="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME",
        todo=f"Correct {URL_VARIABLE}.",
    )


def _sqlite_engine(parsed: URL) -> Engine:
    in_memory = _is_in_memory(parsed)
    if parsed.database and not in_memory:
        folder = Path(parsed.database).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnavailableError(
                f"The folder of the database cannot be made: {error.strerror}",
                where=shown(parsed),
                expected="a folder that this user may write",
                todo=f"Correct {URL_VARIABLE}.",
            ) from error
    arguments: dict[str, Any] = {"isolation_level": None, "check_same_thread": False}
    options: dict[str, Any] = {"poolclass": StaticPool} if in_memory else {}
    engine = create_engine(parsed, connect_args=arguments, **options)
    event.listen(engine, "connect", _set_pragmas)
    event.listen(engine, "begin", _begin)
    return engine


def _set_pragmas(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout = {BUSY_TIMEOUT_MS}",
        "journal_mode = WAL",
        "synchronous = NORMAL",
        "foreign_keys = ON",
        f"cache_size = -{CACHE_KIB}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begins a transaction; one that writes waits its turn before it has read anything, so waiting is safe."""
    if not connection.get_execution_options().get(_WRITES, True):
        connection.exec_driver_sql("BEGIN")
        return
    begun = time.monotonic()
    while True:
        try:
            _driver(connection).execute("BEGIN IMMEDIATE")
            return
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
                raise unavailable(error, connection.engine.url) or error from error
            waited_s = time.monotonic() - begun
            if waited_s >= WRITER_PATIENCE_S:
                raise ConflictError(
                    f"Another process has been writing to the database for {waited_s:.0f} s",
                    todo="Wait for it to end, or end it, and try again.",
                ) from error


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        raise TypeError(f"{driver!r} is no connection to SQLite")
    return driver


@contextmanager
def open_session(*, write: bool, url: str | None = None) -> Iterator[Session]:
    """One transaction: committed at the end if `write`, rolled back on any error and after reading.

    A session opened with `write=False` that tries to write is refused by the database where it can tell
    (PostgreSQL), and its changes are rolled back everywhere.
    """
    engine = engine_for(url)
    options: dict[str, Any] = {_WRITES: write}
    if not write and engine.dialect.name == "postgresql":
        options["postgresql_readonly"] = True
    with (
        engine.connect().execution_options(**options) as connection,
        Session(connection, expire_on_commit=False) as session,
    ):
        yield session
        if write:
            session.commit()
