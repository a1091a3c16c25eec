"""What comes first when a plan came back: the expert's reason, open flags, comments, and what the expert changed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from annotate.errors import WorkbenchError
from annotate.workflow import DECISION_ACTIONS, Action, State
from db.comments import Thread, add_comment, resolve_thread, threads_of
from db.differences import Correction, corrections_of
from db.flags import FlagState, flags_of, resolve_flag
from db.reviews import DecisionView, decisions_of
from db.session import Session, open_session
from pages._ui.board_data import row_label
from pages._ui.desk import Desk, Handler, is_first, keep_flags
from pages._ui.difference_data import change_words
from pages._ui.entries import Command
from pages._ui.page_head import when
from pages._ui.review_data import flag_data, kept_under, thread_data
from pages._ui.session import Key, recall, remember


@dataclass(frozen=True)
class Returned:
    """What was said of a plan, beside its flags, and what others corrected in it; `of` says of which plan and round.

    `sent_back` is the last decision where that asks for changes.
    """

    of: tuple[int, int]
    sent_back: DecisionView | None
    threads: tuple[Thread, ...]
    corrections: tuple[Correction, ...]


def returned_of(desk: Desk) -> Returned:
    """What is known of the plan on the desk, read once for each plan and round and after each own act."""
    held: Returned | None = recall(Key.RETURNED)
    of = desk.plan.annotation_id, desk.plan.round
    if held is not None and held.of == of:
        return held
    return _read(desk)


def _read(desk: Desk) -> Returned:
    of = desk.plan.annotation_id, desk.plan.round
    with open_session(write=False) as session:
        last = next(reversed(decisions_of(session, of[0])), None)
        asks = last is not None and DECISION_ACTIONS[last.decision] is Action.REQUEST_CHANGES
        found = Returned(
            of, last if asks else None, threads_of(session, of[0]), corrections_of(session, of[0])
        )
    remember(Key.RETURNED, found)
    return found


def returned_data(desk: Desk, returned: Returned) -> dict[str, Any] | None:
    """The data of the panel; None where nobody has said anything."""
    by_experts = [flag for flag in desk.plan.flags if flag.by != desk.plan.annotator.label]
    if not (by_experts or returned.sent_back or returned.threads or returned.corrections):
        return None
    may_answer = desk.plan.can_edit and desk.plan.state is State.IN_PROGRESS
    flags = [flag_data(desk, flag, False) | {"can_answer": may_answer} for flag in by_experts]
    return {
        "plan": str(desk.plan.annotation_id),
        "keep": kept_under(desk),
        "ack": desk.acked,
        "selected": desk.selected,
        "problem": desk.problem,
        "reason": _reason(returned.sent_back),
        "open": sum(flag.state is FlagState.OPEN for flag in by_experts),
        "flags": sorted(flags, key=lambda flag: flag["state"] != FlagState.OPEN),
        "threads": [thread_data(desk, one, desk.person_id, is_expert=False) for one in returned.threads],
        "corrections": [
            {
                "row": None if one.row == "plan" else one.row,
                "where": "The plan" if one.row == "plan" else row_label(desk, one.row).capitalize(),
                "text": change_words(desk.itinerary, one.row, one.field, one.before, one.after),
                "by": f"{one.by.label}, {when(one.at)}",
            }
            for one in returned.corrections
        ],
    }


def _reason(sent_back: DecisionView | None) -> dict[str, str] | None:
    """Why the plan came back, and who said so of which round."""
    if sent_back is None:
        return None
    by = f"{sent_back.by.label}, round {sent_back.round}, {when(sent_back.at)}"
    return {"decision": sent_back.decision.value, "text": sent_back.why, "by": by}


def _act(desk: Desk, command: Command, work: Callable[[Session], object]) -> None:
    try:
        with open_session(write=True) as session:
            if is_first(session, desk, command):
                work(session)
            kept = flags_of(session, desk.plan.annotation_id)
    except WorkbenchError as error:
        desk.problem = str(error)
        return
    desk.problem = None
    keep_flags(desk, kept)
    _read(desk)


def _fixed(desk: Desk, value: Any, command: Command) -> None:
    if isinstance(value, dict) and isinstance(value.get("flag"), int):
        text = str(value.get("text") or "")
        _act(
            desk,
            command,
            lambda session: resolve_flag(
                session, desk.person_id, value["flag"], state=FlagState.FIXED, text=text
            ),
        )


def _comment(desk: Desk, value: Any, command: Command) -> None:
    if isinstance(value, dict) and isinstance(value.get("thread"), int):
        text, plan = str(value.get("text") or ""), desk.plan.annotation_id
        _act(
            desk,
            command,
            lambda session: add_comment(
                session, desk.person_id, plan, row=None, text=text, thread_id=value["thread"]
            ),
        )


def _resolve(desk: Desk, value: Any, command: Command) -> None:
    if isinstance(value, dict) and isinstance(value.get("thread"), int):
        _act(desk, command, lambda session: resolve_thread(session, desk.person_id, value["thread"]))


COMMANDS: dict[str, Handler] = {"fixed": _fixed, "comment": _comment, "resolve_thread": _resolve}
"""Commands of the panel, for `desk.take_entries`."""
