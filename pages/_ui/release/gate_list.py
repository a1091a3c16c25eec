"""Step 2: every gate with what passes and what does not, and the plans behind whichever gate, rule or kind is opened."""

from collections.abc import Callable, Sequence
from functools import partial
from urllib.parse import quote

import streamlit as st

from annotate.errors import WorkbenchError
from annotate.gates import GATE_WORDS, Gate, RuleState
from annotate.rule import rule_of
from annotate.workflow import State
from db import release_drafts
from db.people import Person
from db.release_drafts import Draft
from db.release_gates import GateResult, Gates, ReleasePlan
from db.session import Session, open_session
from pages._ui.link_table import Cell, Column, Row, Tone, link_table
from pages._ui.page_head import count, plain, section
from pages._ui.plan_drawer import show_plan_drawer
from pages._ui.plan_rows import profile_cell, state_cell

GATE, RULE, KIND, SHOW = "gate", "rule", "kind", "show"
"""Parameters of the address: the opened gate, rule or kind, and which plans are listed."""
LIST_HEIGHT_PX = 420
SCORES = ("bas", "cats", "tdas")
GOES_OUT, HELD, LEFT, WAITS = "goes out", "held back", "left out", "waits"
ALL = "all"
_HEADINGS = ("Plan", "Trip", "Days", "Risk profile", "Annotator", "BAS", "CATS", "TDAS", "Goes out")


def show_gates(gates: Gates) -> None:
    """Draw the gates; an opened one shows its parts below."""
    section("2  Check", f"{len(gates.ready):,} of {count(len(gates.items), 'gold plan')} may go out")
    chosen = st.query_params.get(GATE)
    rows = [_gate_row(result) for result in gates.results()]
    columns = [
        Column("Gate", wrap=True),
        Column("Pass", number=True),
        Column("Held", number=True),
        Column("", wrap=True),
    ]
    opened = link_table(columns, rows, key="gates", name="Gates", selected=chosen)
    if opened is not None:
        _open(GATE, None if opened == chosen else opened)
    if chosen == Gate.RULES:
        _rules(gates)
    elif chosen == Gate.BALANCE:
        _kinds(gates)


def _gate_row(result: GateResult) -> Row:
    title, sentence = GATE_WORDS[result.gate]
    failing = len(result.failing)
    waits = failing and result.gate is Gate.GOLD
    tone: Tone = "warn" if waits else "bad" if not result.is_open else "good"
    words = f"{count(failing, 'plan')} wait" if waits else "held back" if not result.is_open else "all pass"
    cells = [
        Cell(title, sub=sentence),
        Cell(f"{result.passing:,}", sort=result.passing),
        Cell(f"{failing:,}" if failing else "none", tone=tone if failing else "mute", sort=failing),
        Cell(words, sub=result.note, tone=tone, chip=True),
    ]
    return Row(result.gate.value, f"release?{GATE}={result.gate.value}", cells)


def _rules(gates: Gates) -> None:
    counts = gates.rule_counts()
    states = (RuleState.PASS, RuleState.NOT_CHECKED, RuleState.WAIVED, RuleState.FAIL)
    rows = [
        Row(
            code,
            f"release?{GATE}={Gate.RULES.value}&{RULE}={code}",
            [
                Cell(code, sub=rule_of(code).short_name),
                *(
                    Cell(f"{known[state]:,}", tone=_tone(state, known[state]), sort=known[state])
                    for state in states
                ),
            ],
        )
        for code, known in sorted(
            counts.items(), key=lambda pair: (pair[1].total() == pair[1][RuleState.PASS], pair[0])
        )
    ]
    section("Rules", "open one to list the plans that it does not simply pass")
    columns = [Column("Rule"), *(Column(state.value.capitalize(), number=True) for state in states)]
    chosen = st.query_params.get(RULE)
    opened = link_table(
        columns, rows, key="rules", name="Rules of the gate", selected=chosen, height_px=LIST_HEIGHT_PX
    )
    if opened is not None:
        _open(RULE, None if opened == chosen else opened)


def _tone(state: RuleState, number: int) -> Tone:
    if not number:
        return "mute"
    if state is RuleState.PASS:
        return ""
    return "bad" if state is RuleState.FAIL else "warn"


def _kinds(gates: Gates) -> None:
    rows = []
    for cell in gates.cells():
        planned = "any" if cell.planned is None else str(cell.planned)
        off = cell.ready - (cell.ready if cell.planned is None else cell.planned)
        words = "as planned" if cell.fits else f"{abs(off)} too {'many' if off > 0 else 'few'}"
        kind = f"{cell.risk_profile or ''}|{cell.days}"
        rows.append(
            Row(
                kind,
                f"release?{GATE}={Gate.BALANCE.value}&{KIND}={quote(kind)}",
                [
                    profile_cell(cell.risk_profile),
                    Cell(str(cell.days), sort=cell.days),
                    Cell(planned, sort=cell.planned or 0),
                    Cell(str(cell.ready), sort=cell.ready),
                    Cell(words if cell.planned is not None else "", tone="good" if cell.fits else "bad"),
                ],
            )
        )
    section("Kinds", "open one to list its plans")
    columns = [
        Column("Risk profile"), Column("Days", number=True), Column("Planned", number=True),
        Column("Ready", number=True), Column(""),
    ]  # fmt: skip
    chosen = st.query_params.get(KIND)
    opened = link_table(columns, rows, key="kinds", name="Kinds of plans", selected=chosen)
    if opened is not None:
        _open(KIND, None if opened == chosen else opened)


def _open(parameter: str, value: str | None) -> None:
    if parameter == GATE:
        for inner in (RULE, KIND):
            st.query_params.pop(inner, None)
    if value is None:
        st.query_params.pop(parameter, None)
    else:
        st.query_params[parameter] = value
    st.rerun()


def show_plans(person: Person, draft: Draft | None, gates: Gates) -> None:
    """List the plans behind what was opened, and what the draft leaves out."""
    plans, words = _behind(gates)
    by_show = {
        show: [plan for plan in plans if _where(plan) == show] for show in (GOES_OUT, HELD, LEFT, WAITS)
    }
    section(f"Plans: {words}" if words else "Gold plans", count(len(plans), "plan"))
    show = st.segmented_control(
        "Which plans", [ALL, *(one for one, some in by_show.items() if some)], default=ALL, required=True,
        key=SHOW, bind="query-params", label_visibility="collapsed",
    )  # fmt: skip
    listed = by_show.get(show or ALL, plans)
    if not listed:
        st.info("No plan stands behind this.", icon=":material/filter_alt_off:")
        return
    columns = [
        Column(name, number=name in ("Days", "BAS", "CATS", "TDAS"), wrap=name in ("Trip", "Goes out"))
        for name in _HEADINGS
    ]
    opened = link_table(
        columns, [_plan_row(plan) for plan in listed], key="gold-items", name="Gold items",
        height_px=LIST_HEIGHT_PX if len(listed) > 8 else None,
    )  # fmt: skip
    if draft is not None:
        _leave_out(person, draft, listed)
    if opened is not None:
        show_plan_drawer(person, int(opened))


def _behind(gates: Gates) -> tuple[Sequence[ReleasePlan], str]:
    """The plans of the opened gate, rule or kind with its words; every gold plan where none is."""
    gate, rule, kind = (st.query_params.get(name) for name in (GATE, RULE, KIND))
    if gate == Gate.RULES and rule:
        return [
            item for item in gates.items if item.rules.get(rule, RuleState.PASS) is not RuleState.PASS
        ], rule
    if gate == Gate.BALANCE and kind:
        risk, _, days = kind.rpartition("|")
        found = [item for item in gates.ready if (item.risk_profile or "", str(item.days)) == (risk, days)]
        return found, f"{risk or 'no risk profile'}, {days} days"
    result = next((one for one in gates.results() if one.gate == gate), None)
    if result is None or not result.failing:
        return gates.items, ""
    failing = set(result.failing)
    found = [item for item in (*gates.items, *gates.waiting) if item.annotation_id in failing]
    title = GATE_WORDS[result.gate][0]
    return found, "approved, not gold yet" if result.gate is Gate.GOLD else f"held back at “{title}”"


def _where(plan: ReleasePlan) -> str:
    if plan.state is not State.GOLD:
        return WAITS
    if plan.left_out is not None:
        return LEFT
    return HELD if plan.faults else GOES_OUT


def _plan_row(plan: ReleasePlan) -> Row:
    cells = [
        Cell(plan.label, sort=f"{plan.set_name} {plan.idx:09d}"),
        Cell(plan.title),
        Cell(str(plan.days), sort=plan.days),
        profile_cell(plan.risk_profile),
        Cell(plan.annotator),
        *(_score_cell(plan.scores.get(key)) for key in SCORES),
        _goes_out_cell(plan),
    ]
    return Row(str(plan.annotation_id), f"release?item={plan.annotation_id}", cells)


def _goes_out_cell(plan: ReleasePlan) -> Cell:
    where = _where(plan)
    if where == WAITS:
        return state_cell(plan.state, 1)
    if where == LEFT:
        return Cell("left out", sub=plan.left_out or "", tone="mute")
    if where == HELD:
        return Cell(plan.said, tone="bad")
    opened = plan.rules.get(st.query_params.get(RULE, ""))
    unchecked = sum(state is RuleState.NOT_CHECKED for state in plan.rules.values())
    note = opened.value if opened else f"{count(unchecked, 'rule')} not checked" if unchecked else ""
    return Cell("yes", sub=note, tone="good")


def _score_cell(score: tuple[float | None, int, int] | None) -> Cell:
    if score is None:
        return Cell("-", tone="mute", sort=-1.0)
    value, scored, total = score
    return Cell(
        "-" if value is None else f"{value:.2f}",
        sub=f"{scored} of {total}",
        sort=-1.0 if value is None else value,
    )


def _leave_out(person: Person, draft: Draft, plans: Sequence[ReleasePlan]) -> None:
    """What stays out of the draft, and taking it in again."""
    inside = {plan.annotation_id: plan for plan in plans if _where(plan) in (GOES_OUT, HELD)}
    outside = {plan.annotation_id: plan for plan in plans if _where(plan) == LEFT}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        picked = st.multiselect(
            "Leave out of this draft", list(inside), key="leave-out", width=360, placeholder="plans of the list above",
            format_func=lambda one: inside[one].label if one in inside else str(one),
        )  # fmt: skip
        why = st.text_input("Because", key="leave-out-why", width=360, placeholder="the reason; it is kept")
        if st.button("Leave out", key="leave-out-button", disabled=not picked):
            _change(lambda session: release_drafts.leave_out(session, person, draft.name, picked, why or ""))
    for one, plan in outside.items():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(plain(f"{plan.label}: {plan.left_out}"))
            if st.button("Take in again", key=f"take-in-{one}", type="tertiary", icon=":material/undo:"):
                _change(partial(_take_in, person, draft.name, one))


def _take_in(person: Person, name: str, annotation_id: int, session: Session) -> None:
    release_drafts.take_in(session, person, name, annotation_id)


def _change(verb: Callable[[Session], None]) -> None:
    try:
        with open_session(write=True) as session:
            verb(session)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    st.rerun()
