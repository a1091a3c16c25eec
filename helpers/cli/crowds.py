"""`python -m helpers crowds --place NAME --city CITY`: how crowded a place is over the day."""

import argparse
import calendar

from annotate.clock import weekday_of
from annotate.errors import InputError
from db import reference
from db.session import open_session
from helpers import crowds
from helpers.advice import Advice
from helpers.cli.reference_database import add_options, add_place, reference_url, show


def add_to(parsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = parsers.add_parser("crowds", help="crowd level, windows, quiet and peak hours of a place")
    add_place(parser, required=True)
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="only the weekday of this date")
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Shows the level and, per weekday where they differ, the windows and hours."""
    weekday = _weekday(arguments.date)
    url = reference_url(arguments)
    found: dict[str, list[Advice]] = {}
    with open_session(write=False, url=url) as session:
        for place in reference.places(session, arguments.place, arguments.city):
            level = crowds.crowd_level(place)
            subject = f"{place.name}, {place.city} ({place.kind.value})"
            found[subject] = [level] if level else []
            for number, crowd in enumerate(place.crowds):
                if len(place.crowds) == len(calendar.day_name):
                    if weekday not in (None, number):
                        continue
                    subject = f"{place.name}, {calendar.day_name[number]}"
                known = crowds.crowd_windows(place, crowd) + crowds.crowd_hours(place, crowd)
                found[subject] = found.get(subject, []) + known
    show({subject: several for subject, several in found.items() if several}, arguments.json)
    return 0


def _weekday(iso_date: str | None) -> int | None:
    if iso_date is None:
        return None
    try:
        return weekday_of(iso_date)
    except ValueError as error:
        raise InputError(f"'{iso_date}' is no date", expected="YYYY-MM-DD") from error
