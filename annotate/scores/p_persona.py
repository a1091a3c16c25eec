"""P_persona, persona score: do the places suit the traveller?

Mean over stops of the mean cosine of the stop's name (plus categories) with the phrases of the persona, under
a text embedder. The cosines are facts (`Facts.persona_similarity`), made where an embedder is installed; the
score only takes their mean. Source: TripCraft (arXiv 2502.20508).
"""

from annotate.facts import Facts
from annotate.plan import Persona
from annotate.profile import Profile
from annotate.score import Part, Score, ScoreInfo
from annotate.timeline import StopEntry, Timeline

SCORE = ScoreInfo(
    "p_persona",
    "P_persona",
    "Persona score",
    "TripCraft (arXiv 2502.20508), under the embedder that is installed",
    8,
    "stops",
    ("cosine",),
)
NO_EMBEDDER = (
    "No text embedder compared the places with the persona. It is an optional extra of the command line "
    "(pip install -r requirements-extra.txt, then python -m helpers score); screens leave this score empty."
)
NO_PERSONA = "The query names no persona."


def phrases_of(persona: Persona) -> tuple[str, ...]:
    """The phrases of a persona that are given, at most four: traveller type, purpose of travel, spending and
    location preference."""
    given = (persona.traveler_type, persona.purpose, persona.spending, persona.location)
    return tuple(phrase for phrase in given if phrase)


def text_of(entry: StopEntry) -> str:
    """What is compared with the phrases: the stop's name, then its categories where the catalogue has some."""
    categories = entry.place.categories if entry.place else ()
    return f"{entry.name}: {', '.join(categories)}" if categories else entry.name


def score(trip: Timeline, facts: Facts, profile: Profile) -> Score:
    """P_persona of a plan, in [0, 1]; a mean below 0 counts as 0 (parts keep their sign). None without a
    persona or an embedder; a stop that the facts have no cosine for is counted and not scored."""
    known = facts.persona_similarity
    stops = trip.pois
    if not phrases_of(trip.itinerary.persona):
        return Score(SCORE.name, None, 0, len(stops), (), NO_PERSONA)
    if known is None:
        return Score(SCORE.name, None, 0, len(stops), (), NO_EMBEDDER)
    parts = []
    for entry in stops:
        cosine = known.get(entry.id)
        if cosine is None:
            parts.append(Part(entry.id, None, {}, "No embedding was made for it."))
        else:
            parts.append(Part(entry.id, cosine, {"cosine": cosine}))
    cosines = [part.value for part in parts if part.value is not None]
    if not cosines:
        why = "No stop has an embedding." if parts else "The plan lists no stop."
        return Score(SCORE.name, None, 0, len(parts), tuple(parts), why)
    mean = sum(cosines) / len(cosines)
    return Score(SCORE.name, min(1.0, max(0.0, mean)), len(cosines), len(parts), tuple(parts))
