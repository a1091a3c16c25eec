"""MON001: the trip costs no more than the traveller has."""

from collections.abc import Iterator

from annotate.bill import Bill, make_bill, money
from annotate.facts import Facts
from annotate.plan import Query
from annotate.profile import Profile
from annotate.rule import Asked, Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule("MON001", "over_budget", Group.HARD, "The trip costs no more than the budget", "7, Table 8")


def asks(query: Query) -> Iterator[Asked]:
    """The budget, where the query states one."""
    if query.budget is not None:
        yield Asked(f"total at most {query.budget_currency} {money(query.budget)}", query)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome | None:
    """The itemised bill (`annotate.bill`) against the budget; exactly the budget is within it. A line
    whose price is not known: not_checked, named; but known lines alone above the budget are a fail. No
    budget asked: no verdict."""
    if trip.itinerary.query.budget is None:
        return None
    bill = make_bill(trip)
    missing = [f"{line.what}: {line.note}." for line in bill.unknown]
    over = round(bill.known_total - trip.itinerary.query.budget, 2)
    return over_rows([_finding(bill, over)] if over > 0 else [], missing)


def _finding(bill: Bill, over: float) -> Finding:
    budget = bill.budget or 0.0
    at_least = "at least " if bill.unknown else ""
    dearest = max(
        (line for line in bill.lines if line.amount), key=lambda line: line.amount or 0.0, default=None
    )
    return Finding(
        RULE.code,
        (),
        f"The trip costs {at_least}{bill.currency} {money(bill.known_total)}, "
        f"{bill.currency} {money(over)} over the budget of {bill.currency} {money(budget)}.",
        over,
        bill.currency,
        f"The dearest line is {dearest.what}: {bill.currency} {money(dearest.amount or 0.0)}."
        if dearest
        else None,
    )
