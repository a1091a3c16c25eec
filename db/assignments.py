"""Who works on what: queries taken, given out by hand or by batch, skipped, taken away.

A taker locks the skeleton and counts again before the annotation is made, so that no query goes to more people than it
wants, whoever asks at once.
"""

from collections.abc import Collection, Sequence
from datetime import date, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate.errors import InputError, LockedError, NotAllowedError, NotFoundError
from annotate.facts import FACTS_JSON
from annotate.plan import ITINERARY_JSON
from annotate.sharing import Job, Sharing, Worker, share_out
from annotate.workflow import DECISION_ACTIONS, WITH_ANNOTATOR, Action, Role, State, move_on
from db import facts as fact_queries
from db.batches import BatchKind, cities_known, load_batch
from db.events import now, record
from db.models import Annotation, Assignment, BatchQuery, Decision, QueryRow, Skeleton, Submission
from db.moves import gather_facts, load_annotation, make_move, tell_annotator
from db.numbers import is_row_number
from db.people import Person, get_person, require
from db.pool import NextPlan, assigned_to, hidden_gold_due, home_batches, lock_free_place, why_nothing
from db.queries import destination_keys

MOST_FACTS_AT_ONCE = 200
"""Plans whose facts are gathered together: their texts are in memory at once."""

_SENT_BACK = [str(kind) for kind, action in DECISION_ACTIONS.items() if action is Action.REQUEST_CHANGES]


def next_plan(session: Session, person_id: int, *, at: datetime | None = None) -> NextPlan:
    """The plan that a person should begin next: one assigned to them, else the first that is free, then theirs.

    Behind so many ordinary plans of a batch comes one of its hidden gold items, which nothing tells apart. Two people
    who ask at once never get the same place, two tabs of one person get the same plan. If there is none, the answer says why.
    """
    person = get_person(session, person_id, in_turn=True)
    require(person, Action.TAKE)
    assigned = assigned_to(session, person)
    if assigned is not None:
        return NextPlan(assigned)
    place = lock_free_place(session, person)
    if place is None:
        return why_nothing(session, person, at=at)
    skeleton = hidden_gold_due(session, person, place) or place.skeleton
    taken = begin(
        session, [(skeleton, person)], person=person, action=Action.TAKE, batch_id=place.batch_id, due_on=None,
        at=at or now(),
    )  # fmt: skip
    return NextPlan(taken[0])


def assign(
    session: Session,
    person_id: int,
    query_id: int,
    annotator_id: int,
    *,
    due_on: date | None = None,
    at: datetime | None = None,
) -> int:
    """Gives a query to an annotator (a lead does this); several may have the same query. Gives the annotation.

    Who skipped it before gets it back with their draft, in the next round if the last one was handed in. `due_on` is
    for this plan alone; without it the due date of the query's open batch counts. Raises NotAllowedError,
    NotFoundError (no such query or no skeleton), InputError (they have it already).
    """
    lead, annotator = get_person(session, person_id), get_person(session, annotator_id)
    require(lead, Action.ASSIGN, own=lead.id == annotator.id)
    _require_annotator(annotator)
    found = select(Skeleton).where(Skeleton.query_id == query_id).with_for_update()
    skeleton = session.scalar(found) if is_row_number(query_id) else None
    if skeleton is None:
        raise NotFoundError(f"Query {query_id} has no skeleton", todo="Import the query with its plan first.")
    theirs = session.scalar(
        select(Annotation).where(Annotation.query_id == query_id, Annotation.annotator_id == annotator_id)
    )
    moment = at or now()
    home = home_batches(session, [query_id]).get(query_id)
    if theirs is None:
        return begin(
            session, [(skeleton, annotator)], person=lead, action=Action.ASSIGN, batch_id=home, due_on=due_on,
            at=moment,
        )[0]  # fmt: skip
    if theirs.state != State.OPEN:
        raise InputError(f"{annotator.label} has this query already", todo="Choose somebody else.")
    given_back = load_annotation(session, theirs.id, to_change=True)
    if _is_handed_in(session, given_back):
        given_back.round += 1
    gather_facts(session, given_back, moment)
    make_move(session, given_back, lead, Action.ASSIGN, at=moment, data={"annotator": annotator.code})
    _note_batch(session, theirs.id, home, due_on)
    return theirs.id


def assign_batch(
    session: Session,
    person_id: int,
    batch_id: int,
    annotator_ids: Sequence[int],
    how: Sharing | str = Sharing.EVENLY,
    *,
    at: datetime | None = None,
) -> list[int]:
    """Shares out what is free of a batch over some annotators (a lead does this); gives the annotations.

    A training set goes to everybody. Nobody gets what they have, had or skipped. Raises NotAllowedError, InputError
    (no annotator, an unknown way), NotFoundError.
    """
    lead = get_person(session, person_id)
    require(lead, Action.ASSIGN, own=False)
    batch = load_batch(session, batch_id, to_change=False)
    if batch.closed_at is not None:
        raise InputError(f"The batch '{batch.name}' is closed", todo="Make a new one.")
    if how not in set(Sharing):
        raise InputError(f"'{how}' is no way to share", expected=", ".join(Sharing))
    if not annotator_ids:
        raise InputError("Nobody was chosen", todo="Choose at least one annotator.")
    people = {one: get_person(session, one) for one in annotator_ids}
    for person in people.values():
        _require_annotator(person)
    way = Sharing.EVERYBODY if batch.kind == BatchKind.TRAINING else Sharing(how)
    skeletons, jobs = _jobs(session, batch_id, batch.overlap)
    shares = share_out(jobs, _workers(session, list(people)), way)
    pairs = [(skeletons[query_id], people[one]) for query_id, one in shares]
    made = begin(
        session, pairs, person=lead, action=Action.ASSIGN, batch_id=batch_id, due_on=None, at=at or now()
    )
    session.flush()
    return made


def skip(
    session: Session, person_id: int, annotation_id: int, *, why: str, at: datetime | None = None
) -> None:
    """Gives a plan back, with a reason: its query goes to others, and to this person only if a lead says so.

    The draft stays. Raises NotAllowedError, LockedError (a state that is not skipped from, or an expert sent it back and
    it was not handed in again since), InputError.
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    require(person, Action.SKIP, own=annotation.annotator_id == person.id)
    if is_sent_back(session, annotation_id):
        raise LockedError(
            "An expert sent this plan back: it is mended, not skipped",
            todo="Mend it and hand it in, or ask a lead to take it away.",
        )
    make_move(session, annotation, person, Action.SKIP, why=why, at=at or now())


def is_sent_back(session: Session, annotation_id: int) -> bool:
    """Whether an expert sent back what was handed in last: it waits to be mended, taken up again or not."""
    newest = select(func.max(Submission.id)).where(Submission.annotation_id == annotation_id)
    decided = select(Decision.decision).where(Decision.submission_id == newest.scalar_subquery())
    return session.scalar(decided) in _SENT_BACK


def take_away(
    session: Session, person_id: int, annotation_id: int, *, why: str, at: datetime | None = None
) -> None:
    """Takes a plan from its annotator (a lead does this), with a reason; the query is free again, the draft stays."""
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    make_move(session, annotation, person, Action.TAKE_AWAY, why=why, at=at or now())


def begin(
    session: Session,
    pairs: Sequence[tuple[Skeleton, Person]],
    *,
    person: Person,
    action: Action,
    batch_id: int | None,
    due_on: date | None,
    at: datetime,
) -> list[int]:
    """Makes the annotation of each (skeleton, annotator), with its facts; gives their numbers in this order."""
    made: list[int] = []
    for start in range(0, len(pairs), MOST_FACTS_AT_ONCE):
        some = pairs[start : start + MOST_FACTS_AT_ONCE]
        known = fact_queries.gather_many(
            session, [ITINERARY_JSON.validate_json(skeleton.itinerary) for skeleton, _ in some]
        )
        for (skeleton, annotator), facts in zip(some, known, strict=True):
            own = person.id == annotator.id
            move = move_on(action, State.OPEN, person.known_roles, is_annotator=own)
            annotation = Annotation(
                query_id=skeleton.query_id,
                annotator_id=annotator.id,
                state=move.target,
                round=1,
                rev=0,
                draft=skeleton.itinerary,
                facts=FACTS_JSON.dump_json(facts).decode(),
                facts_at=at,
                created_at=at,
                updated_at=at,
            )
            session.add(annotation)
            session.flush()
            record(
                session, kind=action, at=at, by_id=person.id, annotation_id=annotation.id,
                from_state=State.OPEN, to_state=move.target, data={"round": 1, "annotator": annotator.code},
            )  # fmt: skip
            _note_batch(session, annotation.id, batch_id, due_on)
            tell_annotator(session, annotation, person, action, None, at)
            made.append(annotation.id)
    return made


def _note_batch(session: Session, annotation_id: int, batch_id: int | None, due_on: date | None) -> None:
    known = session.scalar(select(Assignment).where(Assignment.annotation_id == annotation_id))
    if known is None:
        session.add(Assignment(annotation_id=annotation_id, batch_id=batch_id, due_on=due_on))
    else:
        known.batch_id, known.due_on = batch_id, due_on
    session.flush()


def _is_handed_in(session: Session, annotation: Annotation) -> bool:
    """Whether the present round was frozen: an expert sent it back before a lead took the plan away."""
    frozen = select(Submission.id).where(
        Submission.annotation_id == annotation.id, Submission.round == annotation.round
    )
    return session.scalar(frozen) is not None


def _require_annotator(person: Person) -> None:
    if Role.ANNOTATOR not in person.roles:
        raise NotAllowedError(f"{person.label} is no annotator", todo="Choose somebody else.")


def _jobs(session: Session, batch_id: int, overlap: int) -> tuple[dict[int, Skeleton], list[Job]]:
    """What a batch has to give out, in its order; nobody else gives it out until the transaction ends."""
    rows = session.execute(
        select(Skeleton, QueryRow)
        .join(QueryRow, QueryRow.id == Skeleton.query_id)
        .join(BatchQuery, BatchQuery.query_id == Skeleton.query_id)
        .where(BatchQuery.batch_id == batch_id, BatchQuery.is_hidden_gold.is_(False))
        .order_by(BatchQuery.position)
        .with_for_update(of=Skeleton)
    ).all()
    had: dict[int, list[tuple[int, str]]] = {}
    of_batch = select(BatchQuery.query_id).where(BatchQuery.batch_id == batch_id)
    for query_id, annotator_id, state in session.execute(
        select(Annotation.query_id, Annotation.annotator_id, Annotation.state).where(
            Annotation.query_id.in_(of_batch)
        )
    ):
        had.setdefault(query_id, []).append((annotator_id, state))
    jobs = [
        Job(
            query.id,
            query.level,
            destination_keys(query),
            overlap,
            sum(state != State.OPEN for _, state in had.get(query.id, ())),
            frozenset(one for one, _ in had.get(query.id, ())),
        )
        for _, query in rows
    ]
    return {query.id: skeleton for skeleton, query in rows}, jobs


def _workers(session: Session, annotator_ids: Collection[int]) -> list[Worker]:
    counts = session.execute(
        select(Annotation.annotator_id, func.count())
        .where(Annotation.state.in_([str(state) for state in WITH_ANNOTATOR]))
        .group_by(Annotation.annotator_id)
    )
    load: dict[int, int] = {row[0]: row[1] for row in counts}
    known = cities_known(session)
    return [Worker(one, load.get(one, 0), frozenset(known.get(one, ()))) for one in annotator_ids]
