"""`python -m db release`, `withdraw` and `compare`: gold items into files, a release taken back, two beside each other."""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.errors import InputError
from annotate.gates import GATE_WORDS, RuleState
from annotate.workflow import Role
from db import models, release_drafts, release_gates, releases
from db.cells import fault_of_text
from db.exporters import gold_jsonl, manifest
from db.people import Person, people_by_id
from db.release_gates import Gates
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
        description="Writes gold.jsonl, gold.csv, manifest.json, README.md, croissant.json and charts of every gold item "
        "that the draft of this name, if there is one, does not leave out. Exit code 0: done; 1: an item may not go out, "
        "or there is none, or the numbers are not those planned; nothing was written.",
    )
    parser.add_argument("name", metavar="NAME", help="name of the release")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the files")
    parser.add_argument("--by", metavar="CODE", help="code of the lead who cuts it (else the first lead)")
    parser.add_argument("--leave-out", action="store_true", help="leave out gold items that may not go out")
    parser.add_argument(
        "--check",
        action="store_true",
        help="only say what each gate comes to, what may go out and what may not",
    )
    parser.add_argument(
        "--again", action="store_true", help="write the files of a release that was cut before, as they were"
    )
    taken_back = subparsers.add_parser(
        "withdraw",
        help="withdraw a release",
        description="Marks a release as one that is not to be used any more. Its files stay to be had (release --again), "
        "with a note beside them; its name is not cut again with other content.",
    )
    taken_back.add_argument("name", metavar="NAME", help="name of the release")
    taken_back.add_argument("--why", required=True, metavar="TEXT", help="the reason")
    taken_back.add_argument("--by", metavar="CODE", help="code of the lead who does it (else the first lead)")
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
    return {"compare": _compare, "withdraw": _withdraw, "release": _release}[args.command](args)


def _release(args: argparse.Namespace) -> int:
    if args.check:
        return _check(args.name)
    if args.out is None:
        raise InputError("The folder for the files is missing", todo="Give it with --out.")
    if args.again:
        return _write_again(args.name, args.out)
    with open_session(write=True) as session:
        person = _lead(session, args.by)
    with open_session(write=False) as session:
        prepared = releases.prepare(session, args.name, person, leave_out_held_back=args.leave_out)
    with open_session(write=True) as session:
        done = releases.record_cut(session, prepared, person)
    try:
        releases.write_files(args.out, done.files)
    except InputError as error:
        raise InputError(
            f"Release '{done.name}' is cut, but not all of its files are written: {error.message}",
            where=error.where,
            expected=error.expected,
            todo="Write them with --again, into another folder.",
        ) from error
    _say(f"Release {done.number} '{done.name}': {done.items} items in {args.out}")
    if done.withdrawn_why is not None:
        _say(f"It was withdrawn: {done.withdrawn_why}")
    _say_files(done.manifest)
    return 0


def _check(name: str) -> int:
    with open_session(write=False) as session:
        gates = release_gates.check(session, release_drafts.get_draft(session, name))
    for result in gates.results():
        title, _ = GATE_WORDS[result.gate]
        held = "wait" if result.is_open else "held back"
        said = f"{title}: {result.passing} pass" + (
            f", {len(result.failing)} {held}" if result.failing else ""
        )
        _say(said + (f"; {result.note}" if result.note else ""))
    for code, counts in gates.rule_counts().items():
        if counts[RuleState.NOT_CHECKED] or counts[RuleState.WAIVED]:
            _say(f"  {code}: {counts[RuleState.NOT_CHECKED]} not checked, {counts[RuleState.WAIVED]} waived")
    _say_plans(gates)
    _say(f"{len(gates.ready)} of {len(gates.items)} gold items may go out.")
    return 1 if gates.held_back or gates.unbalanced or not gates.ready else 0


def _say_plans(gates: Gates) -> None:
    for cell in gates.cells() if gates.planned else ():
        _say(
            f"  {cell.risk_profile or 'no risk profile'}, {cell.days} days: {cell.ready} of {cell.planned} planned"
        )
    for item in gates.left_out:
        _say(f"{item.label}: left out: {item.left_out}")
    for item in gates.held_back:
        _say(f"{item.label}: {item.said}")


def _write_again(name: str, out_dir: Path) -> int:
    with open_session(write=False) as session:
        files = releases.files_of(session, name)
    releases.write_files(out_dir, files)
    _say(f"Release '{name}': as it was cut, in {out_dir}")
    if (note := files.get(releases.WITHDRAWN_FILE)) is not None:
        _say(note.decode().split("\n\n")[1])
    _say_files(json.loads(files[manifest.FILE_NAME]))
    return 0


def _withdraw(args: argparse.Namespace) -> int:
    with open_session(write=True) as session:
        releases.withdraw(session, args.name, _lead(session, args.by), args.why)
    _say(f"Release '{args.name}' is withdrawn.")
    return 0


def _say_files(made: dict[str, Any]) -> None:
    for file_name, said in made["files"].items():
        _say(f"  {file_name}  sha256 {said['sha256']}")


def _lead(session: Session, code: str | None) -> Person:
    """Who is active and has a code, else the first active lead, else the command line itself."""
    people = session.scalars(select(models.Person).order_by(models.Person.code)).all()
    active = [row for row in people if row.active and code in {None, row.code}]
    if code is not None and not active:
        raise InputError(
            f"Nobody who is active has the code {code}", todo="Give the code of a lead with --by."
        )
    leads = [row for row in active if code is not None or Role.LEAD in row.roles]
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
    # os.path answers no for what cannot be a path (a name of 5,000 characters), where Path raises.
    path = Path(said, gold_jsonl.FILE_NAME) if os.path.isdir(said) else Path(said)
    if not os.path.isfile(path):
        return releases.lines_of_release(session, said)
    try:
        text = path.read_text(encoding="utf-8")
        lines = {number: json.loads(line) for number, line in enumerate(text.split("\n"), start=1) if line}
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path} cannot be read: {error}", expected="a gold.jsonl") from error
    first: dict[tuple[str, int], int] = {}
    for number, line in lines.items():
        if not (
            isinstance(line, dict)
            and isinstance(name := line.get("set"), str)
            and fault_of_text(name, "The name of a set", len(name)) is None
            and isinstance(line.get("idx"), int)
        ):
            raise InputError(
                f"Line {number} is no gold line",
                where=str(path),
                expected="an object with set, a text, and idx, a whole number",
            )
        before = first.setdefault((line["set"], line["idx"]), number)
        if before != number:
            raise InputError(
                f"Line {number} is {line['set']} {line['idx']}, as line {before} is",
                where=str(path),
                expected="one line for each set and idx",
                todo="Take one of them out.",
            )
    return list(lines.values())


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
