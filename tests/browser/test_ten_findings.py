"""Each kind of finding, made on a demo plan, is mended by nothing but what the screen says about it."""

import re
from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Locator, Page, expect

from db import plans
from db.cells import Value
from db.session import open_session
from tests.browser.annotating import (
    ANNOTATOR,
    SLOW_MS,
    board,
    cell,
    fill_the_rest,
    give_plan,
    is_saved,
    open_plan,
    stored,
    type_time,
)
from tests.browser.server import Server
from tests.browser.steps import sign_in

Cells = tuple[tuple[str, str, Value], ...]
TIME = r"\d\d:\d\d(?: \+1)?"
MOST_STEPS = 4
"""One fault may hide another (an overlap leaves no time for the way): so many are followed one after the other."""
FIX_A_TIME, WRITE, TELL = "Fix a time", "Write a remark or the rationale", "Data or source: tell the expert"

FAULTS: dict[str, Cells] = {
    "TIM001": (("d2.s3", "start", 10 * 60 + 35),),
    "TIM002": (("d2.s3", "start", 10 * 60 + 56),),
    "TIM003": (("d1.s1", "start", 13 * 60 + 15),),
    "TIM004": (("d2.s3", "end", 13 * 60 + 20), ("d2.s4", "start", 13 * 60 + 30)),
    "TIM005": (("d1.s3", "end", 23 * 60 + 45), ("d1.s4", "start", 24 * 60 + 10)),
    "TRA005": (("d1.l1", "start", 6 * 60 + 5),),
    "CMP002": (("d2.s4", "end", None),),
    "CRD001": (("d1.s2", "remark", None),),
    "BUF001": (("d2.s2", "end", 10 * 60), ("d2.s2", "remark", None)),
    "TIM006": (
        ("d1.s4", "end", 29 * 60),
        ("d1.s4", "remark", None),
        ("d2.s1", "end", 5 * 60),
        ("d2.s1", "start", 0),
    ),
    "REM002": (("plan", "decisions", ""),),
}
"""What makes the fault in demo plan 1, whose rows all have their suggested times and a remark."""
_spoilt = count(1)


@pytest.fixture(scope="module")
def whole(server: Server) -> int:
    """Return demo plan 1 with every time, remark and part of the rationale."""
    plan = give_plan(server, 1)
    fill_the_rest(server, plan)
    return plan


@pytest.fixture
def plan(server: Server, whole: int) -> Iterator[int]:
    """Return the whole plan; what a test left of it is mended afterwards."""
    before = cells_of(server, whole)
    yield whole
    after = cells_of(server, whole)
    left = tuple((row, field, value) for (row, field), value in before.items() if after[row, field] != value)
    if left:
        write(server, whole, left)


def cells_of(server: Server, plan: int) -> dict[tuple[str, str], Value]:
    itinerary = stored(server, plan).itinerary
    cells: dict[tuple[str, str], Value] = {}
    for _, row in itinerary.rows():
        cells |= {
            (row.row, "start"): row.start_min,
            (row.row, "end"): row.end_min,
            (row.row, "remark"): row.remark,
        }
    return cells | {
        ("plan", field): getattr(itinerary.rationale, field)
        for field in ("decisions", "constraints", "buffers")
    }


def write(server: Server, plan: int, cells: Cells) -> None:
    """Change cells through the service, as another tab would."""
    opened = stored(server, plan)
    changed = [plans.Cell(row=row, field=field, value=value) for row, field, value in cells]
    edit = plans.Edit(client=f"spoil-{next(_spoilt)}", seq=1, base_rev=opened.rev, cells=changed, how="typed")
    with open_session(write=True, url=server.database_url) as session:
        result = plans.apply_edits(session, opened.annotator.id, plan, [edit])
    assert result.rejected == ()


def waiting(page: Page, *steps: str) -> Locator:
    """The findings that wait under these headings, without those folded away behind another."""
    return page.locator(", ".join(f'.step[aria-label="{step}"] > ul > .finding' for step in steps))


def follow(page: Page, finding: Locator) -> None:
    """Do what the finding's advice says, in its own words."""
    code = finding.get_attribute("data-code")
    advice = finding.locator(".advice-text").first.inner_text()
    rows = finding.locator("> div > .links > [data-key^=go-]")
    if said := re.search(rf"Start .+? at ({TIME}) or later", advice):
        type_time(page, go(page, rows.last), "start", said[1])
    elif said := re.search(rf"Leave at ({TIME}), as the timetable says", advice):
        type_time(page, go(page, rows.first), "start", said[1])
    elif said := re.search(rf"Visit it within ({TIME})-({TIME})", advice):
        type_time(page, go(page, rows.first), "end", said[2])
    elif said := re.search(rf"Let the stay of day \d end at ({TIME}) or later", advice):
        type_time(page, go(page, rows.first), "end", said[1])
    elif "press Enter on the row to take the ghost" in advice:
        cell(page, go(page, rows.first), "end").focus()
        page.keyboard.press("Enter")
    elif "Leave between" in advice and "Visit it" not in advice:
        go(page, rows.first)
        page.locator(".what-if thead th:nth-child(3)").get_by_text("range begins").wait_for()
        page.locator('[data-key="take-0"]').click()
    elif code == "REM001":
        go(page, rows.first)
        page.locator('.what [data-slot="offers"] .offer').first.click()
    elif code == "REM002":
        page.locator(".st-key-plan_rationale .offer").first.click()
    else:
        raise AssertionError(f"{code}: nobody can tell from '{advice}' what to do")


def go(page: Page, link: Locator) -> str:
    """Click from a finding to its row; give the row's id."""
    row = link.get_attribute("data-row", timeout=SLOW_MS)
    assert row is not None
    link.click()
    expect(page.locator(".block:has(.row.selected)")).to_have_attribute("data-row", row, timeout=SLOW_MS)
    expect(page.locator(f'.what[data-row="{row}"]')).to_be_visible(timeout=SLOW_MS)
    return row


def both_show_one_row(page: Page) -> None:
    """Wait until the side panel shows the row that the board has gone on to, as a person would."""
    row = page.locator(".block:has(.row.selected)").get_attribute("data-row")
    expect(page.locator(f'.what[data-row="{row}"]')).to_be_visible(timeout=SLOW_MS)


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_is_mended_by_what_the_screen_says(page: Page, server: Server, plan: int, code: str) -> None:
    write(server, plan, FAULTS[code])
    open_plan(page, server, plan, day=int(FAULTS[code][0][0][1]) if FAULTS[code][0][0] != "plan" else 1)
    fault = page.locator(f'.finding[data-code="{code}"]').first
    expect(fault).to_be_attached(timeout=SLOW_MS)
    for _ in range(MOST_STEPS):
        found = waiting(page, FIX_A_TIME, WRITE)
        if found.count() == 0:
            break
        key = found.first.locator("[data-key^=why-]").first.get_attribute("data-key")
        follow(page, found.first)
        expect(page.locator(f'.step [data-key="{key}"]')).to_have_count(0, timeout=SLOW_MS)
        both_show_one_row(page)
    expect(waiting(page, FIX_A_TIME, WRITE)).to_have_count(0, timeout=SLOW_MS)
    expect(page.locator(".moved")).to_contain_text("last edit:")
    if code != "REM002":
        is_saved(page)


def test_what_no_time_can_mend_is_told_to_the_expert(page: Page, server: Server) -> None:
    plan = give_plan(server, 13)
    fill_the_rest(server, plan)
    open_plan(page, server, plan)
    over = waiting(page, TELL).and_(page.locator('[data-code="MON001"]'))
    expect(over).to_contain_text("over the budget", timeout=SLOW_MS)
    page.locator(".st-key-bill-open button").click()
    expect(page.get_by_role("dialog")).to_contain_text("What would bring it under", timeout=SLOW_MS)
    page.keyboard.press("Escape")
    over.get_by_role("button", name="tell the expert").click()
    expect(over).to_have_count(0, timeout=SLOW_MS)
    [flag] = stored(server, plan).flags
    assert flag.row is None and flag.text.startswith("MON001: ")


def test_a_repeated_attraction_is_flagged_from_its_finding(page: Page, server: Server) -> None:
    plan = give_plan(server, 11)
    fill_the_rest(server, plan)
    open_plan(page, server, plan)
    repeated = waiting(page, TELL).and_(page.locator('[data-code="REP002"]'))
    repeated.first.get_by_role("button", name="tell the expert").click(timeout=SLOW_MS)
    expect(repeated).to_have_count(0, timeout=SLOW_MS)
    assert [flag.kind for flag in stored(server, plan).flags] == ["repeated attraction"]


def test_a_query_that_cannot_be_solved_is_sent_back_before_work_starts(page: Page, server: Server) -> None:
    plan = give_plan(server, 12)
    sign_in(page, server, f"/annotate?plan={plan}", name=ANNOTATOR)
    expect(page.get_by_test_id("stAlert").first).to_contain_text("may be unsolvable", timeout=SLOW_MS)
    page.locator(".st-key-source-correction button").click()
    expect(page.get_by_test_id("stAlert").first).to_contain_text("The expert is told", timeout=SLOW_MS)
    [flag] = stored(server, plan).flags
    assert flag.row is None and flag.text.startswith("ENV001, source correction: ")


def test_back_returns_to_the_row_that_a_finding_left(page: Page, server: Server, plan: int) -> None:
    write(server, plan, FAULTS["TIM001"])
    open_plan(page, server, plan, day=1)
    expect(board(page)).to_be_visible()
    link = page.locator('.finding[data-code="TIM001"] [data-key^=go-]').first
    expect(link).to_have_text("day 2, row 2", timeout=SLOW_MS)
    link.click()
    selected = page.locator(".block:has(.row.selected)")
    expect(selected).to_have_attribute("data-row", "d2.s2", timeout=SLOW_MS)
    page.locator(".link.back").click()
    expect(selected).to_have_attribute("data-row", "d1.l1", timeout=SLOW_MS)
