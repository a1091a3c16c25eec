"""MON002: what the plan says a thing costs is what it costs."""

from annotate.bill import BillLine, make_bill
from annotate.due_remarks import stated_costs
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule("MON002", "total_differs", Group.COMMON, "Stated costs are those of the bill", "7")
ROUNDING = 0.01
"""Amount by which a stated cost may differ, in the currency of the budget."""


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome | None:
    """A stated cost is the amount of its bill line or its price per unit. A line with an unknown amount is
    not_checked; a plan that states no cost has no verdict."""
    costs = trip.once(stated_costs, profile)
    if not costs:
        return None
    lines = {row: line for line in make_bill(trip).lines for row in line.rows}
    found, missing = [], []
    for row, stated in costs.items():
        line, label = lines.get(row), trip.entry(row).label
        if line is None or line.amount is None:
            missing.append(f"{row} {label}: what it costs is not known.")
        elif not _agrees(stated, line):
            found.append(
                Finding(
                    RULE.code,
                    (row,),
                    f"{label} states a cost of {stated:,g}; its bill line is {line.amount:,g}.",
                    abs(stated - line.amount),
                    line.currency,
                    f"State {line.amount:,g} {line.currency}.",
                )
            )
    return over_rows(found, missing)


def _agrees(stated: float, line: BillLine) -> bool:
    return any(
        amount is not None and abs(stated - amount) <= ROUNDING for amount in (line.amount, line.unit_price)
    )
