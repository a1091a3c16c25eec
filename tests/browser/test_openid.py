"""Signing in through OpenID Connect, against a real provider on this machine."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from db import accounts
from db.people import list_people
from db.session import open_session
from tests.browser.oidc_provider import OidcProvider
from tests.browser.server import Server
from tests.browser.steps import settle

OWN_ACCOUNT = "Sign in with your organisation’s account"


@pytest.fixture(scope="module")
def provider() -> Iterator[OidcProvider]:
    provider = OidcProvider().start()
    yield provider
    provider.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, provider: OidcProvider) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    secrets = folder / "secrets.toml"
    server = Server(folder, options=["--secrets.files", str(secrets)])
    secrets.write_text(provider.secrets(server.address), encoding="utf-8")
    try:
        server.start()
        with open_session(write=True, url=server.database_url) as session:
            lead = next(one for one in list_people(session) if "lead" in one.roles)
            accounts.invite(session, lead.id, "Asha Pillai", "asha@example.org", ["annotator"])
        yield server
    finally:
        server.stop()


def test_a_verified_email_that_was_invited_signs_in_and_leads_on(
    page: Page, server: Server, provider: OidcProvider
) -> None:
    provider.email, provider.verified = "Asha@Example.org", True
    page.goto(f"{server.address}/my-plans")
    page.get_by_text(OWN_ACCOUNT).click()
    page.wait_for_url(f"{server.address}/my-plans", timeout=60_000)
    settle(page)
    expect(page.locator(".st-key-signed-in")).to_contain_text("Asha Pillai")
    names = {cookie["name"] for cookie in page.context.cookies()}
    assert "workbench_person" in names
    assert not any(name.startswith(("_streamlit_user", "workbench_openid")) for name in names)
    assert provider.asked[-1] == f"{server.address}/oauth2callback"
    page.get_by_text("Sign out").click()
    page.wait_for_url("**/sign-in")


@pytest.mark.parametrize(
    ("email", "verified", "said"),
    [("stranger@example.org", True, "was invited here"), ("asha@example.org", False, "not verified")],
)
def test_anybody_else_is_refused_with_words(
    page: Page, server: Server, provider: OidcProvider, email: str, verified: bool, said: str
) -> None:
    provider.email, provider.verified = email, verified
    page.goto(f"{server.address}/sign-in")
    page.get_by_text(OWN_ACCOUNT).click()
    expect(page.get_by_text(said)).to_be_visible(timeout=60_000)
    page.get_by_text("Sign in another way").click()
    page.wait_for_url("**/sign-in")
    page.goto(f"{server.address}/my-plans")
    expect(page).to_have_title("Sign in · Gold Itinerary Workbench")


def test_the_ticket_of_one_browser_opens_nothing_in_another(
    browser: Browser, page: Page, server: Server, provider: OidcProvider
) -> None:
    provider.email, provider.verified = "asha@example.org", True
    stopped: list[str] = []
    page.route("**/sign-in-openid/finish*", lambda route: (stopped.append(route.request.url), route.abort()))
    page.goto(f"{server.address}/sign-in")
    page.get_by_text(OWN_ACCOUNT).click()
    page.wait_for_event("requestfailed", lambda request: "finish" in request.url, timeout=60_000)
    other = browser.new_context()
    theirs = other.new_page()
    theirs.goto(stopped[0])
    expect(theirs.get_by_text("begun in another browser")).to_be_visible()
    assert "workbench_person" not in {cookie["name"] for cookie in other.cookies()}
    other.close()


def test_demo_people_and_accounts_still_sign_in_beside_it(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/sign-in")
    expect(page.locator("button[name=person]").first).to_be_visible()
    expect(page.locator("input[name=password]")).to_be_visible()
