"""Rows into a table by their natural key: new ones inserted, changed ones updated, the same ones left alone."""

import json
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import JSON, Table, bindparam, literal, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from db.importers.base import Counts

CHUNK_ROWS = 10_000
"""Rows per statement, so that a long import can say how far it is."""


def upsert(
    session: Session,
    table: Table,
    fields: Sequence[str],
    rows: Sequence[tuple[Any, ...]],
    key: Sequence[str],
    import_id: int,
    step: Callable[[int], None] | None = None,
) -> Counts:
    """Write `rows` (values in the order of `fields`, unique by `key`) and say how many were new, changed and the same.

    Only rows that are new or changed are written, and they get `import_id`. `step` is told how many rows are done.
    """
    to_write, counts = _compare(session, table, fields, rows, key)
    if not to_write:
        return counts
    names = (*fields, "import_id")
    insert: Any = (sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert)(table)
    statement = insert.values({name: bindparam(name) for name in names}).on_conflict_do_update(
        index_elements=list(key), set_={name: insert.excluded[name] for name in names if name not in key}
    )
    for start in range(0, len(to_write), CHUNK_ROWS):
        chunk = to_write[start : start + CHUNK_ROWS]
        columns: list[Sequence[Any]] = [*zip(*chunk, strict=True), [import_id] * len(chunk)]
        _execute(session, table, statement, names, columns)
        if step is not None:
            step(start + len(chunk))
    return counts


def _execute(
    session: Session, table: Table, statement: Any, names: Sequence[str], columns: list[Sequence[Any]]
) -> None:
    """Run a statement for many rows; on SQLite straight through the driver, which halves the time."""
    bind = session.get_bind()
    if bind.dialect.name != "sqlite":
        session.execute(statement, [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)])
        return
    for n, name in enumerate(names):
        if isinstance(table.c[name].type, JSON):
            columns[n] = _dumped(columns[n])
    compiled = statement.compile(dialect=bind.dialect)
    ordered = (columns[names.index(name)] for name in compiled.positiontup)
    session.connection().exec_driver_sql(str(compiled), list(zip(*ordered, strict=True)))


def _dumped(values: Sequence[Any]) -> list[str | None]:
    """JSON of each value; a value that many rows share is written once."""
    known: dict[int, str | None] = {id(None): None}
    return [known[id(v)] if id(v) in known else known.setdefault(id(v), json.dumps(v)) for v in values]


def _compare(
    session: Session, table: Table, fields: Sequence[str], rows: Sequence[tuple[Any, ...]], key: Sequence[str]
) -> tuple[Sequence[tuple[Any, ...]], Counts]:
    if session.execute(select(literal(1)).select_from(table).limit(1)).first() is None:
        return rows, Counts(new=len(rows))
    key_at = [fields.index(name) for name in key]
    key_of = itemgetter(*key_at)
    wanted = {key_of(row) for row in rows}
    existing: dict[Any, tuple[Any, ...]] = {}
    for found in session.execute(select(*(table.c[name] for name in fields))):
        stored = tuple(found)
        if (stored_key := key_of(stored)) in wanted:
            existing[stored_key] = stored
    new = changed = same = 0
    to_write: list[tuple[Any, ...]] = []
    for row in rows:
        stored_row = existing.get(key_of(row))
        if stored_row is None:
            new += 1
        elif stored_row == row:
            same += 1
            continue
        else:
            changed += 1
        to_write.append(row)
    return to_write, Counts(new, changed, same)


def ids_by(session: Session, table: Table, name: str) -> dict[str, int]:
    """Row id by the value of a unique column."""
    found: dict[str, int] = {}
    found.update((value, row_id) for value, row_id in session.execute(select(table.c[name], table.c.id)))
    return found
