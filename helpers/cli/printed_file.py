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
    """Make and write what the name of the file asks for. Raises InputError for another ending or a missing folder."""
    if not path.parent.is_dir():
        raise InputError("The folder does not exist", where=str(path.parent), todo="Make it first.")
    match path.suffix.casefold():
        case ".html":
            path.write_text(html(), encoding="utf-8")
        case ".pdf":
            path.write_bytes(pdf())
        case _:
            raise InputError(
                "The file is neither HTML nor PDF", where=str(path), expected="a name ending in .html or .pdf"
            )
