"""What the panels sent reaches a server that was away, and what it had carried out is not carried out again."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from annotate.workflow import State
from db import plans
from db.comments import threads_of
from db.flags import flags_of
from db.people import list_people
from db.session import open_session
from tests.browser.annotating import (
    ANNOTATOR,
    EXPERT,
    SLOW_MS,
    cell,
    fill_the_rest,
    give_plan,
    open_plan,
    remark,
    stored,
)
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in


def test_a_flag_that_was_set_before_a_restart_stands_once_and_a_click_during_it_is_carried_out(
    page: Page, server: Server
) -> None:
    plan = give_plan(server, 4)
    fill_the_rest(server, plan)
    with open_session(write=True, url=server.database_url) as session:
        person = next(one for one in list_people(session) if one.name == ANNOTATOR)
        assert isinstance(plans.submit(session, person.id, plan), plans.Submitted)
    sign_in(page, server, f"/review-plan?plan={plan}", name=EXPERT)
    page.locator('[data-key="begin"]').click(timeout=SLOW_MS)
    expect(page.locator('[data-key="begin"]')).to_have_count(0, timeout=SLOW_MS)
    settle(page)
    page.locator('.block[data-row="d1.s2"] .name').first.click()
    expect(page.locator('.block[data-row="d1.s2"] .row.selected')).to_be_visible(timeout=SLOW_MS)
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.keyboard.type("Too long here.")
    page.keyboard.press("Enter")
    expect(page.locator("li[data-flag]")).to_contain_text("Too long here.", timeout=SLOW_MS)
    page.wait_for_timeout(3_000)
    server.kill()
    page.locator('[data-decision="back to annotator"]').click()
    page.locator('.decide [data-key="why"]').fill("See the flag.")
    page.locator('[data-key="carry-out"]').click()
    page.wait_for_timeout(500)
    server.start()
    with open_session(write=False, url=server.database_url) as session:
        lead = next(one.id for one in list_people(session) if "lead" in one.roles)
    for _ in range(SLOW_MS // 250):
        with open_session(write=False, url=server.database_url) as session:
            state = plans.open_plan(session, lead, plan).state
        if state is State.CHANGES_REQUESTED:
            break
        page.wait_for_timeout(250)
    assert state is State.CHANGES_REQUESTED
    with open_session(write=False, url=server.database_url) as session:
        assert [flag.text for flag in flags_of(session, plan)] == ["Too long here."]


def test_a_remark_typed_while_the_server_was_away_is_saved_without_a_reload(
    page: Page, server: Server
) -> None:
    plan = give_plan(server, 6)
    open_plan(page, server, plan)
    cell(page, "d1.s1", "start").focus()
    page.keyboard.press("F2")
    expect(remark(page)).to_be_focused(timeout=SLOW_MS)
    server.kill()
    page.keyboard.type("Typed in between.")
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(500)
    server.start()
    for _ in range(SLOW_MS // 250):
        found = stored(server, plan).itinerary.find("d1.s1")[1].remark
        if found:
            break
        page.wait_for_timeout(250)
    assert found == "Typed in between."


def test_a_comment_whose_answer_a_killed_server_could_not_give_stands_once(
    page: Page, server: Server
) -> None:
    plan = give_plan(server, 8)
    fill_the_rest(server, plan)
    with open_session(write=True, url=server.database_url) as session:
        person = next(one for one in list_people(session) if one.name == ANNOTATOR)
        assert isinstance(plans.submit(session, person.id, plan), plans.Submitted)
    page.context.clear_cookies()
    answers = Answers(page)
    sign_in(page, server, f"/review-plan?plan={plan}", name=EXPERT)
    expect(page.locator("section.board .block").first).to_be_visible(timeout=SLOW_MS)
    expect(page.locator('[data-slot="threads-head"]')).not_to_be_empty(timeout=SLOW_MS)  # it takes the keys
    settle(page)
    page.keyboard.press("c")
    page.keyboard.type("Why so early?")
    answers.arrive = False
    page.keyboard.press("Enter")
    for _ in range(SLOW_MS // 5):
        if threads(server, plan):
            break
        page.wait_for_timeout(5)
    server.kill()  # the comment is in the database; the page waits for its answer
    expect(page.locator("li[data-thread]")).to_have_count(0)
    page.wait_for_timeout(500)
    answers.arrive = True
    server.start()
    expect(page.locator("li[data-thread]")).to_contain_text("Why so early?", timeout=SLOW_MS)
    page.wait_for_timeout(4_000)  # it is sent again after 3 s without an answer
    settle(page)
    assert threads(server, plan) == [["Why so early?"]]


class Answers:
    """What the server says to a page; while they do not `arrive` it is lost on the way."""

    def __init__(self, page: Page) -> None:
        self.arrive = True
        page.route_web_socket(re.compile("/_stcore/stream"), self._relay)

    def _relay(self, socket: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            if self.arrive:
                socket.send(message)

        socket.connect_to_server().on_message(pass_on)


def threads(server: Server, plan: int) -> list[list[str]]:
    """What was said of a plan in the database, by thread."""
    with open_session(write=False, url=server.database_url) as session:
        return [[one.text for one in thread.comments] for thread in threads_of(session, plan)]
