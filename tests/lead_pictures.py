"""The lead's day of the README in pictures, on the workspace of `tests/bench/quality_workspace.py`.

The demo is too small for its dashboards to say anything: here about 350 plans went through up to three rounds in the eight
weeks before the pictures are taken, so that the forecast begins today. All of it is invented.
"""

import tempfile
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Page, expect

from db import release_drafts, release_gates, releases
from db.people import Person, list_people
from db.release_drafts import PlannedCell
from db.schema import migrate
from db.session import Session, open_session
from tests.bench.quality_workspace import fill_quality_workspace
from tests.browser.server import Server
from tests.camera import SLOW_MS, Camera
from tests.db.cutting import cut_release

PLANS = 300
"""Approved or gold; some in every other state come on top."""
LEAD = "Tara Venkatesh"
FIRST, SECOND, DRAFT = "2026.1", "2026.2", "2026.3"
LEFT_OUT, WHY_LEFT_OUT = 3, "The timetable of its train changed."
WHY_WITHDRAWN = "Three plans rest on an old timetable; take 2026.2."


def fill_lead_workspace(server: Server) -> None:
    """Fill the server's database, which is empty: the plans, two releases of which the first is withdrawn, a draft."""
    url = server.database_url
    migrate(url)
    fill_quality_workspace(
        url, plans=PLANS, ends_at=datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
    )
    with (
        tempfile.TemporaryDirectory(prefix="releases-") as place,
        open_session(write=True, url=url) as session,
    ):
        lead = next(person for person in list_people(session) if person.name == LEAD)
        cut_release(session, FIRST, Path(place, FIRST), lead, leave_out_held_back=True)
        _plan(session, lead, SECOND)
        some = [item.annotation_id for item in release_gates.check(session).ready[:LEFT_OUT]]
        release_drafts.leave_out(session, lead, SECOND, some, WHY_LEFT_OUT)
        _plan(session, lead, SECOND)
        cut_release(session, SECOND, Path(place, SECOND), lead, leave_out_held_back=True)
        releases.withdraw(session, FIRST, lead, WHY_WITHDRAWN)
        _plan(session, lead, DRAFT)


def _plan(session: Session, lead: Person, name: str) -> None:
    """Plan as many of each kind as may go out."""
    cells = release_gates.check(session, release_drafts.get_draft(session, name)).cells()
    planned = [PlannedCell(cell.risk_profile, cell.days, cell.ready) for cell in cells]
    release_drafts.plan_release(session, lead, name, planned)


class LeadDay:
    """From the morning's look at the figures to a release; each step leaves its picture."""

    def __init__(self, camera: Camera, server: Server) -> None:
        self.camera, self.server = camera, server

    def walk(self) -> None:
        """Take the pictures."""
        self._table("/quality?view=Progress", "Where plans wait", "quality-progress")
        self._table("/quality?view=Violations", "Rules by annotator", "quality-violations", theme="dark")
        self._table("/quality?view=People", "How people work", "quality-people")
        self._table("/quality?view=Agreement", "How far people agree", "quality-agreement")
        self._table(f"/release?draft={DRAFT}&gate=flags", "Gold items", "release-check")
        self._table(
            f"/release?release={SECOND}&beside={FIRST}", "Differences between the two releases",
            "release-compare", is_scrolled_to=True,
        )  # fmt: skip
        self._week()

    def _table(
        self, address: str, table: str, picture: str, *, theme: str = "light", is_scrolled_to: bool = False
    ) -> None:
        """The screen at an address once it has drawn the named table."""
        page = self._open(address, theme)
        awaited = page.get_by_role("table", name=table, exact=True)
        expect(awaited).to_be_attached(timeout=SLOW_MS)
        if is_scrolled_to:
            awaited.scroll_into_view_if_needed()
        self.camera.take(page, picture)
        page.context.close()

    def _week(self) -> None:
        page = self._open("/reports", "light")
        expect(page.frame_locator("iframe").get_by_text("What to do next")).to_be_attached(timeout=SLOW_MS)
        page.get_by_text("As it will be printed").evaluate("heading => heading.scrollIntoView()")
        self.camera.take(page, "week")
        page.context.close()

    def _open(self, address: str, theme: str) -> Page:
        return self.camera.open(self.server, address, LEAD, theme)
