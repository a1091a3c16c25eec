"""Importing, as verbs: read files (writes nothing), accept what was read (one transaction).

Screen and command line use the same two verbs; what differs is only who answers the questions.
"""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from annotate.errors import InputError
from annotate.permissions import Action
from db import turns
from db.importers import source_files
from db.importers.answers import Answers
from db.importers.base import Counts, Importer, Problem, Progress, Question, Reading, SourceFile, World
from db.importers.between_files import settle
from db.importers.cities import write_created
from db.importers.city_names import CityNames, NewCity
from db.importers.nearest_stops import compute_nearest_stops
from db.importers.registry import importer_of, recognise
from db.importers.report import grouped
from db.importers.table import Rows, city_keys_in
from db.input_files import refuse_missing
from db.models import Attraction, City, CityAlias, Crowd, ImportBatch, Restaurant, Station
from db.people import Person, require
from db.turns import Turn


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that somebody chose on a screen: its name and its bytes."""

    name: str
    data: bytes


@dataclass(slots=True)
class FileOutcome:
    """One file of an import. `table` is None for a file that was not recognised; `why` says what speaks against it."""

    name: str
    table: str | None = None
    why: str = ""
    good: int = 0
    bad: int = 0
    used: dict[str, Any] = field(default_factory=dict)
    header: tuple[str, ...] = ()


@dataclass(slots=True)
class ImportPlan:
    """Everything that was read, before anything is written."""

    answers: Answers
    files: list[FileOutcome] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    readings: list[tuple[Importer, Reading]] = field(default_factory=list)
    create_cities: bool = False
    set_name: str | None = None
    as_skeleton: bool = False
    created: dict[str, NewCity] = field(default_factory=dict)
    """Cities that will be made for unknown names, by key."""

    @property
    def errors(self) -> list[Problem]:
        """The problems for which a row or plan cannot be used."""
        return [problem for problem in self.problems if problem.level == "error"]

    @property
    def notes(self) -> list[Problem]:
        """What was done to rows that are used."""
        return [problem for problem in self.problems if problem.level == "note"]

    @property
    def counts(self) -> tuple[int, int]:
        """(rows that can be used, rows that cannot)."""
        return sum(one.good for one in self.files), sum(one.bad for one in self.files)

    @property
    def recognised(self) -> list[FileOutcome]:
        """The files that are of a known table."""
        return [one for one in self.files if one.table is not None]


@dataclass(frozen=True, slots=True)
class FileResult:
    """What writing one file did; `import_id` is None where the file changed nothing."""

    name: str
    table: str
    counts: Counts
    import_id: int | None


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an accepted import did."""

    files: tuple[FileResult, ...]
    cities_created: int = 0
    stops_computed: int = 0

    @property
    def counts(self) -> Counts:
        """Rows of all files."""
        return sum((one.counts for one in self.files), Counts())


def _quiet(what: str, done: int, of: int) -> None:
    """The progress nobody watches."""


@contextmanager
def _without_collector() -> Iterator[None]:
    """Millions of small tuples that nothing will free make the garbage collector search in vain, for half the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@_without_collector()
def read_files(
    paths: Sequence[Path | Upload],
    answers: Answers,
    *,
    session: Session,
    set_name: str | None = None,
    as_skeleton: bool = False,
    create_cities: bool = False,
    progress: Progress = _quiet,
) -> ImportPlan:
    """Read files and folders: good rows, every problem, every question. Writes nothing.

    `session` is read only: cities, aliases and crowd data that are there already. A folder gives the files in it whose
    ending is known; one that no table fits is listed as not recognised, and asked about if it was named itself.
    Raises InputError for a path that does not exist.
    """
    world = _world(session, create_cities=create_cities, set_name=set_name, as_skeleton=as_skeleton)
    plan = ImportPlan(answers, create_cities=create_cities, set_name=set_name, as_skeleton=as_skeleton)
    waiting: list[tuple[Importer, SourceFile, FileOutcome]] = []
    for upload, is_named in _files(paths):
        outcome = FileOutcome(upload.name)
        plan.files.append(outcome)
        said = answers.of(upload.name)
        source, questions = source_files.load(upload.name, upload.data, said)
        plan.questions += questions
        if source is None:
            outcome.why = "Its encoding is not known."
            continue
        outcome.header = source.header
        found = recognise(source, said)
        if found.importer is not None:
            outcome.table = found.importer.table
            waiting.append((found.importer, source, outcome))
            continue
        broken = [problem for problem in source.problems if problem.level == "error"]
        plan.problems += broken
        outcome.why = found.question.text if found.question else found.hint
        if broken:
            outcome.why = "It cannot be read."
        elif found.question:
            plan.questions.append(found.question)
        elif is_named:
            plan.questions.append(_ask_table(upload.name, found.hint))
    waiting.sort(key=lambda one: (one[0].order, one[2].name))
    for done, (importer, source, outcome) in enumerate(waiting):
        progress(f"reading {source.name}", done, len(waiting))
        _read(plan, world, importer, source, outcome)
    plan.problems += settle(plan.readings)
    for (_, reading), (_, _, outcome) in zip(plan.readings, waiting, strict=True):
        outcome.good, outcome.bad = _good_rows(reading), reading.bad
    plan.created = world.cities.created
    progress("read", len(waiting), len(waiting))
    return plan


def _read(
    plan: ImportPlan, world: World, importer: Importer, source: SourceFile, outcome: FileOutcome
) -> None:
    reading = importer.read(source, plan.answers.of(source.name), world)
    plan.readings.append((importer, reading))
    plan.problems += sorted(
        [*reading.problems, *(problem for other in reading.also for problem in other.problems)],
        key=lambda problem: problem.line or 0,
    )
    plan.questions += reading.questions
    outcome.used = reading.used
    outcome.header = reading.source.header


def _good_rows(reading: Reading) -> int:
    return sum(len(part.values) if isinstance(part, Rows) else 1 for part in reading.rows)


def _ask_table(name: str, hint: str) -> Question:
    return Question(
        name,
        "table",
        f"No table is recognised by name or header. {hint} Which one is it?",
        '"table": "<table>"',
    )


def _files(paths: Sequence[Path | Upload]) -> list[tuple[Upload, bool]]:
    """(file, whether it was named itself rather than found in a folder)."""
    refuse_missing(path for path in paths if isinstance(path, Path))
    found: list[tuple[Upload, bool]] = []
    for path in paths:
        if isinstance(path, Upload):
            found.append((path, True))
        elif path.is_dir():
            inside = (
                child for child in sorted(path.rglob("*")) if child.is_file() and _is_wanted(child, path)
            )
            found.extend((_upload(str(child.relative_to(path)), child), False) for child in inside)
        else:
            found.append((_upload(path.name, path), True))
    return found


def _upload(name: str, path: Path) -> Upload:
    return Upload(source_files.without_lost(name), path.read_bytes())


def _is_wanted(path: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return not hidden and path.suffix.lower() in source_files.SUFFIXES


def _world(session: Session, **how: Any) -> World:
    cities = CityNames()
    keys: dict[int, str] = {}
    for row_id, key, name, state in session.execute(select(City.id, City.key, City.name, City.state)):
        cities.add(name, state)
        cities.ids[key] = row_id
        keys[row_id] = key
    for alias, city_id in session.execute(select(CityAlias.alias, CityAlias.city_id)):
        cities.add_alias(alias, keys[city_id])
    world = World(session, cities, **how)
    for model, table in ((Attraction, "attractions"), (Restaurant, "restaurants")):
        query = select(model.name_key, model.city_id).where(
            model.crowds.is_not(None) | model.crowd_level.is_not(None)
        )
        world.crowd_columns.update({(name, keys[city_id]): table for name, city_id in session.execute(query)})
    world.crowd_table = {
        (name, keys[city_id]) for name, city_id in session.execute(select(Crowd.name_key, Crowd.city_id))
    }
    airports = select(Station.code, Station.city_id).where(
        Station.kind == "airport", Station.code.is_not(None)
    )
    world.airports = {code: keys[city_id] for code, city_id in session.execute(airports) if code}
    return world


@_without_collector()
def accept(
    session: Session,
    plan: ImportPlan,
    person: Person | None = None,
    *,
    skip_bad: bool = False,
    label: str | None = None,
    progress: Progress = _quiet,
) -> ImportResult:
    """Write the good rows of a plan, inside the caller's transaction, for a lead (None: the command line).

    Raises NotAllowedError for a person who is no lead, InputError while a question is open and while there are
    errors unless `skip_bad`. A file that changes nothing leaves no trace, unless none of its rows was good:
    what was skipped is kept. `label` names the source of every file of this import; without one it is
    "import <id>, <file>".
    """
    if person is not None:
        require(person, Action.IMPORT_DATA)
    if plan.questions:
        asked = "; ".join(f"{one.file}: {one.text.removesuffix('.')}" for one in plan.questions)
        raise InputError(
            f"{len(plan.questions)} question{' is' if len(plan.questions) == 1 else 's are'} open: {asked}",
            expected="an answer to each",
            todo=f"Add to the map (--map): {'; '.join(one.map_text for one in plan.questions)}",
        )
    if plan.errors and not skip_bad:
        raise InputError(
            f"{len(plan.errors)} errors, so nothing was written",
            where=plan.errors[0].file,
            expected="no errors",
            todo="Correct the files, or import the good rows only.",
        )
    turns.wait_for(session, Turn.IMPORT)
    world = _world(
        session, create_cities=plan.create_cities, set_name=plan.set_name, as_skeleton=plan.as_skeleton
    )
    world.cities.created = plan.created
    results: list[FileResult] = []
    created = 0
    for done, (importer, reading) in enumerate(plan.readings):
        what = f"writing {reading.source.name}"
        progress(what, done, len(plan.readings))
        world.step = partial(progress, f"{what}, rows")
        result, made = _write(session, world, importer, reading, plan, person, label)
        results.append(result)
        created += made
    stops = compute_nearest_stops(session) if _touches_places(results) else 0
    progress("written", len(plan.readings), len(plan.readings))
    return ImportResult(tuple(results), created, stops)


def _write(
    session: Session,
    world: World,
    importer: Importer,
    reading: Reading,
    plan: ImportPlan,
    person: Person | None,
    label: str | None,
) -> tuple[FileResult, int]:
    """One file: its import record, the cities it makes, its rows, what it says for other tables."""
    source = reading.source
    batch_id = _new_batch(session, importer, reading, plan, person, label)
    created = write_created(session, city_keys_in(reading), batch_id, world)
    counts = importer.write(session, reading, batch_id, world)
    for other in reading.also:
        beside = importer_of(other.table)
        assert beside is not None
        counts += beside.write(session, other, batch_id, world)
    nothing_good = not counts.total and any(problem.level == "error" for problem in reading.problems)
    if not (created or counts.new or counts.changed or nothing_good):
        session.execute(delete(ImportBatch).where(ImportBatch.id == batch_id))
        return FileResult(source.name, reading.table, counts, None), 0
    session.execute(update(ImportBatch).where(ImportBatch.id == batch_id).values(rows=counts.total))
    return FileResult(source.name, reading.table, counts, batch_id), created


def _new_batch(
    session: Session,
    importer: Importer,
    reading: Reading,
    plan: ImportPlan,
    person: Person | None,
    label: str | None,
) -> int:
    source, said = reading.source, plan.answers.of(reading.source.name)
    batch_id: int = session.execute(
        insert(ImportBatch)
        .values(
            label=label or source.name,
            file_name=source.name,
            sha256=source.sha256,
            imported_at=datetime.now(UTC),
            imported_by_id=person.id if person else None,
            as_of=said.as_of,
            kind=reading.table,
            rows=0,
            mapping={"table": importer.table, **reading.used},
            problems=[group.as_json() for group in grouped(reading.problems)] or None,
        )
        .returning(ImportBatch.id)
    ).scalar_one()
    if label is None:
        named = f"import {batch_id}, {source.name}"
        session.execute(update(ImportBatch).where(ImportBatch.id == batch_id).values(label=named))
    return batch_id


def _touches_places(results: Sequence[FileResult]) -> bool:
    places = {"stations", "transit_stops", "attractions", "restaurants", "accommodations", "events"}
    return any(one.table in places and one.import_id is not None for one in results)
