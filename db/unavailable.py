"""What it means for a person that the database cannot be used: unreachable, read-only, full, locked, unreadable.

Everything else that a database can object to is an error of the program and stays as it is.
"""

from sqlalchemy import URL
from sqlalchemy.engine import ExceptionContext

from annotate.errors import UnavailableError

URL_VARIABLE = "WORKBENCH_DATABASE_URL"
_MIGRATE = "Run python -m db migrate."
_CORRECT = f"Correct {URL_VARIABLE}, or start the database."
_UNREADABLE = ("is damaged or is no database", "a SQLite file of the workbench", "Restore a backup.")
_NO_SPACE = ("cannot be written", "room on its disk", "Make room, then try again: nothing was saved.")

_Said = tuple[str, str, str]
"""What is wrong (after "The database "), what was expected, what to do."""

_SQLITE: dict[int, _Said] = {
    5: ("is locked", "no other program that writes to it", "End the other program, then try again."),
    8: ("cannot be written", "a file and a folder that this user may write", "Give the user the right to write."),
    10: ("cannot be read or written", "a disk without errors", "Check the disk, then try again."),
    11: _UNREADABLE,
    13: _NO_SPACE,
    14: ("cannot be opened", "a file that this user may read and write", f"Correct {URL_VARIABLE}."),
    26: _UNREADABLE,
}  # fmt: skip
"""By primary result code (https://www.sqlite.org/rescode.html)."""
_PRIMARY_CODE = 0xFF
_POSTGRESQL: dict[str, _Said] = {
    "25006": ("cannot be written", "a server that takes changes", "Use the server that is not read-only."),
    "28": ("lets nobody in under this name", "a user and a password that it knows", f"Correct {URL_VARIABLE}."),
    "3D": ("does not exist on its server", "a database that was created", f"Create it, or correct {URL_VARIABLE}."),
    "42P01": ("has no tables of the workbench", "tables at the newest revision", _MIGRATE),
    "531": _NO_SPACE,
    "533": ("takes no more connections", "a free connection", "Close some, or allow more, then try again."),
    "40": ("met a change of somebody else", "one change at a time", "Try again: nothing was saved."),
    "55P03": ("is locked", "no other program that writes to it", "End the other program, then try again."),
    "57P": ("is shutting down", "a running server", "Start it, then try again."),
}  # fmt: skip
"""By the beginning of SQLSTATE (PostgreSQL manual, appendix A)."""
_UNREACHED: _Said = ("cannot be reached", "a running server at this address", _CORRECT)


def unavailable(error: BaseException, url: URL) -> UnavailableError | None:
    """The error for a person that a driver's error stands for; None for an error of the program."""
    said = _said_of(error)
    if said is None:
        return None
    what, expected, todo = said
    return UnavailableError(
        f"The database {what}: {_in_one_line(error)}", where=shown(url), expected=expected, todo=todo
    )


def translate(context: ExceptionContext) -> UnavailableError | None:
    """Listener of the engine's errors: what is raised in place of the driver's error."""
    if context.is_pre_ping or context.engine is None:
        return None
    return unavailable(context.original_exception, context.engine.url)


def shown(url: URL) -> str:
    """The address of a database without its password."""
    return url.render_as_string(hide_password=True)


def _said_of(error: BaseException) -> _Said | None:
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        if str(error).startswith(("no such table", "no such column")):
            return _POSTGRESQL["42P01"]
        return _SQLITE.get(code & _PRIMARY_CODE)
    if not hasattr(error, "sqlstate"):
        return None
    state = error.sqlstate
    if state is None:
        return _UNREACHED if type(error).__name__ == "OperationalError" else None
    return next((said for beginning, said in _POSTGRESQL.items() if state.startswith(beginning)), None)


def _in_one_line(error: BaseException) -> str:
    return " ".join(str(error).split()).rstrip(".")
