"""Every screen with a list, drawn whole: it asks the database as often for 10,000 plans as for 10."""

from pathlib import Path

import pytest
import streamlit as st
from sqlalchemy import event
from streamlit.testing.v1 import AppTest

from db import reports
from db.people import Person
from db.session import engine_for, open_session
from pages._ui import session as sessions
from tests.db.cutting import cut_release
from tests.db.many import add_busy_copies
from tests.db.test_releases import a_gold_plan
from tests.db.world import Office

PAGES = Path(__file__).resolve().parents[2] / "pages"
FEW, MANY = 10, 10_000
SCREENS = {
    "annotators/start.py": ("asha", "esha", "leela"),
    "annotators/my_plans.py": ("asha",),
    "annotators/my_figures.py": ("asha",),
    "annotators/notices.py": ("asha",),
    "experts/review_queue.py": ("esha",),
    "experts/adjudicate.py": ("esha",),
    "leads/assign_work.py": ("leela",),
    "leads/import_data.py": ("leela",),
    "leads/manage_people.py": ("leela",),
    "leads/release_gold.py": ("leela",),
}
"""Each screen with a list of plans, people, notices, batches or releases, and who looks at it."""
WITHOUT_PLANS = {"annotators/explore_reference.py", "annotators/read_guidelines.py"}
"""Screens whose lists grow with the reference data and the rules."""


def test_every_screen_with_a_list_is_among_them() -> None:
    with_a_list = {
        file.relative_to(PAGES).as_posix()
        for folder in ("annotators", "experts", "leads")
        for file in (PAGES / folder).glob("*.py")
        if "link_table(" in file.read_text(encoding="utf-8")
    }
    assert with_a_list <= SCREENS.keys() | WITHOUT_PLANS


def asked_by(url: str, file: str, person: Person, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that a screen sends while it is drawn for a person."""
    st.cache_data.clear()
    monkeypatch.setattr(sessions, "look_up_person", lambda: person)
    monkeypatch.setattr(st, "page_link", lambda *_args, **_named: None)  # known to the navigation only
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if not statement.startswith("BEGIN"):
            sent.append(statement)

    event.listen(engine_for(url), "before_cursor_execute", note)
    try:
        drawn = AppTest.from_file(str(PAGES / file), default_timeout=300).run()
    finally:
        event.remove(engine_for(url), "before_cursor_execute", note)
    assert not drawn.exception, f"{file}: {[one.message for one in drawn.exception]}"
    return sent


def asked_by_all(url: str, office: Office, monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], int]:
    return {
        (file, name): len(asked_by(url, file, getattr(office, name), monkeypatch))
        for file, names in SCREENS.items()
        for name in names
    }


@pytest.mark.timeout(900)
def test_a_list_screen_asks_as_many_queries_for_10_plans_as_for_10000(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    office, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        cut_release(session, "first", tmp_path, office.leela)
        add_busy_copies(session, office, plan, FEW - 1)
    few = asked_by_all(database_url, office, monkeypatch)
    with open_session(write=True, url=database_url) as session:
        add_busy_copies(session, office, plan, MANY - FEW, first_id=2 * MANY)
    many = asked_by_all(database_url, office, monkeypatch)
    with open_session(write=False, url=database_url) as session:
        by_state = reports.counts_by_state(session)
    assert {one: (few[one], number) for one, number in many.items() if number > few[one]} == {}
    assert all(few.values()) and sum(by_state.values()) >= MANY
