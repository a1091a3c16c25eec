"""What the review screen shows around the board, as the data of its components."""

from typing import Any

from annotate.profile import DEFAULT_PROFILE
from annotate.repeats import ready_remark
from annotate.rule import Finding, Group, rule_of
from annotate.workflow import BEFORE_GOLD, DecisionKind, State
from db.flags import FlagKind, FlagState, FlagView
from helpers.finding_words import settled_by
from pages._ui.board_data import row_label
from pages._ui.desk import Desk
from pages._ui.difference_data import change_words
from pages._ui.page_head import count, reader_zone, when
from pages._ui.panel_data import bar_data, card_data, saved_words, vars_of
from pages._ui.review_desk import UNDER_REVIEW, ReviewDesk

WORTH_WAIVING = (Group.HARD, Group.COMMON)
_LABELS = {
    DecisionKind.RETAIN: "Retain as it is",
    DecisionKind.RETAIN_REVISED: "Retain after my minor revision",
    DecisionKind.BACK_TO_ANNOTATOR: "Back to {annotator}",
    DecisionKind.SOURCE_CORRECTION: "Source correction needed",
    DecisionKind.DISCARD: "Discard",
}
_NEEDS_WHY = frozenset({DecisionKind.BACK_TO_ANNOTATOR, DecisionKind.SOURCE_CORRECTION, DecisionKind.DISCARD})
_CLOSED = {
    State.GOLD: "Gold: the plan is locked and goes into the next release.",
    State.DISCARDED: "Discarded: work on it has ended for good.",
    State.CHANGES_REQUESTED: "Sent back: the next submission comes to the queue.",
}


def review_bar(desk: ReviewDesk, *, following: int | None, previous: int | None) -> dict[str, Any]:
    """The bar: plan, days, scores with the change since the version compared with."""
    data = bar_data(
        desk,
        warning="demo figures are invented" if desk.is_demo else None,
        previous=previous,
        following=following,
        saved=saved_words(desk.plan.saved_at, reader_zone()) if desk.plan.can_edit else "",
    )
    plan, shown = desk.plan, desk.shown
    at = shown.at or (desk.review.submission.submitted_at if desk.review.rounds else None)
    handed_in = f", {when(at)}" if at else ""
    data["title"] = data["title"].replace("Plan", "Review · Plan", 1)
    data["sub"] = f"{plan.annotator.label} · {desk.label}{handed_in} · {desk.plan_state}"
    data["saved"]["problem"] = None
    data["submit_label"] = None
    return data


def since_words(desk: ReviewDesk) -> str:
    """`since round 1: 5 rows changed, 2 findings closed, 1 new`."""
    if desk.found is None:
        return "first round: nothing to compare it with"
    found = desk.found.difference
    parts = [count(len(found.edited), "row") + " changed"]
    if found.rationale:
        parts.append("rationale changed")
    parts.append(f"{count(len(found.closed), 'finding')} closed")
    parts.append(f"{len(found.opened)} new")
    return f"since {desk.found.before.label}: {', '.join(parts)}"


def side(desk: ReviewDesk) -> dict[str, Any]:
    """The side panel's data."""
    opened = [(one.code, one.rows) for one in desk.found.difference.opened] if desk.found else []
    closed = desk.found.difference.closed if desk.found else ()
    findings = [_finding(desk, one, (one.code, one.rows) in opened) for one in desk.feedback.findings]
    counted = [one for one in findings if one["group"] != "report"]
    is_live = desk.plan_state not in (State.OPEN, State.GOLD, State.DISCARDED)
    return {
        "plan": str(desk.plan.annotation_id),
        "keep": kept_under(desk),
        "rev": desk.plan.rev,
        "ack": desk.acked,
        "rejected": [vars_of(one) for one in desk.rejected],
        "locked": not desk.plan.can_edit,
        "selected": desk.selected,
        "flags": [flag_data(desk, one, desk.may_review) for one in desk.plan.flags],
        "flag_kinds": [kind.value for kind in FlagKind],
        "flag_kind": FlagKind.UNREALISTIC_TIME.value,
        "flag_offer": _flag_offer(desk),
        "can_flag": (desk.may_review and desk.shown.submission_id is None)
        or (desk.may_review and desk.plan_state is State.FINAL_REVIEW),
        "threads": [thread_data(desk, one, desk.person.id, is_expert=True) for one in desk.threads],
        "can_comment": is_live,
        "findings": findings,
        "findings_head": f"{len(counted)}, {sum(bool(one['settled']) for one in counted)} settled",
        "closed": [_finding(desk, one, False) | {"can_waive": False, "settled": None} for one in closed],
        "against": desk.found.before.label if desk.found else "",
        "evidence": "as submitted" if not desk.plan.can_edit else f"as of {when(desk.plan.facts_at)}",
        "card": card_data(desk) | {"where": row_label(desk, desk.selected)} if desk.selected else None,
        "focus": {"token": desk.focus[0], "what": desk.focus[1]} if desk.focus else None,
    }


def flag_data(desk: Desk, flag: FlagView, may_answer: bool) -> dict[str, Any]:
    """A flag with its answer, the fix that answers it, and what the expert may do with it."""
    acts: list[tuple[str, str]] = []
    if may_answer and flag.state is FlagState.OPEN:
        acts = [("waived", "accept the reason"), ("fixed", "it is fixed")]
    elif may_answer:
        acts = [("open", "ask again")]
    answer = f"{flag.resolved_by}: {flag.resolution}" if flag.resolution else ""
    return {
        "id": flag.id,
        "row": flag.row,
        "where": row_label(desk, flag.row).capitalize() if flag.row else "The plan",
        "kind": flag.kind.value,
        "state": flag.state.value,
        "text": flag.text,
        "by": f"{flag.by}, round {flag.round}, {when(flag.at)}",
        "answer": answer,
        "fix": fix_words(desk, flag),
        "acts": acts,
    }


def fix_words(desk: Desk, flag: FlagView) -> str:
    """`changed in round 2: row 4 departure 17:20, now 18:00`, or that nothing was changed."""
    if flag.state is not FlagState.FIXED:
        return ""
    if flag.fix is None:
        return "answered without a change"
    said = [
        f"{row_label(desk, row) if row != 'plan' else 'plan'} {change_words(desk.itinerary, row, field, before, after)}"
        for row, field, before, after in flag.fix.cells
    ]
    return f"changed in round {flag.fix.round}: {'; '.join(said)}"


def thread_data(desk: Desk, thread: Any, person_id: int, *, is_expert: bool) -> dict[str, Any]:
    """A thread with its comments; whoever began it, or an expert, resolves it."""
    own = desk.plan.annotator.id == person_id
    may = thread.comments[0].by.id == person_id or (is_expert and not own and not desk.plan.has_rows)
    return {
        "id": thread.id,
        "row": thread.row,
        "where": row_label(desk, thread.row).capitalize() if thread.row else "The plan",
        "resolved": thread.is_resolved,
        "can_resolve": may and not thread.is_resolved,
        "comments": [{"text": one.text, "by": f"{one.by.label}, {when(one.at)}"} for one in thread.comments],
    }


def kept_under(desk: Desk) -> str:
    """Under which the browser keeps what is typed and not sent: person, plan, round."""
    return f"{desk.person_id}/{desk.plan.annotation_id}/{desk.plan.round}"


def _stage(state: State) -> str:
    """The part of a review that a decision ends: beginning the review does not change it."""
    return "review" if state in UNDER_REVIEW else "final" if state in BEFORE_GOLD else state.value


def decision(desk: ReviewDesk, following: int | None) -> dict[str, Any]:
    """The decision bar: what may be decided now, and why not."""
    data: dict[str, Any] = {
        "plan": str(desk.plan.annotation_id),
        "ack": desk.acked,
        "keep": f"{kept_under(desk)}/{_stage(desk.plan_state)}",
        "title": "Decision",
        "words": "",
        "begin": None,
        "decisions": [],
        "problem": desk.problem,
        "keys": "J K changes · Shift+J K rows · F flag · C comment · H history"
        + (" · N next" if following else ""),
    }
    state = desk.plan_state
    if state in UNDER_REVIEW:
        _first_review(desk, data)
    elif state in BEFORE_GOLD:
        _final_review(desk, data)
    else:
        data["title"] = ""
        data["words"] = _CLOSED.get(state, f"The plan is {state}: there is nothing to decide.")
    return data


def _first_review(desk: ReviewDesk, data: dict[str, Any]) -> None:
    if (closed := desk.why_not_review) is not None:
        data["words"] = closed
        return
    if desk.held_by is not None and desk.held_by.id != desk.person.id:
        data["words"] = (
            f"{desk.held_by.label} has this submission open. It can be taken over when nothing was heard of them for 5 min."
        )
        data["begin"] = "Take it over"
        return
    if desk.plan_state is State.SUBMITTED:
        data["begin"] = "Start the review"
    revised = desk.review.plan.itinerary != desk.review.submission.itinerary
    open_flags = sum(one.state is FlagState.OPEN for one in desk.plan.flags)
    flags = f" ({count(open_flags, 'open flag')})" if open_flags else ""
    why_not = {
        DecisionKind.RETAIN: "You changed the plan: retain it after your revision." if revised else "",
        DecisionKind.RETAIN_REVISED: "" if revised else "You changed nothing: retain it as it is.",
    }
    for kind in DecisionKind:
        label = _LABELS[kind].format(annotator=desk.plan.annotator.code)
        data["decisions"].append(
            {
                "kind": kind.value,
                "label": label + (flags if kind is DecisionKind.BACK_TO_ANNOTATOR else ""),
                "do": "Decide",
                "needs_why": kind in _NEEDS_WHY,
                "why_not": why_not.get(kind, ""),
            }
        )


def _final_review(desk: ReviewDesk, data: dict[str, Any]) -> None:
    data["title"] = "Final review"
    if (closed := desk.why_not_final) is not None:
        data["words"] = closed
        return
    approver = desk.review.decisions[-1].by.label if desk.review.decisions else "an expert"
    data["words"] = f"Approved by {approver}. Gold is locked for good."
    if desk.plan_state is State.APPROVED:
        data["begin"] = "Start the final review"
    for kind, label, needs_why in (
        ("gold", "Make it gold", False),
        (DecisionKind.DISCARD.value, "Discard", True),
    ):
        data["decisions"].append(
            {"kind": kind, "label": label, "do": label, "needs_why": needs_why, "why_not": ""}
        )


def _finding(desk: ReviewDesk, finding: Finding, is_new: bool) -> dict[str, Any]:
    group = rule_of(finding.code).group
    waived = next(
        (one for one in desk.review.waivers if (one.code, one.rows) == (finding.code, finding.rows)), None
    )
    settled = settled_by(desk.itinerary, finding, desk.review.waivers) if _is_here(desk, finding) else None
    note = (
        f"waived by {waived.by.label}, {when(waived.at)}: {waived.reason}" if waived else finding.advice or ""
    )
    return {
        "code": finding.code,
        "group": group.value,
        "message": finding.message,
        "note": note,
        "rows": list(finding.rows),
        "where": row_label(desk, finding.rows[0]) if finding.rows and _is_here(desk, finding) else "plan",
        "settled": settled,
        "is_new": is_new,
        "can_waive": settled is None
        and group in WORTH_WAIVING
        and desk.may_review
        and desk.plan_state in (*UNDER_REVIEW, State.FINAL_REVIEW),
    }


def _is_here(desk: Desk, finding: Finding) -> bool:
    """A finding of an older version may name a row that the shown one lacks."""
    here = {row.row for _, row in desk.itinerary.rows()}
    return set(finding.rows) <= here


def _flag_offer(desk: ReviewDesk) -> dict[str, str] | None:
    """Guideline 12: a repeated attraction is flagged with the days on which it appears."""
    ready = ready_remark(desk.trip, DEFAULT_PROFILE, str(desk.selected))
    if ready is None or any(
        one.kind is FlagKind.REPEATED_ATTRACTION and one.row == desk.selected for one in desk.plan.flags
    ):
        return None
    return {"kind": FlagKind.REPEATED_ATTRACTION.value, "text": ready}
