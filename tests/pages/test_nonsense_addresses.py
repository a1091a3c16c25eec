"""Addresses typed by hand: whatever stands in them, the lead's screens are drawn and say no error."""

from pathlib import Path

import pytest
import streamlit as st
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from annotate.workflow import Role
from db.models import Person
from db.people import get_person
from db.session import open_session
from pages._ui import session as sessions
from tests.helpers.printed import demo_url

LEADS = Path(__file__).resolve().parents[2] / "pages" / "leads"
PARAMETERS = {
    "quality.py": (
        "view", "batch", "city", "days", "risk", "level", "annotator", "behind", "by", "compare", "round", "part", "against",
        "group", "every-rule", "periods",
    ),
    "release_gold.py": ("release", "beside", "draft", "gate", "rule", "kind", "show", "plan"),
    "model_sets.py": ("set", "with", "people", "plan", "part", "page"),
    "print_reports.py": ("report", "week", "batch"),
}  # fmt: skip
NONSENSE = (
    ["99999999999999999999999"],
    ["<script>alert(1)</script>", "' OR 1=1; --", "NaN", "", "", "\u202e\U0001f600", "x" * 20_000, "2026-W99", "TIM004|A01"],
)  # fmt: skip
VIEWS = ("Progress", "Scores", "Violations", "People", "Agreement", "Reference data")


def drawn(screen: str, address: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", demo_url())
    with open_session(write=False) as session:
        number = next(one.id for one in session.scalars(select(Person)) if Role.LEAD in one.roles)
        lead = get_person(session, number)
    monkeypatch.setattr(sessions, "look_up_person", lambda: lead)
    monkeypatch.setattr(st, "page_link", lambda *_args, **_named: None)  # known to the navigation only
    app = AppTest.from_file(str(LEADS / screen), default_timeout=120)
    for name, values in address.items():
        app.query_params[name] = values
    return app.run()


@pytest.mark.parametrize("screen", [name for name in PARAMETERS if name != "quality.py"])
def test_a_screen_whose_address_holds_nonsense_everywhere_is_drawn(screen, monkeypatch):
    for nonsense in NONSENSE:
        app = drawn(screen, dict.fromkeys(PARAMETERS[screen], nonsense), monkeypatch)
        assert [one.message for one in app.exception] == [], nonsense
        assert len(app.main.children) > 0


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_of_the_quality_screen_whose_choices_are_nonsense_is_drawn(view, monkeypatch):
    for nonsense in NONSENSE:
        address = dict.fromkeys(PARAMETERS["quality.py"], nonsense) | {"view": [view]}
        app = drawn("quality.py", address, monkeypatch)
        assert [one.message for one in app.exception] == [], nonsense
