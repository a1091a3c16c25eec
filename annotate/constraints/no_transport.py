"""TRA001: the traveller has a way to get there."""

from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, not_checked, over_rows
from annotate.timeline import Timeline

RULE = Rule("TRA001", "no_transport", Group.COMMON, "Day 1 and each change of city have a leg", "4")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Day 1 has a leg; each change of city (within a day, or from one day to the next) has a leg, of that
    day or boarded the day before, that leaves the one city, and one that reaches the other."""
    days = trip.itinerary.days
    if not days:
        return not_checked("The plan has no days.")
    found = []
    unserved = [change for change in trip.city_changes if not change.is_served]
    if not days[0].legs and not any(change.day is days[0] for change in unserved):
        found.append(
            Finding(
                RULE.code,
                (),
                f"Day 1 has no leg from {trip.itinerary.query.origin}.",
                1,
                "leg",
                f"Choose a leg from {trip.itinerary.query.origin} to {days[0].to_city}.",
            )
        )
    for change in unserved:
        found.append(
            Finding(
                RULE.code,
                tuple(leg.id for leg in change.legs),
                f"Day {change.day.number} has no leg from {change.origin} to {change.destination}.",
                1,
                "leg",
                f"Choose a leg from {change.origin} to {change.destination}.",
            )
        )
    return over_rows(found)
