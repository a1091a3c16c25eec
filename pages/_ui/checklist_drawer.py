"""What the query asks for, item by item with its verdict, and how far the plan's facts can be relied on; in a drawer."""

from html import escape

import streamlit as st

from annotate.checklist import Checklist, ChecklistItem, checklist_of
from annotate.grounding import FactualCell, Grounding, factual_cells, reliability_of
from annotate.profile import DEFAULT_PROFILE
from annotate.rule import Verdict
from pages._ui.board_data import row_label
from pages._ui.desk import Desk
from pages._ui.drawer_style import STYLE

VERDICT_WORDS = {
    Verdict.PASS: ("pass", "✓ met"),
    Verdict.FAIL: ("fail", "✕ not met"),
    Verdict.NOT_CHECKED: ("not_checked", "? not checked"),
    None: ("not_checked", "× fault of the program"),
}


@st.dialog("Checklist", position="right", width="medium")
def show_checklist(desk: Desk) -> None:
    """Open the checklist of the plan on the desk."""
    cells = desk.trip.once(factual_cells, DEFAULT_PROFILE)
    st.html(STYLE + checklist_html(checklist_of(desk.trip, desk.feedback)) + reliability_html(desk, cells))


def checklist_html(checklist: Checklist) -> str:
    """HTML of the items with All-pass and Avg-pass; every text is escaped."""
    share = checklist.avg_pass
    average = "nothing could be checked" if share is None else f"{share:.0%}"
    head = (
        f'<p class="big">{checklist.passed} of {len(checklist.items)} met</p>'
        f"<p>All-pass: {'yes' if checklist.all_pass else 'no'} · Avg-pass: {average} "
        f"({checklist.passed} of {checklist.checked} that could be checked)</p>"
    )
    return f'<div class="drawer" id="checklist">{head}<table>{"".join(map(_item_row, checklist.items))}</table></div>'


def _item_row(item: ChecklistItem) -> str:
    css, words = VERDICT_WORDS[item.verdict]
    says = []
    if item.outcome is not None and item.verdict is Verdict.FAIL:
        says = [f"{finding.message} {finding.advice or ''}" for finding in item.outcome.findings]
    elif item.outcome is not None and item.verdict is Verdict.NOT_CHECKED:
        says = list(item.outcome.missing)
    notes = "".join(f"<small>{escape(text)}</small>" for text in says)
    return (
        f'<tr data-code="{item.code}"><td class="{css}">{words}</td><td>{escape(item.text)}{notes}</td>'
        f'<td class="num"><small>{item.code}</small></td></tr>'
    )


def reliability_html(desk: Desk, cells: tuple[FactualCell, ...]) -> str:
    """HTML of the share of factual cells that the data bear out, and those that they do not; texts are escaped."""
    counts = reliability_of(cells)
    if counts.share is None:
        return '<div class="drawer"><h4>Factual reliability</h4><p>No cell of the plan could be compared with the data.</p></div>'
    grounded = counts.exact + counts.normalised
    head = (
        f"<h4>Factual reliability {counts.share:.1%}</h4><p>{grounded} of {grounded + counts.ungrounded} factual cells "
        f"are in the data: {counts.exact} exactly, {counts.normalised} after normalising, {counts.ungrounded} not; "
        f"of {counts.unknown} more no table says anything.</p>"
    )
    rows = "".join(
        _cell_row(desk, cell) for cell in cells if cell.grounding in (Grounding.NOT, Grounding.NORMALISED)
    )
    table = (
        f"<table><tr><th>Where</th><th>As written</th><th>In the data</th></tr>{rows}</table>" if rows else ""
    )
    return f'<div class="drawer" id="reliability">{head}{table}</div>'


def _cell_row(desk: Desk, cell: FactualCell) -> str:
    where = row_label(desk, cell.row) if cell.row else "a field of the day"
    known = cell.known_text
    if cell.grounding is Grounding.NORMALISED:
        data = f"≈ {escape(known)}" if known else "≈ the same after normalising"
    elif known is None:
        data = "nothing comes near"
    else:
        data = f"did you mean {escape(known)}?" if cell.known is None else escape(known)
    css = "fail" if cell.grounding is Grounding.NOT else ""
    return (
        f'<tr><td>{escape(where)}</td><td class="{css}">{escape(cell.what)} {escape(cell.value_text)}</td>'
        f"<td>{data}</td></tr>"
    )
