"""Adjudicate: several people's work on one query side by side; take a row or a day from either and hand in the result."""

import streamlit as st

from annotate.adjudication import RATIONALE_ROW, RowDisagreement, disagreements, mean_apart_min
from annotate.clock import format_time_with_day
from annotate.errors import WorkbenchError
from annotate.feedback import give_feedback
from annotate.plan import Itinerary, Leg, Stop
from db.adjudications import Candidate, adjudicate, candidates, overlaps, sent_back
from db.numbers import number_in
from db.people import Person
from db.session import open_session
from pages._ui.adjudication_axis import STYLE, apart_words, axis_html, hours_html, span_of
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, page_head, plain, section
from pages._ui.screens import ADJUDICATE, REVIEW
from pages._ui.session import EXPERT, recall, remember, require_role

LARGE_MIN = 15
"""From so many minutes on two people disagree by more than a rounding: the row is marked."""


def _list(person: Person) -> None:
    page_head(
        "Adjudicate",
        "Queries that several people annotated. Pick from their plans row by row; another expert reviews the result.",
    )
    with open_session(write=False) as session:
        found = overlaps(session)
    if not found:
        st.info(
            "No query was handed in by two people yet. A lead assigns a query to several annotators.",
            icon=":material/merge:",
        )
        st.page_link(REVIEW, label="Review queue", icon=":material/arrow_back:")
        return
    rows = [
        Row(
            str(one.query_id),
            f"adjudicate?query={one.query_id}",
            [
                Cell(f"{one.set_name} {one.idx}"),
                Cell(one.title, sub=count(one.days, "day")),
                Cell(", ".join(person.label for person in one.annotators)),
                Cell(
                    "made" if one.adjudicated_id else "to do",
                    tone="good" if one.adjudicated_id else "warn",
                    chip=True,
                ),
            ],
        )
        for one in found
    ]
    columns = [Column("Query"), Column("Trip", wrap=True), Column("Annotators", wrap=True), Column("State")]
    opened = link_table(columns, rows, key="overlaps", name="Queries annotated by several people")
    if opened is not None:
        st.query_params["query"] = opened
        st.rerun()


def _choice_key(query_id: int, row: str) -> str:
    return f"take-{query_id}-{row}"


def _take_day(query_id: int, rows: list[str], source: int) -> None:
    for row in rows:
        remember(_choice_key(query_id, row), source)


def _pair(chosen: tuple[Candidate, ...]) -> list[Candidate]:
    """The two that are shown side by side; with more than two the person picks which."""
    if len(chosen) == 2:
        return list(chosen)
    by_id = {one.annotation_id: one for one in chosen}
    picked = st.multiselect(
        "Side by side",
        list(by_id),
        default=list(by_id)[:2],
        max_selections=2,
        format_func=lambda one: by_id[one].annotator.label,
        key="pair",
    )
    return [by_id[one] for one in picked]


def _times(row: Stop | Leg) -> str:
    start, end = (
        "no time" if time is None else format_time_with_day(time) for time in (row.start_min, row.end_min)
    )
    return f"{start} to {end}"


def _row(
    query_id: int,
    pair: list[Candidate],
    choices: dict[int, tuple[str, Itinerary]],
    apart: RowDisagreement,
    span: tuple[int, int],
) -> None:
    versions = [one.frozen.itinerary for one in pair]
    day, row = versions[0].find(apart.row)
    other = versions[1].find(apart.row)[1]
    name = f"{row.mode.value} to {row.destination}" if isinstance(row, Leg) else row.name
    ids = [one.annotation_id for one in pair]
    taken = recall(_choice_key(query_id, apart.row))
    place, axis, choice = st.columns([0.3, 0.45, 0.25], vertical_alignment="center")
    mark = "" if (apart.apart_min or 0) < LARGE_MIN else " :orange-badge[apart]"
    place.markdown(f"**{plain(name)}**{mark}  \n:small[{plain(apart_words(apart))}]")
    axis.html(axis_html(day, apart.row, versions, ids.index(taken) if taken in ids else None, span))
    with choice:
        st.radio(
            f"Take {name} from",
            list(choices),
            format_func=lambda one: f"{choices[one][0]} · {_times(choices[one][1].find(apart.row)[1])}",
            key=_choice_key(query_id, apart.row),
            label_visibility="collapsed",
        )
    if not apart.same_remark:
        for number, one in enumerate(pair):
            said = (row, other)[number].remark
            place.markdown(f":small[{plain(one.annotator.code)}: {plain(said or 'no remark')}]")


def _rationale(query_id: int, pair: list[Candidate], choices: dict[int, tuple[str, Itinerary]]) -> None:
    section("Rationale")
    for column, one in zip(st.columns(2), pair, strict=True):
        rationale = one.frozen.itinerary.rationale
        column.markdown(
            f"**{plain(one.annotator.label)}**  \n{plain(rationale.decisions)}  \n{plain(rationale.constraints)}  \n"
            f"{plain(rationale.buffers)}"
        )
    st.radio(
        "Take the rationale from",
        list(choices),
        format_func=lambda one: choices[one][0],
        key=_choice_key(query_id, RATIONALE_ROW),
        horizontal=True,
    )


def _scores(pair: list[Candidate]) -> None:
    cells = []
    for one in pair:
        feedback = give_feedback(one.frozen.itinerary, one.frozen.facts)
        told = ", ".join(
            f"{feedback.scores[key].name} {'-' if feedback.scores[key].value is None else f'{feedback.scores[key].value:.2f}'}"
            for key in ("bas", "cats", "tdas")
        )
        cells.append(
            f"**{plain(one.annotator.label)}** {plain(told)}, {count(len(feedback.findings), 'finding')}"
        )
    st.markdown("  \n".join(cells))


def _hand_in(person: Person, query_id: int, taken: dict[str, int]) -> None:
    why, button = st.columns([4, 1.2], vertical_alignment="bottom")
    reason = why.text_input("Why so", key=f"why-{query_id}", max_chars=2000, placeholder="What decided it")
    if not button.button(
        "Hand in the result", type="primary", key="hand-in", shortcut="Ctrl+Enter", width="stretch"
    ):
        return
    try:
        with open_session(write=True) as session:
            made = adjudicate(session, person.id, query_id, taken, why=str(reason or ""))
    except WorkbenchError as error:
        st.error(plain(error))
        return
    st.success(f"Handed in as plan {made}. Another expert reviews it.", icon=":material/check:")
    st.page_link(REVIEW, label="Review queue", icon=":material/list_alt:")


def _query(person: Person, query_id: int) -> None:
    st.page_link(ADJUDICATE, label="All overlaps", icon=":material/arrow_back:")
    try:
        with open_session(write=False) as session:
            chosen = candidates(session, person.id, query_id)
            own = sent_back(session, person.id, query_id)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    query = chosen[0].frozen.itinerary.query
    page_head(
        f"Adjudicate {chosen[0].frozen.itinerary.idx} · {query.origin} to {', '.join(query.destinations)}",
        f"{count(len(chosen), 'annotation')}, as last submitted. A row is taken whole: both times and the remark.",
    )
    pair = _pair(chosen)
    if len(pair) != 2:
        st.info("Choose two annotations to lay side by side.", icon=":material/compare_arrows:")
        return
    versions = [one.frozen.itinerary for one in pair]
    try:
        apart = disagreements(*versions)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    mean = mean_apart_min(apart)
    unlike = sum(bool(one.apart_min) for one in apart)
    _scores(pair)
    section(
        "undefined, no common times" if mean is None else f"{mean:.0f} min apart on average",
        f"{count(unlike, 'row')} of {len(apart)} with other times",
    )
    choices = {one.annotation_id: (one.annotator.code, one.frozen.itinerary) for one in pair}
    if own is not None:
        choices = {own[0]: ("as sent back", own[1])} | choices
        st.info(
            "A reviewer sent your merged plan back. Rows stay as they are, with the reviewer's corrections, unless you "
            "take them from one of the two.",
            icon=":material/undo:",
        )
    wanted = (*(one.row for one in apart), RATIONALE_ROW)
    for name in wanted:
        if recall(_choice_key(query_id, name)) not in choices:
            remember(_choice_key(query_id, name), next(iter(choices)))
    for day in versions[0].days:
        rows = [one for one in apart if one.day == day.number]
        head, first, second = st.columns([4, 1, 1], vertical_alignment="bottom")
        with head:
            section(f"Day {day.number}", day.current_city)
        for column, one in zip((first, second), pair, strict=True):
            column.button(
                f"All from {one.annotator.code}",
                key=f"day-{day.number}-{one.annotation_id}",
                on_click=_take_day,
                args=(query_id, [row.row for row in rows], one.annotation_id),
                width="stretch",
            )
        _, hours, _ = st.columns([0.3, 0.45, 0.25])
        hours.html(STYLE + hours_html(span_of(versions, day.number)))
        for row in rows:
            _row(query_id, pair, choices, row, span_of(versions, day.number))
    _rationale(query_id, pair, choices)
    taken = {name: int(recall(_choice_key(query_id, name))) for name in wanted}
    _hand_in(person, query_id, taken)


def show() -> None:
    """Draw the screen."""
    person = require_role(EXPERT)
    wanted = number_in(st.query_params.get("query"))
    if wanted is not None:
        _query(person, wanted)
    else:
        _list(person)


show()
