"""MON002: what the plan says a thing costs is what it costs."""

from annotate.bill import money
from annotate.due_remarks import bill_line, stated_costs
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
    found, missing = [], []
    for stated in costs:
        line = bill_line(trip, stated.what, profile)
        if line is None or line.amount is None or not line.is_priced:
            missing.append(f"{stated.row or ''} {stated.label}: what it costs is not known.".lstrip())
        elif not line.may_state(stated.cost):
            found.append(
                Finding(
                    RULE.code,
                    (stated.row,) if stated.row else (),
                    f"{stated.label} states a cost of {money(stated.cost)}; its bill line is {money(line.amount)}.",
                    abs(stated.cost - line.amount),
                    line.currency,
                    f"State {money(line.amount)} {line.currency}.",
                )
            )
    return over_rows(found, missing)
