"""`python -m db migrate`: the tables to the newest revision, or to another one."""

import argparse
import sys

from alembic.util.exc import CommandError

from db.schema import current_revision, head_revision, migrate


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = subparsers.add_parser("migrate", help="bring the tables to the newest revision")
    parser.add_argument(
        "revision",
        nargs="?",
        default="head",
        help="a revision to go up or down to; 'base' removes all tables",
    )


def run(args: argparse.Namespace) -> int:
    """Migrates and says from where to where."""
    before = current_revision()
    try:
        migrate(revision=args.revision)
    except CommandError as error:
        sys.stderr.write(
            f"{error}. Expected a revision up to {head_revision()}, 'head' or 'base'; nothing was changed.\n"
        )
        return 1
    after = current_revision()
    sys.stdout.write(
        f"The tables are at revision {after or 'none'}"
        + ("; there was nothing to do.\n" if before == after else f" (before: {before or 'none'}).\n")
    )
    return 0
