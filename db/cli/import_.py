"""`python -m db import`: files into the database."""

import argparse
import sys
from pathlib import Path

from annotate.errors import InputError
from db import imports
from db.importers.answers import Answers, read_map
from db.importers.base import Question
from db.importers.report import as_csv, as_json, as_text, grouped
from db.imports import ImportPlan, ImportResult
from db.input_files import refuse_missing, refuse_overwriting
from db.schema import current_revision, empty_in_memory, head_revision, migrate
from db.session import open_session

DONE, ERRORS, NOTHING_DONE = 0, 1, 2
"""Exit codes: everything was read (and written); errors, so nothing was written; a question or a wrong command."""

HEADERS_SHOWN = 4
"""More headers of one field than this are told by the first and the last."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line of `python -m db`."""
    parser = subparsers.add_parser(
        "import",
        help="import reference data, queries, skeletons and plans",
        description="Reads files, or every file of a folder whose ending is known; says every problem at once; writes "
        "all in one transaction. Exit code 0: done; 1: errors, nothing written; 2: a question, nothing written.",
    )
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file or a folder")
    parser.add_argument("--dry-run", action="store_true", help="say what would happen, write nothing")
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="write every problem to a .csv, .json or .txt file"
    )
    parser.add_argument(
        "--map", type=Path, metavar="FILE", help="the answers: columns, units, encoding ... as JSON"
    )
    parser.add_argument(
        "--skip-bad", action="store_true", help="import the good rows although others have errors"
    )
    parser.add_argument(
        "--set", dest="set_name", metavar="NAME", help="set of the queries and plans (else the file's stem)"
    )
    parser.add_argument(
        "--as", dest="read_as", choices=["skeleton"], help="filled plans keep their times as given times"
    )
    parser.add_argument("--create-cities", action="store_true", help="make the cities that no table knows")
    parser.add_argument("--label", metavar="TEXT", help="what people see as the source of the data")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; returns the exit code."""
    try:
        refuse_missing(args.paths)
        if args.report:
            refuse_overwriting(args.report, [*args.paths, *([args.map] if args.map else [])])
        answers = _answers(args.map)
        with open_session(write=False, url=_prepared(args.dry_run)) as session:
            plan = imports.read_files(
                args.paths,
                answers,
                session=session,
                set_name=args.set_name,
                as_skeleton=args.read_as == "skeleton",
                create_cities=args.create_cities,
                progress=_progress,
            )
        _clear_progress()
        _describe(plan)
        if args.report:
            _save_report(args.report, plan)
    except InputError as error:
        _complain(str(error))
        return NOTHING_DONE
    if plan.questions:
        _ask(plan.questions)
        return NOTHING_DONE
    if not plan.recognised:
        _complain("No file was recognised, so there is nothing to import.")
        return ERRORS if plan.errors else NOTHING_DONE
    return _finish(plan, args)


def _prepared(is_dry_run: bool) -> str | None:
    """The address of a database with today's tables to read from, None for the workbench's own. A dry run makes no tables
    there: without any it reads from an empty database in memory."""
    here = current_revision()
    if here == head_revision():
        return None
    if not is_dry_run:
        migrate()
        return None
    if here is not None:
        raise InputError(
            f"The tables are at revision {here}, and a dry run does not change them",
            expected=f"revision {head_revision()}",
            todo="Run `python -m db migrate` first.",
        )
    return empty_in_memory()


def _finish(plan: ImportPlan, args: argparse.Namespace) -> int:
    good, bad = plan.counts
    if plan.errors and not args.skip_bad:
        or_else = f", or import the {good} good ones with --skip-bad" if good else ""
        _say(
            f"\n{len(plan.errors)} errors ({bad} rows cannot be used, {good} can). Nothing was written. "
            f"Correct the files{or_else}."
        )
        return ERRORS
    if args.dry_run:
        _say(f"\nDry run: {good} rows would be imported, nothing was written.")
        return DONE
    with open_session(write=True) as session:
        result = imports.accept(session, plan, skip_bad=args.skip_bad, label=args.label, progress=_progress)
    _clear_progress()
    _tell(result)
    return DONE


def _answers(path: Path | None) -> Answers:
    if path is None:
        return Answers()
    try:
        return read_map(path.read_text(encoding="utf-8-sig"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"The map {path} cannot be read: {error}", todo="Correct the path or the file."
        ) from error


def _describe(plan: ImportPlan) -> None:
    for one in plan.files:
        if one.table is None:
            _say(f"{one.name}: not recognised. {one.why}")
            continue
        bad = f", {one.bad} rows with errors" if one.bad else ""
        _say(f"{one.name}: {one.table}, {one.good} rows{bad}")
        columns = one.used.get("columns", {})
        renamed = [f"{name} <- {_headers(header)}" for name, header in columns.items() if header != name]
        if renamed:
            _say(f"  columns: {'; '.join(renamed)}")
    if plan.created:
        _say(f"Cities that will be made: {', '.join(city.words for city in plan.created.values())}")
    for group in grouped(plan.problems):
        _say(f"{group.level}: {group.sentence}")


def _headers(headers: str | list[str]) -> str:
    if isinstance(headers, str):
        return headers
    if len(headers) > HEADERS_SHOWN:
        return f"{headers[0]} ... {headers[-1]} ({len(headers)} columns)"
    return ", ".join(headers)


def _ask(questions: list[Question]) -> None:
    _say("\nQuestions that must be answered first (in the file given with --map):")
    for question in questions:
        _say(f"question: {question.file}: {question.text}\n  add: {question.map_text}")


def _tell(result: ImportResult) -> None:
    _say("")
    for one in result.files:
        where = f"import {one.import_id}" if one.import_id is not None else "nothing to change"
        counts = one.counts
        _say(f"{one.name}: {counts.new} new, {counts.changed} changed, {counts.same} the same ({where})")
    if result.cities_created:
        _say(f"{result.cities_created} cities made")
    if result.stops_computed:
        _say(f"{result.stops_computed} nearest stops computed from the stations, marked so")


def _save_report(path: Path, plan: ImportPlan) -> None:
    form = {".csv": as_csv, ".json": as_json}.get(path.suffix.lower(), as_text)
    try:
        path.write_text(form(plan.problems), encoding="utf-8", newline="")
    except OSError as error:
        raise InputError(
            f"The report cannot be written ({error.strerror}), so nothing was imported",
            where=str(path),
            expected="a file in a folder that exists",
            todo="Correct --report.",
        ) from error
    _say(f"All {len(plan.problems)} problems are in {path}")


def _progress(what: str, done: int, of: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{what} ({done} of {of})")
        sys.stderr.flush()


def _clear_progress() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def _complain(text: str) -> None:
    sys.stderr.write(text + "\n")
