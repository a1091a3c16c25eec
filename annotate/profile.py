"""The options under which a plan is scored and judged, named and recorded with every stored score."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Profile(BaseModel):
    """Scoring profile. The defaults are the paper's formulas (arXiv 2609.02421) but for `bus_baseline` (decision 7)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = "utp-2609.02421"
    congestion: Literal["stated_or_weighted", "arrival_hour"] = "stated_or_weighted"
    missing_crowd: Literal["skip", "low"] = "skip"
    divide_by: Literal["visit", "covered"] = "visit"
    bus_baseline: Literal["timetable", "free_flow"] = "timetable"
    missing_horizon: Literal["renormalise", "skip"] = "renormalise"
    detour: float = Field(1.3, ge=1.0, description="street distance over great-circle distance (TIM002)")
    city_kmh: float = Field(20.0, gt=0, description="door-to-door speed inside a city, km/h (TIM002)")
    conflicting_modes: tuple[tuple[str, str], ...] = Field(
        (("Cab", "Flight"),), description="modes that one trip may not mix (TRA002)"
    )
    ordering: Literal["levenshtein", "published"] = "levenshtein"


DEFAULT_PROFILE = Profile()
RULES_VERSION = "1"
