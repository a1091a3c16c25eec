"""Releases: which gold items may go out, cutting a release, comparing two.

A release holds exactly the annotations in the state gold, at most one per query; each hard and common verdict
is pass, not_checked or waived, and no flag is open. The same content gives the same bytes.
"""

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from annotate.errors import ConflictError, InputError, LockedError
from annotate.gold import GUIDELINES_VERSION, LINE_KEYS, dump_line, gate_faults, gold_line
from annotate.workflow import Action, State
from db.exporters import dataset_card, gold_csv, gold_jsonl, manifest
from db.models import Annotation, Decision, Flag, QueryRow, Release, ReleaseItem, Submission, Waiver
from db.people import Person, people_by_id, require
from db.submissions import SUBMITTED, FrozenRound, last_rounds


@dataclass(frozen=True, slots=True)
class GoldItem:
    """A gold annotation as it would go out. `submission_id` is None for one that was imported as a line."""

    annotation_id: int
    submission_id: int | None
    line: dict[str, Any]
    faults: tuple[str, ...]
    """Why it may not go out; empty for one that may."""

    @property
    def label(self) -> str:
        """Set and number."""
        return f"{self.line['set']} {self.line['idx']}"


@dataclass(frozen=True, slots=True)
class Gates:
    """What stands between the database and a release."""

    items: tuple[GoldItem, ...]
    by_state: dict[str, int]
    """Number of annotations in each state."""

    @property
    def ready(self) -> tuple[GoldItem, ...]:
        """The items that may go out."""
        return tuple(item for item in self.items if not item.faults)

    @property
    def held_back(self) -> tuple[GoldItem, ...]:
        """The items that may not."""
        return tuple(item for item in self.items if item.faults)


@dataclass(frozen=True, slots=True)
class CutRelease:
    """A release that was cut: its number, its files, its manifest."""

    number: int
    name: str
    items: int
    files: dict[str, bytes]
    manifest: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two releases beside each other, by (set, idx). `changed` says which keys of the line differ."""

    added: tuple[tuple[str, int], ...]
    removed: tuple[tuple[str, int], ...]
    changed: dict[tuple[str, int], tuple[str, ...]]
    same: int


def check(session: Session) -> Gates:
    """Every gold item with what holds it back. A constant number of queries."""
    states = session.execute(select(Annotation.state, func.count()).group_by(Annotation.state))
    by_state = {row[0]: row[1] for row in states}
    rows = session.execute(
        select(Annotation, QueryRow)
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .where(Annotation.state == State.GOLD)
        .options(undefer(Annotation.imported_gold))
        .order_by(QueryRow.idx, QueryRow.set_name, Annotation.id)
    ).all()
    made_here = [annotation.id for annotation, _ in rows if annotation.imported_gold is None]
    evidence = _Evidence(session, made_here)
    items: list[GoldItem] = []
    first_of: dict[int, int] = {}
    for annotation, query in rows:
        submission_id = None
        if annotation.imported_gold is not None:
            line = json.loads(annotation.imported_gold)
        else:
            frozen = evidence.rounds[annotation.id]
            submission_id, line = frozen.id, evidence.line(annotation, frozen)
        faults = gate_faults(line)
        if first_of.setdefault(query.id, annotation.id) != annotation.id:
            faults.append("the query has another gold plan")
        items.append(GoldItem(annotation.id, submission_id, line, tuple(faults)))
    return Gates(tuple(items), by_state)


def cut(
    session: Session,
    name: str,
    out_dir: Path,
    person: Person,
    *,
    leave_out_held_back: bool = False,
    at: datetime | None = None,
) -> CutRelease:
    """Cut a release of all gold items and write its files.

    Raises NotAllowedError (no lead), InputError (no name, nothing to release), LockedError (items are held
    back; with `leave_out_held_back` they stay behind), ConflictError (the name belongs to a release with
    other content).
    """
    require(person, Action.CUT_RELEASE)
    name = name.strip()
    if not name or len(name) > NAME_CHARS or not name.isprintable():
        raise InputError(
            f"'{name}' is no name of a release", expected=f"1 to {NAME_CHARS} printable characters"
        )
    gates = check(session)
    if gates.held_back and not leave_out_held_back:
        raise LockedError(
            f"{len(gates.held_back)} of {len(gates.items)} gold items may not go out: "
            + "; ".join(
                f"{item.label}: {', '.join(item.faults)}" for item in gates.held_back[:HELD_BACK_SHOWN]
            ),
            todo="Have an expert waive or mend what is named, or leave these items out.",
        )
    if not gates.ready:
        raise InputError(
            "There is no gold item to release", todo="Bring a plan through its final review first."
        )
    lines = [item.line for item in gates.ready]
    files, made = release_files(name, lines)
    known = session.scalar(select(Release).where(Release.name == name))
    if known is not None and known.manifest != made:
        raise ConflictError(f"Release '{name}' has other content", todo="Choose another name.")
    number = known.number if known is not None else _record(session, name, gates.ready, made, person, at)
    _write(out_dir, files)
    return CutRelease(number, name, len(lines), files, made)


NAME_CHARS = 80
HELD_BACK_SHOWN = 10
"""An error names so many items that are held back; `check` has them all."""


def release_files(name: str, lines: Sequence[Mapping[str, Any]]) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The four files of a release and its manifest."""
    files = {
        gold_jsonl.FILE_NAME: gold_jsonl.to_bytes(lines),
        gold_csv.FILE_NAME: gold_csv.to_bytes(lines),
    }
    files[dataset_card.FILE_NAME] = dataset_card.to_bytes(
        name, lines, manifest.make_manifest(name, lines, files)
    )
    made = manifest.make_manifest(name, lines, files)
    files[manifest.FILE_NAME] = manifest.to_bytes(made)
    return files, made


def lines_of_release(session: Session, name: str) -> list[dict[str, Any]]:
    """The lines of a release as they went out. Raises InputError for an unknown one."""
    release = session.scalar(select(Release).where(Release.name == name))
    if release is None:
        raise InputError(f"There is no release '{name}'", todo="Check the name.")
    query = select(ReleaseItem.line).where(ReleaseItem.release_id == release.id)
    return [
        json.loads(line) for line in session.scalars(query.order_by(ReleaseItem.idx, ReleaseItem.set_name))
    ]


def list_releases(session: Session) -> list[Release]:
    """All releases, the newest first."""
    return list(session.scalars(select(Release).order_by(Release.number.desc())))


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


class _Evidence:
    """Rounds, decisions, flags and waivers of annotations, each in one query."""

    def __init__(self, session: Session, annotation_ids: Sequence[int]) -> None:
        self.rounds = last_rounds(session, annotation_ids)
        self._handed_in = self._by_annotation(
            session,
            select(Submission).where(
                Submission.annotation_id.in_(annotation_ids), Submission.kind == SUBMITTED
            ),
            Submission,
        )
        self._decisions = self._of(session, Decision, annotation_ids)
        self._flags = self._of(session, Flag, annotation_ids)
        self._waivers = self._of(session, Waiver, annotation_ids)
        rows = [
            row
            for found in (self._decisions, self._flags, self._waivers)
            for one in found.values()
            for row in one
        ]
        annotators = session.execute(
            select(Annotation.id, Annotation.annotator_id).where(Annotation.id.in_(annotation_ids))
        )
        self._annotators = {row[0]: row[1] for row in annotators}
        ids = {row.by_id for row in rows} | set(self._annotators.values())
        self._codes = {person_id: person.code for person_id, person in people_by_id(session, ids).items()}

    def _of(self, session: Session, model: Any, annotation_ids: Sequence[int]) -> dict[int, list[Any]]:
        return self._by_annotation(
            session, select(model).where(model.annotation_id.in_(annotation_ids)), model
        )

    @staticmethod
    def _by_annotation(session: Session, query: Any, model: Any) -> dict[int, list[Any]]:
        found: dict[int, list[Any]] = defaultdict(list)
        for row in session.scalars(query.order_by(model.id)):
            found[row.annotation_id].append(row)
        return found

    def line(self, annotation: Annotation, frozen: FrozenRound) -> dict[str, Any]:
        """The gold line of an annotation from its last frozen round."""
        return gold_line(
            frozen.itinerary,
            frozen.facts,
            frozen.feedback,
            flags=[
                {"row": flag.row or None, "kind": flag.kind, "text": flag.text, "state": flag.state,
                 "round": flag.round, "by": self._codes[flag.by_id], "resolution": flag.resolution}
                for flag in self._flags[annotation.id]
            ],
            waivers=[
                {"code": waiver.code, "rows": list(waiver.rows), "reason": waiver.reason, "round": waiver.round,
                 "by": self._codes[waiver.by_id], "at": _instant(waiver.at)}
                for waiver in self._waivers[annotation.id]
            ],
            provenance={
                "annotator": self._codes[annotation.annotator_id],
                "rounds": self._rounds(annotation.id),
                "profile": frozen.profile.name,
                "rules": frozen.rules_version,
                "guidelines": GUIDELINES_VERSION,
                "imports": list(frozen.facts.imports),
            },
        )  # fmt: skip

    def _rounds(self, annotation_id: int) -> list[dict[str, Any]]:
        decided = {decision.round: decision for decision in self._decisions[annotation_id]}
        rounds = []
        for submission in self._handed_in[annotation_id]:
            decision = decided.get(submission.round)
            rounds.append(
                {
                    "round": submission.round,
                    "submitted_at": _instant(submission.submitted_at),
                    "decision": decision.decision if decision else None,
                    "by": self._codes[decision.by_id] if decision else None,
                }
            )
        return rounds


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _record(
    session: Session,
    name: str,
    items: Sequence[GoldItem],
    made: dict[str, Any],
    person: Person,
    at: datetime | None,
) -> int:
    number = (session.scalar(select(func.max(Release.number))) or 0) + 1
    release = Release(
        number=number, name=name, cut_at=at or datetime.now(UTC), by_id=person.id, manifest=made
    )
    session.add(release)
    session.flush()
    for item in items:
        text = dump_line(item.line)
        session.add(
            ReleaseItem(
                release_id=release.id,
                annotation_id=item.annotation_id,
                submission_id=item.submission_id,
                set_name=item.line["set"],
                idx=item.line["idx"],
                line=text,
                sha256=hashlib.sha256(text.encode()).hexdigest(),
            )
        )
    session.flush()
    return number


def _write(out_dir: Path, files: Mapping[str, bytes]) -> None:
    """Write the files, each whole or not at all."""
    out_dir.mkdir(parents=True, exist_ok=True)
    for file_name, data in files.items():
        partial = out_dir / f".{file_name}.partial"
        partial.write_bytes(data)
        os.replace(partial, out_dir / file_name)
