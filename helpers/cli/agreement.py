"""`python -m helpers agreement`: how far people agree on times, or how far the plans of some files do."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from rich.table import Table
from rich.text import Text

from annotate.errors import InputError
from annotate.file_form import rounded
from annotate.plan import Itinerary
from db import calibration
from db.agreement import WhichRound, overlapped_queries, read_versions
from db.calibration import Against
from db.plan_lines import Key, paired, read_plan_lines
from db.quality_plans import PlanFilter, choose, quality_plans
from db.schema import IN_MEMORY
from db.session import open_session
from helpers import scoring
from helpers.agreement_report import AgreementReport, Plans, agreement_report, report_data
from helpers.agreement_words import (
    ORDER,
    PLACES,
    WITHIN_MIN,
    Shown,
    alpha_text,
    measures_of,
    minutes_text,
    sample_words,
    share_text,
    value_words,
)
from helpers.cli.console import console, say
from helpers.cli.reference_database import reference_url
from helpers.estimates import SEED, Measured, Undefined

ALL_READ, SOME_UNREADABLE = 0, 1
EACH_OTHER = "each-other"
PARTS = ("kind", "city", "day")
FEWEST_FILES = 2


def add_to(parsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = parsers.add_parser(
        "agreement",
        help="how far people, or files of plans, agree on times",
        description="Agreement on the times of queries that several people handed in, or of the plans that stand "
        "under the same set and idx in two or more files. Exit 0: all read; 1: some lines unreadable; 2: nothing done.",
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="plans, JSONL or a JSON array")
    data = parser.add_mutually_exclusive_group()
    data.add_argument("--data", type=Path, metavar="DIR", help="folder of reference tables, for files")
    data.add_argument("--db", metavar="URL", help="database (default: the workbench's)")
    parser.add_argument("--queries", type=Path, metavar="FILE", help="the queries that plans of files answer")
    parser.add_argument(
        "--with", dest="against", default=EACH_OTHER, choices=[EACH_OTHER, *map(str, Against)],
        help="annotators with each other (default), with the expert's revision, with gold",
    )  # fmt: skip
    parser.add_argument(
        "--round", default=str(WhichRound.LAST), choices=[str(one) for one in WhichRound],
        help="the round of each person: the last handed in (default), or the first, before any review",
    )  # fmt: skip
    parser.add_argument(
        "--batch", action="append", default=[], metavar="NAME", help="only this batch; may repeat"
    )
    parser.add_argument("--by", choices=PARTS, default=PARTS[0], help="what the second table goes by")
    parser.add_argument("--json", action="store_true", help="print every figure as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints the figures. Each has its 95% interval (bootstrap over queries, seeded) and n, or says why it is undefined."""
    unread, queries = 0, None
    if arguments.files:
        plans, unread = _of_files(arguments)
    elif arguments.data or arguments.queries:
        raise InputError(
            "--data and --queries go with files of plans", todo="Name two files, or leave them out."
        )
    else:
        plans, queries = _of_people(arguments)
    report = agreement_report(plans, np.random.default_rng(SEED), queries)
    if arguments.json:
        print(json.dumps(rounded(report_data(report)), ensure_ascii=False, indent=1))
    else:
        show_report(report, arguments.by)
    return SOME_UNREADABLE if unread else ALL_READ


def _of_people(arguments: argparse.Namespace) -> tuple[Mapping[int, Plans], Mapping[int, int]]:
    """(the plans by group, the query of each group)."""
    with open_session(write=False, url=reference_url(arguments)) as session:
        plans = quality_plans(session)
        known = {plan.batch for plan in plans if plan.batch}
        if unknown := sorted(set(arguments.batch) - known):
            raise InputError(
                f"No plan is of a batch {', '.join(map(repr, unknown))}",
                expected=f"any of {', '.join(map(repr, sorted(known)))}" if known else "a batch with plans",
            )
        selection = choose(plans, PlanFilter(batches=frozenset(arguments.batch)))
        if arguments.against == EACH_OTHER:
            queries = overlapped_queries(session, selection, WhichRound(arguments.round))
            plans_of = read_versions(session, [one.key for one in queries])
            return plans_of, {one.query_id: one.query_id for one in queries}
        keys = calibration.pair_keys(session, selection=selection)
        keys = [key for key in keys if key.against == arguments.against]
        return calibration.read_compared(session, keys), {key.theirs_id: key.query_id for key in keys}


def _of_files(arguments: argparse.Namespace) -> tuple[Mapping[int, Plans], int]:
    """(the plans of each query by file, lines of plans and rows of tables that could not be read)."""
    if len(arguments.files) < FEWEST_FILES:
        raise InputError("One file alone agrees with nothing", expected="two or more files of plans")
    unread = 0
    if arguments.data:
        problems = scoring.load_reference_data(arguments.data, scoring.read_answers(None))
        if problems:
            say(scoring.problems_text(problems))
        unread += scoring.count_errors(problems)
        url = IN_MEMORY
    else:
        url = reference_url(arguments)
    plans: dict[Key, dict[int, Itinerary]] = {}
    queries = read_plan_lines(arguments.queries) if arguments.queries else None
    for number, file in enumerate(arguments.files):
        found = scoring.read_references(file, url, queries=queries)
        for line in found.unread:
            say(f"{file}, line {line.line}: {line.error}")
        unread += len(found.unread)
        pairs, doubtful = paired(found.plans, plans)
        for reason in dict.fromkeys(doubtful.values()):
            say(f"{file}: {reason}")
        for key, itinerary in found.plans.items():
            if key not in doubtful:
                plans.setdefault(pairs.get(key, key), {})[number] = itinerary
    return dict(enumerate(plans.values())), unread


def show_report(report: AgreementReport, by: str) -> None:
    """Prints the figures, whole and by `kind`, `city` or `day`; names from data are printed as they are."""
    out = console()
    out.print(f"{report.queries} queries, {report.plans} plans, {report.pairs} pairs")
    table = _table("", "", "Arrivals and departures", "Stay lengths")
    for (name, times, shown), (_, stays, _) in zip(
        measures_of(report.times), measures_of(report.stays), strict=True
    ):
        table.add_row(name, _figure(times, shown), _figure(stays, shown))
    table.add_row(ORDER, _figure(report.order, share_text), "")
    table.add_row(PLACES, _figure(report.places, share_text), "")
    out.print(table)
    if not report.parts[by]:
        return
    table = _table(
        f"By {by}", by.capitalize(), "Minutes apart", f"Within {WITHIN_MIN} min", "Alpha", "Alpha of stays"
    )
    for part in report.parts[by]:
        table.add_row(
            Text(part.name),
            _figure(part.times.mean_apart, minutes_text),
            _figure(part.times.within[WITHIN_MIN], share_text),
            _figure(part.times.alpha, alpha_text),
            _figure(part.stays.alpha, alpha_text),
        )
    out.print(table)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False)
    for column in columns:
        table.add_column(column)
    return table


def _figure(measured: Measured, shown: Shown) -> str:
    said = sample_words(measured, shown)
    value = value_words(measured, shown)
    return f"{value}, {said}" if isinstance(measured, Undefined) else f"{value} ({said})"
