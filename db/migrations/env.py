"""Runs the migrations.

They run on the connection that is handed over, else on the database of the settings, else as SQL text.
"""

from typing import Any, Literal

from alembic import context
from sqlalchemy.engine import Connection

from db.models import Base, UtcDateTime
from db.session import database_url, engine_for


def write_type(kind: str, item: Any, _context: Any) -> str | Literal[False]:
    """A revision names the database's own types, so that it stays true when the code's types change."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, UtcDateTime) else False


def run(connection: Connection) -> None:
    """Migrates over a connection, in one transaction. SQLite copies the tables that it cannot alter."""
    context.configure(
        connection=connection, target_metadata=Base.metadata, render_as_batch=True, render_item=write_type
    )
    with context.begin_transaction():
        context.run_migrations()


if context.is_offline_mode():
    context.configure(
        url=database_url(),
        target_metadata=Base.metadata,
        literal_binds=True,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()
elif (given := context.config.attributes.get("connection")) is not None:
    run(given)
else:
    with engine_for().begin() as own:
        run(own)
