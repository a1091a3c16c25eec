"""The helper scripts on the command line: `python -m helpers COMMAND`, `--help` for each."""

import argparse
import sys
from collections.abc import Sequence

from annotate.errors import WorkbenchError
from db.cli import require_text
from helpers.cli import (
    agreement,
    buffers,
    crowds,
    delays,
    demo,
    durations,
    report,
    score,
    score_sets,
    vectors,
    weekly,
)
from helpers.cli.console import say_error

COMMANDS = (score, score_sets, vectors, demo, delays, crowds, durations, buffers, agreement, report, weekly)
NOTHING_DONE = 2


def build_parser() -> argparse.ArgumentParser:
    """The command line with all its commands."""
    parser = argparse.ArgumentParser(
        prog="python -m helpers",
        description="Scores plans and says what the reference data know: delays, crowds, durations, buffers.",
    )
    parsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(parsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code; 2 where nothing could be done."""
    parsed = build_parser().parse_args(arguments)
    try:
        require_text(parsed)
        return int(parsed.run(parsed))
    except WorkbenchError as error:
        say_error(error)
        return NOTHING_DONE


if __name__ == "__main__":
    sys.exit(main())
