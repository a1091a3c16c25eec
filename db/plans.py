"""Plans as annotators work on them: take, open, edit, submit, withdraw.

Each verb checks roles and states itself and runs in the transaction of its session.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate.errors import InputError, LockedError, NotAllowedError, NotFoundError
from annotate.facts import FACTS_JSON, Facts
from annotate.feedback import Fault, Feedback
from annotate.plan import ITINERARY_JSON, Itinerary
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.rule import Finding
from annotate.workflow import Action, Role, State, move_on
from db import facts as fact_queries
from db.cells import Cell, Edit, EditResult, Rejection
from db.edits import apply_edits, redo, undo, why_not_edit
from db.events import now, record
from db.flags import FlagView, flags_of
from db.models import REFERENCE_MODELS, Annotation, Flag, ImportBatch, QueryRow, Skeleton
from db.moves import gather_facts, load_annotation, make_move
from db.people import Person, get_person, people_by_id
from db.submissions import SUBMITTED, feedback_on, freeze

__all__ = [
    "Cell", "Edit", "EditResult", "NextPlan", "OpenPlan", "PlanSummary", "Refused", "Rejection", "Submitted",
    "apply_edits", "assign", "discard", "my_plans", "next_plan", "open_plan", "redo", "refresh_facts",
    "start_work", "submit", "undo", "withdraw",
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
    rev: int
    itinerary: Itinerary
    facts: Facts
    annotator: Person
    can_edit: bool
    why_not: str | None
    flags: tuple[FlagView, ...]
    newer_reference: bool
    """True when reference data were imported after the facts of this round were gathered."""
    saved_at: datetime | None
    facts_at: datetime


@dataclass(frozen=True, slots=True)
class PlanSummary:
    """A plan as a line of a list."""

    annotation_id: int
    set_name: str
    idx: int
    title: str
    days: int
    level: str | None
    risk_profile: str | None
    state: State
    round: int
    rev: int
    saved_at: datetime | None
    updated_at: datetime
    open_flags: int


@dataclass(frozen=True, slots=True)
class NextPlan:
    """The plan to work on next, or why there is none."""

    annotation_id: int | None
    why_none: str | None = None


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
    if not own and not {Role.EXPERT, Role.LEAD} & person.roles:
        raise NotAllowedError(
            f"{person.label} does not annotate this plan", todo="Open one of your own plans."
        )
    query = session.get_one(QueryRow, annotation.query_id)
    if own or Role.EXPERT in person.roles:
        why_not = why_not_edit(annotation, person)
    else:
        why_not = "Only its annotator, or an expert in review, changes a plan."
    newest = session.scalar(
        select(func.max(ImportBatch.imported_at)).where(ImportBatch.kind.in_(list(REFERENCE_MODELS)))
    )
    return OpenPlan(
        annotation.id,
        query.id,
        query.set_name,
        query.idx,
        State(annotation.state),
        annotation.round,
        annotation.rev,
        ITINERARY_JSON.validate_json(annotation.draft),
        FACTS_JSON.validate_json(annotation.facts),
        people_by_id(session, [annotation.annotator_id])[annotation.annotator_id],
        why_not is None,
        why_not,
        flags_of(session, annotation.id),
        newest is not None and newest > annotation.facts_at,
        annotation.saved_at,
        annotation.facts_at,
    )


def my_plans(session: Session, person_id: int) -> list[PlanSummary]:
    """The person's plans, the one changed last first; one query however many there are."""
    get_person(session, person_id)
    open_flags = (
        select(func.count())
        .where(Flag.annotation_id == Annotation.id, Flag.state == "open")
        .correlate(Annotation)
        .scalar_subquery()
    )
    rows = session.execute(
        select(Annotation, QueryRow, open_flags)
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .where(Annotation.annotator_id == person_id)
        .order_by(Annotation.updated_at.desc(), Annotation.id.desc())
    )
    return [_summary(annotation, query, flags) for annotation, query, flags in rows]


def title_of(query: QueryRow) -> str:
    """Where a query leads: "Bhopal to Jaipur, Udaipur"."""
    asked = query.payload.get("JSON", {}) if isinstance(query.payload, dict) else {}
    goal = asked.get("dest", "")
    return f"{asked.get('org', '')} to {', '.join(map(str, goal)) if isinstance(goal, list) else goal}"


def _summary(annotation: Annotation, query: QueryRow, open_flags: int) -> PlanSummary:
    return PlanSummary(
        annotation.id,
        query.set_name,
        query.idx,
        title_of(query),
        query.days,
        query.level,
        query.risk_profile,
        State(annotation.state),
        annotation.round,
        annotation.rev,
        annotation.saved_at,
        annotation.updated_at,
        open_flags,
    )


def next_plan(session: Session, person_id: int, *, at: datetime | None = None) -> NextPlan:
    """The person's oldest assigned plan, else the oldest open query, which is then theirs.

    Two people who ask at once never get the same query.
    """
    person = get_person(session, person_id)
    if Role.ANNOTATOR not in person.roles:
        raise NotAllowedError(f"{person.label} is no annotator", todo="Ask a lead for the role.")
    assigned = session.scalar(
        select(Annotation.id)
        .where(Annotation.annotator_id == person.id, Annotation.state == State.ASSIGNED)
        .order_by(Annotation.created_at, Annotation.id)
        .limit(1)
    )
    if assigned is not None:
        return NextPlan(assigned)
    taken_by_somebody = select(Annotation.id).where(Annotation.query_id == Skeleton.query_id)
    while True:
        skeleton = session.scalar(
            select(Skeleton)
            .where(~taken_by_somebody.exists(), Skeleton.is_filled.is_(False))
            .order_by(Skeleton.id)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        if skeleton is None:
            return NextPlan(None, _why_none(session))
        # Another taker may have committed between the start of that query and its lock.
        if session.scalar(select(Annotation.id).where(Annotation.query_id == skeleton.query_id)) is None:
            return NextPlan(
                _begin(session, skeleton, person=person, annotator=person, action=Action.TAKE, at=at or now())
            )


def _why_none(session: Session) -> str:
    total = (
        session.scalar(select(func.count()).select_from(Skeleton).where(Skeleton.is_filled.is_(False))) or 0
    )
    if not total:
        return "No query has been imported yet. A lead imports queries with their skeletons."
    ended = [State.GOLD, State.DISCARDED]
    working = session.scalar(select(func.count()).where(Annotation.state.not_in(ended))) or 0
    return f"No query is open: somebody has each of the {total}, and {working} are still being worked on."


def assign(
    session: Session, person_id: int, query_id: int, annotator_id: int, *, at: datetime | None = None
) -> int:
    """Gives a query to an annotator (a lead does this); several may have the same query. Gives the
    annotation.

    Raises NotAllowedError, NotFoundError (no such query or no skeleton), InputError (they have it already).
    """
    lead, annotator = get_person(session, person_id), get_person(session, annotator_id)
    if Role.ANNOTATOR not in annotator.roles:
        raise NotAllowedError(f"{annotator.label} is no annotator", todo="Choose somebody else.")
    skeleton = session.scalar(select(Skeleton).where(Skeleton.query_id == query_id).with_for_update())
    if skeleton is None:
        raise NotFoundError(f"Query {query_id} has no skeleton", todo="Import the query with its plan first.")
    theirs = select(Annotation.id).where(
        Annotation.query_id == query_id, Annotation.annotator_id == annotator_id
    )
    if session.scalar(theirs) is not None:
        raise InputError(f"{annotator.label} has this query already", todo="Choose somebody else.")
    return _begin(session, skeleton, person=lead, annotator=annotator, action=Action.ASSIGN, at=at or now())


def _begin(
    session: Session, skeleton: Skeleton, *, person: Person, annotator: Person, action: Action, at: datetime
) -> int:
    move = move_on(action, State.OPEN, person.known_roles, is_annotator=person.id == annotator.id)
    itinerary = ITINERARY_JSON.validate_json(skeleton.itinerary)
    known = fact_queries.gather(session, itinerary)
    annotation = Annotation(
        query_id=skeleton.query_id,
        annotator_id=annotator.id,
        state=move.target,
        round=1,
        rev=0,
        draft=skeleton.itinerary,
        facts=FACTS_JSON.dump_json(known).decode(),
        facts_at=at,
        created_at=at,
        updated_at=at,
    )
    session.add(annotation)
    session.flush()
    record(
        session, kind=action, at=at, by_id=person.id, annotation_id=annotation.id, from_state=State.OPEN,
        to_state=move.target, data={"round": 1, "annotator": annotator.code},
    )  # fmt: skip
    session.flush()
    return annotation.id


def start_work(session: Session, person_id: int, annotation_id: int, *, at: datetime | None = None) -> None:
    """Begins an assigned plan, or the next round of one that came back; nothing happens if work has begun."""
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    if annotation.state == State.IN_PROGRESS and annotation.annotator_id == person.id:
        return
    action = Action.RESUME if annotation.state == State.CHANGES_REQUESTED else Action.START
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
    if (closed := why_not_edit(annotation, person)) is not None:
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
    """Ends work on a plan for good, with a reason; an expert or a lead does this."""
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    make_move(session, annotation, person, Action.DISCARD, why=why, at=at or now())
