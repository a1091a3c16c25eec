"""Progress, people and one's own figures, as a lead and an annotator meet them in a browser."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select

from db.models import Person
from db.schema import migrate
from db.session import open_session
from tests.bench.quality_workspace import fill_quality_workspace
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

OWN, OTHER = "Bhavna Kulkarni", "Chitra Bose"
HOSTILE = "<img src=x onerror=\"document.title='it ran'\">"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a small workspace with eight weeks of work up to now, one of whose people has a hostile name."""
    server = Server(tmp_path_factory.mktemp("quality-server"))
    migrate(server.database_url)
    fill_quality_workspace(server.database_url, plans=40, ends_at=datetime.now(UTC).replace(microsecond=0))
    with open_session(write=True, url=server.database_url) as session:
        session.scalars(select(Person).where(Person.code == "A01")).one().name = HOSTILE
    try:
        yield server.start()
    finally:
        server.stop()


def test_a_figure_of_the_progress_view_opens_its_plans_below_its_section(page: Page, server: Server) -> None:
    sign_in(page, server, "/quality?view=Progress", role="lead")
    expect(page.get_by_text(re.compile(r"plans? (is|are) left, done about"))).to_be_visible()
    gold = page.get_by_role("table", name="Plans by state at the end of each week").locator("tbody tr").first
    number = gold.locator("a").last.inner_text()
    gold.locator("a").last.click()
    behind = page.get_by_role("table", name=re.compile("now$"))
    expect(behind.locator("tbody tr")).to_have_count(int(number))
    settle(page)  # while it is drawn anew a control may stand there twice
    page.locator(".st-key-periods button").filter(has_text="Days").click()
    expect(page.get_by_role("table", name="Plans moved per day")).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_the_people_view_opens_the_plans_of_a_figure_and_no_name_runs(page: Page, server: Server) -> None:
    sign_in(page, server, "/quality?view=People", role="lead")
    people = page.get_by_role("table", name="How people work")
    expect(people).to_contain_text(HOSTILE)
    row = people.locator("tbody tr").filter(has_text=OWN)
    handed_in = row.locator("a").nth(1)
    number = int(handed_in.inner_text())
    handed_in.click()
    expect(page.get_by_role("table", name=f"handed in by {OWN}").locator("tbody tr")).to_have_count(number)
    expect(page.get_by_role("table", name="Bias against experts by kind of row")).to_be_visible()
    settle(page)
    assert page.title() != "it ran"
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_an_annotator_sees_their_own_figures_and_the_team_only_as_its_median(
    page: Page, server: Server
) -> None:
    sign_in(page, server, "/my-figures", name=OWN)
    figures = page.get_by_role("table", name="My figures beside the team's median")
    expect(figures.locator("tbody tr")).to_have_count(8)
    expect(figures.locator("tbody tr").filter(has_text="Rounds to approval")).to_contain_text("people")
    with open_session(write=False, url=server.database_url) as session:
        names = [name for (name,) in session.execute(select(Person.name)) if name != OWN]
    shown = page.locator("[data-testid=stMain]").inner_text()
    assert OTHER in names
    assert [name for name in names if name in shown] == []
    page.goto(f"{server.address}/quality?view=People")
    expect(page.get_by_text("This page is not for you")).to_be_visible()
