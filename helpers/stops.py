"""The public transport stop nearest to a place."""

from annotate.facts import PlaceFacts
from helpers.advice import Advice, advice


def nearest_stop(place: PlaceFacts) -> Advice | None:
    """Name and distance in metres, None if no table holds it."""
    if not place.nearest_stop_name:
        return None
    metres = f", {place.nearest_stop_m:,.2f} m" if place.nearest_stop_m is not None else ""
    source = place.sources.get("nearest_stop")
    return advice("Nearest stop", f"{place.nearest_stop_name}{metres}", place.nearest_stop_m, "m", source)
