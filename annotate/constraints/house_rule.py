"""WSH002: every accommodation of the trip has the house rules that are asked for."""

from collections.abc import Iterator

from annotate.facts import Facts
from annotate.plan import Query
from annotate.profile import Profile
from annotate.rule import Asked, Group, Outcome, Rule
from annotate.timeline import Timeline
from annotate.wish_words import wish_key
from annotate.wishes import (
    accommodations,
    asked_wishes,
    every_accommodation_has,
    house_rule_keys,
    lacks,
    over_accommodations,
)

RULE = Rule(
    "WSH002", "house_rule", Group.HARD, "The accommodation has the house rules asked for", "7, Table 8"
)


def asks(query: Query) -> Iterator[Asked]:
    """An item for each wish."""
    text = (
        "each accommodation allows {wish}"
        if query.constraints.tripcraft_keys
        else "each accommodation: {wish}"
    )
    return asked_wishes(query, "house_rules", text)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome | None:
    """`house_rules: No_Pets` asks for a place that forbids pets; TripCraft's `house rule: pets` asks for
    one that does not forbid them. A cell that the catalogue lacks is not_checked; no wish, no verdict."""
    constraints = trip.itinerary.query.constraints
    if not constraints.tripcraft_keys:
        return every_accommodation_has(
            trip, RULE, constraints.house_rules, "house_rules", "house rules", house_rule_keys
        )
    if not constraints.house_rules:
        return None
    found, missing = [], []
    for choice in accommodations(trip):
        rules = choice.place.house_rules if choice.place else None
        if not rules:
            missing.append(f"{choice.named.name}: its house rules are not known.")
            continue
        held = house_rule_keys(rules)
        forbidden = [wish for wish in constraints.house_rules if wish_key(f"no {wish}") in held]
        if forbidden:
            found.append(lacks(trip, RULE, choice, [f"{wish} allowed" for wish in forbidden], "house rules"))
    return over_accommodations(trip, found, missing)
