"""`python -m db restore FILE`: a backup into the database."""

import argparse
import sys
from pathlib import Path

from db.backups import restore_backup


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "restore", help="fill an empty database from a backup", description=__doc__
    )
    parser.add_argument("file", type=Path, help="a file that backup wrote, on any kind of database")
    parser.add_argument(
        "--replace", action="store_true", help="remove what is in the database now; it is gone afterwards"
    )


def run(args: argparse.Namespace) -> int:
    """Restores and says what was restored."""
    rows = restore_backup(args.file, replace=args.replace)
    sys.stdout.write(f"{sum(rows.values())} rows of {len(rows)} tables were restored from {args.file}.\n")
    return 0
