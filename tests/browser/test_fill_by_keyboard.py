"""A whole plan with the hands on the keyboard, from the first time to the gold line."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

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
from tests.browser.steps import settle

DAY_1: list[tuple[str, str | None, str]] = [
    ("d1.l1", None, "13:05"),
    ("d1.s1", "1340", "2.10 pm"),
    ("d1.s2", "14:20", "1652"),
]
"""Typed times of day 1 but its two last rows, which take what is suggested; a leg keeps its timetable's departure."""
DAY_2: list[tuple[str, str | None, str]] = [
    ("d2.s1", "7", "830"), ("d2.s2", "9:10", "10:55"), ("d2.s3", "1110", "14.50"), ("d2.s4", "3 pm", "5pm"),
    ("d2.s5", "21:00", "24:00"), ("d2.s6", "0:10 +1", "31:00"),
]  # fmt: skip
DAY_3: list[tuple[str, str | None, str]] = [
    ("d3.s1", "0700", "0830"), ("d3.s2", "0940", "1143"), ("d3.s3", "1200", "1441"), ("d3.l1", None, "2258"),
]  # fmt: skip
FILLED_MIN = {
    "d1.l1": (350, 785), "d1.s1": (820, 850), "d1.s2": (860, 1012), "d1.s3": (1110, 1275), "d1.s4": (1330, 1860),
    "d2.s1": (420, 510), "d2.s2": (550, 655), "d2.s3": (670, 890), "d2.s4": (900, 1020), "d2.s5": (1260, 1440),
    "d2.s6": (1450, 1860),
    "d3.s1": (420, 510), "d3.s2": (580, 703), "d3.s3": (720, 881), "d3.l1": (920, 1378),
}  # fmt: skip
"""The same by hand, in minutes of each plan day."""


def type_day(page: Page, rows: list[tuple[str, str | None, str]]) -> None:
    """Type a day from the cell that has the keyboard, its first; Tab goes across and on to the next row."""
    for row, start, end in rows:
        expect(cell(page, row, "start")).to_be_focused(timeout=SLOW_MS)
        if start is not None:
            page.keyboard.type(start)
        page.keyboard.press("Tab")
        page.keyboard.type(end)
        page.keyboard.press("Enter" if row == rows[-1][0] else "Tab")


def say_why(page: Page) -> None:
    """From finding to finding with F8; each remark that is due becomes the first sentence that is offered."""
    dues = page.locator('.finding[data-code="REM001"]')
    for left in range(dues.count(), 0, -1):
        expect(dues).to_have_count(left, timeout=SLOW_MS)
        page.keyboard.press("F8")
        expect(page.locator(".text-field.due")).to_be_visible(timeout=SLOW_MS)
        page.keyboard.press("F2")
        expect(remark(page)).to_be_focused(timeout=SLOW_MS)
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        expect(remark(page)).not_to_have_value("")
        page.keyboard.press("Escape")
        expect(page.locator(".time input:focus")).to_have_count(1)
    expect(dues).to_have_count(0, timeout=SLOW_MS)


def say_the_rationale(page: Page) -> None:
    """From the submit dialog, which names what is missing, to the three parts: two typed, one offered."""
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("dialog")).to_contain_text("The plan's rationale", timeout=SLOW_MS)
    press_until_focused(page, "Tab", page.get_by_role("button", name="rationale", exact=True))
    page.keyboard.press("Enter")
    parts = page.locator('[data-slot="fields"] textarea')
    expect(parts.nth(0)).to_be_focused(timeout=SLOW_MS)
    page.keyboard.type("Two sights near the hotel, the palace on the quiet day.")
    page.keyboard.press("Tab")
    page.keyboard.type("One room for two, no flight.")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(parts.nth(2)).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".panel").filter(has=parts)).to_contain_text("complete", timeout=SLOW_MS)


def press_until_focused(page: Page, key: str, wanted: Locator) -> None:
    """Press a key until the wanted thing has the keyboard, at most 20 times."""
    for _ in range(20):
        if wanted.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"20 times {key} did not reach {wanted}")


def test_a_plan_is_filled_submitted_and_released_without_a_mouse(
    page: Page, server: Server, tmp_path: Path
) -> None:
    plan = give_plan(server, 1)
    open_plan(page, server, plan)
    cell(page, "d1.l1", "start").focus()
    type_day(page, DAY_1)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(cell(page, "d1.s4", "end")).to_have_value("07:00 +1", timeout=SLOW_MS)
    page.keyboard.press("Alt+PageDown")
    expect(cell(page, "d2.s1", "start")).to_be_focused(timeout=SLOW_MS)
    type_day(page, DAY_2)
    page.keyboard.press("Alt+PageDown")
    type_day(page, DAY_3)
    is_saved(page)
    assert {
        row.row: (row.start_min, row.end_min) for _, row in stored(server, plan).itinerary.rows()
    } == FILLED_MIN

    cell(page, "d3.s1", "start").focus()
    say_why(page)
    say_the_rationale(page)
    page.keyboard.press("Control+Enter")
    submit = page.get_by_role("dialog").get_by_role("button", name=re.compile("^Submit"))
    expect(submit).to_be_enabled(timeout=SLOW_MS)
    settle(page)  # the key leads to the button once it is drawn
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("The plan was submitted")).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert stored(server, plan).state == "submitted"

    line = review_and_release(page, server, plan, tmp_path / "release")
    rows = [row for day in line["timeline"] for row in day["rows"]]
    keys = [
        ("depart_min", "arrive_min") if row["kind"] == "leg" else ("start_min", "end_min") for row in rows
    ]
    assert {row["row"]: (row[a], row[b]) for row, (a, b) in zip(rows, keys, strict=True)} == FILLED_MIN
    assert line["rationale"]["constraints"] == "One room for two, no flight."
    assert all(row["remark"] for row in rows if row["row"] in ("d1.s2", "d1.s3", "d2.s2", "d2.s5"))
