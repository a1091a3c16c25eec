"""ROU003: every stop lies in the city where the traveller then is."""

from annotate.clock import DAY_MIN
from annotate.facts import Facts
from annotate.plan import Day
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import LegEntry, StopEntry, Timeline

RULE = Rule("ROU003", "wrong_city", Group.COMMON, "Every stop lies in its day's city", "Table 8")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """On a day with one city every stop lies in it. On a travel day: in the old city before the departure,
    in the new one after the arrival, between two legs where the first one arrives, and nowhere while a leg
    is under way. Times decide where they are known, one time of a leg for its side; else the order of the
    list does. A stop in one of the journey's cities that the order alone puts in another is not judged."""
    found, missing = [], []
    days = trip.itinerary.days
    legs_of = {day.number: _legs_of_change(trip, day) for day in days}
    only_city = {day.number: trip.city_key(day.to_city) for day in days if day.from_city == day.to_city}
    for entry in trip.pois:
        if entry.row.city is None:
            missing.append(f"{entry.id} {entry.label}: its city is not known.")
            continue
        day, city = entry.day, trip.city_key(entry.row.city)
        if only_city.get(day.number) == city:
            continue
        expected, possible = _whereabouts(trip, entry, legs_of[day.number])
        if city in [trip.city_key(name) for name in expected]:
            continue
        if city in [trip.city_key(name) for name in possible]:
            missing.append(f"{entry.id} {entry.label}: no times tell on which side of the journey it lies.")
            continue
        where = " or ".join(expected or possible)
        if not where:
            found.append(_on_the_way(entry))
            continue
        found.append(
            Finding(
                RULE.code,
                (entry.id,),
                f"{entry.label} lies in {entry.row.city}; the traveller is then in {where}.",
                1,
                "stop",
                f"Choose a place in {where}, or move the stop to the time in {entry.row.city}.",
            )
        )
    return over_rows(found, missing)


def _on_the_way(entry: StopEntry) -> Finding:
    return Finding(
        RULE.code,
        (entry.id,),
        f"{entry.label} lies in {entry.row.city}; the traveller is then on the way.",
        1,
        "stop",
        "Move the stop to a time before the departure or after the arrival.",
    )


def _legs_of_change(trip: Timeline, day: Day) -> list[LegEntry]:
    """The legs that bring the traveller from the day's first city to its last, those boarded the evening
    before too."""
    if trip.same_city(day.from_city, day.to_city):
        return []
    midnight = DAY_MIN * (day.number - 1)
    legs = []
    for leg in trip.legs:
        if leg.day is day:
            legs.append(leg)
        elif leg.day.number == day.number - 1 and not trip.same_city(leg.row.destination, day.from_city):
            arrive = trip.leg_dates_min(leg)[1]
            if arrive is None or arrive > midnight:
                legs.append(leg)
    return legs


def _whereabouts(
    trip: Timeline, entry: StopEntry, legs: list[LegEntry]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(the city where the traveller is when the stop starts, the cities where the traveller may be instead as
    far as the times tell). While a leg is under way there is neither; where the times rule out what the order
    of the list says but tell no city, only the second."""
    day = entry.day
    if trip.same_city(day.from_city, day.to_city):
        return (day.to_city,), ()
    if not legs:
        return (day.from_city,), (day.to_city,)
    here, start = day.from_city, entry.start
    possible: tuple[str, ...] = ()
    for number, leg in enumerate(legs, 1):
        depart, arrive = trip.leg_dates_min(leg)
        has_left = None if start is None or depart is None else start >= depart
        has_arrived = None if start is None or arrive is None else start >= arrive
        is_before = entry.index < leg.index
        if has_left is False:
            break
        if has_arrived:
            possible = ()
        elif has_left:
            if has_arrived is False:
                return (), ()
            if is_before:
                return (), _reached_by(legs[number - 1 :], day)
            possible = ()
        elif has_arrived is False:
            if is_before:
                break
            return (), (*possible, here)
        elif is_before:
            return (here,), (*possible, *_reached_by(legs[number - 1 :], day))
        else:
            possible = (*possible, here)
        here = day.to_city if number == len(legs) else leg.row.destination
    return (here,), possible


def _reached_by(legs: list[LegEntry], day: Day) -> tuple[str, ...]:
    """The cities that the last legs of a journey reach."""
    return (*(leg.row.destination for leg in legs[:-1]), day.to_city)
