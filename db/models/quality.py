"""What quality is watched by: the figures of frozen rounds, model sets, what annotators say of themselves, planned releases."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import JSON_OR_NULL, Base, UtcDateTime


class RoundScore(Base):
    """A score of a frozen round, out of its feedback: value in [0, 1] (NULL: nothing could be scored), scored rows, all rows."""

    __tablename__ = "round_scores"

    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id"), primary_key=True)
    score: Mapped[str] = mapped_column(primary_key=True)
    """The score's key: `bas`."""
    value: Mapped[float | None]
    scored: Mapped[int]
    total: Mapped[int]


class RoundVerdict(Base):
    """The verdict of a rule on a frozen round, out of its feedback, and how many findings it came with."""

    __tablename__ = "round_verdicts"
    __table_args__ = (CheckConstraint("verdict IN ('pass', 'fail', 'not_checked')", name="verdict"),)

    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id"), primary_key=True)
    code: Mapped[str] = mapped_column(primary_key=True)
    verdict: Mapped[str]
    findings: Mapped[int]


class ModelSet(Base):
    """Plans of a language model, scored in the background.

    `total` plans are due and `done` of them scored so far. `summary` is what `helpers.summary` makes of all, once it
    is done; `error` says why it failed. `heartbeat_at` is the last sign of life of whoever scores it.
    """

    __tablename__ = "model_sets"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'scoring', 'done', 'cancelled', 'failed')", name="state"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    file_name: Mapped[str]
    sha256: Mapped[str]
    query_set: Mapped[str | None]
    """The set of queries that its plans answer; NULL: the file's own queries."""
    state: Mapped[str]
    total: Mapped[int]
    done: Mapped[int]
    options: Mapped[Any] = mapped_column(JSON, default=dict)
    """The scoring profile: every option by name."""
    rules_version: Mapped[str]
    embedder: Mapped[str | None]
    """The model behind the persona score; NULL: none was installed."""
    reference_plans: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    """Annotation of the gold plan by idx, as text: the reference plans of the ordering score. NULL before scoring."""
    problems: Mapped[Any] = mapped_column(JSON, default=list)
    """Lines of the file that are no plan of the set: a list of {line, idx, reason}."""
    summary: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    error: Mapped[str | None] = mapped_column(Text)
    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    heartbeat_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    worker: Mapped[str | None]
    """A word that only whoever scores it knows; what comes with another one is late and is not kept."""
    tries: Mapped[int] = mapped_column(default=0)
    """How often scoring was begun since a plan was scored last."""


class ModelPlan(Base):
    """One plan of a model set. `result` is what a score file says of it, once it is scored; `scores` and `verdicts` repeat
    its values for lists."""

    __tablename__ = "model_plans"
    __table_args__ = (UniqueConstraint("model_set_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    model_set_id: Mapped[int] = mapped_column(ForeignKey("model_sets.id"), index=True)
    position: Mapped[int]
    """Its place in the set, from 1."""
    idx: Mapped[int | None] = mapped_column(index=True)
    line_number: Mapped[int | None]
    """Where it stands in the file; NULL for a plan that the file lacks."""
    line: Mapped[str] = mapped_column(Text, deferred=True)
    """The object with what its query says, as JSON; `null` for a line that is none."""
    line_error: Mapped[str | None] = mapped_column(Text)
    """Why the line cannot be used, whatever the reference data say."""
    delivered: Mapped[bool | None]
    reason: Mapped[str | None] = mapped_column(Text)
    """Why it counts as failed."""
    risk_profile: Mapped[str | None]
    days: Mapped[int | None]
    scores: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    """Value by score key."""
    coverage: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    """[rows scored, all rows] by score key."""
    verdicts: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    """Verdict by rule code."""
    asked: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    """Codes of the hard rules that its query asks for, of a plan that was not delivered."""
    itinerary: Mapped[str | None] = mapped_column(Text, deferred=True)
    result: Mapped[str | None] = mapped_column(Text, deferred=True)


class AnnotatorProfile(Base):
    """What an annotator chose to say of themselves, each NULL unless given; shown only in groups, never of one person."""

    __tablename__ = "annotator_profiles"

    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    age_band: Mapped[str | None]
    region: Mapped[str | None]
    english_years_band: Mapped[str | None]
    given_at: Mapped[datetime] = mapped_column(UtcDateTime)


class ReleaseDraft(Base):
    """A release in preparation: how many items of each kind it should hold, and which gold items stay out, with the reason.

    `planned` is a list of {"risk_profile", "days", "items"}, `left_out` a list of {"annotation_id", "why"}.
    """

    __tablename__ = "release_drafts"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    planned: Mapped[Any] = mapped_column(JSON)
    left_out: Mapped[Any] = mapped_column(JSON)
    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class ReleaseFile(Base):
    """A file of a release as it was cut, by its path in the folder; gold.jsonl is not here but in its items' lines."""

    __tablename__ = "release_files"

    release_id: Mapped[int] = mapped_column(ForeignKey("releases.id"), primary_key=True)
    path: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)
