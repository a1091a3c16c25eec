"""Accounts in a browser: the first lead, an invitation, waiting, signing out everywhere, roles taken from an open tab."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from sqlalchemy import select

from db import accounts
from db.models import Annotation, Person
from db.session import open_session
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

GOOD = "five plain words do well"
LEAD_EMAIL = "lena@example.org"


@pytest.fixture(scope="module")
def without_demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one click switched off, on an empty database."""
    server = Server(tmp_path_factory.mktemp("empty"), environment={"WORKBENCH_DEMO_SIGN_IN": "off"})
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture
def other(browser: Browser) -> Iterator[BrowserContext]:
    """A second browser, with cookies of its own."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    yield context
    context.close()


def _fill(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        page.locator(f"input[name={name}]").fill(value)
    page.locator("button.go").click()


def _sign_in_by_password(page: Page, server: Server, name: str, password: str) -> None:
    page.goto(f"{server.address}/sign-in")
    _fill(page, name=name, password=password)


def _account(server: Server, name: str, email: str, *roles: str) -> int:
    """An account of the demo workspace with the password GOOD; gives its number."""
    with open_session(write=True, url=server.database_url) as session:
        lead = session.scalars(select(Person).where(Person.code == "L01")).one()
        person, token = accounts.invite(session, lead.id, name, email, roles)
        accounts.set_password_by_link(session, token, GOOD)
    return person.id


def test_the_first_lead_is_made_with_the_code_in_the_log_and_nobody_after(
    page: Page, without_demo: Server
) -> None:
    server = without_demo
    page.goto(f"{server.address}/my-plans")
    page.get_by_text("Create the first lead").click()
    lead = {"name": "Lena Lead", "email": LEAD_EMAIL, "password": GOOD, "again": GOOD}
    _fill(page, code="a guess", **lead)
    expect(page.get_by_role("alert")).to_contain_text("This is not the code")
    found = re.search(r"with this code: (\S+)", server.log.read_text(encoding="utf-8"))
    assert found
    _fill(page, code=found.group(1), **lead)
    settle(page)
    expect(page.locator(".st-key-signed-in")).to_contain_text("Lena Lead")
    page.goto(f"{server.address}/first-lead")
    page.wait_for_url("**/sign-in")
    expect(page.locator("button[name=person]")).to_have_count(0)


def test_an_invited_person_sets_a_password_and_comes_in_again_with_it(
    page: Page, other: BrowserContext, without_demo: Server
) -> None:
    server = without_demo
    _sign_in_by_password(page, server, LEAD_EMAIL, GOOD)
    page.goto(f"{server.address}/people")
    settle(page)
    page.locator(".st-key-invite-name input").fill("Asha Pillai")
    page.locator(".st-key-invite-email input").fill("asha@example.org")
    page.get_by_role("button", name="Invite").click()
    link = page.locator(".st-key-new-link code").inner_text(timeout=60_000)
    theirs = other.new_page()
    theirs.goto(link)
    expect(theirs.get_by_text("Asha Pillai (A01)")).to_be_visible()
    _fill(theirs, password="asha pillai", again="asha pillai")
    expect(theirs.get_by_role("alert")).to_contain_text("11 characters")
    _fill(theirs, password=GOOD, again=GOOD)
    settle(theirs)
    expect(theirs.locator(".st-key-signed-in")).to_contain_text("Asha Pillai")
    theirs.goto(link)
    expect(theirs.get_by_text("used already")).to_be_visible()
    theirs.goto(f"{server.address}/sign-out")
    _sign_in_by_password(theirs, server, "a01", GOOD)
    settle(theirs)
    expect(theirs.locator(".st-key-signed-in")).to_contain_text("Asha Pillai")


def test_wrong_passwords_make_an_account_wait_even_after_a_restart(page: Page, without_demo: Server) -> None:
    server = without_demo
    for _ in range(5):
        _sign_in_by_password(page, server, "nobody@example.org", "wrong")
        expect(page.get_by_role("alert")).to_contain_text("do not fit together")
    server.kill()
    server.start()
    _sign_in_by_password(page, server, "nobody@example.org", "wrong")
    expect(page.get_by_role("alert")).to_contain_text("Too many wrong passwords")
    expect(page.get_by_role("alert")).to_contain_text("seconds, then try again")


def test_signing_out_everywhere_ends_an_open_tab_of_another_browser_at_its_next_step(
    page: Page, other: BrowserContext, server: Server
) -> None:
    _account(server, "Binod Rai", "binod@example.org", "annotator")
    theirs = other.new_page()
    for one in (page, theirs):
        _sign_in_by_password(one, server, "binod@example.org", GOOD)
        settle(one)
    theirs.goto(f"{server.address}/my-plans")
    settle(theirs)
    page.locator(".st-key-signed-in").get_by_text("Binod Rai").click()
    page.wait_for_url("**/account")
    settle(page)
    expect(page.get_by_text("2 browsers")).to_be_visible()
    page.locator(".st-key-sign-out-others button").click()
    expect(page.get_by_text("1 browser", exact=True)).to_be_visible(timeout=60_000)
    theirs.locator(".st-key-take-next button").click()
    expect(theirs.get_by_role("heading", name="Please sign in")).to_be_visible(timeout=60_000)
    theirs.goto(f"{server.address}/my-plans")
    expect(theirs).to_have_title("Sign in · Gold Itinerary Workbench")
    page.reload()
    settle(page)
    expect(page.locator(".st-key-signed-in")).to_contain_text("Binod Rai")


def test_changing_the_password_wants_the_present_one(page: Page, server: Server) -> None:
    _account(server, "Charu Dev", "charu@example.org", "expert")
    _sign_in_by_password(page, server, "charu@example.org", GOOD)
    settle(page)
    for present, said in (("something else", "The present password is another one"), (GOOD, "is changed")):
        page.goto(f"{server.address}/account")
        settle(page)
        for key, value in (
            ("present", present),
            ("new", "another long phrase"),
            ("again", "another long phrase"),
        ):
            page.locator(f".st-key-{key} input").fill(value)
        page.get_by_role("button", name="Change password").click()
        expect(page.get_by_text(said)).to_be_visible(timeout=60_000)
    page.goto(f"{server.address}/sign-out")
    _sign_in_by_password(page, server, "charu@example.org", "another long phrase")
    settle(page)
    expect(page.locator(".st-key-signed-in")).to_contain_text("Charu Dev")


def test_a_role_that_is_taken_away_is_gone_from_an_open_tab_at_its_next_step(
    page: Page, other: BrowserContext, server: Server
) -> None:
    person_id = _account(server, "Dipa Sen", "dipa@example.org", "lead", "annotator")
    _sign_in_by_password(page, server, "dipa@example.org", GOOD)
    settle(page)
    page.goto(f"{server.address}/people")
    settle(page)
    leads = other.new_page()
    sign_in(leads, server, f"/people?person={person_id}", role="lead")
    leads.locator(f".st-key-roles-{person_id}").get_by_text("lead").locator("..").locator("svg").click()
    settle(leads)
    leads.locator(".st-key-keep-roles button").click()
    expect(leads.get_by_role("row", name="Dipa Sen")).not_to_contain_text("lead", timeout=60_000)
    page.locator(".st-key-invite-name input").fill("Eve")
    page.locator(".st-key-invite-email input").fill("eve@example.org")
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("heading", name="This page is not for you")).to_be_visible(timeout=60_000)
    with open_session(write=False, url=server.database_url) as session:
        assert session.scalar(select(Person).where(Person.email == "eve@example.org")) is None


def test_an_old_tab_of_somebody_signed_out_cannot_change_a_plan(page: Page, server: Server) -> None:
    sign_in(page, server, "/annotate", role="annotator", name="Kabir Menon, demo")
    with open_session(write=False, url=server.database_url) as session:
        plan = session.scalars(
            select(Annotation).join(Person, Person.id == Annotation.annotator_id).where(Person.code == "A02")
            .where(Annotation.state == "in progress")
        ).one()  # fmt: skip
    page.goto(f"{server.address}/annotate?plan={plan.id}&day=3")
    settle(page)
    cell = page.locator("[data-row] input").first
    expect(cell).to_be_visible(timeout=60_000)
    page.context.request.get(f"{server.address}/sign-out")
    cell.fill("0915")
    cell.press("Enter")
    expect(page.get_by_role("heading", name="Please sign in")).to_be_visible(timeout=60_000)
    with open_session(write=False, url=server.database_url) as session:
        assert session.get_one(Annotation, plan.id).rev == plan.rev


def test_one_click_on_an_account_or_a_made_up_number_signs_nobody_in(page: Page, server: Server) -> None:
    person_id = _account(server, "Esha Roy", "esha@example.org", "lead")
    for chosen in (str(person_id), "9999", "1 OR 1=1", "-1"):
        answer = page.request.post(
            f"{server.address}/sign-in",
            form={"person": chosen},
            headers={"Origin": server.address},
            max_redirects=0,
        )
        assert answer.status == 403
        assert "set-cookie" not in answer.headers


def test_the_cookie_that_somebody_copied_from_before_signing_out_opens_nothing(
    page: Page, other: BrowserContext, server: Server
) -> None:
    sign_in(page, server)
    copied = page.context.cookies()
    page.get_by_text("Sign out").click()
    page.wait_for_url("**/sign-in")
    other.add_cookies(copied)  # type: ignore[arg-type]
    theirs = other.new_page()
    theirs.goto(f"{server.address}/my-plans")
    expect(theirs).to_have_title("Sign in · Gold Itinerary Workbench")


def test_a_database_from_before_accounts_still_lets_its_demo_people_in(tmp_path: Path) -> None:
    from db.schema import migrate
    from db.start import prepare

    url = f"sqlite:///{tmp_path / 'old.db'}"
    prepare(url)
    migrate(url, "0002")
    migrate(url)
    with open_session(write=False, url=url) as session:
        assert len(accounts.demo_people(session)) == 8
