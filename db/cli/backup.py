"""`python -m db backup FILE`: everything in the database into one file."""

import argparse
import sys
from pathlib import Path

from db.backups import write_backup


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "backup", help="write everything into one file, while people work", description=__doc__
    )
    parser.add_argument("file", type=Path, help="the file to write (a zip); it must not exist yet")


def run(args: argparse.Namespace) -> int:
    """Writes the backup and says what is in it."""
    rows = write_backup(args.file)
    sys.stdout.write(f"{sum(rows.values())} rows of {len(rows)} tables are in {args.file}.\n")
    return 0
