"""An annotator in a browser: takes the next plan, types, takes suggestions, writes remarks, submits, mends what came back."""

import asyncio
import re
from dataclasses import dataclass, field

from playwright.async_api import expect

from annotate.plan import Day, Leg, Stop
from annotate.workflow import State
from db import plans
from helpers.suggest import suggest_day
from tests.soak.hands import SLOW_MS, Hands
from tests.soak.record import Acked
from tests.soak.workspace import fill_missing

ROWS_TYPED_A_DAY = 3
"""Of each day so many rows are typed; the rest takes the suggestions with one button."""
FIRST = (State.CHANGES_REQUESTED, State.IN_PROGRESS, State.ASSIGNED)
HALF = 3
"""Of a time of four digits so many are typed when the server is killed."""


@dataclass
class Annotator(Hands):
    """Works on one plan after the other."""

    used: set[tuple[int, str, str, int]] = field(default_factory=set)
    """Values that were typed: each at most once in a cell, so that the log can be counted."""
    letters: int = 0

    async def run(self) -> None:
        """Work until it is time."""
        await self.work(self.one_plan)

    async def one_plan(self) -> bool:
        """The plan that wants something, or the next one; False if there is none."""
        mine = await self.read(plans.my_plans, self.person.id)
        waiting = [one for state in FIRST for one in mine if one.state is state]
        if not waiting:
            return await self.take_next()
        plan, state = waiting[0].annotation_id, waiting[0].state
        is_there = re.search(rf"/annotate\?(.*&)?plan={plan}(&|$)", self.page.url)
        if not is_there or state is State.CHANGES_REQUESTED:
            await self.go(f"/annotate?plan={plan}")
        await expect(self.page.locator("section.board .block").first).to_be_visible(timeout=SLOW_MS)
        if state is State.CHANGES_REQUESTED or await self.is_complete(plan):
            await self.mend(plan)
        else:
            await self.fill(plan)
        if self.is_over:
            return True
        await self.submit(plan, "submitted" if state is not State.CHANGES_REQUESTED else "resubmitted")
        return True

    async def take_next(self) -> bool:
        """Press the button on My plans; the plan opens."""
        await self.go("/my-plans")
        await self.page.locator(".st-key-take-next button").click()
        nothing = self.page.get_by_text(re.compile("^Nothing"))
        there = self.page.locator("section.board")
        await expect(there.or_(nothing).first).to_be_visible(timeout=SLOW_MS)
        if await there.count() == 0:
            self.record.done["found nothing free"] += 1
            return False
        self.record.done["taken"] += 1
        return True

    async def opened(self, plan: int) -> plans.OpenPlan:
        """The plan as the database has it."""
        found: plans.OpenPlan = await self.read(plans.open_plan, self.person.id, plan)
        return found

    async def is_complete(self, plan: int) -> bool:
        """Whether no time is missing."""
        return all(row.is_timed for _, row in (await self.opened(plan)).itinerary.rows())

    async def first_row_of(self, day: int) -> None:
        """Wait until the board shows a day."""
        block = self.page.locator(".block").first
        await expect(block).to_have_attribute("data-row", re.compile(rf"^d{day}\."), timeout=SLOW_MS)

    async def fill(self, plan: int) -> None:
        """Type some of each day, take the rest; two remarks."""
        opened = await self.opened(plan)
        for day in opened.itinerary.days:
            if all(row.is_timed for row in day.rows):
                continue
            await self.turn_to(day.number)
            await self.type_some(plan, opened, day)
            if self.is_over:
                return
            take_all = self.page.locator(".board .take-all")
            if await take_all.is_visible():
                await take_all.click()
                await self.board_is_saved()
            await self.write_remark(plan, day)
        self.record.done["filled"] += 1

    async def turn_to(self, day: int) -> None:
        """Page through the days with the keyboard, from wherever the board is."""
        shown = await self.page.locator(".block").first.get_attribute("data-row")
        assert shown is not None
        now = int(shown[1 : shown.index(".")])
        while now != day:
            await self.page.locator(".block .time input").first.focus()
            await self.page.keyboard.press("Alt+PageDown" if now < day else "Alt+PageUp")
            now += 1 if now < day else -1
            await self.first_row_of(now)

    async def type_some(self, plan: int, opened: plans.OpenPlan, day: Day) -> None:
        """The first rows without times, arrival and departure, a little off the suggestion."""
        suggested = suggest_day(opened.itinerary, opened.facts, day.number)
        rows = [row for row in day.rows if not row.is_timed and row.row in suggested][:ROWS_TYPED_A_DAY]
        for row in rows:
            start, end = suggested[row.row]
            if row.start_min is None:
                await self.type_once(plan, day.number, row.row, "start", start + self.chance.randrange(4))
            if row.end_min is None:
                await self.type_once(
                    plan, day.number, row.row, "end", max(end, start + 5) + self.chance.randrange(4)
                )
            if self.is_over:
                return

    async def type_once(self, plan: int, day: int, row: str, field_: str, minute: int) -> None:
        """Type a value that was never typed into this cell; when the server is about to go, stop in the middle."""
        while (plan, row, field_, minute) in self.used:
            minute += 1
        self.used.add((plan, row, field_, minute))
        if self.tide.comes.is_set() and self.tide.wanted > 0 and minute < 24 * 60:
            self.tide.wanted -= 1
            await self.type_in_two_halves(plan, day, row, field_, minute)
        else:
            await self.type_time(plan, row, field_, minute)

    async def type_in_two_halves(self, plan: int, day: int, row: str, field_: str, minute: int) -> None:
        """Half before the server is killed, half behind a restart and a reload, on the day where the hands were."""
        text = f"{minute // 60:02d}{minute % 60:02d}"
        await self.cell(row, field_).focus()
        await self.page.keyboard.type(text[:HALF])
        self.tide.ready += 1
        await self.tide.is_over.wait()
        await self.page.reload()
        await self.settled()
        self.still_signed_in()
        await self.first_row_of(day)
        self.record.went_on += 1
        await expect(self.cell(row, field_)).to_have_value(text[:HALF], timeout=SLOW_MS)
        await expect(self.page.locator(f'.block[data-row="{row}"] .note')).to_contain_text(
            "Typed and not saved yet", timeout=SLOW_MS
        )
        self.record.offered_again += 1
        await self.cell(row, field_).focus()
        await self.page.keyboard.type(text)
        await self.press_enter(plan, row, field_, minute)

    async def write_remark(self, plan: int, day: Day) -> None:
        """A remark on the first row of a day that has none; F2 leads to it."""
        row = next((row for row in day.rows if not row.remark), None)
        if row is None:
            return
        self.letters += 1
        text = f"Seen to by {self.person.code}, remark {self.letters}."
        await self.cell(row.row, "start").focus()
        await self.page.keyboard.press("F2")
        area = self.page.locator('[data-slot="remark"] textarea')
        await expect(area).to_be_focused(timeout=SLOW_MS)
        await expect(area).to_have_attribute("data-key", re.compile(re.escape(f"/{row.row}/")))
        await self.page.keyboard.type(text)
        await self.page.keyboard.press("Control+Enter")
        field = self.page.locator(
            f'[data-slot="remark"] .text-field:has(textarea[data-key$="/{row.row}/remark"])'
        )
        await expect(field.locator(".note")).to_have_text("saved", timeout=SLOW_MS)
        self.record.acked.append(Acked(plan, "remark", row.row, "remark", text))
        self.record.done["remarks"] += 1

    async def mend(self, plan: int) -> None:
        """One row that ends a few minutes later than the expert saw it."""
        opened = await self.opened(plan)
        day = opened.itinerary.days[0]
        row: Stop | Leg = next(row for row in day.rows if row.end_min is not None)
        assert row.end_min is not None
        await self.turn_to(day.number)
        await self.type_once(plan, day.number, row.row, "end", row.end_min + 1 + self.chance.randrange(5))
        self.record.done["mended"] += 1

    async def submit(self, plan: int, what: str) -> None:
        """What is still missing is filled without the browser; then the button and the dialog."""
        await asyncio.to_thread(fill_missing, self.server.database_url, self.person.id, plan)
        await self.page.reload()
        await self.settled()
        self.still_signed_in()
        await self.page.locator(".do .primary").click()
        await self.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Submit")).click()
        await self.becomes(plan, State.SUBMITTED, State.IN_REVIEW)
        self.record.done[what] += 1
