"""Comments: threads on a row or on the plan, answered and resolved; nothing that was said is taken away."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.errors import InputError, LockedError, NotAllowedError, NotFoundError
from annotate.permissions import Action, may
from annotate.plan import ITINERARY_JSON
from annotate.workflow import State
from db.cells import checked_text
from db.events import now, record
from db.lineage import has_rows_in
from db.models import Annotation, Comment
from db.moves import load_annotation
from db.notices import NoticeKind, tell
from db.numbers import find_row
from db.people import Person, get_person, people_by_id, require

_CLOSED = frozenset({State.OPEN, State.GOLD, State.DISCARDED})
"""Nobody works on the plan: there is nothing to talk about any more, or not yet."""


@dataclass(frozen=True, slots=True)
class CommentView:
    """One thing that was said: by whom, when, in which round."""

    id: int
    round: int
    text: str
    by: Person
    at: datetime


@dataclass(frozen=True, slots=True)
class Thread:
    """A comment with its answers, oldest first; `row` is None for one on the plan. `id` is the first comment's."""

    id: int
    row: str | None
    comments: tuple[CommentView, ...]
    resolved_by: Person | None
    resolved_at: datetime | None

    @property
    def is_resolved(self) -> bool:
        """True when somebody closed it and nobody answered since."""
        return self.resolved_at is not None


def add_comment(
    session: Session,
    person_id: int,
    annotation_id: int,
    *,
    row: str | None,
    text: str,
    thread_id: int | None = None,
    at: datetime | None = None,
) -> int:
    """Begins a thread on a row (None: the plan), or with `thread_id` answers one; gives the comment's number.

    An answer opens a resolved thread again and stands on the thread's row, whatever `row` says. Raises
    NotAllowedError, LockedError (nobody works on the plan), InputError (no text), NotFoundError (row, thread).
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    _require(annotation, person)
    text = checked_text(text, "A comment")
    thread = _thread(session, thread_id) if thread_id is not None else None
    if thread is not None and thread.annotation_id != annotation_id:
        raise NotFoundError(f"Plan {annotation_id} has no thread {thread_id}", todo="Reload the page.")
    if thread is None and row is not None:
        ITINERARY_JSON.validate_json(annotation.draft).find(row)
    moment = at or now()
    comment = Comment(
        annotation_id=annotation_id,
        thread_id=thread.id if thread else None,
        round=annotation.round,
        row=thread.row if thread else row or "",
        text=text,
        by_id=person.id,
        at=moment,
    )
    session.add(comment)
    if thread is not None:
        thread.resolved_at = thread.resolved_by_id = None
    session.flush()
    record(
        session, kind="comment", at=moment, by_id=person.id, annotation_id=annotation_id, why=text,
        data={"comment": comment.id, "thread": comment.thread_id or comment.id, "row": comment.row or None},
    )  # fmt: skip
    for one in sorted(_listeners(session, annotation, thread) - {person.id}):
        tell(
            session, one, NoticeKind.COMMENT, annotation_id, f"{person.label} commented: {text}", at=moment,
            by_id=person.id, row=comment.row or None,
        )  # fmt: skip
    return comment.id


def resolve_thread(session: Session, person_id: int, thread_id: int, *, at: datetime | None = None) -> None:
    """Closes a thread: whoever began it does, or an expert on a plan of another.

    Raises NotFoundError, NotAllowedError, LockedError, InputError (it is resolved already).
    """
    person = get_person(session, person_id)
    thread = _thread(session, thread_id)
    annotation = load_annotation(session, thread.annotation_id, to_change=True)
    session.refresh(thread)  # Somebody else may have resolved it before the plan was locked.
    _require(annotation, person)
    own = annotation.annotator_id == person.id
    has_rows = has_rows_in(session, person, annotation)
    may_judge = may(Action.FLAG, person.roles - {"annotator"}, own=own, has_rows=has_rows)
    if thread.by_id != person.id and not may_judge:
        raise NotAllowedError(
            f"{person.label}: a thread is resolved by whoever began it, or by an expert on a plan of another."
        )
    if thread.resolved_at is not None:
        raise InputError("The thread is resolved already", todo="Answer in it to open it again.")
    thread.resolved_by_id, thread.resolved_at = person.id, at or now()
    record(
        session, kind="resolve thread", at=thread.resolved_at, by_id=person.id,
        annotation_id=thread.annotation_id, data={"thread": thread.id, "row": thread.row or None},
    )  # fmt: skip
    session.flush()


def threads_of(session: Session, annotation_id: int) -> tuple[Thread, ...]:
    """The threads of an annotation, oldest first; two queries."""
    rows = session.scalars(
        select(Comment).where(Comment.annotation_id == annotation_id).order_by(Comment.id)
    ).all()
    people = people_by_id(session, (one for row in rows for one in (row.by_id, row.resolved_by_id)))
    said: dict[int, list[CommentView]] = {}
    for row in rows:
        view = CommentView(row.id, row.round, row.text, people[row.by_id], row.at)
        said.setdefault(row.thread_id or row.id, []).append(view)
    return tuple(
        Thread(
            row.id,
            row.row or None,
            tuple(said[row.id]),
            people[row.resolved_by_id] if row.resolved_by_id is not None else None,
            row.resolved_at,
        )
        for row in rows
        if row.thread_id is None
    )


def _thread(session: Session, thread_id: int) -> Comment:
    found = find_row(session, Comment, thread_id, populate_existing=True)
    if found is None or found.thread_id is not None:
        raise NotFoundError(f"There is no thread {thread_id}", todo="Reload the page.")
    return found


def _listeners(session: Session, annotation: Annotation, thread: Comment | None) -> set[int]:
    """Who is told: the annotator, the expert who has it open, and everybody in the thread."""
    people = {annotation.annotator_id}
    if annotation.reviewer_id is not None:
        people.add(annotation.reviewer_id)
    if thread is not None:
        answers = select(Comment.by_id).where((Comment.id == thread.id) | (Comment.thread_id == thread.id))
        people |= set(session.scalars(answers))
    return people


def _require(annotation: Annotation, person: Person) -> None:
    require(person, Action.COMMENT, own=annotation.annotator_id == person.id)
    if annotation.state in _CLOSED:
        raise LockedError(f"The plan is {annotation.state}; nothing more is said about it")
