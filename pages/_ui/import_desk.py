"""What the import screen holds between two runs: what was chosen, the answers given, what was read, what was written."""

from dataclasses import dataclass, field
from pathlib import Path

from annotate.errors import InputError
from db.importers.answers import Answers, FileAnswers, answers_from
from db.importers.base import Counts, Progress, Question
from db.imports import ImportPlan, ImportResult, Upload, accept, read_files
from db.people import Person
from db.session import open_session

PART_SEPARATOR = "."


@dataclass(slots=True)
class ImportDesk:
    """An import on the desk. Nothing here is written anywhere before `take_in`."""

    answers: Answers = field(default_factory=Answers)
    read_as: tuple[object, ...] = ()
    """What `plan` was read from; the same again is not read again."""
    plan: ImportPlan | None = None
    result: ImportResult | None = None
    chosen: int = 0
    """How often files were chosen anew; the uploader of the next choice is empty."""


@dataclass(frozen=True, slots=True)
class Options:
    """What holds for the whole import."""

    set_name: str | None = None
    as_skeleton: bool = False
    create_cities: bool = False


def read_again(
    desk: ImportDesk, uploads: list[Upload], folder: str, options: Options, progress: Progress
) -> None:
    """Read what was chosen, unless it was read just so before. Raises InputError for a folder that is not there."""
    wanted = (tuple((one.name, hash(one.data)) for one in uploads), folder, options, desk.answers.to_json())
    if wanted == desk.read_as:
        return
    desk.plan, desk.read_as = None, ()
    paths: list[Path | Upload] = [*uploads, *([Path(folder).expanduser()] if folder else [])]
    with open_session(write=False) as session:
        desk.plan = read_files(
            paths,
            desk.answers,
            session=session,
            set_name=options.set_name,
            as_skeleton=options.as_skeleton,
            create_cities=options.create_cities,
            progress=progress,
        )
    desk.read_as = wanted
    desk.result = None


def take_in(desk: ImportDesk, person: Person, *, skip_bad: bool, progress: Progress) -> None:
    """Write the good rows in one transaction and empty the desk but for the result. Raises InputError."""
    if desk.plan is None:
        raise InputError("Nothing was read", todo="Choose files first.")
    with open_session(write=True) as session:
        result = accept(session, desk.plan, person, skip_bad=skip_bad, progress=progress)
    desk.answers, desk.plan, desk.read_as = Answers(), None, ()
    desk.result = result
    desk.chosen += 1


def answer(answers: Answers, question: Question, text: str) -> Answers:
    """The map with one question answered. Raises InputError where the answer does not fit.

    A key with a dot (`columns.operator`) is an answer inside a group of answers.
    """
    group, _, name = question.key.partition(PART_SEPARATOR)
    given = answers.files.get(question.file, FileAnswers()).model_dump(exclude_unset=True)
    value: object = int(text) if group == "year" and text.isdecimal() else text
    given[group] = {**given.get(group, {}), name: value} if name else value
    whole = answers_from({"files": {question.file: given}})
    return answers.with_file(question.file, whole.files[question.file])


def totals_by_table(result: ImportResult) -> dict[str, Counts]:
    """What writing did, by table."""
    totals: dict[str, Counts] = {}
    for one in result.files:
        totals[one.table] = totals.get(one.table, Counts()) + one.counts
    return totals
