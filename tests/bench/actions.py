"""How many actions fill a plan of three days and submit it, by keyboard, in a real browser.

One action is one value typed or one command given (a key, a choice); taking an offered remark is one. Moving to a
row or a day by a key counts as a command; keys that only move within what Enter has reached do not occur.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from annotate.feedback import give_feedback
from annotate.workflow import State
from tests.bench import workspace
from tests.bench.browser import BOARD, chromium, new_context, sign_in
from tests.bench.figure import Figure
from tests.bench.servers import WORKBENCH, serving
from tests.browser.steps import settle

MOST_ACTIONS = 60
REMARK_DUE = "REM001"
_MOST_REMARKS = 60
_SIDE, _RATIONALE, _BAR = ".st-key-plan_side", ".st-key-plan_rationale", ".st-key-plan_bar"
_OWN_WORDS = "As the traveller asked."


class Hands:
    """A person at the annotate screen, whose actions are counted by kind."""

    def __init__(self, page: Page, desk: workspace.Desk) -> None:
        self.page, self.desk = page, desk
        self.counted: Counter[str] = Counter()
        self.day = 1

    def press(self, key: str, kind: str) -> None:
        """Give a command with a key, where the focus is."""
        self.page.keyboard.press(key)
        self.counted[kind] += 1

    def cell(self, row: str, field: str) -> Locator:
        """A time cell of the board."""
        return self.page.locator(f'{BOARD} input[data-row="{row}"][data-field="{field}"]')

    def turn_to(self, day: int) -> None:
        """Turn to another day, a command for each day on the way."""
        while self.day != day:
            step = 1 if day > self.day else -1
            self.press("Alt+PageDown" if step > 0 else "Alt+PageUp", "day turned")
            self.day += step
            expect(self.page.locator(f'{_BAR} [data-key="day-{self.day}"].on')).to_be_visible()
            settle(self.page)

    def fill_day(self) -> None:
        """Go down the column of ends: Enter takes the suggestion of a row, both of its times."""
        rows = [row for day, row in self.desk.open().itinerary.rows() if day.number == self.day]
        self.cell(rows[0].row, "end").focus()
        for row in rows:
            end = self.cell(row.row, "end")
            expect(end).to_be_focused()
            if end.input_value() == "" and not end.get_attribute("placeholder"):
                raise RuntimeError(f"Row {row.row} of day {self.day} has no time and no suggestion.")
            self.press("Enter", "suggestion taken" if end.input_value() == "" else "row passed")
            expect(end).not_to_have_value("")
        self._until_saved()

    def explain(self) -> None:
        """Take an offered remark for each row that wants one."""
        for _ in range(_MOST_REMARKS):
            row = self._due_row()
            if row is None:
                return
            self.turn_to(int(row[1 : row.index(".")]))
            self.cell(row, "start").focus()
            self.counted["row chosen"] += 1
            expect(self.page.locator(f'{BOARD} .block[data-row="{row}"] .row.selected')).to_be_visible()
            settle(self.page)
            area = self.page.locator(f'{_SIDE} textarea[data-key$="/{row}/remark"]')
            expect(area).to_be_visible()
            offer = self.page.locator(f"{_SIDE} .offer").first
            if offer.count():
                offer.focus()
                self.press("Enter", "remark taken")
            else:
                area.fill(_OWN_WORDS)
                area.press("Control+Enter")
                self.counted["remark typed"] += 1
            self._until(
                lambda row=row: bool(self.desk.open().itinerary.find(row)[1].remark), f"the remark of {row}"
            )
        raise RuntimeError(f"Rows still want a remark after {_MOST_REMARKS} remarks.")

    def write_rationale(self) -> None:
        """Take the offered sentence of each part, or write one."""
        for field in ("decisions", "constraints", "buffers"):
            offers = self.page.locator(f"{_RATIONALE} .offer")
            left = offers.count()
            if left:
                offers.first.focus()
                self.press("Enter", "rationale taken")
            else:
                area = self.page.locator(f'{_RATIONALE} textarea[data-key$="/plan/{field}"]')
                area.fill(_OWN_WORDS)
                area.press("Control+Enter")
                self.counted["rationale typed"] += 1
            settle(self.page)
            if left:
                expect(offers).to_have_count(left - 1)
        self._until(lambda: self.desk.open().itinerary.rationale.is_complete, "the rationale")

    def submit(self) -> None:
        """Ask to submit, and confirm."""
        self.page.locator(f'{_BAR} [data-key="submit"]').focus()
        self.press("Control+Enter", "submit")
        confirm = self.page.get_by_role("dialog").get_by_role("button", name="Submit")
        expect(confirm).to_be_visible()
        settle(self.page)
        confirm.focus()
        self.press("Enter", "submit")
        self._until(lambda: self.desk.open().state is State.SUBMITTED, "the submission")

    def _due_row(self) -> str | None:
        plan = self.desk.open()
        found = give_feedback(plan.itinerary, plan.facts).findings
        due = {row for finding in found if finding.code == REMARK_DUE for row in finding.rows}
        return next((row.row for _, row in plan.itinerary.rows() if row.row in due), None)

    def _until_saved(self) -> None:
        number = self.day
        self._until(
            lambda: all(
                row.is_timed for day, row in self.desk.open().itinerary.rows() if day.number == number
            ),
            f"the times of day {number}",
        )
        settle(self.page)

    def _until(self, holds: Callable[[], bool], what: str) -> None:
        for _ in range(200):
            if holds():
                settle(self.page)
                return
            self.page.wait_for_timeout(50)
        raise RuntimeError(f"Not saved within 10 s: {what}.")


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    """Fill an untouched plan and submit it (quick: fill its first day)."""
    url = workspace.make_workspace(folder)
    desk = workspace.assign_plan(url, "Actions")
    with serving(WORKBENCH, folder, url) as server, chromium() as browser:
        hands = Hands(sign_in(new_context(browser), server, desk.person, desk.annotation_id), desk)
        if quick:
            hands.fill_day()
            return [
                Figure(
                    "actions",
                    "actions that fill a day",
                    hands.counted.total(),
                    "actions",
                    beside=_told(hands),
                )
            ]
        for day in desk.open().itinerary.days:
            hands.turn_to(day.number)
            hands.fill_day()
        hands.explain()
        hands.write_rationale()
        hands.submit()
    told = _told(hands)
    return [
        Figure(
            "actions",
            "actions that fill and submit a 3-day plan",
            hands.counted.total(),
            "actions",
            MOST_ACTIONS,
            told,
            told,
        )
    ]


def _told(hands: Hands) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in hands.counted.most_common())
