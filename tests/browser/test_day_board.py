"""The day board alone, on the fixed rows of ``board_app.py``: what it sends, what stays under the hands."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board_hands import (
    DINNER,
    EVENT,
    GHOST,
    LUNCH,
    NIGHT,
    SIGHT,
    TRAIN,
    bar,
    cell,
    drag,
    expect_count,
    expect_log,
    expect_times,
    log,
    note,
    opened,
    times,
    type_in,
)
from tests.browser.board_server import ScriptServer

WRITTEN_ARRIVALS = [
    ("930", 570, "09:30"),
    ("9:31", 571, "09:31"),
    ("0932", 572, "09:32"),
    ("9.33", 573, "09:33"),
    ("9.34 am", 574, "09:34"),
    ("12 am", 0, "00:00"),
    ("14", 840, "14:00"),
    ("2.30 pm", 870, "14:30"),
    ("1431", 871, "14:31"),
]
WRITTEN_DEPARTURES = [
    ("25:30", 1530, "01:30 +1"),
    ("2531", 1531, "01:31 +1"),
    ("9:30 +1", 2010, "09:30 +1"),
    ("17:45", 1065, "17:45"),
    ("+1", 1065 + 1440, "17:45 +1"),
    ("24", 1440, "00:00 +1"),
    ("", None, ""),
]
UNREADABLE = [
    ("start", "2575", "Minutes go from 00 to 59."),
    ("start", "soon", "is no time"),
    ("start", "-15", "is no time"),
    ("start", "13 pm", "from 1 to 12"),
    ("start", "9:3", "is no time"),
    ("start", "48", "Hours go from 0 to 47"),
    ("start", "30:00", "starts from 00:00 to 05:59 +1"),
    ("end", "25:30 +1", "leave out the +1"),
    ("end", "15:10", "is not after the arrival 15:10"),
    ("end", "9:00", "Write 09:00 +1."),
]


def test_a_time_is_read_as_people_write_it(board: Page) -> None:
    for typed, start_min, shown in WRITTEN_ARRIVALS:
        type_in(board, LUNCH, "start", typed)
        expect_times(board, LUNCH, start_min, 1065)
        expect(cell(board, LUNCH, "start")).to_have_value(shown)
        expect(cell(board, GHOST, "start")).to_be_focused()
    expect(board.locator(".board .status")).to_have_text("saved 12:03:10")


def test_a_departure_may_be_on_the_next_day_or_cleared(board: Page) -> None:
    for typed, end_min, shown in WRITTEN_DEPARTURES:
        type_in(board, LUNCH, "end", typed)
        expect_times(board, LUNCH, 910, end_min)
        expect(cell(board, LUNCH, "end")).to_have_value(shown)


def test_an_invalid_time_stays_in_its_cell_with_the_reason_and_is_not_sent(board: Page) -> None:
    for field, typed, reason in UNREADABLE:
        type_in(board, LUNCH, field, typed)
        own = cell(board, LUNCH, field)
        expect(own).to_have_value(typed)
        expect(own).to_have_attribute("aria-invalid", "true")
        described = own.get_attribute("aria-describedby")
        expect(board.locator(f'[id="{described}"]')).to_contain_text(reason)
        expect(board.locator(".board .status")).to_have_text("1 time is not saved; see the row")
        board.keyboard.press("Escape")
        expect(own).to_have_value("15:10" if field == "start" else "17:45")
        expect(note(board, LUNCH)).to_be_empty()
        board.locator(".board .status").click()
    assert times(board)[LUNCH] == [910, 1065]
    assert "typed" not in log(board)


def test_an_arrival_after_the_departure_waits_for_the_new_departure_and_both_are_one_step(
    board: Page,
) -> None:
    type_in(board, LUNCH, "start", "18:00")
    expect(cell(board, LUNCH, "end")).to_be_focused()
    assert times(board)[LUNCH] == [910, 1065]
    board.keyboard.type("1930")
    board.keyboard.press("Enter")
    expect_times(board, LUNCH, 1080, 1170)
    expect_count(board, "typed", 1)


def test_arrows_move_between_cells_and_typing_replaces_what_is_there(board: Page) -> None:
    cell(board, "d2.s2", "start").click()
    board.keyboard.press("ArrowRight")
    expect(cell(board, "d2.s2", "end")).to_be_focused()
    board.keyboard.press("ArrowDown")
    board.keyboard.press("ArrowDown")
    expect(cell(board, LUNCH, "end")).to_be_focused()
    board.keyboard.press("ArrowLeft")
    expect(cell(board, LUNCH, "start")).to_be_focused()
    board.keyboard.type("1525")
    board.keyboard.press("ArrowLeft")
    expect(cell(board, LUNCH, "start")).to_be_focused()
    board.keyboard.press("ArrowUp")
    expect(cell(board, SIGHT, "start")).to_be_focused()
    expect_times(board, LUNCH, 925, 1065)
    expect_log(board, f"select {SIGHT}")


def test_tab_goes_across_and_shift_enter_goes_up(board: Page) -> None:
    type_in(board, LUNCH, "start", "1520", "Tab")
    expect(cell(board, LUNCH, "end")).to_be_focused()
    board.keyboard.press("Tab")
    expect(cell(board, GHOST, "start")).to_be_focused()
    board.keyboard.press("Shift+Enter")
    expect(cell(board, LUNCH, "start")).to_be_focused()
    expect_times(board, LUNCH, 920, 1065)


def test_right_of_the_departure_are_the_marks(board: Page) -> None:
    cell(board, LUNCH, "end").click()
    board.keyboard.press("ArrowRight")
    board.keyboard.press("ArrowRight")
    board.keyboard.press("Enter")
    expect_log(board, f"flag {LUNCH}")
    board.keyboard.press("ArrowLeft")
    board.keyboard.press("ArrowLeft")
    expect(cell(board, LUNCH, "end")).to_be_focused()


def test_alt_with_arrows_moves_a_time_and_held_keys_are_one_step(board: Page) -> None:
    cell(board, LUNCH, "end").click()
    for _ in range(3):
        board.keyboard.press("Alt+ArrowUp")
    expect_times(board, LUNCH, 910, 1080)
    board.keyboard.press("Alt+Shift+ArrowDown")
    expect_times(board, LUNCH, 910, 1079)
    expect_count(board, "nudged", 2)


def test_enter_in_an_empty_cell_takes_the_suggested_slot(board: Page) -> None:
    cell(board, GHOST, "end").click()
    board.keyboard.press("Enter")
    expect_times(board, GHOST, 1080, 1170)
    expect(cell(board, EVENT, "end")).to_be_focused()
    expect_count(board, "suggested", 1)


@pytest.mark.parametrize(
    ("keys", "command"),
    [
        ("Control+z", "undo"),
        ("Control+Shift+Z", "redo"),
        ("Control+y", "redo"),
        ("F8", "next_finding"),
        ("Alt+PageDown", "next_day"),
        ("F2", "remark"),
    ],
)
def test_a_key_outside_typing_is_a_command(board: Page, keys: str, command: str) -> None:
    cell(board, LUNCH, "start").click()
    board.keyboard.press(keys)
    expect_log(board, f"{command} {LUNCH if command in {'next_finding', 'remark'} else None}")


def test_undo_takes_back_one_step_and_is_left_to_the_browser_while_typing(board: Page) -> None:
    type_in(board, LUNCH, "start", "1520")
    expect_times(board, LUNCH, 920, 1065)
    board.keyboard.press("Control+z")
    expect_times(board, LUNCH, 910, 1065)
    expect(cell(board, LUNCH, "start")).to_have_value("15:10")
    cell(board, LUNCH, "start").click()
    board.keyboard.type("16")
    board.keyboard.press("Control+z")
    board.keyboard.press("Escape")
    board.wait_for_timeout(300)
    expect_count(board, "undo None", 1)


def test_help_opens_with_f1_and_closes_with_escape(board: Page) -> None:
    cell(board, LUNCH, "start").click()
    board.keyboard.press("F1")
    expect(board.locator(".board dialog")).to_be_visible()
    board.keyboard.press("Escape")
    expect(board.locator(".board dialog")).to_be_hidden()
    expect(cell(board, LUNCH, "start")).to_be_focused()


def test_a_click_on_a_row_goes_to_its_arrival(board: Page) -> None:
    board.locator('.board .block[data-row="d2.s4"] .place').click()
    expect(cell(board, LUNCH, "start")).to_be_focused()


def test_what_is_said_of_a_leg_speaks_of_departure_and_planned_arrival(board: Page) -> None:
    type_in(board, TRAIN, "end", "21:00")
    expect(note(board, TRAIN)).to_contain_text("The planned arrival 21:00 is not after the departure 21:10.")


def test_the_page_selects_a_row_without_taking_the_focus_from_elsewhere(board: Page) -> None:
    board.locator(".st-key-dinner button").click()
    expect(board.locator('.board .block[data-row="d2.s7"] .row')).to_have_attribute("aria-selected", "true")
    expect(cell(board, DINNER, "start")).not_to_be_focused()


def test_a_script_in_a_name_stays_text(board: Page) -> None:
    shown = board.locator('.board .block[data-row="d2.s3"] .name b')
    expect(shown).to_have_text("<img src=x onerror=window.hacked=1>Letters from Hawa to Mahal Museum")
    assert board.locator(".board img").count() == 0
    assert board.evaluate("window.hacked") is None


def test_a_locked_board_takes_no_times(page: Page, board_server: ScriptServer) -> None:
    opened(page, board_server, "locked=1")
    expect(page.locator(".board .status")).to_have_text("locked: read only")
    cell(page, LUNCH, "start").click()
    page.keyboard.type("1520")
    page.keyboard.press("Alt+ArrowUp")
    drag(page, bar(page, LUNCH), 60)
    page.wait_for_timeout(500)
    assert times(page)[LUNCH] == [910, 1065]
    assert cell(page, LUNCH, "start").input_value() == "15:10"


@pytest.mark.parametrize("width", [552, 640])
def test_the_board_is_whole_in_a_narrow_place(page: Page, board_server: ScriptServer, width: int) -> None:
    page.set_viewport_size({"width": width + 140, "height": 800})
    opened(page, board_server)
    board = page.locator(".board").bounding_box()
    marks = page.locator('.board .block[data-row="d2.s3"] .mark.flag').bounding_box()
    assert board and marks
    assert marks["x"] + marks["width"] <= board["x"] + board["width"]
    for field in ("start", "end"):
        assert cell(page, NIGHT, field).evaluate("n => n.scrollWidth <= n.clientWidth")
