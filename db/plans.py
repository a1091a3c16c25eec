"""Plans as annotators work on them: take, open, edit, submit, withdraw.

Each verb checks roles and states itself and runs in the transaction of its session.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate.errors import LockedError
from annotate.facts import FACTS_JSON, Facts
from annotate.feedback import Fault, Feedback
from annotate.permissions import may
from annotate.plan import ITINERARY_JSON, Itinerary
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.rule import Finding
from annotate.workflow import Action, State, move_on
from db.assignments import assign, assign_batch, is_sent_back, next_plan, skip, take_away
from db.cells import Cell, Edit, EditResult, Rejection
from db.edits import apply_edits, redo, undo, why_not_edit
from db.events import now, record
from db.flags import FlagView, flags_of
from db.guideline_versions import require_confirmed
from db.lineage import has_rows_in
from db.models import REFERENCE_MODELS, Annotation, ImportBatch, QueryRow
from db.moves import gather_facts, load_annotation, make_move, require_reviewer
from db.people import Person, get_person, people_by_id, require
from db.plan_summary import PlanSummary
from db.pool import NextPlan
from db.submissions import SUBMITTED, feedback_on, freeze

__all__ = [
    "Cell", "Edit", "EditResult", "NextPlan", "OpenPlan", "PlanSummary", "Refused", "Rejection", "Submitted",
    "apply_edits", "assign", "assign_batch", "discard", "my_plans", "next_plan", "open_plan", "redo", "refresh_facts",
    "skip", "start_work", "submit", "take_away", "undo", "withdraw",
]  # fmt: skip

BLOCKING_CODES = frozenset({"CMP002", "REM001", "REM002"})
"""The only rules that hold a submission up: a time, a remark or a part of the rationale is missing."""


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """A plan as a screen opens it. `why_not` says why `can_edit` is False."""

    annotation_id: int
    query_id: int
    set_name: str
    idx: int
    state: State
    round: int
    is_sent_back: bool
    """True from when an expert sent it back until it is handed in again; it is not skipped then."""
    rev: int
    itinerary: Itinerary
    facts: Facts
    annotator: Person
    has_rows: bool
    """True when somebody else merged the plan, and rows of it are theirs who opened it: they do not review it."""
    can_edit: bool
    why_not: str | None
    flags: tuple[FlagView, ...]
    newer_reference: bool
    """True when reference data were imported after the facts of this round were gathered."""
    saved_at: datetime | None
    facts_at: datetime


@dataclass(frozen=True, slots=True)
class Submitted:
    """A round that was frozen."""

    submission_id: int
    round: int
    submitted_at: datetime
    feedback: Feedback


@dataclass(frozen=True, slots=True)
class Refused:
    """What must be mended before a plan can be submitted; `faults` are of the program, not of the plan."""

    findings: tuple[Finding, ...]
    faults: tuple[Fault, ...] = ()


def open_plan(session: Session, person_id: int, annotation_id: int) -> OpenPlan:
    """The plan with its draft and facts, for its annotator, for experts and for leads.

    Raises NotFoundError, and NotAllowedError for another annotator.
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=False)
    own = annotation.annotator_id == person.id
    require(person, Action.LOOK_AT, own=own)
    has_rows = has_rows_in(session, person, annotation)
    query = session.get_one(QueryRow, annotation.query_id)
    if may(Action.EDIT, person.roles, own=own, has_rows=has_rows):
        why_not = why_not_edit(session, annotation, person)
    else:
        why_not = "Only its annotator, or an expert in review, changes a plan."
    newest = session.scalar(
        select(func.max(ImportBatch.imported_at)).where(
            ImportBatch.kind.in_(list(REFERENCE_MODELS)), ImportBatch.rows > 0
        )
    )
    return OpenPlan(
        annotation.id,
        query.id,
        query.set_name,
        query.idx,
        State(annotation.state),
        annotation.round,
        is_sent_back(session, annotation.id),
        annotation.rev,
        ITINERARY_JSON.validate_json(annotation.draft),
        FACTS_JSON.validate_json(annotation.facts),
        people_by_id(session, [annotation.annotator_id])[annotation.annotator_id],
        has_rows,
        why_not is None,
        why_not,
        flags_of(session, annotation.id),
        newest is not None and newest > annotation.facts_at,
        annotation.saved_at,
        annotation.facts_at,
    )


def my_plans(session: Session, person_id: int) -> list[PlanSummary]:
    """The person's plans but for those given back, the one changed last first; two queries however many there are."""
    person = get_person(session, person_id)
    rows = session.execute(
        select(Annotation, QueryRow)
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .where(Annotation.annotator_id == person_id, Annotation.state != State.OPEN)
        .order_by(Annotation.updated_at.desc(), Annotation.id.desc())
    )
    return [PlanSummary.of(annotation, query, person) for annotation, query in rows]


def start_work(session: Session, person_id: int, annotation_id: int, *, at: datetime | None = None) -> None:
    """Begins an assigned plan, or the next round of one that came back; nothing happens if work has begun.

    Raises NotAllowedError also for who has not confirmed the present version of the guidelines.
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    if annotation.state == State.IN_PROGRESS and annotation.annotator_id == person.id:
        return
    action = Action.RESUME if annotation.state == State.CHANGES_REQUESTED else Action.START
    if annotation.annotator_id == person.id:
        require_confirmed(session, person)
    make_move(session, annotation, person, action, at=at or now())


def submit(
    session: Session,
    person_id: int,
    annotation_id: int,
    *,
    profile: Profile = DEFAULT_PROFILE,
    at: datetime | None = None,
) -> Submitted | Refused:
    """Freezes the round with its facts and feedback and hands it in, or says what is missing.

    Only missing times, remarks and rationale hold it up (`BLOCKING_CODES`), and a rule that failed to run:
    never a score. Raises NotAllowedError, LockedError, NotFoundError.
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    own = annotation.annotator_id == person.id
    move_on(Action.SUBMIT, State(annotation.state), person.known_roles, is_annotator=own)
    _, _, feedback = feedback_on(annotation, profile)
    missing = tuple(one for one in feedback.findings if one.code in BLOCKING_CODES)
    if missing or feedback.faults:
        return Refused(missing, feedback.faults)
    moment = at or now()
    frozen = freeze(session, annotation, person, SUBMITTED, feedback=feedback, profile=profile, at=moment)
    annotation.reviewer_id = annotation.review_opened_at = None
    make_move(session, annotation, person, Action.SUBMIT, at=moment, data={"submission": frozen.id})
    return Submitted(frozen.id, frozen.round, moment, feedback)


def withdraw(
    session: Session,
    person_id: int,
    annotation_id: int,
    *,
    why: str | None = None,
    at: datetime | None = None,
) -> None:
    """Takes a submission back while no expert has opened it: the next round opens, the frozen one stays."""
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    make_move(session, annotation, person, Action.WITHDRAW, why=why, at=at or now())


def refresh_facts(
    session: Session, person_id: int, annotation_id: int, *, at: datetime | None = None
) -> None:
    """Gathers the facts of the draft anew, where the person may change the draft. Raises LockedError."""
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    if (closed := why_not_edit(session, annotation, person)) is not None:
        raise LockedError(closed)
    moment, before = at or now(), annotation.facts_at
    gather_facts(session, annotation, moment)
    record(
        session, kind="refresh facts", at=moment, by_id=person.id, annotation_id=annotation.id,
        data={"facts_before": before.isoformat()},
    )  # fmt: skip
    session.flush()


def discard(
    session: Session, person_id: int, annotation_id: int, *, why: str, at: datetime | None = None
) -> None:
    """Ends work on a plan for good, with a reason; an expert or a lead does this.

    Raises NotAllowedError, LockedError, InputError, and ConflictError where another expert has it open in review, unless a
    lead discards it.
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    own, has_rows = annotation.annotator_id == person.id, has_rows_in(session, person, annotation)
    require(person, Action.DISCARD, own=own, has_rows=has_rows)
    if not may(Action.RELEASE_HOLD, person.roles, own=False):
        require_reviewer(session, annotation, person)
    make_move(session, annotation, person, Action.DISCARD, why=why, at=at or now())
