"""The file that a command prints into: HTML or PDF by its name."""

import argparse
from collections.abc import Callable
from pathlib import Path

from annotate.errors import InputError
from helpers.written_file import refuse_missing_folder, write_file


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
    refuse_missing_folder(path)
    match path.suffix.casefold():
        case ".html":
            data = html().encode()
        case ".pdf":
            data = pdf()
        case _:
            raise InputError(
                "The file is neither HTML nor PDF", where=str(path), expected="a name ending in .html or .pdf"
            )
    write_file(path, data)
