"""The day board loses nothing: half-typed text, focus and what was not taken survive whatever happens."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.board_hands import (
    GHOST,
    LUNCH,
    SIGHT,
    cell,
    expect_count,
    expect_times,
    expect_times_within,
    log,
    note,
    opened,
    times,
    type_in,
)
from tests.browser.board_server import ScriptServer


def test_an_invalid_time_is_still_there_after_leaving_the_cell(board: Page) -> None:
    type_in(board, LUNCH, "start", "soon", "ArrowDown")
    expect(cell(board, GHOST, "start")).to_be_focused()
    expect(cell(board, LUNCH, "start")).to_have_value("soon")
    expect(note(board, LUNCH)).to_contain_text("is no time")


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


def test_what_was_typed_while_the_server_was_away_is_saved_when_it_is_back(
    page: Page, tmp_path: Path
) -> None:
    server = ScriptServer(Path(__file__).parent / "board_launcher.py", tmp_path / "server.log").start()
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
