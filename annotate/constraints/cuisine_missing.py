"""WSH001: each cuisine that is asked for is served at one of the chosen restaurants."""

from collections.abc import Iterator

from annotate.facts import Facts
from annotate.plan import Meal, Query
from annotate.profile import Profile
from annotate.rule import Asked, Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Timeline
from annotate.wishes import alternatives, asked_wishes, wish_keys, words

RULE = Rule("WSH001", "cuisine_missing", Group.HARD, "Each cuisine asked for is served", "7, Table 8")


def asks(query: Query) -> Iterator[Asked]:
    """An item for each wish."""
    return asked_wishes(query, "cuisine", "at least one {wish} restaurant")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome | None:
    """At least one restaurant chosen for a meal outside the origin serves it (of a group such as
    Seafood/Steak/Grill one is enough). Not served while a restaurant's cuisines are unknown: not_checked.
    No wish, no verdict."""
    wishes = trip.itinerary.query.constraints.cuisine
    if not wishes:
        return None
    origin = trip.city_key(trip.itinerary.query.origin)
    served: set[str] = set()
    unknown: list[str] = []
    for choices in trip.choices.values():
        for choice in choices:
            if choice.field not in set(Meal) or trip.city_key(choice.city) == origin:
                continue
            if choice.place and choice.place.cuisines:
                served |= wish_keys(choice.place.cuisines)
            else:
                unknown.append(f"{choice.named.name}: its cuisines are not known.")
    absent = [wish for wish in wishes if not alternatives(wish) & served]
    if not absent:
        return over_rows(())
    if unknown:
        return over_rows((), unknown)
    return over_rows(
        Finding(
            RULE.code,
            (),
            f"No chosen restaurant outside {trip.itinerary.query.origin} serves {words(wish)}.",
            1,
            "cuisine",
            f"Choose a restaurant that serves {words(wish)} for one of the meals.",
        )
        for wish in absent
    )
