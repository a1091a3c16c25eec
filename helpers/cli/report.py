"""`python -m helpers report --plan 3 --out plan.pdf`: a plan, or all plans of a batch, printed as HTML or PDF."""

import argparse

from annotate.errors import InputError
from db.frozen_plans import FrozenPlan, find_annotation, frozen_plan, plans_of_batch
from db.plan_lines import HIGHEST_IDX
from db.session import open_session
from helpers.batch_report import BatchReport, batch_html, batch_pdf, batch_report
from helpers.cli.console import console, say
from helpers.cli.printed_file import add_out, write_printed
from helpers.cli.reference_database import reference_url
from helpers.plan_report import plan_report
from helpers.report_html import html_of
from helpers.report_pdf import pdf_of

SAID_EVERY = 25
"""A long document says how far it is each so many plans."""


def add_to(parsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = parsers.add_parser(
        "report",
        help="print a plan, or all plans of a batch, as HTML or PDF",
        description="Prints the newest frozen round of a plan, or of each plan of a batch.",
    )
    parser.add_argument("--plan", type=int, metavar="ID", help="a plan by its number")
    parser.add_argument("--set", dest="set_name", metavar="SET", help="a plan by its set, with --idx")
    parser.add_argument("--idx", type=int, metavar="N")
    parser.add_argument("--batch", metavar="NAME", help="one document of all plans of a batch")
    add_out(parser, required=True)
    parser.add_argument("--db", metavar="URL", help="the database (default: the workbench's)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Writes the file and says how many plans it holds."""
    asked = (arguments.plan is not None) + (arguments.set_name is not None) + (arguments.batch is not None)
    if asked != 1 or (arguments.set_name is None) != (arguments.idx is None):
        raise InputError(
            "It is not clear what to print", expected="--plan ID, --set SET --idx N, or --batch NAME"
        )
    for number in (arguments.plan, arguments.idx):
        if number is not None and abs(number) > HIGHEST_IDX:
            raise InputError(f"There is no plan {number}", expected=f"a number up to {HIGHEST_IDX}")
    url, out = reference_url(arguments), arguments.out
    if arguments.batch is not None:
        batch = _batch(url, arguments.batch)
        write_printed(out, lambda: batch_html(batch, _say), lambda: batch_pdf(batch, _say))
        console().print(f"{out}: {batch.title}, {batch.subtitle}", markup=False)
        return 0
    with open_session(write=False, url=url) as session:
        number = arguments.plan
        if number is None:
            number = find_annotation(session, arguments.set_name, arguments.idx)
        report = plan_report(frozen_plan(session, number))
    write_printed(out, lambda: html_of(report), lambda: pdf_of(report))
    console().print(f"{out}: {report.title}, {report.subtitle}", markup=False)
    return 0


def _batch(url: str, name: str) -> BatchReport:
    def read(number: int) -> FrozenPlan:
        with open_session(write=False, url=url) as session:
            return frozen_plan(session, number)

    with open_session(write=False, url=url) as session:
        return batch_report(name, plans_of_batch(session, name), read)


def _say(done: int, total: int) -> None:
    if done % SAID_EVERY == 0 and done < total:
        say(f"{done} of {total} plans")
