"""`python -m helpers score PLANS.jsonl --data DIR --out FILE`: scores the plans of a file."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from annotate.errors import InputError
from annotate.profile import DEFAULT_PROFILE
from annotate.score import all_scores
from helpers import scoring
from helpers.cli.console import console, say, say_error
from helpers.cli.reference_database import reference_url
from helpers.summary import summary_of

ALL_READ, SOME_UNREADABLE, NOTHING_DONE = 0, 1, 2
NOT_YET = "-"
"""Shown in columns of the paper's table that nothing fills."""
RATE_COLUMNS = ("Commonsense micro", "Commonsense macro", "Hard micro", "Hard macro", "Final pass")
SCORE_COLUMNS = (
    ("T_meal", "t_meal"), ("T_attr", "t_attr"), ("S_spatial", "s_spatial"), ("O_ord", "o_ord"),
    ("P_persona", "p_persona"), ("BAS", "bas"), ("CATS", "cats"), ("TDAS", "tdas"),
)  # fmt: skip
"""Score columns of the paper's Table 3, with their keys."""


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
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Reads, scores, writes the score file, prints the table."""
    answers = scoring.read_answers(arguments.map)
    profile = scoring.read_profile(arguments.profile) if arguments.profile else DEFAULT_PROFILE
    lines = scoring.read_plan_lines(arguments.plans, answers.of(arguments.plans.name))
    stray: list[scoring.PlanLine] = []
    unread = 0
    if arguments.queries:
        queries = scoring.read_plan_lines(arguments.queries, answers.of(arguments.queries.name))
        unread += _say_unread(arguments.queries, [query for query in queries if query.error])
        lines, stray = scoring.due_lines(lines, queries)
    if arguments.gold:
        _say_references(arguments.gold, lines)
    url = _reference_data(arguments, answers)
    if isinstance(url, tuple):
        url, bad_rows = url
        unread += bad_rows
    if not lines:
        raise InputError("There is no plan to score", where=str(arguments.plans))
    scored = scoring.score_lines(lines, arguments.plans.stem, url, profile)
    for plan, line in zip(scored, lines, strict=True):
        if plan.error and line.obj is not None and line.obj.get("plan") is not None:
            failed = scoring.PlanLine(plan.idx, line.line, None, plan.error)
            unread += _say_unread(arguments.plans, [failed])
        elif line.obj is None:
            unread += _say_unread(arguments.plans, [line])
        for fault in plan.feedback.faults if plan.feedback else ():
            say(f"Plan {plan.idx}: {fault.code} failed in the program: {fault.error}")
    unread += _say_unread(arguments.plans, stray)
    summary = summary_of(scored)
    if arguments.out:
        arguments.out.write_text(scoring.file_text(profile, scored, summary), encoding="utf-8")
    console().print(table_of(summary))
    return SOME_UNREADABLE if unread else ALL_READ


def _reference_data(arguments: argparse.Namespace, answers: Any) -> str | tuple[str, int]:
    if arguments.data:
        problems = scoring.load_reference_data(arguments.data, answers)
        if problems:
            say(scoring.problems_text(problems))
        return scoring.IN_MEMORY, len(problems)
    return reference_url(arguments)


def _say_unread(path: Path, lines: Sequence[scoring.PlanLine]) -> int:
    for line in lines:
        place = f"{path}, line {line.line}" if line.line else str(path)
        reason = line.error or "No query asks for this plan; it is not scored."
        say_error(InputError(f"plan {line.idx}: {reason}" if line.idx is not None else reason, where=place))
    return len(lines)


def _say_references(path: Path, lines: Sequence[scoring.PlanLine]) -> None:
    known = {line.idx for line in scoring.read_plan_lines(path)}
    missing = [str(line.idx) for line in lines if line.idx not in known]
    if missing:
        say(f"{path} has no reference plan for {', '.join(missing)}.")


def table_of(summary: dict[str, Any]) -> Table:
    """The summary laid out like the paper's Table 3: a row per trip length and risk profile, then all plans.

    Rates in per cent, scores in [0, 1] with the plans that have one: `0.62 (4/5)`.
    """
    table = Table(box=None, pad_edge=False)
    table.add_column("Days", justify="right")
    table.add_column("Risk profile", no_wrap=True)
    for name in ("Plans", "Delivery", *RATE_COLUMNS, *(name for name, _ in SCORE_COLUMNS)):
        table.add_column(name, justify="right")
    for group in summary["groups"]:
        table.add_row(str(group["days"] or NOT_YET), group["risk_profile"] or "no profile", *_cells(group))
    table.add_row("all", "", *_cells(summary))
    return table


def _cells(figures: dict[str, Any]) -> list[str]:
    known = {info.key for info, _ in all_scores()}
    cells = [str(figures["plans"]), _per_cent(figures["delivery_rate"])]
    cells += [NOT_YET] * len(RATE_COLUMNS)
    for _, key in SCORE_COLUMNS:
        score = figures["scores"][key] if key in known else None
        if score is None or score["mean"] is None:
            cells.append(NOT_YET)
        else:
            cells.append(f"{score['mean']:.3f} ({score['plans']}/{figures['plans']})")
    return cells


def _per_cent(share: float | None) -> str:
    return NOT_YET if share is None else f"{100 * share:.1f}"
