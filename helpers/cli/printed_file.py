"""The file that a command prints into: HTML or PDF by its name."""

import argparse
from collections.abc import Callable
from pathlib import Path

from annotate.errors import InputError


def add_out(parser: argparse.ArgumentParser, *, required: bool) -> None:
    """`--out FILE`."""
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        required=required,
        help="where it goes: a name that ends in .html or .pdf",
    )


def write_printed(path: Path, html: Callable[[], str], pdf: Callable[[], bytes]) -> None:
    """Make and write what the name of the file asks for. Raises InputError for another ending, a missing folder, a file
    that cannot be written."""
    if not path.parent.is_dir():
        raise InputError("The folder does not exist", where=str(path.parent), todo="Make it first.")
    match path.suffix.casefold():
        case ".html":
            data = html().encode()
        case ".pdf":
            data = pdf()
        case _:
            raise InputError(
                "The file is neither HTML nor PDF", where=str(path), expected="a name ending in .html or .pdf"
            )
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InputError(
            f"The file cannot be written ({error.strerror})", where=str(path), todo="Choose another file."
        ) from error
