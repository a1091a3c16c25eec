"""The views of scores and of broken rules in a browser: their figures open plans, and the address keeps what is shown."""

import csv
import io
import re
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Download, Page, expect

from tests.browser.server import Server
from tests.browser.steps import settle, sign_in


def open_view(page: Page, server: Server, rest: str) -> None:
    """Sign in as the lead and open a view of the quality screen."""
    sign_in(page, server, f"/quality?{rest}", role="lead")
    settle(page)


def asked(page: Page) -> dict[str, list[str]]:
    """What the address says."""
    return parse_qs(urlparse(page.url).query)


def test_the_view_of_scores_has_a_figure_for_each_score_and_profile(page: Page, server: Server) -> None:
    open_view(page, server, "view=Scores")
    table = page.get_by_role("table", name="How the scores spread")
    expect(table.locator("tbody tr")).to_have_count(24)  # eight scores, three risk profiles
    expect(table.locator("tbody tr").first).to_contain_text("BAS")
    expect(table).not_to_contain_text("NaN")
    expect(page.get_by_test_id("stVegaLiteChart").first).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_a_score_opens_the_plans_behind_it_and_the_address_keeps_them(page: Page, server: Server) -> None:
    open_view(page, server, "view=Scores")
    row = page.get_by_role("table", name="How the scores spread").locator("tbody tr").first
    plans = int(row.locator("td").nth(2).inner_text())
    row.locator("a").first.click()
    page.wait_for_url(re.compile("behind="))
    behind = page.get_by_role("table", name=re.compile("scored for BAS"))
    expect(behind.locator("tbody tr")).to_have_count(plans)
    page.reload()
    settle(page)
    expect(behind.locator("tbody tr")).to_have_count(plans)


def test_table_3_has_published_rows_beside_ours_with_their_source(page: Page, server: Server) -> None:
    open_view(page, server, "view=Scores")
    table = page.get_by_role("table", name="Results as in the paper's Table 3")
    expect(table.locator("tbody tr").filter(has_text="Annotators").first).to_contain_text("3 days, here")
    expect(table.locator("tbody tr").filter(has_text="GPT-5").first).to_contain_text("88.86")
    expect(page.get_by_text("UTP-Bench (arXiv 2609.02421), Table 3").first).to_be_visible()


def test_a_cell_of_the_map_opens_its_plans_by_keyboard(page: Page, server: Server) -> None:
    open_view(page, server, "view=Violations")
    table = page.get_by_role("table", name="Rules by annotator")
    cell = table.locator("tbody tr").filter(has_text="CRD001").locator("td.shade a.cell").first
    failing = int(cell.locator("small").inner_text().split("/")[0])
    cell.focus()
    page.keyboard.press("ArrowRight")
    expect(cell).not_to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(cell).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("behind=fail"))
    behind = page.get_by_role("table", name=re.compile("CRD001 fails"))
    expect(behind.locator("tbody tr")).to_have_count(failing)


def test_the_map_turns_to_cities_and_the_address_keeps_it(page: Page, server: Server) -> None:
    open_view(page, server, "view=Violations")
    page.get_by_role("radio", name="City", exact=True).click()
    expect(page.get_by_role("table", name="Rules by city")).to_be_visible()
    assert asked(page)["across"] == ["City"]
    page.reload()
    settle(page)
    expect(page.get_by_role("table", name="Rules by city")).to_be_visible()


def test_a_rule_leads_to_its_guideline_page(page: Page, server: Server) -> None:
    open_view(page, server, "view=Violations")
    table = page.get_by_role("table", name="Rules before and after review")
    link = table.locator("tbody tr").filter(has_text="CRD001").get_by_role("link", name="what it asks")
    with page.context.expect_page() as opened:
        link.click()
    expect(opened.value.get_by_text(re.compile("^CRD001: ")).first).to_be_visible()


@pytest.mark.parametrize(
    ("view", "key", "first"),
    [
        ("Scores", "spread-chart", ["score", "group", "plans scored"]),
        ("Scores", "table-3", ["set", "days", "plans"]),
        ("Violations", "map", ["rule", "name", "group"]),
        ("Violations", "before-after-chart", ["rule", "name", "group"]),
    ],
)
def test_what_is_shown_can_be_taken_away_as_data(
    page: Page, server: Server, view: str, key: str, first: list[str]
) -> None:
    open_view(page, server, f"view={view}")
    rows = list(csv.reader(io.StringIO(taken(page, f"{key}-csv").decode())))
    assert rows[0][: len(first)] == first
    assert len(rows) > 1


def test_the_map_can_be_taken_away_as_a_picture(page: Page, server: Server) -> None:
    open_view(page, server, "view=Violations")
    assert taken(page, "map-png").startswith(b"\x89PNG")


def taken(page: Page, key: str) -> bytes:
    """What a download button gives."""
    with page.expect_download() as waiting:
        page.locator(f".st-key-{key} button").click()
    download: Download = waiting.value
    return download.path().read_bytes()
