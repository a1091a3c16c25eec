"""TDAS, Transport Delay Absorption Score: does each leg's planned duration hold the delay that is to be
expected?

B = planned duration - historical duration should lie in [low x E[D], high x E[D]]; TDAS = 1 - mean(Q).
Source: UTP-Bench, eq. 22-30, Tables 11 and 15; the bus baseline departs from print (see
`Profile.bus_baseline`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from annotate.facts import Facts, FlightPerformance, LegFacts, TrainDelays
from annotate.plan import Leg, Mode, RiskProfile
from annotate.profile import Profile
from annotate.score import Part, Score, ScoreInfo, mean_score
from annotate.scores.penalty import NO_PROFILE, TOLERANCE_MIN, penalty, require_order
from annotate.timeline import Timeline

SCORE = ScoreInfo(
    "tdas",
    "TDAS",
    "Transport Delay Absorption Score",
    "UTP-Bench (arXiv 2609.02421), eq. 22-30",
    3,
    "legs",
    ("expected_delay_min", "buffer_min", "range_min", "q"),
)

HORIZON_WEIGHTS = (("1w", 1), ("1m", 2), ("3m", 3), ("6m", 4), ("1y", 6))
"""Weight of each horizon of a train's average delay (eq. 24); they sum to 16."""

_UNKNOWN_LEG = LegFacts(known=None)


@dataclass(frozen=True, slots=True)
class ExpectedDelay:
    """E[D] in minutes (None: not known, `reason` says why) and the assumptions made."""

    minutes: float | None
    reason: str | None = None
    notes: tuple[str, ...] = ()


def _not_negative(minutes: float, notes: Sequence[str]) -> ExpectedDelay:
    if minutes < 0:
        return ExpectedDelay(0.0, None, (*notes, f"On average {-minutes:.1f} min early: E[D] is taken as 0."))
    return ExpectedDelay(minutes, None, tuple(notes))


def expected_flight_delay(performance: FlightPerformance | None) -> ExpectedDelay:
    """E[D] of a flight (eq. 23): late share x (mean + std) + share cancelled or diverted x max.

    No observations: not known. std missing: 0, noted. max missing: the second term is dropped, noted.
    """
    if performance is None:
        return ExpectedDelay(None, "No on-time record of this flight.")
    total = performance.total_flights
    if total <= 0:
        return ExpectedDelay(None, "The on-time record has no observed flights.")
    late = performance.late + performance.very_late + performance.excessive
    notes = []
    if performance.std_delay_min is None:
        notes.append("Standard deviation missing: taken as 0.")
    if performance.avg_delay_min is None:
        if late:
            return ExpectedDelay(None, "The on-time record has no mean delay.")
        expected = 0.0
    else:
        expected = late / total * (performance.avg_delay_min + (performance.std_delay_min or 0.0))
    if performance.max_delay_min is None:
        notes.append("Largest delay missing: the term for cancelled and diverted flights is dropped.")
    else:
        expected += (performance.cancelled + performance.diverted) / total * performance.max_delay_min
    return _not_negative(expected, notes)


def expected_train_delay(delays: TrainDelays | None, missing_horizon: str = "renormalise") -> ExpectedDelay:
    """E[D] of a train (eq. 24): mean of the five horizons with weights 1, 2, 3, 4, 6.

    Horizons missing: the weights of the others are renormalised, noted (`missing_horizon="skip"`: not known).
    """
    if delays is None:
        return ExpectedDelay(None, "No delay record of this train.")
    known = [
        (weight, delay)
        for horizon, weight in HORIZON_WEIGHTS
        if (delay := getattr(delays, f"avg_delay_{horizon}")) is not None
    ]
    if not known:
        return ExpectedDelay(None, "The delay record of this train has no figure.")
    notes = []
    if len(known) < len(HORIZON_WEIGHTS):
        missing = ", ".join(
            horizon for horizon, _ in HORIZON_WEIGHTS if getattr(delays, f"avg_delay_{horizon}") is None
        )
        if missing_horizon == "skip":
            return ExpectedDelay(None, f"The delay record misses the horizons {missing}.")
        notes.append(f"Horizons missing ({missing}): the weights of the others are renormalised.")
    weights = sum(weight for weight, _ in known)
    return _not_negative(sum(weight * delay for weight, delay in known) / weights, notes)


def expected_road_delay(historical_delay_min: float | None) -> ExpectedDelay:
    """E[D] of a cab or bus: the historical delay of the city pair, in minutes."""
    if historical_delay_min is None:
        return ExpectedDelay(None, "No historical delay of this city pair.")
    return _not_negative(historical_delay_min, ())


def expected_delay(mode: Mode, known: LegFacts, profile: Profile) -> ExpectedDelay:
    """E[D] of a leg by its mode."""
    if mode is Mode.FLIGHT:
        return expected_flight_delay(known.performance)
    if mode is Mode.TRAIN:
        return expected_train_delay(known.delays, profile.missing_horizon)
    return expected_road_delay(known.historical_delay_min)


def historical_duration(
    leg: Leg, known: LegFacts, bus_baseline: str = "timetable"
) -> tuple[float, str] | None:
    """(minutes, where they come from) of the leg without delay, None if not known.

    Flight and train: the timetable (the tables', else as the skeleton states it). Cab: free flow. Bus: the
    timetable if a bus record is known, else free flow; `bus_baseline="free_flow"` is the printed formula.
    """
    if leg.mode in (Mode.FLIGHT, Mode.TRAIN):
        if known.timetable_duration_min is not None:
            return known.timetable_duration_min, "timetable"
        if leg.timetable_depart_min is not None and leg.timetable_arrive_min is not None:
            return float(
                leg.timetable_arrive_min - leg.timetable_depart_min
            ), "timetable as the plan states it"
        return None
    if leg.mode is Mode.BUS and bus_baseline == "timetable" and known.timetable_duration_min is not None:
        return known.timetable_duration_min, "timetable"
    return None if known.free_flow_min is None else (known.free_flow_min, "free-flow time of the road")


def delay_figures(
    expected_min: float,
    hist_duration_min: float,
    depart_min: int,
    arrive_min: int,
    multipliers: tuple[float, float],
) -> dict[str, Any]:
    """The figures of one leg: E[D], B, its range, Q. Minutes. Raises InputError if it arrives before it
    departs."""
    require_order(depart_min, arrive_min)
    low, high = multipliers[0] * expected_min, multipliers[1] * expected_min
    buffer = arrive_min - depart_min - hist_duration_min
    return {
        "expected_delay_min": expected_min,
        "buffer_min": buffer,
        "range_min": (low, high),
        "q": penalty(buffer, low, high),
    }


def score_leg(leg: Leg, known: LegFacts, risk: RiskProfile | None, profile: Profile) -> Part:
    """One leg's part.

    Figures beside the golden ones: `hist_duration_min`, `hist_source`, `planned_min`, `duration_range_min`
    (hist + [a, b]) and, where the departure is known, `arrive_range_min` on the plan-day clock.
    """
    figures: dict[str, Any] = {}
    expected = expected_delay(leg.mode, known, profile)
    historical = historical_duration(leg, known, profile.bus_baseline)
    notes = expected.notes
    if expected.minutes is not None:
        figures["expected_delay_min"] = expected.minutes
        if expected.minutes <= TOLERANCE_MIN:
            notes = (*notes, "E[D] is 0: the leg wants a buffer of exactly 0.")
    if historical is not None:
        figures["hist_duration_min"], figures["hist_source"] = historical
    if expected.minutes is not None and historical is not None and risk is not None:
        low, high = (historical[0] + share * expected.minutes for share in risk.multipliers)
        figures["duration_range_min"] = (low, high)
        if leg.depart_min is not None:
            figures["arrive_range_min"] = (leg.depart_min + low, leg.depart_min + high)
    if risk is None:
        return Part(leg.row, None, figures, NO_PROFILE, notes)
    if expected.minutes is None:
        return Part(leg.row, None, figures, expected.reason, notes)
    if historical is None:
        return Part(leg.row, None, figures, _no_duration(leg.mode), notes)
    if leg.depart_min is None or leg.arrive_min is None:
        return Part(leg.row, None, figures, "It misses a time.", notes)
    if leg.arrive_min <= leg.depart_min:
        return Part(leg.row, None, figures, "It arrives before it departs: an input error.", notes)
    figures["planned_min"] = leg.arrive_min - leg.depart_min
    figures.update(
        delay_figures(expected.minutes, historical[0], leg.depart_min, leg.arrive_min, risk.multipliers)
    )
    if figures["buffer_min"] < -TOLERANCE_MIN:
        notes = (*notes, f"Planned {-figures['buffer_min']:.0f} min faster than its {historical[1]}.")
    return Part(leg.row, 1 - figures["q"], figures, None, notes)


def _no_duration(mode: Mode) -> str:
    if mode in (Mode.FLIGHT, Mode.TRAIN):
        return "No timetable duration of this leg."
    return (
        "No free-flow time of this city pair." if mode is Mode.CAB else "No bus record and no free-flow time."
    )


def leg_parts(trip: Timeline, profile: Profile) -> tuple[Part, ...]:
    """The part of each leg of a trip, in order; asked for through `Timeline.once`."""
    risk = trip.itinerary.risk_profile
    return tuple(
        score_leg(entry.row, trip.facts.legs.get(entry.id, _UNKNOWN_LEG), risk, profile)
        for entry in trip.legs
    )


def score(trip: Timeline, facts: Facts, profile: Profile) -> Score:
    """TDAS of a plan, in [0, 1]: 1 where every scored leg has a buffer inside its range, 0 where none is
    within one range width of it. None (with the reason) where nothing could be scored or the plan has no
    risk profile."""
    parts = trip.once(leg_parts, profile)
    if trip.itinerary.risk_profile is None:
        return mean_score(SCORE.name, parts, NO_PROFILE)
    return mean_score(
        SCORE.name, parts, "No leg could be scored." if parts else "The plan has no intercity leg."
    )
