"""The screen of model sets, drawn whole: each view of a scored set, few queries, hostile texts as text."""

from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st
from sqlalchemy import event
from streamlit.testing.v1 import AppTest

from db import model_sets
from db.imports import Upload
from db.people import Person, list_people
from db.session import Session, engine_for, open_session
from db.start import prepare
from helpers import model_scoring
from pages._ui import session as sessions
from pages._ui.model_sets.one_set import MOST_LISTED
from pages._ui.model_sets.people import side_by_side
from tests.builders import a_stop, an_itinerary

SCREEN = Path(__file__).resolve().parents[2] / "pages" / "leads" / "model_sets.py"
MODEL_A, MODEL_B = "Demo model A (invented)", "Demo model B (invented)"
HOSTILE = "<img src=x onerror=alert(1)> [a](javascript:alert(1)) $x$ :red[b]"
VIEWS = ("Figures", "Failed plans", "Rules", "Beside people", "Beside another set")


@pytest.fixture
def lead(database_url: str) -> Person:
    """The demo's lead, after the demo's model sets were scored."""
    prepare(database_url)
    model_scoring.score_waiting()
    with open_session(write=False, url=database_url) as session:
        return next(one for one in list_people(session) if "lead" in one.roles)


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch, lead: Person) -> Callable[..., AppTest]:
    """Draws the screen for the lead at an address."""
    monkeypatch.setattr(sessions, "look_up_person", lambda: lead)
    monkeypatch.setattr(st, "page_link", lambda *_args, **_named: None)

    def at(**address: str) -> AppTest:
        screen = AppTest.from_file(str(SCREEN), default_timeout=300)
        for name, value in address.items():
            screen.query_params[name] = value
        screen.run()
        assert not screen.exception
        assert [one.value for one in screen.error] == []
        return screen

    return at


def add(session: Session, lead: Person, name: str) -> None:
    """Add a set with one plan, which is null."""
    upload = Upload("plans.jsonl", b'{"idx": 1, "plan": null}\n')
    file = model_sets.read_plans(session, upload, query_set="demo")
    model_sets.add_model_set(session, lead.id, name, file)


def statements(url: str, draw: Callable[[], object]) -> int:
    """How many statements are sent while something is drawn."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if not statement.startswith("BEGIN"):
            sent.append(statement)

    event.listen(engine_for(url), "before_cursor_execute", note)
    try:
        draw()
    finally:
        event.remove(engine_for(url), "before_cursor_execute", note)
    return len(sent)


def test_the_list_and_every_view_of_a_set_are_drawn_with_a_few_queries(
    database_url: str, draw: Callable[..., AppTest]
) -> None:
    assert statements(database_url, draw) <= 10
    for view in VIEWS:
        asked = {"set": MODEL_A, "view": view, "with": MODEL_B, "people": "gold and approved", "plan": "3"}
        assert statements(database_url, lambda asked=asked: draw(**asked)) <= 16, view


def test_the_list_asks_no_more_for_many_sets_than_for_two(
    database_url: str, lead: Person, draw: Callable[..., AppTest]
) -> None:
    few = statements(database_url, draw)
    with open_session(write=True, url=database_url) as session:
        for number in range(20):
            add(session, lead, f"set {number}")
    model_scoring.score_waiting()
    assert statements(database_url, draw) == few


def test_a_hostile_name_and_a_set_that_is_not_there_are_shown_as_text(
    database_url: str, lead: Person, draw: Callable[..., AppTest]
) -> None:
    with open_session(write=True, url=database_url) as session:
        add(session, lead, HOSTILE)
    model_scoring.score_waiting()
    for view in VIEWS:
        screen = draw(set=HOSTILE, view=view)
        shown = "".join(str(one.proto.body) for one in screen.get("html"))
        assert "<img" not in shown
        assert "&lt;img src=x" in shown
    (warning,) = draw(set=f"no {HOSTILE}").warning
    assert "\\<img" in warning.value


def test_texts_of_a_model_are_shown_as_text_only() -> None:
    page = side_by_side(an_itinerary(a_stop("Museum")), an_itinerary(a_stop(HOSTILE, "10:00", "11:00")))
    assert "<img" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert page.count("not in the plan of") == 2


def test_of_a_file_with_thousands_of_broken_lines_the_first_are_listed_and_all_counted(draw, lead):
    upload = Upload("plans.jsonl", b'{"idx": 1, "plan": null}\n' + b"{oops\n" * (MOST_LISTED + 1))
    with open_session(write=True) as session:
        file = model_sets.read_plans(session, upload, query_set="demo")
        number = model_sets.add_model_set(session, lead.id, "broken", file)
        model_sets.cancel(session, lead.id, number)
    captions = [one.value for one in draw(set="broken").caption]
    assert "The first 1,000 of 1,001; correct these and add the file again to see more." in captions
