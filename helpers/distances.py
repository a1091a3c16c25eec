"""How far it is: by road between cities, over the ground between places."""

from annotate.facts import LegFacts, PlaceFacts
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.travel import city_travel_min, great_circle_km
from helpers.advice import Advice, advice


def road_distance(known: LegFacts) -> Advice | None:
    """Road distance of a leg in km, None if no table holds it."""
    if known.distance_km is None:
        return None
    source = known.sources.get("distance_km")
    return advice("Distance", f"{known.distance_km:,.0f} km", known.distance_km, "km", source)


def way_between(place: PlaceFacts, other: PlaceFacts, profile: Profile = DEFAULT_PROFILE) -> Advice:
    """Great-circle distance in km between two places of a city, and the minutes it takes by street.

    `value` is None, and the text says so, where one of them is not on the map.
    """
    label = f"{place.name} to {other.name}"
    if place.lat is None or place.lon is None or other.lat is None or other.lon is None:
        unmapped = [one.name for one in (place, other) if one.lat is None or one.lon is None]
        return Advice(label, f"no coordinates of {' and '.join(unmapped)}")
    km = great_circle_km(place.lat, place.lon, other.lat, other.lon)
    text = f"{km:.1f} km, {city_travel_min(km, profile)} min at {profile.city_kmh:g} km/h"
    return Advice(label, text, km, "km", source=f"coordinates, x {profile.detour:g} by street")
