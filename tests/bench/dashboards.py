"""How long each view of the quality screen takes to open on 1,000 plans, beside a trivial page of the same server."""

import ast
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import BrowserContext

from tests.bench.browser import chromium, drawn_ms, new_context
from tests.bench.figure import Figure, spread
from tests.bench.quality_workspace import PLANS, make_quality_workspace
from tests.bench.servers import ROOT, WORKBENCH, Running, serving
from tests.browser.steps import choose_person, settle

MOST_TIMES_TRIVIAL = 3.0
SAMPLES = 9
FEW_PLANS = 60
TRIVIAL, TRIVIAL_WANTED = "/account", ".page-head h1"
"""The lightest page that the lead may open: who is signed in, and from where."""
VIEW_WANTED = ".st-key-filters"
MY_FIGURES = "My figures"


def view_names() -> list[str]:
    """The views of the quality screen, as its file lists them."""
    tree = ast.parse((ROOT / "pages" / "leads" / "quality.py").read_text(encoding="utf-8"))
    views = next(
        node.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "VIEWS"
    )
    assert isinstance(views, ast.Dict)
    return [key.value for key in views.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    """Interleaved openings of every view, of an annotator's own figures and of the trivial page; the first of each apart."""
    url = make_quality_workspace(folder, plans=FEW_PLANS if quick else PLANS)
    names = view_names()
    with serving(WORKBENCH, folder, url) as server, chromium() as browser:
        lead, annotator = new_context(browser), new_context(browser)
        _sign_in(lead, server, "lead")
        _sign_in(annotator, server, "annotator")

        def open_all() -> dict[str, float]:
            took = {
                name: drawn_ms(lead, f"{server.address}/quality?{urlencode({'view': name})}", VIEW_WANTED)
                for name in names
            }
            took[MY_FIGURES] = drawn_ms(annotator, f"{server.address}/my-figures", TRIVIAL_WANTED)
            took[TRIVIAL] = drawn_ms(lead, server.address + TRIVIAL, TRIVIAL_WANTED)
            return took

        first = open_all()
        samples = [open_all() for _ in range(1 if quick else SAMPLES)]
    trivial = spread([one[TRIVIAL] for one in samples])
    figures = []
    for name in (*names, MY_FIGURES):
        own = spread([one[name] for one in samples])
        beside = f"median {own.median:.0f} ms, p95 {own.p95:.0f} ms, {own.n} samples; the first time {first[name]:.0f} ms"
        why = "the first time it is computed, later read from what is kept for the same rounds"
        figures.append(
            Figure(
                "dashboards", f"{name}, beside a trivial page", own.median / trivial.median, "times",
                MOST_TIMES_TRIVIAL, beside, why,
            )
        )  # fmt: skip
    beside = f"p95 {trivial.p95:.0f} ms, {trivial.n} samples; the first time {first[TRIVIAL]:.0f} ms"
    return [*figures, Figure("dashboards", "the trivial page, median", trivial.median, "ms", beside=beside)]


def _sign_in(context: BrowserContext, server: Running, role: str) -> None:
    page = context.new_page()
    page.goto(server.address + TRIVIAL)
    page.wait_for_url("**/sign-in*")
    choose_person(page, role=role)
    settle(page)
    page.close()
