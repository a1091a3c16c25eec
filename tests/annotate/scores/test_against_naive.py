"""The scores against a slow second reckoning on thousands of random rows, the same ones at every run."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from annotate.facts import Crowd, FlightPerformance, LegFacts, PlaceFacts, TrainDelays
from annotate.plan import Day
from annotate.profile import Profile
from annotate.score import Part, Score
from annotate.scores import bas, cats, tdas
from tests.annotate.scores import naive
from tests.builders import a_day, a_leg, a_place, a_stop, a_trip, an_itinerary, facts

EXACT_TO = 1e-9
PLANS_A_SEED = 150
SEEDS = range(8)
LEVELS = list(naive.INTENSITY)


def some_windows(dice: random.Random) -> naive.Windows:
    """Windows in hours that do not overlap, some over midnight, some written past 24, some twice."""
    if dice.random() < 0.15:
        return []
    cuts = sorted(dice.sample(range(24), dice.randint(1, 6)))
    windows = []
    for at, start in enumerate(cuts):
        end = cuts[(at + 1) % len(cuts)]
        if dice.random() < 0.7:
            past = 24 if dice.random() < 0.2 else 0
            end = end or dice.choice([0, 24])
            windows.append(
                (
                    start + past,
                    end + (24 if end + past < start + past else 0) * (past > 0),
                    dice.choice(LEVELS),
                )
            )
    return windows + [window for window in windows if dice.random() < 0.2]


def some_hours(dice: random.Random) -> list[int]:
    """Hours of the day, some of 24 and more, some twice."""
    return [dice.randint(0, 30) for _ in range(dice.choice([0, 0, 1, 3, 6]))]


def a_row(dice: random.Random) -> dict[str, Any]:
    kind = dice.choice(["attraction", "attraction", "restaurant", "restaurant", "event", "accommodation"])
    arrive = dice.choice(
        [0, 359, 360, 659, 660, 959, 960, 1439, 1440, 1799, *(dice.randint(0, 1799) for _ in range(20))]
    )
    base = dice.choice([None, None, 0.0, 45.0, 90.0, 210.0])
    length = dice.randint(1, 600)
    if dice.random() < 0.3 and base:
        length = round(base * dice.choice([1.5, 2.0, 2.25, 2.5, 3.0, 4.5]))
    return {
        "kind": kind,
        "arrive": arrive,
        "depart": arrive + length,
        "visit_duration_min": base,
        "categories": dice.sample([*naive.TABLE_7_HOURS, "Ruins", "Museums"], dice.randint(0, 3)),
        "crowd_level": dice.choice([None, None, None, *LEVELS]),
        "cw": some_windows(dice),
        "q": some_hours(dice),
        "p": some_hours(dice),
    }


def a_journey(dice: random.Random) -> dict[str, Any]:
    depart = dice.randint(0, 1439)
    duration = dice.choice([None, 60.0, 133.5, 420.0])
    around = duration or 240.0
    arrive = max(
        depart + 1, depart + round(around) + dice.choice([0, 0, 10, 20, 25, -7, dice.randint(-30, 120)])
    )
    record = {
        "total": dice.choice([0, 10, 62]), "late": dice.randint(0, 4), "very_late": dice.randint(0, 2),
        "excessive": dice.randint(0, 2), "cancelled": dice.randint(0, 2), "diverted": dice.randint(0, 1),
        "mean": dice.choice([0.0, 34.0, -12.0]), "std": dice.choice([None, 0.0, 21.5]), "max": dice.choice([None, 148.0]),
    }  # fmt: skip
    return {
        "mode": dice.choice(["Flight", "Train", "Bus", "Cab"]),
        "depart": depart,
        "arrive": arrive,
        "performance": dice.choice([None, record, record]),
        "delays": {
            key: dice.choice([None, 0.0, 0.0, 20.0, 41.0, -5.0]) for key in ("1w", "1m", "3m", "6m", "1y")
        },
        "historical_delay_min": dice.choice([None, 0.0, 50.0, 12.5]),
        "timetable_duration_min": duration,
        "free_flow_min": dice.choice([None, 200.0, 240.0]),
    }


def the_place(row: Mapping[str, Any], name: str) -> PlaceFacts:
    windows = tuple((start * 60, end * 60, level) for start, end, level in row["cw"])
    crowd = Crowd(windows, tuple(row["q"]), tuple(row["p"])) if windows or row["q"] or row["p"] else None
    return a_place(
        name, kind=row["kind"], crowd=crowd, visit_duration_min=row["visit_duration_min"],
        categories=tuple(row["categories"]), crowd_level=row["crowd_level"],
    )  # fmt: skip


def the_leg_facts(leg: Mapping[str, Any]) -> LegFacts:
    record = leg["performance"]
    performance = record and FlightPerformance(
        record["total"], record["late"], record["very_late"], record["excessive"], record["cancelled"],
        record["diverted"], record["mean"], record["std"], record["max"],
    )  # fmt: skip
    return LegFacts(
        True,
        timetable_duration_min=leg["timetable_duration_min"],
        free_flow_min=leg["free_flow_min"],
        historical_delay_min=leg["historical_delay_min"],
        performance=performance,
        delays=TrainDelays(*leg["delays"].values()),
    )


class RandomPlan:
    """A plan of up to three days with its rows, by row id."""

    def __init__(self, dice: random.Random) -> None:
        self.risk = dice.choice(list(naive.RANGE))
        self.rows: dict[str, dict[str, Any]] = {}
        self.legs: dict[str, dict[str, Any]] = {}
        places: list[PlaceFacts] = []
        days: list[Day] = []
        for number in range(1, dice.randint(1, 3) + 1):
            stops = []
            for at in range(1, dice.randint(0, 4) + 1):
                row = self.rows[f"d{number}.s{at}"] = a_row(dice)
                place = the_place(row, f"Place {number} {at}")
                places.append(place)
                stops.append(a_stop(place.name, row["arrive"], row["depart"], kind=row["kind"]))
            legs = []
            for at in range(1, dice.randint(0, 2) + 1):
                leg = self.legs[f"d{number}.l{at}"] = a_journey(dice)
                legs.append(a_leg(leg["mode"], leg["depart"], leg["arrive"]))
            days.append(a_day(*legs, *stops))
        self.facts = facts(*places, legs={row: the_leg_facts(leg) for row, leg in self.legs.items()})
        self.trip = a_trip(an_itinerary(*days, risk=self.risk), self.facts)


def differs(part: Part, expected: Mapping[str, float] | None) -> list[str]:
    """What of a part is not as expected."""
    if expected is None:
        return [] if part.value is None else ["scored"]
    if part.value is None:
        return ["not scored"]
    found = dict(part.figures)
    if "low" in expected:
        found["low"], found["high"] = found["range_min"]
    return [key for key, value in expected.items() if abs(found[key] - value) > EXACT_TO]


def check(score: Score, expected: dict[str, dict[str, float] | None], worth: str) -> None:
    assert [part.row for part in score.parts] == list(expected)
    wrong = {part.row: differs(part, expected[part.row]) for part in score.parts}
    assert {row: keys for row, keys in wrong.items() if keys} == {}
    values = [row[worth] if worth == "score" else 1 - row[worth] for row in expected.values() if row]
    assert (score.scored, score.total) == (len(values), len(expected))
    wanted = naive.mean(values)
    if wanted is None or score.value is None:
        assert score.value is wanted
    else:
        assert abs(score.value - wanted) <= EXACT_TO
        assert 0.0 <= score.value <= 1.0


@pytest.mark.parametrize("seed", SEEDS)
def test_bas_is_what_a_reckoning_minute_by_minute_gives(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(PLANS_A_SEED):
        plan = RandomPlan(dice)
        congestion, missing = (
            dice.choice(["stated_or_weighted", "arrival_hour"]),
            dice.choice(["skip", "low"]),
        )
        profile = Profile(congestion=congestion, missing_crowd=missing)
        visits = {row: it for row, it in plan.rows.items() if it["kind"] in ("attraction", "restaurant")}
        expected = {row: naive.bas_row(it, plan.risk, congestion, missing) for row, it in visits.items()}
        check(bas.score(plan.trip, plan.facts, profile), expected, "q")


@pytest.mark.parametrize("seed", SEEDS)
def test_cats_is_what_a_reckoning_minute_by_minute_gives(seed: int) -> None:
    dice = random.Random(1000 + seed)
    for _ in range(PLANS_A_SEED):
        plan = RandomPlan(dice)
        divide_by = dice.choice(["visit", "covered"])
        visits = {row: it for row, it in plan.rows.items() if it["kind"] in ("attraction", "restaurant")}
        expected = {row: naive.cats_row(it, divide_by) for row, it in visits.items()}
        check(cats.score(plan.trip, plan.facts, Profile(divide_by=divide_by)), expected, "score")


@pytest.mark.parametrize("seed", SEEDS)
def test_tdas_is_what_a_second_reckoning_gives(seed: int) -> None:
    dice = random.Random(2000 + seed)
    for _ in range(PLANS_A_SEED):
        plan = RandomPlan(dice)
        bus, horizon = dice.choice(["timetable", "free_flow"]), dice.choice(["renormalise", "skip"])
        profile = Profile(bus_baseline=bus, missing_horizon=horizon)
        expected = {row: naive.tdas_row(leg, plan.risk, bus, horizon) for row, leg in plan.legs.items()}
        check(tdas.score(plan.trip, plan.facts, profile), expected, "q")
