"""How long it takes until the annotate screen is there, with reference data at the size of UTP-Bench."""

import time
from pathlib import Path

from tests.bench import utp_scale, workspace
from tests.bench.browser import (
    BOARD,
    RESULT,
    chromium,
    new_context,
    open_ms,
    open_one_widget,
    plan_address,
    sign_in,
)
from tests.bench.figure import Figure, spread
from tests.bench.servers import ONE_WIDGET, WORKBENCH, serving

SAMPLES = 15


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    """Interleaved openings of the annotate screen and of a page with one widget."""
    url = workspace.make_workspace(folder)
    utp_scale.import_tables([utp_scale.write_tables_in(folder, quick=quick)], url)
    start = time.perf_counter()
    desk = workspace.assign_plan(url, "Opening")
    assign_ms = (time.perf_counter() - start) * 1000
    workspace.fill_times(desk)
    samples = 2 if quick else SAMPLES
    with (
        serving(WORKBENCH, folder, url) as server,
        serving(ONE_WIDGET, folder) as trivial,
        chromium() as browser,
    ):
        context, other = new_context(browser), new_context(browser)
        sign_in(context, server, desk.person, desk.annotation_id).close()
        open_one_widget(other, trivial).close()
        opened, trivials = [], []
        for _ in range(samples):
            opened.append(open_ms(context, plan_address(server, desk.annotation_id), BOARD, ".row input"))
            trivials.append(open_ms(other, trivial.address, RESULT, "p"))
    mine, theirs = spread(opened), spread(trivials)
    beside = f"one widget: median {theirs.median:.0f} ms, p95 {theirs.p95:.0f} ms, {theirs.n} samples each"
    return [
        Figure("open", "annotate screen at UTP scale, median", mine.median, "ms", beside=beside),
        Figure("open", "annotate screen at UTP scale, p95", mine.p95, "ms"),
        Figure("open", "median beside one widget", mine.median / theirs.median, "times"),
        Figure("open", "a plan assigned, its facts gathered", assign_ms, "ms"),
    ]
