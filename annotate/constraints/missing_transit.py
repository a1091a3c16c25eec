"""CMP003: every stop in a city names its nearest transit stop and the distance to it."""

from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import StopEntry, Timeline

RULE = Rule(
    "CMP003", "missing_transit", Group.COMMON, "Every stop has its nearest transit stop and distance", "3"
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Transport places need none. A distance of 0 m is a distance."""
    found = []
    for entry in trip.pois:
        stated = entry.row.nearest_stop
        absent = 2 if stated is None else int(stated.distance_m is None)
        if absent:
            what = "nearest transit stop" if stated is None else f"distance to {stated.name}"
            found.append(
                Finding(
                    RULE.code,
                    (entry.id,),
                    f"{entry.label} on day {entry.day.number} has no {what}.",
                    absent,
                    "figures",
                    _advice(entry),
                )
            )
    return over_rows(found)


def _advice(entry: StopEntry) -> str:
    place = entry.place
    if place and place.nearest_stop_name is not None and place.nearest_stop_m is not None:
        return f"The table says: {place.nearest_stop_name}, {place.nearest_stop_m:.2f} m."
    return "The table has none for this place: look it up and correct the source."
