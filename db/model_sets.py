"""Model sets: plans of a language model, put in by a lead, kept apart from the work of people.

A set is a file of plans and the set of queries that they answer. What scores it is in `db.model_scoring`, what is read
of its plans in `db.model_plans`.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from annotate.errors import ConflictError, InputError, LockedError, NotFoundError
from annotate.permissions import Action
from annotate.profile import DEFAULT_PROFILE, RULES_VERSION, Profile
from db import turns
from db.events import now
from db.importers.answers import FileAnswers
from db.imports import Upload
from db.models import ModelPlan, ModelSet, QueryRow
from db.numbers import find_row
from db.people import Person, get_person, people_by_id, require
from db.plan_lines import PlanLine, due_lines, plan_lines_of
from db.turns import Turn

NAME_CHARS = 80
SUFFIXES = (".jsonl", ".json")
NOT_ASKED_FOR = "No query asks for this plan; it is not scored."


class SetState(StrEnum):
    """Where the scoring of a set stands."""

    WAITING = "waiting"
    SCORING = "scoring"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


UNDER_WAY = (SetState.WAITING, SetState.SCORING)


@dataclass(frozen=True, slots=True)
class LineProblem:
    """A line of the file that is no plan of the set, with the reason."""

    line: int | None
    idx: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class ModelSetView:
    """A model set with its progress. `reference_plans` counts the gold plans that its order is compared with, None
    before scoring."""

    id: int
    name: str
    file_name: str
    sha256: str
    query_set: str | None
    state: SetState
    total: int
    done: int
    profile: Profile
    rules_version: str
    embedder: str | None
    reference_plans: int | None
    problems: tuple[LineProblem, ...]
    summary: dict[str, Any] | None
    error: str | None
    by: Person
    at: datetime
    heartbeat_at: datetime | None

    @property
    def is_under_way(self) -> bool:
        """True while it waits or is scored."""
        return self.state in UNDER_WAY


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file of plans as it was read: the plans that are due with their text, the lines that are none of them."""

    name: str
    sha256: str
    query_set: str | None
    due: tuple[tuple[PlanLine, str], ...]
    stray: tuple[PlanLine, ...]


def list_model_sets(session: Session) -> list[ModelSetView]:
    """Every model set, the newest first; two queries."""
    return _views(session, session.scalars(select(ModelSet).order_by(ModelSet.id.desc())).all())


def get_model_set(session: Session, name: str) -> ModelSetView:
    """The set of a name. Raises NotFoundError."""
    row = session.scalar(select(ModelSet).where(ModelSet.name == name))
    if row is None:
        raise NotFoundError(f"There is no model set '{name}'", todo="Choose one of the list.")
    return _views(session, [row])[0]


def _views(session: Session, rows: Sequence[ModelSet]) -> list[ModelSetView]:
    people = people_by_id(session, (row.by_id for row in rows))
    return [
        ModelSetView(
            row.id,
            row.name,
            row.file_name,
            row.sha256,
            row.query_set,
            SetState(row.state),
            row.total,
            row.done,
            Profile.model_validate(row.options),
            row.rules_version,
            row.embedder,
            None if row.reference_plans is None else len(row.reference_plans),
            tuple(LineProblem(one["line"], one["idx"], one["reason"]) for one in row.problems),
            row.summary,
            row.error,
            people[row.by_id],
            row.at,
            row.heartbeat_at,
        )
        for row in rows
    ]


def query_sets(session: Session) -> dict[str, int]:
    """Every set of queries with their number, by name; one query."""
    rows = session.execute(
        select(QueryRow.set_name, func.count()).group_by(QueryRow.set_name).order_by(QueryRow.set_name)
    )
    return {row[0]: row[1] for row in rows}


def file_on_server(path: str) -> Upload:
    """A file of plans on the server's machine. Raises InputError if there is none, or it cannot be read."""
    file = Path(path.strip()).expanduser()
    expected = "the full path of a file of plans that ends in .jsonl or .json"
    if file.suffix.lower() not in SUFFIXES or not file.is_file():
        raise InputError(f"There is no file of plans {file}", expected=expected, todo="Correct the path.")
    try:
        return Upload(file.name, file.read_bytes())
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror})", expected=expected) from error


def read_plans(
    session: Session, file: Upload, *, query_set: str | None, encoding: str | None = None
) -> ModelFile:
    """Read a file of plans and find what is due; writes nothing.

    With a set of queries one plan is due for each, and a missing one counts as failed; without one the file's own
    lines are due. Lines that cannot be read count as failed or are listed as stray. Raises InputError (no file of plans,
    no plan that the queries ask for).
    """
    lines = plan_lines_of(file.name, file.data, FileAnswers(encoding=encoding))
    _refuse_what_is_no_plans(file.name, lines)
    stray: list[PlanLine] = []
    if query_set is not None:
        lines, stray = due_lines(lines, _queries(session, query_set))
        if not any(line.line for line in lines):
            raise InputError(
                f"No plan of {file.name} answers a query of the set '{query_set}'",
                expected="plans whose idx is that of a query",
                todo="Choose the set of queries that the model was given.",
            )
    due = tuple((line, json.dumps(line.obj)) for line in lines)
    return ModelFile(file.name, hashlib.sha256(file.data).hexdigest(), query_set, due, tuple(stray))


def add_model_set(
    session: Session,
    person_id: int,
    name: str,
    file: ModelFile,
    *,
    profile: Profile = DEFAULT_PROFILE,
    at: datetime | None = None,
) -> int:
    """Keep the plans of a file as a set that waits to be scored; gives its id.

    Raises NotAllowedError (no lead), InputError (no name), ConflictError (the name is taken).
    """
    require(person := get_person(session, person_id), Action.SCORE_MODELS)
    row = ModelSet(
        name=_free_name(session, name),
        file_name=file.name,
        sha256=file.sha256,
        query_set=file.query_set,
        state=SetState.WAITING,
        total=len(file.due),
        done=0,
        options=profile.model_dump(mode="json"),
        rules_version=RULES_VERSION,
        problems=[
            {"line": line.line, "idx": line.idx, "reason": line.error or NOT_ASKED_FOR} for line in file.stray
        ],
        by_id=person.id,
        at=at or now(),
    )
    session.add(row)
    session.flush()
    session.execute(
        insert(ModelPlan),
        [
            {
                "model_set_id": row.id,
                "position": position,
                "idx": line.idx,
                "line_number": line.line,
                "line": text,
                "line_error": line.error,
            }
            for position, (line, text) in enumerate(file.due, start=1)
        ],
    )
    return row.id


def _refuse_what_is_no_plans(file_name: str, lines: Sequence[PlanLine]) -> None:
    if not lines:
        raise InputError(f"{file_name} holds no plan", expected="one JSON object a line")
    if not any(line.obj is not None and "plan" in line.obj for line in lines):
        first = next((line for line in lines if line.error), None)
        told = f": line {first.line}: {first.error}" if first else ""
        raise InputError(
            f"None of the {len(lines)} lines of {file_name} is a plan{told}",
            expected="one JSON object a line with idx and plan",
            todo="Choose another file.",
        )


def _queries(session: Session, query_set: str) -> list[PlanLine]:
    rows = session.execute(
        select(QueryRow.idx, QueryRow.payload)
        .where(QueryRow.set_name == query_set)
        .order_by(QueryRow.idx, QueryRow.id)
    )
    found = [PlanLine(idx, None, {"idx": idx, **payload}) for idx, payload in rows]
    if not found:
        raise InputError(f"There is no query of the set '{query_set}'", todo="Import the queries first.")
    return found


def _free_name(session: Session, name: str) -> str:
    name = name.strip()
    if not name:
        raise InputError("The model set has no name", expected=f"1 to {NAME_CHARS} printable characters")
    if len(name) > NAME_CHARS or not name.isprintable():
        raise InputError(
            f"'{name}' is no name of a model set", expected=f"1 to {NAME_CHARS} printable characters"
        )
    turns.wait_for(session, Turn.MODEL_SET)
    if session.scalar(select(ModelSet.id).where(ModelSet.name == name)) is not None:
        raise ConflictError(f"There is a model set '{name}' already", todo="Choose another name.")
    return name


def rename(session: Session, person_id: int, set_id: int, name: str) -> None:
    """Give a set another name. Raises as `add_model_set` does of the name, NotFoundError."""
    row = _own(session, person_id, set_id)
    if name.strip() != row.name:
        row.name = _free_name(session, name)


def delete_model_set(session: Session, person_id: int, set_id: int) -> None:
    """Remove a set with its plans for good; whoever scores it stops. Raises NotAllowedError, NotFoundError."""
    row = _own(session, person_id, set_id)
    session.execute(delete(ModelPlan).where(ModelPlan.model_set_id == set_id))
    session.delete(row)
    session.flush()


def cancel(session: Session, person_id: int, set_id: int) -> None:
    """Stop scoring; what is scored stays. Raises LockedError for a set that is not under way."""
    row = _own(session, person_id, set_id)
    if row.state not in UNDER_WAY:
        raise LockedError(f"The set '{row.name}' is {row.state}; there is nothing to cancel")
    row.state, row.worker, row.heartbeat_at = SetState.CANCELLED, None, None


def go_on(session: Session, person_id: int, set_id: int) -> None:
    """Score what is left of a set that was cancelled or failed. Raises LockedError for another one."""
    row = _own(session, person_id, set_id)
    if row.state not in (SetState.CANCELLED, SetState.FAILED):
        raise LockedError(f"The set '{row.name}' is {row.state}; there is nothing to go on with")
    _wait(row)


def score_again(session: Session, person_id: int, set_id: int) -> None:
    """Forget what a set was scored and score all of it with the reference data and gold plans of now."""
    row = _own(session, person_id, set_id)
    forget_results(session, row)
    _wait(row)


def _wait(row: ModelSet) -> None:
    row.state, row.error, row.worker, row.heartbeat_at, row.tries = SetState.WAITING, None, None, None, 0


def forget_results(session: Session, row: ModelSet) -> None:
    """Take the results of a set back."""
    session.execute(
        update(ModelPlan)
        .where(ModelPlan.model_set_id == row.id)
        .values(
            delivered=None, reason=None, risk_profile=None, days=None, scores=None, coverage=None, verdicts=None,
            asked=None, itinerary=None, result=None,
        )
    )  # fmt: skip
    row.done, row.summary, row.reference_plans = 0, None, None


def _own(session: Session, person_id: int, set_id: int) -> ModelSet:
    """The set, for a person who may change it."""
    require(get_person(session, person_id), Action.SCORE_MODELS)
    row = find_row(session, ModelSet, set_id, with_for_update=True)
    if row is None:
        raise NotFoundError(f"There is no model set {set_id}", todo="Choose one of the list.")
    return row
