"""Persona cosines under an embedder whose vectors are plain: one axis per word it knows."""

import sys

import numpy as np
import pytest

from annotate.plan import Persona
from annotate.profile import DEFAULT_PROFILE
from annotate.scores.p_persona import score
from helpers import embedders
from helpers.embedders import MINILM_PACKAGE, MiniLM, PersonaCosines, installed_embedder
from tests.builders import a_place, a_stop, a_trip, an_itinerary, facts

WORDS = ("beach", "nature", "museum")


class WordEmbedder:
    """Counts three words; deterministic."""

    name = "words"

    def __init__(self):
        self.asked = []

    def embed(self, texts):
        self.asked += texts
        return np.array([[float(word in text.lower()) for word in WORDS] for text in texts])


KNOWN = facts(a_place("Dune", categories=("Beach", "Nature")))
PLAN = an_itinerary(
    a_stop("Beach Walk"), a_stop("Dune"), a_stop("Gate"), a_stop("Beach Station", kind="transport"),
    persona=Persona(purpose="Nature", location="Beach"),
)  # fmt: skip


def test_a_stop_has_the_mean_cosine_of_its_name_and_categories_with_the_phrases():
    # phrases (0,1,0) and (1,0,0); Beach Walk (1,0,0): (0 + 1) / 2; Dune (1,1,0) / sqrt 2: both 0.707107; Gate has none
    cosines = PersonaCosines(WordEmbedder()).of_plan(PLAN, KNOWN)
    assert cosines == {"d1.s1": 0.5, "d1.s2": 0.707107, "d1.s3": 0.0}


def test_the_score_takes_their_mean():
    known = PersonaCosines(WordEmbedder()).added_to(KNOWN, PLAN)
    found = score(a_trip(PLAN, known), known, DEFAULT_PROFILE)
    assert found.value == pytest.approx((0.5 + 0.707107 + 0.0) / 3, abs=1e-12)


def test_each_text_is_embedded_once():
    embedder = WordEmbedder()
    cosines = PersonaCosines(embedder)
    cosines.of_plan(PLAN, KNOWN)
    cosines.of_plan(PLAN, KNOWN)
    assert len(embedder.asked) == len(set(embedder.asked)) == 5


def test_a_plan_without_a_persona_asks_for_no_embedding():
    embedder = WordEmbedder()
    plan = an_itinerary(a_stop("Gate"))
    assert PersonaCosines(embedder).added_to(KNOWN, plan) is KNOWN
    assert embedder.asked == []


def test_without_the_extra_there_is_no_embedder(monkeypatch):
    installed_embedder.cache_clear()
    monkeypatch.setattr(embedders.importlib.util, "find_spec", lambda name: None)
    assert installed_embedder() is None
    installed_embedder.cache_clear()


def test_the_packaged_model_is_loaded_once_on_the_cpu(monkeypatch):
    class Model:
        def encode(self, texts, **options):
            return np.ones((len(texts), 384), dtype=np.float32)

    class Package:
        loaded = 0

        @classmethod
        def load_model(cls, device):
            assert device == "cpu"
            cls.loaded += 1
            return Model()

    monkeypatch.setitem(sys.modules, MINILM_PACKAGE, Package)
    model = MiniLM()
    assert model.embed(["a", "b"]).shape == (2, 384)
    model.embed(["c"])
    assert Package.loaded == 1
