"""Where people and a model differ most on the same queries: scores, verdicts, places, order, times."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

from annotate.plan import Itinerary, Leg, Stop
from annotate.rule import Verdict
from db.plan_figures import PlanFigures
from helpers.estimates import Undefined
from helpers.plan_overlap import absolute_minute, is_place, keyed_rows, order_agreement, place_overlap

NO_PLAN = Undefined("the model gave no plan")


@dataclass(frozen=True, slots=True)
class OnePlan:
    """A plan with its figures; `itinerary` is None where none was delivered."""

    figures: PlanFigures
    itinerary: Itinerary | None


@dataclass(frozen=True, slots=True)
class QueryDifference:
    """A query that people and the model both answered.

    `gaps` is model - people by score key where both have a value, `score_gap` the mean of their sizes, in [0, 1]; None
    without one. `model_fails` are rules that only the model's plan fails, `people_fail` those that only theirs does.
    `places` is the overlap of the sets of places, `order` the share of pairs of common stops in the same order, both in
    [0, 1]. `apart_min` is how far the times of a common stop are apart in the mean, None without a common stop.
    """

    idx: int
    people: PlanFigures
    model: PlanFigures
    gaps: Mapping[str, float]
    score_gap: float | None
    model_fails: tuple[str, ...]
    people_fail: tuple[str, ...]
    places: float | Undefined
    order: float | Undefined
    common_stops: int
    apart_min: float | None


@dataclass(frozen=True, slots=True)
class RowPair:
    """A row of both plans, or of one. `apart_min` is the mean of the minutes that the starts and the ends are apart."""

    day: int
    people: Stop | Leg | None
    model: Stop | Leg | None
    apart_min: float | None


def differences(people: Mapping[int, OnePlan], model: Mapping[int, OnePlan]) -> list[QueryDifference]:
    """Each query that both answered, by idx, those that differ most first: no plan of the model's, then the widest gap of
    scores."""
    found = [_difference(idx, people[idx], model[idx]) for idx in people.keys() & model.keys()]
    return sorted(found, key=lambda one: (one.model.delivered, -(one.score_gap or 0.0), one.idx))


def _difference(idx: int, people: OnePlan, model: OnePlan) -> QueryDifference:
    gaps = {
        key: theirs.value - ours.value
        for key, ours in people.figures.scores.items()
        if ours.value is not None
        and (theirs := model.figures.scores.get(key)) is not None
        and theirs.value is not None
    }
    ours_fail, theirs_fail = _failed(people.figures), _failed(model.figures)
    places: float | Undefined = NO_PLAN
    order: float | Undefined = NO_PLAN
    apart: list[float] = []
    if people.itinerary is not None and model.itinerary is not None:
        places = place_overlap(people.itinerary, model.itinerary)
        order = order_agreement(people.itinerary, model.itinerary)
        apart = [
            pair.apart_min
            for pair in row_pairs(people.itinerary, model.itinerary)
            if pair.apart_min is not None and pair.people is not None and is_place(pair.people)
        ]
    return QueryDifference(
        idx,
        people.figures,
        model.figures,
        gaps,
        fmean(abs(gap) for gap in gaps.values()) if gaps else None,
        tuple(sorted(theirs_fail - ours_fail)),
        tuple(sorted(ours_fail - theirs_fail)),
        places,
        order,
        len(apart),
        fmean(apart) if apart else None,
    )


def row_pairs(people: Itinerary, model: Itinerary) -> list[RowPair]:
    """The rows of two plans beside each other, day by day in the order of their times (the people's, where both have the
    row). The how manieth mention of a place is paired with the same of the other plan, on whichever day."""
    ours = {key: (day, row) for key, day, row in keyed_rows(people)}
    theirs = {key: (day, row) for key, day, row in keyed_rows(model)}
    pairs = []
    for place, (key, (day, row)) in enumerate(
        (ours | {k: v for k, v in theirs.items() if k not in ours}).items()
    ):
        here, there = ours.get(key), theirs.get(key)
        pair = RowPair(day, here[1] if here else None, there[1] if there else None, _apart_min(here, there))
        start = row.start_min if row.start_min is not None else _LAST
        pairs.append((day, start, place, pair))
    return [pair for *_, pair in sorted(pairs, key=lambda one: one[:3])]


_LAST = 10_000
"""Minutes: a row without a time stands behind all others of its day."""


def _apart_min(here: tuple[int, Stop | Leg] | None, there: tuple[int, Stop | Leg] | None) -> float | None:
    if here is None or there is None:
        return None
    (day, ours), (other_day, theirs) = here, there
    if ours.start_min is None or ours.end_min is None or theirs.start_min is None or theirs.end_min is None:
        return None
    starts = absolute_minute(day, ours.start_min) - absolute_minute(other_day, theirs.start_min)
    ends = absolute_minute(day, ours.end_min) - absolute_minute(other_day, theirs.end_min)
    return (abs(starts) + abs(ends)) / 2


def _failed(figures: PlanFigures) -> set[str]:
    return {code for code, verdict in figures.verdicts.items() if verdict is Verdict.FAIL}
