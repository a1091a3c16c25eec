"""STY002: a stay is as long as the accommodation asks."""

from itertools import groupby

from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule("STY002", "minimum_nights", Group.COMMON, "Stays are as long as the accommodation asks", "5")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Nights are calendar dates: days in a row whose field names the place. An unknown minimum is
    not_checked."""
    found, missing = [], []
    nights = [(day, trip.accommodation(day)) for day in trip.itinerary.days]
    for _, run in groupby(nights, key=lambda night: night[1].identity if night[1] else None):
        stay = list(run)
        choice = stay[0][1]
        if choice is None:
            continue
        least = choice.place.minimum_nights if choice.place else None
        if least is None:
            missing.append(f"{choice.named.name}: its minimum of nights is not known.")
        elif len(stay) < least:
            days = {day.number for day, _ in stay}
            rows = tuple(e.id for e in trip.pois if e.day.number in days and e.identity == choice.identity)
            found.append(
                Finding(
                    RULE.code,
                    rows,
                    f"{choice.named.name} asks for {least} nights; the stay has {len(stay)}.",
                    least - len(stay),
                    "nights",
                    f"Choose a place in {choice.day.to_city} that takes guests for {len(stay)} nights.",
                )
            )
    return over_rows(found, missing)
