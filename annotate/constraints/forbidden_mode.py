"""TRA003: no leg goes by a mode that the traveller does not want."""

from collections.abc import Iterator

from annotate.facts import Facts
from annotate.plan import Query
from annotate.profile import Profile
from annotate.rule import Asked, Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Timeline
from annotate.wish_words import forbidden_mode
from annotate.wishes import each_wish, forbidden_modes, words

RULE = Rule(
    "TRA003", "forbidden_mode", Group.HARD, "No leg by a mode that the traveller forbids", "4, Table 8"
)


def asks(query: Query) -> Iterator[Asked]:
    """An item for each wish."""
    for wish, alone in each_wish(query, "transportation"):
        yield Asked(words(wish).lower(), alone)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome | None:
    """Wishes such as "No flight", "No cab", "no self-driving" in any case and spelling; the last two are
    one wish: no leg by car. A wish that names no mode is not_checked. No wish, no verdict."""
    query = trip.itinerary.query
    if not query.constraints.transportation:
        return None
    forbidden = forbidden_modes(query)
    found = [
        Finding(
            RULE.code,
            (leg.id,),
            f"{leg.label} is a {leg.row.mode.value.lower()}; the traveller says: {words(forbidden[leg.row.mode])}.",
            1,
            "leg",
            f"Choose another mode from {leg.row.origin} to {leg.row.destination}.",
        )
        for leg in trip.legs
        if leg.row.mode in forbidden
    ]
    unread = [wish for wish in query.constraints.transportation if forbidden_mode(wish) is None]
    return over_rows(found, [f"The wish '{wish}' names no mode that is known." for wish in unread])
