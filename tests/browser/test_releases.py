"""Draft, check, cut, withdraw on the screen Release gold, as the lead meets them."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NotThereInTime
from sqlalchemy import delete, select

from annotate.workflow import State
from db.events import now
from db.models import Annotation, Flag
from db.session import open_session
from tests.browser.annotating import SLOW_MS
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

TRIES, OPENS_WITHIN_MS = 5, 10_000


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def table(page: Page, name: str) -> Locator:
    return page.get_by_role("table", name=name)


@contextmanager
def an_open_flag(server: Server) -> Iterator[str]:
    """Puts an open flag on the gold plan of the demo meanwhile; gives its text."""
    with open_session(write=True, url=server.database_url) as session:
        plan = session.scalars(select(Annotation).where(Annotation.state == State.GOLD)).one()
        session.add(
            Flag(annotation_id=plan.id, round=1, row="", kind="other", text="<b>Look</b>", state="open",
                 by_id=plan.annotator_id, at=now())
        )  # fmt: skip
    try:
        yield "1 flag is open"
    finally:
        with open_session(write=True, url=server.database_url) as session:
            session.execute(delete(Flag).where(Flag.annotation_id == plan.id))


def test_a_plan_with_an_open_flag_cannot_get_in_and_the_screen_says_which(page: Page, server: Server) -> None:
    with an_open_flag(server) as said:
        sign_in(page, server, "/release?gate=flags&show=held%20back", role="lead")
        held = table(page, "Gold items").locator("tbody tr")
        expect(held).to_have_count(1, timeout=SLOW_MS)
        expect(held).to_contain_text("demo 2")
        expect(held).to_contain_text(said)
        expect(table(page, "Gates").locator("tbody tr", has_text="No open flag")).to_contain_text("held back")
        expect(page.get_by_text("Nothing can be cut: no plan passes every gate.")).to_be_visible()
        expect(page.get_by_test_id("stFormSubmitButton")).to_have_count(0)


def test_from_a_draft_over_the_check_to_a_release_that_is_withdrawn(page: Page, server: Server) -> None:
    sign_in(page, server, "/release", role="lead")
    expect(table(page, "Gates").locator("tbody tr")).to_have_count(7, timeout=SLOW_MS)
    button(page, "New draft").click()
    page.locator(".st-key-draft-name input").fill("trial [9]")
    page.locator(".st-key-draft-name input").press("Enter")
    settle(page)
    button(page, "Make the draft").click()
    gate = table(page, "Gates").locator("tbody tr", has_text="Balanced as planned")
    expect(gate).to_contain_text("1 of 1 kinds as planned", timeout=SLOW_MS)
    assert "draft=trial" in page.url
    _leave_out_and_take_in_again(page)
    button(page, "Cut 1 item").click()
    row = table(page, "Releases").locator("tbody tr", has_text="trial [9]")
    expect(row.locator("td").nth(2)).to_have_text("1", timeout=SLOW_MS)
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("manifest.json")).click()
    assert json.loads(download.value.path().read_bytes())["counts"]["items"] == 1
    _withdraw(page)
    page.goto(f"{server.address}/release?release=trial%20%5B9%5D")
    expect(page.get_by_text("A wrong timetable. The files stay as they were cut.")).to_be_visible(
        timeout=SLOW_MS
    )
    expect(row).to_contain_text("withdrawn: A wrong timetable.")
    expect(button(page, "Withdraw this release")).to_have_count(0)


def _choose(page: Page, widget: str, option: str) -> None:
    """Choose in a list; a screen that is drawn anew meanwhile closes it, then it is opened once more."""
    offered = page.get_by_role("option", name=option)
    for _ in range(TRIES):
        page.locator(f"{widget} input").first.click()
        try:
            offered.click(timeout=OPENS_WITHIN_MS)
        except NotThereInTime:
            continue
        break
    settle(page)


def _leave_out_and_take_in_again(page: Page) -> None:
    settle(page)
    _choose(page, ".st-key-leave-out", "demo 2")
    page.keyboard.press("Escape")
    page.locator(".st-key-leave-out-why input").fill("Its hotel closed.")
    page.keyboard.press("Tab")
    settle(page)
    button(page, "Leave out").click()
    expect(page.get_by_text("demo 2: Its hotel closed.")).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_text("Nothing can be cut: no plan passes every gate.")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="Take in again").click()
    expect(button(page, "Cut 1 item")).to_be_visible(timeout=SLOW_MS)
    settle(page)


def _withdraw(page: Page) -> None:
    button(page, "Withdraw this release").click()
    page.locator(".st-key-withdraw-why textarea").fill("A wrong timetable.")
    page.keyboard.press("Tab")
    settle(page)
    button(page, "Withdraw it").click()
    expect(button(page, "Withdraw this release")).to_have_count(0, timeout=SLOW_MS)


def test_an_annotator_says_of_themselves_what_they_choose_and_takes_it_back(
    page: Page, server: Server
) -> None:
    sign_in(page, server, "/account", role="annotator")
    expect(page.get_by_text("nothing is given")).to_be_visible(timeout=SLOW_MS)
    _choose(page, '[class*="st-key-profile-region"]', "South")
    button(page, "Keep what I say").click()
    expect(page.get_by_text("nothing is given")).to_have_count(0, timeout=SLOW_MS)
    page.reload()
    expect(page.locator('[class*="st-key-profile-region"] input')).to_have_value("South", timeout=SLOW_MS)
    settle(page)
    button(page, "Take everything back").click()
    expect(page.get_by_text("nothing is given")).to_be_visible(timeout=SLOW_MS)
