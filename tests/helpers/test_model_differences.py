"""Where a model and people differ: gaps, rules, places and minutes worked out by hand; the worst first."""

import pytest

from annotate.rule import Verdict
from db.plan_figures import PlanFigures, ScoreFigure
from helpers.model_differences import NO_PLAN, OnePlan, differences, row_pairs
from tests.builders import a_day, a_leg, a_meal, a_stay, a_stop, an_itinerary

PEOPLE = an_itinerary(
    a_day(
        a_stop("Museum", "10:00", "12:00"),
        a_meal("Bistro", "13:00", "14:00"),
        a_stay("Plain Inn", "23:30", "31:00"),
    ),
    a_day(a_stay("Plain Inn", "07:00", "07:30"), a_stop("Fort", "09:00", "11:00")),
)
MODEL = an_itinerary(
    a_day(
        a_stop("Museum", "10:30", "11:50"),
        a_meal("Cafe", "12:00", "13:00"),
        a_stay("Plain Inn", "22:00", "30:00"),
    ),
    a_day(a_stay("Plain Inn", "07:00", "07:30"), a_stop("Fort", "08:50", "11:10")),
)


def figures(idx: int, verdicts: str = "", *, delivered: bool = True, **scores: float | None) -> PlanFigures:
    """Verdicts by a letter for each of TIM001, TIM002 ...: p, f or n."""
    words = {"p": Verdict.PASS, "f": Verdict.FAIL, "n": Verdict.NOT_CHECKED}
    return PlanFigures(
        idx,
        "Risk Averse",
        2,
        delivered,
        None if delivered else "No plan was delivered.",
        {key: ScoreFigure(value, 1, 1) for key, value in scores.items()},
        {f"TIM00{number}": words[letter] for number, letter in enumerate(verdicts, start=1)},
    )


def test_gaps_rules_places_order_and_minutes_of_one_query() -> None:
    people = {4: OnePlan(figures(4, "pfpn", bas=0.9, cats=0.5, tdas=None), PEOPLE)}
    model = {4: OnePlan(figures(4, "fpfn", bas=0.4, cats=0.6, tdas=0.2), MODEL)}
    (found,) = differences(people, model)
    assert found.gaps == {"bas": pytest.approx(-0.5), "cats": pytest.approx(0.1)}
    assert found.score_gap == pytest.approx(0.3)
    assert (found.model_fails, found.people_fail) == (("TIM001", "TIM003"), ("TIM002",))
    assert found.places == 3 / 5  # Museum, Plain Inn, Fort of these and Bistro, Cafe
    assert found.order == 1.0
    # Museum (30 + 10) / 2, night (90 + 60) / 2, morning 0, Fort (10 + 10) / 2: 20, 75, 0, 10
    assert (found.common_stops, found.apart_min) == (4, pytest.approx(26.25))


def test_the_same_place_a_day_later_is_a_day_apart() -> None:
    there = an_itinerary(a_day(a_stop("Fort", "09:00", "10:00")), a_day(a_stop("Museum", "10:00", "12:00")))
    here = an_itinerary(a_day(a_stop("Museum", "10:00", "12:00")), a_day(a_stop("Fort", "09:00", "10:00")))
    assert [(pair.day, pair.apart_min) for pair in row_pairs(here, there)] == [(1, 1440.0), (2, 1440.0)]


def test_those_without_a_plan_come_first_then_the_widest_gaps() -> None:
    people = {idx: OnePlan(figures(idx, bas=0.8), PEOPLE) for idx in (1, 2, 3, 4)}
    model = {
        1: OnePlan(figures(1, bas=0.7), MODEL),
        2: OnePlan(figures(2, bas=0.1), MODEL),
        3: OnePlan(figures(3, delivered=False), None),
        9: OnePlan(figures(9, bas=0.0), MODEL),
    }
    found = differences(people, model)
    assert [one.idx for one in found] == [3, 2, 1]
    assert (found[0].places, found[0].order, found[0].apart_min) == (NO_PLAN, NO_PLAN, None)


def test_rows_of_both_plans_stand_in_one_line_and_the_others_at_their_time() -> None:
    pairs = row_pairs(PEOPLE, MODEL)
    names = [
        (pair.people.name if pair.people else None, pair.model.name if pair.model else None)  # type: ignore[union-attr]
        for pair in pairs
    ]
    assert names == [
        ("Museum", "Museum"),
        (None, "Cafe"),
        ("Bistro", None),
        ("Plain Inn", "Plain Inn"),
        ("Plain Inn", "Plain Inn"),
        ("Fort", "Fort"),
    ]
    assert [pair.apart_min for pair in pairs] == [20.0, None, None, 75.0, 0.0, 10.0]


def test_legs_stand_beside_each_other_and_rows_without_times_come_last() -> None:
    here = an_itinerary(
        a_leg(depart="06:00", arrive="10:00"), a_stop("Museum"), a_stop("Fort", "11:00", "12:00")
    )
    there = an_itinerary(a_leg(depart="06:00", arrive="11:00"), a_stop("Museum", "12:00", "13:00"))
    pairs = row_pairs(here, there)
    assert [pair.apart_min for pair in pairs] == [30.0, None, None]
    assert pairs[-1].people is not None and pairs[-1].people.start_min is None
