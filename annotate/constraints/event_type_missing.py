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

    An event whose categories or dates are not known may be it, if all else fits: not_checked. Asked where
    none exists: not met. No wish, no verdict.
    """
    wishes = trip.itinerary.query.constraints.event
    if not wishes:
        return None
    events = [
        (choice, attended)
        for choices in trip.choices.values()
        for choice in choices
        if choice.field == "event" and (attended := _is_attended(trip, choice)) is not False
    ]
    found, missing = [], []
    for wish in wishes:
        met = [_meets(choice, attended, wish) for choice, attended in events]
        if True in met:
            continue
        unknown = [choice for (choice, _), is_met in zip(events, met, strict=True) if is_met is None]
        missing += [f"{choice.named.name}: its type or its dates are not known." for choice in unknown]
        if not unknown:
            found.append(_finding(wish))
    return over_rows(found, dict.fromkeys(missing))


def _finding(wish: str) -> Finding:
    return Finding(
        RULE.code,
        (),
        f"No chosen event is of the type {words(wish)}, in its city and on its date.",
        1,
        "type",
        f"Choose an event of the type {words(wish)} that takes place on a day of the trip.",
    )


def _is_attended(trip: Timeline, choice: Choice) -> bool | None:
    """True if the event lies in a city of its day and takes place on its date, None if the dates are not
    known."""
    place, day = choice.place, choice.day
    if trip.city_key(choice.city) not in (trip.city_key(day.from_city), trip.city_key(day.to_city)):
        return False
    if place is None or not place.event_dates or day.date is None:
        return None
    return day.date in place.event_dates


def _meets(choice: Choice, attended: bool | None, wish: str) -> bool | None:
    """True if an attended event is of the type, False if it is of others only, None if that or its dates
    are not known."""
    if choice.place is None or not choice.place.categories:
        return None
    return attended if alternatives(wish) & wish_keys(choice.place.categories) else False
