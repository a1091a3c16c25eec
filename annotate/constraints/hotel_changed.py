"""STY001: one accommodation per stay in a city."""

from itertools import pairwise

from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule("STY001", "hotel_changed", Group.COMMON, "One accommodation per stay in a city", "5")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Two nights in a row in one city (where the days end) are at one accommodation. A night without one
    is none."""
    found = []
    for before, after in pairwise(trip.itinerary.days):
        first, second = trip.accommodation(before), trip.accommodation(after)
        if first is None or second is None or not trip.same_city(before.to_city, after.to_city):
            continue
        if first.identity != second.identity:
            rows = tuple(e.id for e in trip.pois if e.day is after and e.identity == second.identity)
            found.append(
                Finding(
                    RULE.code,
                    rows,
                    f"Day {after.number} moves from {first.named.name} to {second.named.name}, both in "
                    f"{after.to_city}.",
                    1,
                    "move",
                    f"Stay at {first.named.name}.",
                )
            )
    return over_rows(found)
