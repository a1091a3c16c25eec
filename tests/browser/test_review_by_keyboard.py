"""An expert reviews with the keyboard alone; the annotator sees the flag first, fixes it; a second expert makes it gold."""

import re

import pytest
from playwright.sync_api import Page, expect

from annotate.workflow import State
from db import plans, reviews
from db.comments import threads_of
from db.flags import flags_of
from db.people import list_people
from db.session import open_session
from tests.browser.annotating import (
    ANNOTATOR,
    EXPERT,
    SECOND_EXPERT,
    SLOW_MS,
    cell,
    fill_the_rest,
    give_plan,
    is_saved,
    open_plan,
    state_becomes,
    type_time,
)
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

ROW = "d1.s2"


@pytest.fixture(scope="module")
def submitted(server: Server) -> int:
    """A filled plan of the annotator, handed in."""
    plan = give_plan(server, 4)
    fill_the_rest(server, plan)
    with open_session(write=True, url=server.database_url) as session:
        person = next(one for one in list_people(session) if one.name == ANNOTATOR)
        assert isinstance(plans.submit(session, person.id, plan), plans.Submitted)
    return plan


def review(page: Page, server: Server, plan: int, name: str) -> None:
    page.context.clear_cookies()
    sign_in(page, server, f"/review-plan?plan={plan}", name=name)
    expect(page.locator('[data-slot="decide"] .decisions')).to_be_visible(timeout=SLOW_MS)
    expect(page.locator("section.board .block").first).to_be_visible(timeout=SLOW_MS)
    settle(page)


def selected(page: Page, row: str) -> None:
    expect(page.locator(f'.block[data-row="{row}"] .row.selected')).to_be_visible(timeout=SLOW_MS)


def test_a_plan_goes_from_flag_to_fix_to_gold_by_keyboard(page: Page, server: Server, submitted: int) -> None:
    plan = submitted
    review(page, server, plan, EXPERT)
    _walk_to(page, ROW)
    page.keyboard.press("f")
    page.keyboard.type("Stays too long here.")
    page.keyboard.press("Enter")
    expect(page.locator("li[data-flag]")).to_contain_text("Stays too long here.", timeout=SLOW_MS)
    page.keyboard.press("c")
    page.keyboard.type("Could it be shorter?")
    page.keyboard.press("Enter")
    expect(page.locator("li[data-thread]")).to_contain_text("Could it be shorter?", timeout=SLOW_MS)
    page.keyboard.press("3")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".decide .problem")).to_contain_text("Say why")
    page.keyboard.type("Please shorten the second stop.")
    page.keyboard.press("Control+Enter")
    state_becomes(page, server, plan, State.CHANGES_REQUESTED)

    page.context.clear_cookies()
    open_plan(page, server, plan)
    first = page.locator('section[aria-label="What the expert says"]')
    expect(first.locator("li[data-flag]").first).to_contain_text("Stays too long here.", timeout=SLOW_MS)
    expect(first.locator(".reason")).to_contain_text("back to annotator")
    expect(first.locator(".reason p")).to_have_text("Please shorten the second stop.")
    expect(first.locator(".reason small")).to_contain_text("(E01), round 1")
    assert first.bounding_box()["y"] < page.locator('section[aria-label="Findings"]').bounding_box()["y"]  # type: ignore[index]
    go = first.locator("li[data-flag] .link").first
    go.focus()
    page.keyboard.press("Enter")
    selected(page, ROW)
    end = cell(page, ROW, "end").input_value()
    type_time(page, ROW, "end", _earlier(end))
    is_saved(page)
    answer = first.locator("li[data-flag] textarea")
    answer.focus()
    page.keyboard.type("Ten minutes shorter.")
    page.keyboard.press("Enter")
    expect(first).to_contain_text("0 of 1 flag open", timeout=SLOW_MS)
    with open_session(write=False, url=server.database_url) as session:
        (flag,) = flags_of(session, plan)
        assert flag.fix is not None and [one[:2] for one in flag.fix.cells] == [(ROW, "end")]
        assert flag.fix.round == 2
        assert len(threads_of(session, plan)) == 1
    page.keyboard.press("Escape")
    page.locator(".do .primary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Submit")).click(timeout=SLOW_MS)
    state_becomes(page, server, plan, State.SUBMITTED)

    review(page, server, plan, EXPERT)
    selected(page, ROW)  # the first row that changed since round 1
    block = page.locator(f'.block[data-row="{ROW}"]')
    expect(block.locator(".time.end .old")).to_have_text(end)
    expect(block.locator("rect.was")).to_have_count(1)
    expect(page.locator("li[data-flag]")).to_contain_text("changed in round 2")
    page.keyboard.press("1")
    page.keyboard.press("Control+Enter")
    state_becomes(page, server, plan, State.APPROVED)
    expect(page.locator('[data-slot="decide"]')).to_contain_text("You approved this plan", timeout=SLOW_MS)

    review(page, server, plan, SECOND_EXPERT)
    page.keyboard.press("s")
    expect(page.locator('[data-decision="gold"]')).to_be_visible(timeout=SLOW_MS)
    page.keyboard.press("1")
    page.keyboard.press("Control+Enter")
    state_becomes(page, server, plan, State.GOLD)


def test_an_expert_sees_who_has_a_submission_open_and_cannot_decide_it(page: Page, server: Server) -> None:
    plan = give_plan(server, 6)
    fill_the_rest(server, plan)
    with open_session(write=True, url=server.database_url) as session:
        people = {one.name: one.id for one in list_people(session)}
        plans.submit(session, people[ANNOTATOR], plan)
        reviews.open_review(session, people[SECOND_EXPERT], plan)
    review(page, server, plan, EXPERT)
    decide = page.locator('[data-slot="decide"]')
    expect(decide).to_contain_text(f"{SECOND_EXPERT} (E02) has this submission open")
    expect(decide.locator("[data-decision]")).to_have_count(0)


def test_the_history_names_every_move_and_leads_to_a_round(
    page: Page, server: Server, submitted: int
) -> None:
    review(page, server, submitted, EXPERT)
    page.keyboard.press("h")
    drawer = page.get_by_role("dialog")
    expect(drawer).to_contain_text("submitted", timeout=SLOW_MS)
    drawer.get_by_role("link", name="look at it").first.click()
    page.wait_for_url("**/review-plan?plan=*round=*")
    expect(page.get_by_text("You look at round 1")).to_be_visible(timeout=SLOW_MS)

    page.context.clear_cookies()
    open_plan(page, server, submitted)
    page.locator(".st-key-history button").click()
    drawer.get_by_role("link", name="compare with round 1").first.click()
    expect(drawer).to_contain_text("Beside round 1: 1 row changed", timeout=SLOW_MS)
    expect(drawer.locator(f'tr[id="{ROW}"] del')).to_have_count(1)


def test_the_filters_of_the_queue_stay_with_the_next_plan(page: Page, server: Server) -> None:
    page.context.clear_cookies()
    sign_in(page, server, "/review?state=approved", name=SECOND_EXPERT)
    table = page.get_by_role("table", name="Submissions")
    expect(table).to_be_visible(timeout=SLOW_MS)
    approved = table.locator("tbody tr").count()
    table.get_by_role("link").first.click()
    page.wait_for_url("**/review-plan?*")
    expect(page.locator("section.board .block").first).to_be_visible(timeout=SLOW_MS)
    waiting = page.get_by_role("navigation", name="Waiting submissions").locator("li")
    expect(waiting).to_have_count(approved)
    assert "queue=state%3Dapproved" in page.url
    page.get_by_role("link", name="Review queue").last.click()
    page.wait_for_url("**/review?*state=approved*")


def test_back_leads_from_a_submission_to_the_queue(page: Page, server: Server) -> None:
    page.context.clear_cookies()
    sign_in(page, server, "/review", name=SECOND_EXPERT)
    table = page.get_by_role("table", name="Submissions")
    table.get_by_role("link").first.click(timeout=SLOW_MS)
    page.wait_for_url("**/review-plan?*")
    expect(page.locator("section.board .block").first).to_be_visible(timeout=SLOW_MS)
    settle(page)
    for _ in range(4):  # leaving the queue and writing the submission's row leave some entries in the history
        page.go_back()
        settle(page)
        if "/review-plan" not in page.url:
            break
    expect(table).to_be_visible(timeout=SLOW_MS)


def test_two_annotations_are_merged_row_by_row_into_one_that_is_handed_in(page: Page, server: Server) -> None:
    page.context.clear_cookies()
    sign_in(page, server, "/adjudicate", name=EXPERT)
    table = page.get_by_role("table", name="Queries annotated by several people")
    expect(table).to_be_visible(timeout=SLOW_MS)
    table.get_by_role("link").first.click()
    expect(page.get_by_text("min apart on average")).to_be_visible(timeout=SLOW_MS)
    page.get_by_role("button", name=re.compile("^All from")).nth(1).click()
    settle(page)
    page.locator("[class*='st-key-why-'] input").fill("The second one leaves more time.")
    page.keyboard.press("Tab")
    settle(page)
    page.locator(".st-key-hand-in button").click()
    expect(page.get_by_text("Another expert reviews it")).to_be_visible(timeout=SLOW_MS)


def _walk_to(page: Page, row: str) -> None:
    """Step through the rows until this one is selected."""
    for _ in range(12):
        page.wait_for_timeout(400)
        settle(page)
        if page.locator(f'.block[data-row="{row}"] .row.selected').count():
            return
        page.keyboard.press("Shift+J")
    selected(page, row)


def _earlier(time: str) -> str:
    """Ten minutes before a time such as `14:35`."""
    hours, minutes = (int(part) for part in time.split(" ", maxsplit=1)[0].split(":"))
    total = hours * 60 + minutes - 10
    return f"{total // 60:02d}:{total % 60:02d}"
