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
    is under way. Times decide where they are known, else the order of the list; a stop in one of the day's
    cities that the order alone puts in the other is not judged."""
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
        expected, is_certain = _whereabouts(trip, entry, legs_of[day.number])
        if city in [trip.city_key(name) for name in expected]:
            continue
        if not is_certain and city in (trip.city_key(day.from_city), trip.city_key(day.to_city)):
            missing.append(f"{entry.id} {entry.label}: no times tell on which side of the journey it lies.")
            continue
        where = " or ".join(expected)
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
            span = trip.leg_dates_min(leg)
            if span is None or span[1] > midnight:
                legs.append(leg)
    return legs


def _whereabouts(trip: Timeline, entry: StopEntry, legs: list[LegEntry]) -> tuple[tuple[str, ...], bool]:
    """The cities where the traveller may be when the stop starts (none: on the way), and whether that is
    certain."""
    day = entry.day
    if trip.same_city(day.from_city, day.to_city):
        return (day.to_city,), True
    if not legs:
        return (day.from_city,), False
    here, is_certain = day.from_city, True
    for number, leg in enumerate(legs, 1):
        there = day.to_city if number == len(legs) else leg.row.destination
        span = trip.leg_dates_min(leg)
        if entry.start is None or span is None:
            is_certain = False
            if entry.index < leg.index:
                break
        elif entry.start < span[0]:
            break
        elif entry.start < span[1]:
            return (), True
        here = there
    return (here,), is_certain
