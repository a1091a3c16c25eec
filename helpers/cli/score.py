"""`python -m helpers score PLANS.jsonl --data DIR --out FILE`: scores the plans of a file."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from annotate.errors import InputError
from annotate.plan import Itinerary
from annotate.profile import DEFAULT_PROFILE
from db.input_files import refuse_overwriting
from db.plan_lines import PlanLine, due_lines, paired, read_plan_lines
from db.schema import IN_MEMORY
from helpers import scoring
from helpers.cli.console import console, say, say_error
from helpers.cli.reference_database import reference_url
from helpers.embedders import PersonaCosines, installed_embedder
from helpers.results_table import RISK_COLUMN, header, refuse_other_ending, rows_of, write_table
from helpers.summary import summary_of
from helpers.written_file import refuse_missing_folder, write_file

ALL_READ, SOME_UNREADABLE, NOTHING_DONE = 0, 1, 2
TABLE_WIDTH = 200
"""Characters: all columns side by side, which a narrower terminal wraps and does not cut."""


def add_to(parsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = parsers.add_parser(
        "score",
        help="score the plans of a file",
        description="Scores plans against reference data. Exit 0: all read; 1: some unreadable; 2: nothing done.",
    )
    parser.add_argument("plans", type=Path, metavar="PLANS", help="plans, JSONL or a JSON array")
    data = parser.add_mutually_exclusive_group()
    data.add_argument("--data", type=Path, metavar="DIR", help="folder of reference tables")
    data.add_argument("--db", metavar="URL", help="database with reference data (default: the workbench's)")
    parser.add_argument("--queries", type=Path, metavar="FILE", help="the queries whose plans are due")
    parser.add_argument("--gold", type=Path, metavar="FILE", help="reference plans, for the ordering score")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="scoring options, JSON")
    parser.add_argument("--map", type=Path, metavar="FILE", help="import answers, JSON")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the score file goes")
    parser.add_argument("--table", type=Path, metavar="FILE", help="where the table goes, .md or .csv")
    parser.add_argument(
        "--no-embedder", action="store_true", help="leave the persona score out where its extra is installed"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Reads, scores, writes the score file, prints the table."""
    _refuse_outputs(arguments)
    answers = scoring.read_answers(arguments.map)
    profile = scoring.read_profile(arguments.profile) if arguments.profile else DEFAULT_PROFILE
    lines = read_plan_lines(arguments.plans, answers.of(arguments.plans.name))
    stray: list[PlanLine] = []
    unread = 0
    if arguments.queries:
        queries = read_plan_lines(arguments.queries, answers.of(arguments.queries.name))
        unread += _say_unread(arguments.queries, [query for query in queries if query.error])
        lines, stray = due_lines(lines, queries)
    url = _reference_data(arguments, answers)
    if isinstance(url, tuple):
        url, bad_rows = url
        unread += bad_rows
    if not lines:
        raise InputError("There is no plan to score", where=str(arguments.plans))
    references: list[Itinerary | None] | None = None
    if arguments.gold:
        references, bad_lines = _references(arguments.gold, url, answers, lines)
        unread += bad_lines
    embedder = None if arguments.no_embedder else installed_embedder()
    scored = scoring.score_lines(
        lines,
        arguments.plans.stem,
        url,
        profile,
        references=references,
        cosines=PersonaCosines(embedder) if embedder else None,
    )
    for plan, line in zip(scored, lines, strict=True):
        if plan.error and line.obj is not None and line.obj.get("plan") is not None:
            failed = PlanLine(plan.idx, line.line, None, plan.error)
            unread += _say_unread(arguments.plans, [failed])
        elif line.obj is None:
            unread += _say_unread(arguments.plans, [line])
        for fault in plan.feedback.faults if plan.feedback else ():
            say(f"Plan {plan.idx}: {fault.code} failed in the program: {fault.error}")
    unread += _say_unread(arguments.plans, stray)
    summary = summary_of(scored)
    if arguments.out:
        name = embedder.name if embedder else None
        write_file(arguments.out, scoring.file_text(profile, scored, summary, name).encode())
    if arguments.table:
        write_table(arguments.table, summary)
    console().print(table_of(summary), width=TABLE_WIDTH, crop=False)
    if summary["failed_plans"]:
        listed = "; ".join(f"plan {plan['idx']}: {plan['reason']}" for plan in summary["failed_plans"])
        say(f"Not delivered, counted as failed: {listed}")
    return SOME_UNREADABLE if unread else ALL_READ


def _refuse_outputs(arguments: argparse.Namespace) -> None:
    """Refuse files that could not be written or that are read, before the plans are scored."""
    read = (
        arguments.plans, arguments.data, arguments.queries, arguments.gold, arguments.profile, arguments.map,
    )  # fmt: skip
    for path in (arguments.out, arguments.table):
        if path is not None:
            refuse_missing_folder(path)
            refuse_overwriting(path, [one for one in read if one is not None])
    if arguments.table is not None:
        refuse_other_ending(arguments.table)


def _reference_data(arguments: argparse.Namespace, answers: Any) -> str | tuple[str, int]:
    if arguments.data:
        problems = scoring.load_reference_data(arguments.data, answers)
        if problems:
            say(scoring.problems_text(problems))
        return IN_MEMORY, scoring.count_errors(problems)
    return reference_url(arguments)


def _say_unread(path: Path, lines: Sequence[PlanLine]) -> int:
    for line in lines:
        place = f"{path}, line {line.line}" if line.line else str(path)
        reason = line.error or "No query asks for this plan; it is not scored."
        say_error(InputError(f"plan {line.idx}: {reason}" if line.idx is not None else reason, where=place))
    return len(lines)


def _references(
    path: Path, url: str, answers: Any, lines: Sequence[PlanLine]
) -> tuple[list[Itinerary | None], int]:
    """(the reference plan of each line, lines that could not be used)."""
    found = scoring.read_references(path, url, answers.of(path.name))
    bad = _say_unread(path, found.unread)
    pairs, doubtful = paired([line.key for line in lines if line.key], found.plans)
    for reason in dict.fromkeys(doubtful.values()):
        say(f"{path}: {reason}")
    missing = [str(line.idx) for line in lines if line.key not in pairs]
    if missing:
        say(f"{path} has no reference plan for {', '.join(missing)}.")
    return [found.plans[pairs[line.key]] if line.key in pairs else None for line in lines], bad


def table_of(summary: dict[str, Any]) -> Table:
    """The summary laid out like the paper's Table 3, as `helpers.results_table`."""
    table = Table(box=None, pad_edge=False, collapse_padding=True)
    for name in header():
        if name == RISK_COLUMN:
            table.add_column(name, no_wrap=True)
        else:
            table.add_column(name.replace(" ", "\n"), justify="right", no_wrap=True)
    for row in rows_of(summary):
        table.add_row(*row)
    return table
