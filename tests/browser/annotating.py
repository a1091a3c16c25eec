"""What a person does on the annotate screen, and what the database says of it afterwards."""

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect
from sqlalchemy import select

from annotate.clock import format_time_with_day
from annotate.names import match_key
from annotate.plan import ITINERARY_JSON, StopKind
from annotate.workflow import State
from db import plans
from db.models import Annotation, Attraction, EditLog, QueryRow, Skeleton
from db.people import list_people
from db.session import open_session
from helpers.suggest import suggest_day
from tests.browser.server import ROOT, Server
from tests.browser.steps import settle, sign_in

ANNOTATOR = "Zoya Khan, demo"
EXPERT, SECOND_EXPERT = "Lakshmi Nair, demo", "Vikram Sethi, demo"
LEAD = "Farah Ali, demo"
SAVED = re.compile(r"\bsaved\b")
SLOW_MS = 60_000
"""A machine with two cores that does much else saves and redraws within this."""


def give_plan(server: Server, idx: int, name: str = ANNOTATOR) -> int:
    """Assign demo query ``idx`` to the named annotator as the lead would; return the annotation's id."""
    with open_session(write=True, url=server.database_url) as session:
        people = {person.name: person.id for person in list_people(session)}
        query_id = session.scalar(select(QueryRow.id).where(QueryRow.idx == idx))
        assert query_id is not None
        return plans.assign(session, people[LEAD], query_id, people[name])


def rename_attraction(server: Server, idx: int, *, day: int, name: str) -> None:
    """Give the first attraction of a day another name, in the catalogue and in the skeleton, and quote it in the query."""
    with open_session(write=True, url=server.database_url) as session:
        skeleton = session.scalars(select(Skeleton).join(QueryRow).where(QueryRow.idx == idx)).one()
        itinerary = ITINERARY_JSON.validate_json(skeleton.itinerary)
        old = next(stop for stop in itinerary.days[day - 1].stops if stop.kind is StopKind.ATTRACTION).name
        place = session.scalars(select(Attraction).where(Attraction.name == old)).one()
        place.name, place.name_key = name, match_key(name)
        query = replace(itinerary.query, text=f"{itinerary.query.text} {name}")
        written = ITINERARY_JSON.dump_json(replace(itinerary, query=query)).decode()
        skeleton.itinerary = written.replace(json.dumps(old, ensure_ascii=False), json.dumps(name))


def open_plan(page: Page, server: Server, plan: int, *, day: int = 1, name: str = ANNOTATOR) -> None:
    """Sign in and open a day of a plan; wait for its board."""
    sign_in(page, server, f"/annotate?plan={plan}&day={day}", name=name)
    expect(board(page)).to_be_visible(timeout=SLOW_MS)
    expect(page.locator(".block").first).to_have_attribute("data-row", re.compile(f"^d{day}\\."))


def stored(server: Server, plan: int, name: str = ANNOTATOR) -> plans.OpenPlan:
    """The plan as the database has it now."""
    with open_session(write=False, url=server.database_url) as session:
        people = {person.name: person.id for person in list_people(session)}
        return plans.open_plan(session, people[name], plan)


def stored_times(server: Server, plan: int) -> dict[str, tuple[str | None, str | None]]:
    """Arrival and departure of every row in the database, as `09:30` or `07:00 +1`."""
    return {
        row.row: (_words(row.start_min), _words(row.end_min))
        for _, row in stored(server, plan).itinerary.rows()
    }


def times_become(
    page: Page, server: Server, plan: int, row: str, wanted: tuple[str | None, str | None]
) -> None:
    """Wait until the database holds these times of a row."""
    latest = time.monotonic() + SLOW_MS / 1000
    while (held := stored_times(server, plan)[row]) != wanted:
        assert time.monotonic() < latest, f"{row} is {held} after {SLOW_MS} ms, expected {wanted}"
        page.wait_for_timeout(100)


def accepted_changes(server: Server, plan: int, how: str = "typed") -> list[tuple[str, str, Any]]:
    """(row, field, new value) of every accepted edit of one kind, in order."""
    with open_session(write=False, url=server.database_url) as session:
        log = session.scalars(
            select(EditLog)
            .where(EditLog.annotation_id == plan, EditLog.how == how, EditLog.rejections.is_(None))
            .order_by(EditLog.id)
        )
        return [(cell["row"], cell["field"], cell["after"]) for edit in log for cell in edit.cells]


def _words(minute: int | None) -> str | None:
    return None if minute is None else format_time_with_day(minute)


def board(page: Page) -> Locator:
    """The day board."""
    return page.locator("section.board")


def cell(page: Page, row: str, field: str) -> Locator:
    """The time cell of a row; ``field`` is start or end."""
    return page.locator(f'.block[data-row="{row}"] .time.{field} input')


def note(page: Page, row: str) -> Locator:
    """What the board says under a row: a reason, an offer, a conflict."""
    return page.locator(f'.block[data-row="{row}"] .note')


def remark(page: Page) -> Locator:
    """The remark's field of the selected row."""
    return page.locator('[data-slot="remark"] textarea')


def is_saved(page: Page) -> None:
    """Wait until the board says that everything typed in it is in the database."""
    expect(board(page).locator(".status")).to_have_class(SAVED, timeout=SLOW_MS)


def type_time(page: Page, row: str, field: str, text: str) -> None:
    """Type into a cell and press Enter."""
    cell(page, row, field).focus()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def fill_the_rest(server: Server, plan: int, name: str = ANNOTATOR) -> None:
    """Give every row its suggested times and a remark, and the plan a rationale, through the services."""
    opened = stored(server, plan, name)
    cells = []
    for day in opened.itinerary.days:
        for row, (start, end) in suggest_day(opened.itinerary, opened.facts, day.number).items():
            cells += [
                plans.Cell(row=row, field="start", value=start),
                plans.Cell(row=row, field="end", value=end),
            ]
        cells += [plans.Cell(row=row.row, field="remark", value="Fits the day.") for row in day.rows]
    for field in ("decisions", "constraints", "buffers"):
        cells.append(plans.Cell(row="plan", field=field, value="As the traveller asked."))
    with open_session(write=True, url=server.database_url) as session:
        plans.start_work(session, opened.annotator.id, plan)
        edit = plans.Edit(client="the-rest", seq=1, base_rev=opened.rev, cells=cells, how="suggested")
        plans.apply_edits(session, opened.annotator.id, plan, [edit])


def state_becomes(page: Page, server: Server, plan: int, wanted: State) -> None:
    """Wait until the plan is in a state."""
    latest = time.monotonic() + SLOW_MS / 1000
    while (state := _state_of(server, plan)) is not wanted:
        told = f"The plan is {state} after {SLOW_MS} ms, expected {wanted}; the page says"
        assert time.monotonic() < latest, f"{told} {page.locator('.decide, .problem').all_inner_texts()}"
        page.wait_for_timeout(200)


def _state_of(server: Server, plan: int) -> State:
    with open_session(write=False, url=server.database_url) as session:
        return State(session.get_one(Annotation, plan).state)


def decision_bar(page: Page) -> Locator:
    """The bar with the decisions of the review screen."""
    return page.locator('section[aria-label="Decision"]')


def decide(page: Page, decision: str, why: str = "") -> None:
    """Choose a decision (`gold` in the final review), say why, carry it out."""
    decision_bar(page).locator(f'[data-decision="{decision}"]').click(timeout=SLOW_MS)
    if why:
        decision_bar(page).locator("textarea").fill(why)
    decision_bar(page).locator('[data-key="carry-out"]').click()


def review_and_release(page: Page, server: Server, plan: int, out: Path) -> dict[str, Any]:
    """Two experts bring a submitted plan to gold on the review screen, the lead releases; return its gold line."""
    page.context.clear_cookies()
    sign_in(page, server, f"/review-plan?plan={plan}", name=EXPERT)
    decide(page, "retain as it is")
    expect(decision_bar(page)).to_contain_text("You approved this plan", timeout=SLOW_MS)
    page.context.clear_cookies()
    sign_in(page, server, f"/review-plan?plan={plan}", name=SECOND_EXPERT)
    decision_bar(page).locator('[data-key="begin"]').click(timeout=SLOW_MS)
    decide(page, "gold")
    expect(decision_bar(page)).to_contain_text("Gold: the plan is locked", timeout=SLOW_MS)
    settle(page)
    command = [sys.executable, "-m", "db", "release", f"plan {plan}", "--out", str(out)]
    environment = os.environ | {"WORKBENCH_DATABASE_URL": server.database_url}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    idx = stored(server, plan).idx
    lines = [json.loads(line) for line in (out / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    [line] = [line for line in lines if line["idx"] == idx and line["provenance"]["annotator"] == "A05"]
    return line
