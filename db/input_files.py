"""Files and folders that a command reads: they are there, and what it writes goes to other files."""

import os
from collections.abc import Iterable
from pathlib import Path

from annotate.errors import InputError
from db.importers.registry import importer_of


def refuse_missing(paths: Iterable[Path]) -> None:
    """Raises InputError for a path that is no file and no folder."""
    for path in paths:
        if not (
            os.path.isdir(path) or os.path.isfile(path)
        ):  # no for what cannot be a path, where Path raises
            raise InputError(
                f"There is no file or folder {path}", expected="a file or a folder", todo="Correct the path."
            )


def refuse_overwriting(out: Path, inputs: Iterable[Path]) -> None:
    """Raises InputError for an output that is one of the inputs, or in a folder of them a file with the name of a table.

    Another file there may be the output of the last time.
    """
    if not os.path.exists(out):
        return
    for path in inputs:
        is_inside = path.is_dir() and out.resolve().is_relative_to(path.resolve())
        if (is_inside and importer_of(out.stem) is not None) or (path.exists() and out.samefile(path)):
            raise InputError(
                "The file would be written over, but it is read as well",
                where=str(out),
                expected="a file that is no input",
                todo="Name another file.",
            )
