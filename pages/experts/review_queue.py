"""Review queue: what waits for an expert, oldest first; one submission as it was handed in, and the decision on it."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from annotate.errors import WorkbenchError
from annotate.rule import Finding, Group, rule_of
from annotate.workflow import Action, DecisionKind, State, why_not
from db import reviews
from db.people import Person
from db.plan_list import PlanLine, list_plans
from db.reviews import OpenReview, QueueItem
from db.session import open_session
from db.waivers import waive
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, page_head, plain, section, when
from pages._ui.plan_rows import number_cell, profile_cell, state_cell
from pages._ui.screens import REVIEW
from pages._ui.session import EXPERT, require_role
from pages._ui.submitted_plan import finding_html, plan_table, query_line, row_words, score_tiles, settled_by

QUEUED = (State.SUBMITTED, State.IN_REVIEW, State.APPROVED, State.FINAL_REVIEW)
WORTH_WAIVING = (Group.HARD, Group.COMMON)
SCORES = ("bas", "cats", "tdas")


def _queue(person: Person) -> None:
    page_head(
        "Review queue",
        "Submissions that wait for an expert, the oldest first. Nobody reviews a plan of their own.",
    )
    with open_session(write=False) as session:
        items = reviews.queue(session)
        figures = {plan.annotation_id: plan for plan in list_plans(session, states=QUEUED)}
    if not items:
        st.info(
            "Nothing waits. A plan appears here as soon as its annotator submits it.", icon=":material/inbox:"
        )
        return
    state_at, word_at, mine_at = st.columns([3, 2, 1.4], vertical_alignment="bottom")
    with state_at:
        state = st.segmented_control(
            "State",
            ["all", *(s.value for s in QUEUED)],
            default="all",
            required=True,
            key="state",
            bind="query-params",
        )
    with word_at:
        words = (
            (
                st.text_input(
                    "Search",
                    key="find",
                    type="search",
                    placeholder="city, set, number or annotator",
                    bind="query-params",
                    live=True,
                )
                or ""
            )
            .casefold()
            .split()
        )
    with mine_at:
        only = st.checkbox("Only what I may review", key="mine", bind="query-params")
    chosen = [
        item
        for item in items
        if (state in ("all", item.state.value))
        and all(
            word in f"{item.set_name} {item.idx} {item.title} {item.annotator.label}".casefold()
            for word in words
        )
        and not (only and item.annotator.id == person.id)
    ]
    section(count(len(chosen), "plan"), f"of {len(items)}")
    if not chosen:
        st.info("No plan fits these filters.", icon=":material/filter_alt_off:")
        return
    headings = (
        "Plan",
        "Trip",
        "Annotator",
        "Risk profile",
        "State",
        "Waiting since",
        "BAS",
        "CATS",
        "TDAS",
        "To fix",
        "Flags",
    )
    columns = [
        Column(
            name,
            number=name in ("BAS", "CATS", "TDAS", "To fix", "Flags"),
            wrap=name in ("Trip", "Annotator"),
        )
        for name in headings
    ]
    opened = link_table(
        columns,
        [_queue_row(person, item, figures[item.annotation_id]) for item in chosen],
        key="queue",
        name="Submissions",
    )
    if opened is not None:
        st.query_params["plan"] = opened
        st.rerun()


def _queue_row(person: Person, item: QueueItem, plan: PlanLine) -> Row:
    own = item.annotator.id == person.id
    held = "yours, for another expert" if own else f"with {item.held_by.code}" if item.held_by else ""
    cells = [
        Cell(f"{item.set_name} {item.idx}", sort=f"{item.set_name} {item.idx:09d}"),
        Cell(item.title, sub=count(item.days, "day")),
        Cell(item.annotator.label),
        profile_cell(item.risk_profile, item.level),
        state_cell(item.state, item.round, held),
        Cell(when(item.submitted_at), sort=item.submitted_at.timestamp()),
        *(_score(plan, key) for key in SCORES),
        number_cell(plan.to_fix, "bad"),
        number_cell(plan.open_flags, "warn"),
    ]
    return Row(str(item.annotation_id), f"review?plan={item.annotation_id}", cells)


def _score(plan: PlanLine, key: str) -> Cell:
    value, scored, total = plan.scores.get(key, (None, 0, 0))
    return Cell(
        "-" if value is None else f"{value:.2f}",
        sub=f"{scored} of {total}",
        sort=-1.0 if value is None else value,
    )


def _act(work: Callable[[Any], object], *, stay: bool) -> None:
    """Carry out a decision in one transaction; then stay on the plan, or go back to the queue."""
    try:
        with open_session(write=True) as session:
            work(session)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    if not stay:
        st.query_params.pop("plan", None)
    st.rerun()


def _decide(review: OpenReview, person: Person, decision: DecisionKind, why: str) -> None:
    annotation_id = review.plan.annotation_id

    def work(session: Any) -> None:
        if review.plan.state is State.SUBMITTED:
            reviews.open_review(session, person.id, annotation_id)
        reviews.decide(session, person.id, annotation_id, decision, why)

    _act(work, stay=decision is DecisionKind.RETAIN)


def _decision_bar(review: OpenReview, person: Person, held_by: Person | None) -> None:
    plan = review.plan
    with st.container(border=True, key="decision"):
        if plan.state in (State.SUBMITTED, State.IN_REVIEW):
            _first_review(review, person, held_by)
        elif plan.state in (State.APPROVED, State.FINAL_REVIEW):
            _last_review(review, person)
        else:
            st.markdown(
                f"**{plain(plan.state.value).capitalize()}**: there is nothing to decide. {_why_closed(plan.state)}"
            )


def _why_closed(state: State) -> str:
    return {
        State.GOLD: "The plan is locked and goes into the next release.",
        State.DISCARDED: "Work on it has ended for good.",
        State.CHANGES_REQUESTED: "It is back with its annotator; their next submission comes to the queue.",
    }.get(state, "It is with its annotator.")


def _first_review(review: OpenReview, person: Person, held_by: Person | None) -> None:
    plan = review.plan
    closed = why_not(
        Action.OPEN_REVIEW, State.SUBMITTED, person.known_roles, is_annotator=plan.annotator.id == person.id
    )
    if closed:
        st.markdown(f"**Locked for you.** {plain(closed)}")
        return
    if held_by is not None and held_by.id != person.id:
        words, button = st.columns([4, 1], vertical_alignment="center")
        words.markdown(
            f"**{plain(held_by.label)} has this submission open.** Take it over only if they agreed."
        )
        if button.button("Take it over", width="stretch"):
            _act(
                lambda session: reviews.open_review(session, person.id, plan.annotation_id, take_over=True),
                stay=True,
            )
        return
    words, start, approve, back = st.columns([2.6, 1.1, 1.2, 1.2], vertical_alignment="center")
    if plan.state is State.SUBMITTED:
        words.markdown("**Decision**  \nUntil you start, the annotator may take it back.")
        if start.button("Start the review", key="start-review", width="stretch"):
            _act(lambda session: reviews.open_review(session, person.id, plan.annotation_id), stay=True)
    else:
        words.markdown("**Decision**  \nYou have it open; nobody else changes it.")
    if approve.button("Approve as is", type="primary", key="approve", shortcut="Ctrl+Enter", width="stretch"):
        _decide(review, person, DecisionKind.RETAIN, "")
    with back.popover("Send back", width="stretch"), st.form("send-back", border=False):
        why = st.text_area("What the annotator is to mend", key="why-back", max_chars=2000)
        source = st.checkbox("The skeleton or the reference data is wrong", key="source-wrong")
        if st.form_submit_button("Send back", type="primary"):
            if not (why or "").strip():
                st.error("Say why: the annotator sees it first.")
            else:
                _decide(
                    review,
                    person,
                    DecisionKind.SOURCE_CORRECTION if source else DecisionKind.BACK_TO_ANNOTATOR,
                    str(why),
                )


def _last_review(review: OpenReview, person: Person) -> None:
    plan = review.plan
    action = Action.BEGIN_FINAL_REVIEW if plan.state is State.APPROVED else Action.MAKE_GOLD
    closed = why_not(action, plan.state, person.known_roles, is_annotator=plan.annotator.id == person.id)
    if closed:
        st.markdown(f"**Locked for you.** {plain(closed)}")
        return
    approver = review.decisions[-1].by if review.decisions else None
    words, button = st.columns([3, 1.2], vertical_alignment="center")
    if approver is not None and approver.id == person.id:
        hint = "You approved this plan: leave the final review to another expert if there is one."
    else:
        hint = f"Approved by {plain(approver.label)}." if approver else "Approved."
    if plan.state is State.APPROVED:
        words.markdown(f"**Final review**  \n{hint}")
        if button.button(
            "Start final review", type="primary", key="begin-final", shortcut="Ctrl+Enter", width="stretch"
        ):
            _act(
                lambda session: reviews.begin_final_review(session, person.id, plan.annotation_id), stay=True
            )
    else:
        words.markdown(f"**Final review**  \n{hint} Gold is locked for good.")
        if button.button(
            "Make it gold", type="primary", key="make-gold", shortcut="Ctrl+Enter", width="stretch"
        ):
            _act(lambda session: reviews.make_gold(session, person.id, plan.annotation_id), stay=True)


def _findings(review: OpenReview, person: Person) -> None:
    submission, plan = review.submission, review.plan
    findings = [one for one in submission.feedback.findings if rule_of(one.code).group is not Group.REPORT]
    waived = {(one.code, one.rows) for one in review.waivers}
    section("Findings", f"{len(findings)}, {sum((one.code, one.rows) in waived for one in findings)} waived")
    if not findings:
        st.caption("None.")
    may = plan.annotator.id != person.id and plan.state in (State.IN_REVIEW, State.FINAL_REVIEW)
    for number, finding in enumerate(findings):
        _finding(review, person, finding, number, is_waived=(finding.code, finding.rows) in waived, may=may)
    for one in review.waivers:
        st.caption(f"{plain(one.code)} waived by {plain(one.by.label)}, {when(one.at)}: {plain(one.reason)}")
    if findings and not may and plan.state is State.SUBMITTED and plan.annotator.id != person.id:
        st.caption("Findings are waived after the review has started.")


def _finding(
    review: OpenReview, person: Person, finding: Finding, number: int, *, is_waived: bool, may: bool
) -> None:
    itinerary = review.submission.itinerary
    st.html(finding_html(itinerary, finding, settled_by(itinerary, finding, review.waivers)))
    group = rule_of(finding.code).group
    if may and not is_waived and group in WORTH_WAIVING:
        with st.popover("Waive", key=f"waive-{number}"), st.form(f"waive-form-{number}", border=False):
            reason = st.text_area("Why it is accepted", key=f"waive-why-{number}", max_chars=2000)
            if st.form_submit_button("Waive it"):
                annotation_id = review.plan.annotation_id
                _act(
                    lambda session: waive(
                        session,
                        person.id,
                        annotation_id,
                        code=finding.code,
                        rows=finding.rows,
                        reason=str(reason or ""),
                    ),
                    stay=True,
                )


def _beside(review: OpenReview, person: Person) -> None:
    _findings(review, person)
    flags = review.plan.flags
    section("Flags", f"{sum(one.state == 'open' for one in flags)} open of {len(flags)}")
    for one in flags:
        answer = f" {plain(one.resolved_by)}: {plain(one.resolution)}" if one.resolution else ""
        place = row_words(review.plan.itinerary, one.row) if one.row else "the plan"
        st.markdown(
            f":gray-badge[{plain(one.state)}] **{place}** {plain(one.kind)}: {plain(one.text)}  \n"
            f":small[{plain(one.by)}, {when(one.at)}.{answer}]"
        )
    if not flags:
        st.caption("None.")
    rationale = review.submission.itinerary.rationale
    section("Rationale")
    for title, text in (
        ("Key decisions", rationale.decisions),
        ("Constraints", rationale.constraints),
        ("Buffers", rationale.buffers),
    ):
        st.markdown(f"**{title}**  \n{plain(text) or 'not written'}")
    section("Rounds and decisions")
    lines = [
        (one.submitted_at, f"round {one.round} {one.kind} by {plain(one.by.label)}") for one in review.rounds
    ]
    lines += [
        (
            one.at,
            f"{plain(one.decision)} by {plain(one.by.label)}" + (f": {plain(one.why)}" if one.why else ""),
        )
        for one in review.decisions
    ]
    st.markdown("\n".join(f"- {when(at)} {words}" for at, words in sorted(lines)))


def _plan(person: Person, annotation_id: int) -> None:
    try:
        with open_session(write=False) as session:
            review = reviews.view_review(session, person.id, annotation_id)
            held_by = next(
                (one.held_by for one in reviews.queue(session) if one.annotation_id == annotation_id), None
            )
    except WorkbenchError as error:
        st.error(plain(error))
        st.page_link(REVIEW, label="Back to the queue", icon=":material/arrow_back:")
        return
    plan = review.plan
    back, _ = st.columns([1, 5])
    back.page_link(REVIEW, label="Review queue", icon=":material/arrow_back:")
    if not review.rounds:
        page_head(f"Plan {plan.set_name} {plan.idx}", f"{plan.annotator.label}, {plan.state.value}")
        st.info(
            "Nothing was submitted yet, so there is nothing to review.", icon=":material/hourglass_empty:"
        )
        return
    frozen, earlier = review.submission, review.previous
    query = frozen.itinerary.query
    left, right = st.columns([2, 1], vertical_alignment="bottom")
    with left:
        page_head(
            f"Plan {plan.set_name} {plan.idx} · {query.origin} to {', '.join(query.destinations)}",
            f"{plan.annotator.label}, round {frozen.round}, submitted {when(frozen.submitted_at)} · {plan.state.value}"
            + (
                " · demo figures are invented"
                if any("invented" in label for label in frozen.facts.imports)
                else ""
            ),
        )
    with right:
        st.html(score_tiles(frozen.feedback, earlier.feedback if earlier else None))
    st.html(query_line(frozen.itinerary))
    _decision_bar(review, person, held_by)
    days, beside = st.columns([0.69, 0.31], gap="medium")
    with days:
        note = f"changes since round {earlier.round} are struck through" if earlier else "as submitted"
        section("The plan", note)
        st.html(
            plan_table(frozen.itinerary, frozen.feedback, plan.flags, earlier.itinerary if earlier else None)
        )
    with beside:
        _beside(review, person)


def show() -> None:
    """Draw the screen."""
    person = require_role(EXPERT)
    wanted = st.query_params.get("plan", "")
    if wanted.isdecimal():
        _plan(person, int(wanted))
    else:
        _queue(person)


show()
