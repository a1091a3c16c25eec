"""The agreement view: figures of the plans that two people handed in, the plans behind, undefined said in words."""

import json
import re

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select, update
from sqlalchemy.orm import undefer

from db.models import Annotation, Person, QueryRow, Submission
from db.session import open_session
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

HOSTILE = "<img src=x onerror=alert(1)> **Bold** ${name}"
VIEW = "/quality?view=Agreement"
LATER_MIN = 25


@pytest.fixture(scope="module", autouse=True)
def one_leaves_later(server: Server) -> str:
    """One of two annotators of demo query 7, hostilely named, leaves the first attraction later; gives its name."""
    with open_session(write=True, url=server.database_url) as session:
        frozen = session.scalars(
            select(Submission)
            .join(Annotation, Annotation.id == Submission.annotation_id)
            .join(QueryRow, QueryRow.id == Annotation.query_id)
            .where(QueryRow.idx == 7)
            .options(undefer(Submission.itinerary))
            .order_by(Submission.id.desc())
        ).first()
        assert frozen is not None
        plan = json.loads(frozen.itinerary)
        stop = next(stop for day in plan["days"] for stop in day["stops"] if stop["kind"] == "attraction")
        stop["end_min"] += LATER_MIN
        frozen.itinerary = json.dumps(plan)
        session.execute(update(Person).where(Person.id == frozen.by_id).values(name=HOSTILE))
        return str(stop["name"])


def test_a_lead_sees_how_far_people_agree_and_opens_the_plans_of_a_kind(
    page: Page, server: Server, one_leaves_later: str
) -> None:
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    sign_in(page, server, VIEW, role="lead")
    measures = page.locator(".st-key-measures table")
    expect(measures).to_contain_text("Krippendorff's alpha")
    expect(measures.locator("tr", has_text="Stops begun in the same order")).to_contain_text("100.0%")
    # one of 58 departures differs: 57 of 58 are at the same minute
    expect(measures.locator("tr", has_text="The same minute")).to_contain_text("98.3%")
    rows = page.locator(".st-key-worst-rows table")
    expect(rows).to_contain_text(one_leaves_later)
    expect(rows).to_contain_text(f"{LATER_MIN} min")
    expect(rows).to_contain_text(HOSTILE)
    page.locator(".st-key-parts tr", has_text="attraction").first.click()
    settle(page)
    expect(page.locator(".page-section", has_text="The plans behind: attraction")).to_be_visible()
    expect(page.locator(".st-key-behind-list table")).to_contain_text("demo 7")
    assert asked == []


def test_without_anything_to_compare_it_says_undefined_and_why(page: Page, server: Server) -> None:
    sign_in(page, server, f"{VIEW}&compare=Annotator+with+expert", role="lead")
    expect(page.get_by_text("Agreement is undefined, because there are no common items")).to_be_visible()


def test_a_lead_who_is_an_expert_too_goes_on_to_adjudicate_the_query(page: Page, server: Server) -> None:
    with open_session(write=True, url=server.database_url) as session:
        lead = next(
            one for one in session.scalars(select(Person).order_by(Person.id)) if one.roles == ["lead"]
        )
        lead.roles = ["expert", "lead"]
        name = lead.name
    sign_in(page, server, VIEW, name=name)
    link = page.locator(".st-key-worst-groups a", has_text="Adjudicate").first
    expect(link).to_have_attribute("href", re.compile(r"^adjudicate\?query=\d+$"))
