"""Every screen by every role in a browser: a typed address gets nobody further than the table says."""

import pytest
from playwright.sync_api import Page, expect

from annotate.permissions import SCREENS, Role
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

REFUSED = "This page is not for you"


@pytest.mark.parametrize("role", list(Role))
def test_a_typed_address_opens_exactly_the_screens_of_a_role(page: Page, server: Server, role: Role) -> None:
    sign_in(page, server, role=role)
    opened: dict[str, bool] = {}
    for address in SCREENS:
        page.goto(f"{server.address}/{address}")
        settle(page)
        title = page.locator("h1").first
        expect(title).to_be_visible(timeout=60_000)
        expect(page.get_by_test_id("stException")).to_have_count(0)
        opened[address] = title.inner_text() != REFUSED
    assert opened == {address: role in roles for address, roles in SCREENS.items()}


@pytest.mark.parametrize("role", list(Role))
def test_the_navigation_lists_only_screens_of_a_role(page: Page, server: Server, role: Role) -> None:
    sign_in(page, server, role=role)
    shown = page.locator('[data-testid="stTopNavLink"]')
    expect(shown.first).to_be_visible(timeout=60_000)
    addresses = {(link.get_attribute("href") or "").rsplit("/", 1)[-1] or "start" for link in shown.all()}
    assert addresses <= {address for address, roles in SCREENS.items() if role in roles}


def test_a_plan_of_another_is_not_opened_by_its_number_in_the_address(page: Page, server: Server) -> None:
    sign_in(page, server, "/my-plans", name="Ananya Rao, demo")
    own = page.locator('a[href*="annotate?plan="]')
    expect(own.first).to_be_visible(timeout=60_000)
    mine = {int((link.get_attribute("href") or "").split("plan=")[1].split("&")[0]) for link in own.all()}
    for number in range(1, 12):
        if number in mine:
            continue
        page.goto(f"{server.address}/annotate?plan={number}")
        settle(page)
        said = page.get_by_text("Only the person who annotates the plan").or_(
            page.get_by_text(f"There is no annotation {number}")
        )
        expect(said.first).to_be_visible(timeout=60_000)


def test_a_person_in_the_address_of_people_shows_an_annotator_nothing(page: Page, server: Server) -> None:
    sign_in(page, server, "/people?person=8", role="annotator")
    expect(page.get_by_role("heading", name=REFUSED)).to_be_visible(timeout=60_000)
    expect(page.locator(".st-key-chosen")).to_have_count(0)
