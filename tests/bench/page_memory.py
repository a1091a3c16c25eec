"""How much memory the server needs for each page that is open."""

import time
from collections.abc import Callable
from pathlib import Path

from tests.bench import workspace
from tests.bench.browser import chromium, new_context, open_one_widget, sign_in
from tests.bench.figure import Figure
from tests.bench.servers import ONE_WIDGET, WORKBENCH, Running, serving

PAGES, WARM_UP = 8, 2
_REST_S = 1.0


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    """Growth of the resident memory over several sessions of their own, after the first ones loaded the code."""
    url = workspace.make_workspace(folder)
    desk = workspace.assign_plan(url, "Memory")
    workspace.fill_times(desk)
    pages = 2 if quick else PAGES
    with (
        serving(WORKBENCH, folder, url) as server,
        serving(ONE_WIDGET, folder) as trivial,
        chromium() as browser,
    ):

        def annotate() -> None:
            sign_in(new_context(browser), server, desk.person, desk.annotation_id)

        def one_widget() -> None:
            open_one_widget(new_context(browser), trivial)

        mine, held = _growth_mb(server, annotate, pages)
        theirs, _ = _growth_mb(trivial, one_widget, pages)
    beside = f"one widget: {theirs:.1f} MB; the server with {pages + WARM_UP} pages open: {held:.0f} MB"
    return [Figure("memory", "server memory per open annotate page", mine, "MB", beside=beside)]


def _growth_mb(server: Running, open_page: Callable[[], None], pages: int) -> tuple[float, float]:
    """(MB per further page, MB at the end)."""
    for _ in range(WARM_UP):
        open_page()
    time.sleep(_REST_S)
    before = server.resident_mb()
    for _ in range(pages):
        open_page()
    time.sleep(_REST_S)
    after = server.resident_mb()
    return (after - before) / pages, after
