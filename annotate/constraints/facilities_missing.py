"""WSH004: every accommodation of the trip has the facilities that are asked for."""

from collections.abc import Iterator

from annotate.facts import Facts
from annotate.plan import Query
from annotate.profile import Profile
from annotate.rule import Asked, Group, Outcome, Rule
from annotate.timeline import Timeline
from annotate.wishes import asked_wishes, every_accommodation_has

RULE = Rule("WSH004", "facilities_missing", Group.HARD, "The accommodation has the facilities asked for", "7")


def asks(query: Query) -> Iterator[Asked]:
    """An item for each wish."""
    return asked_wishes(query, "facilities", "each accommodation with {wish}")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome | None:
    """Every accommodation, every wish; no wish, no verdict. A cell that the catalogue lacks is
    not_checked."""
    return every_accommodation_has(
        trip, RULE, trip.itinerary.query.constraints.facilities, "facilities", "facilities"
    )
