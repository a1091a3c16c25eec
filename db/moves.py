"""Annotations: loading one to work on it, moving one to another state."""

from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlalchemy.orm import Session, undefer

from annotate.errors import ConflictError, NotFoundError
from annotate.facts import FACTS_JSON
from annotate.plan import ITINERARY_JSON
from annotate.workflow import Action, State, move_on
from db import facts
from db.cells import checked_text
from db.events import record
from db.lineage import has_rows_in
from db.models import Annotation, Lease
from db.notices import NoticeKind, mark_taken_up, tell
from db.numbers import find_row
from db.people import Person, people_by_id

_TOLD = {
    Action.ASSIGN: (NoticeKind.ASSIGNED, "gave it to you"),
    Action.TAKE_AWAY: (NoticeKind.TAKEN_AWAY, "took it away"),
    Action.REQUEST_CHANGES: (NoticeKind.RETURNED, "sent it back"),
}
"""The moves of others that the annotator is told of."""
_ENDS_HOLD = frozenset(
    {Action.SKIP, Action.TAKE_AWAY, Action.SUBMIT, Action.APPROVE, Action.REQUEST_CHANGES, Action.DISCARD}
)
"""The moves after which nobody works on the plan: whoever had it open holds it no more."""


def load_annotation(session: Session, annotation_id: int, *, to_change: bool) -> Annotation:
    """The annotation with an id; `to_change` keeps others from changing it until the transaction ends.

    Raises NotFoundError.
    """
    row = find_row(
        session,
        Annotation,
        annotation_id,
        options=[undefer(Annotation.draft)],
        with_for_update=to_change,
        populate_existing=True,
    )
    if row is None:
        raise NotFoundError(f"There is no annotation {annotation_id}", todo="Go back to the list of plans.")
    return row


def require_reviewer(session: Session, annotation: Annotation, person: Person) -> None:
    """Raises ConflictError that says which other expert has the submission open, if one has."""
    if annotation.state != State.IN_REVIEW or annotation.reviewer_id == person.id:
        return
    holder = people_by_id(session, [annotation.reviewer_id]).get(annotation.reviewer_id or 0)
    raise ConflictError(
        f"{holder.label if holder else 'Another expert'} has this submission open", todo="Take it over first."
    )


def make_move(
    session: Session,
    annotation: Annotation,
    person: Person,
    action: Action,
    *,
    at: datetime,
    why: str | None = None,
    data: dict[str, Any] | None = None,
) -> None:
    """Moves an annotation and records it. A move that opens a round gathers its facts anew.

    Raises what `workflow.move_on` raises, and InputError for a reason that cannot be kept.
    """
    state = State(annotation.state)
    move = move_on(
        action,
        state,
        person.known_roles,
        is_annotator=annotation.annotator_id == person.id,
        has_rows=has_rows_in(session, person, annotation),
        why=why,
    )
    why = checked_text(why, "The reason") if why and why.strip() else None
    if move.opens_round:
        annotation.round += 1
        gather_facts(session, annotation, at)
    annotation.state = move.target
    annotation.updated_at = at
    record(
        session,
        kind=action,
        at=at,
        by_id=person.id,
        annotation_id=annotation.id,
        from_state=state,
        to_state=move.target,
        why=why,
        data={"round": annotation.round} | (data or {}),
    )
    if action in _ENDS_HOLD:
        end_hold(session, annotation.id, at)
    if action in (Action.START, Action.RESUME):
        mark_taken_up(session, person.id, annotation.id, at)
    tell_annotator(session, annotation, person, action, why, at)
    session.flush()


def tell_annotator(
    session: Session, annotation: Annotation, person: Person, action: Action, why: str | None, at: datetime
) -> None:
    """Leaves the annotator a notice of what somebody else did with the plan, where that is one to tell of."""
    if action not in _TOLD or annotation.annotator_id == person.id:
        return
    kind, did = _TOLD[action]
    text = f"{person.label} {did}" + (f": {why}" if why else ".")
    tell(session, annotation.annotator_id, kind, annotation.id, text, at=at, by_id=person.id)


def end_hold(session: Session, annotation_id: int, at: datetime) -> None:
    """Ends the hold of a plan, whoever has it."""
    session.execute(
        update(Lease)
        .where(Lease.annotation_id == annotation_id, Lease.expires_at > at)
        .values(expires_at=at)
        .execution_options(synchronize_session="fetch")
    )


def gather_facts(session: Session, annotation: Annotation, at: datetime) -> None:
    """Keeps with the draft what the reference data say of it now."""
    known = facts.gather(session, ITINERARY_JSON.validate_json(annotation.draft))
    annotation.facts = FACTS_JSON.dump_json(known).decode()
    annotation.facts_at = at
