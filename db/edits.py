"""Edits of a draft: applied once each, refused with a reason, turned back and made again.

The log of edits is append-only; undo and redo are new edits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import func, null, select, tuple_, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from annotate.errors import ConflictError
from annotate.plan import ITINERARY_JSON, Itinerary
from annotate.workflow import EDITED_BY_ANNOTATOR, EDITED_BY_REVIEWER, Action, State
from db.cells import (
    PLAN_ROW,
    Cell,
    Edit,
    EditResult,
    Rejection,
    fault_of_cell,
    fault_of_row,
    read_cell,
    with_cell,
)
from db.events import now
from db.lineage import has_rows_in
from db.models import Annotation, EditLog
from db.moves import load_annotation
from db.notices import NoticeKind, tell
from db.people import Person, get_person, people_by_id, require

UNDO, REDO = "undo", "redo"
_VALUE_CHARS_KEPT = 10_000


def why_not_edit(session: Session, annotation: Annotation, person: Person) -> str | None:
    """Why a person may not change a draft now, None if they may.

    Raises NotAllowedError for somebody who neither annotates the plan nor corrects it as an expert.
    """
    state = State(annotation.state)
    own = annotation.annotator_id == person.id
    require(person, Action.EDIT, own=own, has_rows=has_rows_in(session, person, annotation))
    if own:
        return None if state in EDITED_BY_ANNOTATOR else _CLOSED_TO_ANNOTATOR[state]
    if state not in EDITED_BY_REVIEWER:
        return f"The plan is {state}; an expert corrects a plan while it is in review."
    return None if annotation.reviewer_id == person.id else "Another expert has this plan open in review."


_CLOSED_TO_ANNOTATOR = {
    State.OPEN: "The plan was given back; it is not yours to change unless a lead assigns it to you again.",
    State.ASSIGNED: "The plan is assigned: start work on it first.",
    State.SUBMITTED: "The plan was submitted; a submission is frozen. Take it back to change it.",
    State.IN_REVIEW: "An expert has the submission in review; it cannot be changed now.",
    State.CHANGES_REQUESTED: "Changes were requested: take the plan up again first.",
    State.APPROVED: "The plan is approved and locked.",
    State.FINAL_REVIEW: "The plan is in final review and locked.",
    State.GOLD: "The plan is gold and locked.",
    State.DISCARDED: "The plan was discarded.",
}


def apply_edits(
    session: Session,
    person_id: int,
    annotation_id: int,
    edits: Sequence[Edit],
    *,
    at: datetime | None = None,
) -> EditResult:
    """Applies edits to a draft, each whole or not at all, each once however often it arrives.

    An edit is rejected, with the reason, where the plan is closed to the person, a value is impossible, or
    another client changed one of its cells after its `base_rev`. What others did to other cells does not
    matter. Raises NotFoundError (no such annotation) and NotAllowedError (not the person's plan).
    """
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    closed = why_not_edit(session, annotation, person)
    desk = _Desk(session, annotation, person, at or now())
    desk.recall(edits)
    for edit in edits:
        desk.take(edit, closed)
    return desk.save()


def undo(
    session: Session, person_id: int, annotation_id: int, client: str, *, at: datetime | None = None
) -> EditResult:
    """Turns back the person's last edit of this round that still stands, as a new edit.

    Rejected where one of its cells was changed since; the edit before it is then next. Nothing to undo:
    nothing accepted, nothing rejected.
    """
    return _turn(session, person_id, annotation_id, client, how=UNDO, at=at)


def redo(
    session: Session, person_id: int, annotation_id: int, client: str, *, at: datetime | None = None
) -> EditResult:
    """Makes again what the person's last undo turned back, unless they edited since or the cells were
    changed.
    """
    return _turn(session, person_id, annotation_id, client, how=REDO, at=at)


class _Desk:
    """A draft with the edits that reach it in one transaction."""

    def __init__(self, session: Session, annotation: Annotation, person: Person, at: datetime) -> None:
        self.session, self.annotation, self.person, self.at = session, annotation, person, at
        self.itinerary: Itinerary = ITINERARY_JSON.validate_json(annotation.draft)
        self.base_rev = self.rev = annotation.rev
        self.accepted: list[tuple[str, int]] = []
        self.rejected: list[Rejection] = []
        self.seen: dict[tuple[str, int], EditLog] = {}
        self.changes: dict[tuple[str, str], list[EditLog]] = {}

    def recall(self, edits: Sequence[Edit]) -> None:
        """Looks up which edits arrived before, and what was changed since the oldest base revision."""
        if not edits:
            return
        keys = {(edit.client, edit.seq) for edit in edits}
        of_plan = select(EditLog).where(EditLog.annotation_id == self.annotation.id)
        for row in self.session.scalars(of_plan.where(tuple_(EditLog.client, EditLog.seq).in_(keys))):
            self.seen[row.client, row.seq] = row
        oldest = min(edit.base_rev for edit in edits)
        since = of_plan.where(EditLog.rev > oldest, EditLog.rejections.is_(null())).order_by(EditLog.id)
        for row in self.session.scalars(since):
            self._remember(row)

    def _remember(self, row: EditLog) -> None:
        for cell in row.cells:
            self.changes.setdefault((cell["row"], cell["field"]), []).append(row)

    def take(self, edit: Edit, closed: str | None) -> None:
        """Applies one edit, or rejects it, or says again what became of it."""
        known = self.seen.get((edit.client, edit.seq))
        if known is not None:
            if known.rejections is None:
                self.accepted.append((edit.client, edit.seq))
            else:
                self.rejected += [_rejection(known, one) for one in known.rejections]
            return
        rejections = (
            [self._reject(edit, cell, closed) for cell in edit.cells] if closed else self._judge(edit)
        )
        if rejections:
            self.reject(edit.client, edit.seq, edit.how, rejections)
        else:
            self.write(edit.client, edit.seq, edit.how, edit.cells)

    def _judge(self, edit: Edit) -> list[Rejection]:
        if edit.base_rev > self.rev:
            reason = f"The screen shows revision {edit.base_rev}, the plan is at {self.rev}: reload the page."
            return [self._reject(edit, cell, reason) for cell in edit.cells]
        found = [
            self._reject(edit, cell, fault)
            for cell in edit.cells
            if (fault := fault_of_cell(self.itinerary, cell)) is not None
        ]
        return found or self._conflicts(edit) or self._torn_rows(edit)

    def _conflicts(self, edit: Edit) -> list[Rejection]:
        found = []
        for cell in edit.cells:
            theirs = read_cell(self.itinerary, cell.row, cell.field)
            others = [
                row
                for row in self.changes.get((cell.row, cell.field), ())
                if row.rev > edit.base_rev and row.client != edit.client
            ]
            if others and theirs != _stored(cell):
                last = others[-1]
                by = people_by_id(self.session, [last.by_id])[last.by_id]
                who = "You changed it in another tab" if by.id == self.person.id else f"{by.label} changed it"
                rejection = self._reject(
                    edit, cell, f"{who} after you opened it; both versions are kept here."
                )
                found.append(replace(rejection, by=by.label, at=last.at))
                self._tell_conflict(cell, who, last.by_id)
        return found

    def _tell_conflict(self, cell: Cell, who: str, by_id: int) -> None:
        """Leaves a notice that leads to the row, for whoever has closed the page before reading the answer."""
        text = f"{who} after you opened it: what you typed was not applied."
        row = None if cell.row == PLAN_ROW else cell.row
        tell(
            self.session, self.person.id, NoticeKind.CONFLICT, self.annotation.id, text, at=self.at,
            by_id=by_id, row=row,
        )  # fmt: skip

    def _torn_rows(self, edit: Edit) -> list[Rejection]:
        changed = self.itinerary
        for cell in edit.cells:
            changed = with_cell(changed, cell.row, cell.field, cell.value)
        found, judged = [], set()
        for cell in edit.cells:
            if cell.row == PLAN_ROW or cell.row in judged:
                continue
            judged.add(cell.row)
            if (fault := fault_of_row(changed.find(cell.row)[1])) is not None:
                found.append(self._reject(edit, cell, fault))
        return found

    def _reject(self, edit: Edit, cell: Cell, reason: str) -> Rejection:
        known = fault_of_cell(self.itinerary, cell.model_copy(update={"value": None})) is None
        theirs = read_cell(self.itinerary, cell.row, cell.field) if known else None
        return Rejection(edit.client, edit.seq, cell.row, cell.field, _kept(cell.value), reason, theirs)

    def write(
        self, client: str, seq: int, how: str, cells: Iterable[Cell], undoes_id: int | None = None
    ) -> None:
        """Changes the cells and logs it; an edit that changes nothing makes no revision."""
        changes = []
        for cell in cells:
            before = read_cell(self.itinerary, cell.row, cell.field)
            self.itinerary = with_cell(self.itinerary, cell.row, cell.field, cell.value)
            after = read_cell(self.itinerary, cell.row, cell.field)
            if before != after:
                changes.append({"row": cell.row, "field": cell.field, "before": before, "after": after})
        self.rev += bool(changes)
        row = self._log(client, seq, how, cells=changes, rejections=None, undoes_id=undoes_id)
        self._remember(row)
        self.accepted.append((client, seq))

    def reject(
        self, client: str, seq: int, how: str, rejections: list[Rejection], undoes_id: int | None = None
    ) -> None:
        """Logs an edit that was not applied, so that it stays rejected when it arrives again."""
        cells = [{"row": one.row, "field": one.field, "value": one.value} for one in rejections]
        told = [
            {key: value for key, value in asdict(one).items() if key not in {"client", "seq"}}
            | {"at": one.at.isoformat() if one.at else None}
            for one in rejections
        ]
        self._log(client, seq, how, cells=cells, rejections=told, undoes_id=undoes_id)
        self.rejected += rejections

    def _log(
        self,
        client: str,
        seq: int,
        how: str,
        *,
        cells: list[Any],
        rejections: list[Any] | None,
        undoes_id: int | None,
    ) -> EditLog:
        row = EditLog(
            annotation_id=self.annotation.id,
            round=self.annotation.round,
            rev=self.rev,
            client=client,
            seq=seq,
            by_id=self.person.id,
            at=self.at,
            how=how,
            cells=cells,
            rejections=rejections,
            undoes_id=undoes_id,
        )
        self.session.add(row)
        self.seen[client, seq] = row
        return row

    def save(self) -> EditResult:
        """Stores the draft if it changed; nobody may have stored another one meanwhile."""
        annotation, saved_at = self.annotation, self.annotation.saved_at
        if self.rev != self.base_rev:
            changed = {
                "rev": self.rev,
                "draft": ITINERARY_JSON.dump_json(self.itinerary).decode(),
                "saved_at": self.at,
                "updated_at": self.at,
            }
            done = self.session.execute(
                update(Annotation)
                .where(Annotation.id == annotation.id, Annotation.rev == self.base_rev)
                .values(changed)
                .execution_options(synchronize_session=False)
            )
            if done.rowcount != 1:  # type: ignore[attr-defined]
                raise ConflictError(
                    f"Plan {self.itinerary.idx} was changed while it was saved",
                    todo="Reload it and save again.",
                )
            for name, value in changed.items():
                set_committed_value(annotation, name, value)
            saved_at = self.at
        self.session.flush()
        return EditResult(self.rev, self.itinerary, tuple(self.accepted), tuple(self.rejected), saved_at)


def _kept(value: Any) -> int | str | None:
    """A refused value in a form that can be logged and shown again."""
    if value is None or (isinstance(value, int) and abs(value) < 2**53):
        return value
    return str(value)[:_VALUE_CHARS_KEPT].encode("utf-8", "replace").decode()


def _stored(cell: Cell) -> Any:
    """The value that a cell reads back as."""
    if cell.row == PLAN_ROW:
        return cell.value or ""
    return cell.value or None if cell.field == "remark" else cell.value


def _rejection(row: EditLog, told: dict[str, Any]) -> Rejection:
    at = datetime.fromisoformat(told["at"]) if told["at"] else None
    return Rejection(row.client, row.seq, **(told | {"at": at}))


def _turn(
    session: Session, person_id: int, annotation_id: int, client: str, *, how: str, at: datetime | None
) -> EditResult:
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    closed = why_not_edit(session, annotation, person)
    desk = _Desk(session, annotation, person, at or now())
    target = None if closed else _next_to_turn(session, annotation, person, how)
    if target is None:
        return desk.save()
    lowest = session.scalar(
        select(func.min(EditLog.seq)).where(EditLog.annotation_id == annotation.id, EditLog.client == client)
    )
    seq = min(lowest or 0, 0) - 1
    wanted, present = ("before", "after") if how == UNDO else ("after", "before")
    cells = [Cell(row=cell["row"], field=cell["field"], value=cell[wanted]) for cell in target.cells]
    rejections = [
        Rejection(
            client, seq, cell["row"], cell["field"], cell[wanted],
            f"The cell was changed since, so {how} would lose that change.", theirs,
        )
        for cell in target.cells
        if (theirs := read_cell(desk.itinerary, cell["row"], cell["field"])) != cell[present]
    ]  # fmt: skip
    changed = desk.itinerary
    for cell in cells:
        changed = with_cell(changed, cell.row, cell.field, cell.value)
    rejections = rejections or [
        Rejection(client, seq, cell.row, cell.field, cell.value, fault, None)
        for cell in cells
        if cell.row != PLAN_ROW and (fault := fault_of_row(changed.find(cell.row)[1])) is not None
    ]
    if rejections:
        desk.reject(client, seq, how, rejections, target.id)
    else:
        desk.write(client, seq, how, cells, target.id)
    return desk.save()


def _next_to_turn(session: Session, annotation: Annotation, person: Person, how: str) -> EditLog | None:
    """The edit whose turn it is: a stack of what can be undone and one of what can be redone."""
    undoable: list[EditLog] = []
    redoable: list[EditLog] = []
    by_id: dict[int, EditLog] = {}
    for row in session.scalars(
        select(EditLog)
        .where(
            EditLog.annotation_id == annotation.id,
            EditLog.round == annotation.round,
            EditLog.by_id == person.id,
        )
        .order_by(EditLog.id)
    ):
        by_id[row.id] = row
        if row.undoes_id is not None:
            turned = by_id[row.undoes_id]
            leaves, enters = (undoable, redoable) if row.how == UNDO else (redoable, undoable)
            leaves.remove(turned)
            if row.rejections is None:
                enters.append(turned)
        elif row.rejections is None and row.cells:
            undoable.append(row)
            redoable.clear()
    stack = undoable if how == UNDO else redoable
    return stack[-1] if stack else None
