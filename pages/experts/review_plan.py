"""Review a plan: what changed since the last round, flags and comments on rows, corrections, and the decision."""

from collections.abc import Callable, Iterable
from functools import partial

import streamlit as st

from annotate.bill import make_bill
from annotate.errors import WorkbenchError
from annotate.workflow import WITH_EXPERTS, State
from db import adjudications, reviews
from db.numbers import number_in
from db.people import Person
from db.reviews import QueueItem
from db.session import open_session
from pages._ui.board_data import board_data
from pages._ui.day_board import day_board
from pages._ui.difference_data import change_words, mark_differences
from pages._ui.entries import sent_by
from pages._ui.guideline import show_guideline
from pages._ui.history_drawer import show_history
from pages._ui.page_head import SECTION_STYLE, count, plain, section
from pages._ui.panels import plan_bar, review_decision, review_side
from pages._ui.presence import keep_presence
from pages._ui.print_buttons import show_print_buttons
from pages._ui.review_data import decision, review_bar, side, since_words
from pages._ui.review_desk import ReviewDesk, open_review_desk, take_review_entries
from pages._ui.review_line import QueueFilter, neighbours, reviewable, waiting_html
from pages._ui.screens import REVIEW, REVIEW_PLAN
from pages._ui.session import EXPERT, Key, is_still_signed_in, recall, remember, require_role
from pages._ui.submitted_plan import query_line

COMPONENTS = ("review_bar", "review_board", "review_side", "review_decision")
STYLE = """<style>
[data-testid="stMainBlockContainer"]{padding:3.6rem 1.25rem 2rem;max-width:1680px}
[data-testid="stVerticalBlock"]{gap:.75rem}
@media (max-width:1279px){
  [data-testid="stColumn"]:has(> div .st-key-waiting){display:none}
}
</style>"""
_SAID = {
    State.APPROVED: "Approved. It waits for the final review by another expert.",
    State.CHANGES_REQUESTED: "Sent back. The annotator sees your flags and comments first.",
    State.GOLD: "Gold. The plan is locked.",
    State.DISCARDED: "Discarded.",
}


def _number(name: str) -> int | None:
    return number_in(st.query_params.get(name))


def _is_stale(desk: ReviewDesk, items: list[QueueItem]) -> bool:
    """Somebody else moved or changed the plan since the desk was laid out."""
    plan = desk.review.plan
    now = next((one for one in items if one.annotation_id == plan.annotation_id), None)
    if now is None:
        return plan.state in WITH_EXPERTS
    holder = desk.held_by.id if desk.held_by else None
    held_now = now.held_by.id if now.held_by else None
    return (now.state, now.round, held_now) != (plan.state, plan.round, holder)


def _open(person: Person, annotation_id: int, items: list[QueueItem]) -> ReviewDesk:
    """The desk of the plan and rounds in the address, laid out anew when the address names others or it is stale."""
    asked = (_number("round"), _number("against"))
    held: ReviewDesk | None = recall(Key.REVIEW)
    if (
        held is not None
        and held.plan.annotation_id == annotation_id
        and held.person == person
        and held.asked == asked
        and not _is_stale(held, items)
    ):
        return held
    desk = open_review_desk(
        person, annotation_id, day=_number("day"), row=st.query_params.get("row"),
        shown_id=asked[0], against_id=asked[1], before=held,
    )  # fmt: skip
    if held is not None and held.plan.annotation_id == annotation_id:
        desk.wants, desk.problem = held.wants, held.problem
    remember(Key.REVIEW, desk)
    return desk


def _take(components: Iterable[str]) -> None:
    desk: ReviewDesk | None = recall(Key.REVIEW)
    if desk is not None and is_still_signed_in(desk.person_id):
        take_review_entries(desk, *sent_by(components))


def _on_entries(component: str) -> Callable[[], None]:
    return partial(_take, [component])


def _take_what_came_back(desk: ReviewDesk) -> None:
    """Take what the page of a server that is gone holds: only now that they are drawn does a new one know its components."""
    before = dict(desk.acked)
    _take(COMPONENTS)
    if desk.acked != before:
        st.rerun()


def _carry_out(desk: ReviewDesk, following: int | None) -> None:
    """What a component asked of the whole screen."""
    if desk.wants is None:
        return
    name, value = desk.wants
    desk.wants = None
    if name in {"next", "plan"}:
        target = value if name == "plan" else following
        if target is None:
            st.toast("Nothing else waits for you.", icon=":material/inbox:")
            return
        st.query_params.from_dict({"plan": str(target)} | QueueFilter.kept_in(st.query_params).kept)
        st.rerun()
    elif name == "why":
        show_guideline(str(value))
    elif name == "history":
        show_history(desk.person, desk.plan.annotation_id)
    elif name == "decided":
        st.toast(_SAID.get(State(str(value)), f"The plan is {value}."), icon=":material/check:")


def _remember_place(desk: ReviewDesk) -> None:
    for name, value in (("day", str(desk.day)), ("row", desk.selected)):
        if value and st.query_params.get(name) != value:
            st.query_params[name] = value


def _board(desk: ReviewDesk) -> None:
    costs = {
        line.rows[0]: f"{line.currency} {line.amount:,.0f}"
        for line in reversed(make_bill(desk.trip).lines)
        if line.rows and line.is_priced and line.amount is not None
    }
    data = board_data(desk, {}, costs, None)
    if desk.found is not None:
        mark_differences(data, desk.found.before.itinerary, desk.found.difference)
    day_board(data, key="review_board", on_entries=_on_entries("review_board"))


def _rationale(desk: ReviewDesk) -> None:
    st.html(SECTION_STYLE)
    section("Rationale")
    rationale = desk.itinerary.rationale
    changed = {one.field for one in desk.found.difference.rationale} if desk.found else set()
    for title, field in (
        ("Key decisions", "decisions"),
        ("Constraints", "constraints"),
        ("Buffers", "buffers"),
    ):
        mark = " :green-badge[changed]" if field in changed else ""
        st.markdown(f"**{title}**{mark}  \n{plain(getattr(rationale, field)) or 'not written'}")


def _changes(desk: ReviewDesk) -> None:
    """Everything that changed, in words, for who wants the list; each line names its row."""
    if desk.found is None or desk.found.difference.is_empty:
        return
    rows = {row.row: row for row in desk.found.difference.edited}
    with st.expander(f"{since_words(desk).capitalize()}", key="changes"):
        for name, row in rows.items():
            said = ", ".join(
                change_words(desk.itinerary, name, cell.field, cell.before, cell.after) for cell in row.cells
            )
            longer = f" ({row.longer_min:+d} min)" if row.longer_min else ""
            named = next((one for _, one in desk.itinerary.rows() if one.row == name), None)
            place = getattr(named, "name", None) or f"leg {name}"
            st.markdown(f"- day {row.day}, **{plain(place)}**: {plain(said)}{longer}")
        for finding in desk.found.difference.closed:
            st.markdown(f"- :green-badge[closed] {plain(finding.message)}")
        for finding in desk.found.difference.opened:
            st.markdown(f"- :red-badge[new] {plain(finding.message)}")


def _waiting(desk: ReviewDesk, items: list[QueueItem], chosen: QueueFilter) -> list[QueueItem]:
    """What waits for this expert as the queue's filters leave it; the open plan stays, whatever becomes of it."""
    twice: set[tuple[str, int]] = set()
    if chosen.needs_overlaps:
        with open_session(write=False) as session:
            twice = {(one.set_name, one.idx) for one in adjudications.overlaps(session)}
    return chosen.choose(reviewable(items, desk.person), desk.person, twice, but=desk.plan.annotation_id)


def _show_plan(desk: ReviewDesk, items: list[QueueItem]) -> None:
    chosen = QueueFilter.kept_in(st.query_params)
    line = _waiting(desk, items, chosen)
    previous, following = neighbours(line, desk.plan.annotation_id)
    _take(COMPONENTS)
    _remember_place(desk)
    plan_bar(
        review_bar(desk, following=following, previous=previous),
        key="review_bar",
        on_entries=_on_entries("review_bar"),
    )
    with st.container():  # always there: an element more above the panels would have them made anew
        if desk.plan.state is State.IN_REVIEW and desk.held_by == desk.person:
            keep_presence(desk.person.id, desk.plan.annotation_id)
    if desk.asked != (None, None):
        against = f" compared with {desk.found.before.label}" if desk.found else ""
        words, back = st.columns([5, 1.4], vertical_alignment="center")
        words.info(f"You look at {desk.shown.label}{against}.", icon=":material/history:")
        back.page_link(
            REVIEW_PLAN,
            label="The plan as it stands",
            icon=":material/arrow_back:",
            query_params={"plan": str(desk.plan.annotation_id)} | chosen.kept,
        )
    st.html(query_line(desk.itinerary))
    waiting, main, beside = st.columns([0.15, 0.59, 0.26], gap="small")
    with waiting, st.container(key="waiting"):
        st.html(waiting_html(line, desk.plan.annotation_id, chosen))
        st.page_link(REVIEW, label="Review queue", icon=":material/arrow_back:", query_params=chosen.address)
        if st.button("History", icon=":material/history:", key="history", width="stretch"):
            show_history(desk.person, desk.plan.annotation_id)
    with main:
        review_decision(
            decision(desk, following), key="review_decision", on_entries=_on_entries("review_decision")
        )
        with st.container():  # there before anything has changed, too: the board keeps the keyboard
            _changes(desk)
        _board(desk)
        _rationale(desk)
        show_print_buttons(desk.person, desk.plan, key="print")
    with beside:
        review_side(side(desk), key="review_side", on_entries=_on_entries("review_side"))
    _take_what_came_back(desk)
    _carry_out(desk, following)


def show() -> None:
    """Draw the screen."""
    person = require_role(EXPERT)
    st.html(STYLE)
    wanted = _number("plan")
    with open_session(write=False) as session:
        items = reviews.queue(session)
    if wanted is None:
        mine = reviewable(items, person)
        st.title("Review a plan")
        st.write(
            f"{count(len(mine), 'plan')} may be reviewed by you. Take the one that has waited longest, or choose."
            if mine
            else "Nothing waits for you. A plan appears as soon as its annotator submits it."
        )
        if mine:
            st.page_link(
                REVIEW_PLAN,
                label="Open the oldest",
                icon=":material/rate_review:",
                query_params={"plan": str(mine[0].annotation_id)},
            )
        st.page_link(REVIEW, label="Review queue", icon=":material/list_alt:")
        return
    try:
        desk = _open(person, wanted, items)
    except WorkbenchError as error:
        st.error(plain(error))
        st.page_link(REVIEW, label="Back to the queue", icon=":material/arrow_back:")
        return
    if not desk.review.rounds:
        st.title(f"Plan {desk.plan.set_name} {desk.plan.idx}")
        st.info(
            "Nothing was submitted yet, so there is nothing to review.", icon=":material/hourglass_empty:"
        )
        st.page_link(REVIEW, label="Review queue", icon=":material/arrow_back:")
        return
    _show_plan(desk, items)


show()
