"""`python -m helpers durations --place NAME --city CITY`: how long a visit lasts without any buffer."""

import argparse

from annotate.clock import read_hhmm
from annotate.plan import StopKind
from db import reference
from db.session import open_session
from helpers.advice import Advice
from helpers.cli.reference_database import add_options, add_place, question_missing, reference_url, show
from helpers.durations import visit_duration


def add_to(parsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = parsers.add_parser("durations", help="base duration of a visit or a meal")
    add_place(parser)
    parser.add_argument("--at", metavar="HH:MM", help="start of a meal, which decides how long it lasts")
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Shows the base duration and where it comes from; `--at` alone asks about a meal."""
    start = read_hhmm(arguments.at) if arguments.at else None
    found: dict[str, list[Advice]] = {}
    if arguments.place and arguments.city:
        with open_session(write=False, url=reference_url(arguments)) as session:
            for place in reference.places(session, arguments.place, arguments.city):
                subject = f"{place.name}, {place.city} ({place.kind.value})"
                found[subject] = [visit_duration(place.kind, place, start)]
    elif start is not None:
        found[f"a meal at {arguments.at}"] = [visit_duration(StopKind.RESTAURANT, None, start)]
    else:
        raise question_missing("--place NAME --city CITY, or --at HH:MM for a meal")
    show(found, arguments.json)
    return 0
