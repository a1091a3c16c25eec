"""`python -m helpers demo`: the demo workspace in a database that holds nothing yet."""

import argparse

from db.people import list_people
from db.reports import counts_by_state
from db.session import database_url, open_session
from db.start import prepare
from helpers.cli.console import console


def add_to(parsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = parsers.add_parser(
        "demo",
        help="load the demo workspace into an empty database",
        description="Makes the tables and loads the demo workspace; a database that holds anything stays as it is.",
    )
    parser.add_argument("--db", metavar="URL", help="the database (default: the workbench's)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Loads the demo and says what the database holds now."""
    url = arguments.db or database_url()
    prepare(url)
    with open_session(write=False, url=url) as session:
        people = list_people(session)
        states = counts_by_state(session)
    console().print(f"{url}: {len(people)} people, {sum(states.values())} plans", markup=False)
    for state, count in states.items():
        if count:
            console().print(f"  {state.value}: {count}", markup=False)
    return 0
