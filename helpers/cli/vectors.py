"""`python -m helpers vectors FILE...`: the scores against golden vectors."""

import argparse
import json
from pathlib import Path

from annotate.errors import InputError
from helpers.cli.console import console, say_error
from helpers.vectors import VectorReport, check_file


def add_to(parsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = parsers.add_parser(
        "vectors",
        help="check BAS, CATS and TDAS against golden vectors",
        description="Runs every case of the given files. Exit 0: all equal to 1e-9; 1: a case differs or "
        "a file cannot be read; 2: no file could be read.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a JSON list of cases")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Checks the files and names each case that differs."""
    reports: dict[Path, VectorReport] = {}
    for path in arguments.files:
        try:
            reports[path] = check_file(path)
        except InputError as error:
            say_error(error)
    if not reports:
        return 2
    if arguments.json:
        print(json.dumps([_as_data(path, report) for path, report in reports.items()], indent=1))
    else:
        for path, report in reports.items():
            failed = len(report.failed_cases)
            console().print(
                f"{path}: {report.score.upper()}, {report.cases - failed} of {report.cases} cases equal",
                markup=False,
            )
            for difference in report.differences:
                console().print(f"  {difference}", markup=False)
    failed_any = any(report.differences for report in reports.values())
    return 1 if failed_any or len(reports) < len(arguments.files) else 0


def _as_data(path: Path, report: VectorReport) -> dict[str, object]:
    return {
        "file": str(path),
        "score": report.score,
        "cases": report.cases,
        "failed": list(report.failed_cases),
        "differences": [
            {"case": one.case, "where": one.where, "expected": one.expected, "found": one.found}
            for one in report.differences
        ],
    }
