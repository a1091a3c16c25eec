"""Adjudication: an expert makes one annotation of several people's work on one query; its lineage is kept.

The result is the expert's annotation, handed in like any other: another expert reviews it. The annotations it was
made of stay as they are.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session, aliased, undefer

from annotate.adjudication import RATIONALE_ROW, merge
from annotate.errors import InputError, LockedError, NotFoundError
from annotate.plan import ITINERARY_JSON, Itinerary
from annotate.profile import DEFAULT_PROFILE
from annotate.workflow import Action, State
from db.cells import PLAN_FIELDS, PLAN_ROW, ROW_FIELDS, checked_text, read_cell
from db.events import now, record
from db.models import Annotation, EditLog, LineageRow, LogEntry, QueryRow, Submission
from db.moves import gather_facts, load_annotation
from db.numbers import find_row, is_row_number
from db.people import Person, get_person, people_by_id, require
from db.plans import BLOCKING_CODES
from db.queries import title_of
from db.submissions import SUBMITTED, FrozenRound, feedback_on, freeze, last_rounds

_OUT = (State.OPEN, State.DISCARDED)
"""An annotation that was given back or discarded is not chosen from, unless a merged one that was sent back is made anew."""
FEWEST = 2
_USED = "used in adjudication"


@dataclass(frozen=True, slots=True)
class Overlap:
    """A query that several people annotated: who handed in, and the annotation made of theirs, if there is one."""

    query_id: int
    set_name: str
    idx: int
    title: str
    days: int
    annotators: tuple[Person, ...]
    adjudicated_id: int | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """One person's work on the query, as it was last frozen."""

    annotation_id: int
    annotator: Person
    state: State
    frozen: FrozenRound


@dataclass(frozen=True, slots=True)
class Lineage:
    """Where a row of an adjudicated annotation came from."""

    row: str
    annotation_id: int
    annotator: Person
    round: int


def overlaps(session: Session) -> list[Overlap]:
    """The queries that two or more people have handed in, in the order of sets and numbers; three queries."""
    made_of = select(LineageRow.id).where(LineageRow.annotation_id == Annotation.id).exists()
    handed_in = select(Submission.id).where(Submission.annotation_id == Annotation.id).exists()
    rows = session.execute(
        select(Annotation.query_id, Annotation.id, Annotation.annotator_id, made_of)
        .where(_may_be_chosen(), handed_in)
        .order_by(Annotation.id)
    ).all()
    by_query: dict[int, list[tuple[int, int, bool]]] = {}
    for query_id, annotation_id, annotator_id, is_made in rows:
        by_query.setdefault(query_id, []).append((annotation_id, annotator_id, is_made))
    wanted = {
        query_id: found
        for query_id, found in by_query.items()
        if sum(not is_made for _, _, is_made in found) >= FEWEST
    }
    queries = session.scalars(
        select(QueryRow).where(QueryRow.id.in_(wanted)).order_by(QueryRow.set_name, QueryRow.idx)
    ).all()
    people = people_by_id(session, (one for found in wanted.values() for _, one, _ in found))
    return [
        Overlap(
            query.id,
            query.set_name,
            query.idx,
            title_of(query),
            query.days,
            tuple(people[one] for _, one, is_made in wanted[query.id] if not is_made),
            next((one for one, _, is_made in wanted[query.id] if is_made), None),
        )
        for query in queries
    ]


def candidates(session: Session, person_id: int, query_id: int) -> tuple[Candidate, ...]:
    """What an expert may choose from for a query, in the order of the annotators' codes.

    Raises NotAllowedError (no expert, or one of them is theirs), InputError (fewer than two handed in).
    """
    person = get_person(session, person_id)
    made = select(LineageRow.annotation_id)
    handed_out = select(Annotation).where(
        Annotation.query_id == query_id, _may_be_chosen(), Annotation.id.not_in(made)
    )
    rows = session.scalars(handed_out).all() if is_row_number(query_id) else ()
    require(person, Action.ADJUDICATE, own=any(row.annotator_id == person.id for row in rows))
    frozen = last_rounds(session, (row.id for row in rows))
    people = people_by_id(session, (row.annotator_id for row in rows))
    found = [
        Candidate(row.id, people[row.annotator_id], State(row.state), frozen[row.id])
        for row in rows
        if row.id in frozen
    ]
    if len(found) < FEWEST:
        raise InputError(
            f"Query {query_id} was handed in by {len(found)} of its annotators",
            expected=f"{FEWEST} or more",
            todo="Wait until another annotator has handed it in.",
        )
    return tuple(sorted(found, key=lambda one: one.annotator.code))


def _may_be_chosen() -> ColumnElement[bool]:
    """What is chosen from; where a merged annotation was sent back also what it was made of, whatever became of it."""
    merged = aliased(Annotation)
    is_made_anew = (
        select(merged.id)
        .join(LineageRow, LineageRow.annotation_id == merged.id)
        .where(merged.query_id == Annotation.query_id, merged.state == State.CHANGES_REQUESTED)
        .exists()
    )
    was_used = (
        select(LogEntry.id).where(LogEntry.annotation_id == Annotation.id, LogEntry.kind == _USED).exists()
    )
    return or_(Annotation.state.not_in(_OUT), and_(is_made_anew, was_used))


def sent_back(session: Session, person_id: int, query_id: int) -> tuple[int, Itinerary] | None:
    """The person's own merged annotation of a query and its draft, where a reviewer sent it back; else None.

    The draft holds what the reviewer corrected.
    """
    found = session.scalar(
        select(Annotation)
        .where(
            Annotation.query_id == query_id,
            Annotation.annotator_id == person_id,
            Annotation.state == State.CHANGES_REQUESTED,
            select(LineageRow.id).where(LineageRow.annotation_id == Annotation.id).exists(),
        )
        .options(undefer(Annotation.draft))
    )
    return None if found is None else (found.id, ITINERARY_JSON.validate_json(found.draft))


def adjudicate(
    session: Session,
    person_id: int,
    query_id: int,
    taken: Mapping[str, int],
    *,
    why: str,
    at: datetime | None = None,
) -> int:
    """Makes one annotation of several and hands it in as this expert's; gives its number.

    `taken` names for each row, and for `plan` (the rationale), the annotation that it comes from. One that another
    expert sent back is made anew as its next round: a row that is not named, or that names this annotation itself,
    stays as it is, the reviewer's corrections with it. Raises NotAllowedError, InputError (a row without a choice, a
    result that is not complete), LockedError (this expert's is in review or further, or was discarded).
    """
    person = get_person(session, person_id)
    if find_row(session, QueryRow, query_id, with_for_update=True) is None:
        raise NotFoundError(f"There is no query {query_id}", todo="Go back to the list.")
    chosen = candidates(session, person_id, query_id)
    why = checked_text(why, "An adjudication")
    annotation = session.scalar(
        select(Annotation).where(Annotation.query_id == query_id, Annotation.annotator_id == person.id)
    )
    if annotation is not None and annotation.state == State.CHANGES_REQUESTED:
        annotation = load_annotation(session, annotation.id, to_change=True)
    before = None if annotation is None else State(annotation.state)
    if annotation is not None and before is not State.CHANGES_REQUESTED:
        raise LockedError(
            f"You have made plan {annotation.id} of this query; it is {before}",
            todo="Make it anew when its reviewer sends it back.",
        )
    sources = {one.annotation_id: one.frozen.itinerary for one in chosen}
    own = sent_back(session, person_id, query_id)
    if own is not None:
        sources[own[0]] = own[1]
        kept = (*(row.row for _, row in own[1].rows()), RATIONALE_ROW)
        taken = dict.fromkeys(kept, own[0]) | dict(taken)
    merged = merge(sources, taken)
    moment = at or now()
    written = ITINERARY_JSON.dump_json(merged).decode()
    if annotation is None:
        annotation = Annotation(
            query_id=query_id, annotator_id=person.id, state=State.OPEN, round=1, rev=0, draft=written,
            facts="", facts_at=moment, created_at=moment, updated_at=moment,
        )  # fmt: skip
        session.add(annotation)
    else:
        annotation.round += 1
        _log_changes(session, annotation, person, written, moment)
    gather_facts(session, annotation, moment)
    session.flush()
    _, _, feedback = feedback_on(annotation)
    missing = [one.message for one in feedback.findings if one.code in BLOCKING_CODES]
    if missing:
        raise InputError("The merged plan is incomplete", todo=" ".join(missing))
    frozen = freeze(
        session, annotation, person, SUBMITTED, feedback=feedback, profile=DEFAULT_PROFILE, at=moment
    )
    annotation.state, annotation.updated_at = State.SUBMITTED, moment
    annotation.reviewer_id = annotation.review_opened_at = None
    rounds = {one.annotation_id: one.frozen.id for one in chosen}
    before_rows = _lineage_before(session, annotation)
    session.add_all(
        LineageRow(
            annotation_id=annotation.id,
            round=annotation.round,
            row=row,
            submission_id=rounds.get(taken[row]) or before_rows[row],
        )
        for row in (*(row.row for _, row in merged.rows()), RATIONALE_ROW)
    )
    record(
        session, kind=Action.ADJUDICATE, at=moment, by_id=person.id, annotation_id=annotation.id,
        from_state=before or State.OPEN, to_state=State.SUBMITTED, why=why,
        data={"round": annotation.round, "submission": frozen.id, "made_of": sorted(rounds)},
    )  # fmt: skip
    for source in sorted(rounds):
        record(
            session, kind=_USED, at=moment, by_id=person.id, annotation_id=source,
            data={"made": annotation.id},
        )  # fmt: skip
    session.flush()
    return annotation.id


def lineage_of(session: Session, annotation_id: int) -> tuple[Lineage, ...]:
    """Where each row of the last round of an adjudicated annotation came from; empty for any other."""
    newest = select(func.max(LineageRow.round)).where(LineageRow.annotation_id == annotation_id)
    rows = session.execute(
        select(LineageRow.row, Submission.annotation_id, Annotation.annotator_id, Submission.round)
        .join(Submission, Submission.id == LineageRow.submission_id)
        .join(Annotation, Annotation.id == Submission.annotation_id)
        .where(LineageRow.annotation_id == annotation_id, LineageRow.round == newest.scalar_subquery())
        .order_by(LineageRow.id)
    ).all()
    people = people_by_id(session, (row[2] for row in rows))
    return tuple(Lineage(row, source, people[who], number) for row, source, who, number in rows)


def _lineage_before(session: Session, annotation: Annotation) -> dict[str, int]:
    """Where each row came from in the round before."""
    rows = session.execute(
        select(LineageRow.row, LineageRow.submission_id)
        .where(LineageRow.annotation_id == annotation.id, LineageRow.round < annotation.round)
        .order_by(LineageRow.id)
    )
    return {row[0]: row[1] for row in rows}


def _log_changes(
    session: Session, annotation: Annotation, person: Person, written: str, at: datetime
) -> None:
    """Replaces the draft, as one edit of all cells that differ."""
    before, after = ITINERARY_JSON.validate_json(annotation.draft), ITINERARY_JSON.validate_json(written)
    cells = [(row.row, field) for _, row in after.rows() for field in ROW_FIELDS]
    cells += [(PLAN_ROW, field) for field in PLAN_FIELDS]
    changed = [
        {"row": row, "field": field, "before": was, "after": is_now}
        for row, field in cells
        if (was := read_cell(before, row, field)) != (is_now := read_cell(after, row, field))
    ]
    annotation.draft = written
    if not changed:
        return
    annotation.rev += 1
    annotation.saved_at = at
    session.add(
        EditLog(
            annotation_id=annotation.id,
            round=annotation.round,
            rev=annotation.rev,
            client=f"adjudication-{annotation.round}",
            seq=1,
            by_id=person.id,
            at=at,
            how="adjudicated",
            cells=changed,
        )
    )
