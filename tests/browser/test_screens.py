"""The screens around the annotate screen, as each role meets them in a browser."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.annotating import SLOW_MS, decide, decision_bar
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

BAD_RESTAURANTS = (
    "name,city,avg_cost,cuisines\n"
    "Good Dhaba,Jaipur,200,North Indian\n"
    "<b>Bad</b> Place,Nowhere Town,300,Cafe\n"
    "Costly Corner,Jaipur,about ten,Cafe\n"
)


@pytest.mark.parametrize(
    ("role", "address", "heading"),
    [
        ("annotator", "start", "Start"),
        ("expert", "start", "Start"),
        ("lead", "start", "Start"),
        ("annotator", "my-plans", "My plans"),
        ("annotator", "my-figures", "My figures"),
        ("expert", "review", "Review queue"),
        ("lead", "import", "Import data"),
        ("lead", "model-sets", "Model sets"),
        ("lead", "release", "Release gold"),
        ("lead", "reports", "Reports"),
        ("annotator", "reference", "Reference data"),
        ("expert", "guidelines", "Guidelines"),
    ],
)
def test_a_screen_opens_for_its_role_and_nothing_fails(
    page: Page, server: Server, role: str, address: str, heading: str
) -> None:
    sign_in(page, server, f"/{address}", role=role)
    expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_the_start_page_leads_an_annotator_to_the_plan_that_came_back(page: Page, server: Server) -> None:
    sign_in(page, server, "/start", name="Meera Joshi, demo")
    page.locator(".st-key-next-plan button").click()
    page.wait_for_url("**/annotate?plan=*")


def test_a_number_on_the_start_page_leads_to_its_plans(page: Page, server: Server) -> None:
    sign_in(page, server, "/start", role="lead")
    page.locator(".st-key-state-gold button").click()
    page.wait_for_url("**/?state=gold")
    expect(page.get_by_role("heading", name="Plans gold")).to_be_visible()


def test_filters_of_my_plans_survive_a_reload(page: Page, server: Server) -> None:
    sign_in(page, server, "/my-plans", name="Meera Joshi, demo")
    table = page.get_by_role("table", name="My plans")
    expect(table.locator("tbody tr")).to_have_count(2)
    page.locator(".st-key-find input").fill("udaipur")
    expect(table.locator("tbody tr")).to_have_count(1)
    page.reload()
    settle(page)
    expect(page.locator(".st-key-find input")).to_have_value("udaipur")
    expect(page.get_by_role("table", name="My plans").locator("tbody tr")).to_have_count(1)


def test_enter_on_a_row_opens_the_plan(page: Page, server: Server) -> None:
    sign_in(page, server, "/my-plans", name="Meera Joshi, demo")
    page.get_by_role("table", name="My plans").locator("tbody a").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/annotate?plan=*")


def test_a_bad_file_shows_each_problem_with_its_line_and_column_and_writes_nothing(
    page: Page, server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "restaurants.csv"
    file.write_text(BAD_RESTAURANTS, encoding="utf-8")
    sign_in(page, server, "/import", role="lead")
    past = page.get_by_role("table", name="Past imports").locator("tbody tr")
    past.first.wait_for()
    before = past.count()
    page.locator("input[type=file]").set_input_files(file)
    problems = page.get_by_role("table", name="Problems of the import by kind")
    city = problems.locator("tr", has_text="Nowhere Town")
    expect(city).to_contain_text("error")
    expect(city.locator("td").nth(1)).to_have_text("restaurants.csv")
    expect(city.locator("td").nth(2)).to_have_text("3")
    expect(city.locator("td").nth(3)).to_have_text("city")
    cost = problems.locator("tr", has_text="about ten")
    expect(cost.locator("td").nth(2)).to_have_text("4")
    expect(cost.locator("td").nth(3)).to_have_text("avg_cost")
    expect(page.locator(".st-key-import-now button")).to_contain_text("Import the 1 good one")
    page.reload()
    settle(page)
    expect(page.get_by_role("table", name="Past imports").locator("tbody tr")).to_have_count(before)


def test_the_good_rows_of_a_bad_file_are_imported_on_request_and_once(
    page: Page, server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "restaurants.csv"
    file.write_text(BAD_RESTAURANTS, encoding="utf-8")
    sign_in(page, server, "/import", role="lead")
    for new, same in (("1", "0"), ("0", "1")):
        page.locator("input[type=file]").set_input_files(file)
        page.locator(".st-key-import-now button").click()
        result = page.get_by_role("table", name="What the import did, by table")
        expect(result.locator("td").nth(1)).to_have_text(new)
        expect(result.locator("td").nth(3)).to_have_text(same)


def test_a_file_that_nobody_recognises_is_asked_about(page: Page, server: Server, tmp_path: Path) -> None:
    file = tmp_path / "mystery.csv"
    file.write_text("colour,weight\nred,3\n", encoding="utf-8")
    sign_in(page, server, "/import", role="lead")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("No table is recognised by name or header")).to_be_visible()
    expect(page.locator(".st-key-import-now button")).to_be_disabled()


def test_an_expert_approves_and_another_makes_it_gold(page: Page, server: Server) -> None:
    sign_in(page, server, "/review?state=submitted", name="Lakshmi Nair, demo")
    page.get_by_role("table", name="Submissions").locator("tbody a").first.click()
    page.wait_for_url("**/review-plan?*plan=*")
    address = page.url.removeprefix(server.address)
    decide(page, "retain as it is")
    expect(decision_bar(page)).to_contain_text("You approved this plan", timeout=SLOW_MS)
    page.context.clear_cookies()
    sign_in(page, server, address, name="Vikram Sethi, demo")
    decision_bar(page).locator('[data-key="begin"]').click(timeout=SLOW_MS)
    decide(page, "gold")
    expect(decision_bar(page)).to_contain_text("Gold: the plan is locked", timeout=SLOW_MS)


def test_sending_back_wants_a_reason(page: Page, server: Server) -> None:
    sign_in(page, server, "/review?state=in%20review", name="Lakshmi Nair, demo")
    page.get_by_role("table", name="Submissions").locator("tbody a").first.click()
    decision_bar(page).locator('[data-key="begin"]').click(timeout=SLOW_MS)  # the other expert has it open
    decide(page, "back to annotator")
    expect(decision_bar(page)).to_contain_text("Say why: the annotator reads it first.")


def test_a_release_holds_as_many_lines_as_it_says(page: Page, server: Server) -> None:
    sign_in(page, server, "/release", role="lead")
    button = page.get_by_test_id("stFormSubmitButton").get_by_role("button")
    count = int(button.inner_text().split()[1])
    page.locator(".st-key-release-name input").fill("trial 1")
    button.click()
    row = page.get_by_role("table", name="Releases").locator("tbody tr", has_text="trial 1")
    expect(row.locator("td").nth(2)).to_have_text(str(count))
    with page.expect_download() as download:
        page.get_by_role("button", name="gold.jsonl ·").click()
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == count
    assert [json.loads(line)["idx"] for line in lines] == sorted(json.loads(line)["idx"] for line in lines)


def test_a_deep_link_shows_a_train_with_its_figures_and_says_that_they_are_invented(
    page: Page, server: Server
) -> None:
    sign_in(page, server, "/reference?kind=train&key=20461")
    expect(page.get_by_role("heading", name="Train 20461")).to_be_visible()
    figures = page.get_by_role("table", name="Delay figures")
    expect(figures.locator("tr", has_text="Expected delay, Jaipur Junction")).to_contain_text("24.1 min")
    expect(figures).to_contain_text("demo (invented)")


def test_a_road_without_delays_says_how_many_have_some(page: Page, server: Server) -> None:
    sign_in(page, server, "/reference?kind=road&key=Agra%20%3E%20Kochi")
    expect(page.get_by_text("18 of 56 road pairs have some")).to_be_visible()


def test_an_unknown_thing_in_the_address_is_told(page: Page, server: Server) -> None:
    sign_in(page, server, "/reference?kind=train&key=%3Cb%3E1%3C/b%3E")
    expect(page.get_by_text("No table knows the train <b>1</b>")).to_be_visible()


def test_a_deep_link_opens_the_page_of_a_rule(page: Page, server: Server) -> None:
    sign_in(page, server, "/guidelines?page=TIM004")
    expect(page.get_by_role("heading", name="TIM004: At least 4 h from the end")).to_be_visible()


def test_the_search_of_the_guidelines_finds_a_rule_by_a_word(page: Page, server: Server) -> None:
    sign_in(page, server, "/guidelines")
    page.locator(".st-key-find input").fill("REP002")
    expect(page.get_by_role("table", name="Rules").locator("a", has_text="REP002")).to_be_visible()
    expect(page.get_by_role("table", name="Rules").locator("a", has_text="TIM005")).to_have_count(0)
