"""The bill of a plan in a drawer: each line with its table, the total against the budget, and what would bring it under."""

from html import escape
from urllib.parse import urlencode

import streamlit as st

from annotate.bill import Bill, BillLine, make_bill
from annotate.grounding import CATALOGUES
from annotate.plan import Mode
from annotate.timeline import LegEntry
from db.explore import KEY_SEPARATOR
from db.session import open_session
from helpers.savings import WhatIf, what_if
from pages._ui.board_data import row_label
from pages._ui.desk import Desk
from pages._ui.drawer_style import STYLE

_LEG_TABLES: dict[Mode, tuple[str, str | None]] = {
    Mode.TRAIN: ("trains", "train"),
    Mode.FLIGHT: ("flights", "flight"),
    Mode.BUS: ("buses", "bus"),
    Mode.CAB: ("road_routes x cost_of_living", None),
}
"""Table that holds the price of a leg, and the kind of thing under which the reference screen shows it."""


@st.dialog("Bill", position="right", width="large")
def show_bill(desk: Desk) -> None:
    """Open the bill of the plan on the desk."""
    bill = make_bill(desk.trip)
    st.html(STYLE + bill_html(desk, bill))
    if bill.budget is None or bill.known_total <= bill.budget:
        return
    with open_session(write=False) as session:
        found = what_if(session, desk.itinerary, desk.plan.facts)
    if found is not None:
        st.html(savings_html(found))


def bill_html(desk: Desk, bill: Bill) -> str:
    """HTML of the lines, the total and the budget; every text is escaped."""
    head = "<tr><th>What</th><th>Where</th><th class=num>Unit price</th><th>Units</th><th class=num>Amount</th><th>From</th></tr>"
    lines = "".join(_line_row(desk, line) for line in bill.lines)
    unknown = f"<small>{len(bill.unknown)} without a known price</small>" if bill.unknown else ""
    amount = _money(bill.known_total, bill.currency)
    total = f'<tr class="sum"><td colspan="4">Known total{unknown}</td><td class="num">{amount}</td><td></td></tr>'
    return f'<div class="drawer" id="bill"><p class="big">{_standing(bill)}</p><table>{head}{lines}{total}</table></div>'


def _standing(bill: Bill) -> str:
    people = "" if bill.people is None else f" for {bill.people} {'person' if bill.people == 1 else 'people'}"
    total = _money(bill.known_total, bill.currency) + people
    if bill.budget is None:
        return f"{total}; no budget is asked"
    left = bill.budget - bill.known_total
    css, words = ("fail", "over") if left < 0 else ("pass", "under")
    budget = _money(bill.budget, bill.currency)
    return f'{total} of {budget}: <span class="{css}">{_money(abs(left), bill.currency)} {words} the budget</span>'


def _line_row(desk: Desk, line: BillLine) -> str:
    where = row_label(desk, line.rows[0]) if line.rows else ""
    note = f"<small>{escape(line.note)}</small>" if line.note else ""
    price = "" if line.unit_price is None else _money(line.unit_price, line.currency)
    units = "" if line.units is None else f"x {line.units:g}, per {escape(line.unit)}"
    amount = "not known" if line.amount is None else _money(line.amount, line.currency)
    css = "fail num" if line.amount is None else "num"
    return (
        f"<tr><td>{escape(line.what)}{note}</td><td>{escape(where)}</td><td class=num>{price}</td><td>{units}</td>"
        f'<td class="{css}">{amount}</td><td>{_from(desk, line)}</td></tr>'
    )


def _from(desk: Desk, line: BillLine) -> str:
    """The table that holds the price, leading to its row on the reference screen, and the import it came with."""
    table, kind, key = _table(desk, line)
    source = f"<small>{escape(line.source)}</small>" if line.source else ""
    if kind is None:
        return escape(table) + source
    address = escape(f"reference?{urlencode({'kind': kind, 'key': key})}")
    return f'<a href="{address}" target="_blank" rel="noopener">{escape(table)}</a>{source}'


def _table(desk: Desk, line: BillLine) -> tuple[str, str | None, str]:
    """(table, kind of thing on the reference screen or None, its key there) of the price of a line."""
    if not line.rows:
        return "the day's fields", None, ""
    entry = desk.trip.entry(line.rows[0])
    if isinstance(entry, LegEntry):
        table, kind = _LEG_TABLES[entry.row.mode]
        return table, kind if entry.row.carrier else None, entry.row.carrier or ""
    place = entry.place
    if place is None:
        return "in no catalogue", None, ""
    city = f"{place.city} ({place.state})" if place.state else place.city
    return CATALOGUES.get(place.kind, "stations"), "place", f"{place.name}{KEY_SEPARATOR}{city}"


def savings_html(found: WhatIf) -> str:
    """HTML of what would bring the plan under its budget; every text is escaped."""
    if not found.savings:
        return (
            '<div class="drawer" id="savings"><h4>What would bring it under</h4><p>No cheaper place of the same city keeps the '
            "wishes. Tell the expert: the query may be unsolvable.</p></div>"
        )
    rows = "".join(
        f"<tr><td>{escape(saving.text)}"
        + (f"<small>but then fails {', '.join(saving.breaks)}</small>" if saving.breaks else "")
        + "</td></tr>"
        for saving in found.savings
    )
    over = _money(found.over, found.currency)
    if found.enough:
        chosen = "; ".join(escape(saving.text) for saving in found.enough)
        verdict = f"<p>Enough to come under: {chosen}.</p>"
    else:
        verdict = (
            f"<p>All of them together do not make up for {over}. Tell the expert with a flag on the plan.</p>"
        )
    return (
        f'<div class="drawer" id="savings"><h4>What would bring it under ({over} too much)</h4><table>{rows}</table>{verdict}'
        "<p><small>Places are not yours to change: name the best of these in a flag, the expert decides.</small></p></div>"
    )


def _money(amount: float, currency: str) -> str:
    sign = "₹" if currency == "INR" else f"{escape(currency)} "
    return f"{sign}{amount:,.0f}" if amount == round(amount) else f"{sign}{amount:,.2f}"
