"""One soak on one database: server, browsers, three kills, the checks."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import ViewportSize, async_playwright, expect

from db.people import Person
from tests.browser.server import Server
from tests.soak.annotator import Annotator
from tests.soak.checks import problems_after, problems_in_log
from tests.soak.expert import Expert
from tests.soak.hands import SLOW_MS, Hands, Tide
from tests.soak.record import Record
from tests.soak.workspace import make_office

ONE_EXPERT_IN = 4
"""Of so many browsers one is an expert's."""
HALF_TYPED = 3
"""So many people are in the middle of a time when the server is killed."""
WAIT_FOR_HALF_TYPED_S = 15
AWAY_S = 1.0
BETWEEN_RESTARTS_S = 15
"""A server that was started lives at least so long."""
LONGER_S = 180
"""A short run on a busy machine goes on at most so much longer, until each step was seen."""
SIZE = ViewportSize(width=1280, height=800)


@dataclass(frozen=True, slots=True)
class Wanted:
    """How long, how many, from which seed."""

    seconds: float
    browsers: int = 12
    restarts: int = 3
    seed: int = 1


def soak(url: str, folder: Path, chromium: str, wanted: Wanted) -> Record:
    """Run it and check everything; `problems` of the record is empty if all held."""
    experts = max(1, wanted.browsers // ONE_EXPERT_IN)
    office = make_office(url, begun=wanted.browsers - experts, submitted=experts + 1)
    server = Server(folder)
    server.database_url = url
    record = Record()
    try:
        server.start()
        asyncio.run(_work(server, office.annotators, office.experts[:experts], record, chromium, wanted))
    finally:
        server.stop()
    record.problems += problems_after(url, record.acked)
    record.problems += problems_in_log(server.log)
    record.problems += _not_seen(record, wanted)
    return record


async def _work(
    server: Server,
    annotators: Sequence[Person],
    experts: Sequence[Person],
    record: Record,
    chromium: str,
    wanted: Wanted,
) -> None:
    loop, tide = asyncio.get_running_loop(), Tide()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium)
        try:
            people: list[Annotator | Expert] = []
            pairs = [(Annotator, one) for one in annotators[: wanted.browsers - len(experts)]]
            for number, (kind, person) in enumerate([*pairs, *((Expert, one) for one in experts)]):
                context = await browser.new_context(viewport=SIZE, locale="en-GB", reduced_motion="reduce")
                chance = random.Random(wanted.seed * 1000 + number)
                people.append(kind(person, server, context, record, tide, chance))
            for one in people:
                await one.sign_in("/" if isinstance(one, Expert) else "/my-plans")
            begun = loop.time()
            for one in people:
                one.until = begun + wanted.seconds
                one.latest = one.until + LONGER_S
            working = [asyncio.create_task(one.run()) for one in people]
            storms = asyncio.create_task(_kill_and_restart(server, tide, record, begun, wanted))
            await asyncio.wait([*working, storms], timeout=wanted.seconds + LONGER_S + 3 * SLOW_MS / 1000)
            for task in (*working, storms):
                if not task.done():
                    task.cancel()
                    record.problems.append("Somebody did not come to an end in time.")
                elif (error := task.exception()) is not None:
                    record.problems.append(f"{type(error).__name__}: {error}")
            await _nothing_on_its_way(people, record)
        finally:
            await browser.close()


async def _nothing_on_its_way(people: Sequence[Hands], record: Record) -> None:
    """Before the browsers close, each board has its answers."""
    on_its_way = "section.board .status.saving, section.board .status.late"
    for one in people:
        try:
            await expect(one.page.locator(on_its_way)).to_have_count(0, timeout=SLOW_MS)
        except AssertionError:
            record.problems.append(f"{one.person.code} goes home with an edit that is not saved.")


async def _kill_and_restart(server: Server, tide: Tide, record: Record, begun: float, wanted: Wanted) -> None:
    """SIGKILL at equal distances, while some people are in the middle of a time; then start again."""
    loop = asyncio.get_running_loop()
    for number in range(1, wanted.restarts + 1):
        await asyncio.sleep(
            max(
                begun + number * wanted.seconds / (wanted.restarts + 1) - loop.time(),
                tide.over_at + BETWEEN_RESTARTS_S - loop.time(),
                0.0,
            )
        )
        tide.is_over.clear()
        tide.wanted, tide.ready = HALF_TYPED, 0
        tide.comes.set()
        latest = loop.time() + WAIT_FOR_HALF_TYPED_S
        while tide.ready < HALF_TYPED and loop.time() < latest:
            await asyncio.sleep(0.1)
        tide.wanted = 0
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(AWAY_S)
        await asyncio.to_thread(server.start)
        tide.over_at = loop.time()
        tide.comes.clear()
        tide.is_over.set()
        record.restarts += 1
        record.done["half-typed at a kill"] += tide.ready


def _not_seen(record: Record, wanted: Wanted) -> list[str]:
    """What the run did not come to, so that it says nothing about it."""
    found = [f"Nobody came to it: {step}." for step in record.unseen]
    if record.restarts != wanted.restarts:
        found.append(f"The server was restarted {record.restarts} times, expected {wanted.restarts}.")
    half = record.done["half-typed at a kill"]
    if wanted.restarts and not half:
        found.append("Nobody was in the middle of a time when the server was killed.")
    if record.offered_again != half or record.went_on != half:
        found.append(
            f"Of {half} half-typed times {record.offered_again} were offered again, {record.went_on} people were on their day."
        )
    return found
