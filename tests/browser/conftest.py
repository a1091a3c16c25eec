"""What the browser tests share: a server with the demo workspace, a browser, a page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.board_hands import opened
from tests.browser.board_server import ScriptServer
from tests.browser.chromium import HOW_TO_GET_ONE, browser_is_required, find_chromium
from tests.browser.server import Server

HERE = Path(__file__).parent

SLOWEST_MS = 60_000
"""A machine with two cores that does much else redraws, or leads to another address, within this."""

expect.set_options(timeout=SLOWEST_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the browser tests; leave them out, with the reason, on a machine without a browser."""
    in_browser = [item for item in items if HERE in item.path.parents]
    if in_browser and find_chromium() is None and browser_is_required():
        raise pytest.UsageError(f"REQUIRE_BROWSER is set. {HOW_TO_GET_ONE}")
    for item in in_browser:
        item.add_marker(pytest.mark.browser)
        # A shared machine can stall a browser past its limits: a test that fails is tried again, a fault fails each time.
        item.add_marker(pytest.mark.flaky(reruns=2))
        if find_chromium() is None:
            item.add_marker(pytest.mark.skip(reason=HOW_TO_GET_ONE))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a running server with the demo workspace, one for all tests of a file."""
    server = Server(tmp_path_factory.mktemp("server"))
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture(autouse=True)
def fresh_start_of_another_try(request: pytest.FixtureRequest) -> None:
    """Give a test that is tried again the demo workspace as it was before its first try."""
    if getattr(request.node, "execution_count", 1) > 1 and "server" in request.fixturenames:
        request.getfixturevalue("server").start_afresh()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return a Chromium without a window."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium())
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Return an empty page of its own, with no cookies, 1440 x 900."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.set_default_timeout(SLOWEST_MS)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def board_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScriptServer]:
    """Return a running server of the board's page, one for all tests of this file."""
    server = ScriptServer(
        Path(__file__).parent / "board_launcher.py", tmp_path_factory.mktemp("board") / "server.log"
    )
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture
def board(page: Page, board_server: ScriptServer) -> Page:
    """Return a page with the board as it stands at the beginning."""
    return opened(page, board_server)
