"""Cheaper places of the same city, tried in the plan as a whole; amounts worked out by hand."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlalchemy.orm import Session

from annotate.facts import Facts
from annotate.plan import Itinerary, LocalConstraint, StopKind
from db import models
from db.facts import gather
from db.reference import cheapest
from db.session import open_session
from helpers.savings import what_if
from tests.builders import a_day, a_meal, a_query, a_stay, an_itinerary
from tests.db.reference_rows import a_world, add


@pytest.fixture
def session(database_url: str) -> Iterator[Session]:
    with open_session(write=True, url=database_url) as opened:
        ids = a_world(opened)
        for name, price, rules in (
            ("Grand Palace", 5000, ["No Pets"]),
            ("Plain Inn", 800, []),
            ("Quiet Inn", 1500, ["No Pets"]),
            ("Free Inn", None, []),
        ):
            add(opened, models.Accommodation, name=name, city_id=ids["Jaipur"], price=price, currency="INR",
                max_occupancy=2, house_rules=rules)  # fmt: skip
        for name, price, cuisines in (
            ("Dear Table", 900, ["Thai"]),
            ("Thai Corner", 400, ["Thai"]),
            ("Tea Stall", 50, ["Indian"]),
        ):
            add(opened, models.Restaurant, name=name, city_id=ids["Jaipur"], price=price, currency="INR",
                cuisines=cuisines)  # fmt: skip
        add(opened, models.Restaurant, name="Far Stall", city_id=ids["Agra"], price=10, currency="INR",
            cuisines=["Thai"])  # fmt: skip
        yield opened


def a_plan(budget: float | None, **wishes: tuple[str, ...]) -> Itinerary:
    query = a_query(days=2, people=2, budget=budget, constraints=LocalConstraint(**wishes))
    days = (
        a_day(a_meal("Dear Table", "13:00", "14:00"), a_stay("Grand Palace", "22:00", "32:00")),
        a_day(a_stay("Grand Palace", "08:00", "09:00"), accommodation="Grand Palace"),
    )
    return an_itinerary(*days, query=query)


def known(session: Session, itinerary: Itinerary) -> Facts:
    return gather(session, itinerary)


def test_a_plan_within_its_budget_or_without_one_needs_nothing(session: Session) -> None:
    # 2 nights x 5,000 and 2 x 900 are 11,800
    for budget in (11800, None):
        plan = a_plan(budget)
        assert what_if(session, plan, known(session, plan)) is None


def test_the_substitutions_that_save_most_come_first(session: Session) -> None:
    plan = a_plan(9000)
    found = what_if(session, plan, known(session, plan))
    assert found is not None
    assert found.over == 2800
    assert [(saving.what, saving.days, saving.place.name, saving.saves) for saving in found.savings] == [
        ("accommodation", (1, 2), "Plain Inn", 8400),
        ("lunch", (1,), "Tea Stall", 1700),
    ]
    assert [saving.place.name for saving in found.enough] == ["Plain Inn"]
    assert found.savings[0].text == "Day 1, 2: Plain Inn instead of Grand Palace saves INR 8,400"


def test_a_substitution_keeps_the_wishes_of_the_query(session: Session) -> None:
    plan = a_plan(9000, cuisine=("Thai",), house_rules=("No Pets",))
    found = what_if(session, plan, known(session, plan))
    assert found is not None
    assert [(saving.place.name, saving.saves) for saving in found.savings] == [
        ("Quiet Inn", 7000),
        ("Thai Corner", 1000),
    ]


def test_several_are_taken_together_where_one_is_not_enough(session: Session) -> None:
    plan = a_plan(3000)
    found = what_if(session, plan, known(session, plan))
    assert found is not None
    assert [saving.place.name for saving in found.enough] == ["Plain Inn", "Tea Stall"]
    assert (
        what_if(session, replace(plan, query=replace(plan.query, budget=1000)), known(session, plan)).enough
        == ()
    )  # type: ignore[union-attr]


def test_the_cheapest_places_of_a_city_have_a_price_in_the_currency(session: Session) -> None:
    found = cheapest(session, StopKind.ACCOMMODATION, "Jaipur", currency="INR", limit=2)
    assert [(place.name, place.price) for place in found] == [("Plain Inn", 800), ("Quiet Inn", 1500)]
    assert cheapest(session, StopKind.ACCOMMODATION, "Jaipur", currency="USD", limit=2) == []
