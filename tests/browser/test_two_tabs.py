"""One plan in two tabs: only the same cell conflicts, both versions are shown, nothing is overwritten silently."""

import re

from playwright.sync_api import Page, expect

from tests.browser.annotating import (
    SLOW_MS,
    board,
    cell,
    fill_the_rest,
    give_plan,
    is_saved,
    note,
    open_plan,
    remark,
    stored,
    stored_times,
    type_time,
)
from tests.browser.server import Server
from tests.browser.steps import settle


def second_tab(page: Page) -> Page:
    """The same address in another tab of the same browser."""
    other = page.context.new_page()
    other.goto(page.url)
    settle(other)
    expect(board(other)).to_be_visible(timeout=SLOW_MS)
    return other


def test_the_second_save_of_a_cell_is_told_with_both_versions_and_other_cells_are_saved(
    page: Page, server: Server
) -> None:
    plan = give_plan(server, 1)
    open_plan(page, server, plan)
    other = second_tab(page)
    type_time(page, "d1.s1", "start", "1340")
    is_saved(page)
    type_time(other, "d1.s1", "end", "1430")
    expect(other.locator(".board .status")).to_have_class(re.compile(r"\bsaved\b"), timeout=SLOW_MS)
    assert stored_times(server, plan)["d1.s1"] == ("13:40", "14:30"), "different cells both survive"

    type_time(page, "d1.s1", "end", "1415")
    expect(note(page, "d1.s1")).to_contain_text("Not saved: departure 14:15", timeout=SLOW_MS)
    expect(note(page, "d1.s1")).to_contain_text("You changed it in another tab")
    expect(note(page, "d1.s1")).to_contain_text("set 14:30 meanwhile")
    expect(board(page).locator(".status")).to_contain_text("1 time is not saved")
    assert stored_times(server, plan)["d1.s1"] == ("13:40", "14:30")
    note(page, "d1.s1").get_by_role("button", name="use mine").click()
    is_saved(page)
    assert stored_times(server, plan)["d1.s1"] == ("13:40", "14:15")


def test_a_conflict_can_end_with_the_other_version(page: Page, server: Server) -> None:
    plan = give_plan(server, 2)
    open_plan(page, server, plan)
    other = second_tab(page)
    type_time(other, "d1.s1", "start", "1300")
    is_saved(other)
    type_time(page, "d1.s1", "start", "1310")
    note(page, "d1.s1").get_by_role("button", name="keep theirs").click(timeout=SLOW_MS)
    expect(cell(page, "d1.s1", "start")).to_have_value("13:00")
    expect(note(page, "d1.s1")).to_be_empty()
    assert stored_times(server, plan)["d1.s1"][0] == "13:00"


def test_a_remark_written_in_two_tabs_keeps_the_first_and_offers_the_second(
    page: Page, server: Server
) -> None:
    plan = give_plan(server, 3)
    open_plan(page, server, plan)
    other = second_tab(page)
    for tab, text in ((page, "The first."), (other, "The second.")):
        cell(tab, "d1.s1", "start").focus()
        tab.keyboard.press("F2")
        expect(remark(tab)).to_be_focused(timeout=SLOW_MS)
        tab.keyboard.type(text)
        tab.keyboard.press("Control+Enter")
        if tab is page:
            expect(tab.locator('[data-slot="remark"] .note')).to_have_text("saved", timeout=SLOW_MS)
    said = other.locator('[data-slot="remark"] .note')
    expect(said).to_contain_text("typed but not saved: “The second.”", timeout=SLOW_MS)
    expect(remark(other)).to_have_value("The first.")
    assert stored(server, plan).itinerary.find("d1.s1")[1].remark == "The first."
    said.get_by_role("button", name="take it").click()
    expect(said).to_have_text("saved", timeout=SLOW_MS)
    assert stored(server, plan).itinerary.find("d1.s1")[1].remark == "The second."


def test_a_tab_from_before_the_submission_is_refused_and_says_so(page: Page, server: Server) -> None:
    plan = give_plan(server, 14)
    fill_the_rest(server, plan)
    open_plan(page, server, plan)
    old = second_tab(page)
    page.keyboard.press("Control+Enter")
    page.get_by_role("dialog").get_by_role("button", name="Submit").click(timeout=SLOW_MS)
    expect(page.get_by_text("The plan was submitted")).to_be_visible(timeout=SLOW_MS)
    before = stored(server, plan)
    first = next(row.row for _, row in before.itinerary.rows())
    type_time(old, first, "end", "1415")
    expect(note(old, first)).to_contain_text("a submission is frozen", timeout=SLOW_MS)
    after = stored(server, plan)
    assert (after.rev, after.itinerary) == (before.rev, before.itinerary)


def test_a_locked_plan_shows_why_and_takes_nothing(page: Page, server: Server) -> None:
    open_plan(page, server, 3, name="Rohan Das, demo")
    expect(page.get_by_text("The plan is in final review and locked.")).to_be_visible()
    expect(board(page).locator(".status")).to_have_text("locked: read only")
    cell(page, "d1.s1", "start").focus()
    before = cell(page, "d1.s1", "start").input_value()
    page.keyboard.type("0815")
    expect(cell(page, "d1.s1", "start")).to_have_value(before)
    expect(page.locator(".st-key-plan_bar").get_by_role("button", name="Undo")).to_have_count(0)
    expect(page.locator(".st-key-plan_bar").get_by_role("button", name="Submit")).to_have_count(0)
