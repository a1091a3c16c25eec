"""STY001: one accommodation per stay in a city."""

from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Choice, Timeline

RULE = Rule("STY001", "hotel_changed", Group.COMMON, "One accommodation per stay in a city", "5")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """All nights of a stay in a city (days in a row that end there) are at one accommodation. A night
    without one ends no stay."""
    found = []
    last: Choice | None = None
    city: str | None = None
    for day in trip.itinerary.days:
        if city is None or not trip.same_city(city, day.to_city):
            last, city = None, day.to_city
        night = trip.accommodation(day)
        if night is None:
            continue
        if last is not None and last.identity != night.identity:
            rows = tuple(e.id for e in trip.pois if e.day is day and e.identity == night.identity)
            found.append(
                Finding(
                    RULE.code,
                    rows,
                    f"Day {day.number} moves from {last.named.name} to {night.named.name}, both in "
                    f"{day.to_city}.",
                    1,
                    "move",
                    f"Stay at {last.named.name}.",
                )
            )
        last = night
    return over_rows(found)
