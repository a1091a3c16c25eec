"""`python -m helpers delays --train 12191`: what is known of the delays of a train, a flight or a road."""

import argparse

from annotate.errors import NotFoundError
from annotate.facts import FlightPerformance
from annotate.plan import Mode
from annotate.scores.tdas import expected_flight_delay, expected_road_delay, expected_train_delay
from db import reference
from db.session import open_session
from helpers import delays
from helpers.advice import Advice
from helpers.cli.reference_database import add_options, add_route, question_missing, reference_url, show

ASKED = "--train NUMBER, --flight NUMBER, or --from CITY --to CITY"


def add_to(parsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = parsers.add_parser("delays", help="delays of a train, a flight or a road")
    add_route(parser)
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Shows each record with its expected delay, sample size, source and date."""
    found = delays_asked(reference_url(arguments), arguments)
    if not found:
        raise question_missing(ASKED)
    show(found, arguments.json)
    return 0


def delays_asked(url: str, arguments: argparse.Namespace) -> dict[str, list[Advice]]:
    """Advice by subject for the train, the flight and the road that a command names."""
    found: dict[str, list[Advice]] = {}
    with open_session(write=False, url=url) as session:
        if arguments.train:
            found |= _records(reference.train_delays(session, arguments.train), f"train {arguments.train}")
        if arguments.flight:
            flights = reference.flight_performance(session, arguments.flight)
            found |= _records(flights, f"flight {arguments.flight}")
        if arguments.origin and arguments.destination:
            road = reference.road(session, arguments.origin, arguments.destination)
            source = road.sources.get("historical_delay_min")
            expected = delays.expected_delay(expected_road_delay(road.historical_delay_min), source)
            known = delays.leg_delays(Mode.CAB, road)
            found[f"{arguments.origin} to {arguments.destination} by road"] = known + expected
    return found


def _records(several: list[reference.DelayRecord], what: str) -> dict[str, list[Advice]]:
    """Advice by subject for the records of a train or flight. Raises NotFoundError if there is none."""
    if not several:
        raise NotFoundError(
            f"No delays of {what} are known",
            expected="a number of the tables train_delays and flight_performance",
            todo="Check the number, or import the table.",
        )
    found: dict[str, list[Advice]] = {}
    for record in several:
        if isinstance(record.delays, FlightPerformance):
            known = delays.flight_delays(record.delays, record.source)
            expected = expected_flight_delay(record.delays)
        else:
            known = delays.train_delays(record.delays, record.source)
            expected = expected_train_delay(record.delays)
        subject = f"{record.number}, {record.where}"
        found[subject] = known + delays.expected_delay(expected, record.source)
    return found
