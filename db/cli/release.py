"""`python -m db release` and `python -m db compare`: gold items into files, two releases beside each other."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.errors import InputError
from annotate.workflow import Role
from db import models, releases
from db.exporters import gold_jsonl
from db.people import Person, people_by_id
from db.schema import migrate
from db.session import open_session

COMMAND_LINE_CODE = "CLI"
"""Code of the person in whose name the command line cuts where the database has no lead; nobody signs in as
it.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands to the command line of `python -m db`."""
    parser = subparsers.add_parser(
        "release",
        help="cut a release of the gold items",
        description="Writes gold.jsonl, gold.csv, manifest.json and README.md of every gold item. Exit code 0: done; "
        "1: an item may not go out, or there is none; nothing was written.",
    )
    parser.add_argument("name", metavar="NAME", help="name of the release")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the files")
    parser.add_argument("--by", metavar="CODE", help="code of the lead who cuts it (else the first lead)")
    parser.add_argument("--leave-out", action="store_true", help="leave out gold items that may not go out")
    parser.add_argument("--check", action="store_true", help="only say what may go out and what may not")
    other = subparsers.add_parser(
        "compare",
        help="compare two releases",
        description="Each is the name of a release in the database, a gold.jsonl, or the folder of one.",
    )
    other.add_argument("earlier", metavar="EARLIER")
    other.add_argument("later", metavar="LATER")


def run(args: argparse.Namespace) -> int:
    """Carry out the command; returns the exit code."""
    migrate()
    return _compare(args) if args.command == "compare" else _release(args)


def _release(args: argparse.Namespace) -> int:
    if args.check:
        with open_session(write=False) as session:
            gates = releases.check(session)
        for item in gates.held_back:
            _say(f"{item.label}: {'; '.join(item.faults)}")
        _say(f"{len(gates.ready)} of {len(gates.items)} gold items may go out.")
        return 1 if gates.held_back or not gates.ready else 0
    with open_session(write=True) as session:
        person = _lead(session, args.by)
        done = releases.cut(session, args.name, args.out, person, leave_out_held_back=args.leave_out)
    _say(f"Release {done.number} '{done.name}': {done.items} items in {args.out}")
    for file_name, said in done.manifest["files"].items():
        _say(f"  {file_name}  sha256 {said['sha256']}")
    return 0


def _lead(session: Session, code: str | None) -> Person:
    """The lead with a code, else the first one, else the command line itself."""
    query = select(models.Person).order_by(models.Person.code)
    people = [row for row in session.scalars(query) if code is None or row.code == code]
    if code is not None and not people:
        raise InputError(f"Nobody has the code {code}", todo="Give the code of a lead with --by.")
    leads = [row for row in people if code is not None or (row.active and Role.LEAD in row.roles)]
    if not leads:
        leads = [row for row in people if row.code == COMMAND_LINE_CODE]
    if not leads:
        row = models.Person(
            code=COMMAND_LINE_CODE, name="Command line", roles=[Role.LEAD.value], active=False
        )
        session.add(row)
        session.flush()
        leads = [row]
    return people_by_id(session, [leads[0].id])[leads[0].id]


def _compare(args: argparse.Namespace) -> int:
    with open_session(write=False) as session:
        found = releases.compare(_lines(session, args.earlier), _lines(session, args.later))
    for title, keys in (("only in the later", found.added), ("only in the earlier", found.removed)):
        for set_name, idx in keys:
            _say(f"{set_name} {idx}: {title}")
    for (set_name, idx), names in found.changed.items():
        _say(f"{set_name} {idx}: changed in {', '.join(names)}")
    _say(
        f"{len(found.added)} added, {len(found.removed)} removed, {len(found.changed)} changed, {found.same} the same"
    )
    return 0


def _lines(session: Session, said: str) -> list[dict[str, Any]]:
    path = Path(said)
    path = path / gold_jsonl.FILE_NAME if path.is_dir() else path
    if not path.is_file():
        return releases.lines_of_release(session, said)
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {error}", expected="a gold.jsonl") from error


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
