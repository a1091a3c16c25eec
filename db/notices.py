"""Notices: what a person should know, with the plan and the row that it is about.

A notice is written in the transaction of what it tells. A plan that is overdue is a notice without being written: it
is one from the day after its due date until it is handed in or marked as read.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import TypeVarTuple

from sqlalchemy import ColumnElement, Select, exists, func, select, update
from sqlalchemy.orm import Session, aliased

from annotate.errors import NotFoundError
from annotate.workflow import WITH_ANNOTATOR
from db.events import now
from db.models import Annotation, Assignment, Batch, Notice, QueryRow
from db.numbers import is_row_number
from db.people import Person, get_person, people_by_id
from db.queries import title_of

_Row = TypeVarTuple("_Row")

NOTICES_SHOWN = 200
"""A list of notices holds the newest ones; all of them stay."""


class NoticeKind(StrEnum):
    """What a notice tells."""

    RETURNED = "returned to you"
    ASSIGNED = "assigned to you"
    TAKEN_AWAY = "taken away from you"
    OVERDUE = "overdue"
    FLAG_ANSWERED = "flag answered"
    COMMENT = "comment"
    CONFLICT = "conflict"
    HOLD_TAKEN_OVER = "hold taken over"


@dataclass(frozen=True, slots=True)
class NoticeView:
    """A notice as its reader sees it. `id` is None for one that is computed (overdue); `is_own`: their own plan."""

    id: int | None
    kind: NoticeKind
    annotation_id: int
    set_name: str
    idx: int
    title: str
    row: str | None
    text: str
    at: datetime | None
    by: Person | None
    is_read: bool
    is_own: bool
    due_on: date | None = None

    @property
    def day(self) -> int | None:
        """The day of the row: 2 for `d2.s3`."""
        number = (self.row or "").partition(".")[0].removeprefix("d")
        return int(number) if number.isdecimal() else None


def tell(
    session: Session,
    person_id: int,
    kind: NoticeKind,
    annotation_id: int,
    text: str,
    *,
    at: datetime,
    by_id: int | None,
    row: str | None = None,
) -> None:
    """Leaves a notice for a person. One of the same kind on the same row that is still unread is not doubled."""
    same = select(Notice.id).where(
        Notice.person_id == person_id,
        Notice.kind == kind,
        Notice.annotation_id == annotation_id,
        Notice.row == row if row is not None else Notice.row.is_(None),
        Notice.read_at.is_(None),
    )
    known = session.scalar(same.limit(1))
    if known is not None:
        session.execute(update(Notice).where(Notice.id == known).values(text=text, at=at, by_id=by_id))
        return
    session.add(
        Notice(
            person_id=person_id,
            kind=kind,
            annotation_id=annotation_id,
            row=row,
            text=text,
            at=at,
            by_id=by_id,
        )
    )
    session.flush()


def mark_taken_up(session: Session, person_id: int, annotation_id: int, at: datetime) -> None:
    """Who begins a plan needs no notice any more that it was assigned or came back."""
    session.execute(
        update(Notice)
        .where(
            Notice.person_id == person_id,
            Notice.annotation_id == annotation_id,
            Notice.kind.in_([NoticeKind.ASSIGNED, NoticeKind.RETURNED]),
            Notice.read_at.is_(None),
        )
        .values(read_at=at)
    )


def due_date() -> ColumnElement[date]:
    """The day until which a plan is due: its own, else that of its batch. Needs both tables joined."""
    return func.coalesce(Assignment.due_on, Batch.due_on)


def count_unread(session: Session, person_id: int, *, today: date | None = None) -> int:
    """How many notices wait for a person; one query."""
    unread = (
        select(func.count())
        .select_from(Notice)
        .where(Notice.person_id == person_id, Notice.read_at.is_(None))
        .scalar_subquery()
    )
    overdue = _overdue(select(func.count()), person_id, today).scalar_subquery()
    return session.scalar(select(unread + overdue)) or 0


def list_notices(session: Session, person_id: int, *, today: date | None = None) -> list[NoticeView]:
    """The person's notices: what is overdue first, then the unread, then the read, newest first; four queries."""
    get_person(session, person_id)
    late = session.execute(
        _overdue(select(Annotation.id, QueryRow, due_date()), person_id, today)
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .order_by(due_date(), Annotation.id)
    ).all()
    rows = session.execute(
        select(Notice, QueryRow, Annotation.annotator_id)
        .join(Annotation, Annotation.id == Notice.annotation_id)
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .where(Notice.person_id == person_id)
        .order_by(Notice.read_at.is_not(None), Notice.at.desc(), Notice.id.desc())
        .limit(NOTICES_SHOWN)
    ).all()
    people = people_by_id(session, (row[0].by_id for row in rows))
    overdue = [
        NoticeView(
            None, NoticeKind.OVERDUE, annotation_id, query.set_name, query.idx, title_of(query), None,
            f"It was due on {due_on.isoformat()}.", None, None, False, True, due_on,
        )
        for annotation_id, query, due_on in late
    ]  # fmt: skip
    return overdue + [
        NoticeView(
            notice.id,
            NoticeKind(notice.kind),
            notice.annotation_id,
            query.set_name,
            query.idx,
            title_of(query),
            notice.row,
            notice.text,
            notice.at,
            people.get(notice.by_id) if notice.by_id is not None else None,
            notice.read_at is not None,
            annotator_id == person_id,
            notice.due_on,
        )
        for notice, query, annotator_id in rows
    ]


def mark_read(
    session: Session, person_id: int, notice_ids: Collection[int], *, at: datetime | None = None
) -> None:
    """Marks notices of the person as read. Raises NotFoundError for one that is not theirs."""
    wanted = set(notice_ids)
    owned = set(
        session.scalars(
            select(Notice.id).where(
                Notice.id.in_(list(filter(is_row_number, wanted))), Notice.person_id == person_id
            )
        )
    )
    if wanted - owned:
        raise NotFoundError(
            f"You have no notice {min(wanted - owned)}", todo="Open your notices again: it may be old."
        )
    session.execute(
        update(Notice).where(Notice.id.in_(wanted), Notice.read_at.is_(None)).values(read_at=at or now())
    )


def mark_all_read(
    session: Session, person_id: int, *, today: date | None = None, at: datetime | None = None
) -> None:
    """Marks everything as read, what is overdue too; a later due date that passes is a new notice."""
    moment = at or now()
    session.execute(
        update(Notice).where(Notice.person_id == person_id, Notice.read_at.is_(None)).values(read_at=moment)
    )
    late = session.execute(_overdue(select(Annotation.id, due_date()), person_id, today)).all()
    session.add_all(
        Notice(
            person_id=person_id,
            kind=NoticeKind.OVERDUE,
            annotation_id=annotation_id,
            text=f"It was due on {due_on.isoformat()}.",
            at=moment,
            read_at=moment,
            due_on=due_on,
        )
        for annotation_id, due_on in late
    )
    session.flush()


def _overdue(selected: Select[*_Row], person_id: int, today: date | None) -> Select[*_Row]:
    """What is selected of the person's plans whose due date has passed and that they were not told of."""
    read = aliased(Notice)
    seen = exists().where(
        read.annotation_id == Annotation.id,
        read.person_id == person_id,
        read.kind == NoticeKind.OVERDUE,
        read.due_on == due_date(),
    )
    return (
        selected.select_from(Annotation)
        .join(Assignment, Assignment.annotation_id == Annotation.id)
        .join(Batch, Batch.id == Assignment.batch_id, isouter=True)
        .where(
            Annotation.annotator_id == person_id,
            Annotation.state.in_([str(state) for state in WITH_ANNOTATOR]),
            due_date() < (today or now().date()),
            ~seen,
        )
    )
