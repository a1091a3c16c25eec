"""What each of the twelve does in a browser of their own, as coroutines: sign in, open, type, wait for the answer."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import BrowserContext, Page, expect
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from annotate.workflow import State
from db.models import Annotation
from db.people import Person
from db.session import open_session
from tests.browser.server import Server
from tests.soak.record import Acked, Record, Sample

SLOW_MS = 120_000
"""Twelve browsers on two cores, with a restart between key and answer, are done within this."""
BESIDE_RESTART_S = 15
"""So long after a restart an answer is counted apart: the browser reconnects, the page is drawn anew."""
SCORES_BEHIND_ACK_S = 0.3
"""The bar may be drawn a moment after the board; an edit that changes no score changes none later either."""
MOST_STUMBLES = 40
"""A person who is sent back to a page they know more often than this is stuck."""

# The board and the bar draw in shadow roots. `sent` is set once the board says that something is on its way, so that
# "saved" from before the key is not taken for the answer.
_ARM = """(status) => {
  const rootOf = (host) => [...document.querySelectorAll(host + ' *')].map((n) => n.shadowRoot).find(Boolean);
  const shown = () => [...(rootOf('.st-key-plan_bar')?.querySelectorAll('[data-score]') || [])];
  const scores = () => shown().map((n) => n.textContent).join('|');
  const soak = window.soak = { pressed: null, sent: false, acked: null, scored: null, before: scores() };
  soak.look = () => {
    const now = rootOf('.st-key-day_board')?.querySelector('.status');
    if (!now || soak.pressed === null || soak.acked !== null) return;
    if (/saving|late/.test(now.className)) soak.sent = true;
    else if (soak.sent && now.classList.contains('saved')) soak.acked = performance.now();
  };
  window.addEventListener('keydown', (e) => { soak.pressed = e.timeStamp; }, { capture: true, once: true });
  new MutationObserver(soak.look).observe(status, { attributes: true });
  const bar = rootOf('.st-key-plan_bar');
  if (bar) new MutationObserver(() => {
    if (soak.scored === null && soak.pressed !== null && scores() !== soak.before) soak.scored = performance.now();
  }).observe(bar, { childList: true, subtree: true, characterData: true });
}"""
_ANSWERED = "() => { window.soak.look(); return window.soak.acked !== null; }"
_TOOK = """() => ({ acked: window.soak.acked - window.soak.pressed, client: sessionStorage.getItem('day-board/client'),
  scored: window.soak.scored === null ? null : window.soak.scored - window.soak.pressed })"""


@dataclass
class Tide:
    """When the server is away. Who holds half-typed text says so before it is killed, and waits until it is back."""

    comes: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: asyncio.Event = field(default_factory=asyncio.Event)
    over_at: float = float("-inf")
    wanted: int = 0
    """So many people still are to stop in the middle of a text."""
    ready: int = 0

    def is_near(self, since: float) -> bool:
        """Whether the server was away, or just back, at some time since then (`loop.time()`)."""
        return self.comes.is_set() or since < self.over_at + BESIDE_RESTART_S


@dataclass
class Hands:
    """One person with one browser."""

    person: Person
    server: Server
    context: BrowserContext
    record: Record
    tide: Tide
    chance: random.Random
    until: float = 0.0
    """`loop.time()` at which nothing new is begun once every step was seen ..."""
    latest: float = 0.0
    """... and at which it ends anyway."""
    page: Page = field(init=False)
    stumbles: int = 0

    @property
    def is_over(self) -> bool:
        """Whether it is time to go home."""
        now = asyncio.get_running_loop().time()
        return now >= self.latest or (now >= self.until and not self.record.unseen)

    async def sign_in(self, wanted: str) -> None:
        """Arrive at an address as a stranger and choose the person."""
        self.page = await self.context.new_page()
        self.page.set_default_timeout(SLOW_MS)
        await self.page.goto(self.server.address + wanted)
        await self.page.wait_for_url("**/sign-in*")
        card = self.page.locator("button[name=person]")
        await card.filter(has=self.page.locator(f'b:text-is("{self.person.name}")')).click()
        await self.settled()

    async def settled(self) -> None:
        """Wait until the screen is drawn."""
        await self.page.locator('[data-test-script-state="notRunning"]').wait_for(state="attached")

    async def go(self, address: str) -> None:
        """Open a screen; nobody is ever asked to sign in again."""
        await self.page.goto(self.server.address + address)
        await self.settled()
        self.still_signed_in()

    def still_signed_in(self) -> None:
        """Note it if the browser was sent to the sign-in."""
        if "/sign-in" in self.page.url:
            self.record.problems.append(f"{self.person.code} was asked to sign in again at {self.page.url}.")

    async def work(self, step: Callable[[], Awaitable[bool]]) -> None:
        """Repeat a step until it is time; one that a restart breaks is begun again, any other is told."""
        while not self.is_over:
            loop = asyncio.get_running_loop()
            since = loop.time()
            try:
                if not await step():
                    await asyncio.sleep(1)
            except (PlaywrightError, AssertionError) as error:
                self.stumbles += 1
                said = " ".join(str(error).split())[:400]
                told = f"{self.person.code} at {self.page.url}: {said}"
                (self.record.told if self.tide.is_near(since) else self.record.problems).append(told)
                if self.stumbles > MOST_STUMBLES:
                    self.record.problems.append(f"{self.person.code} got no further {self.stumbles} times.")
                    return
                await self.tide_is_over()
                await self.load_again()

    async def load_again(self) -> None:
        """As people do with a page that does not answer; the server may be on its way."""
        try:
            await self.page.reload()
            await self.settled()
            self.still_signed_in()
        except PlaywrightError:
            await asyncio.sleep(2)

    async def tide_is_over(self) -> None:
        """Wait until the server is back, if it is away."""
        if self.tide.comes.is_set():
            await self.tide.is_over.wait()

    async def read(self, ask: Callable[..., Any], *arguments: Any) -> Any:
        """Ask the database beside the browser, which goes on meanwhile."""
        return await asyncio.to_thread(_read, self.server.database_url, ask, arguments)

    async def becomes(self, plan: int, *states: State) -> State:
        """Wait until the plan is in one of these states."""
        for _ in range(SLOW_MS // 250):
            state = State(await self.read(lambda session: session.get_one(Annotation, plan).state))
            if state in states:
                return state
            await asyncio.sleep(0.25)
        raise AssertionError(f"Plan {plan} stays {state}; expected {' or '.join(states)}")

    async def type_time(self, plan: int, row: str, field_: str, minute: int) -> None:
        """Type a time and wait until the board says that it is saved."""
        await self.cell(row, field_).focus()
        await self.page.keyboard.type(typed(minute))
        await self.press_enter(plan, row, field_, minute)

    async def press_enter(self, plan: int, row: str, field_: str, minute: int) -> None:
        """Send what is typed in a cell; keep how long the answer took."""
        since = asyncio.get_running_loop().time()
        await self.page.locator("section.board .status").evaluate(_ARM)
        await self.page.keyboard.press("Enter")
        try:
            await self.page.wait_for_function(_ANSWERED, polling=50, timeout=SLOW_MS)
        except PlaywrightTimeoutError as error:
            said = await self.page.locator("section.board .status").inner_text()
            note = await self.page.locator(f'.block[data-row="{row}"] .note').inner_text()
            shown = await self.cell(row, field_).input_value()
            raise AssertionError(
                f"No answer to {typed(minute)} in {row} {field_}: the cell shows {shown!r}, the board '{said}', the row '{note}'"
            ) from error
        took = await self.page.evaluate(_TOOK)
        if took["scored"] is None:
            await asyncio.sleep(SCORES_BEHIND_ACK_S)
            took = await self.page.evaluate(_TOOK)
        self.record.samples.append(Sample(took["acked"], took["scored"], self.tide.is_near(since)))
        self.record.acked.append(Acked(plan, took["client"], row, field_, minute))
        if since < self.tide.over_at:
            self.still_signed_in()
            self.record.done["typed while the server was away"] += 1

    def cell(self, row: str, field_: str) -> Any:
        """The time cell of a row."""
        return self.page.locator(f'.block[data-row="{row}"] .time.{field_} input')

    async def board_is_saved(self) -> None:
        """Wait until nothing is on its way."""
        await expect(self.page.locator("section.board .status.saved")).to_be_visible(timeout=SLOW_MS)


def typed(minute: int) -> str:
    """A minute of the plan day as hands type it: `0930`, `0130+1`."""
    days, rest = divmod(minute, 24 * 60)
    return f"{rest // 60:02d}{rest % 60:02d}" + (f"+{days}" if days else "")


def _read(url: str, ask: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    with open_session(write=False, url=url) as session:
        return ask(session, *arguments)
