"""What an expert chose and typed stays: when the review begins meanwhile, after a reload, after a restart of the server."""

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
    decision_bar,
    fill_the_rest,
    give_plan,
    state_becomes,
)
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

WHY = "Please shorten the second stop, njkhfc."
"""With every letter that is a key of the screen."""


@pytest.fixture(scope="module")
def submitted(server: Server) -> int:
    """A filled plan of the annotator, handed in."""
    return hand_in(server, 4)


def hand_in(server: Server, idx: int) -> int:
    plan = give_plan(server, idx)
    fill_the_rest(server, plan)
    with open_session(write=True, url=server.database_url) as session:
        person = next(one for one in list_people(session) if one.name == ANNOTATOR)
        assert isinstance(plans.submit(session, person.id, plan), plans.Submitted)
    return plan


def wait_for_bar(page: Page) -> None:
    expect(decision_bar(page).locator(".decisions")).to_be_visible(timeout=SLOW_MS)
    expect(page.locator("section.board .block").first).to_be_visible(timeout=SLOW_MS)
    expect(page.locator('[data-slot="threads-head"]')).not_to_be_empty(timeout=SLOW_MS)  # it takes the keys
    settle(page)


def review(page: Page, server: Server, plan: int, name: str = EXPERT) -> None:
    page.context.clear_cookies()
    sign_in(page, server, f"/review-plan?plan={plan}", name=name)
    wait_for_bar(page)


def test_what_is_typed_is_there_again_after_a_reload_and_a_restart_and_gone_once_it_is_decided(
    page: Page, server: Server, submitted: int
) -> None:
    why = decision_bar(page).locator("textarea")
    comment = page.locator('[data-slot="comment-form"] textarea')
    review(page, server, submitted)
    page.keyboard.press("c")
    expect(comment).to_be_focused(timeout=SLOW_MS)
    page.keyboard.type("Half a thought")
    page.keyboard.press("Escape")
    page.keyboard.type("3" + WHY)
    for restart in (False, True):
        if restart:
            server.kill()
            server.start()
        page.reload()
        wait_for_bar(page)
        expect(why).to_have_value(WHY, timeout=SLOW_MS)
        expect(decision_bar(page)).to_contain_text("Typed before the page was loaded")
        expect(comment).to_have_value("Half a thought")
    why.focus()
    page.keyboard.press("Control+Enter")
    state_becomes(page, server, submitted, State.CHANGES_REQUESTED)
    with open_session(write=False, url=server.database_url) as session:
        assert [one.why for one in reviews.decisions_of(session, submitted)] == [WHY]
        assert threads_of(session, submitted) == ()
    expect(decision_bar(page)).to_contain_text("Sent back", timeout=SLOW_MS)
    kept = page.evaluate("Object.keys(localStorage).filter((name) => name.endsWith('/decision'))")
    assert kept == []


def test_a_digit_and_a_reason_typed_right_behind_s_are_kept_while_the_review_begins(
    page: Page, server: Server
) -> None:
    plan = hand_in(server, 6)
    review(page, server, plan)
    page.keyboard.type("s3" + WHY)
    state_becomes(page, server, plan, State.IN_REVIEW)
    expect(decision_bar(page).locator('[data-key="begin"]')).to_have_count(0, timeout=SLOW_MS)
    settle(page)
    expect(decision_bar(page).locator("textarea")).to_have_value(WHY)
    expect(decision_bar(page).locator("textarea")).to_be_focused()
    page.keyboard.type(" And this.")
    page.keyboard.press("Control+Enter")
    state_becomes(page, server, plan, State.CHANGES_REQUESTED)
    with open_session(write=False, url=server.database_url) as session:
        assert [one.why for one in reviews.decisions_of(session, plan)] == [f"{WHY} And this."]
        assert flags_of(session, plan) == ()


def test_the_final_review_is_decided_right_behind_s_too(page: Page, server: Server) -> None:
    plan = hand_in(server, 8)
    with open_session(write=True, url=server.database_url) as session:
        expert = next(one.id for one in list_people(session) if one.name == EXPERT)
        reviews.open_review(session, expert, plan)
        reviews.decide(session, expert, plan, "retain as it is")
    review(page, server, plan, SECOND_EXPERT)
    page.keyboard.type("s2")
    page.keyboard.type(WHY)
    state_becomes(page, server, plan, State.FINAL_REVIEW)
    settle(page)
    expect(decision_bar(page).locator("textarea")).to_have_value(WHY)
    page.keyboard.press("Control+Enter")
    state_becomes(page, server, plan, State.DISCARDED)
