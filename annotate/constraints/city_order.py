"""ROU002: the order of cities makes sense."""

from collections.abc import Iterator

from annotate.facts import Facts
from annotate.names import match_key
from annotate.plan import Query
from annotate.profile import Profile
from annotate.route import route
from annotate.rule import Asked, Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule("ROU002", "city_order", Group.COMMON, "The order of cities makes sense", "1, Table 8")


def asks(query: Query) -> Iterator[Asked]:
    """The cities and how many of them."""
    where = ", ".join(query.destinations) or query.target_state or "the destination"
    if query.city_count is None:
        yield Asked(f"to {where}, no city entered twice", query)
    else:
        noun = "city" if query.city_count == 1 else "cities"
        yield Asked(f"{query.city_count} {noun}, to {where}, none entered twice", query)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """No city is entered twice, the cities between lie in the destination (its list, else its state), and
    there are as many as asked. A city counts where a day begins or ends and where the trip ends, so that a
    change of trains on the way does not."""
    query = trip.itinerary.query
    inner = _inner_cities(trip, profile)
    found, missing = [], []
    keys = [trip.city_key(city) for city in inner]
    for at, city in enumerate(inner):
        if keys[at] in keys[:at] or trip.same_city(city, query.origin):
            found.append(_finding(f"{city} is entered twice.", "Visit each city in one stay."))
    visited = {trip.city_key(city): city for city in inner if not trip.same_city(city, query.origin)}
    asked = query.city_count
    if asked is not None and len(visited) != asked:
        found.append(
            Finding(
                RULE.code,
                (),
                f"The plan visits {len(visited)} cities; the query asks for {asked}.",
                abs(len(visited) - asked),
                "cities",
                f"Visit {asked} cities.",
            )
        )
    for city in visited.values():
        is_asked = _is_asked(trip, facts, city)
        if is_asked is None:
            missing.append(f"No table says in which state {city} lies.")
        elif not is_asked:
            wanted = ", ".join(query.destinations) or query.target_state or ""
            found.append(_finding(f"{city} is not in {wanted}.", f"Visit cities of {wanted} only."))
    return over_rows(found, missing)


def _finding(message: str, advice: str) -> Finding:
    return Finding(RULE.code, (), message, 1, "city", advice)


def _inner_cities(trip: Timeline, profile: Profile) -> list[str]:
    """Where the days begin and end and the last leg arrives, a city once per stay, without the origin at both
    ends."""
    days, cities = trip.itinerary.days, trip.once(route, profile)
    last_legs = days[-1].legs if days else ()
    if last_legs and not trip.same_city(cities[-1], last_legs[-1].destination):
        cities = [*cities, last_legs[-1].destination]
    origin = trip.itinerary.query.origin
    if cities and trip.same_city(cities[0], origin):
        cities = cities[1:]
    if cities and trip.same_city(cities[-1], origin):
        cities = cities[:-1]
    return cities


def _is_asked(trip: Timeline, facts: Facts, city: str) -> bool | None:
    """True if a city is on the list of destinations or in the state asked for; None if its state is not
    known."""
    query = trip.itinerary.query
    if any(trip.same_city(city, name) for name in query.destinations):
        return True
    target = match_key(query.target_state or "")
    asks_more_cities = (query.city_count or 0) > len(query.destinations)
    states = {key for key in map(match_key, query.destinations) if key not in facts.cities}
    if target and (asks_more_cities or states or not query.destinations):
        states.add(target)
    if not states:
        return not query.destinations
    known = facts.cities.get(match_key(city))
    return match_key(known.state) in states if known and known.state else None
