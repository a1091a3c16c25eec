"""A submission on the desk of an expert: the version that is looked at, the one it is compared with, what is said of it.

Everything here may be lost; each act is in the database before it is shown.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from annotate.errors import InputError, WorkbenchError
from annotate.workflow import BEFORE_GOLD, Action, DecisionKind, State, why_not
from db import reviews
from db.comments import Thread, add_comment, resolve_thread, threads_of
from db.differences import RoundDifference, Version, between, compare, versions_of
from db.flags import resolve_flag, set_flag
from db.numbers import is_row_number
from db.people import Person
from db.plans import discard
from db.reviews import OpenReview
from db.session import Session, open_session
from db.submissions import REVISED
from db.waivers import waive
from pages._ui import desk as desks
from pages._ui.desk import Desk, Handler, show_row, want_focus
from pages._ui.entries import Command

UNDER_REVIEW = (State.SUBMITTED, State.IN_REVIEW)


@dataclass(kw_only=True)
class ReviewDesk(Desk):
    """`plan` and `feedback` are those of the version that is `shown`; `found` is None where there is nothing to
    compare with. `asked` are the versions that the address names."""

    person: Person
    review: OpenReview
    versions: tuple[Version, ...]
    shown: Version
    found: RoundDifference | None
    threads: tuple[Thread, ...]
    held_by: Person | None
    asked: tuple[int | None, int | None] = (None, None)

    @property
    def changed_rows(self) -> list[str]:
        """The rows in which a cell changed, in the order of the trip, but for rows that are gone."""
        if self.found is None:
            return []
        return [row.row for row in self.found.difference.edited if not row.removed]

    @property
    def label(self) -> str:
        """Which version is shown: `round 2`, `round 2 with corrections`, `the draft`."""
        shown = self.shown
        if shown.submission_id is not None or not self.review.rounds or self.plan_state not in UNDER_REVIEW:
            return shown.label
        corrected = shown.itinerary != self.review.submission.itinerary
        return f"round {shown.round}" + (" with corrections" if corrected else "")

    @property
    def may_review(self) -> bool:
        """True where this expert may act on the plan as it stands; the review begins with the first act."""
        state = self.plan_state
        if self.held_by is not None and self.held_by.id != self.person.id:
            return False
        if state in UNDER_REVIEW:
            return self.why_not_review is None
        return state is State.FINAL_REVIEW and self.why_not_final is None

    @property
    def why_not_review(self) -> str | None:
        """Why this expert may not review a submission of the plan, whoever has it open; None if they may."""
        return self._why_not(Action.OPEN_REVIEW, State.SUBMITTED)

    def _why_not(self, action: Action, state: State) -> str | None:
        own = self.plan.annotator.id == self.person.id
        roles = self.person.known_roles
        return why_not(action, state, roles, is_annotator=own, has_rows=self.plan.has_rows)

    @property
    def plan_state(self) -> State:
        """Where the plan stands, whatever version is shown."""
        return self.review.plan.state

    @property
    def why_not_final(self) -> str | None:
        """Why this expert may not give the final review, None if they may."""
        action = Action.MAKE_GOLD if self.plan_state is State.FINAL_REVIEW else Action.BEGIN_FINAL_REVIEW
        if (closed := self._why_not(action, self.plan_state)) is not None:
            return closed
        approver = self.review.decisions[-1].by if self.review.decisions else None
        if approver is not None and approver.id == self.person.id:
            return "You approved this plan: the final review is another expert's."
        return None


def open_review_desk(
    person: Person,
    annotation_id: int,
    *,
    day: int | None = None,
    row: str | None = None,
    shown_id: int | None = None,
    against_id: int | None = None,
    before: Desk | None = None,
) -> ReviewDesk:
    """Lay out a plan with its rounds: nothing is opened or held by looking.

    `shown_id` and `against_id` are frozen rounds; without them the submission as it stands now (with the expert's own
    corrections) beside the round before. Raises NotFoundError, NotAllowedError.
    """
    with open_session(write=False) as session:
        review = reviews.view_review(session, person.id, annotation_id)
        versions = versions_of(session, person.id, annotation_id)
        threads = threads_of(session, annotation_id)
        held_by = next(
            (one.held_by for one in reviews.queue(session) if one.annotation_id == annotation_id), None
        )
        shown = _version_to_show(review, versions, shown_id)
        base = _version_before(versions, shown, against_id)
        if shown_id is not None and against_id is not None:
            found: RoundDifference | None = compare(session, person.id, annotation_id, against_id, shown_id)
        else:
            found = between(base, shown, review.plan.flags) if base is not None else None
    is_draft = shown.submission_id is None
    plan = replace(
        review.plan,
        itinerary=shown.itinerary,
        facts=shown.facts,
        can_edit=review.plan.can_edit and is_draft and review.plan.state is State.IN_REVIEW,
    )
    numbers = [one.number for one in plan.itinerary.days]
    desk = ReviewDesk(
        person.id, plan, shown.feedback, numbers[0], person=person, review=review, versions=versions,
        shown=shown, found=found, threads=threads, held_by=held_by, asked=(shown_id, against_id),
    )  # fmt: skip
    if before is not None:
        desk.go_on_from(before)
    if found is not None:
        desk.scores_before = {key: one.value for key, one in found.before.feedback.scores.items()}
    if row is not None and any(one.row == row for _, one in plan.itinerary.rows()):
        show_row(desk, row)
    elif day in numbers:
        desks.show_day(desk, day)
    elif desk.changed_rows:
        show_row(desk, desk.changed_rows[0])
    else:
        desks.show_day(desk, numbers[0])
    return desk


def _version_to_show(review: OpenReview, versions: tuple[Version, ...], shown_id: int | None) -> Version:
    by_id = {one.submission_id: one for one in versions}
    if shown_id is not None and shown_id in by_id:
        return by_id[shown_id]
    is_open = review.plan.state in UNDER_REVIEW or len(versions) == 1
    return versions[-1] if is_open else versions[-2]


def _version_before(versions: tuple[Version, ...], shown: Version, against_id: int | None) -> Version | None:
    """The version asked for; else the round before; for a first round what was handed in, if it differs."""
    earlier = list(versions[: versions.index(shown)])
    asked = next((one for one in versions if one.submission_id == against_id), None)
    if against_id is not None and asked is not None:
        return asked
    if shown.submission_id is None and earlier:
        return earlier[-2] if len(earlier) > 1 else earlier[-1]
    if shown.kind == REVISED and earlier:
        return earlier[-1]
    return earlier[-1] if earlier else None


def reload(desk: ReviewDesk) -> None:
    """Read everything anew, keeping the place; the desk stays the same object."""
    fresh = open_review_desk(
        desk.person, desk.plan.annotation_id, day=desk.day, row=desk.selected,
        shown_id=desk.asked[0], against_id=desk.asked[1], before=desk,
    )  # fmt: skip
    for name in ("plan", "feedback", "review", "versions", "shown", "found", "threads", "held_by"):
        setattr(desk, name, getattr(fresh, name))
    desk.scores_before = fresh.scores_before


def take_review_entries(desk: ReviewDesk, ops: Any, commands: Any) -> None:
    """Take what the components sent; after corrections what changed is worked out anew."""
    with desk.lock:
        before = desk.plan
        desks.take_entries(desk, ops, commands, _COMMANDS)
        if desk.plan.itinerary is not before.itinerary and desk.plan.rev != before.rev:
            problem = desk.problem
            reload(desk)
            desk.problem = problem


def act(desk: ReviewDesk, command: Command, work: Callable[[Session], object]) -> bool:
    """Carry out an act in one transaction, beginning the review if nobody has; True if it is done, now or before.

    What is refused changes nothing; `problem` says why.
    """
    plan, person = desk.plan.annotation_id, desk.person.id
    try:
        with open_session(write=True) as session:
            if desks.is_first(session, desk, command):
                if desk.plan_state is State.SUBMITTED:
                    reviews.open_review(session, person, plan)
                work(session)
    except WorkbenchError as error:
        desk.problem = str(error)
        return False
    desk.problem = None
    reload(desk)
    return True


def _step(desk: ReviewDesk, rows: Sequence[str], step: int) -> None:
    if not rows:
        return
    here = rows.index(desk.selected) if desk.selected in rows else None
    show_row(desk, rows[min(step, 0) if here is None else (here + step) % len(rows)])


def _stations(desk: ReviewDesk) -> list[str]:
    """The rows worth a look: those that changed; else those with open findings; else all."""
    if desk.changed_rows:
        return desk.changed_rows
    found = [one.rows[0] for one in desks.open_findings(desk) if one.rows]
    return list(dict.fromkeys(found)) or _all_rows(desk)


def _all_rows(desk: ReviewDesk) -> list[str]:
    return [row.row for _, row in desk.itinerary.rows()]


def _next_change(desk: ReviewDesk, value: Any, command: Command) -> None:
    _step(desk, _stations(desk), 1)


def _previous_change(desk: ReviewDesk, value: Any, command: Command) -> None:
    _step(desk, _stations(desk), -1)


def _next_row(desk: ReviewDesk, value: Any, command: Command) -> None:
    _step(desk, _all_rows(desk), 1)


def _previous_row(desk: ReviewDesk, value: Any, command: Command) -> None:
    _step(desk, _all_rows(desk), -1)


def _flag(desk: ReviewDesk, value: Any, command: Command) -> None:
    if not isinstance(value, dict):
        show_row(desk, str(value))
        want_focus(desk, "flag")
        return
    act(
        desk,
        command,
        lambda session: set_flag(
            session, desk.person.id, desk.plan.annotation_id, row=value.get("row"),
            kind=str(value.get("kind")), text=str(value.get("text")),
        ),
    )  # fmt: skip


def _remark(desk: ReviewDesk, value: Any, command: Command) -> None:
    if value:
        show_row(desk, str(value))
    want_focus(desk, "comment")


def _answer_flag(desk: ReviewDesk, value: Any, command: Command) -> None:
    flag = _number(value, "flag")
    act(
        desk,
        command,
        lambda session: resolve_flag(
            session, desk.person.id, flag, state=str(value.get("state")),
            text=str(value.get("text")),
        ),
    )  # fmt: skip


def _comment(desk: ReviewDesk, value: Any, command: Command) -> None:
    thread = None if value.get("thread") is None else _number(value, "thread")
    _say(
        desk,
        command,
        lambda session: add_comment(
            session, desk.person.id, desk.plan.annotation_id, row=value.get("row"),
            text=str(value.get("text")), thread_id=thread,
        ),
    )  # fmt: skip


def _resolve_thread(desk: ReviewDesk, value: Any, command: Command) -> None:
    thread = _number(value, "thread")
    _say(desk, command, lambda session: resolve_thread(session, desk.person.id, thread))


def _say(desk: ReviewDesk, command: Command, work: Callable[[Session], object]) -> None:
    """Comments are open to whoever may look: they begin no review."""
    try:
        with open_session(write=True) as session:
            if desks.is_first(session, desk, command):
                work(session)
    except WorkbenchError as error:
        desk.problem = str(error)
        return
    desk.problem = None
    reload(desk)


def _waive(desk: ReviewDesk, value: Any, command: Command) -> None:
    act(
        desk,
        command,
        lambda session: waive(
            session, desk.person.id, desk.plan.annotation_id, code=str(value.get("code")),
            rows=[str(row) for row in value.get("rows") or ()], reason=str(value.get("reason")),
        ),
    )  # fmt: skip


def _begin(desk: ReviewDesk, value: Any, command: Command) -> None:
    plan, person = desk.plan.annotation_id, desk.person.id
    if desk.plan_state is State.APPROVED:
        act(desk, command, lambda session: reviews.begin_final_review(session, person, plan))
    elif desk.held_by is not None and desk.held_by.id != person:
        act(desk, command, lambda session: reviews.open_review(session, person, plan, take_over=True))
    else:
        act(desk, command, lambda session: None)


def _decide(desk: ReviewDesk, value: Any, command: Command) -> None:
    plan, person = desk.plan.annotation_id, desk.person.id
    why = str(value.get("why") or "")
    decision = str(value.get("decision"))
    if decision == "gold":
        done = act(desk, command, lambda session: _make_gold(desk, session, why))
    elif decision == DecisionKind.DISCARD and desk.plan_state in BEFORE_GOLD:
        done = act(desk, command, lambda session: discard(session, person, plan, why=why))
    else:
        done = act(desk, command, lambda session: reviews.decide(session, person, plan, decision, why))
    if done:
        desk.wants = ("decided", str(desk.plan_state))


def _make_gold(desk: ReviewDesk, session: Session, why: str) -> None:
    """The final review begins with its decision if nobody has begun it."""
    if desk.plan_state is State.APPROVED:
        reviews.begin_final_review(session, desk.person.id, desk.plan.annotation_id)
    reviews.make_gold(session, desk.person.id, desk.plan.annotation_id, why)


def _next_submission(desk: ReviewDesk, value: Any, command: Command) -> None:
    desk.wants = ("next", None)


def _history(desk: ReviewDesk, value: Any, command: Command) -> None:
    desk.wants = ("history", None)


def _number(value: dict[str, Any], name: str) -> int:
    number = value.get(name)
    if not isinstance(number, int) or isinstance(number, bool) or not is_row_number(number):
        raise InputError(f"The page sent something unreadable ({name})", todo="Reload the page.")
    return number


def _form(handler: Handler) -> Handler:
    """A command whose value is a form; anything else, or a field of another type, changes nothing."""

    def take(desk: ReviewDesk, value: Any, command: Command) -> None:
        if not isinstance(value, dict):
            desk.problem = "The page sent something unreadable: reload it."
            return
        try:
            handler(desk, value, command)
        except InputError as error:
            desk.problem = str(error)

    return take


_COMMANDS: dict[str, Handler] = {
    "next_change": _next_change, "previous_change": _previous_change,
    "next_row": _next_row, "previous_row": _previous_row, "flag": _flag, "remark": _remark,
    "answer_flag": _form(_answer_flag), "comment": _form(_comment), "resolve_thread": _form(_resolve_thread),
    "waive": _form(_waive), "begin": _begin, "decide": _form(_decide), "next_submission": _next_submission, "history": _history,
}  # fmt: skip
