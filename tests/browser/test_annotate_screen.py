"""The annotate screen itself: what is shown, where it leads, what it refuses and why."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from annotate.feedback import give_feedback
from tests.browser.annotating import (
    ANNOTATOR,
    EXPERT,
    LEAD,
    SLOW_MS,
    accepted_changes,
    board,
    cell,
    fill_the_rest,
    give_plan,
    is_saved,
    note,
    open_plan,
    rename_attraction,
    stored,
    stored_times,
    times_become,
    type_time,
)
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

MARKUP = "<img src=x onerror=parent.hacked=window.hacked=1> & <b>Fort</b>"
SCREENS = {
    ANNOTATOR: ("/start", "/my-plans", "/reference?kind=train&key=20461", "/guidelines?page=TIM004"),
    EXPERT: ("/review", "/review?plan=3", "/review-plan?plan=3", "/adjudicate?query=3"),
    LEAD: ("/import", "/release"),
}


@pytest.fixture(scope="module")
def filled(server: Server) -> int:
    """A plan of three days with every time, remark and part of the rationale."""
    plan = give_plan(server, 11)
    fill_the_rest(server, plan)
    return plan


def test_invalid_input_stays_with_its_reason_and_is_not_saved(page: Page, server: Server) -> None:
    plan = give_plan(server, 1)
    open_plan(page, server, plan)
    type_time(page, "d1.s1", "start", "25:70")
    expect(cell(page, "d1.s1", "start")).to_have_value("25:70")
    expect(cell(page, "d1.s1", "start")).to_have_attribute("aria-invalid", "true")
    expect(note(page, "d1.s1")).to_contain_text("Minutes go from 00 to 59")
    expect(board(page).locator(".status")).to_contain_text("1 time is not saved")
    page.keyboard.press("Escape")
    expect(note(page, "d1.s1")).to_be_empty()
    type_time(page, "d1.s4", "start", "2230")
    type_time(page, "d1.s4", "end", "700")
    expect(note(page, "d1.s4")).to_contain_text("Next day? Write 07:00 +1")
    page.keyboard.press("Escape")
    type_time(page, "d1.s4", "end", "7 +1")
    is_saved(page)
    assert accepted_changes(server, plan) == [("d1.s4", "start", 1350), ("d1.s4", "end", 1860)]


def test_plus_one_alone_moves_a_time_to_the_next_day(page: Page, server: Server) -> None:
    plan = give_plan(server, 2)
    open_plan(page, server, plan)
    type_time(page, "d1.s4", "end", "2330")
    type_time(page, "d1.s4", "end", "+1")
    expect(cell(page, "d1.s4", "end")).to_have_value("23:30 +1")
    is_saved(page)
    assert stored_times(server, plan)["d1.s4"][1] == "23:30 +1"


def test_a_refused_nudge_is_seen_on_its_row(page: Page, server: Server) -> None:
    plan = give_plan(server, 3)
    open_plan(page, server, plan)
    type_time(page, "d1.s1", "start", "1300")
    type_time(page, "d1.s1", "end", "1305")
    is_saved(page)
    cell(page, "d1.s1", "start").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(note(page, "d1.s1")).to_contain_text("is not before the departure 13:05")
    page.keyboard.press("Alt+ArrowDown")
    expect(note(page, "d1.s1")).to_be_empty()
    expect(cell(page, "d1.s1", "start")).to_have_value("12:55")


def test_the_scores_on_screen_are_those_of_the_stored_draft(page: Page, server: Server, filled: int) -> None:
    open_plan(page, server, filled)
    type_time(page, "d1.s2", "end", "1630")
    is_saved(page)
    opened = stored(server, filled)
    feedback = give_feedback(opened.itinerary, opened.facts)
    for key in ("bas", "cats", "tdas"):
        score = feedback.scores[key]
        tile = page.locator(f'.tile:has([data-score="{score.name}"])')
        assert score.value is not None
        expect(tile.locator(".v")).to_have_text(f"{score.value:.2f}", timeout=SLOW_MS)
        expect(tile).to_contain_text(f"{score.scored} of {score.total}")


def test_f8_and_a_click_lead_from_a_finding_to_its_row(page: Page, server: Server, filled: int) -> None:
    open_plan(page, server, filled)
    repeated = page.locator('.finding[data-code="REP002"]').first
    repeated.locator("[data-key^=go-]").first.click()
    expect(page.locator(".row.selected")).to_have_count(1)
    selected = page.locator(".block:has(.row.selected)")
    expect(selected).to_have_attribute("data-row", "d1.s2", timeout=SLOW_MS)
    cell(page, "d1.s1", "start").focus()
    page.keyboard.press("F8")
    expect(page.locator(".time.start input:focus")).to_have_count(1, timeout=SLOW_MS)
    expect(page.locator(".finding.here").first).to_be_visible()


def test_why_opens_the_guideline_of_the_rule(page: Page, server: Server, filled: int) -> None:
    open_plan(page, server, filled)
    page.locator('.finding[data-code="REP002"] [data-key^=why-]').first.click()
    expect(page.get_by_role("dialog")).to_contain_text("REP002", timeout=SLOW_MS)


def test_a_deep_link_opens_its_row(page: Page, server: Server, filled: int) -> None:
    sign_in(page, server, f"/annotate?plan={filled}&day=1&row=d2.s3", name=ANNOTATOR)
    expect(page.locator(".block:has(.row.selected)")).to_have_attribute("data-row", "d2.s3", timeout=SLOW_MS)
    expect(page.locator('[data-key="day-2"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".what h2")).to_contain_text("Row 3")


def test_simple_mode_changes_the_same_cells(page: Page, server: Server) -> None:
    plan = give_plan(server, 4)
    sign_in(page, server, f"/annotate?plan={plan}&day=1&simple=true", name=ANNOTATOR)
    field = page.locator(f".st-key-simple-{plan}-d1-s1-start")
    field.locator("[contenteditable=true], input").first.click()
    page.keyboard.type("1320")
    page.keyboard.press("Tab")
    times_become(page, server, plan, "d1.s1", ("13:20", None))
    page.locator(f".st-key-simple-{plan}-d1-s1-start-next label").click()
    expect(page.get_by_test_id("stAlert")).to_contain_text("row 1, arrival", timeout=SLOW_MS)
    field.locator("[contenteditable=true], input").first.click()
    page.keyboard.type("0120")
    page.keyboard.press("Tab")
    times_become(page, server, plan, "d1.s1", ("01:20 +1", None))
    expect(page.get_by_test_id("stAlert")).to_have_count(0, timeout=SLOW_MS)
    page.goto(f"{server.address}/annotate?plan={plan}&day=1")
    expect(cell(page, "d1.s1", "start")).to_have_value("01:20 +1", timeout=SLOW_MS)


def test_the_submit_dialog_lists_what_is_missing_and_leads_there(page: Page, server: Server) -> None:
    plan = give_plan(server, 9)
    open_plan(page, server, plan)
    page.locator(".st-key-plan_bar").get_by_role("button", name="Submit").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("before it can be submitted", timeout=SLOW_MS)
    expect(dialog).to_contain_text("rationale")
    dialog.get_by_role("button", name="day 2, row 3").click()
    expect(dialog).to_have_count(0, timeout=SLOW_MS)
    expect(page.locator(".block:has(.row.selected)")).to_have_attribute("data-row", "d2.s3", timeout=SLOW_MS)
    assert stored(server, plan).state == "in progress"


def test_the_keyboard_comes_back_to_its_cell_when_the_submit_dialog_is_left(
    page: Page, server: Server, filled: int
) -> None:
    open_plan(page, server, filled)
    here = cell(page, "d1.s1", "end")
    here.focus()
    page.keyboard.press("Control+Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible(timeout=SLOW_MS)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0, timeout=SLOW_MS)
    expect(here).to_be_focused(timeout=SLOW_MS)


def test_a_name_with_markup_stays_text_everywhere(page: Page, server: Server) -> None:
    rename_attraction(server, 6, day=1, name=MARKUP)
    plan = give_plan(server, 6)
    row = next(
        row.row for _, row in stored(server, plan).itinerary.rows() if getattr(row, "name", "") == MARKUP
    )
    sign_in(page, server, f"/annotate?plan={plan}&row={row}", name=ANNOTATOR)
    expect(page.locator(f'.block[data-row="{row}"] .name b')).to_have_text(MARKUP, timeout=SLOW_MS)
    expect(page.locator(".query-strip .words")).to_contain_text(MARKUP)
    expect(page.locator(".what h2")).to_contain_text(MARKUP)
    city_map = page.frame_locator(".st-key-day-map iframe")
    number = page.locator(f'.block[data-row="{row}"] .number').inner_text()
    city_map.locator(".stop-number", has_text=number).first.hover()
    expect(city_map.locator(".leaflet-tooltip")).to_have_text(MARKUP, timeout=SLOW_MS)
    page.locator(".st-key-plan_bar").get_by_role("button", name="Submit").click()
    expect(page.get_by_role("dialog")).to_contain_text(MARKUP, timeout=SLOW_MS)
    page.keyboard.press("Escape")
    page.goto(f"{server.address}/annotate?plan={plan}&row={row}&simple=true")
    expect(page.locator("[data-testid=stMarkdown]").get_by_text(MARKUP)).to_be_visible(timeout=SLOW_MS)
    assert {frame.evaluate("window.hacked ?? null") for frame in page.frames} == {None}
    expect(page.locator('img[src="x"]')).to_have_count(0)


def test_no_screen_asks_anything_of_another_machine(page: Page, server: Server, filled: int) -> None:
    asked: set[str] = set()

    def note_host(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss"):
            asked.add(str(address.hostname))

    page.on("request", note_host)
    page.on("websocket", lambda socket: asked.add(str(urlsplit(socket.url).hostname)))
    open_plan(page, server, filled)
    expect(page.frame_locator(".st-key-day-map iframe").locator(".stop-number").first).to_be_visible(
        timeout=SLOW_MS
    )
    for name, addresses in SCREENS.items():
        page.context.clear_cookies()
        sign_in(page, server, addresses[0], name=name)
        for address in addresses[1:]:
            page.goto(server.address + address)
            settle(page)
    assert asked == {"127.0.0.1"}
