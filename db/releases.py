"""Releases: cutting one, its files, withdrawing it, comparing two. What may go out is decided in `release_gates`.

A release holds exactly the gold plans that pass every gate, at most one per query. It is frozen with all its files: the
same content gives the same bytes, also when it is asked for again.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from annotate.errors import ConflictError, InputError, LockedError, NotFoundError
from annotate.gates import line_faults
from annotate.gold import LINE_KEYS
from annotate.workflow import Action
from db import turns
from db.annotator_profiles import figures_of
from db.cells import checked_text
from db.events import now, record
from db.exporters import gold_jsonl
from db.exporters.release_files import ReleaseFiles, make_files
from db.models import Release, ReleaseFile, ReleaseItem
from db.people import Person, people_by_id, require
from db.release_drafts import Draft, checked_name, get_draft, looked_up, require_own_name
from db.release_gates import Gates, Progress, ReleasePlan, check, imported_lines, state_of_gold
from db.release_lines import evidence_of
from db.submissions import ASKED_AT_ONCE, ChangedRound
from db.turns import Turn

__all__ = [
    "Comparison", "CutRelease", "PreparedRelease", "ReleaseView", "check", "compare", "compare_releases", "files_of",
    "lines_of_release", "list_releases", "prepare", "record_cut", "withdraw", "write_files",
]  # fmt: skip

HELD_BACK_SHOWN = 10
"""An error names so many plans that are held back; `check` has them all."""
LINES_AT_ONCE = 200
"""Gold lines that are in memory before they are written, in the order of the release."""
WITHDRAWN_FILE = "WITHDRAWN.md"
"""Lies beside the files of a release that was withdrawn; the files themselves stay as they were."""


@dataclass(frozen=True, slots=True)
class PreparedRelease:
    """The files of a release that is about to be cut, and what the gold plans were when they were made."""

    name: str
    plans: tuple[ReleasePlan, ...]
    made: ReleaseFiles
    draft: Draft | None
    state: str


@dataclass(frozen=True, slots=True)
class CutRelease:
    """A release that was cut: its number, its files, its manifest."""

    number: int
    name: str
    items: int
    files: dict[str, bytes]
    manifest: dict[str, Any]
    withdrawn_why: str | None = None


@dataclass(frozen=True, slots=True)
class ReleaseView:
    """A release as lists show it. The three `withdrawn` fields are None while it holds."""

    number: int
    name: str
    cut_at: datetime
    by: Person
    manifest: dict[str, Any]
    withdrawn_at: datetime | None
    withdrawn_by: Person | None
    withdrawn_why: str | None

    @property
    def items(self) -> int:
        """Its number of lines."""
        return int(self.manifest["counts"]["items"])


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two releases beside each other, by (set, idx). `changed` says which keys of the line differ."""

    added: tuple[tuple[str, int], ...]
    removed: tuple[tuple[str, int], ...]
    changed: dict[tuple[str, int], tuple[str, ...]]
    same: int


def prepare(
    session: Session,
    name: str,
    person: Person,
    *,
    leave_out_held_back: bool = False,
    progress: Progress | None = None,
) -> PreparedRelease:
    """Makes a release of all gold plans that the draft of this name (if there is one) does not leave out. Takes long, only reads.

    Raises NotAllowedError (no lead), InputError (no name, nothing to release), LockedError (plans are held back; with
    `leave_out_held_back` they stay behind; or the numbers are not those planned).
    """
    require(person, Action.CUT_RELEASE)
    name = checked_name(name)
    state = state_of_gold(session)
    draft = get_draft(session, name)
    gates = check(session, draft, progress=progress)
    _require_open(gates, leave_out_held_back=leave_out_held_back)
    made = make_files(name, _lines(session, gates.ready, progress), lambda codes: figures_of(session, codes))
    return PreparedRelease(name, gates.ready, made, draft, state)


def record_cut(
    session: Session, prepared: PreparedRelease, person: Person, *, at: datetime | None = None
) -> CutRelease:
    """Keeps a prepared release with its files. A release of that name with the same lines is given back as it is.

    Raises NotAllowedError, ConflictError (a plan changed meanwhile, the name belongs to other lines, or differs from that of
    another release in capitals alone).
    """
    require(person, Action.CUT_RELEASE)
    name, made = prepared.name, prepared.made
    turns.wait_for(session, Turn.RELEASE)
    if state_of_gold(session) != prepared.state or get_draft(session, name) != prepared.draft:
        raise ConflictError(
            "The gold plans or the draft changed while the release was made", todo="Check and cut again."
        )
    known = session.scalar(select(Release).where(Release.name == name))
    if known is not None:
        if _lines_checksum(known.manifest) != _lines_checksum(made.manifest):
            withdrawn = " and was withdrawn" if known.withdrawn_at else ""
            raise ConflictError(f"Release '{name}' has other content{withdrawn}", todo="Choose another name.")
        files = files_of(session, name)
        return CutRelease(known.number, name, len(made.texts), files, known.manifest, known.withdrawn_why)
    require_own_name(session, name)
    number = _record(session, prepared, person, at)
    return CutRelease(number, name, len(made.texts), made.files, made.manifest)


def withdraw(session: Session, name: str, person: Person, why: str, *, at: datetime | None = None) -> None:
    """Marks a release as one that is not to be used any more. It stays in the list, and its files as they were.

    Raises NotAllowedError (no lead), NotFoundError, InputError (no reason), ConflictError (it is withdrawn already).
    """
    require(person, Action.WITHDRAW_RELEASE)
    why = checked_text(why, "The reason why a release is withdrawn")
    turns.wait_for(session, Turn.RELEASE)
    release = _existing(session, name)
    if release.withdrawn_at is not None:
        raise ConflictError(f"Release '{name}' is withdrawn already: {release.withdrawn_why}")
    release.withdrawn_at, release.withdrawn_by_id, release.withdrawn_why = at or now(), person.id, why
    record(
        session, kind=Action.WITHDRAW_RELEASE, at=release.withdrawn_at, by_id=person.id, annotation_id=None, why=why,
        data={"release": name},
    )  # fmt: skip
    session.flush()


def files_of(session: Session, name: str) -> dict[str, bytes]:
    """The files of a release as they were cut, and a note beside them if it was withdrawn. Raises NotFoundError.

    A release that was cut before files were kept with it is written from its lines.
    """
    release = _existing(session, name)
    kept = session.execute(
        select(ReleaseFile.path, ReleaseFile.text)
        .where(ReleaseFile.release_id == release.id)
        .order_by(ReleaseFile.path)
    )
    files = {row[0]: row[1].encode() for row in kept}
    if files:
        files[gold_jsonl.FILE_NAME] = "".join(f"{text}\n" for text in _texts(session, release)).encode()
    else:
        files = make_files(name, map(json.loads, _texts(session, release))).files
    if release.withdrawn_at is not None:
        files[WITHDRAWN_FILE] = (
            f"# Withdrawn\n\nRelease {release.name} was withdrawn on {release.withdrawn_at:%Y-%m-%d} and is not to be "
            f"used any more.\n\nReason: {release.withdrawn_why}\n"
        ).encode()
    return files


def lines_of_release(session: Session, name: str) -> list[dict[str, Any]]:
    """The lines of a release as they went out. Raises NotFoundError."""
    return [json.loads(text) for text in _texts(session, _existing(session, name))]


def list_releases(session: Session) -> list[ReleaseView]:
    """All releases, the newest first, withdrawn ones too."""
    rows = session.scalars(select(Release).order_by(Release.number.desc())).all()
    people = people_by_id(session, {one for row in rows for one in (row.by_id, row.withdrawn_by_id)})
    return [
        ReleaseView(
            row.number,
            row.name,
            row.cut_at,
            people[row.by_id],
            row.manifest,
            row.withdrawn_at,
            people.get(row.withdrawn_by_id or 0),
            row.withdrawn_why,
        )
        for row in rows
    ]


def compare(earlier: Sequence[Mapping[str, Any]], later: Sequence[Mapping[str, Any]]) -> Comparison:
    """What a later release adds, leaves out and changes."""
    before = {(line["set"], line["idx"]): line for line in earlier}
    after = {(line["set"], line["idx"]): line for line in later}
    changed = {}
    for key in sorted(before.keys() & after.keys()):
        keys = tuple(name for name in LINE_KEYS if before[key].get(name) != after[key].get(name))
        if keys:
            changed[key] = keys
    return Comparison(
        tuple(sorted(after.keys() - before.keys())),
        tuple(sorted(before.keys() - after.keys())),
        changed,
        len(before.keys() & after.keys()) - len(changed),
    )


def compare_releases(session: Session, earlier: str, later: str) -> Comparison:
    """`compare` of two releases by name; lines with the same checksum are not read. Raises NotFoundError."""
    sums = []
    for name in (earlier, later):
        rows = session.execute(
            select(ReleaseItem.set_name, ReleaseItem.idx, ReleaseItem.sha256, ReleaseItem.id).where(
                ReleaseItem.release_id == _existing(session, name).id
            )
        )
        sums.append({(row[0], row[1]): (row[2], row[3]) for row in rows})
    before, after = sums
    same = {key for key in before.keys() & after.keys() if before[key][0] == after[key][0]}
    found = compare(_lines_but(session, before, same), _lines_but(session, after, same))
    return replace(found, same=found.same + len(same))


def _lines_but(
    session: Session, items: Mapping[tuple[str, int], tuple[str, int]], same: set[tuple[str, int]]
) -> list[dict[str, Any]]:
    ids = [number for key, (_, number) in items.items() if key not in same]
    found: list[dict[str, Any]] = []
    for start in range(0, len(ids), ASKED_AT_ONCE):
        query = select(ReleaseItem.line).where(ReleaseItem.id.in_(ids[start : start + ASKED_AT_ONCE]))
        found += map(json.loads, session.scalars(query))
    return found


def write_files(out_dir: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a release into a folder, each whole or not at all.

    The note of a withdrawn release whose files lay there before goes once they are written. Raises InputError for a folder
    that cannot be written.
    """
    for path, data in files.items():
        file = out_dir / path
        partial = file.with_name(f".{file.name}.partial")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(data)
            os.replace(partial, file)
        except OSError as error:
            with suppress(OSError):  # a folder that takes no file may not let one go either
                partial.unlink(missing_ok=True)
            raise _cannot_write(file, error) from error
    if WITHDRAWN_FILE not in files:
        try:
            (out_dir / WITHDRAWN_FILE).unlink(missing_ok=True)
        except OSError as error:
            raise _cannot_write(out_dir / WITHDRAWN_FILE, error) from error


def _cannot_write(file: Path, error: OSError) -> InputError:
    return InputError(
        f"The file cannot be written ({error.strerror})",
        where=str(file),
        expected="a folder that can be written",
        todo="Choose another folder.",
    )


def _require_open(gates: Gates, *, leave_out_held_back: bool) -> None:
    if gates.held_back and not leave_out_held_back:
        raise LockedError(
            f"{len(gates.held_back)} of {len(gates.items)} gold items may not go out: "
            + "; ".join(f"{item.label}: {item.said}" for item in gates.held_back[:HELD_BACK_SHOWN]),
            todo="Have an expert waive or mend what is named, or leave these items out.",
        )
    if not gates.ready:
        raise InputError(
            "There is no gold item to release", todo="Bring a plan through its final review first."
        )
    if gates.unbalanced:
        raise LockedError(
            "The numbers are not those planned: "
            + "; ".join(
                f"{cell.risk_profile or 'no risk profile'}, {cell.days} days: {cell.ready} ready, {cell.planned} planned"
                for cell in gates.unbalanced
            ),
            todo="Leave plans out, bring more to gold, or plan other numbers.",
        )


def _lines(
    session: Session, plans: Sequence[ReleasePlan], progress: Progress | None
) -> Iterator[dict[str, Any]]:
    """The gold lines of plans, asked once more whether they may go out."""
    for start in range(0, len(plans), LINES_AT_ONCE):
        batch = plans[start : start + LINES_AT_ONCE]
        ids = [plan.annotation_id for plan in batch]
        lines = {one: json.loads(text) for one, text in imported_lines(session, ids)}
        for evidence in evidence_of(session, [one for one in ids if one not in lines]):
            if not isinstance(evidence, ChangedRound):
                lines[evidence.annotation_id] = evidence.line()
        for plan in batch:
            line = lines.pop(plan.annotation_id, None)
            faults = ["its evidence was changed"] if line is None else [one.said for one in line_faults(line)]
            if line is None or faults:
                raise LockedError(f"{plan.label} may not go out: {'; '.join(faults)}")
            yield line
        if progress is not None:
            progress("Writing the lines", start + len(batch), len(plans))


def _record(session: Session, prepared: PreparedRelease, person: Person, at: datetime | None) -> int:
    made = prepared.made
    number = (session.scalar(select(func.max(Release.number))) or 0) + 1
    release = Release(
        number=number,
        name=prepared.name,
        cut_at=at or datetime.now(UTC),
        by_id=person.id,
        manifest=made.manifest,
    )
    session.add(release)
    session.flush()
    plan_of = {(plan.set_name, plan.idx): plan for plan in prepared.plans}
    items = []
    for set_name, idx, text in made.texts:
        plan = plan_of[set_name, idx]
        items.append(
            {"release_id": release.id, "annotation_id": plan.annotation_id, "submission_id": plan.submission_id,
             "set_name": set_name, "idx": idx, "line": text, "sha256": hashlib.sha256(text.encode()).hexdigest()}
        )  # fmt: skip
    session.execute(insert(ReleaseItem), items)
    session.execute(
        insert(ReleaseFile),
        [
            {"release_id": release.id, "path": path, "text": data.decode()}
            for path, data in made.files.items()
            if path != gold_jsonl.FILE_NAME
        ],
    )
    session.flush()
    return number


def _existing(session: Session, name: str) -> Release:
    release = session.scalar(select(Release).where(Release.name == looked_up(name)))
    if release is None:
        raise NotFoundError(f"There is no release '{name}'", todo="Check the name.")
    return release


def _texts(session: Session, release: Release) -> list[str]:
    rows = session.execute(
        select(ReleaseItem.idx, ReleaseItem.set_name, ReleaseItem.line).where(
            ReleaseItem.release_id == release.id
        )
    )
    return [text for _, _, text in sorted((row[0], row[1], row[2]) for row in rows)]


def _lines_checksum(manifest: Mapping[str, Any]) -> str:
    return str(manifest["files"][gold_jsonl.FILE_NAME]["sha256"])
