"""What list screens ask of the database: right figures, and as many queries for few rows as for many."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session

from annotate.errors import NotFoundError
from annotate.workflow import State
from db import explore, reference
from db.import_list import past_imports
from db.plan_list import list_plans
from db.session import open_session
from db.start import prepare


@contextmanager
def counted(session: Session) -> Iterator[list[str]]:
    """The statements sent meanwhile."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement.startswith(("SELECT", "WITH")):
            sent.append(statement)

    engine = session.get_bind()
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


@pytest.fixture
def session(database_url: str) -> Iterator[Session]:
    """A session on the demo workspace."""
    prepare(database_url)
    with open_session(write=False, url=database_url) as opened:
        yield opened


def test_a_list_of_plans_takes_six_queries_at_most_however_many_there_are(session: Session) -> None:
    with counted(session) as few:
        gold = list_plans(session, states=[State.GOLD])
    with counted(session) as many:
        plans = list_plans(session)
    assert len(gold) < len(plans)
    assert len(few) == len(many) <= 6


def test_a_plan_counts_two_times_for_each_stop_and_leg(session: Session) -> None:
    discarded = list_plans(session, states=[State.DISCARDED])[0]
    gold = list_plans(session, states=[State.GOLD])[0]
    assert discarded.times == 0
    assert discarded.times_wanted == 22  # 9 stops and 2 legs of the plan that cannot be solved
    assert gold.times == gold.times_wanted == 32
    assert gold.scores["tdas"][1:] == (2, 2)


def test_plans_are_those_of_the_annotator_asked_for(session: Session) -> None:
    plans = list_plans(session)
    one = plans[0].annotator.id
    own = list_plans(session, annotator_id=one)
    assert [plan.annotation_id for plan in own] == [p.annotation_id for p in plans if p.annotator.id == one]


def test_past_imports_stand_latest_first_and_take_two_queries_at_most(session: Session) -> None:
    with counted(session) as sent:
        found = past_imports(session)
    assert [one.import_id for one in found] == sorted((one.import_id for one in found), reverse=True)
    assert {one.label for one in found} == {"demo (invented)"}
    assert len(sent) <= 2


SUGGESTED = (
    ("train", "20461", "20461"),
    ("train", "malwa jaipur", "20461"),
    ("flight", "dhr 214", "DHR-214"),
    ("bus", "desert fox", "Desert Fox & Sons"),
    ("road", "agra jaipur", "Agra (Uttar Pradesh) > Jaipur (Rajasthan)"),
    ("place", "amber fort", "Amber Fort > Jaipur (Rajasthan)"),
    ("city", "rajasthan udai", "Udaipur (Rajasthan)"),
)


def test_a_few_words_suggest_the_thing_in_one_query(session: Session) -> None:
    for kind, words, key in SUGGESTED:
        with counted(session) as sent:
            found = explore.suggest(session, kind, words, 10)
        assert key in [one.key for one in found], (kind, words)
        assert len(sent) == 1, (kind, words)


def test_signs_that_a_search_would_take_as_wildcards_fit_nothing(session: Session) -> None:
    assert {kind: explore.suggest(session, kind, "%_%", 10) for kind in explore.KINDS} == {
        kind: [] for kind in explore.KINDS
    }


def test_a_suggested_place_and_road_can_be_looked_up(session: Session) -> None:
    place, _, city = explore.suggest(session, "place", "amber fort", 1)[0].key.rpartition(
        explore.KEY_SEPARATOR
    )
    assert reference.places(session, place, city)[0].name == "Amber Fort"
    origin, _, destination = explore.suggest(session, "road", "agra jaipur", 1)[0].key.partition(" > ")
    assert reference.road(session, origin, destination).free_flow_min == 265


def test_a_timetable_line_has_its_stations_days_and_prices(session: Session) -> None:
    line = explore.departures(session, "train", "04817")[0]
    assert line.origin == "Bhopal Junction, Bhopal"
    assert line.days == "Mon, Wed, Fri, Sun"
    assert line.prices == {"SL": 470.0, "3A": 1240.0, "2A": 1760.0}


def test_an_unknown_city_is_told(session: Session) -> None:
    with pytest.raises(NotFoundError, match="Atlantis"):
        explore.city_card(session, "Atlantis")


def test_the_coverage_of_roads_counts_the_pairs_with_delays(session: Session) -> None:
    assert explore.coverage(session, "road") == explore.Coverage(56, 18)
