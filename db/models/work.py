"""How work is given out and followed: batches, assignments, leases, activity, notices, confirmed guidelines."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import Base, UtcDateTime


class Batch(Base):
    """Queries that are given out together.

    `kind` is `work` (each query wanted from `overlap` annotators) or `training` (assigned to people, compared
    with gold after submission). `gold_every` mixes one hidden gold item behind each so many ordinary plans of an
    annotator; NULL: none. A closed batch gives nothing out any more.
    """

    __tablename__ = "batches"
    __table_args__ = (
        CheckConstraint("kind IN ('work', 'training')", name="kind"),
        CheckConstraint("overlap >= 1", name="overlap"),
        CheckConstraint("gold_every >= 1", name="gold_every"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    kind: Mapped[str]
    overlap: Mapped[int] = mapped_column(server_default="1")
    gold_every: Mapped[int | None]
    due_on: Mapped[date | None]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    closed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class BatchQuery(Base):
    """A query of a batch at its place in the order; `is_hidden_gold` marks one that is there to compare with gold."""

    __tablename__ = "batch_queries"
    __table_args__ = (UniqueConstraint("batch_id", "query_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    batch_id: Mapped[int] = mapped_column(ForeignKey("batches.id"))
    query_id: Mapped[int] = mapped_column(ForeignKey("queries.id"), index=True)
    position: Mapped[int]
    is_hidden_gold: Mapped[bool] = mapped_column(server_default="0")


class Assignment(Base):
    """Under which batch an annotation is worked on, and until when (NULL: the due date of the batch)."""

    __tablename__ = "assignments"

    id: Mapped[int] = mapped_column(primary_key=True)
    annotation_id: Mapped[int] = mapped_column(ForeignKey("annotations.id"), unique=True)
    batch_id: Mapped[int | None] = mapped_column(ForeignKey("batches.id"), index=True)
    due_on: Mapped[date | None]


class Lease(Base):
    """Who has a plan open: one row per annotation, renewed while the screen is there, over at `expires_at`."""

    __tablename__ = "leases"

    id: Mapped[int] = mapped_column(primary_key=True)
    annotation_id: Mapped[int] = mapped_column(ForeignKey("annotations.id"), unique=True)
    holder_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    client: Mapped[str]
    """The browser tab that held it last; tabs of one person share the hold."""
    since: Mapped[datetime] = mapped_column(UtcDateTime)
    renewed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)


class ActivityMark(Base):
    """Somebody worked on a plan in the 30 s that begin at `at`; append-only, one mark for each such span."""

    __tablename__ = "activity_marks"
    __table_args__ = (UniqueConstraint("annotation_id", "person_id", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    annotation_id: Mapped[int] = mapped_column(ForeignKey("annotations.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    round: Mapped[int]
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class Notice(Base):
    """Something a person should know; `row` names the row it is about, `due_on` the day that was missed."""

    __tablename__ = "notices"
    __table_args__ = (Index("ix_notices_person_id_read_at", "person_id", "read_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    kind: Mapped[str]
    annotation_id: Mapped[int] = mapped_column(ForeignKey("annotations.id"))
    row: Mapped[str | None]
    text: Mapped[str]
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    by_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    read_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    due_on: Mapped[date | None]


class GuidelineConfirmation(Base):
    """A person has read a version of the guidelines."""

    __tablename__ = "guideline_confirmations"
    __table_args__ = (UniqueConstraint("person_id", "version"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    version: Mapped[str]
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class CityExpertise(Base):
    """A city that an annotator knows, as `match_key` writes it."""

    __tablename__ = "city_expertise"
    __table_args__ = (UniqueConstraint("person_id", "city_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    city_key: Mapped[str]
    city: Mapped[str]
