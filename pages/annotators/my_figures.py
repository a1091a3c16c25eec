"""My figures: time per plan, rounds, flags and bias of my own plans, beside the middle of the team."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from db.calibration import HIDDEN_TOGETHER, Against
from db.people import Person
from db.people_figures import PersonFigures
from db.quality_plans import PlanFilter, Selection, choose, quality_plans
from db.session import open_session
from helpers.people_figures import (
    LEAST_PEOPLE,
    MeasuredBias,
    PairDepartures,
    mean_departure,
    measured_biases,
    team_median,
)
from pages._ui.charts import download_table
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, page_head, section
from pages._ui.plan_drawer import show_plan_drawer
from pages._ui.plan_rows import profile_cell, state_cell
from pages._ui.quality.people import bias_cell, bias_keys, field_words
from pages._ui.quality.people_data import read_people, read_told_departures
from pages._ui.session import ANNOTATOR, require_role

ADDRESS = "my-figures"
LIST_HEIGHT_PX = 480


@dataclass(frozen=True, slots=True)
class _Line:
    """A figure: its name, what it says, how it is read off somebody's work, how it is written, over what."""

    name: str
    meaning: str
    form: str
    of: Callable[[PersonFigures, Sequence[PairDepartures]], float | None]
    over: Callable[[PersonFigures, Sequence[PairDepartures]], str]


def _departure(
    against: Against, place: int
) -> Callable[[PersonFigures, Sequence[PairDepartures]], float | None]:
    def read(_own: PersonFigures, pairs: Sequence[PairDepartures]) -> float | None:
        found = mean_departure(pair for pair in pairs if pair.against is against)
        return None if found is None else found[place]

    return read


def _compared(against: Against) -> Callable[[PersonFigures, Sequence[PairDepartures]], str]:
    def read(_own: PersonFigures, pairs: Sequence[PairDepartures]) -> str:
        return count(sum(len(pair.times) for pair in pairs if pair.against is against), "time")

    return read


def _approved(own: PersonFigures, _pairs: Sequence[PairDepartures]) -> str:
    return f"{len(own.rounds):,} approved"


LINES = (
    _Line("Time per plan", "minutes of work on an approved plan, all rounds; half of the plans take so long or less",
          "{:,.1f} min", lambda own, _: own.active_min, lambda own, _: f"{len(own.active_s):,} timed"),
    _Line("Rounds to approval", "in which round a plan was approved, on average", "{:.2f}",
          lambda own, _: own.mean_rounds, _approved),
    _Line("Approved in round 1", "share of the approved plans", "{:.0%}",
          lambda own, _: own.first_time_share, _approved),
    _Line("Flags per plan", "set by others, for each plan that was handed in", "{:.2f}",
          lambda own, _: own.flags_per_plan, lambda own, _: f"{len(own.handed_in):,} handed in"),
    _Line("Bias to experts", "mean of my minute less the expert's; negative is early", "{:+.1f} min",
          _departure(Against.EXPERT, 0), _compared(Against.EXPERT)),
    _Line("Distance from experts", "the same without its sign", "{:.1f} min",
          _departure(Against.EXPERT, 1), _compared(Against.EXPERT)),
    _Line("Bias to gold", "mean of my minute less the gold plan's, in training and hidden gold", "{:+.1f} min",
          _departure(Against.GOLD, 0), _compared(Against.GOLD)),
    _Line("Distance from gold", "the same without its sign", "{:.1f} min",
          _departure(Against.GOLD, 1), _compared(Against.GOLD)),
)  # fmt: skip


def _figures(
    own: PersonFigures, people: Sequence[PersonFigures], departures: Sequence[PairDepartures]
) -> None:
    by_person: dict[int, list[PairDepartures]] = {one.person.id: [] for one in people}
    for pair in departures:
        by_person[pair.person_id].append(pair)
    mine = by_person[own.person.id]
    rows, lines = [], []
    for line in LINES:
        value = line.of(own, mine)
        team = team_median([line.of(one, by_person[one.person.id]) for one in people])
        rows.append(
            Row(
                line.name,
                None,
                [
                    Cell(line.name, sub=line.meaning),
                    _value(line, value),
                    Cell(line.over(own, mine), tone="mute"),
                    Cell(f"fewer than {LEAST_PEOPLE} people", tone="mute") if team is None else _value(line, team[0]),
                    Cell("" if team is None else count(team[1], "person", "people"), tone="mute"),
                ],
            )
        )  # fmt: skip
        lines.append((line.name, value, line.over(own, mine), team and team[0], team and team[1]))
    columns = [
        Column("Figure", wrap=True), Column("Mine", number=True), Column("Over"),
        Column("Team's median", number=True), Column("Of"),
    ]  # fmt: skip
    link_table(columns, rows, key="my-figures", name="My figures beside the team's median")
    st.caption(
        f"The median takes everybody who has the figure, me too, and shows only where they are {LEAST_PEOPLE} or more. "
        f"Hidden gold counts each time {HIDDEN_TOGETHER} more plans beside it are approved; which they are stays hidden."
    )
    names = ["figure", "mine", "over", "team_median", "people"]
    download_table(lambda: pd.DataFrame(lines, columns=names), key="my-figures-table", name="my-figures")


def _value(line: _Line, value: float | None) -> Cell:
    return Cell("none yet", tone="mute") if value is None else Cell(line.form.format(value), sort=value)


def _bias(own: PersonFigures, departures: Sequence[PairDepartures]) -> None:
    section("My bias by kind of row", "mean minutes early (-) or late (+), the number of times below")
    mine = [pair for pair in departures if pair.person_id == own.person.id]
    found: dict[Against, list[MeasuredBias]] = {
        against: measured_biases(pair for pair in mine if pair.against is against) for against in Against
    }
    keys = bias_keys(found.values())
    if not keys:
        st.info(
            "Nothing was compared yet: an expert's minor revision or a training set gives something to compare with.",
            icon=":material/straighten:",
        )
        return
    rows = []
    for kind, field in keys:
        own_bias = [
            next((one for one in found[against] if (one.bias.kind, one.bias.field) == (kind, field)), None)
            for against in (Against.EXPERT, Against.GOLD)
        ]
        label = Cell(f"{kind} {field_words(kind, field)}")
        rows.append(Row(f"{kind}-{field}", None, [label, *map(bias_cell, own_bias)]))
    columns = [Column("Time"), Column("Beside experts", number=True), Column("Beside gold", number=True)]
    link_table(columns, rows, key="my-bias", name="My bias by kind of row")


def _plans(person: Person, own: PersonFigures, selection: Selection) -> None:
    section("My plans", "every plan behind these figures")
    rows = []
    for plan in selection.plans:
        number = plan.annotation_id
        active_s, flags = own.active_s.get(number), own.flags.get(number, 0)
        rows.append(
            Row(
                str(number),
                ADDRESS,
                [
                    Cell(plan.label, sort=f"{plan.set_name} {plan.idx:09d}"),
                    Cell(plan.title),
                    Cell(str(plan.days), sort=plan.days),
                    profile_cell(plan.risk_profile, plan.level),
                    state_cell(plan.state, plan.round),
                    Cell("none", tone="mute", sort=-1.0)
                    if active_s is None
                    else Cell(f"{active_s / 60:.1f}", sort=active_s),
                    Cell(str(flags), sort=flags, tone="" if flags else "mute"),
                ],
            )
        )
    columns = [
        Column("Plan"), Column("Trip", wrap=True), Column("Days", number=True), Column("Risk profile"),
        Column("State"), Column("Time min", number=True), Column("Flags", number=True),
    ]  # fmt: skip
    opened = link_table(columns, rows, key="my-plans-list", name="My plans", height_px=LIST_HEIGHT_PX)
    if opened is not None:
        show_plan_drawer(person, int(opened))


def show() -> None:
    """Draw the screen."""
    person = require_role(ANNOTATOR)
    page_head(
        "My figures", "How my plans went, for me to see. The team stands beside as its median, without names."
    )
    with open_session(write=False) as session:
        everything = choose(quality_plans(session), PlanFilter())
        people = read_people(session, everything)
        departures = read_told_departures(session, everything)
    own = next((one for one in people if one.person.id == person.id), None)
    if own is None:
        st.info(
            "There are no plans of yours yet. Take one on the screen My plans; figures appear from then on.",
            icon=":material/insights:",
        )
        return
    mine = Selection(tuple(p for p in everything.plans if p.annotator.id == person.id), is_all=False)
    _figures(own, people, departures)
    _bias(own, departures)
    _plans(person, own, mine)


show()
