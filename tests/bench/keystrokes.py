"""From Enter in a time cell to new scores on the screen, beside a page that has one widget."""

import time
from pathlib import Path

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from annotate.clock import format_time_with_day
from annotate.feedback import give_feedback
from annotate.plan import Itinerary
from db.cells import with_cell
from db.plans import OpenPlan
from tests.bench import workspace
from tests.bench.browser import (
    BAR,
    BOARD,
    RESULT,
    SLOWEST_PAINT_MS,
    chromium,
    enter_to_paint_ms,
    new_context,
    open_one_widget,
    sign_in,
    watch_enter,
)
from tests.bench.edit_cost import edit_cost
from tests.bench.figure import Figure, spread
from tests.bench.servers import ONE_WIDGET, WORKBENCH, serving
from tests.browser.steps import settle

MOST_TIMES_ONE_WIDGET = 1.5
SAMPLES, WARM_UP = 60, 8
MOST_LOST = 3
"""Keystrokes without an answer on the screen that are counted and told; with more there are no figures."""
PAUSE_S = 0.15
"""Between two keystrokes: the page is at rest before the next one."""
_SHIFTS_MIN = (15, 30, 45, 60, -15, -30)


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    """Interleaved samples of both pages in one browser."""
    url = workspace.make_workspace(folder)
    desk = workspace.assign_plan(url, "Keystrokes")
    workspace.fill_times(desk)
    plan = desk.open()
    row, ends = cell_that_moves_scores(plan)
    samples, warm_up = (6, 2) if quick else (SAMPLES, WARM_UP)
    with (
        serving(WORKBENCH, folder, url) as server,
        serving(ONE_WIDGET, folder) as trivial,
        chromium() as browser,
    ):
        board = sign_in(new_context(browser), server, desk.person, desk.annotation_id)
        watch_enter(board, BAR)
        widget = open_one_widget(new_context(browser), trivial)
        watch_enter(widget, RESULT)
        edits: list[float] = []
        trivials: list[float] = []
        lost = 0
        for n in range(warm_up + samples):
            end = format_time_with_day(ends[n % 2])
            took = _typed(board, f'{BOARD} input[data-row="{row}"][data-field="end"]', end.replace(" ", ""))
            took_widget = _typed(widget, ".st-key-minute input", str(600 + n))
            if took is None or took_widget is None:
                lost += 1
                if lost > MOST_LOST:
                    raise RuntimeError(
                        f"{lost} keystrokes were not answered on the screen within {SLOWEST_PAINT_MS} ms."
                    )
                continue
            if n >= warm_up:
                edits.append(took)
                trivials.append(took_widget)
    mine, theirs = spread(edits), spread(trivials)
    cost = edit_cost(desk, row, ends, repeats=3 if quick else 20)
    why = f"in Python {cost}; the rest is Streamlit's run, transport and drawing"
    beside = f"one widget: median {theirs.median:.0f} ms, p95 {theirs.p95:.0f} ms, {theirs.n} samples each, {lost} unanswered"
    return [
        Figure("keystrokes", "Enter to new scores, median", mine.median, "ms", beside=beside, why=why),
        Figure("keystrokes", "Enter to new scores, p95", mine.p95, "ms", beside=beside),
        Figure(
            "keystrokes",
            "median beside one widget",
            mine.median / theirs.median,
            "times",
            MOST_TIMES_ONE_WIDGET,
            why=why,
        ),
        Figure(
            "keystrokes",
            "p95 beside one widget",
            mine.p95 / theirs.p95,
            "times",
            MOST_TIMES_ONE_WIDGET,
            why=why,
        ),
    ]


def cell_that_moves_scores(plan: OpenPlan) -> tuple[str, tuple[int, int]]:
    """(row, two departures) of a visit of the first day that shows other scores in the bar for one than for the other."""
    day = plan.itinerary.days[0]
    now = _shown(plan, plan.itinerary)
    for stop in day.stops:
        for shift in _SHIFTS_MIN:
            if stop.start_min is None or stop.end_min is None or stop.end_min + shift <= stop.start_min:
                continue
            ends = (stop.end_min + shift, stop.end_min)
            if _shown(plan, _with_end(plan.itinerary, stop.row, ends[0])) != now:
                return stop.row, ends
    raise RuntimeError(
        f"No departure of day {day.number} of plan {plan.idx} changes a score; choose another plan."
    )


def _with_end(itinerary: Itinerary, row: str, end_min: int) -> Itinerary:
    return with_cell(itinerary, row, "end", end_min)


def _shown(plan: OpenPlan, itinerary: Itinerary) -> list[str]:
    scores = give_feedback(itinerary, plan.facts).scores.values()
    return ["" if score.value is None else f"{score.value:.2f}" for score in scores]


def _typed(page: Page, cell: str, text: str) -> float | None:
    """Milliseconds from Enter to the new texts; None if they did not come."""
    page.bring_to_front()
    entry = page.locator(cell)
    entry.click()
    _rest(page)
    expect(entry).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    expect(entry).to_have_value(text)
    page.keyboard.press("Enter")
    try:
        took = enter_to_paint_ms(page)
    except PlaywrightTimeoutError:
        return None
    _rest(page)
    return took


def _rest(page: Page) -> None:
    time.sleep(PAUSE_S)
    settle(page)
