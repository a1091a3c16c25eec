"""The demo workspace: reference data, skeletons, people and annotations in every state.

Everything goes through the verbs that people use, at fixed instants, so that it is the same each time.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from annotate.errors import WorkbenchError
from annotate.plan import Itinerary
from annotate.workflow import DecisionKind
from db import imports, plans, reviews
from db.cells import PLAN_FIELDS, PLAN_ROW, Cell, Edit
from db.flags import FlagKind, set_flag
from db.guideline_versions import confirm
from db.importers.answers import Answers, FileAnswers
from db.importers.plans import PlanRow
from db.model_sets import add_model_set, read_plans
from db.models import ImportBatch, QueryRow
from db.people import Person, add_person

LABEL = "demo (invented)"
"""Source of every demo figure, wherever it shows."""
SET_NAME = "demo"
AS_OF = "2025-10-01"
OPENED_AT = datetime(2025, 10, 6, 4, 30, tzinfo=UTC)
"""When the demo's work begins: 10:00 in India."""
DATA = Path(__file__).with_name("data")
_CLIENT = "demo"
_MODEL_SETS = {"Demo model A (invented)": "model_a.jsonl", "Demo model B (invented)": "model_b.jsonl"}
_NOT_IMPORTED = frozenset({"filled.jsonl", "remarks.json", *_MODEL_SETS.values()})

_PEOPLE = (
    ("A01", "Ananya Rao, demo", "annotator"),
    ("A02", "Kabir Menon, demo", "annotator"),
    ("A03", "Meera Joshi, demo", "annotator"),
    ("A04", "Rohan Das, demo", "annotator"),
    ("A05", "Zoya Khan, demo", "annotator"),
    ("E01", "Lakshmi Nair, demo", "expert"),
    ("E02", "Vikram Sethi, demo", "expert"),
    ("L01", "Farah Ali, demo", "lead"),
)


def add_demo_people(session: Session) -> dict[str, Person]:
    """Five annotators, two experts and a lead, by code; the annotators have read the guidelines."""
    people = {code: add_person(session, code, name, [role], is_demo=True) for code, name, role in _PEOPLE}
    for person in people.values():
        if "annotator" in person.roles:
            confirm(session, person.id, at=OPENED_AT)
    return people


def load_demo(session: Session) -> None:
    """Fills an empty database with the demo workspace."""
    people = add_demo_people(session)
    _import_data(session, people["L01"])
    _Desk(session, people).play()
    _add_model_sets(session, people["L01"])


def _import_data(session: Session, lead: Person) -> None:
    answers = Answers(everywhere=FileAnswers(as_of=AS_OF))
    files = [file for file in sorted(DATA.iterdir()) if file.name not in _NOT_IMPORTED]
    read = imports.read_files(files, answers, session=session, set_name=SET_NAME)
    imports.accept(session, read, lead, label=LABEL)
    session.execute(update(ImportBatch).values(imported_at=OPENED_AT - timedelta(days=1)))


def _add_model_sets(session: Session, lead: Person) -> None:
    """Plans of two models that wait to be scored, which a process of its own does once the server is up."""
    at = OPENED_AT + timedelta(days=7)
    for name, file in _MODEL_SETS.items():
        upload = imports.Upload(file, (DATA / file).read_bytes())
        add_model_set(session, lead.id, name, read_plans(session, upload, query_set=SET_NAME), at=at)


@dataclass(frozen=True)
class _Filling:
    """A demo plan with its times, remarks and rationale."""

    itinerary: Itinerary
    remarks: dict[str, str]
    rationale: dict[str, str]

    def edits(self, days: Sequence[int]) -> list[Edit]:
        """One edit for each row of these days and one for its remark, in order; the rationale after the last
        day.
        """
        wanted: list[list[Cell]] = []
        for day, row in self.itinerary.rows():
            if day.number not in days:
                continue
            wanted.append(
                [
                    Cell(row=row.row, field="start", value=row.start_min),
                    Cell(row=row.row, field="end", value=row.end_min),
                ]
            )
            if row.row in self.remarks:
                wanted.append([Cell(row=row.row, field="remark", value=self.remarks[row.row])])
        if len(self.itinerary.days) in days:
            wanted += [
                [Cell(row=PLAN_ROW, field=field, value=self.rationale[field])] for field in PLAN_FIELDS
            ]
        return [
            Edit(client=_CLIENT, seq=number, base_rev=0, cells=cells)
            for number, cells in enumerate(wanted, start=1)
        ]


def _fillings(session: Session) -> dict[int, _Filling]:
    read = imports.read_files([DATA / "filled.jsonl"], Answers(), session=session, set_name=SET_NAME)
    told: dict[str, Any] = json.loads((DATA / "remarks.json").read_text(encoding="utf-8"))
    rows = [row for _, reading in read.readings for row in reading.rows if isinstance(row, PlanRow)]
    return {
        row.idx: _Filling(row.read.itinerary, told["remarks"][str(row.idx)], told["rationale"][str(row.idx)])
        for row in rows
    }


class _Desk:
    """People at work. Each step takes place a quarter of an hour after the one before."""

    def __init__(self, session: Session, people: dict[str, Person]) -> None:
        self.session, self.people = session, people
        self.fillings = _fillings(session)
        self.queries = {
            query.idx: query.id
            for query in session.scalars(select(QueryRow).where(QueryRow.set_name == SET_NAME))
        }
        self.at = OPENED_AT

    def play(self) -> None:
        """One annotation or more in each state; plan 1 and most others stay open."""
        self._discard(
            self._assign(12, "A04"), "Nothing goes from Agra to Munnar on these dates: it cannot be solved."
        )
        self._approve(self._submit(2, "A01"), "E01", second="E02", gold=True)
        self._approve(self._submit(7, "A04"), "E01", second="E02")
        self._approve(self._submit(3, "A02"), "E02")
        self._send_back(self._submit(5, "A03"), "E02")
        self._open_review(self._submit(7, "A05"), "E02")
        self._submit(3, "A04")
        self._fill(self._start(5, "A02"), "A02", 5, days=(1, 2))
        self._assign(14, "A03")

    def _tick(self) -> datetime:
        self.at += timedelta(minutes=15)
        return self.at

    def _assign(self, idx: int, annotator: str) -> int:
        lead, person = self.people["L01"], self.people[annotator]
        return plans.assign(self.session, lead.id, self.queries[idx], person.id, at=self._tick())

    def _start(self, idx: int, annotator: str) -> int:
        annotation_id = self._assign(idx, annotator)
        plans.start_work(self.session, self.people[annotator].id, annotation_id, at=self._tick())
        return annotation_id

    def _fill(self, annotation_id: int, annotator: str, idx: int, days: Sequence[int]) -> None:
        edits = self.fillings[idx].edits(days)
        person = self.people[annotator]
        done = plans.apply_edits(self.session, person.id, annotation_id, edits, at=self._tick())
        if done.rejected:
            first = done.rejected[0]
            raise WorkbenchError(
                f"Demo plan {idx}: {first.reason}",
                where=f"{first.row} {first.field}",
                todo="Mend the demo data.",
            )

    def _submit(self, idx: int, annotator: str) -> int:
        annotation_id = self._start(idx, annotator)
        self._fill(annotation_id, annotator, idx, range(1, len(self.fillings[idx].itinerary.days) + 1))
        done = plans.submit(self.session, self.people[annotator].id, annotation_id, at=self._tick())
        if isinstance(done, plans.Refused):
            told = [one.message for one in done.findings] + [one.error for one in done.faults]
            raise WorkbenchError(
                f"Demo plan {idx} is not complete: {' '.join(told)}", todo="Mend the demo data."
            )
        return annotation_id

    def _open_review(self, annotation_id: int, expert: str) -> None:
        reviews.open_review(self.session, self.people[expert].id, annotation_id, at=self._tick())

    def _approve(
        self, annotation_id: int, expert: str, *, second: str | None = None, gold: bool = False
    ) -> None:
        self._open_review(annotation_id, expert)
        person_id = self.people[expert].id
        reviews.decide(
            self.session,
            person_id,
            annotation_id,
            DecisionKind.RETAIN,
            "Sound and well explained.",
            at=self._tick(),
        )
        if second is None:
            return
        second_id = self.people[second].id
        reviews.begin_final_review(self.session, second_id, annotation_id, at=self._tick())
        if gold:
            reviews.make_gold(self.session, second_id, annotation_id, "Nothing to add.", at=self._tick())

    def _send_back(self, annotation_id: int, expert: str) -> None:
        self._open_review(annotation_id, expert)
        person_id = self.people[expert].id
        set_flag(
            self.session,
            person_id,
            annotation_id,
            row="d1.s2",
            kind=FlagKind.UNREALISTIC_TIME,
            text="The bazaar is left too early for this traveller.",
            at=self._tick(),
        )
        reviews.decide(
            self.session,
            person_id,
            annotation_id,
            DecisionKind.BACK_TO_ANNOTATOR,
            "Please give the bazaar its full buffer, or say why dinner cannot come later.",
            at=self._tick(),
        )

    def _discard(self, annotation_id: int, why: str) -> None:
        plans.discard(self.session, self.people["L01"].id, annotation_id, why=why, at=self._tick())
