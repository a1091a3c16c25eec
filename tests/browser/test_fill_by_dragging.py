"""A whole plan with the mouse: suggestions are dragged into place, a bar is moved, all the way to the gold line."""

from pathlib import Path

from playwright.sync_api import Page, expect

from annotate.plan import Leg
from tests.browser.annotating import (
    SLOW_MS,
    cell,
    give_plan,
    is_saved,
    open_plan,
    remark,
    review_and_release,
    stored,
)
from tests.browser.server import Server

OUT_PX = 30
"""A press that moves less than a few pixels is a click; this is a drag."""


def drag(page: Page, row: str, by_px: float) -> None:
    """Take the bar or ghost of a row, pull it well out and let it go ``by_px`` beside where it stood."""
    bar = page.locator(f'.block[data-row="{row}"] .bar .body')
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + OUT_PX, y, steps=3)
    page.mouse.move(x + by_px, y, steps=3)
    page.mouse.up()


def drop_ghosts(page: Page) -> None:
    """Drag every ghost of the day and drop it where it is suggested."""
    ghosts = page.locator(".block:has(.bar.ghost)")
    expect(ghosts.first).to_be_visible(timeout=SLOW_MS)
    for left in range(ghosts.count(), 0, -1):
        row = ghosts.first.get_attribute("data-row")
        assert row is not None
        drag(page, row, 0)
        expect(ghosts).to_have_count(left - 1, timeout=SLOW_MS)
    is_saved(page)


def turn_to_day(page: Page, day: int) -> None:
    """Click a day in the bar."""
    page.locator(f'[data-key="day-{day}"]').click()
    expect(page.locator(f'.block[data-row="d{day}.s1"]')).to_be_visible(timeout=SLOW_MS)


def take_offers(page: Page) -> None:
    """Click what is offered: a remark on every row that owes one, and the rationale."""
    dues = page.locator('.finding[data-code="REM001"]')
    for left in range(dues.count(), 0, -1):
        dues.first.locator("[data-key^=go-]").first.click()
        expect(page.locator(".text-field.due")).to_be_visible(timeout=SLOW_MS)
        page.locator(".what .offer").first.click()
        expect(remark(page)).not_to_have_value("")
        expect(dues).to_have_count(left - 1, timeout=SLOW_MS)
    offers = page.locator(".st-key-plan_rationale .offer")
    for left in range(3, 0, -1):
        expect(offers).to_have_count(left, timeout=SLOW_MS)
        offers.first.click()
    expect(page.locator(".st-key-plan_rationale")).to_contain_text("complete", timeout=SLOW_MS)


def test_a_plan_is_filled_with_the_mouse_submitted_and_released(
    page: Page, server: Server, tmp_path: Path
) -> None:
    plan = give_plan(server, 10)
    open_plan(page, server, plan)
    drop_ghosts(page)
    drag(page, "d1.s2", -14)
    is_saved(page)
    falls = cell(page, "d1.s2", "start").input_value()
    assert "14:50" <= falls <= "15:45", "an hour before the suggested 16:20, as near as a pixel can say"
    for day in (2, 3):
        turn_to_day(page, day)
        drop_ghosts(page)
    take_offers(page)
    page.locator(".st-key-plan_bar").get_by_role("button", name="Submit").click()
    page.get_by_role("dialog").get_by_role("button", name="Submit").click()
    expect(page.get_by_text("The plan was submitted")).to_be_visible(timeout=SLOW_MS)

    rows = [row for _, row in stored(server, plan).itinerary.rows()]
    assert all(row.is_timed for row in rows)
    assert {row.row: row.start_min for row in rows}["d1.s3"] == 18 * 60 + 30, "dropped where it was suggested"
    line = review_and_release(page, server, plan, tmp_path / "release")
    released = [row for day in line["timeline"] for row in day["rows"]]
    for row, gold in zip(rows, released, strict=True):
        names = ("depart_min", "arrive_min") if isinstance(row, Leg) else ("start_min", "end_min")
        assert (gold["row"], gold[names[0]], gold[names[1]]) == (row.row, row.start_min, row.end_min)
    assert f"from {falls} to" in line["plan"][0]["point_of_interest_list"]
