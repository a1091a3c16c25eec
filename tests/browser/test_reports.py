"""Printed reports as people meet them in a browser: a week, a batch, a plan from wherever it is shown."""

import io

from playwright.sync_api import Download, Page, expect
from pypdf import PdfReader
from sqlalchemy import select, update

from annotate.workflow import State
from db.batches import make_batch
from db.models import Annotation, Assignment
from db.people import list_people
from db.quality_plans import quality_plans
from db.session import open_session
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

HOSTILE = "<img src=x onerror=document.title='owned'>"


def downloaded(page: Page, key: str) -> bytes:
    """What the button with this key gives."""
    button = page.locator(f".st-key-{key} button")
    expect(button).to_be_enabled()
    with page.expect_download() as waiting:
        button.click()
    download: Download = waiting.value
    return download.path().read_bytes()


def first_page(pdf: bytes) -> str:
    return " ".join(PdfReader(io.BytesIO(pdf)).pages[0].extract_text().split())


def plan_in(server: Server, state: State) -> tuple[int, str]:
    """A plan of the demo in a state, and the name of its annotator."""
    with open_session(write=False, url=server.database_url) as session:
        found = next(plan for plan in quality_plans(session) if plan.state is state)
        return found.annotation_id, found.annotator.name


def test_the_lead_sees_a_week_and_takes_it_as_pdf_and_html(page: Page, server: Server) -> None:
    sign_in(page, server, "/reports?week=2025-W41", role="lead")
    preview = page.frame_locator("iframe")
    expect(preview.get_by_role("heading", name="Week 2025-W41")).to_be_visible()
    expect(preview.get_by_text("Speak with A02, A03")).to_be_visible()
    assert first_page(downloaded(page, "week-pdf")).startswith("Week 2025-W41")
    assert downloaded(page, "week-html").startswith(b"<!DOCTYPE html>")


def test_the_lead_makes_one_document_of_a_batch(page: Page, server: Server) -> None:
    with open_session(write=True, url=server.database_url) as session:
        lead = next(person for person in list_people(session) if "lead" in person.roles)
        queries = sorted({plan.query_id for plan in quality_plans(session) if plan.idx in (2, 14)})
        batch = make_batch(session, lead.id, HOSTILE, query_ids=queries, overlap=2)
        of_these = select(Annotation.id).where(Annotation.query_id.in_(queries))
        session.execute(
            update(Assignment).where(Assignment.annotation_id.in_(of_these)).values(batch_id=batch)
        )
    sign_in(page, server, "/reports?report=A+batch", role="lead")
    expect(page.get_by_text("1 of 2 plans of this batch were submitted")).to_be_visible()
    page.locator(".st-key-make button").click()
    expect(page.locator(".st-key-batch-download button")).to_be_visible(timeout=60_000)
    pdf = downloaded(page, "batch-download")
    assert HOSTILE in first_page(pdf)
    assert "demo 2, A01" in first_page(pdf)
    assert len(PdfReader(io.BytesIO(pdf)).pages) > 4
    assert "owned" not in page.title()


def test_an_annotator_prints_a_plan_that_was_handed_in_and_no_other(page: Page, server: Server) -> None:
    plan, name = plan_in(server, State.SUBMITTED)
    sign_in(page, server, f"/annotate?plan={plan}", name=name)
    assert first_page(downloaded(page, "print-pdf")).startswith("Plan demo 3")
    assert b"Plan demo 3" in downloaded(page, "print-html")


def test_a_plan_that_was_never_handed_in_has_nothing_to_print(page: Page, server: Server) -> None:
    plan, name = plan_in(server, State.IN_PROGRESS)
    sign_in(page, server, f"/annotate?plan={plan}", name=name)
    expect(page.locator(".st-key-history button")).to_be_visible()
    settle(page)
    expect(page.locator(".st-key-print-pdf")).to_have_count(0)


def test_an_expert_prints_a_submission(page: Page, server: Server) -> None:
    plan, _ = plan_in(server, State.SUBMITTED)
    sign_in(page, server, f"/review-plan?plan={plan}", role="expert")
    assert first_page(downloaded(page, "print-pdf")).startswith("Plan demo 3")


def test_a_lead_prints_a_plan_from_the_drawer(page: Page, server: Server) -> None:
    plan, _ = plan_in(server, State.GOLD)
    sign_in(page, server, "/release", role="lead")
    page.get_by_role("table", name="Gold items").locator("tbody a").first.click()
    assert first_page(downloaded(page, f"print-{plan}-pdf")).startswith("Plan demo 2")
