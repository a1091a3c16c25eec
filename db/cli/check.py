"""`python -m db check`: is everything in the database whole?"""

import argparse
import sys

from db.integrity import check_database


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    subparsers.add_parser("check", help="look for broken references, changed submissions, wrong states")


def run(_args: argparse.Namespace) -> int:
    """Says every problem; exit code 1 if there is one."""
    problems = check_database()
    sys.stdout.writelines(f"{problem}\n" for problem in problems)
    sys.stdout.write(f"{len(problems)} problems found.\n" if problems else "Everything is whole.\n")
    return 1 if problems else 0
