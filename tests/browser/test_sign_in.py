"""Nobody reaches a screen without signing in, and a sign-in holds."""

import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from pages._ui.main import SCREENS
from tests.browser.server import Server
from tests.browser.steps import choose_person, settle, sign_in


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: object, **_kwargs: object) -> None:
        return None


def _post_sign_in(
    server: Server, form: dict[str, str], headers: dict[str, str]
) -> tuple[int, dict[str, str]]:
    request = urllib.request.Request(
        f"{server.address}/sign-in", data=urlencode(form).encode(), headers=headers, method="POST"
    )
    try:
        with urllib.request.build_opener(_NoRedirect).open(request, timeout=10) as answer:
            return answer.status, dict(answer.headers)
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code, dict(answer.headers)


def _somebody(page: Page, server: Server) -> str:
    page.goto(f"{server.address}/sign-in")
    value = page.locator("button[name=person]").first.get_attribute("value")
    assert value
    return value


def test_the_first_deep_link_to_each_screen_on_a_fresh_server_is_asked_to_sign_in(
    page: Page, server: Server
) -> None:
    for _, _, address, *_ in SCREENS:
        page.goto(f"{server.address}/{address}?plan=7")
        expect(page).to_have_title("Sign in · Gold Itinerary Workbench")


def test_a_stranger_is_led_back_to_the_deep_link_with_its_parameters(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/guidelines?page=a%20b&x=1")
    choose_person(page)
    expect(page).to_have_url(f"{server.address}/guidelines?page=a%20b&x=1")
    expect(page.get_by_text("Sign out")).to_be_visible()


def test_reloading_the_page_keeps_the_sign_in(page: Page, server: Server) -> None:
    name = sign_in(page, server)
    page.reload()
    settle(page)
    expect(page.locator(".st-key-signed-in")).to_contain_text(name)


def test_a_restart_of_the_server_keeps_the_sign_in(page: Page, tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        name = sign_in(page, server)
        server.kill()
        server.start()
        page.goto(f"{server.address}/my-plans")
        settle(page)
        expect(page.locator(".st-key-signed-in")).to_contain_text(name)
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("role", "address"), [("annotator", "import"), ("expert", "annotate"), ("lead", "review")]
)
def test_a_screen_refuses_a_role_it_is_not_for(page: Page, server: Server, role: str, address: str) -> None:
    sign_in(page, server, f"/{address}", role=role)
    expect(page.get_by_role("heading", name="This page is not for you")).to_be_visible()
    expect(page.get_by_text("Sign in as somebody else")).to_be_visible()


def test_signing_out_asks_to_sign_in_again(page: Page, server: Server) -> None:
    sign_in(page, server)
    page.get_by_text("Sign out").click()
    page.wait_for_url("**/sign-in")
    page.goto(f"{server.address}/my-plans")
    expect(page).to_have_title("Sign in · Gold Itinerary Workbench")


def test_a_cookie_that_somebody_made_up_signs_nobody_in(page: Page, server: Server) -> None:
    page.context.add_cookies(
        [{"name": "workbench_person", "value": "1.aaaaaa.forged", "url": server.address}]
    )
    page.goto(f"{server.address}/my-plans")
    expect(page).to_have_title("Sign in · Gold Itinerary Workbench")


def test_a_sign_in_form_sent_from_another_site_is_refused(page: Page, server: Server) -> None:
    form = {"person": _somebody(page, server), "next": "/"}
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://example.org"}, {"Origin": "null"}):
        status, answer = _post_sign_in(server, form, headers)
        assert status == 403
        assert "set-cookie" not in {name.lower() for name in answer}


def test_a_sign_in_never_leads_to_another_host(page: Page, server: Server) -> None:
    form = {"person": _somebody(page, server), "next": "//example.org/"}
    status, answer = _post_sign_in(server, form, {"Origin": server.address})
    headers = {name.lower(): value for name, value in answer.items()}
    assert status == 303
    assert headers["location"] == "/"
    assert "httponly" in headers["set-cookie"].lower()
    assert "samesite=lax" in headers["set-cookie"].lower()
    assert "max-age=1209600" in headers["set-cookie"].lower()


def test_nothing_is_fetched_from_another_host(page: Page, server: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    sign_in(page, server)
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if not url.startswith((server.address, "data:", "blob:"))] == []


def test_leaflet_is_served_from_the_installed_package(server: Server) -> None:
    with urllib.request.urlopen(f"{server.address}/leaflet/leaflet.js", timeout=10) as answer:
        assert b"Leaflet 1.9.4" in answer.read(300)
