"""The tables in the database: which revision they are at, how they get to another one."""

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from annotate.errors import WorkbenchError
from db import turns
from db.models import Base
from db.session import engine_for, is_missing_file
from db.turns import Turn

IN_MEMORY = "sqlite://"
"""The address of the database in memory, one for the process."""


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    return config


def head_revision() -> str | None:
    """The newest revision that this code knows."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def known_revisions() -> frozenset[str]:
    """Every revision that this code knows."""
    return frozenset(one.revision for one in ScriptDirectory.from_config(_config()).walk_revisions())


def current_revision(url: str | None = None) -> str | None:
    """The revision that the database is at, None for a database without tables. A SQLite file that is not there has
    none, and is not made by being asked."""
    if is_missing_file(url):
        return None
    with engine_for(url).connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def migrate(url: str | None = None, revision: str = "head") -> None:
    """Brings the database to a revision, up or down, in one transaction; two processes take turns."""
    with engine_for(url).begin() as connection:
        migrate_over(connection, revision)


def migrate_over(connection: Connection, revision: str) -> None:
    """Brings the database to a revision within the transaction of a connection.

    Raises WorkbenchError for a database of a revision that this code does not know.
    """
    config = _config()
    turns.wait_for(connection, Turn.START)
    config.attributes["connection"] = connection
    here = MigrationContext.configure(connection).get_current_revision()
    if here is not None and here not in known_revisions():
        raise WorkbenchError(
            f"The database is at revision {here}, which this version of the workbench does not know",
            expected=f"a revision up to {head_revision()}",
            todo="Use the version that wrote it, or a newer one.",
        )
    passed = ScriptDirectory.from_config(config).iterate_revisions(here, "base") if here else ()
    goes_down = revision == "base" or (
        revision != here and revision in {one.revision for one in passed if one is not None}
    )
    (command.downgrade if goes_down else command.upgrade)(config, revision)


def empty_in_memory() -> str:
    """The address of the database in memory, with all tables and no rows."""
    if current_revision(IN_MEMORY) is not None:
        migrate(IN_MEMORY, "base")
    migrate(IN_MEMORY)
    return IN_MEMORY


def differences(url: str | None = None) -> list[object]:
    """What Alembic would change to make the tables those of the models; empty if they agree."""
    with engine_for(url).connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))
