"""The lines of a plan file: one object a line or one element of a JSON array, and which plans are due."""

import codecs
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotate.errors import InputError
from db.importers.answers import FileAnswers
from db.importers.plans import why_not_storable
from db.importers.source_files import load

QUERY_KEYS = ("JSON", "persona", "risk_profile")
HIGHEST_IDX = 2**31 - 1
"""A database keeps no higher number."""
_DIGITS = len(str(HIGHEST_IDX)) + 1


@dataclass(frozen=True, slots=True)
class PlanLine:
    """One object of a plan file, or what stands in its place: `error` says why it cannot be used."""

    idx: int | None
    line: int | None
    obj: Mapping[str, Any] | None
    error: str | None = None


def read_plan_lines(path: Path, answers: FileAnswers | None = None) -> list[PlanLine]:
    """The lines of a file, as `plan_lines_of` tells. Raises InputError if the file cannot be read at all."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"The file cannot be read ({error.strerror})",
            where=str(path),
            expected="a JSONL file or a JSON array of plans",
            todo="Check the path.",
        ) from error
    return plan_lines_of(path.name, data, answers, where=str(path))


def plan_lines_of(
    name: str, data: bytes, answers: FileAnswers | None = None, *, where: str | None = None
) -> list[PlanLine]:
    """The objects of a JSONL file or JSON array in file order, with a line for each that is no JSON.

    An idx that comes a second time in the same set is an error of the later line, and so is what no database can
    keep (half a letter, a number that is not finite). Raises InputError if the file is none of plans. `where`
    names the file in an error, its name if nothing is given.
    """
    place = where or name
    source, questions = load(name, data, answers or FileAnswers())
    if source is None:
        question = questions[0]
        raise InputError(question.text, where=place, todo=f"Add {question.add} to the map (--map).")
    if source.shape != "objects":
        raise InputError(
            "This is no file of plans", where=place, expected="a name that ends in .jsonl or .json"
        )
    if not data.removeprefix(codecs.BOM_UTF8).strip():
        raise InputError("The file is empty", where=place, expected="a JSONL file or a JSON array of plans")
    found = [
        PlanLine(None, problem.line, None, problem.sentence)
        for problem in source.problems
        if problem.level == "error"
    ]
    seen: dict[tuple[object, int], int] = {}
    for at, (obj, line) in enumerate(zip(source.objects, source.lines, strict=True)):
        if not isinstance(obj, dict):
            found.append(PlanLine(None, line, None, "This is no object with idx, JSON and plan."))
            continue
        idx = _idx_of(obj)
        if idx is not None and abs(idx) > HIGHEST_IDX:
            found.append(PlanLine(None, line, obj, f"Its idx is beyond {HIGHEST_IDX}."))
            continue
        if (unfit := why_not_storable(obj)) is not None:
            found.append(PlanLine(idx, line, obj, f"{unfit[0].upper()}{unfit[1:]}."))
            continue
        said = obj.get("set")
        again = None
        if idx is not None and (first := seen.setdefault((str(said), idx), at)) != at:
            again = f"Plan {idx} stands on line {source.lines[first]} already; this one is not used."
        found.append(PlanLine(idx, line, obj, again))
    return sorted(found, key=lambda one: one.line or 0)


def _idx_of(obj: Mapping[str, Any]) -> int | None:
    idx = obj.get("idx")
    if isinstance(idx, str) and idx.strip().isascii() and idx.strip().isdigit():
        digits = idx.strip().lstrip("0") or "0"
        return int(digits[:_DIGITS])  # a longer one is beyond HIGHEST_IDX, and Python reads no 5,000 digits
    return idx if isinstance(idx, int) and not isinstance(idx, bool) else None


def due_lines(
    plans: Sequence[PlanLine], queries: Sequence[PlanLine]
) -> tuple[list[PlanLine], list[PlanLine]]:
    """(one line per query that is due, lines of plans that nobody asked for or that have no number).

    A plan that lacks what the query says (`JSON`, `persona`, `risk_profile`) takes it from there; a query
    without a plan is a plan that was not delivered.
    """
    by_idx: dict[int, PlanLine] = {}
    stray = []
    wanted = {query.idx for query in queries}
    for plan in plans:
        if plan.idx is None or plan.idx not in wanted or plan.idx in by_idx:
            stray.append(plan)
        else:
            by_idx[plan.idx] = plan
    due = []
    for query in queries:
        if query.idx is None or query.obj is None or query.error:
            continue
        asked = {key: query.obj[key] for key in ("idx", *QUERY_KEYS) if key in query.obj}
        plan_line = by_idx.get(query.idx)
        if plan_line is None:
            due.append(PlanLine(query.idx, None, {**asked, "plan": None}))
        else:
            own = {key: value for key, value in (plan_line.obj or {}).items() if value is not None}
            due.append(PlanLine(query.idx, plan_line.line, {**asked, **own}, plan_line.error))
    return due, stray
