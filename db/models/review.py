"""What is said about plans and where merged ones come from: comments, fixes of flags, lineage, commands carried out."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import Base, UtcDateTime


class Comment(Base):
    """Something said about a row or (row '') the plan. The first of a thread has no `thread_id`; answers name it.

    A resolved thread has `resolved_at` on its first comment.
    """

    __tablename__ = "comments"

    id: Mapped[int] = mapped_column(primary_key=True)
    annotation_id: Mapped[int] = mapped_column(ForeignKey("annotations.id"), index=True)
    thread_id: Mapped[int | None] = mapped_column(ForeignKey("comments.id"), index=True)
    round: Mapped[int]
    row: Mapped[str]
    text: Mapped[str] = mapped_column(Text)
    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    resolved_by_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    resolved_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class FlagFix(Base):
    """The edit by which a flag was said to be fixed, in which round; append-only, the last one counts."""

    __tablename__ = "flag_fixes"

    id: Mapped[int] = mapped_column(primary_key=True)
    flag_id: Mapped[int] = mapped_column(ForeignKey("flags.id"), index=True)
    edit_id: Mapped[int] = mapped_column(ForeignKey("edits.id"))
    round: Mapped[int]
    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class LineageRow(Base):
    """Where a row of an adjudicated annotation (`plan`: its rationale) was taken from, in which round."""

    __tablename__ = "lineage"

    id: Mapped[int] = mapped_column(primary_key=True)
    annotation_id: Mapped[int] = mapped_column(ForeignKey("annotations.id"), index=True)
    round: Mapped[int]
    row: Mapped[str]
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id"), index=True)


class CarriedOut(Base):
    """A command of a person's page, by the number under which it was sent; kept with what it made."""

    __tablename__ = "carried_out"

    by_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    client: Mapped[str] = mapped_column(primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
