"""One model set: how far its scoring is, its figures as the paper's Table 3, what failed and why, what can be done with it."""

from collections.abc import Callable
from typing import Literal

import streamlit as st

from annotate.errors import WorkbenchError
from annotate.rule import Group
from db import model_sets
from db.model_plans import failed_plans, figures_of_set
from db.model_sets import ModelSetView, SetState
from db.people import Person
from db.session import open_session
from helpers.model_scoring import score_file_of, see_to_scoring
from helpers.results_table import table_text
from helpers.summary import RuleFigures, rules_of
from pages._ui.link_table import Cell, Column, Row, Tone, link_table
from pages._ui.model_sets.choosing import LOOK_AGAIN_S, STATE_TONES, open_set
from pages._ui.model_sets.figures import show_groups, show_paper_rows
from pages._ui.model_sets.people import show_people
from pages._ui.model_sets.versus import show_versus
from pages._ui.page_head import count, page_head, plain, section, when
from pages._ui.session import is_still_signed_in

FIGURES, FAILED, RULES, PEOPLE, VERSUS = (
    "Figures",
    "Failed plans",
    "Rules",
    "Beside people",
    "Beside another set",
)
TABLE_HEIGHT_PX = 460
MOST_LISTED = 1_000
"""Rows of a list of faults; a file of 100,000 lines may be all faults, and no browser draws that many soon."""
GROUP_TONES: dict[Group, Tone] = {
    Group.HARD: "bad",
    Group.COMMON: "bad",
    Group.ADVICE: "warn",
    Group.REPORT: "mute",
}
_CHIPS: dict[str, Literal["green", "orange", "red", "gray"]] = {
    "good": "green",
    "warn": "orange",
    "bad": "red",
    "mute": "gray",
}


def show_one_set(person: Person, name: str) -> None:
    """Draw the page of a set."""
    with open_session(write=False) as session:
        one = model_sets.get_model_set(session, name)
    _head(person, one)
    if one.is_under_way:
        _progress(person, one)
    if one.state is SetState.FAILED:
        st.error(plain(one.error or "The scoring failed."), icon=":material/error:")
    if one.state is SetState.CANCELLED:
        st.info(
            f"Cancelled after {one.done:,} of {count(one.total, 'plan')}. Its figures come once all are scored.",
            icon=":material/pause_circle:",
        )
    if one.state is not SetState.DONE:
        _problems(one)
        return
    view = st.segmented_control(
        "View", [FIGURES, FAILED, RULES, PEOPLE, VERSUS], default=FIGURES, required=True, key="view",
        bind="query-params", label_visibility="collapsed",
    )  # fmt: skip
    views: dict[str, Callable[[ModelSetView], None]] = {
        FIGURES: _figures, FAILED: _failed, RULES: _rules, PEOPLE: show_people, VERSUS: show_versus,
    }  # fmt: skip
    views[view or FIGURES](one)


def _head(person: Person, one: ModelSetView) -> None:
    answers = f"answers the queries of {one.query_set}" if one.query_set else "answers its own queries"
    known = one.reference_plans
    gold = "" if known is None else f", {count(known, 'gold plan')} as reference"
    embedder = one.embedder or "no text embedder"
    page_head(
        one.name,
        f"{one.file_name}, {count(one.total, 'plan')} due, {answers}{gold}. Added {when(one.at)} by {one.by.name}. "
        f"Profile {one.profile.name}, rules {one.rules_version}, {embedder}. SHA-256 {one.sha256[:12]}…",
    )
    with st.container(horizontal=True, vertical_alignment="center", key="set-head"):
        if st.button("All sets", icon=":material/arrow_back:", key="to-list"):
            open_set(None)
        st.badge(one.state.value, color=_CHIPS[STATE_TONES[one.state] or "mute"])
        st.space("stretch")
        _actions(person, one)


def _actions(person: Person, one: ModelSetView) -> None:
    if one.is_under_way and st.button("Cancel", icon=":material/cancel:", key="cancel-set"):
        _do(lambda: _change(model_sets.cancel, person, one), None)
    if one.state in (SetState.CANCELLED, SetState.FAILED) and st.button(
        "Go on", icon=":material/play_arrow:", key="go-on", type="primary"
    ):
        _do(lambda: _change(model_sets.go_on, person, one), one.name)
    if not one.is_under_way and st.button(
        "Score again", icon=":material/refresh:", key="score-again",
        help="Forgets these results and scores all plans with the reference data and gold plans of now.",
    ):  # fmt: skip
        _do(lambda: _change(model_sets.score_again, person, one), one.name)
    with st.popover("Rename", icon=":material/edit:"), st.form("rename-set", border=False):
        name = st.text_input("New name", one.name, key="new-name")
        if st.form_submit_button("Rename"):
            _do(lambda: _rename(person, one, str(name or "")), str(name or "").strip())
    with st.popover("Delete", icon=":material/delete:"):
        st.markdown(f"The set, its {count(one.total, 'plan')} and their scores go for good.")
        if st.button("Delete it", type="primary", key="delete-set"):
            _do(lambda: _change(model_sets.delete_model_set, person, one), "")


def _change(verb: Callable[..., None], person: Person, one: ModelSetView) -> None:
    with open_session(write=True) as session:
        verb(session, person.id, one.id)


def _rename(person: Person, one: ModelSetView, name: str) -> None:
    with open_session(write=True) as session:
        model_sets.rename(session, person.id, one.id, name)


def _do(change: Callable[[], None], then: str | None) -> None:
    """Change something, then show the set of a name, the list ("") or the page as it is (None)."""
    try:
        change()
        see_to_scoring()
    except WorkbenchError as error:
        st.error(plain(error), icon=":material/error:")
        return
    if then is None:
        st.rerun()
    open_set(then or None)


def _progress(person: Person, one: ModelSetView) -> None:
    @st.fragment(run_every=LOOK_AGAIN_S, key="model-set-progress")
    def draw() -> None:
        if is_still_signed_in(person.id):
            see_to_scoring()
        with open_session(write=False) as session:
            known = {each.id: each for each in model_sets.list_model_sets(session)}
        now = known.get(one.id)
        if now is None or not now.is_under_way:
            st.rerun()
        words = f"{now.done:,} of {count(now.total, 'plan')} scored"
        ahead = now.state is SetState.WAITING and any(
            each.state is SetState.SCORING for each in known.values()
        )
        st.progress(
            now.done / now.total if now.total else 1.0,
            f"{words}; another set comes first" if ahead else words,
        )
        st.caption("It goes on by itself: this page may be closed or reloaded.")

    draw()


def _figures(one: ModelSetView) -> None:
    summary = one.summary or {}
    show_paper_rows({one.name: summary}, key="one-set")
    show_groups(summary)
    with st.container(horizontal=True):
        _download(one, "scores.json", "application/json", lambda: score_file_of(one))
        _download(one, "table.md", "text/markdown", lambda: table_text(summary, ".md"))
        _download(one, "table.csv", "text/csv", lambda: table_text(summary, ".csv"))
    st.caption(
        "scores.json holds what `python -m helpers score` writes for the same file, queries and gold plans."
    )


def _download(one: ModelSetView, name: str, mime: str, make: Callable[[], str]) -> None:
    st.download_button(
        name, data=lambda: make().encode(), file_name=f"{one.id}-{name}", mime=mime, on_click="ignore",
        icon=":material/download:", key=f"download-{name}",
    )  # fmt: skip


def _failed(one: ModelSetView) -> None:
    with open_session(write=False) as session:
        failed = failed_plans(session, one.id)
    section("Plans that count as failed", f"{len(failed):,} of {count(one.total, 'plan')}")
    if failed:
        rows = [
            Row(
                str(number),
                None,
                [
                    Cell(
                        str(plan.idx) if plan.idx is not None else "-",
                        sort=plan.idx if plan.idx is not None else -1,
                    ),
                    Cell(
                        f"{plan.days} days" if plan.days else "-",
                        sub=plan.risk_profile or "",
                        sort=plan.days or 0,
                    ),
                    Cell(
                        str(plan.line) if plan.line else "missing",
                        tone="" if plan.line else "bad",
                        sort=plan.line or 0,
                    ),
                    Cell(plan.reason if plan.line else "The file has no usable line for this query."),
                ],
            )
            for number, plan in enumerate(failed[:MOST_LISTED])
        ]
        columns = [
            Column("Plan", number=True),
            Column("Trip"),
            Column("Line", number=True),
            Column("Why", wrap=True),
        ]
        link_table(columns, rows, key="failed-plans", name="Failed plans", height_px=TABLE_HEIGHT_PX)
        _say_left(len(failed), "scores.json has them all")
    else:
        st.success("Every plan was delivered and could be read.", icon=":material/check:")
    _problems(one)


def _problems(one: ModelSetView) -> None:
    if not one.problems:
        return
    section("Lines that were left out", count(len(one.problems), "line"))
    rows = [
        Row(
            str(number),
            None,
            [
                Cell(str(problem.line or "-"), sort=problem.line or 0),
                Cell(str(problem.idx) if problem.idx is not None else "-", sort=problem.idx or -1),
                Cell(problem.reason),
            ],
        )
        for number, problem in enumerate(one.problems[:MOST_LISTED])
    ]
    columns = [Column("Line", number=True), Column("Plan", number=True), Column("Why", wrap=True)]
    link_table(columns, rows, key="left-out", name="Lines that were left out", height_px=TABLE_HEIGHT_PX)
    _say_left(len(one.problems), "correct these and add the file again to see more")


def _say_left(listed: int, todo: str) -> None:
    if listed > MOST_LISTED:
        st.caption(f"The first {MOST_LISTED:,} of {listed:,}; {todo}.")


def _rules(one: ModelSetView) -> None:
    with open_session(write=False) as session:
        found = rules_of(figures_of_set(session, one.id))
    section("Rules", "those that most plans fail first")
    headings = (
        "Rule",
        "Group",
        "Fail",
        "Of these without a plan",
        "Pass",
        "Not checked",
        "Fail among checked",
    )
    columns = [Column(name, number=name not in headings[:2], wrap=name == "Rule") for name in headings]
    link_table(
        columns, [_rule_row(rule) for rule in found], key="model-rules", name="Rules by how many plans fail them",
        height_px=TABLE_HEIGHT_PX,
    )  # fmt: skip
    st.caption(
        "A plan that was not delivered fails every commonsense rule and every hard rule that its query asks for."
    )


def _rule_row(one: RuleFigures) -> Row:
    share = one.failed_share
    numbers = (one.failed, one.undelivered, one.passed, one.not_checked)
    return Row(
        one.rule.code,
        None,
        [
            Cell(one.rule.code, sub=one.rule.short_name, href=f"guidelines?page={one.rule.code}"),
            Cell(one.rule.group.value, tone=GROUP_TONES[one.rule.group], chip=True),
            *(Cell(f"{number:,}", tone="" if number else "mute", sort=number) for number in numbers),
            Cell(
                "-" if share is None else f"{share:.0%}",
                share=share,
                sort=-1.0 if share is None else share,
            ),
        ],
    )
