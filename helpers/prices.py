"""What things cost, for whom, in which currency."""

from annotate.facts import LegFacts, PlaceFacts
from annotate.plan import StopKind
from helpers.advice import Advice, advice


def place_price(place: PlaceFacts) -> Advice:
    """Price per person, of an accommodation per room and night; `value` is None where not known."""
    if place.price is None:
        free = place.kind is StopKind.ATTRACTION
        return Advice("Price", "no entry fee known" if free else "not known")
    unit = "a room and night" if place.kind is StopKind.ACCOMMODATION else "a person"
    text = f"{place.currency} {place.price:,.0f} {unit}"
    return advice("Price", text, place.price, place.currency, place.sources.get("price"))


def leg_price(known: LegFacts) -> Advice | None:
    """Price per person of each class; of a cab per km; None where no table holds one."""
    if known.prices:
        text = ", ".join(
            f"{name or 'seat'} {known.currency} {price:,.0f}" for name, price in sorted(known.prices.items())
        )
        return advice("Price a person", text, None, None, known.sources.get("prices"))
    if known.cab_km_inr is not None:
        source = known.sources.get("cab_km_inr")
        return advice("Price of a cab", f"INR {known.cab_km_inr:,.2f} a km", known.cab_km_inr, "INR", source)
    return None
