"""`python -m db ...`: import, release, migrate, check, backup, restore."""

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Callable, Sequence

from annotate.errors import WorkbenchError
from db import cli
from db.unavailable import URL_VARIABLE

FAILED = 1


def main(words: Sequence[str] | None = None) -> int:
    """Runs one command; gives the exit code: 0 done, 1 not done, 2 wrong use or a question."""
    parser = argparse.ArgumentParser(
        prog="python -m db",
        description=f"How things come into the workbench, stay and go out. The database is {URL_VARIABLE}, "
        "else var/workbench.db.",
    )
    subparsers = parser.add_subparsers(title="commands", dest="command", required=True, metavar="COMMAND")
    runs: dict[str, Callable[[argparse.Namespace], int]] = {}
    for module in sorted(pkgutil.iter_modules(cli.__path__), key=lambda one: one.name):
        command = importlib.import_module(f"{cli.__name__}.{module.name}")
        before = set(subparsers.choices)
        command.add_parser(subparsers)
        runs |= dict.fromkeys(set(subparsers.choices) - before, command.run)
    args = parser.parse_args(words)
    try:
        cli.require_text(args)
        return runs[args.command](args)
    except WorkbenchError as error:
        print(error, file=sys.stderr)
        return FAILED


if __name__ == "__main__":
    sys.exit(main())
