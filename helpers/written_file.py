"""A file that a command writes where a person said: refused before the work where it cannot be, never a traceback."""

from pathlib import Path

from annotate.errors import InputError


def refuse_missing_folder(path: Path) -> None:
    """Raises InputError for a path in a folder that does not exist, or that is a folder itself."""
    if not path.parent.is_dir():
        raise InputError("The folder does not exist", where=str(path.parent), todo="Make it first.")
    if path.is_dir():
        raise InputError(
            "The file cannot be written (it is a folder)", where=str(path), todo="Add the name of a file."
        )


def write_file(path: Path, data: bytes) -> None:
    """Writes a file. Raises InputError for one that cannot be written."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InputError(
            f"The file cannot be written ({error.strerror})", where=str(path), todo="Choose another file."
        ) from error
