"""`make screenshots`: the pictures of the README, taken of the real thing.

Starts the workbench on a database of its own with the demo workspace, walks the README's tour in a Chromium, then the
lead's day on a larger invented workspace (`tests/lead_pictures.py`), and writes one PNG for each step into
`guidelines/pictures/`. The window, the language, the time zone and the data are fixed; only clock times, and the dates of
the lead's day, differ from one run to the next.

python -m tests.screenshots                 all pictures
python -m tests.screenshots --out FOLDER    somewhere else
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect, sync_playwright

from annotate.feedback import give_feedback
from annotate.timeline import Timeline
from db import plans
from db.people import list_people
from db.session import open_session
from helpers.remarks import offered_rationale, offered_remarks
from helpers.suggest import suggest_day
from tests.browser.annotating import decide, decision_bar
from tests.browser.chromium import HOW_TO_GET_ONE, find_chromium
from tests.browser.server import ROOT, Server
from tests.browser.steps import settle
from tests.camera import LARGEST_BYTES, SLOW_MS, Camera
from tests.lead_pictures import LeadDay, fill_lead_workspace

PICTURES = ROOT / "guidelines" / "pictures"
ANNOTATOR, EXPERT, SECOND_EXPERT, LEAD = (
    "Ananya Rao, demo",
    "Lakshmi Nair, demo",
    "Vikram Sethi, demo",
    "Farah Ali, demo",
)
MODEL_SET = "Demo model A (invented)"
SCORED_MS = 180_000
REMARK_DUE = "REM001"
HALF_A_DAY = (("d1.l1", "end", "1305"), ("d1.s1", "start", "1340"), ("d1.s1", "end", "2.10 pm"))
"""The train's planned arrival and the way to the hotel, as the README's tour types them."""
TOO_SHORT = (("d1.s2", "start", "14:20"), ("d1.s2", "end", "15:10"))
LONG_ENOUGH = ("d1.s2", "end", "17:05")
RESTAURANTS = (
    "name,city,avg_cost,cuisines\n"
    "Blue Door Kitchen,Jaipur,450,North Indian\n"
    "Lake Terrace,Udaipur,about 600,Rajasthani\n"
    "Copper Ladle,Jaypur,300,Cafe\n"
    "Old Bank Canteen,Agra,250,Mughlai\n"
)
"""A file with a cost in words and a city that no table knows."""


class Tour:
    """The README's five minutes, from an empty desk to a release; each step leaves its picture."""

    def __init__(self, camera: Camera, server: Server) -> None:
        self.camera, self.server = camera, server
        self.plan = 0

    def walk(self) -> None:
        """Take the pictures."""
        self._annotate()
        self._review()
        self._release()
        self._model_set()
        self._import()
        self._look_up()

    def _someone(self, address: str, name: str, theme: str = "light") -> Page:
        return self.camera.open(self.server, address, name, theme)

    def _take(self, page: Page, name: str) -> None:
        self.camera.take(page, name)

    def _annotate(self) -> None:
        page = self._someone("/start", ANNOTATOR)
        self._take(page, "start")
        page.goto(f"{self.server.address}/my-plans")
        page.locator(".st-key-take-next button").click(timeout=SLOW_MS)
        page.wait_for_url("**/annotate?plan=*")
        expect(page.locator("section.board")).to_be_visible(timeout=SLOW_MS)
        self.plan = int(re.findall(r"plan=(\d+)", page.url)[0])
        settle(page)
        for row, field, text in (*HALF_A_DAY, *TOO_SHORT):
            self._type(page, row, field, text)
        self._saved(page)
        _cell(page, "d1.s2", "end").focus()
        self._take(page, "annotate-half")
        self._type(page, *LONG_ENOUGH)
        for row in ("d1.s3", "d1.s4"):
            _cell(page, row, "end").focus()
            page.keyboard.press("Enter")
        self._saved(page)
        self._remarks(page)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Submit").first.scroll_into_view_if_needed()
        self._take(page, "annotate-full")
        page.context.close()
        dark = self._someone(f"/annotate?plan={self.plan}&day=1&row=d1.s3", ANNOTATOR, "dark")
        expect(dark.locator("section.board")).to_be_visible(timeout=SLOW_MS)
        self._take(dark, "annotate-dark")
        dark.context.close()
        self._fill_the_rest()
        page = self._someone(f"/annotate?plan={self.plan}&day=1", ANNOTATOR)
        expect(page.locator("section.board")).to_be_visible(timeout=SLOW_MS)
        page.get_by_role("button", name=re.compile("^Submit")).first.click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("The round is frozen", timeout=SLOW_MS)
        self._take(page, "submit")
        dialog.get_by_role("button", name=re.compile("^Submit")).click()
        expect(page.get_by_text("submitted, round 1")).to_be_visible(timeout=SLOW_MS)
        page.context.close()

    def _type(self, page: Page, row: str, field: str, text: str) -> None:
        cell = _cell(page, row, field)
        cell.focus()
        page.keyboard.type(text)
        page.keyboard.press("Enter")

    def _saved(self, page: Page) -> None:
        expect(page.locator("section.board .status")).to_have_class(re.compile(r"\bsaved\b"), timeout=SLOW_MS)
        settle(page)

    def _remarks(self, page: Page) -> None:
        for row in ("d1.s2", "d1.s3"):
            _cell(page, row, "start").focus()
            field = page.locator(f'[data-slot="remark"] textarea[data-key$="/{row}/remark"]')
            expect(field).to_be_visible(timeout=SLOW_MS)
            settle(page)
            page.locator(f'.st-key-plan_side .offer[data-field$="/{row}/remark"]').first.click()
            expect(field).not_to_have_value("", timeout=SLOW_MS)
            self._saved(page)

    def _fill_the_rest(self) -> None:
        """Days 2 and 3 at their suggested times, with the sentences that are offered, through the services."""
        with open_session(write=True, url=self.server.database_url) as session:
            me = next(person.id for person in list_people(session) if person.name == ANNOTATOR)
            opened = plans.open_plan(session, me, self.plan)
            times = [
                plans.Cell(row=row, field=field, value=minute)
                for day in opened.itinerary.days[1:]
                for row, slot in suggest_day(opened.itinerary, opened.facts, day.number).items()
                for field, minute in zip(("start", "end"), slot, strict=True)
            ]
            self._apply(session, me, 1, times)
            opened = plans.open_plan(session, me, self.plan)
            trip = Timeline(opened.itinerary, opened.facts)
            feedback = give_feedback(opened.itinerary, opened.facts)
            due = {row for f in feedback.findings if f.code == REMARK_DUE for row in f.rows}
            words = [
                plans.Cell(row=entry.id, field="remark", value=offered_remarks(trip, entry, feedback)[0])
                for entry in trip.entries
                if entry.id in due
            ]
            words += [
                plans.Cell(row="plan", field=field, value=text)
                for field, text in offered_rationale(trip, feedback)
            ]
            self._apply(session, me, 2, words)

    def _apply(self, session: plans.Session, person_id: int, seq: int, cells: Sequence[plans.Cell]) -> None:
        rev = plans.open_plan(session, person_id, self.plan).rev
        edit = plans.Edit(client="tour", seq=seq, base_rev=rev, cells=list(cells), how="suggested")
        plans.apply_edits(session, person_id, self.plan, [edit])

    def _review(self) -> None:
        page = self._someone(f"/review-plan?plan={self.plan}", EXPERT)
        expect(decision_bar(page)).to_be_visible(timeout=SLOW_MS)
        self._take(page, "review")
        decide(page, "retain as it is")
        expect(decision_bar(page)).to_contain_text("You approved this plan", timeout=SLOW_MS)
        page.context.close()
        page = self._someone(f"/review-plan?plan={self.plan}", SECOND_EXPERT)
        decision_bar(page).locator('[data-key="begin"]').click(timeout=SLOW_MS)
        decide(page, "gold")
        expect(decision_bar(page)).to_contain_text("Gold: the plan is locked", timeout=SLOW_MS)
        page.context.close()

    def _release(self) -> None:
        page = self._someone("/release", LEAD)
        page.locator(".st-key-release-name input").fill("trial 1")
        page.get_by_test_id("stFormSubmitButton").get_by_role("button").click()
        expect(page.get_by_role("table", name="Releases")).to_contain_text("trial 1", timeout=SLOW_MS)
        settle(page)
        page.get_by_role("button", name="manifest.json").scroll_into_view_if_needed()
        self._take(page, "release")
        page.context.close()

    def _model_set(self) -> None:
        page = self._someone("/model-sets", LEAD)
        row = page.get_by_role("table", name="Model sets").locator("tbody tr", has_text=MODEL_SET)
        expect(row).to_contain_text("done", timeout=SCORED_MS)
        row.get_by_role("link", name=MODEL_SET).click()
        expect(page.get_by_role("heading", name=MODEL_SET, level=1)).to_be_visible(timeout=SLOW_MS)
        page.get_by_test_id("stButtonGroup").get_by_text("Beside people", exact=True).click()
        table = page.get_by_role("table", name="Plans where people and the model differ")
        expect(table).to_be_visible(timeout=SLOW_MS)
        settle(page)
        page.get_by_text("gold and approved", exact=True).click()
        expect(table.locator("tbody tr").nth(2)).to_be_attached(timeout=SLOW_MS)
        self._take(page, "model-set")
        page.context.close()

    def _import(self) -> None:
        file = self.server.folder / "restaurants.csv"
        file.write_text(RESTAURANTS, encoding="utf-8")
        page = self._someone("/import", LEAD)
        page.locator("input[type=file]").set_input_files(file)
        expect(page.get_by_role("table", name="Problems of the import by kind")).to_be_visible(
            timeout=SLOW_MS
        )
        self._take(page, "import")
        page.context.close()

    def _look_up(self) -> None:
        page = self._someone("/reference?kind=train&key=20461", ANNOTATOR)
        expect(page.get_by_role("heading", name="Train 20461")).to_be_visible(timeout=SLOW_MS)
        self._take(page, "reference")
        page.goto(f"{self.server.address}/guidelines?page=TIM004")
        expect(page.get_by_role("heading", name=re.compile("^TIM004"))).to_be_visible(timeout=SLOW_MS)
        self._take(page, "guidelines")
        page.context.close()


def _cell(page: Page, row: str, field: str) -> Locator:
    return page.locator(f'.block[data-row="{row}"] .time.{field} input')


@contextmanager
def _serving(fill: Callable[[Server], None] | None = None) -> Iterator[Server]:
    """A server on a database of its own: what `fill` writes into it, else the demo workspace."""
    with tempfile.TemporaryDirectory(prefix="screenshots-") as place:
        server = Server(Path(place))
        if fill is not None:
            fill(server)
        try:
            yield server.start()
        finally:
            server.stop()


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures; the exit code is 1 without a browser or if a picture is too large."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.screenshots", description="Take the README's pictures."
    )
    parser.add_argument("--out", type=Path, default=PICTURES, help="the folder of the pictures")
    folder: Path = parser.parse_args(arguments).out
    chromium = find_chromium()
    if chromium is None:
        print(HOW_TO_GET_ONE, file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        camera = Camera(browser, folder)
        with _serving() as server:
            Tour(camera, server).walk()
        with _serving(fill_lead_workspace) as server:
            LeadDay(camera, server).walk()
        browser.close()
    taken = camera.taken
    too_large = [path.name for path in taken if path.stat().st_size > LARGEST_BYTES]
    for path in taken:
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")
    if too_large:
        print(f"Larger than {LARGEST_BYTES / 1000:.0f} kB: {', '.join(too_large)}.", file=sys.stderr)
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main())
