"""The plan on the desk: what the annotate screen holds while a plan is open, and the one way an edit takes through it.

Everything here may be lost: each accepted edit is in the database before it is shown. The functions are plain; the
screen's callbacks hand them what the components sent.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from threading import RLock
from typing import Any
from uuid import uuid4

from annotate.difference import findings_moved
from annotate.errors import InputError, WorkbenchError
from annotate.feedback import Feedback, give_feedback
from annotate.plan import Itinerary
from annotate.rule import Finding, Group, Mend, rule_of
from annotate.timeline import Timeline
from annotate.workflow import State
from db import flags, plans
from db.carried_out import is_first_time
from db.session import Session, open_session
from db.waivers import WaiverView, waivers_of
from helpers.trade_offs import TradeOff
from pages._ui.entries import Command, Entry, Operation, read_entries

URGENT = (Group.HARD, Group.COMMON)
MISSING_TIME = "CMP002"
"""The rule on missing times: the board shows them, so they are summed up and not listed."""
MOST_STEPS_BACK = 50
"""Rows that "back" remembers."""
REMARK_DUE = "REM001"
"""The rule that asks for a remark; its sentence quotes the row's advice findings."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The findings that the last edit opened and closed."""

    opened: tuple[Finding, ...]
    closed: tuple[Finding, ...]


@dataclass
class Desk:
    """An open plan with its feedback. `acked` is the last sequence number taken from each client (browser tab panel)."""

    person_id: int
    plan: plans.OpenPlan
    feedback: Feedback
    day: int
    selected: str | None = None
    scores_before: dict[str, float | None] = field(default_factory=dict)
    rejected: list[plans.Rejection] = field(default_factory=list)
    acked: dict[str, int] = field(default_factory=dict)
    problem: str | None = None
    focus: tuple[str, str] | None = None
    """(token, what): which field of the side panel wants the keyboard; a new token asks again, after a restart too."""
    client: str = field(default_factory=lambda: uuid4().hex)
    """Under which the plain fields of this desk number their edits."""
    waivers: tuple[WaiverView, ...] = ()
    moved: Moved | None = None
    """None before the first edit of this desk."""
    came_from: list[str] = field(default_factory=list)
    """Rows that a click on a finding, or F8, left; "back" returns to the last one."""
    wants: tuple[str, Any] | None = None
    """What a command asked of the whole screen: ("plan", id), ("why", code), ("submit", None)."""

    alternatives: tuple[Timeline, str, list[TradeOff]] | None = field(default=None, repr=False, compare=False)
    """(version, row, its trade-offs): worked out when they are shown, kept until one of both changes."""
    lock: RLock = field(default_factory=RLock, repr=False, compare=False)
    """Held while entries are taken: Streamlit begins the next run of a page while the one before is still at work."""
    _laid_out: Timeline | None = field(default=None, repr=False, compare=False)

    def go_on_from(self, before: "Desk") -> None:
        """Take nothing again that the desk before has taken."""
        self.acked, self.client, self.lock = before.acked, before.client, before.lock

    @property
    def itinerary(self) -> Itinerary:
        """The draft as saved."""
        return self.plan.itinerary

    @property
    def is_demo(self) -> bool:
        """True when the figures behind the plan are marked as invented."""
        return any("invented" in label for label in self.plan.facts.imports)

    @property
    def can_withdraw(self) -> bool:
        """True while the person may take the submission back."""
        return self.plan.state is State.SUBMITTED and self.plan.annotator.id == self.person_id

    @property
    def trip(self) -> Timeline:
        """The draft laid out with its facts, once for each version of it."""
        kept = self._laid_out
        if kept is None or kept.itinerary is not self.plan.itinerary or kept.facts is not self.plan.facts:
            kept = self._laid_out = Timeline(self.plan.itinerary, self.plan.facts)
        return kept


def open_desk(
    person_id: int,
    annotation_id: int,
    day: int | None = None,
    row: str | None = None,
    before: Desk | None = None,
) -> Desk:
    """Open a plan for a person; work on one that was assigned or sent back begins.

    `before` is the desk of the same page until now: what it took is not taken again. Raises NotFoundError or
    NotAllowedError.
    """
    with open_session(write=False) as session:
        plan = plans.open_plan(session, person_id, annotation_id)
        waivers = waivers_of(session, annotation_id)
    if plan.annotator.id == person_id and plan.state in (State.ASSIGNED, State.CHANGES_REQUESTED):
        with open_session(write=True) as session:
            plans.start_work(session, person_id, annotation_id)
            plan = plans.open_plan(session, person_id, annotation_id)
    numbers = [d.number for d in plan.itinerary.days]
    if row is not None:
        day = next((d.number for d, r in plan.itinerary.rows() if r.row == row), day)
    desk = Desk(
        person_id, plan, give_feedback(plan.itinerary, plan.facts), day if day in numbers else numbers[0]
    )
    desk.waivers = waivers
    if before is not None:
        desk.go_on_from(before)
    desk.selected = row if row and any(r.row == row for _, r in plan.itinerary.rows()) else _first_row(desk)
    return desk


Handler = Callable[[Any, Any, Command], None]
"""Carries out a command: the desk, what it is about, the command as it was sent."""


def take_entries(
    desk: Desk, ops: Iterable[Any], commands: Iterable[Any], more: Mapping[str, Handler] | None = None
) -> None:
    """Take what the components sent and was not taken yet, each entry once, in the order the hands made it.

    Operations change cells, commands do anything else (`more` are those of one screen alone, before the ones that all
    know); both share one counter per client. What cannot be saved is not
    acknowledged, so the browser keeps it and sends it again; `problem` says why.
    """
    with desk.lock:
        _take_in_order(desk, ops, commands, more or {})


def _take_in_order(
    desk: Desk, ops: Iterable[Any], commands: Iterable[Any], more: Mapping[str, Handler]
) -> None:
    try:
        entries = read_entries(ops, commands, desk.acked)
    except InputError as error:
        desk.problem = f"Not saved: {error}"
        return
    for plan, group in groupby(entries, key=lambda entry: (entry.plan, isinstance(entry, Command))):
        taken = list(group)
        operations = [entry for entry in taken if isinstance(entry, Operation)]
        if operations and not _save(desk, plan[0], operations):
            return
        for command in (entry for entry in taken if isinstance(entry, Command)):
            _acknowledge(desk, [command])
            if command.plan == desk.plan.annotation_id:
                about = command.value if command.row is None else command.row
                handler = more.get(command.name) or _COMMANDS.get(command.name, _ignore)
                handler(desk, about, command)


def is_first(session: Session, desk: Desk, command: Command) -> bool:
    """Whether a command is still to be carried out in this transaction: a server that was restarted is sent it again."""
    return is_first_time(session, desk.person_id, command.client, command.seq)


def _save(desk: Desk, plan: int, edits: Sequence[Operation]) -> bool:
    """Save edits of the open plan, or late ones of a plan that was open before; True if they are in the database."""
    try:
        with open_session(write=True) as session:
            result = plans.apply_edits(session, desk.person_id, plan, edits)
    except WorkbenchError as error:
        desk.problem = f"Not saved: {error}"
        return False
    _acknowledge(desk, edits)
    if plan == desk.plan.annotation_id:
        _take_result(desk, result)
    return True


def step_back(desk: Desk, command: Command, *, forward: bool) -> None:
    """Undo the last step, or redo it."""
    try:
        with open_session(write=True) as session:
            if not is_first(session, desk, command):
                return
            move = plans.redo if forward else plans.undo
            result = move(session, desk.person_id, desk.plan.annotation_id, command.client)
    except WorkbenchError as error:
        desk.problem = str(error)
        return
    _take_result(desk, result)


def show_row(desk: Desk, row: str) -> None:
    """Select a row and turn to its day."""
    for day, candidate in desk.itinerary.rows():
        if candidate.row == row:
            desk.day, desk.selected = day.number, row
            return


def show_day(desk: Desk, day: int) -> None:
    """Turn to a day, if the plan has it; its first row is selected."""
    if any(d.number == day for d in desk.itinerary.days):
        desk.day = day
        desk.selected = _first_row(desk)


def open_findings(desk: Desk) -> list[Finding]:
    """Findings that still want something, each want once: not what is known already or a remark that is due quotes."""
    return [f for f in _wanting(desk) if not is_quoted(desk, f)]


def in_order_of_work(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by what to do next, worst first inside; missing times after the times that are wrong."""
    steps = list(Mend)
    return sorted(findings, key=lambda f: (steps.index(rule_of(f.code).mend), f.code == MISSING_TIME))


def _wanting(desk: Desk) -> list[Finding]:
    return [
        f
        for f in desk.feedback.findings
        if rule_of(f.code).group is not Group.REPORT and why_known(desk, f) is None
    ]


def why_known(desk: Desk, finding: Finding) -> str | None:
    """Why a finding needs nothing more of the annotator, in words; None while it does."""
    if is_explained(desk, finding):
        return "explained by the remark"
    for waiver in desk.waivers:
        if (waiver.code, waiver.rows) == (finding.code, finding.rows):
            return f"waived by {waiver.by.name}: {waiver.reason}"
    if rule_of(finding.code).mend is Mend.SOURCE and is_told(desk, finding):
        return "the expert is told"
    return None


def is_told(desk: Desk, finding: Finding) -> bool:
    """True when an open flag on the finding's row (on the plan, where it names no row) names its code."""
    rows: tuple[str | None, ...] = finding.rows or (None,)
    return any(
        flag.row in rows and flag.state == flags.FlagState.OPEN and finding.code in flag.text
        for flag in desk.plan.flags
    )


def is_explained(desk: Desk, finding: Finding) -> bool:
    """True for advice whose row carries a remark."""
    if rule_of(finding.code).group is not Group.ADVICE or not finding.rows:
        return False
    return all(desk.itinerary.find(row)[1].remark for row in finding.rows)


def is_quoted(desk: Desk, finding: Finding) -> bool:
    """True for advice on one row whose remark is due: that finding says it already."""
    if (
        rule_of(finding.code).group is not Group.ADVICE
        or finding.code == REMARK_DUE
        or len(finding.rows) != 1
    ):
        return False
    return any(f.code == REMARK_DUE and f.rows == finding.rows for f in desk.feedback.findings)


def show_rationale(desk: Desk) -> None:
    """Put the keyboard into the first part of the rationale that is empty."""
    want_focus(desk, "rationale")


def _acknowledge(desk: Desk, entries: Iterable[Entry]) -> None:
    for entry in entries:
        desk.acked[entry.client] = max(desk.acked.get(entry.client, 0), entry.seq)


def _take_result(desk: Desk, result: plans.EditResult) -> None:
    desk.problem = None
    desk.rejected = list(result.rejected)
    changed = result.itinerary != desk.itinerary
    before = _named(desk) if changed else []
    desk.plan = replace(desk.plan, itinerary=result.itinerary, rev=result.rev, saved_at=result.saved_at)
    if changed:
        desk.scores_before = {key: score.value for key, score in desk.feedback.scores.items()}
        desk.feedback = give_feedback(desk.itinerary, desk.plan.facts)
        desk.moved = Moved(*findings_moved(before, _named(desk)))


def _named(desk: Desk) -> list[Finding]:
    """What an edit can open or close, by its own name: a remark that is due stands behind what wants it."""
    found = [f for f in _wanting(desk) if f.code != MISSING_TIME]
    behind = {f.rows for f in found if rule_of(f.code).group is Group.ADVICE}
    return [f for f in found if f.code != REMARK_DUE or f.rows not in behind]


def _first_row(desk: Desk) -> str | None:
    return next((row.row for day, row in desk.itinerary.rows() if day.number == desk.day), None)


def want_focus(desk: Desk, what: str) -> None:
    """Have a field of the side panel (`remark`, `flag`, `comment`) or the `rationale` take the keyboard."""
    desk.focus = (uuid4().hex, what)


def _ignore(desk: Desk, value: Any, command: Command) -> None:
    """A command of an older page that no longer exists."""


def _go(desk: Desk, value: Any, command: Command) -> None:
    _leave_for(desk, str(value))


def _leave_for(desk: Desk, row: str) -> None:
    """Show a row, and remember the one that is left."""
    before = desk.selected
    show_row(desk, row)
    if before is not None and before != desk.selected:
        desk.came_from = [*desk.came_from, before][-MOST_STEPS_BACK:]


def _back(desk: Desk, value: Any, command: Command) -> None:
    if desk.came_from:
        show_row(desk, desk.came_from.pop())


def _day(desk: Desk, value: Any, command: Command) -> None:
    if isinstance(value, int):
        show_day(desk, value)


def _next_day(desk: Desk, value: Any, command: Command) -> None:
    show_day(desk, desk.day + 1)


def _previous_day(desk: Desk, value: Any, command: Command) -> None:
    show_day(desk, desk.day - 1)


def _undo(desk: Desk, value: Any, command: Command) -> None:
    step_back(desk, command, forward=False)


def _redo(desk: Desk, value: Any, command: Command) -> None:
    step_back(desk, command, forward=True)


def _remark(desk: Desk, value: Any, command: Command) -> None:
    if value:
        show_row(desk, str(value))
    want_focus(desk, "remark")


def _flag(desk: Desk, value: Any, command: Command) -> None:
    if not isinstance(value, dict):
        _go(desk, value, command)
        want_focus(desk, "flag")
        return
    try:
        with open_session(write=True) as session:
            if is_first(session, desk, command):
                flags.set_flag(
                    session,
                    desk.person_id,
                    desk.plan.annotation_id,
                    row=value["row"],
                    kind=value["kind"],
                    text=value["text"],
                )
            kept = flags.flags_of(session, desk.plan.annotation_id)
    except (WorkbenchError, KeyError) as error:
        desk.problem = f"Not flagged: {error}"
        return
    keep_flags(desk, kept)


def keep_flags(desk: Desk, kept: tuple[flags.FlagView, ...]) -> None:
    """Show these flags of the plan from now on."""
    desk.plan = replace(desk.plan, flags=kept)


def _select(desk: Desk, value: Any, command: Command) -> None:
    if any(day.number == desk.day and row.row == value for day, row in desk.itinerary.rows()):
        desk.selected = value


def _next_finding(desk: Desk, value: Any, command: Command) -> None:
    _step_to_finding(desk, 1)


def _previous_finding(desk: Desk, value: Any, command: Command) -> None:
    _step_to_finding(desk, -1)


def _step_to_finding(desk: Desk, step: int) -> None:
    rows: list[str] = []
    for finding in in_order_of_work(open_findings(desk)):
        rows.extend(row for row in finding.rows[:1] if row not in rows)
    if not rows:
        return
    here = rows.index(desk.selected) if desk.selected in rows else None
    _leave_for(desk, rows[min(step, 0) if here is None else (here + step) % len(rows)])


def _ask_screen(name: str) -> Any:
    def ask(desk: Desk, value: Any, command: Command) -> None:
        desk.wants = (name, value)

    return ask


_COMMANDS = {
    "select": _select, "go": _go, "back": _back,
    "day": _day, "next_day": _next_day, "previous_day": _previous_day, "undo": _undo, "redo": _redo,
    "remark": _remark, "flag": _flag, "next_finding": _next_finding, "previous_finding": _previous_finding,
    "plan": _ask_screen("plan"), "why": _ask_screen("why"), "submit": _ask_screen("submit"),
}  # fmt: skip
