"""How people work: time per plan, rounds to approval, flags, plans by state, bias against experts and hidden gold."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import altair as alt
import pandas as pd
import streamlit as st

from annotate.workflow import State
from db.calibration import Against
from db.exporters.palette import COLORS
from db.people import Person
from db.people_figures import PersonFigures
from db.quality_plans import Selection
from db.session import open_session
from helpers.bias import END, LEG_KIND, START
from helpers.people_figures import MeasuredBias, PairDepartures, mean_departure, measured_biases
from helpers.progress import WORKED_STATES
from helpers.spread import spread_of
from pages._ui.charts import download_table, show_chart
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import section
from pages._ui.quality.figures import Figures
from pages._ui.quality.people_data import read_departures, read_people

AGAINST = {"Experts": Against.EXPERT, "Gold": Against.GOLD}
FULL_SHADE_MIN = 30.0
"""A bias of so many minutes has the full shade."""
MOST_ROUNDS = 3
"""More rounds than this stand with it as one."""
ROW_HEIGHT_PX = 30
FIELD_WORDS = {START: "arrives", END: "departs"}
LEG_FIELD_WORDS = {START: "leaves", END: "arrives"}


@dataclass(frozen=True, slots=True)
class _Told:
    """What the view tells."""

    person: Person
    selection: Selection
    people: list[PersonFigures]
    departures: tuple[PairDepartures, ...]
    figures: Figures

    def pairs(self, person_id: int, against: Against) -> list[PairDepartures]:
        """The pairs of somebody."""
        return [one for one in self.departures if one.person_id == person_id and one.against is against]

    def end_section(self, opened: str | None = None) -> None:
        """Open the figure that was just chosen, or list the plans of one of this section's that is asked for."""
        self.figures.ask(opened)
        self.figures.show_asked(self.person, self.selection)


def show(person: Person, selection: Selection) -> None:
    """Draw the view."""
    with open_session(write=False) as session:
        people = read_people(session, selection)
        found = read_departures(session, selection)
    told = _Told(person, selection, people, found, Figures())
    _show_people(told)
    _show_charts(told)
    _show_states(told)
    _show_bias(told)


def _show_people(told: _Told) -> None:
    section("People", "of each annotator the chosen plans")
    st.caption(
        "Time: minutes between edits and signs of life less than 100 s apart, all rounds of an approved plan, half of "
        "the plans take so long or less. Rounds: in which a plan was approved, on average. Flags: set by others, for "
        "each plan that was handed in. Bias: their minute less the reference's over all times, negative is early."
    )
    rows = [_person_row(told, one) for one in told.people]
    headings = ("Plans", "Handed in", "Approved", "Time min", "Rounds", "In round 1", "Flags per plan", "Bias to experts",
                "Bias to gold")  # fmt: skip
    columns = [Column("Annotator"), *(Column(name, number=True) for name in headings)]
    opened = link_table(columns, rows, key="people", name="How people work")
    download_table(lambda: _people_frame(told), key="people-table", name="people")
    told.end_section(opened)


def _person_row(told: _Told, one: PersonFigures) -> Row:
    code, figures, who = one.person.code, told.figures, one.person.label
    flagged, first = list(one.flags), one.first_time
    return Row(
        code,
        None,
        [
            Cell(one.person.name, sub=code),
            figures.cell(f"plans-{code}", one.plans, f"all of {who}"),
            figures.cell(f"handed-{code}", sorted(one.handed_in), f"handed in by {who}"),
            figures.cell(f"approved-{code}", list(one.rounds), f"approved, of {who}"),
            _figure(told, f"time-{code}", one.active_min, "{:,.1f}", list(one.active_s), f"timed, of {who}"),
            _figure(told, f"rounds-{code}", one.mean_rounds, "{:.2f}", list(one.rounds), f"approved, of {who}"),
            _figure(told, f"first-{code}", one.first_time_share, "{:.0%}", first, f"approved in round 1, of {who}"),
            _figure(told, f"flags-{code}", one.flags_per_plan, "{:.2f}", flagged, f"flagged by others, of {who}"),
            *(
                _bias_cell(told, one, against, f"compared with {word.lower()}, of {who}")
                for word, against in AGAINST.items()
            ),
        ],
    )  # fmt: skip


def _figure(told: _Told, key: str, value: float | None, form: str, plans: Sequence[int], words: str) -> Cell:
    """A figure that opens the plans it comes from; `none` without one."""
    if value is None:
        return Cell("none", tone="mute", sort=-1e9)
    if not plans:
        return Cell(form.format(value), sort=value)
    told.figures.add(key, plans, words)
    return Cell(form.format(value), sort=value, href=told.figures.address(key), opens=key)


def _bias_cell(told: _Told, one: PersonFigures, against: Against, words: str) -> Cell:
    pairs = told.pairs(one.person.id, against)
    found = mean_departure(pairs)
    plans = [pair.annotation_id for pair in pairs if pair.times]
    return _figure(
        told, f"bias-{against}-{one.person.code}", found[0] if found else None, "{:+.1f}", plans, words
    )


def _people_frame(told: _Told) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "code": one.person.code,
            "name": one.person.name,
            "plans": len(one.plans),
            "handed_in": len(one.handed_in),
            "approved": len(one.rounds),
            "median_active_min": one.active_min,
            "mean_rounds": one.mean_rounds,
            "first_round_share": one.first_time_share,
            "flags_per_plan": one.flags_per_plan,
        }
        | {
            f"{against}_{name}": value
            for against in Against
            for name, value in zip(
                ("mean_departure_min", "mean_distance_min", "times"),
                mean_departure(told.pairs(one.person.id, against)) or (None, None, 0),
                strict=True,
            )
        }
        for one in told.people
    )


def _show_charts(told: _Told) -> None:
    timed = [one for one in told.people if one.active_s]
    if not timed:
        st.info("No approved plan with noted activity is among these plans.", icon=":material/timer_off:")
        return
    left, right = st.columns(2)
    with left:
        section("Time per approved plan", "the middle half of the plans, the line is the median, in minutes")
        _draw_times(timed)
    with right:
        section("Rounds to approval", "share of the approved plans")
        _draw_rounds([one for one in told.people if one.rounds])


def _draw_times(people: Sequence[PersonFigures]) -> None:
    lines = []
    for one in people:
        spread = spread_of([active_s / 60 for active_s in one.active_s.values()])
        if spread is not None:
            lines.append((_who(one), spread.n, spread.lower_quartile, spread.median, spread.upper_quartile))
    frame = pd.DataFrame(
        lines, columns=["annotator", "plans", "quarter_min", "median_min", "three_quarters_min"]
    )
    base = alt.Chart(frame).encode(
        y=alt.Y("annotator:N", title=None, sort=None, axis=alt.Axis(labelLimit=150, labelOverlap=False))
    )
    tooltip = [*frame.columns]
    bars = base.mark_bar(color=COLORS[4], height=12).encode(
        x=alt.X("quarter_min:Q", title="minutes"), x2="three_quarters_min:Q", tooltip=tooltip
    )
    ticks = base.mark_tick(color=COLORS[0], thickness=3, size=16).encode(x="median_min:Q", tooltip=tooltip)
    labels = base.mark_text(align="left", dx=6, color="#8a8f98").encode(
        x="three_quarters_min:Q", text=alt.Text("median_min:Q", format=".0f")
    )
    show_chart(
        (bars + ticks + labels).properties(height=ROW_HEIGHT_PX * len(lines)),
        frame,
        key="time-chart",
        name="time-per-plan",
        alt_text="Minutes of work on an approved plan by annotator. Medians: "
        + ", ".join(f"{who} {middle:.0f}" for who, _, _, middle, _ in lines),
    )


def _draw_rounds(people: Sequence[PersonFigures]) -> None:
    lines = []
    for one in people:
        for rounds in range(1, MOST_ROUNDS + 1):
            number = sum(min(own, MOST_ROUNDS) == rounds for own in one.rounds.values())
            lines.append((_who(one), _rounds_words(rounds), number, number / len(one.rounds), rounds))
    frame = pd.DataFrame(lines, columns=["annotator", "rounds", "plans", "share", "order"])
    names = [_rounds_words(rounds) for rounds in range(1, MOST_ROUNDS + 1)]
    base = alt.Chart(frame).encode(
        y=alt.Y("annotator:N", title=None, sort=None, axis=alt.Axis(labelLimit=150, labelOverlap=False)),
        x=alt.X(
            "share:Q", title=None, stack="zero", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])
        ),
        order="order:Q",
    )
    bars = base.mark_bar(height=14).encode(
        color=alt.Color(
            "rounds:N", title="", sort=names, legend=alt.Legend(orient="top"),
            scale=alt.Scale(domain=names, range=[COLORS[2], COLORS[1], COLORS[5]]),
        ),
        tooltip=["annotator", "rounds", "plans", alt.Tooltip("share:Q", format=".0%")],
    )  # fmt: skip
    labels = base.mark_text(color="black", fontSize=10).encode(
        x=alt.X("share:Q", title=None, stack="zero", bandPosition=0.5), text=alt.Text("share:Q", format=".0%"),
        opacity=alt.condition("datum.share >= 0.08", alt.value(1), alt.value(0)),
    )  # fmt: skip
    show_chart(
        (bars + labels).properties(height=ROW_HEIGHT_PX * len(people)),
        frame.drop(columns="order"),
        key="rounds-chart",
        name="rounds-to-approval",
        alt_text="Share of approved plans by the round in which they were approved. In round 1: "
        + ", ".join(f"{_who(one)} {one.first_time_share or 0:.0%}" for one in people),
    )


def _rounds_words(rounds: int) -> str:
    return f"round {rounds}" + (" or later" if rounds == MOST_ROUNDS else "")


def _who(one: PersonFigures) -> str:
    return f"{one.person.name} ({one.person.code})"


def _show_states(told: _Told) -> None:
    section("Plans by state")
    used = [state for state in WORKED_STATES if any(one.by_state[state] for one in told.people)]
    rows = []
    for one in told.people:
        cells = [
            told.figures.cell(
                f"{state.value}-{one.person.code}",
                one.by_state[state],
                f"{state.value}, of {one.person.label}",
            )
            for state in used
        ]
        rows.append(Row(one.person.code, None, [Cell(one.person.name, sub=one.person.code), *cells]))
    columns = [Column("Annotator"), *(Column(state.value, number=True) for state in used)]
    opened = link_table(columns, rows, key="people-states", name="Plans by state of each annotator")
    download_table(lambda: _states_frame(told, used), key="people-states-table", name="people-by-state")
    told.end_section(opened)


def _states_frame(told: _Told, used: Sequence[State]) -> pd.DataFrame:
    return pd.DataFrame(
        {"code": one.person.code, "name": one.person.name}
        | {state.value: len(one.by_state[state]) for state in used}
        for one in told.people
    )


def _show_bias(told: _Told) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute"):
        section("Bias", "mean minutes early (-) or late (+), the number of times below")
        asked = st.segmented_control(
            "Against", list(AGAINST), default="Experts", required=True, key="against", bind="query-params",
            label_visibility="collapsed",
        )  # fmt: skip
    word = asked or "Experts"
    found = {one.person.id: measured_biases(told.pairs(one.person.id, AGAINST[word])) for one in told.people}
    keys = bias_keys(found.values())
    if not keys:
        st.info(
            "No time of these plans was compared yet: experts' minor revisions, training sets and hidden gold give "
            "something to compare with.",
            icon=":material/straighten:",
        )
        return
    st.caption(
        "Experts: each round that an expert revised, as handed in and as the expert left it. Gold: what was handed in "
        "last for a training set or a hidden gold item beside the gold plan of somebody else."
    )
    rows = []
    for one in told.people:
        own = {(bias.bias.kind, bias.bias.field): bias for bias in found[one.person.id]}
        if not own:
            continue
        cells = [_bias_by_kind(told, one, word, own.get(key)) for key in keys]
        rows.append(Row(one.person.code, None, [Cell(one.person.name, sub=one.person.code), *cells]))
    columns = [
        Column("Annotator"),
        *(Column(field_words(kind, field), number=True, above=kind) for kind, field in keys),
    ]
    opened = link_table(columns, rows, key=f"bias-{word}", name=f"Bias against {word.lower()} by kind of row")
    download_table(lambda: _bias_frame(told, found), key="bias-table", name=f"bias-{word.lower()}")
    told.end_section(opened)


def bias_keys(found: Iterable[list[MeasuredBias]]) -> list[tuple[str, str]]:
    """The kinds of rows and fields of which a time was compared, legs last, arrival before departure."""
    keys = {(one.bias.kind, one.bias.field) for biases in found for one in biases}
    return sorted(keys, key=lambda key: (key[0] == LEG_KIND, key[0], key[1] == END))


def field_words(kind: str, field: str) -> str:
    """What happens at a field: a stop arrives and departs, a leg leaves and arrives."""
    return (LEG_FIELD_WORDS if kind == LEG_KIND else FIELD_WORDS)[field]


def bias_cell(found: MeasuredBias | None, *, href: str | None = None, opens: str | None = None) -> Cell:
    """A bias in minutes with its sign, shaded by its distance from 0; `none` where nothing was compared."""
    if found is None:
        return Cell("none", tone="mute", sort=-1e9)
    mean_min = found.bias.mean_min
    shade = min(abs(mean_min) / FULL_SHADE_MIN, 1.0)
    return Cell(
        f"{mean_min:+.1f}", sub=f"{found.bias.n:,}", sort=mean_min, shade=shade, href=href, opens=opens
    )


def _bias_by_kind(told: _Told, one: PersonFigures, word: str, found: MeasuredBias | None) -> Cell:
    if found is None:
        return bias_cell(None)
    kind, field = found.bias.kind, found.bias.field
    key = told.figures.add(
        f"bias-{word}-{kind}-{field}-{one.person.code}",
        found.annotation_ids,
        f"{kind} {field_words(kind, field)}, compared with {word.lower()}, of {one.person.label}",
    )
    return bias_cell(found, href=told.figures.address(key), opens=key)


def _bias_frame(told: _Told, found: Mapping[int, list[MeasuredBias]]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "code": one.person.code,
            "name": one.person.name,
            "kind": measured.bias.kind,
            "field": measured.bias.field,
            "times": measured.bias.n,
            "mean_departure_min": measured.bias.mean_min,
            "mean_distance_min": measured.bias.mean_distance_min,
            "plans": len(measured.annotation_ids),
        }
        for one in told.people
        for measured in found[one.person.id]
    )
