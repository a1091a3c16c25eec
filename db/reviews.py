"""Reviews: the queue, one submission open with one expert, the five decisions, final review, waivers."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate.errors import ConflictError, InputError, LockedError, NotAllowedError, NotFoundError
from annotate.permissions import may
from annotate.profile import Profile
from annotate.workflow import DECISION_ACTIONS, WITH_EXPERTS, Action, DecisionKind, State, move_on
from db.batches import is_training_plan
from db.events import database_now, now, record
from db.leases import hold, require_free
from db.lineage import has_rows_in, row_authors
from db.models import Annotation, Decision, QueryRow, Submission
from db.moves import load_annotation, make_move, require_reviewer
from db.people import Person, get_person, people_by_id, require
from db.plan_summary import PlanSummary
from db.plans import BLOCKING_CODES, OpenPlan, open_plan
from db.submissions import REVISED, FrozenRound, feedback_on, freeze, rounds_of
from db.waivers import WaiverView, waivers_of


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueItem(PlanSummary):
    """A submission that waits for an expert, or that one has open (`held_by`)."""

    submitted_at: datetime
    held_by: Person | None
    held_since: datetime | None


@dataclass(frozen=True, slots=True)
class DecisionView:
    """What an expert decided about a round."""

    round: int
    decision: DecisionKind
    why: str
    by: Person
    at: datetime


@dataclass(frozen=True, slots=True)
class OpenReview:
    """A submission with all that was frozen before it."""

    plan: OpenPlan
    rounds: tuple[FrozenRound, ...]
    decisions: tuple[DecisionView, ...]
    waivers: tuple[WaiverView, ...]

    @property
    def submission(self) -> FrozenRound:
        """The round under review."""
        return self.rounds[-1]

    @property
    def previous(self) -> FrozenRound | None:
        """The round before it."""
        return self.rounds[-2] if len(self.rounds) > 1 else None


_APPROVING = [str(kind) for kind, action in DECISION_ACTIONS.items() if action is Action.APPROVE]


def queue(session: Session) -> list[QueueItem]:
    """Everything that waits for an expert or is with one, longest waiting first, but for training; three queries."""
    handed_in = (
        select(Submission.annotation_id, func.max(Submission.submitted_at).label("at"))
        .group_by(Submission.annotation_id)
        .subquery()
    )
    rows = session.execute(
        select(Annotation, QueryRow, handed_in.c.at)
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .join(handed_in, handed_in.c.annotation_id == Annotation.id)
        .where(Annotation.state.in_(WITH_EXPERTS), ~is_training_plan())
        .order_by(handed_in.c.at, Annotation.id)
    ).all()
    people = people_by_id(session, (one for row in rows for one in (row[0].annotator_id, row[0].reviewer_id)))
    authors = row_authors(session)
    return [
        QueueItem.of(
            annotation,
            query,
            people[annotation.annotator_id],
            row_authors=authors.get(annotation.id, frozenset()),
            submitted_at=submitted_at,
            held_by=people[annotation.reviewer_id] if annotation.reviewer_id is not None else None,
            held_since=annotation.review_opened_at,
        )
        for annotation, query, submitted_at in rows
    ]


def open_review(
    session: Session,
    person_id: int,
    annotation_id: int,
    *,
    take_over: bool = False,
    client: str = "review",
    at: datetime | None = None,
) -> OpenReview:
    """Opens a submission; from then on it is this expert's and cannot be withdrawn. The expert holds it.

    `take_over` takes it from the expert who has it open once their hold is over, or at once as a lead; who had it is
    told. Raises ConflictError that says who has it, and since when; NotAllowedError (no expert, or their own plan or rows),
    LockedError (nothing to review).
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    moment = at or now()
    if annotation.state == State.IN_REVIEW and annotation.reviewer_id != person.id:
        _require_expert(session, annotation, person)
        holder = people_by_id(session, [annotation.reviewer_id]).get(annotation.reviewer_id or 0)
        since = f"{annotation.review_opened_at:%d %b %Y %H:%M} UTC" if annotation.review_opened_at else "-"
        if holder is not None and not take_over:
            raise ConflictError(
                f"{holder.label} has had this submission open since {since}",
                todo="Choose another one, or take it over.",
            )
        if not may(Action.RELEASE_HOLD, person.roles, own=False):
            require_free(session, person, annotation, at or database_now(session))
        record(
            session, kind="take over review", at=moment, by_id=person.id, annotation_id=annotation.id,
            data={"from": holder.code if holder else None},
        )  # fmt: skip
    elif annotation.state != State.IN_REVIEW:
        make_move(session, annotation, person, Action.OPEN_REVIEW, at=moment)
    if annotation.reviewer_id != person.id:
        annotation.reviewer_id, annotation.review_opened_at = person.id, moment
    session.flush()
    hold(session, person.id, annotation_id, client, take_over=take_over, at=at)
    return view_review(session, person_id, annotation_id)


def view_review(session: Session, person_id: int, annotation_id: int) -> OpenReview:
    """A submission and its rounds to look at, in whatever state; nothing is opened or held."""
    return OpenReview(
        open_plan(session, person_id, annotation_id),
        tuple(rounds_of(session, annotation_id)),
        decisions_of(session, annotation_id),
        waivers_of(session, annotation_id),
    )


def decide(
    session: Session,
    person_id: int,
    annotation_id: int,
    decision: DecisionKind | str,
    why: str = "",
    *,
    at: datetime | None = None,
) -> State:
    """Ends a review with one of the five decisions; gives the new state.

    A minor revision freezes the draft as the expert left it. Sending back, asking for a source correction and
    discarding need a reason. Raises ConflictError (another expert has it open), NotAllowedError, LockedError,
    InputError.
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    if decision not in set(DecisionKind):
        raise InputError(f"'{decision}' is no decision", expected="; ".join(DecisionKind))
    kind = DecisionKind(decision)
    _require_expert(session, annotation, person)
    if annotation.state != State.IN_REVIEW:
        raise LockedError(
            f"The plan is {annotation.state}; a decision ends a review", todo="Open its review first."
        )
    require_reviewer(session, annotation, person)
    action = DECISION_ACTIONS[kind]
    move_on(action, State(annotation.state), person.known_roles, is_annotator=False, why=why)
    moment = at or now()
    submission = _last_submission(session, annotation)
    revised = submission.itinerary != annotation.draft
    if kind is DecisionKind.RETAIN and revised:
        raise InputError(
            "The plan was changed during the review",
            todo=f"Decide '{DecisionKind.RETAIN_REVISED}', or undo the changes.",
        )
    if kind is DecisionKind.RETAIN_REVISED:
        if not revised:
            raise InputError(
                "Nothing was changed during the review",
                todo=f"Decide '{DecisionKind.RETAIN}', or make the revision.",
            )
        profile = Profile.model_validate(submission.profile)
        _, _, feedback = feedback_on(annotation, profile)
        missing = [one.message for one in feedback.findings if one.code in BLOCKING_CODES]
        if missing:
            raise InputError("The revised plan is incomplete", todo=" ".join(missing))
        submission = freeze(
            session, annotation, person, REVISED, feedback=feedback, profile=profile, at=moment
        )
    session.add(
        Decision(
            annotation_id=annotation.id,
            round=annotation.round,
            submission_id=submission.id,
            decision=kind,
            why=why.strip(),
            by_id=person.id,
            at=moment,
        )
    )
    make_move(session, annotation, person, action, at=moment, why=why, data={"decision": str(kind)})
    annotation.reviewer_id = annotation.review_opened_at = None
    session.flush()
    return State(annotation.state)


def begin_final_review(
    session: Session, person_id: int, annotation_id: int, *, at: datetime | None = None
) -> None:
    """Takes an approved plan into its final review, which another expert than the one who approved it gives.

    Raises NotAllowedError, LockedError.
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    _require_second_expert(session, annotation, person)
    make_move(session, annotation, person, Action.BEGIN_FINAL_REVIEW, at=at or now())


def make_gold(
    session: Session, person_id: int, annotation_id: int, why: str = "", *, at: datetime | None = None
) -> None:
    """Ends a final review: the plan is gold. A query has at most one gold plan; for a second one ConflictError.

    Raises NotAllowedError for the expert who approved it and for who annotated it or rows of it, LockedError.
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    _require_second_expert(session, annotation, person)
    session.execute(select(QueryRow.id).where(QueryRow.id == annotation.query_id).with_for_update())
    other = session.scalar(
        select(Annotation).where(
            Annotation.query_id == annotation.query_id,
            Annotation.state == State.GOLD,
            Annotation.id != annotation.id,
        )
    )
    if other is not None:
        whose = people_by_id(session, [other.annotator_id])[other.annotator_id]
        raise ConflictError(
            f"The plan of {whose.label} is gold for this query already", todo="Discard one of the two."
        )
    make_move(session, annotation, person, Action.MAKE_GOLD, at=at or now(), why=why)


def approve(
    session: Session,
    person_id: int,
    second_id: int,
    annotation_id: int,
    why: str = "",
    *,
    at: datetime | None = None,
) -> None:
    """All that two experts do to make a good submission gold: the one opens and retains it, the other gives the
    final review; each move recorded.
    """
    moment = at or now()
    open_review(session, person_id, annotation_id, at=moment)
    decide(session, person_id, annotation_id, DecisionKind.RETAIN, why, at=moment)
    begin_final_review(session, second_id, annotation_id, at=moment)
    make_gold(session, second_id, annotation_id, why, at=moment)


def approver_of(session: Session, annotation_id: int) -> Person | None:
    """The expert who approved a plan last; None if nobody has."""
    found = session.scalar(
        select(Decision.by_id)
        .where(Decision.annotation_id == annotation_id, Decision.decision.in_(_APPROVING))
        .order_by(Decision.id.desc())
        .limit(1)
    )
    return None if found is None else people_by_id(session, [found])[found]


def decisions_of(session: Session, annotation_id: int) -> tuple[DecisionView, ...]:
    """The decisions about an annotation, oldest first."""
    rows = session.scalars(
        select(Decision).where(Decision.annotation_id == annotation_id).order_by(Decision.id)
    ).all()
    people = people_by_id(session, (row.by_id for row in rows))
    return tuple(
        DecisionView(row.round, DecisionKind(row.decision), row.why, people[row.by_id], row.at)
        for row in rows
    )


def _require_expert(session: Session, annotation: Annotation, person: Person) -> None:
    require(
        person,
        Action.OPEN_REVIEW,
        own=annotation.annotator_id == person.id,
        has_rows=has_rows_in(session, person, annotation),
    )


def _require_second_expert(session: Session, annotation: Annotation, person: Person) -> None:
    approver = approver_of(session, annotation.id)
    if approver is not None and approver.id == person.id:
        raise NotAllowedError(
            f"{person.label} approved this plan: the final review is another expert's",
            todo="Leave it to a second expert.",
        )


def _last_submission(session: Session, annotation: Annotation) -> Submission:
    found = session.scalar(
        select(Submission)
        .where(Submission.annotation_id == annotation.id, Submission.round == annotation.round)
        .order_by(Submission.id.desc())
        .limit(1)
    )
    if found is None:
        raise NotFoundError(f"Annotation {annotation.id} has no frozen round {annotation.round}")
    return found
