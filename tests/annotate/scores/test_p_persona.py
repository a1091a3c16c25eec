"""P_persona: the mean of cosines that the facts hold; null without an embedder."""

from dataclasses import replace

import pytest

from annotate.plan import Persona
from annotate.profile import DEFAULT_PROFILE
from annotate.score import Score
from annotate.scores.p_persona import NO_EMBEDDER, NO_PERSONA, phrases_of, score, text_of
from tests.builders import a_place, a_stop, a_trip, an_itinerary, facts

PERSONA = Persona(
    traveler_type="Laidback Traveler", purpose="Nature", spending="Economical Traveler", location="Beaches"
)
PLAN = an_itinerary(a_stop("Fort"), a_stop("Museum"), a_stop("Station", kind="transport"), persona=PERSONA)


def p_persona_of(similarity, itinerary=PLAN) -> Score:
    known = replace(facts(), persona_similarity=similarity)
    return score(a_trip(itinerary, known), known, DEFAULT_PROFILE)


def test_the_plan_is_the_mean_over_its_stops_transport_places_aside():
    found = p_persona_of({"d1.s1": 0.25, "d1.s2": 0.5, "d1.s3": 1.0})
    assert found.value == pytest.approx(0.375, abs=1e-12)
    assert (found.scored, found.total) == (2, 2)


def test_without_an_embedder_there_is_no_value():
    found = p_persona_of(None)
    assert (found.value, found.scored, found.total, found.reason) == (None, 0, 2, NO_EMBEDDER)


def test_without_a_persona_there_is_no_value():
    found = p_persona_of({"d1.s1": 0.5}, an_itinerary(a_stop("Fort")))
    assert (found.value, found.reason) == (None, NO_PERSONA)


def test_a_stop_without_a_cosine_is_counted_and_not_scored():
    found = p_persona_of({"d1.s1": 0.5})
    assert (found.value, found.scored, found.total) == (0.5, 1, 2)


def test_a_mean_below_0_counts_as_0():
    assert p_persona_of({"d1.s1": -0.5, "d1.s2": 0.25}).value == 0.0
    assert p_persona_of({"d1.s1": -0.5, "d1.s2": 0.25}).parts[0].value == -0.5


def test_the_phrases_are_the_four_of_the_persona_that_are_given():
    assert phrases_of(PERSONA) == ("Laidback Traveler", "Nature", "Economical Traveler", "Beaches")
    assert phrases_of(Persona(purpose="Nature")) == ("Nature",)


def test_a_stop_is_compared_by_its_name_and_categories():
    known = facts(a_place("Fort", categories=("Museums", "Sights & Landmarks")))
    trip = a_trip(an_itinerary(a_stop("Fort"), a_stop("Gate")), known)
    assert [text_of(entry) for entry in trip.pois] == ["Fort: Museums, Sights & Landmarks", "Gate"]
