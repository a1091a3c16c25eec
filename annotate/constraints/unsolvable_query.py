"""ENV001: what is asked cannot be had from the data."""

from annotate.facts import Facts
from annotate.profile import Profile
from annotate.route import route
from annotate.rule import Finding, Group, Outcome, Rule
from annotate.timeline import Timeline
from annotate.wishes import forbidden_modes

RULE = Rule("ENV001", "unsolvable_query", Group.REPORT, "No transport or no attraction exists", "Table 8")
TRANSPORT_TABLES = frozenset({"flights", "trains", "buses", "road_routes"})
_ADVICE = "Ask for a source correction: no choice of times can mend it."


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """A pair of cities that the route needs has no transport in the tables on the date asked (or only
    modes that the traveller forbids), or a city to visit has no attraction in the catalogue. A report:
    findings and no verdict."""
    found, missing = [], []
    forbidden = {mode.value for mode in forbidden_modes(trip.itinerary.query)}
    for origin, destination in _pairs(trip):
        modes = facts.routes.get(f"{trip.city_key(origin)}|{trip.city_key(destination)}")
        if modes is None or (not modes and not facts.tables >= TRANSPORT_TABLES):
            missing.append(f"No table says what goes from {origin} to {destination}.")
        elif not modes:
            found.append(_finding(f"No transport exists from {origin} to {destination} on the date asked."))
        elif forbidden.issuperset(modes):
            found.append(
                _finding(
                    f"Only {', '.join(modes)} goes from {origin} to {destination}, which the query forbids."
                )
            )
    for city in _cities(trip, profile):
        attractions = facts.attractions_in.get(trip.city_key(city))
        if attractions is None or "attractions" not in facts.tables:
            missing.append(f"No table says which attractions {city} has.")
        elif attractions == 0:
            found.append(_finding(f"No attraction of {city} is in the catalogue."))
    return Outcome(None, tuple(found), tuple(missing))


def _finding(message: str) -> Finding:
    return Finding(RULE.code, (), message, 1, "gap in the data", _ADVICE)


def _pairs(trip: Timeline) -> list[tuple[str, str]]:
    """Each pair of cities between which the plan travels: those of its legs, so that a change of trains on
    the way is no gap, and those of a change of city without legs; without any change, to the destination
    and back."""
    pairs: list[tuple[str, str]] = []
    for change in trip.city_changes:
        if change.is_served:
            pairs += [(leg.row.origin, leg.row.destination) for leg in change.legs]
        else:
            pairs.append((change.origin, change.destination))
    if not pairs:
        query = trip.itinerary.query
        for city in query.destinations[:1]:
            pairs += [(query.origin, city), (city, query.origin)]
    return list(dict.fromkeys(pairs))


def _cities(trip: Timeline, profile: Profile) -> list[str]:
    """The cities where the plan begins or ends a day, the origin aside; without one, the first destination
    asked for."""
    query = trip.itinerary.query
    visited = [city for city in trip.once(route, profile) if not trip.same_city(city, query.origin)]
    return list({trip.city_key(city): city for city in visited or query.destinations[:1]}.values())
