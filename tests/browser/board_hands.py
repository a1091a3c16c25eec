"""What hands and eyes do on the day board: go to cells, type, drag, read times and what was sent."""

import ast
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.board_server import ScriptServer

LUNCH, SIGHT, GHOST, EVENT, TRAIN, DINNER, NIGHT = (
    "d2.s4",
    "d2.s3",
    "d2.s5",
    "d2.s6",
    "d2.l1",
    "d2.s7",
    "d2.s8",
)


def opened(page: Page, server: ScriptServer, query: str = "") -> Page:
    """Open the board's page and wait until the rows are there."""
    page.goto(f"{server.address}/?{query}")
    expect(page.locator(".board .block")).to_have_count(9, timeout=60_000)
    expect(page.locator(".board .axis text").first).to_be_visible()
    return page


def cell(page: Page, row: str, field: str) -> Locator:
    """Return the input of a cell."""
    return page.locator(f'.board input[data-row="{row}"][data-field="{field}"]')


def type_in(page: Page, row: str, field: str, text: str, key: str = "Enter") -> None:
    """Go to a cell with the mouse, type over what is there, press ``key``."""
    cell(page, row, field).click()
    if text == "":
        page.keyboard.press("Delete")
    page.keyboard.type(text)
    page.keyboard.press(key)


def times(page: Page) -> dict[str, list[int | None]]:
    """Return the times that the server has."""
    shown = page.locator(".st-key-times [data-testid=stText]").inner_text()
    return dict(ast.literal_eval(shown))


def log(page: Page) -> list[Any]:
    """Return what the server took: how, or the command and its row."""
    return [
        entry[1] for entry in ast.literal_eval(page.locator(".st-key-log [data-testid=stText]").inner_text())
    ]


def expect_times(page: Page, row: str, start_min: int | None, end_min: int | None) -> None:
    """Wait until the server has these times."""
    wanted = re.escape(f"'{row}': [{start_min}, {end_min}]")
    expect(page.locator(".st-key-times [data-testid=stText]")).to_have_text(re.compile(wanted))


def expect_log(page: Page, word: str) -> None:
    """Wait until the server took this."""
    expect(page.locator(".st-key-log [data-testid=stText]")).to_have_text(re.compile(re.escape(f"'{word}'")))


def expect_count(page: Page, word: str, count: int) -> None:
    """Wait until the server took this so many times, and no more."""
    words = re.compile(rf"^((?!'{word}').)*(('{word}')((?!'{word}').)*){{{count}}}$")
    expect(page.locator(".st-key-log [data-testid=stText]")).to_have_text(words)


def note(page: Page, row: str) -> Locator:
    """Return the note under a row."""
    return page.locator(f'.board .block[data-row="{row}"] .note')


def drag(
    page: Page, target: Locator, minutes: float, *, modifier: str | None = None, drop: bool = True
) -> None:
    """Drag from the middle of ``target`` by so many minutes of the axis."""
    axis = page.locator(".board .axis-cell").bounding_box()
    box = target.bounding_box()
    assert axis and box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    if modifier:
        page.keyboard.down(modifier)
    page.mouse.move(x + minutes / (1860 - 300) * axis["width"], y, steps=6)
    if modifier:
        page.keyboard.up(modifier)
    if drop:
        page.mouse.up()


def bar(page: Page, row: str, part: str = ".hit") -> Locator:
    """Return a part of a row's bar."""
    return page.locator(f'.board .block[data-row="{row}"] .bar {part}')


def expect_times_within(page: Page, row: str, start_min: int, end_min: int) -> None:
    """Wait for a reconnection, which takes its time."""
    wanted = re.compile(re.escape(f"'{row}': [{start_min}, {end_min}]"))
    expect(page.locator(".st-key-times [data-testid=stText]")).to_have_text(wanted, timeout=60_000)
