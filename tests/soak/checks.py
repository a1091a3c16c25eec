"""What must hold in the database and in the server's log after a soak; each check gives its problems as sentences."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from sqlalchemy import null, select
from sqlalchemy.orm import Session, undefer

from annotate.plan import ITINERARY_JSON, Itinerary
from annotate.workflow import Action, State
from db.cells import read_cell, with_cell
from db.integrity import check_database
from db.models import Annotation, EditLog, LogEntry, Skeleton, Submission
from db.session import open_session
from db.submissions import SUBMITTED
from tests.soak.record import Acked

NEVER_IN_THE_LOG = ("database is locked", "deadlock detected", "Traceback (most recent call last)")
LINES_AROUND = 12


def problems_after(url: str, acked: Iterable[Acked]) -> list[str]:
    """Everything that is wrong with the database: edits against drafts, acknowledgements, holders, states."""
    found = list(check_database(url))
    with open_session(write=False, url=url) as session:
        found += replayed(session)
        found += acknowledged(session, acked)
        found += held_by_two(session)
    return found


def replayed(session: Session) -> Iterator[str]:
    """The accepted edits over the skeleton give the draft, and up to a submission the frozen round, byte for byte.

    Each edit must have met what the one before left, and made the next revision.
    """
    skeletons = {one.query_id: one.itinerary for one in session.scalars(select(Skeleton))}
    rows = session.scalars(select(Annotation).options(undefer(Annotation.draft)).order_by(Annotation.id))
    for annotation in rows:
        at: Itinerary = ITINERARY_JSON.validate_json(skeletons[annotation.query_id])
        frozen = {
            one.round: one.itinerary
            for one in session.scalars(
                select(Submission)
                .where(Submission.annotation_id == annotation.id, Submission.kind == SUBMITTED)
                .options(undefer(Submission.itinerary))
            )
        }
        edits = session.scalars(
            select(EditLog)
            .where(EditLog.annotation_id == annotation.id, EditLog.rejections.is_(null()))
            .order_by(EditLog.id)
        ).all()
        rev, by_round = 0, {number: _written(at) for number in frozen}
        for edit in edits:
            where = f"Plan {annotation.id}, edit {edit.client} {edit.seq}"
            rev += bool(edit.cells)
            if edit.rev != rev:
                yield f"{where} made revision {edit.rev}, expected {rev}."
            for cell in edit.cells:
                held = read_cell(at, cell["row"], cell["field"])
                if held != cell["before"]:
                    yield f"{where} met {cell['before']!r} in {cell['row']} {cell['field']}; the edits before left {held!r}."
                at = with_cell(at, cell["row"], cell["field"], cell["after"])
            if edit.by_id == annotation.annotator_id:
                by_round |= {number: _written(at) for number in frozen if number >= edit.round}
        if annotation.rev != rev:
            yield f"Plan {annotation.id} is at revision {annotation.rev}, its edits lead to {rev}."
        if annotation.draft != _written(at):
            yield f"The draft of plan {annotation.id} is not what its edits lead to."
        for number, itinerary in frozen.items():
            if itinerary != by_round[number]:
                yield f"Round {number} of plan {annotation.id} was frozen otherwise than its edits lead to."


def _written(itinerary: Itinerary) -> str:
    return ITINERARY_JSON.dump_json(itinerary).decode()


def acknowledged(session: Session, acked: Iterable[Acked]) -> Iterator[str]:
    """Each cell that a browser was told is saved stands in the log exactly once."""
    logged: Counter[tuple[int, str, str, int | str]] = Counter()
    for edit in session.scalars(select(EditLog).where(EditLog.rejections.is_(null()))):
        for cell in edit.cells:
            logged[edit.annotation_id, cell["row"], cell["field"], cell["after"]] += 1
    for one in acked:
        times = logged[one.plan, one.row, one.field, one.value]
        if times != 1:
            what = f"Plan {one.plan}: {one.row} {one.field} = {one.value!r}"
            yield f"{what} was acknowledged to {one.client}; it is logged {times} times."


def held_by_two(session: Session) -> Iterator[str]:
    """No query is with two annotators (no batch of the soak overlaps), no review with two experts."""
    taken = Counter(session.scalars(select(Annotation.query_id).where(Annotation.state != State.OPEN)).all())
    yield from (
        f"Query {query} is with {number} annotators." for query, number in taken.items() if number > 1
    )
    reviewer: dict[int, int | None] = {}
    for entry in session.scalars(
        select(LogEntry).where(LogEntry.annotation_id.is_not(None)).order_by(LogEntry.id)
    ):
        plan = entry.annotation_id or 0
        with_expert = reviewer.get(plan)
        if entry.kind == Action.OPEN_REVIEW and with_expert is not None:
            yield f"The review of plan {plan} was opened by {entry.by_id} while {with_expert} had it."
        if entry.from_state == State.IN_REVIEW and entry.by_id != with_expert:
            yield f"Plan {plan} was decided by {entry.by_id}; {with_expert} had it."
        if entry.to_state is not None:
            reviewer[plan] = entry.by_id if entry.to_state == State.IN_REVIEW else None


def problems_in_log(log: Path) -> list[str]:
    """What a server's log must not say, with the lines behind it."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    found: dict[str, str] = {}
    for number, line in enumerate(lines):
        for words in NEVER_IN_THE_LOG:
            if words in line:
                around = "\n".join(lines[number : number + LINES_AROUND])
                found.setdefault(around, f"The server's log says: {around}")
    return list(found.values())
