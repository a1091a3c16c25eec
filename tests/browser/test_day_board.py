"""The day board alone, on the fixed rows of ``board_app.py``: what it sends, what stays under the hands."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
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


@pytest.fixture(scope="module")
def board_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScriptServer]:
    """Return a running server of the board's page, one for all tests of this file."""
    server = ScriptServer(
        Path(__file__).parent / "board_app.py", tmp_path_factory.mktemp("board") / "server.log"
    )
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture
def board(page: Page, board_server: ScriptServer) -> Page:
    """Return a page with the board as it stands at the beginning."""
    return opened(page, board_server)


def opened(page: Page, server: ScriptServer, query: str = "") -> Page:
    """Open the board's page and wait until the rows are there."""
    page.goto(f"{server.address}/?{query}")
    expect(page.locator(".board .block")).to_have_count(9, timeout=30_000)
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


def test_an_invalid_time_is_still_there_after_leaving_the_cell(board: Page) -> None:
    type_in(board, LUNCH, "start", "soon", "ArrowDown")
    expect(cell(board, GHOST, "start")).to_be_focused()
    expect(cell(board, LUNCH, "start")).to_have_value("soon")
    expect(note(board, LUNCH)).to_contain_text("is no time")


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


def test_half_typed_text_and_the_focus_survive_a_rerun(board: Page) -> None:
    cell(board, LUNCH, "start").click()
    board.keyboard.type("15")
    board.evaluate("document.querySelector('.st-key-again button').click()")
    board.wait_for_timeout(600)
    expect(cell(board, LUNCH, "start")).to_be_focused()
    board.keyboard.type("25")
    expect(cell(board, LUNCH, "start")).to_have_value("1525")
    board.keyboard.press("Enter")
    expect_times(board, LUNCH, 925, 1065)


def test_focus_that_the_page_drops_in_the_middle_of_a_word_comes_back(board: Page) -> None:
    board.wait_for_timeout(500)
    cell(board, LUNCH, "start").click()
    board.keyboard.type("15")
    board.wait_for_timeout(500)
    cell(board, LUNCH, "start").evaluate("(input) => input.blur()")
    expect(cell(board, LUNCH, "start")).to_be_focused()
    board.keyboard.type("25")
    board.keyboard.press("Enter")
    expect_times(board, LUNCH, 925, 1065)


def test_a_cell_that_is_left_with_the_mouse_saves_what_was_typed(board: Page) -> None:
    cell(board, LUNCH, "start").click()
    board.keyboard.type("1525")
    board.wait_for_timeout(500)
    board.locator(".board .status").click()
    expect_times(board, LUNCH, 925, 1065)
    expect(cell(board, LUNCH, "start")).not_to_be_focused()


def test_text_that_is_being_typed_when_the_day_changes_is_saved(board: Page) -> None:
    cell(board, LUNCH, "start").click()
    board.keyboard.type("1525")
    board.evaluate("document.querySelector('.st-key-first_day button').click()")
    expect(board.locator(".board .block")).to_have_count(1)
    expect_times(board, LUNCH, 925, 1065)


def test_a_click_on_a_row_goes_to_its_arrival(board: Page) -> None:
    board.locator('.board .block[data-row="d2.s4"] .place').click()
    expect(cell(board, LUNCH, "start")).to_be_focused()


def test_a_drag_that_would_push_the_night_too_far_is_refused_and_says_why(board: Page) -> None:
    board.locator(".board .push").click()
    drag(board, bar(board, LUNCH), 300)
    expect(note(board, LUNCH)).to_contain_text("past 05:59 +1")
    expect(cell(board, LUNCH, "start")).to_have_value("15:10")
    board.keyboard.press("ArrowDown")
    expect(note(board, LUNCH)).to_be_empty()
    assert "pushed" not in log(board)


def test_what_is_said_of_a_leg_speaks_of_departure_and_planned_arrival(board: Page) -> None:
    type_in(board, TRAIN, "end", "21:00")
    expect(note(board, TRAIN)).to_contain_text("The planned arrival 21:00 is not after the departure 21:10.")


def test_a_row_that_did_not_change_is_not_touched(board: Page) -> None:
    board.evaluate(
        """() => { const hosts = [...document.querySelectorAll('*')];
        const host = hosts.find((n) => n.shadowRoot?.querySelector('.board'));
        const row = host.shadowRoot.querySelector('.block[data-row="d2.s7"]'); window.touched = 0;
        new MutationObserver((list) => { window.touched += list.length; })
          .observe(row, {subtree: true, childList: true, attributes: true, characterData: true}); }"""
    )
    type_in(board, "d2.s2", "end", "1115")
    expect_times(board, "d2.s2", 560, 675)
    assert board.evaluate("window.touched") == 0


def test_twenty_values_typed_without_a_pause_all_arrive(board: Page) -> None:
    cell(board, LUNCH, "start").click()
    for minute in range(20):
        board.keyboard.type(f"15{minute + 10}")
        board.keyboard.press("Enter")
        board.keyboard.press("ArrowUp")
    expect_times(board, LUNCH, 929, 1065)
    expect_count(board, "typed", 19)  # the first one was there already


def test_the_page_selects_a_row_without_taking_the_focus_from_elsewhere(board: Page) -> None:
    board.locator(".st-key-dinner button").click()
    expect(board.locator('.board .block[data-row="d2.s7"] .row')).to_have_attribute("aria-selected", "true")
    expect(cell(board, DINNER, "start")).not_to_be_focused()


def test_what_the_server_did_not_take_survives_a_reload(page: Page, board_server: ScriptServer) -> None:
    opened(page, board_server, "deaf=1")
    type_in(page, LUNCH, "start", "1520")
    type_in(page, SIGHT, "end", "1500")
    assert times(page)[LUNCH] == [910, 1065]
    opened(page, board_server)
    expect_times(page, LUNCH, 920, 1065)
    expect_times(page, SIGHT, 715, 900)
    opened(page, board_server)
    page.wait_for_timeout(500)
    assert log(page) == []


def test_what_was_typed_over_a_cell_that_changed_meanwhile_is_offered(
    page: Page, board_server: ScriptServer
) -> None:
    opened(page, board_server, "deaf=1")
    type_in(page, LUNCH, "start", "1520")
    opened(page, board_server, "theirs=1")
    expect(note(page, LUNCH)).to_contain_text("Typed but not saved: arrival 15:20. Now it is 15:00.")
    assert times(page)[LUNCH] == [900, 1065]
    opened(page, board_server, "theirs=1")
    page.get_by_text("take it", exact=True).click()
    expect_times(page, LUNCH, 920, 1065)
    expect(note(page, LUNCH)).to_be_empty()


def test_half_typed_text_survives_a_reload(page: Page, board_server: ScriptServer) -> None:
    opened(page, board_server)
    cell(page, LUNCH, "start").click()
    page.keyboard.type("soon")
    opened(page, board_server)
    expect(cell(page, LUNCH, "start")).to_have_value("soon")
    expect(note(page, LUNCH)).to_contain_text("Typed and not saved yet")
    cell(page, LUNCH, "start").click()
    page.keyboard.press("Escape")
    expect(cell(page, LUNCH, "start")).to_have_value("15:10")


def test_a_refused_cell_shows_both_versions(page: Page, board_server: ScriptServer) -> None:
    opened(page, board_server, "refuse=1")
    type_in(page, LUNCH, "start", "1520")
    expect(note(page, LUNCH)).to_contain_text(
        "Not saved: arrival 15:20. Somebody changed this cell. Asha set 14:45 meanwhile."
    )
    page.get_by_text("keep theirs", exact=True).click()
    expect(note(page, LUNCH)).to_be_empty()


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


def test_what_was_typed_while_the_server_was_away_is_saved_when_it_is_back(
    page: Page, tmp_path: Path
) -> None:
    server = ScriptServer(Path(__file__).parent / "board_app.py", tmp_path / "server.log").start()
    try:
        opened(page, server)
        type_in(page, SIGHT, "end", "1500")
        expect_times(page, SIGHT, 715, 900)
        server.stop()
        type_in(page, LUNCH, "start", "1520")
        expect(cell(page, LUNCH, "start")).to_have_value("15:20")
        expect(page.locator(".board .status")).to_contain_text("not saved yet", timeout=10_000)
        server.start()
        expect_times_within(page, LUNCH, 920, 1065)
        expect(page.locator(".board .status")).to_contain_text("saved 12:03")
    finally:
        server.stop()


def expect_times_within(page: Page, row: str, start_min: int, end_min: int) -> None:
    """Wait for a reconnection, which takes its time."""
    wanted = re.compile(re.escape(f"'{row}': [{start_min}, {end_min}]"))
    expect(page.locator(".st-key-times [data-testid=stText]")).to_have_text(wanted, timeout=40_000)
