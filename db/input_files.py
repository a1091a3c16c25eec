"""Files and folders that a command reads: they are there, and what it writes goes to other files."""

from collections.abc import Iterable
from pathlib import Path

from annotate.errors import InputError


def refuse_missing(paths: Iterable[Path]) -> None:
    """Raises InputError for a path that is no file and no folder."""
    for path in paths:
        if not (path.is_dir() or path.is_file()):
            raise InputError(
                f"There is no file or folder {path}", expected="a file or a folder", todo="Correct the path."
            )
