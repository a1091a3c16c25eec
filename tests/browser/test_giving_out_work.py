"""Work given out, held, skipped and told of, as the lead and the annotators meet it in a browser."""

import re

from playwright.sync_api import Page, expect

from annotate.permissions import Role
from annotate.workflow import State
from db import batches, plans, reviews
from db.leases import held_by
from db.people import add_person, list_people
from db.queries import queries_to_give
from db.session import open_session
from tests.browser.annotating import ANNOTATOR, EXPERT, LEAD, SECOND_EXPERT, SLOW_MS, give_plan, open_plan
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in


def state_of(server: Server, plan: int, name: str) -> State:
    """The state of a plan as the named person finds it."""
    with open_session(write=False, url=server.database_url) as session:
        person = next(one for one in list_people(session) if one.name == name)
        return plans.open_plan(session, person.id, plan).state


def test_the_lead_sees_who_has_a_plan_open_and_releases_it(page: Page, server: Server) -> None:
    plan = give_plan(server, 4)
    open_plan(page, server, plan)
    with open_session(write=False, url=server.database_url) as session:
        holding = held_by(session, plan)
    assert holding is not None and holding.holder.name == ANNOTATOR
    page.context.clear_cookies()
    sign_in(page, server, f"/assign?plan={plan}", name=LEAD)
    expect(page.locator(".st-key-one-plan")).to_contain_text("open since", timeout=SLOW_MS)
    expect(page.get_by_role("table", name="Plans with annotators")).to_contain_text(ANNOTATOR)
    page.locator(".st-key-release-hold button").click()
    expect(page.locator(".st-key-release-hold button")).to_be_disabled(timeout=SLOW_MS)
    with open_session(write=False, url=server.database_url) as session:
        assert held_by(session, plan) is None


def test_a_plan_is_skipped_with_a_reason_only_and_then_belongs_to_nobody(page: Page, server: Server) -> None:
    plan = give_plan(server, 6)
    open_plan(page, server, plan)
    page.get_by_role("button", name="Skip this plan").click()
    page.locator(".st-key-skip-it button").click()
    refused = page.get_by_text(re.compile("needs a reason"))
    expect(refused).to_be_visible(timeout=SLOW_MS)
    settle(page)
    page.locator(".st-key-skip-why input").fill("I do not know Kochi")
    page.keyboard.press("Tab")
    expect(refused).to_have_count(0, timeout=SLOW_MS)  # the screen has taken the reason
    settle(page)
    page.locator(".st-key-skip-it button").click()
    expect(page.get_by_text("No plan is open.")).to_be_visible(timeout=SLOW_MS)
    assert state_of(server, plan, ANNOTATOR) is State.OPEN


def test_a_batch_is_shared_out_and_the_bell_leads_to_the_plan(page: Page, server: Server) -> None:
    with open_session(write=True, url=server.database_url) as session:
        lead = next(one for one in list_people(session) if one.name == LEAD)
        free = [one.query_id for one in queries_to_give(session) if not one.given]
        batch = batches.make_batch(session, lead.id, "Trial", query_ids=free[:5])
    sign_in(page, server, f"/assign?batch={batch}", name=LEAD)
    page.locator(f".st-key-share-out-{batch} button").click()
    batch_row = page.get_by_role("table", name="Batches").locator("tbody tr", has_text="Trial")
    expect(batch_row).to_contain_text(f"{len(free[:5])} of {len(free[:5])}", timeout=SLOW_MS)
    page.context.clear_cookies()
    sign_in(page, server, "/my-plans", name="Ananya Rao, demo")
    bell = page.locator("a.bell")
    expect(bell).to_have_attribute("title", re.compile(r"^\d+ notices to read$"))
    bell.click()
    table = page.get_by_role("table", name="Notices")
    table.locator("tbody tr", has_text="assigned to you").locator("a").first.click()
    page.wait_for_url("**/annotate?plan=*", timeout=SLOW_MS)
    expect(page.locator("section.board")).to_be_visible(timeout=SLOW_MS)


def test_who_has_not_confirmed_the_guidelines_is_asked_before_a_plan_opens(
    page: Page, server: Server
) -> None:
    with open_session(write=True, url=server.database_url) as session:
        add_person(session, "A77", "Nila Newcomer", [Role.ANNOTATOR], is_demo=True)
    plan = give_plan(server, 8, "Nila Newcomer")
    sign_in(page, server, f"/annotate?plan={plan}", name="Nila Newcomer")
    expect(page.get_by_role("heading", name="Guidelines, version 1")).to_be_visible(timeout=SLOW_MS)
    expect(page.locator("section.board")).to_have_count(0)
    assert state_of(server, plan, "Nila Newcomer") is State.ASSIGNED
    page.locator(".st-key-confirm-guidelines button").click()
    expect(page.locator("section.board")).to_be_visible(timeout=SLOW_MS)
    assert state_of(server, plan, "Nila Newcomer") is State.IN_PROGRESS


def test_an_expert_holds_a_review_and_another_cannot_take_it_over_meanwhile(
    page: Page, server: Server
) -> None:
    with open_session(write=False, url=server.database_url) as session:
        plan = next(one.annotation_id for one in reviews.queue(session) if one.state is State.IN_REVIEW)
    sign_in(page, server, f"/review-plan?plan={plan}", name=EXPERT)
    page.get_by_role("button", name="Take it over").click()  # nothing was heard of the demo's expert for long
    expect(page.get_by_role("button", name="Take it over")).to_have_count(0, timeout=SLOW_MS)
    with open_session(write=False, url=server.database_url) as session:
        holding = held_by(session, plan)
    assert holding is not None and holding.holder.name == EXPERT
    page.context.clear_cookies()
    sign_in(page, server, f"/review-plan?plan={plan}", name=SECOND_EXPERT)
    page.get_by_role("button", name="Take it over").click()
    expect(page.get_by_text(re.compile("has had it open since")).first).to_be_visible(timeout=SLOW_MS)
