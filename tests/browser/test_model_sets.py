"""Plans of a model brought in, scored in the background and compared, as the lead meets it in a browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from annotate.permissions import Role
from db import model_sets
from db.demo.workspace import DATA
from db.model_sets import SetState
from db.session import open_session
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

SCORED_MS = 180_000
"""A background process starts, scores and ends within this, on a machine that does much else too."""
MODEL_A, MODEL_B = "Demo model A (invented)", "Demo model B (invented)"
HOSTILE = "<img src=x onerror=document.title='owned'>"


def open_set(page: Page, name: str) -> None:
    page.get_by_role("table", name="Model sets").get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    settle(page)


def show(page: Page, view: str) -> None:
    page.get_by_test_id("stButtonGroup").get_by_text(view, exact=True).click()
    settle(page)


def choose_file(page: Page, file: Path) -> None:
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_label("Name of the set")).to_have_attribute("placeholder", file.stem)


def wait_until_scored(page: Page, name: str) -> None:
    row = page.get_by_role("table", name="Model sets").locator("tbody tr", has_text=name)
    expect(row).to_contain_text("done", timeout=SCORED_MS)


def test_the_demo_s_sets_are_scored_soon_after_the_first_start_and_shown_as_table_3(
    page: Page, server: Server
) -> None:
    sign_in(page, server, "/model-sets", role="lead")
    for name in (MODEL_A, MODEL_B):
        wait_until_scored(page, name)
    open_set(page, MODEL_A)
    table = page.get_by_role("table", name="Results as in the paper's Table 3")
    three_days = table.locator("tbody tr").first
    expect(three_days).to_contain_text("3 days")
    expect(three_days.locator("td").nth(2)).to_contain_text("7/9")  # 9 queries of 3 days, 7 plans
    everything = page.get_by_role("table", name="Results by trip length and risk profile").locator("tbody tr")
    expect(everything.last).to_contain_text("all")
    expect(everything.last).to_contain_text("71.4")  # 10 of 14
    show(page, "Failed plans")
    failed = page.get_by_role("table", name="Failed plans").locator("tbody tr")
    expect(failed).to_have_count(4)
    expect(failed.nth(1)).to_contain_text("missing")
    expect(page.get_by_role("table", name="Lines that were left out").locator("tbody tr")).to_have_count(3)


def test_a_file_is_added_scored_while_the_page_is_reloaded_and_its_scores_are_downloaded(
    page: Page, server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "third.jsonl"
    file.write_bytes((DATA / "model_b.jsonl").read_bytes())
    sign_in(page, server, "/model-sets", role="lead")
    choose_file(page, file)
    page.get_by_label("Name of the set").fill(HOSTILE)
    page.get_by_role("button", name="Add and score").click()
    expect(page.get_by_role("heading", name=HOSTILE, level=1)).to_be_visible()
    page.reload()
    settle(page)
    expect(page.get_by_role("table", name="Results as in the paper's Table 3")).to_be_visible(
        timeout=SCORED_MS
    )
    with page.expect_download() as waiting:
        page.get_by_role("button", name="scores.json").click()
    scores = json.loads(Path(waiting.value.path()).read_text(encoding="utf-8"))
    assert [plan["idx"] for plan in scores["plans"]] == list(range(1, 15))
    assert scores["summary"]["delivered"] == 13
    assert page.title() != "owned"
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("heading", name="Model sets", level=1)).to_be_visible()
    expect(page.get_by_role("table", name="Model sets").locator("tbody tr")).to_have_count(2)


def test_a_broken_file_says_why_and_leaves_no_set(page: Page, server: Server, tmp_path: Path) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_text("no plans at all\n", encoding="utf-8")
    sign_in(page, server, "/model-sets", role="lead")
    choose_file(page, file)
    page.get_by_role("button", name="Add and score").click()
    expect(page.get_by_role("alert")).to_contain_text("None of the 1 lines of broken.jsonl is a plan")
    expect(page.get_by_role("table", name="Model sets").locator("tbody tr")).to_have_count(2)
    page.get_by_label("Or a file on the server").fill("/etc/passwd")
    page.get_by_role("button", name="Add and score").click()
    expect(page.get_by_role("alert")).to_contain_text("Two files were chosen")


def test_two_sets_stand_beside_each_other_with_their_differences(page: Page, server: Server) -> None:
    sign_in(page, server, "/model-sets", role="lead")
    wait_until_scored(page, MODEL_A)
    wait_until_scored(page, MODEL_B)
    open_set(page, MODEL_A)
    show(page, "Beside another set")
    table = page.get_by_role("table", name="Results as in the paper's Table 3")
    expect(table.locator("tbody tr")).to_have_count(6)
    expect(table.locator("tbody tr").nth(1)).to_contain_text(MODEL_B)
    gaps = page.get_by_role("table", name="Differences by trip length")
    expect(gaps.locator("tbody tr").first.locator("td").nth(1)).to_have_text("+11.11")  # 8/9 after 7/9
    assert "with=" in page.url or "view=" in page.url


def test_the_plans_that_differ_most_from_people_s_open_beside_each_other(page: Page, server: Server) -> None:
    sign_in(page, server, "/model-sets", role="lead")
    wait_until_scored(page, MODEL_A)
    open_set(page, MODEL_A)
    show(page, "Beside people")
    show(page, "gold and approved")
    table = page.get_by_role("table", name="Plans where people and the model differ")
    expect(table.locator("tbody tr")).to_have_count(3)
    table.get_by_role("link", name="demo 3").click()
    both = page.get_by_role("table", name="Both plans")
    expect(both).to_contain_text("From Mewar with Ghee")
    expect(both.locator("tr.one")).to_have_count(2)
    page.reload()
    settle(page)
    expect(page.get_by_role("table", name="Both plans")).to_be_visible()


def test_a_set_that_waits_is_scored_after_the_server_was_killed_and_started_again(
    page: Page, server: Server
) -> None:
    with open_session(write=True, url=server.database_url) as session:
        found = next(one for one in model_sets.list_model_sets(session) if one.name == MODEL_A)
        model_sets.score_again(session, found.by.id, found.id)
    server.kill()
    server.start()
    sign_in(page, server, "/model-sets", role="lead")
    wait_until_scored(page, MODEL_A)
    with open_session(write=False, url=server.database_url) as session:
        assert model_sets.get_model_set(session, MODEL_A).state is SetState.DONE


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.EXPERT])
def test_the_screen_is_the_lead_s(page: Page, server: Server, role: Role) -> None:
    sign_in(page, server, "/model-sets", role=role.value)
    expect(page.get_by_text(re.compile("It is for the role lead"))).to_be_visible()
