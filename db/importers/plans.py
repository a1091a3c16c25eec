"""Queries, skeletons, plans and gold lines, as JSONL or a JSON array, keyed by set + idx."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from annotate.errors import InputError, NotationError
from annotate.facts import FACTS_JSON, Facts
from annotate.gold import dump_line, gold_faults
from annotate.names import match_key
from annotate.notation import ReadPlan
from annotate.plan import ITINERARY_JSON
from annotate.workflow import Role, State
from db.events import record
from db.importers.answers import FileAnswers
from db.importers.base import Counts, Level, Problem, Reading, SourceFile, World
from db.importers.source_files import without_lost
from db.models import Annotation, Person, QueryRow, Skeleton
from db.reference import PlanReader

RECOGNISED = 1000
MOST_LEVELS = 100
"""Lists and objects inside each other that are read; a gold line has eight."""
"""A first object with a plan or a query is nothing else, whatever columns its keys resemble."""
SUBJECT_MAX_CHARS = 40
"""So much of an idx that is no number is shown."""
NOT_IN_WORK = "a query that the line's annotator does not work on here"
END_THAT_WORK = "Finish or discard that annotation, or import into another set (--set)."
_PLACE = re.compile(
    r"(?:the plan|(?P<day>(?:timeline, )?day \d+))?(?:^|, |$)(?P<column>.*?)(?:, (?P<part>(?:entry|place|row) \d+))?"
)


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One plan that can be used. `gold` is its line in the form of a release, None if it is no gold line."""

    set_name: str
    idx: int
    obj: dict[str, Any]
    read: ReadPlan
    gold: str | None
    annotator: str | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class PlansImporter:
    """Importer of plan files."""

    table: str = "plans"
    order: int = 90

    def recognise(self, source: SourceFile, answers: FileAnswers) -> int:
        """High for objects that hold a plan or a query."""
        fits = any(isinstance(item, dict) and ("plan" in item or "JSON" in item) for item in source.objects)
        return RECOGNISED if source.shape == "objects" and fits else 0

    def read(self, source: SourceFile, answers: FileAnswers, world: World) -> Reading:
        """Good plans as `PlanRow`, a problem for each thing tolerated or wrong."""
        if source.shape == "table" or not (source.objects or source.problems):
            problem = Problem(
                source.name, None, None, "The file holds no plans", "a .jsonl or .json file, one object a plan",
                'Save the plans in that form, or say what the file is: "table": "<table>".',
            )  # fmt: skip
            return Reading(source, self.table, problems=[problem])
        reading = Reading(source, self.table, problems=list(source.problems))
        reading.bad = sum(problem.level == "error" for problem in source.problems)
        reader = PlanReader(world.session)
        known_set = world.set_name or answers.set_name
        rows: dict[tuple[str, int], PlanRow] = {}
        lines: dict[tuple[str, int], int] = {}
        for obj, line in zip(source.objects, source.lines, strict=True):
            said = obj.get("set") if isinstance(obj, dict) else None
            set_name = known_set or (said if isinstance(said, str) and said.strip() else source.stem)
            row = _read_one(reading, obj, line, set_name, reader, as_skeleton=world.as_skeleton)
            if row is None:
                reading.bad += 1
                continue
            key = (row.set_name, row.idx)
            if key in rows:
                reading.bad += 1
                _tell(
                    reading,
                    line,
                    "idx",
                    f"Plan {row.idx} of set {set_name} stands on line {lines[key]} already",
                    "each idx once",
                    "Correct or remove one of the two; the first is the one that is kept.",
                )
                continue
            rows[key], lines[key] = replace(row, line=line), line
        reading.rows = list(rows.values())
        reading.table = _kind(reading.rows)
        reading.used = {"set_name": known_set} if known_set else {}
        _note_cities(reading, lines, rows, world)
        _refuse_gold_in_work(reading, lines, rows, world.session)
        return reading

    def write(self, session: Session, reading: Reading, import_id: int, world: World) -> Counts:
        """Upsert by set + idx. The same file again changes nothing.

        The plans are read once more: tables of the same import, written before, tell what the first reading
        could not.
        """
        reader = PlanReader(session)
        rows = [
            replace(row, read=reader.read(row.obj, set_name=row.set_name, as_skeleton=world.as_skeleton))
            for row in cast("Sequence[PlanRow]", reading.rows)
        ]
        sets = {row.set_name for row in rows}
        queries = {
            (query.set_name, query.idx): query
            for query in session.scalars(select(QueryRow).where(QueryRow.set_name.in_(sets)))
        }
        skeletons = {
            skeleton.query_id: skeleton
            for skeleton in session.scalars(
                select(Skeleton)
                .join(QueryRow, QueryRow.id == Skeleton.query_id)
                .where(QueryRow.set_name.in_(sets))
            )
        }
        counts = Counts()
        for row in rows:
            query, new = _write_query(session, row, queries.get((row.set_name, row.idx)), import_id)
            changed = session.is_modified(query)
            if row.read.delivered and (row.gold is None or query.id not in skeletons):
                changed |= _write_skeleton(session, row, query, skeletons.get(query.id), import_id)
            if row.gold is not None:
                changed |= _write_gold(session, row, query)
            if changed and not new:
                query.import_id = import_id
            counts += Counts(
                new=int(new), changed=int(changed and not new), same=int(not changed and not new)
            )
        session.flush()
        return counts


def _read_one(
    reading: Reading, obj: object, line: int, set_name: str, reader: PlanReader, *, as_skeleton: bool
) -> PlanRow | None:
    """One object as a plan, None (with the errors told) if it cannot be understood."""
    subject = _subject(obj)
    if (reason := why_not_storable(obj)) is not None:
        _tell_at(
            reading, line, subject, "", reason, "plain text and finite numbers", "Correct the plan.", "error"
        )
        return None
    try:
        read = reader.read(obj, set_name=set_name, as_skeleton=as_skeleton)
    except NotationError as error:
        for problem in error.problems or (error,):
            _tell_at(
                reading, line, subject, problem.where or "", problem.message, problem.expected or "",
                problem.todo or "", "error",
            )  # fmt: skip
        return None
    for note in read.notes:
        done = f"{note.done[0].upper()}{note.done[1:]}."
        _tell_at(reading, line, subject, note.where, f"'{note.found}'", "", done, "note")
    if not read.delivered:
        _tell_at(reading, line, subject, "plan", "no plan", "", "Received; counted as not delivered.", "note")
    assert isinstance(obj, dict)
    if "provenance" not in obj or as_skeleton:
        return PlanRow(set_name, read.itinerary.idx, obj, read, None)
    faults = gold_faults(obj)
    for fault in faults:
        _tell_at(
            reading, line, subject, "gold line", fault, "a line of a release", "Export it again.", "error"
        )
    if faults:
        return None
    provenance = obj["provenance"]
    gold = dump_line({**obj, "set": set_name})
    return PlanRow(set_name, read.itinerary.idx, obj, read, gold, str(provenance["annotator"]))


def why_not_storable(obj: object) -> str | None:
    """Why no database can keep an object: nesting without end, a number that is not finite, a NUL, half a letter."""
    if _is_deeper_than(MOST_LEVELS, obj):
        return f"it is nested deeper than {MOST_LEVELS} levels"
    try:
        text = json.dumps(obj, ensure_ascii=False, allow_nan=False)
        text.encode()
    except UnicodeEncodeError:
        return "a text holds half of a letter (a lone surrogate)"
    except ValueError:
        return "a number is not finite (NaN or Infinity)"
    return "a text holds the letter NUL" if "\\u0000" in text else None


def _is_deeper_than(levels: int, obj: object) -> bool:
    inside: list[Any] = [obj]
    for _ in range(levels):
        inside = [
            item
            for one in inside
            if isinstance(one, dict | list)
            for item in (one.values() if isinstance(one, dict) else one)
        ]
        if not inside:
            return False
    return True


def _subject(obj: object) -> str:
    idx = obj.get("idx") if isinstance(obj, dict) else None
    return f"plan {without_lost(str(idx))[:SUBJECT_MAX_CHARS]}" if idx is not None else "a plan without idx"


def _tell_at(
    reading: Reading, line: int, subject: str, where: str, found: str, expected: str, todo: str, level: Level
) -> None:
    """A problem of one plan: its field is the column, plan, day and entry stand before what was found."""
    match = _PLACE.fullmatch(where)
    assert match is not None
    inside = ", ".join(part for part in (subject, match["day"], match["part"]) if part)
    _tell(reading, line, match["column"] or None, f"{inside}: {found}", expected, todo, level)


def _tell(
    reading: Reading,
    line: int,
    column: str | None,
    found: str,
    expected: str,
    todo: str,
    level: Level = "error",
) -> None:
    reading.problems.append(Problem(reading.source.name, line, column, found, expected, todo, level))


def _kind(rows: Sequence[Any]) -> str:
    """What most of the file is, as the import record names it."""
    plans = cast("Sequence[PlanRow]", rows)
    if plans and all(row.gold is not None for row in plans):
        return "gold"
    if any(row.read.is_skeleton for row in plans):
        return "skeletons"
    return "plans" if any(row.read.delivered for row in plans) or not plans else "queries"


def _note_cities(
    reading: Reading,
    lines: dict[tuple[str, int], int],
    rows: dict[tuple[str, int], PlanRow],
    world: World,
) -> None:
    """A note for each city of a plan that fits none or two of the cities there are (if there are any)."""
    if not world.cities.ids and not world.cities.shown:
        return
    for key, row in rows.items():
        itinerary = row.read.itinerary
        days = itinerary.days
        named = [itinerary.query.origin, *(city for day in days for city in (day.from_city, day.to_city))]
        states = {match_key(itinerary.query.target_state or "")}
        for city in {match_key(city): city for city in named}.values():
            try:
                world.cities.resolve(city)
            except InputError as error:
                fitting = [
                    found for found in world.cities.matches(city) if found.rpartition("|")[2] in states
                ]
                if len(fitting) != 1:
                    _tell_at(
                        reading, lines[key], f"plan {row.idx}", "cities", error.message, "",
                        "Used as it is; what depends on its data is not checked.", "note",
                    )  # fmt: skip


def _refuse_gold_in_work(
    reading: Reading,
    lines: dict[tuple[str, int], int],
    rows: dict[tuple[str, int], PlanRow],
    session: Session,
) -> None:
    """Gold lines of queries that are worked on here: an error if the line's annotator is, a note if gold is
    here.
    """
    gold = {key: row for key, row in rows.items() if row.gold is not None}
    found = session.execute(
        select(QueryRow.set_name, QueryRow.idx, Person.code, Annotation.state, Annotation.imported_gold)
        .join(Annotation, Annotation.query_id == QueryRow.id)
        .join(Person, Person.id == Annotation.annotator_id)
        .where(QueryRow.set_name.in_({set_name for set_name, _ in gold}))
    )
    for set_name, idx, code, state, imported in found:
        key = (set_name, idx)
        if key not in gold:
            continue
        if state == State.GOLD and imported is None:
            _tell_at(
                reading, lines[key], f"plan {idx}", "gold line", "the query has a gold plan made here", "",
                "That one is kept.", "note",
            )  # fmt: skip
        elif state != State.GOLD and code == gold[key].annotator:
            _tell_at(
                reading,
                lines[key],
                f"plan {idx}",
                "gold line",
                _in_work(code, state),
                NOT_IN_WORK,
                END_THAT_WORK,
                "error",
            )
            reading.bad += 1
            reading.rows = [row for row in reading.rows if (row.set_name, row.idx) != key]


def _in_work(code: str, state: str) -> str:
    return f"{code} works on this query (it is {state})"


def _write_query(
    session: Session, row: PlanRow, query: QueryRow | None, import_id: int
) -> tuple[QueryRow, bool]:
    """The query row with the line's values; True if it is new."""
    itinerary = row.read.itinerary
    risk = itinerary.risk_profile.value if itinerary.risk_profile else None
    values: dict[str, Any] = {
        "payload": {
            "JSON": itinerary.query.source,
            "persona": itinerary.persona.text or None,
            "risk_profile": risk,
        },
        "days": itinerary.query.days,
        "level": itinerary.query.level,
        "risk_profile": risk,
        "delivered": row.read.delivered,
    }
    if query is None:
        query = QueryRow(set_name=row.set_name, idx=row.idx, import_id=import_id, **values)
        session.add(query)
        session.flush()
        return query, True
    for name, value in values.items():
        if getattr(query, name) != value:
            setattr(query, name, value)
    return query, False


def _write_skeleton(
    session: Session, row: PlanRow, query: QueryRow, skeleton: Skeleton | None, import_id: int
) -> bool:
    """Write the plan of a query; True if that changed anything."""
    text = ITINERARY_JSON.dump_json(row.read.itinerary).decode()
    is_filled = not row.read.is_skeleton
    if skeleton is None:
        session.add(Skeleton(query_id=query.id, itinerary=text, is_filled=is_filled, import_id=import_id))
        return True
    if (skeleton.itinerary, skeleton.is_filled) == (text, is_filled):
        return False
    skeleton.itinerary, skeleton.is_filled, skeleton.import_id = text, is_filled, import_id
    return True


def _write_gold(session: Session, row: PlanRow, query: QueryRow) -> bool:
    """A gold line as an annotation in the state gold; True if that changed anything.

    A query that has a gold plan made here keeps it: it is the origin of the line, or was made since. Raises InputError
    if the line's annotator took the query since the file was read.
    """
    session.execute(select(QueryRow.id).where(QueryRow.id == query.id).with_for_update())
    present = session.scalar(
        select(Annotation)
        .where(Annotation.query_id == query.id, Annotation.state == State.GOLD)
        .options(undefer(Annotation.imported_gold))
    )
    if present is not None and (present.imported_gold is None or present.imported_gold == row.gold):
        return False
    moment = datetime.now(UTC)
    draft = ITINERARY_JSON.dump_json(row.read.itinerary).decode()
    if present is not None:
        present.imported_gold, present.draft, present.updated_at = row.gold, draft, moment
        return True
    assert row.annotator is not None and row.gold is not None
    annotator = session.scalar(select(Person).where(Person.code == row.annotator))
    if annotator is None:
        annotator = Person(code=row.annotator, name=row.annotator, roles=[Role.ANNOTATOR.value])
        session.add(annotator)
        session.flush()
    state = session.scalar(
        select(Annotation.state).where(
            Annotation.query_id == query.id, Annotation.annotator_id == annotator.id
        )
    )
    if state is not None:
        raise InputError(
            f"plan {row.idx}: {_in_work(annotator.code, state)}",
            where="gold line",
            expected=NOT_IN_WORK,
            todo=END_THAT_WORK,
        )
    rounds = json.loads(row.gold)["provenance"].get("rounds") or []
    annotation = Annotation(
        query_id=query.id,
        annotator_id=annotator.id,
        state=State.GOLD,
        round=max(len(rounds), 1),
        rev=0,
        draft=draft,
        facts=FACTS_JSON.dump_json(Facts()).decode(),
        facts_at=moment,
        created_at=moment,
        updated_at=moment,
        imported_gold=row.gold,
    )
    session.add(annotation)
    session.flush()
    record(
        session,
        kind="import gold",
        at=moment,
        by_id=None,
        annotation_id=annotation.id,
        from_state=State.OPEN,
        to_state=State.GOLD,
        why="imported as a line of a release",
    )
    return True


IMPORTER = PlansImporter()
