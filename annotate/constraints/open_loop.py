"""ROU001: the trip begins and ends in the traveller's own city."""

from collections.abc import Iterator

from annotate.facts import Facts
from annotate.plan import Query
from annotate.profile import Profile
from annotate.rule import Asked, Finding, Group, Outcome, Rule, not_checked, over_rows
from annotate.timeline import Timeline

RULE = Rule("ROU001", "open_loop", Group.COMMON, "The first and the last city are the origin", "1")


def asks(query: Query) -> Iterator[Asked]:
    """The way out and back."""
    yield Asked(f"from {query.origin} and back to {query.origin}", query)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """The first city is where the first leg of day 1 leaves (without a leg: where day 1 begins); the last
    city is where the last leg of the last day arrives, on whatever date (without a leg: where that day
    ends)."""
    days = trip.itinerary.days
    if not days:
        return not_checked("The plan has no days.")
    origin = trip.itinerary.query.origin
    first_legs, last_legs = days[0].legs, days[-1].legs
    first = first_legs[0].origin if first_legs else days[0].from_city
    last = last_legs[-1].destination if last_legs else days[-1].to_city
    found = []
    if not trip.same_city(first, origin):
        found.append(_finding("begins", first, origin, tuple(leg.row for leg in first_legs[:1])))
    if not trip.same_city(last, origin):
        found.append(_finding("ends", last, origin, tuple(leg.row for leg in last_legs[-1:])))
    return over_rows(found)


def _finding(verb: str, city: str, origin: str, rows: tuple[str, ...]) -> Finding:
    way = f"Travel from {origin}" if verb == "begins" else f"Travel back to {origin}"
    return Finding(
        RULE.code,
        rows,
        f"The trip {verb} in {city}, not in {origin}.",
        1,
        "city",
        f"{way} by a leg of the plan.",
    )
