"""Annotations: loading one to work on it, moving one to another state."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session, undefer

from annotate.errors import NotFoundError
from annotate.facts import FACTS_JSON
from annotate.plan import ITINERARY_JSON
from annotate.workflow import Action, State, move_on
from db import facts
from db.cells import checked_text
from db.events import record
from db.models import Annotation
from db.people import Person


def load_annotation(session: Session, annotation_id: int, *, to_change: bool) -> Annotation:
    """The annotation with an id; `to_change` keeps others from changing it until the transaction ends.

    Raises NotFoundError.
    """
    row = session.get(
        Annotation,
        annotation_id,
        options=[undefer(Annotation.draft)],
        with_for_update=to_change,
        populate_existing=True,
    )
    if row is None:
        raise NotFoundError(f"There is no annotation {annotation_id}", todo="Go back to the list of plans.")
    return row


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
        action, state, person.known_roles, is_annotator=annotation.annotator_id == person.id, why=why
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
    session.flush()


def gather_facts(session: Session, annotation: Annotation, at: datetime) -> None:
    """Keeps with the draft what the reference data say of it now."""
    known = facts.gather(session, ITINERARY_JSON.validate_json(annotation.draft))
    annotation.facts = FACTS_JSON.dump_json(known).decode()
    annotation.facts_at = at
