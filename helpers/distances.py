"""How far it is by road between cities."""

from annotate.facts import LegFacts
from helpers.advice import Advice, advice


def road_distance(known: LegFacts) -> Advice | None:
    """Road distance of a leg in km, None if no table holds it."""
    if known.distance_km is None:
        return None
    source = known.sources.get("distance_km")
    return advice("Distance", f"{known.distance_km:,.0f} km", known.distance_km, "km", source)
