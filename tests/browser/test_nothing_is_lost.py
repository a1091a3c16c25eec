"""A server that dies, a session that ends: what was acknowledged stays, what was typed is sent or offered again."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from tests.browser.annotating import (
    ANNOTATOR,
    SLOW_MS,
    accepted_changes,
    board,
    cell,
    give_plan,
    is_saved,
    note,
    open_plan,
    remark,
    stored,
    stored_times,
    times_become,
    type_time,
)
from tests.browser.server import Server
from tests.browser.steps import choose_person, settle, sign_in

FIVE_DAYS_IDX = 5
HURRY = """(cells) => {
  const roots = [...document.querySelectorAll("*")].map((node) => node.shadowRoot);
  const root = roots.find((one) => one?.querySelector("section.board"));
  for (const { row, text } of cells) {
    const input = root.querySelector(`.block[data-row="${row}"] .time.start input`);
    input.focus();
    input.value = text;
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  }
}"""
"""Types into cells before the server can have answered."""
LEAVE = """() => [...document.querySelectorAll("a")].find((link) => link.textContent.includes("My plans")).click()"""
NOT_SAVED_YET = re.compile(r"\b(saving|late)\b")


def test_a_killed_server_loses_no_acknowledged_edit_and_doubles_none(page: Page, server: Server) -> None:
    plan = give_plan(server, 4)
    open_plan(page, server, plan)
    type_time(page, "d1.s1", "start", "1300")
    type_time(page, "d1.s1", "end", "1330")
    is_saved(page)
    saved = stored_times(server, plan)
    assert saved["d1.s1"] == ("13:00", "13:30")

    server.kill()
    assert stored_times(server, plan) == saved
    type_time(page, "d1.s2", "start", "1400")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("154")
    expect(board(page).locator(".status")).to_have_class(NOT_SAVED_YET)
    expect(cell(page, "d1.s2", "start")).to_have_value("14:00")

    server.start()
    times_become(page, server, plan, "d1.s2", ("14:00", None))
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(cell(page, "d1.s2", "end")).to_have_value("154")
    # Streamlit's "Connection error" takes the keyboard where the server was away for long.
    cell(page, "d1.s2", "end").focus()
    page.keyboard.press("End")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    is_saved(page)
    page.reload()
    expect(cell(page, "d1.s2", "end")).to_have_value("15:45", timeout=SLOW_MS)
    assert stored_times(server, plan)["d1.s2"] == ("14:00", "15:45")
    assert accepted_changes(server, plan) == [
        ("d1.s1", "start", 780), ("d1.s1", "end", 810), ("d1.s2", "start", 840), ("d1.s2", "end", 945),
    ]  # fmt: skip


def test_a_page_that_was_at_rest_when_the_server_died_stays_where_it_was_and_saves_what_is_typed(
    page: Page, server: Server
) -> None:
    plan = take_the_next_plan(page, server)
    cell(page, "d1.s1", "start").focus()
    page.keyboard.press("Alt+PageDown")
    expect(cell(page, "d2.s1", "start")).to_be_focused(timeout=SLOW_MS)
    cell(page, "d2.s2", "start").focus()
    page.keyboard.type("93")
    settle(page)
    lose_and_find(page, server)
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    times_become(page, server, plan, "d2.s2", ("09:30", None))
    is_saved(page)
    expect(page.locator(".bar [aria-pressed=true]")).to_contain_text("Day 2", timeout=SLOW_MS)
    expect(cell(page, "d2.s2", "start")).to_have_value("09:30")


def test_a_day_that_was_turned_before_a_restart_is_not_turned_again_and_one_turned_during_it_is_turned_once(
    page: Page, server: Server
) -> None:
    plan = give_plan(server, FIVE_DAYS_IDX)
    open_plan(page, server, plan)
    cell(page, "d1.s1", "start").focus()
    page.keyboard.press("Alt+PageDown")
    expect(cell(page, "d2.s1", "start")).to_be_focused(timeout=SLOW_MS)
    server.kill()
    expect(page.get_by_test_id("stStatusWidget")).to_be_visible(timeout=SLOW_MS)
    page.keyboard.press("Alt+PageDown")
    server.start()
    expect(cell(page, "d3.s1", "start")).to_be_visible(timeout=SLOW_MS)
    type_time(page, "d3.s1", "start", "0700")
    times_become(page, server, plan, "d3.s1", ("07:00", None))
    is_saved(page)
    expect(page.locator(".bar [aria-pressed=true]")).to_contain_text("Day 3")


def take_the_next_plan(page: Page, server: Server) -> int:
    """Sign in and take the next plan; return its annotation's id."""
    sign_in(page, server, "/my-plans", name=ANNOTATOR)
    page.locator(".st-key-take-next button").click()
    expect(cell(page, "d1.s1", "start")).to_be_visible(timeout=SLOW_MS)
    return int(parse_qs(urlsplit(page.url).query)["plan"][0])


def lose_and_find(page: Page, server: Server) -> None:
    """Kill the server and start it again, while the page looks on."""
    server.kill()
    expect(page.get_by_test_id("stStatusWidget")).to_be_visible(timeout=SLOW_MS)
    server.start()
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0, timeout=SLOW_MS)
    settle(page)


def test_a_remark_that_was_typed_while_the_server_was_away_is_saved_when_it_is_back(
    page: Page, server: Server
) -> None:
    plan = give_plan(server, 6)
    open_plan(page, server, plan)
    cell(page, "d1.s1", "start").focus()
    page.keyboard.press("F2")
    expect(remark(page)).to_be_focused(timeout=SLOW_MS)
    server.kill()
    page.keyboard.type("Arrives hungry after the night train.")
    page.keyboard.press("Escape")
    server.start()
    page.reload()
    expect(remark(page)).to_have_value("Arrives hungry after the night train.", timeout=SLOW_MS)
    expect(page.locator('[data-slot="remark"] .note')).to_have_text("saved", timeout=SLOW_MS)
    assert stored(server, plan).itinerary.find("d1.s1")[1].remark == "Arrives hungry after the night train."


def test_after_signing_in_again_what_was_saved_is_there_and_what_was_typed_is_offered(
    page: Page, server: Server
) -> None:
    plan = give_plan(server, 9)
    open_plan(page, server, plan)
    type_time(page, "d1.s1", "start", "1300")
    is_saved(page)
    cell(page, "d1.s1", "end").focus()
    page.keyboard.type("1330")
    page.context.clear_cookies()
    page.reload()
    page.wait_for_url("**/sign-in*")
    choose_person(page, name=ANNOTATOR)
    expect(cell(page, "d1.s1", "start")).to_have_value("13:00", timeout=SLOW_MS)
    expect(cell(page, "d1.s1", "end")).to_have_value("1330")
    expect(note(page, "d1.s1")).to_contain_text("Typed and not saved yet")
    cell(page, "d1.s1", "end").focus()
    page.keyboard.press("Enter")
    is_saved(page)
    assert stored_times(server, plan)["d1.s1"] == ("13:00", "13:30")


def test_what_is_typed_right_before_another_screen_is_opened_is_saved(page: Page, server: Server) -> None:
    plan = give_plan(server, 12)
    open_plan(page, server, plan)
    settle(page)
    page.evaluate(HURRY, [{"row": "d1.s1", "text": "0710"}, {"row": "d1.s2", "text": "0930"}])
    page.evaluate(LEAVE)
    expect(page.get_by_role("heading", name="My plans")).to_be_visible(timeout=SLOW_MS)
    assert urlsplit(page.url).path == "/my-plans"
    times_become(page, server, plan, "d1.s1", ("07:10", None))
    times_become(page, server, plan, "d1.s2", ("09:30", None))


def test_a_time_that_is_half_typed_when_the_next_plan_is_opened_is_saved(page: Page, server: Server) -> None:
    plan = give_plan(server, 13)
    open_plan(page, server, plan)
    settle(page)
    following = page.locator('.bar [data-key="next"]').is_enabled()
    cell(page, "d1.s1", "start").focus()
    page.keyboard.type("0715")
    page.keyboard.press("Alt+j" if following else "Alt+k")
    page.wait_for_url(lambda url: f"plan={plan}&" not in f"{url}&")
    times_become(page, server, plan, "d1.s1", ("07:15", None))


def test_what_was_done_in_two_places_while_the_server_was_away_is_done_in_that_order(
    page: Page, server: Server
) -> None:
    plan = give_plan(server, 3)
    open_plan(page, server, plan)
    type_time(page, "d1.s1", "start", "0700")
    is_saved(page)
    server.kill()
    expect(page.get_by_test_id("stStatusWidget")).to_be_visible(timeout=SLOW_MS)
    type_time(page, "d1.s1", "end", "0730")
    page.locator('.bar [data-key="undo"]').click()
    server.start()
    expect(cell(page, "d1.s1", "end")).to_have_value("", timeout=SLOW_MS)
    is_saved(page)
    assert stored_times(server, plan)["d1.s1"] == ("07:00", None)
    assert accepted_changes(server, plan) == [("d1.s1", "start", 420), ("d1.s1", "end", 450)]


def test_simple_mode_that_is_looked_at_and_left_again_changes_nothing(page: Page, server: Server) -> None:
    plan = give_plan(server, 10)
    open_plan(page, server, plan)
    page.locator(".board .take-all").click()
    is_saved(page)
    rows = [row for row in stored_times(server, plan) if row.startswith("d1.")]
    page.evaluate(HURRY, [{"row": row, "text": "+1"} for row in rows[:3]])
    switch = page.locator("label").filter(has_text="Simple mode").first
    switch.click()
    expect(board(page)).to_have_count(0, timeout=SLOW_MS)
    settle(page)
    before = stored_times(server, plan)
    page.wait_for_timeout(3_000)
    switch.click()
    expect(board(page)).to_be_visible(timeout=SLOW_MS)
    settle(page)
    page.wait_for_timeout(1_000)
    assert stored_times(server, plan) == before


def test_a_suggestion_taken_is_undone_and_made_again_after_a_reload(page: Page, server: Server) -> None:
    plan = give_plan(server, 11)
    open_plan(page, server, plan)
    page.locator(".board .take-all").click()
    is_saved(page)
    filled = stored_times(server, plan)
    assert all(None not in filled[row] for row in filled if row.startswith("d1."))
    page.reload()
    cell(page, "d1.s1", "start").focus(timeout=SLOW_MS)
    page.keyboard.press("Control+z")
    expect(cell(page, "d1.s1", "start")).to_have_value("", timeout=SLOW_MS)
    page.keyboard.press("Control+Shift+z")
    expect(cell(page, "d1.s1", "start")).to_have_value("13:10", timeout=SLOW_MS)
    is_saved(page)
    assert stored_times(server, plan) == filled


def test_a_remark_typed_as_the_server_dies_is_saved_and_its_row_stays_on_the_screen(
    page: Page, server: Server
) -> None:
    plan = take_the_next_plan(page, server)
    cell(page, "d1.s2", "start").focus()
    page.keyboard.press("F2")
    expect(remark(page)).to_be_focused(timeout=SLOW_MS)
    expect(remark(page)).to_have_attribute("data-key", f"{plan}/d1.s2/remark", timeout=SLOW_MS)
    page.keyboard.type("Late, for the light.")
    lose_and_find(page, server)
    expect(remark(page)).to_have_attribute("data-key", f"{plan}/d1.s2/remark", timeout=SLOW_MS)
    expect(remark(page)).to_have_value("Late, for the light.")
    expect(page.locator('[data-slot="remark"] .note')).to_have_text("saved", timeout=SLOW_MS)
    expect(page.locator('.block[data-row="d1.s2"] .row.selected')).to_be_visible()
    assert stored(server, plan).itinerary.find("d1.s2")[1].remark == "Late, for the light."
