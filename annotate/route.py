"""The cities of a trip in their order."""

from annotate.profile import Profile
from annotate.timeline import Timeline


def route(trip: Timeline, profile: Profile) -> list[str]:
    """The cities where the days begin and end as their fields tell, in order, a city once per stay."""
    cities: list[str] = []
    for day in trip.itinerary.days:
        for city in (day.from_city, day.to_city):
            if not cities or not trip.same_city(cities[-1], city):
                cities.append(city)
    return cities
