"""Backups: the rows of all tables in one zip file that either kind of database can be filled from.

The file holds `manifest.json` (revision of the tables, rows and SHA-256 by table) and one `TABLE.jsonl` for
each table, one JSON array a line in the order of the manifest's columns. It is written from one reading
transaction: people may work meanwhile.
"""

import hashlib
import io
import json
import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import Column, Connection, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import StatementError
from sqlalchemy.types import JSON, DateTime

from annotate.errors import InputError, LockedError
from db.models.base import JSON_OR_NULL
from db.schema import current_revision, head_revision, known_revisions, migrate_over
from db.session import engine_for

FORMAT = 1
CHUNK_ROWS = 2_000
_VERSION_TABLE = "alembic_version"
_FAULTS_OF_A_FILE = (
    OSError, EOFError, RuntimeError, LookupError, ValueError, TypeError, OverflowError, struct.error, zipfile.BadZipFile,
    zlib.error, lzma.LZMAError,
)  # fmt: skip
"""What zipfile, its unpackers and the reading of a row raise for damaged bytes (RuntimeError: said to be encrypted, or packed
in an unknown way).
"""


class _KeptTable(BaseModel):
    model_config = ConfigDict(strict=True)

    columns: list[str]
    rows: int
    sha256: str


class _Manifest(BaseModel):
    model_config = ConfigDict(strict=True)

    format: int
    revision: str
    tables: dict[str, _KeptTable]


def write_backup(file: Path, url: str | None = None) -> dict[str, int]:
    """Writes everything in the database; gives the rows by table.

    The file appears only when it is whole. Raises InputError if it exists already or cannot be written.
    """
    if os.path.exists(file):  # answers no for what cannot be a path, where Path raises
        raise InputError(f"{file} exists already", todo="Name another file.")
    revision = current_revision(url)
    if revision is None:
        raise InputError("The database has no tables", todo="There is nothing to back up.")
    part = file.with_name(file.name + ".part")
    try:
        with zipfile.ZipFile(part, "x", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            manifest = _write_tables(archive, url)
            manifest |= {"format": FORMAT, "revision": revision}
            archive.writestr("manifest.json", json.dumps(manifest, indent=1))
        os.replace(part, file)
    except OSError as error:
        raise InputError(
            f"{file} cannot be written: {error}", todo="Name a file in a folder that exists."
        ) from error
    finally:
        with suppress(OSError):  # what cannot be a path cannot be removed either
            part.unlink(missing_ok=True)
    return {name: table["rows"] for name, table in manifest["tables"].items()}


def _write_tables(archive: zipfile.ZipFile, url: str | None) -> dict[str, Any]:
    engine = engine_for(url)
    options: dict[str, Any] = {"workbench_writes": False}
    if engine.dialect.name == "postgresql":
        options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    tables: dict[str, Any] = {}
    with engine.connect().execution_options(**options) as connection:
        for table in _tables(connection):
            digest, rows = hashlib.sha256(), 0
            ordered = select(table).order_by(*table.primary_key.columns)
            with archive.open(f"{table.name}.jsonl", "w", force_zip64=True) as target:
                result = connection.execution_options(yield_per=CHUNK_ROWS).execute(ordered)
                for row in result:
                    line = (
                        json.dumps([_portable(value) for value in row], ensure_ascii=False).encode() + b"\n"
                    )
                    digest.update(line)
                    target.write(line)
                    rows += 1
            columns = [column.name for column in table.columns]
            tables[table.name] = {"columns": columns, "rows": rows, "sha256": digest.hexdigest()}
    return {"tables": tables}


def _tables(connection: Connection) -> list[Table]:
    """The tables as the database has them, those that others refer to first."""
    found = MetaData()
    found.reflect(connection)
    for table in found.tables.values():
        for column in table.columns:
            if isinstance(column.type, JSON) and column.nullable:
                column.type = JSON_OR_NULL
    return [table for table in found.sorted_tables if table.name != _VERSION_TABLE]


def _portable(value: Any) -> Any:
    if isinstance(value, datetime):
        return (value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)).isoformat()
    return value


def restore_backup(file: Path, url: str | None = None, *, replace: bool = False) -> dict[str, int]:
    """Fills the database from a backup and brings it to the newest revision; gives the rows by table.

    The file is checked before anything is written, and everything is written in one transaction. Raises
    LockedError for a database that holds rows (unless `replace`), InputError for a file that is damaged or of
    a newer revision.
    """
    with _reading(file):
        archive = zipfile.ZipFile(file)
    with archive:
        with _reading(file):
            manifest = _checked_manifest(archive, file)
        if not replace and (held := _rows_held(url)):
            raise LockedError(
                f"The database holds {held} rows already",
                todo="Restore into an empty database, or say --replace to remove what is there.",
            )
        with engine_for(url).begin() as connection:
            migrate_over(connection, "base")
            migrate_over(connection, manifest.revision)
            _fill(archive, manifest, file, connection)
            migrate_over(connection, "head")
    return {name: table.rows for name, table in manifest.tables.items()}


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    """Whatever a damaged file raises while it is read becomes an InputError."""
    try:
        yield
    except _FAULTS_OF_A_FILE as error:
        raise InputError(
            f"{file} cannot be read: {error}", expected="a file that backup wrote", todo="Use another backup."
        ) from error


def _checked_manifest(archive: zipfile.ZipFile, file: Path) -> _Manifest:
    """The manifest, once all that it names is there as it was written."""
    try:
        manifest = _Manifest.model_validate_json(archive.read("manifest.json"))
    except (KeyError, ValidationError) as error:
        raise InputError(
            f"{file} is no backup: its manifest is missing or damaged", expected="a file that backup wrote"
        ) from error
    if manifest.format != FORMAT or manifest.revision not in known_revisions():
        raise InputError(
            f"{file} is of revision {manifest.revision}",
            expected=f"a revision up to {head_revision()}",
            todo="Restore it with the workbench that wrote it, or a newer one.",
        )
    for name, table in manifest.tables.items():
        digest = hashlib.sha256()
        with archive.open(f"{name}.jsonl") as source:
            while block := source.read(1 << 20):
                digest.update(block)
        if digest.hexdigest() != table.sha256:
            raise InputError(
                f"{file} is damaged: {name} is not as it was written", todo="Use another backup."
            )
    return manifest


def _rows_held(url: str | None) -> int:
    with engine_for(url).connect() as connection:
        return sum(
            connection.scalar(select(func.count()).select_from(table)) or 0 for table in _tables(connection)
        )


def _fill(archive: zipfile.ZipFile, manifest: _Manifest, file: Path, connection: Connection) -> None:
    for table in _tables(connection):
        kept = manifest.tables.get(table.name)
        if kept is None:
            raise InputError(f"{file} has no table {table.name}", todo="Use another backup.")
        if sorted(kept.columns) != sorted(table.columns.keys()):
            raise InputError(
                f"{file} is damaged: the columns of {table.name} are {', '.join(kept.columns)}",
                expected=", ".join(table.columns.keys()),
                todo="Use another backup.",
            )
        rows = _rows(archive, table, kept.columns, file)
        while chunk := list(islice(rows, CHUNK_ROWS)):
            try:
                connection.execute(insert(table), chunk)
            except (StatementError, ValueError, OverflowError) as error:
                told = error.orig if isinstance(error, StatementError) else error
                raise InputError(
                    f"A row of {table.name} cannot be restored: {told}", where=str(file)
                ) from error
        continue_numbers(connection, table)


def _rows(
    archive: zipfile.ZipFile, table: Table, names: Sequence[str], file: Path
) -> Iterator[dict[str, Any]]:
    columns = [table.columns[name] for name in names]
    with _reading(file), archive.open(f"{table.name}.jsonl") as source:
        for line in io.TextIOWrapper(source, "utf-8", newline="\n"):
            yield {
                column.name: _typed(column, value)
                for column, value in zip(columns, json.loads(line), strict=True)
            }


def _typed(column: Column[Any], value: Any) -> Any:
    if value is not None and isinstance(column.type, DateTime):
        return datetime.fromisoformat(value)
    return value


def continue_numbers(connection: Connection, table: Table) -> None:
    """PostgreSQL counts the numbers of new rows apart from the rows: go on after the last one."""
    if connection.dialect.name == "postgresql" and "id" in table.columns:
        connection.execute(
            text(
                f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), "
                f"(SELECT COALESCE(MAX(id), 0) + 1 FROM {table.name}), false)"
            )
        )
