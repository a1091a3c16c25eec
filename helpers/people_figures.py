"""Figures of people beside each other: bias over many plans, and the middle of a team in which nobody can be told apart."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from db.calibration import Against, Pair
from helpers.bias import Bias, biases, departures

LEAST_PEOPLE = 5
"""A median of fewer people could say something of one of them."""


@dataclass(frozen=True, slots=True)
class PairDepartures:
    """By how many minutes the times of one plan depart from its reference: (kind of row, field, minutes) of each time."""

    annotation_id: int
    person_id: int
    against: Against
    times: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class MeasuredBias:
    """A bias over some plans. `annotation_ids` are those of them in which a time was compared."""

    bias: Bias
    annotation_ids: tuple[int, ...]


def departures_of(pair: Pair) -> PairDepartures:
    """The departures of one pair."""
    times = tuple((one.kind, one.field, one.minutes) for one in departures(pair.theirs, pair.reference))
    return PairDepartures(pair.annotation_id, pair.annotator.id, pair.against, times)


def measured_biases(pairs: Iterable[PairDepartures]) -> list[MeasuredBias]:
    """The bias by kind of row and field over some pairs, with the plans that it comes from."""
    minutes: dict[tuple[str, str], list[int]] = {}
    plans: dict[tuple[str, str], dict[int, None]] = {}
    for pair in pairs:
        for kind, field, one in pair.times:
            minutes.setdefault((kind, field), []).append(one)
            plans.setdefault((kind, field), {})[pair.annotation_id] = None
    return [MeasuredBias(bias, tuple(plans[bias.kind, bias.field])) for bias in biases(minutes)]


def mean_departure(pairs: Iterable[PairDepartures]) -> tuple[float, float, int] | None:
    """(mean departure, mean distance, times) in minutes over all rows; None where no time was compared."""
    minutes = [one for pair in pairs for _, _, one in pair.times]
    return (fmean(minutes), fmean(map(abs, minutes)), len(minutes)) if minutes else None


def team_median(values: Sequence[float | None]) -> tuple[float, int] | None:
    """(median, people) of a figure over those who have it; None below `LEAST_PEOPLE` of them."""
    known = [value for value in values if value is not None]
    return (median(known), len(known)) if len(known) >= LEAST_PEOPLE else None
