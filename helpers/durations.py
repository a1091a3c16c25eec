"""How long a visit lasts without any buffer, and where that figure comes from."""

from annotate.buffers import minutes_text
from annotate.facts import PlaceFacts
from annotate.plan import StopKind
from annotate.scores.bas import base_duration
from helpers.advice import Advice, advice

CATALOGUE = "catalogue"


def visit_duration(kind: StopKind, place: PlaceFacts | None, start_min: int | None = None) -> Advice:
    """Base duration of a visit in minutes: the catalogue's, the mean of its categories (Table 7), or the
    meal's by the start on the plan-day clock (Table 9). `value` is None, and the text says why, where there
    is none."""
    base, source = base_duration(
        kind,
        start_min,
        place.visit_duration_min if place else None,
        place.categories if place else (),
    )
    if base is None:
        return Advice("Base duration", source)
    origin = place.sources.get("visit_duration_min") if place and source == CATALOGUE else source
    return advice("Base duration", minutes_text(base), base, "min", origin)
