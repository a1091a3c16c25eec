"""The day board under the mouse, on the fixed rows of ``board_app.py``: bars, ends, ghosts, the rest of the day."""

import re

from playwright.sync_api import Page, expect

from tests.browser.board_hands import (
    DINNER,
    EVENT,
    GHOST,
    LUNCH,
    NIGHT,
    TRAIN,
    bar,
    cell,
    drag,
    expect_count,
    expect_times,
    log,
    note,
    times,
    type_in,
)


def test_the_rest_of_the_day_moves_along_but_legs_stay(board: Page) -> None:
    board.locator(".board .push").click()
    type_in(board, LUNCH, "start", "1520")
    expect_times(board, LUNCH, 920, 1075)
    expect_times(board, EVENT, 1190, 1250)
    expect_times(board, TRAIN, 1270, 1390)
    expect_times(board, DINNER, 1415, 1500)
    expect_times(board, NIGHT, 1520, 1870)
    expect_count(board, "pushed", 1)


def test_the_rest_of_the_day_is_never_pushed_past_29_59(board: Page) -> None:
    board.locator(".board .push").click()
    type_in(board, LUNCH, "end", f"{(1065 + 289) // 60}:{(1065 + 289) % 60}")
    expect_times(board, NIGHT, 1799, 2149)
    type_in(board, LUNCH, "end", "2235")
    expect(note(board, LUNCH)).to_contain_text("past 05:59 +1")
    assert times(board)[NIGHT] == [1799, 2149]


def test_a_bar_is_dragged_in_steps_of_five_minutes_and_with_shift_of_one(board: Page) -> None:
    drag(board, bar(board, LUNCH), 62)
    expect_times(board, LUNCH, 970, 1125)
    start_min, end_min = times(board)[LUNCH]
    assert start_min is not None and end_min is not None
    drag(board, bar(board, LUNCH), 33, modifier="Shift")
    expect(board.locator(".st-key-log")).to_have_text(re.compile("dragged.*dragged"))
    after = times(board)[LUNCH]
    assert after[0] is not None and after[1] == after[0] + 155 and 31 <= after[0] - 970 <= 35


def test_both_ends_of_a_bar_stretch_it(board: Page) -> None:
    drag(board, bar(board, LUNCH, '[data-edge="end"]'), 30)
    expect_times(board, LUNCH, 910, 1095)
    drag(board, bar(board, LUNCH, '[data-edge="start"]'), -45)
    expect_times(board, LUNCH, 865, 1095)
    expect(board.locator(".st-key-log")).to_have_text(re.compile("dragged.*dragged"))


def test_escape_lets_go_of_a_dragged_bar(board: Page) -> None:
    drag(board, bar(board, LUNCH), 90, drop=False)
    expect(board.locator(".board .drag-label")).to_contain_text("16:40 – 19:15")
    board.keyboard.press("Escape")
    board.mouse.up()
    expect(board.locator(".board .drag-label")).to_be_hidden()
    expect(cell(board, LUNCH, "start")).to_have_value("15:10")
    assert "dragged" not in log(board)


def test_a_ghost_is_placed_by_dragging_it(board: Page) -> None:
    drag(board, bar(board, GHOST), -60)
    expect_times(board, GHOST, 1020, 1110)


def test_a_rerun_during_a_drag_does_not_redraw_the_bar(board: Page) -> None:
    drag(board, bar(board, LUNCH), 90, drop=False)
    board.evaluate("document.querySelector('.st-key-again button').click()")
    board.wait_for_timeout(600)
    expect(board.locator(".board .drag-label")).to_contain_text("16:40 – 19:15")
    board.mouse.up()
    expect_times(board, LUNCH, 1000, 1155)


def test_a_drag_that_would_push_the_night_too_far_is_refused_and_says_why(board: Page) -> None:
    board.locator(".board .push").click()
    drag(board, bar(board, LUNCH), 300)
    expect(note(board, LUNCH)).to_contain_text("past 05:59 +1")
    expect(cell(board, LUNCH, "start")).to_have_value("15:10")
    board.keyboard.press("ArrowDown")
    expect(note(board, LUNCH)).to_be_empty()
    assert "pushed" not in log(board)
