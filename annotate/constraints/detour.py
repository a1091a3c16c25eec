"""SPA001: how much longer the day's order is than the best order of the same stops."""

from annotate.day_order import MOST_INNER_STOPS, Walk, walks
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule
from annotate.timeline import Timeline
from annotate.travel import city_travel_min

RULE = Rule("SPA001", "detour", Group.REPORT, "The day's order against the best order of its stops", "3")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """One finding per day (or part of a day between legs) whose order is at least a metre longer, see
    `annotate.day_order`. A report: findings and no verdict; stops without coordinates are left out and
    named."""
    found, missing = [], []
    for walk in trip.once(walks, profile):
        if walk.excess_km:
            found.append(_finding(walk, walk.excess_km, profile))
        if walk.best is None:
            missing.append(
                f"Day {walk.day.number}: more than {MOST_INNER_STOPS} places between the first and the last stop."
            )
        missing += [f"{entry.id} {entry.label}: no coordinates." for entry in walk.unmapped]
    return Outcome(None, tuple(found), tuple(missing))


def _finding(walk: Walk, excess_km: float, profile: Profile) -> Finding:
    minutes = city_travel_min(excess_km, profile)
    message = (
        f"Day {walk.day.number}: the order of {len(walk.stops)} stops is {walk.length_km:.1f} km long as the "
        f"crow flies, the best order {walk.best_km or 0.0:.1f} km: {excess_km:.1f} km too many "
        f"({walk.excess_per_stop_km or 0.0:.1f} km per stop between the first and the last, about {minutes} min "
        f"at {profile.city_kmh:g} km/h)."
    )
    if walk.costliest is not None:
        message += f" {walk.costliest.label} costs most: {walk.costliest_km:.1f} km."
    order = ", ".join(entry.label for entry in walk.best or ())
    rows = tuple(entry.id for entry in walk.stops)
    return Finding(RULE.code, rows, message, excess_km, "km", f"The best order is: {order}.")
