"""`python -m helpers buffers --risk averse --train 12191`: how much time on top a risk profile wants."""

import argparse

from annotate.buffers import minutes_text, weighted_lengths_inside
from annotate.clock import read_hhmm
from annotate.errors import InputError
from annotate.facts import PlaceFacts
from annotate.plan import RiskProfile, read_risk_profile
from annotate.profile import DEFAULT_PROFILE
from annotate.scores.bas import base_duration, congestion_factor, stay_range
from db import reference
from db.session import open_session
from helpers import buffers
from helpers.advice import Advice
from helpers.cli.delays import delays_asked
from helpers.cli.reference_database import (
    add_options,
    add_place,
    add_route,
    question_missing,
    reference_url,
    show,
)

EXPECTED_LABEL = "Expected delay"


def add_to(parsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = parsers.add_parser("buffers", help="the buffer that a risk profile wants for a leg or a visit")
    parser.add_argument(
        "--risk", metavar="PROFILE", help="tolerant, optimized or averse (default: all three)"
    )
    add_route(parser)
    add_place(parser)
    parser.add_argument("--at", metavar="HH:MM", help="start of the visit")
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Shows the ranges of BAS or TDAS with the figures behind them."""
    risks = _risks(arguments.risk)
    url = reference_url(arguments)
    found = delays_asked(url, arguments)
    for known in found.values():
        known.extend(_for_leg(known, risks))
    with open_session(write=False, url=url) as session:
        if arguments.place and arguments.city:
            for place in reference.places(session, arguments.place, arguments.city):
                subject = f"{place.name}, {place.city} ({place.kind.value})"
                found[subject] = _for_visit(place, arguments.at, risks)
    if not found:
        raise question_missing(
            "--train NUMBER, --flight NUMBER, --from CITY --to CITY, or --place NAME --city CITY"
        )
    show(found, arguments.json)
    return 0


def _risks(text: str | None) -> list[RiskProfile]:
    if text is None:
        return list(RiskProfile)
    risk = read_risk_profile(text)
    if risk is None:
        raise InputError(f"'{text}' is no risk profile", expected="tolerant, optimized or averse")
    return [risk]


def _for_leg(known: list[Advice], risks: list[RiskProfile]) -> list[Advice]:
    expected = next((one.value for one in known if one.label == EXPECTED_LABEL), None)
    if not isinstance(expected, float | int):
        return []
    return [buffers.buffer_for_tdas(expected, risk) for risk in risks]


def _for_visit(place: PlaceFacts, at: str | None, risks: list[RiskProfile]) -> list[Advice]:
    start = read_hhmm(at) if at else None
    base, source = base_duration(place.kind, start, place.visit_duration_min, place.categories)
    if base is None:
        return [Advice("Base duration", source)]
    crowd = place.crowds[0] if len(place.crowds) == 1 else None
    end = None if start is None else start + round(base)
    factor = congestion_factor(
        place.crowd_level, crowd.windows if crowd else (), start, end, DEFAULT_PROFILE.congestion
    )
    found = [Advice("Base duration", minutes_text(base), base, "min", source=source)]
    if factor is None:
        return [*found, Advice("Crowd", "no data for this start, so no buffer can be told")]
    found.append(buffers.ideal_buffer(base, factor[0], factor[1]))
    for risk in risks:
        inside = None
        if place.crowd_level is None and crowd is not None and start is not None:
            stay = stay_range(base, factor[0], risk.multipliers)
            inside = weighted_lengths_inside(start, crowd.windows, base, risk.multipliers, stay)
        wanted = buffers.stay_for_bas(base, factor[0], risk, start, inside)
        found.append(Advice(f"{wanted.label}, {risk.value}", wanted.text, wanted.value, wanted.unit))
    return found
