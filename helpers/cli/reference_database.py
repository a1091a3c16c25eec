"""The database that a command reads, and how it shows what it found."""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from rich.table import Table

from annotate.errors import InputError
from db.schema import current_revision
from db.session import database_url
from helpers.advice import Advice
from helpers.cli.console import console


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options that every command on reference data has."""
    parser.add_argument("--db", metavar="URL", help="database with reference data (default: the workbench's)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_route(parser: argparse.ArgumentParser) -> None:
    """`--train`, `--flight`, `--from` with `--to`: what a question on transport is about."""
    parser.add_argument("--train", metavar="NUMBER", help="a train, by its number")
    parser.add_argument("--flight", metavar="NUMBER", help="a flight, by its number")
    parser.add_argument("--from", dest="origin", metavar="CITY", help="a road, with --to")
    parser.add_argument("--to", dest="destination", metavar="CITY")


def add_place(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    """`--place` with `--city`: what a question on a place is about."""
    parser.add_argument("--place", metavar="NAME", required=required, help="a place, by its full name")
    parser.add_argument(
        "--city", metavar="CITY", required=required, help="its city: Jaipur, Aurangabad (Bihar)"
    )


def reference_url(arguments: argparse.Namespace) -> str:
    """Address of the database. Raises InputError if it has no tables."""
    url = arguments.db or database_url()
    if current_revision(url) is None:
        raise InputError(
            "The database has no tables",
            where=url,
            expected="a database of the workbench",
            todo="Run `python -m helpers demo`, or `python -m db migrate` and import reference data; "
            "`score` also takes a folder of tables (--data DIR).",
        )
    return str(url)


def show(found: Mapping[str, Sequence[Advice]], as_json: bool) -> None:
    """Prints what was found, by what it is about: a table, or JSON with the fields of Advice."""
    if as_json:
        data = {subject: [asdict(advice) for advice in several] for subject, several in found.items()}
        print(json.dumps(data, ensure_ascii=False, indent=1))
        return
    for subject, several in found.items():
        table = Table(title=subject, title_justify="left", box=None, pad_edge=False, show_header=False)
        for advice in several:
            table.add_row(advice.label, advice.text, advice.origin)
        console().print(table)


def question_missing(expected: str) -> InputError:
    """The error of a command that was asked nothing."""
    return InputError("Nothing is asked for", expected=expected, todo="See --help.")
