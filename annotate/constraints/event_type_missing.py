"""WSH007: each type of event that is asked for is attended, where and when it takes place."""

from collections.abc import Iterator

from annotate.facts import Facts
from annotate.plan import Query
from annotate.profile import Profile
from annotate.rule import Asked, Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Choice, Timeline
from annotate.wishes import alternatives, asked_wishes, wish_keys, words

RULE = Rule("WSH007", "event_type_missing", Group.HARD, "Each event type asked for is chosen", "Table 8")


def asks(query: Query) -> Iterator[Asked]:
    """An item for each wish."""
    return asked_wishes(query, "event", "at least one event of the type {wish}")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome | None:
    """At least one chosen event has the type among its categories, lies in a city of its day and takes
    place on its date.

    An event without known categories or dates may be it: not_checked. Asked where none exists: not met. No
    wish, no verdict.
    """
    wishes = trip.itinerary.query.constraints.event
    if not wishes:
        return None
    held: set[str] = set()
    unknown: list[str] = []
    for choices in trip.choices.values():
        for choice in choices:
            if choice.field != "event":
                continue
            attended = _is_attended(trip, choice)
            if choice.place is None or not choice.place.categories or attended is None:
                unknown.append(f"{choice.named.name}: its type or its dates are not known.")
            elif attended:
                held |= wish_keys(choice.place.categories)
    absent = [wish for wish in wishes if not alternatives(wish) & held]
    if absent and unknown:
        return over_rows((), unknown)
    return over_rows(
        Finding(
            RULE.code,
            (),
            f"No chosen event is of the type {words(wish)}, in its city and on its date.",
            1,
            "type",
            f"Choose an event of the type {words(wish)} that takes place on a day of the trip.",
        )
        for wish in absent
    )


def _is_attended(trip: Timeline, choice: Choice) -> bool | None:
    """True if the event lies in a city of its day and takes place on its date, None if that is not known."""
    place, day = choice.place, choice.day
    if place is None or not place.event_dates or day.date is None:
        return None
    cities = (trip.city_key(day.from_city), trip.city_key(day.to_city))
    return trip.city_key(choice.named.city or place.city) in cities and day.date in place.event_dates
