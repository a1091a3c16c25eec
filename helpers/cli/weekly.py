"""`python -m helpers weekly --week 2025-W41`: the lead's week on the screen, or printed as HTML or PDF."""

import argparse

from rich.table import Table as RichTable

from db.events import now
from db.session import open_session
from db.week import read_week
from helpers.cli.console import console
from helpers.cli.printed_file import add_out, write_printed
from helpers.cli.reference_database import reference_url
from helpers.report import Block, Pairs, Report, Table, Text, Tiles
from helpers.report_html import html_of
from helpers.report_pdf import pdf_of
from helpers.weekly_summary import monday_of, week_name, weekly_summary


def add_to(parsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = parsers.add_parser(
        "weekly",
        help="the weekly summary for the lead",
        description="What moved, who did it, who is stuck, which rules break, who disagrees, what to do next.",
    )
    parser.add_argument(
        "--week", metavar="YEAR-WNN", help="an ISO week, such as 2025-W41 (default: this one)"
    )
    add_out(parser, required=False)
    parser.add_argument("--db", metavar="URL", help="the database (default: the workbench's)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Shows the week, or writes the file and says so."""
    moment = now()
    monday = monday_of(arguments.week or week_name(moment.date()))
    with open_session(write=False, url=reference_url(arguments)) as session:
        report = weekly_summary(read_week(session, monday, at=moment))
    if arguments.out is None:
        _show(report)
        return 0
    write_printed(arguments.out, lambda: html_of(report), lambda: pdf_of(report))
    console().print(f"{arguments.out}: {report.title}, {report.subtitle}", markup=False)
    return 0


def _show(report: Report) -> None:
    out = console()
    out.print(f"{report.title}, {report.subtitle}", markup=False)
    for section in report.sections:
        note = f" ({section.note})" if section.note else ""
        out.print(f"\n{section.title}{note}", markup=False)
        for block in section.blocks:
            _show_block(block)


def _show_block(block: Block) -> None:
    out = console()
    match block:
        case Table():
            table = RichTable(box=None, pad_edge=False, title=None)
            for column in block.columns:
                table.add_column(column.name, justify="right" if column.number else "left")
            for row in block.rows:
                table.add_row(*(f"{cell.text} {cell.sub}".strip() for cell in row.cells))
            out.print(table)
        case Text():
            out.print(f"  {block.text}", markup=False)
        case Pairs():
            for name, value in block.pairs:
                out.print(f"  {name}: {value}", markup=False)
        case Tiles():
            said = ", ".join(f"{value} {name} ({out_of})" for name, value, out_of in block.tiles)
            out.print(f"  {said}", markup=False)
        case _:
            raise TypeError(f"A week holds no {type(block).__name__}")
