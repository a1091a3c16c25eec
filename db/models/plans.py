"""What people work on: queries, skeletons, annotations with their rounds, edits, reviews and releases.

Itineraries, facts and feedback are kept as the text that `ITINERARY_JSON`, `FACTS_JSON` and `FEEDBACK_JSON`
write, so that what was frozen reads back byte for byte.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import JSON_OR_NULL, Base, UtcDateTime


class QueryRow(Base):
    """A query as it came in, keyed by set + idx.

    `delivered` is False for a null plan: received, nothing in it.
    """

    __tablename__ = "queries"
    __table_args__ = (UniqueConstraint("set_name", "idx"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    set_name: Mapped[str]
    idx: Mapped[int]
    payload: Mapped[Any] = mapped_column(JSON)
    """The line's `JSON`, `persona` and `risk_profile` as written."""
    days: Mapped[int]
    level: Mapped[str | None]
    risk_profile: Mapped[str | None]
    delivered: Mapped[bool] = mapped_column(server_default="1")
    import_id: Mapped[int | None] = mapped_column(ForeignKey("import_batches.id"))


class Skeleton(Base):
    """A query with its plan chosen. `is_filled` marks a plan that came with all its times."""

    __tablename__ = "skeletons"

    id: Mapped[int] = mapped_column(primary_key=True)
    query_id: Mapped[int] = mapped_column(ForeignKey("queries.id"), unique=True)
    itinerary: Mapped[str] = mapped_column(Text)
    is_filled: Mapped[bool] = mapped_column(server_default="0")
    import_id: Mapped[int | None] = mapped_column(ForeignKey("import_batches.id"))


class Annotation(Base):
    """One person's work on one query through all its rounds. A query without an annotation is open.

    `rev` counts accepted edits. `reviewer_id` is the expert who has it open. `imported_gold` is the gold line
    that an annotation was imported from; a release writes it back as it came.
    """

    __tablename__ = "annotations"
    __table_args__ = (
        UniqueConstraint("query_id", "annotator_id"),
        CheckConstraint("round >= 1", name="round"),
        CheckConstraint("rev >= 0", name="rev"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    query_id: Mapped[int] = mapped_column(ForeignKey("queries.id"))
    annotator_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    state: Mapped[str] = mapped_column(index=True)
    round: Mapped[int]
    rev: Mapped[int]
    draft: Mapped[str] = mapped_column(Text, deferred=True)
    facts: Mapped[str] = mapped_column(Text, deferred=True)
    facts_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    saved_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When an edit was last accepted."""
    reviewer_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    review_opened_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    imported_gold: Mapped[str | None] = mapped_column(Text, deferred=True)


class Submission(Base):
    """A round as it was handed in (`submitted`) or as the expert left it (`revised`): frozen for ever."""

    __tablename__ = "submissions"
    __table_args__ = (
        UniqueConstraint("annotation_id", "round", "kind"),
        CheckConstraint("kind IN ('submitted', 'revised')", name="kind"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    annotation_id: Mapped[int] = mapped_column(ForeignKey("annotations.id"))
    round: Mapped[int]
    kind: Mapped[str]
    itinerary: Mapped[str] = mapped_column(Text, deferred=True)
    facts: Mapped[str] = mapped_column(Text, deferred=True)
    feedback: Mapped[str] = mapped_column(Text, deferred=True)
    profile: Mapped[Any] = mapped_column(JSON)
    rules_version: Mapped[str]
    sha256: Mapped[str]
    """Of itinerary, facts and feedback, one after the other with a line feed between: what `check` compares.
    """
    submitted_at: Mapped[datetime] = mapped_column(UtcDateTime)
    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"))


class EditLog(Base):
    """One edit that was applied or refused; nothing here is ever changed.

    `cells` is a list of {row, field, before, after} (refused: {row, field, value}). A client numbers its
    edits from 1; undo and redo are numbered downwards from -1. `undoes_id` is the edit whose effect an undo
    or redo turned back.
    """

    __tablename__ = "edits"
    __table_args__ = (UniqueConstraint("annotation_id", "client", "seq"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    annotation_id: Mapped[int] = mapped_column(ForeignKey("annotations.id"))
    round: Mapped[int]
    rev: Mapped[int]
    """Revision that the edit made; for a refused one the revision that it met."""
    client: Mapped[str]
    seq: Mapped[int]
    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    how: Mapped[str]
    cells: Mapped[Any] = mapped_column(JSON)
    rejections: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    """NULL for an applied edit."""
    undoes_id: Mapped[int | None] = mapped_column(ForeignKey("edits.id"))


class LogEntry(Base):
    """One thing that happened to an annotation (a move, a decision, a refresh of facts); append-only."""

    __tablename__ = "event_log"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    by_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    annotation_id: Mapped[int | None] = mapped_column(ForeignKey("annotations.id"), index=True)
    kind: Mapped[str]
    from_state: Mapped[str | None]
    to_state: Mapped[str | None]
    why: Mapped[str | None]
    data: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)


class Flag(Base):
    """A mark on a row or (row '') on the plan, with text and a state: open, fixed, waived."""

    __tablename__ = "flags"
    __table_args__ = (CheckConstraint("state IN ('open', 'fixed', 'waived')", name="state"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    annotation_id: Mapped[int] = mapped_column(ForeignKey("annotations.id"), index=True)
    round: Mapped[int]
    row: Mapped[str]
    kind: Mapped[str]
    text: Mapped[str] = mapped_column(Text)
    state: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    resolution: Mapped[str | None] = mapped_column(Text)
    resolved_by_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    resolved_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class Waiver(Base):
    """An expert's record that a finding is accepted on a round. `rows` are the rows of the finding."""

    __tablename__ = "waivers"

    id: Mapped[int] = mapped_column(primary_key=True)
    annotation_id: Mapped[int] = mapped_column(ForeignKey("annotations.id"), index=True)
    round: Mapped[int]
    code: Mapped[str]
    rows: Mapped[Any] = mapped_column(JSON)
    reason: Mapped[str] = mapped_column(Text)
    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class Decision(Base):
    """What an expert decided about a submission, and why."""

    __tablename__ = "decisions"

    id: Mapped[int] = mapped_column(primary_key=True)
    annotation_id: Mapped[int] = mapped_column(ForeignKey("annotations.id"), index=True)
    round: Mapped[int]
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id"))
    decision: Mapped[str]
    why: Mapped[str] = mapped_column(Text)
    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class Release(Base):
    """A frozen, numbered, checksummed set of gold items. A withdrawn one stays, with the reason."""

    __tablename__ = "releases"

    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(unique=True)
    name: Mapped[str] = mapped_column(unique=True)
    cut_at: Mapped[datetime] = mapped_column(UtcDateTime)
    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    manifest: Mapped[Any] = mapped_column(JSON)
    withdrawn_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    withdrawn_by_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    withdrawn_why: Mapped[str | None] = mapped_column(Text)


class ReleaseItem(Base):
    """One gold item of a release: the line as it went out."""

    __tablename__ = "release_items"
    __table_args__ = (UniqueConstraint("release_id", "set_name", "idx"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    release_id: Mapped[int] = mapped_column(ForeignKey("releases.id"))
    annotation_id: Mapped[int] = mapped_column(ForeignKey("annotations.id"))
    submission_id: Mapped[int | None] = mapped_column(ForeignKey("submissions.id"))
    """NULL for an item that was imported as a gold line."""
    set_name: Mapped[str]
    idx: Mapped[int]
    line: Mapped[str] = mapped_column(Text)
    sha256: Mapped[str]
