"""What is known of the delay of a leg: counts, means, spread, and the delay that is to be expected."""

from annotate.buffers import minutes_text
from annotate.facts import FlightPerformance, LegFacts, Source, TrainDelays
from annotate.plan import Mode
from annotate.scores.tdas import ExpectedDelay
from helpers.advice import Advice, advice

HORIZON_WORDS = (
    ("avg_delay_1w", "1 week"),
    ("avg_delay_1m", "1 month"),
    ("avg_delay_3m", "3 months"),
    ("avg_delay_6m", "6 months"),
    ("avg_delay_1y", "1 year"),
)
"""Horizons of a train's mean delay, shortest first."""


def leg_delays(mode: Mode, known: LegFacts) -> list[Advice]:
    """The delay figures of a leg by its mode; nothing where the tables hold none."""
    if mode is Mode.FLIGHT and known.performance is not None:
        return flight_delays(known.performance, known.sources.get("performance"))
    if mode is Mode.TRAIN and known.delays is not None:
        return train_delays(known.delays, known.sources.get("delays"))
    if mode in (Mode.BUS, Mode.CAB) and known.historical_delay_min is not None:
        return [road_delay(known.historical_delay_min, known.sources.get("historical_delay_min"))]
    return []


def flight_delays(seen: FlightPerformance, source: Source | None) -> list[Advice]:
    """Late, cancelled and diverted flights, and the delay of the late ones in minutes."""
    late = seen.late + seen.very_late + seen.excessive
    text = f"{late} of {seen.total_flights}; cancelled or diverted {seen.cancelled + seen.diverted}"
    found = [advice("Late flights", text, late, None, source)]
    if seen.avg_delay_min is not None:
        spread = "" if seen.std_delay_min is None else f", spread {seen.std_delay_min:.0f}"
        worst = "" if seen.max_delay_min is None else f", worst {seen.max_delay_min:.0f}"
        text = f"mean {seen.avg_delay_min:.0f} min{spread}{worst}"
        found.append(advice("Delay when late", text, seen.avg_delay_min, "min", source))
    return found


def train_delays(seen: TrainDelays, source: Source | None) -> list[Advice]:
    """Mean delay over each horizon that is known, in minutes."""
    parts = [
        f"{words} {value:.0f}" for name, words in HORIZON_WORDS if (value := getattr(seen, name)) is not None
    ]
    if not parts:
        return []
    where = f" at {seen.station}" if seen.station else ""
    return [advice("Mean delay, min", ", ".join(parts) + where, None, "min", source)]


def road_delay(historical_delay_min: float, source: Source | None) -> Advice:
    """Delay of a city pair in minutes over the free-flow time."""
    text = minutes_text(historical_delay_min)
    return advice("Usual delay on the road", text, historical_delay_min, "min", source)


def expected_delay(expected: ExpectedDelay, source: Source | None = None) -> list[Advice]:
    """E[D] in minutes with the assumptions made, or why it is not known."""
    if expected.minutes is None:
        return [Advice("Expected delay", expected.reason or "not known")]
    text = minutes_text(round(expected.minutes, 1))
    found = [advice("Expected delay", text, expected.minutes, "min", source)]
    return found + [Advice("Note", note) for note in expected.notes]
