"""The shape of a gold line: what releases, charts and comparisons read of it, so that a line which came in goes out again.

Keys that are not named here may stand beside them. Of the typed rows only what reading a plan does not look at.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

FAULTS_SHOWN = 5
"""So many faults of one line are told; the first is mostly the cause of the others."""
Count = Annotated[int, Field(ge=0, le=10**6)]


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow", allow_inf_nan=False)


class _Query(_Shape):
    level: str | None = None
    days: Count | None = None


class _Timetable(_Shape):
    depart_min: int | None = None
    arrive_min: int | None = None


class _Stop(_Shape):
    name: str
    distance_m: float | None = None


class _Row(_Shape):
    timetable: _Timetable | None = None
    nearest_stop: _Stop | None = None
    cost_inr: float | None = None


class _Day(_Shape):
    rows: list[_Row]


class _Flag(_Shape):
    state: Literal["open", "fixed", "waived"]


class _Waiver(_Shape):
    code: str
    rows: list[str] = []
    reason: str | None = None


class _Finding(_Shape):
    code: str
    rows: list[str] = []
    message: str


class _Part(_Shape):
    row: str | None = None
    scored: bool = False
    q: float | None = None
    score: float | None = None


class _Score(_Shape):
    value: float | None = None
    scored: Count = 0
    total: Count = 0
    parts: list[_Part] = []


class _Figure(_Shape):
    source: str | None = None


class _Round(_Shape):
    by: str | None = None


class _Provenance(_Shape):
    annotator: str | None = None
    rounds: list[_Round] = []
    profile: str | None = None
    rules: str | None = None
    guidelines: str | None = None
    imports: list[str] = []


class _Line(_Shape):
    idx: int
    asked: _Query = Field(alias="JSON")
    risk_profile: str | None = None
    plan: list[dict[str, Any]]
    timeline: list[_Day]
    rationale: dict[str, str]
    flags: list[_Flag]
    waivers: list[_Waiver]
    scores: dict[str, _Score]
    verdicts: dict[str, Literal["pass", "fail", "not_checked"]]
    findings: list[_Finding]
    facts: dict[str, dict[str, _Figure]]
    provenance: _Provenance


def shape_faults(line: Mapping[str, Any]) -> list[str]:
    """Where a gold line is not of the shape of one, and what stands there instead; empty if nowhere."""
    try:
        _Line.model_validate(dict(line))
    except ValidationError as error:
        return [_said(one["loc"], one["type"], one["msg"]) for one in error.errors()[:FAULTS_SHOWN]]
    return []


def _said(place: tuple[int | str, ...], kind: str, message: str) -> str:
    where = ", ".join(f"no. {part + 1}" if isinstance(part, int) else part for part in place)
    if kind == "missing":
        return f"'{where}' is missing"
    return f"{where}: {message[0].lower()}{message[1:]}"
