"""MON002: what the plan says a thing costs is what it costs."""

from annotate.bill import lines_of_rows, money
from annotate.due_remarks import stated_costs
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule("MON002", "total_differs", Group.COMMON, "Stated costs are those of the bill", "7")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome | None:
    """A stated cost is the amount of its bill line, of a night of it, or its price per unit. A line without a
    known price is not_checked; a plan that states no cost has no verdict."""
    costs = trip.once(stated_costs, profile)
    if not costs:
        return None
    lines = trip.once(lines_of_rows, profile)
    found, missing = [], []
    for row, stated in costs.items():
        line, label = lines.get(row), trip.entry(row).label
        if line is None or line.amount is None or not line.is_priced:
            missing.append(f"{row} {label}: what it costs is not known.")
        elif not line.may_state(stated):
            found.append(
                Finding(
                    RULE.code,
                    (row,),
                    f"{label} states a cost of {money(stated)}; its bill line is {money(line.amount)}.",
                    abs(stated - line.amount),
                    line.currency,
                    f"State {money(line.amount)} {line.currency}.",
                )
            )
    return over_rows(found, missing)
