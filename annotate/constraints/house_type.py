"""WSH003: every accommodation of the trip is of the type that is asked for."""

from collections.abc import Iterator

from annotate.facts import Facts
from annotate.plan import Query
from annotate.profile import Profile
from annotate.rule import Asked, Group, Outcome, Rule
from annotate.timeline import Timeline
from annotate.wish_words import wish_key
from annotate.wishes import (
    accommodations,
    alternatives,
    asked_wishes,
    lacks,
    over_accommodations,
    wish_keys,
)

RULE = Rule("WSH003", "house_type", Group.HARD, "The accommodation is of the type asked for", "7, Table 8")
_NOT = "not "


def asks(query: Query) -> Iterator[Asked]:
    """An item for each wish."""
    return asked_wishes(query, "house_type", "each accommodation of the type {wish}")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome | None:
    """The house type (TripCraft: room type) of every accommodation; `not shared room` asks for any other
    type. A cell that the catalogue lacks is not_checked; no wish, no verdict."""
    wishes = trip.itinerary.query.constraints.house_type
    if not wishes:
        return None
    found, missing = [], []
    for choice in accommodations(trip):
        types = choice.place.house_type if choice.place else None
        if not types:
            missing.append(f"{choice.named.name}: its house type is not known.")
            continue
        held = wish_keys(types)
        lacking = [wish for wish in wishes if not _is_met(wish, held)]
        if lacking:
            found.append(lacks(trip, RULE, choice, lacking, "house type"))
    return over_accommodations(trip, found, missing)


def _is_met(wish: str, held: set[str]) -> bool:
    key = wish_key(wish)
    if key.startswith(_NOT):
        return wish_key(key.removeprefix(_NOT)) not in held
    return bool(alternatives(wish) & held)
