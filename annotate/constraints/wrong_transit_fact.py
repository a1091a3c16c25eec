"""SBX002: the nearest transit stop and its distance are those of the table."""

from annotate.facts import Facts
from annotate.grounding import DISTANCE_TOLERANCE_M
from annotate.names import match_key
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule(
    "SBX002", "wrong_transit_fact", Group.COMMON, "Nearest stop and distance are the table's", "Table 8"
)
_ROUNDING_M = 1e-9


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Same stop, and a distance within 5 m. Rows that state none are another rule's; an unknown stop is
    not_checked, and so is a stated distance of the right stop where the table has none."""
    found, missing = [], []
    for entry in trip.pois:
        stated, place = entry.row.nearest_stop, entry.place
        if stated is None:
            continue
        if place is None or place.nearest_stop_name is None:
            missing.append(f"{entry.id} {entry.label}: no table says which stop is nearest.")
            continue
        known_m = place.nearest_stop_m
        off = None if stated.distance_m is None or known_m is None else abs(stated.distance_m - known_m)
        is_other = stated.name != place.nearest_stop_name and match_key(stated.name) != match_key(
            place.nearest_stop_name
        )
        if is_other or (off is not None and off > DISTANCE_TOLERANCE_M + _ROUNDING_M):
            what = "another stop is nearest" if is_other else f"the distance is off by {off:.2f} m"
            found.append(
                Finding(
                    RULE.code,
                    (entry.id,),
                    f"{entry.label} states {stated.name}: {what}.",
                    off,
                    "m",
                    f"The table says: {place.nearest_stop_name}"
                    + ("." if known_m is None else f", {known_m:.2f} m."),
                )
            )
        elif known_m is None and stated.distance_m is not None:
            missing.append(f"{entry.id} {entry.label}: no table says how far {stated.name} is.")
    return over_rows(found, missing)
