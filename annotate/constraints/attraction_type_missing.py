"""WSH006: each type of attraction that is asked for is visited."""

from collections.abc import Iterator

from annotate.facts import Facts
from annotate.plan import Query
from annotate.profile import Profile
from annotate.rule import Asked, Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Timeline
from annotate.wishes import alternatives, asked_wishes, wish_keys, words

RULE = Rule(
    "WSH006", "attraction_type_missing", Group.HARD, "Each attraction type asked for is chosen", "Table 8"
)


def asks(query: Query) -> Iterator[Asked]:
    """An item for each wish."""
    return asked_wishes(query, "attraction", "at least one attraction of the type {wish}")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome | None:
    """At least one chosen attraction has the type among its categories. Not met while the categories of
    one are unknown: not_checked. No wish, no verdict."""
    wishes = trip.itinerary.query.constraints.attraction
    if not wishes:
        return None
    held: set[str] = set()
    unknown: list[str] = []
    for choices in trip.choices.values():
        for choice in choices:
            if choice.field == "attraction":
                if choice.place and choice.place.categories:
                    held |= wish_keys(choice.place.categories)
                else:
                    unknown.append(f"{choice.named.name}: its categories are not known.")
    absent = [wish for wish in wishes if not alternatives(wish) & held]
    if absent and unknown:
        return over_rows((), unknown)
    return over_rows(
        Finding(
            RULE.code,
            (),
            f"No chosen attraction is of the type {words(wish)}.",
            1,
            "type",
            f"Choose an attraction of the type {words(wish)}.",
        )
        for wish in absent
    )
