"""An expert in a browser: the oldest submission, a flag, back or retained; another one gives the final review."""

from dataclasses import dataclass, field

from playwright.async_api import expect

from annotate.workflow import DecisionKind, State
from db import reviews
from db.reviews import QueueItem
from db.session import Session
from tests.soak.hands import SLOW_MS, Hands

SENT_BACK_SHARE = 0.5
"""Of the first rounds."""


@dataclass
class Expert(Hands):
    """Works through the queue, oldest first; several go for the same plan."""

    lost: set[tuple[int, int]] = field(default_factory=set)
    """(plan, round) that another expert had first."""
    approved: set[int] = field(default_factory=set)

    async def run(self) -> None:
        """Review until it is time."""
        await self.work(self.one_review)

    async def one_review(self) -> bool:
        """The oldest that nobody else has; False if there is none."""
        items: list[QueueItem] = await self.read(reviews.queue)
        for item in items:
            if (item.annotation_id, item.round) in self.lost:
                continue
            if item.state is State.SUBMITTED or (
                item.state is State.IN_REVIEW and item.held_by and item.held_by.id == self.person.id
            ):
                await self.review(item)
                return True
            if (
                item.state in (State.APPROVED, State.FINAL_REVIEW)
                and item.annotation_id not in self.approved
                and self.chance.random() < 0.5
            ):
                await self.final_review(item)
                return True
        return False

    async def open(self, plan: int) -> None:
        """The review screen of a plan with its decisions."""
        await self.go(f"/review-plan?plan={plan}")
        await expect(self.page.locator('[data-slot="decide"] .decisions')).to_be_visible(timeout=SLOW_MS)

    async def review(self, item: QueueItem) -> None:
        """Start the review; whoever comes second is told who has it."""
        plan = item.annotation_id
        await self.open(plan)
        begin = self.page.locator('[data-key="begin"]')
        decide = self.page.locator("[data-decision]").first
        if item.state is State.SUBMITTED:
            if await begin.count() and "Start" in await begin.inner_text():
                await begin.click()
            taken = self.page.locator(".decide").get_by_text("has this submission open")
            await self.becomes(plan, *(state for state in State if state is not State.SUBMITTED))
            has_it = await self.read(_reviewer, plan)
            if has_it != self.person.id:
                self.lost.add((plan, item.round))
                await expect(taken.or_(self.page.locator(".decide .decisions")).first).to_be_visible()
                self.record.done["told who has it"] += 1
                return
        await expect(begin).to_have_count(0, timeout=SLOW_MS)
        await expect(decide).to_be_visible(timeout=SLOW_MS)
        if item.round == 1 and self.chance.random() < SENT_BACK_SHARE:
            await self.decide(
                DecisionKind.BACK_TO_ANNOTATOR, "Please stay a little longer at the first stop."
            )
            await self.becomes(plan, *(state for state in State if state is not State.IN_REVIEW))
            self.record.done["sent back"] += 1
        else:
            await self.decide(DecisionKind.RETAIN, "")
            await self.becomes(plan, *(state for state in State if state is not State.IN_REVIEW))
            self.approved.add(plan)
            self.record.done["approved"] += 1

    async def decide(self, kind: DecisionKind | str, why: str) -> None:
        """Choose a decision, say why, carry it out."""
        await self.page.locator(f'[data-decision="{kind}"]').click()
        area = self.page.locator('.decide [data-key="why"]')
        await expect(area).to_be_visible()
        if why:
            await area.fill(why)
        await self.page.locator('[data-key="carry-out"]').click()

    async def final_review(self, item: QueueItem) -> None:
        """Make what another expert approved gold."""
        plan = item.annotation_id
        await self.open(plan)
        begin = self.page.locator('[data-key="begin"]')
        gold = self.page.locator('[data-decision="gold"]')
        await expect(begin.or_(gold).or_(self.page.locator(".decide .muted")).first).to_be_visible()
        if await begin.count():
            await begin.click()
        elif not await gold.count():
            self.approved.add(plan)  # approved by this expert in an earlier round, or gold meanwhile
            return
        await expect(gold).to_be_visible(timeout=SLOW_MS)
        await self.decide("gold", "")
        await self.becomes(plan, State.GOLD)
        self.record.done["made gold"] += 1


def _reviewer(session: Session, plan: int) -> int | None:
    return next(
        (one.held_by.id for one in reviews.queue(session) if one.annotation_id == plan and one.held_by), None
    )
