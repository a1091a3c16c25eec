"""The lines of a plan file: one object a line or one element of a JSON array, and which plans are due."""

import codecs
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from annotate.errors import InputError
from db.importers.answers import FileAnswers
from db.importers.plans import why_not_storable
from db.importers.source_files import load

QUERY_KEYS = ("JSON", "persona", "risk_profile")
_FROM_QUERY = ("set", "idx", *QUERY_KEYS)
HIGHEST_IDX = 2**31 - 1
"""A database keeps no higher number."""
_DIGITS = len(str(HIGHEST_IDX)) + 1


Key = tuple[str | None, int]
"""(set, idx) of a plan; None for the set where the line names none."""


@dataclass(frozen=True, slots=True)
class PlanLine:
    """One object of a plan file, or what stands in its place: `error` says why it cannot be used."""

    idx: int | None
    line: int | None
    obj: Mapping[str, Any] | None
    error: str | None = None

    @property
    def key(self) -> Key | None:
        """Set and number of the plan; None without a number."""
        said = self.obj.get("set") if self.obj is not None else None
        return None if self.idx is None else (str(said) if said else None, self.idx)


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
    seen: dict[Key, int] = {}
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
        plan = PlanLine(idx, line, obj)
        if plan.key is not None and (first := seen.setdefault(plan.key, at)) != at:
            again = f"Plan {idx} stands on line {source.lines[first]} already; this one is not used."
            plan = replace(plan, error=again)
        found.append(plan)
    return sorted(found, key=lambda one: one.line or 0)


def _idx_of(obj: Mapping[str, Any]) -> int | None:
    idx = obj.get("idx")
    if isinstance(idx, str) and idx.strip().isascii() and idx.strip().isdigit():
        digits = idx.strip().lstrip("0") or "0"
        return int(digits[:_DIGITS])  # a longer one is beyond HIGHEST_IDX, and Python reads no 5,000 digits
    return idx if isinstance(idx, int) and not isinstance(idx, bool) else None


def paired(keys: Iterable[Key], others: Iterable[Key]) -> tuple[dict[Key, Key], dict[Key, str]]:
    """(which of the others is of the same query as a key, why a key that could be of several is of none).

    Set and idx are equal, or the idx is where one side names no set and no second pair of that idx is possible.
    """
    own, held = dict.fromkeys(keys), dict.fromkeys(others)
    pairs = {key: key for key in own if key in held}
    by_idx: dict[int, list[Key]] = defaultdict(list)
    for other in held:
        by_idx[other[1]].append(other)
    claims: dict[Key, list[Key]] = defaultdict(list)
    doubtful: dict[Key, str] = {}
    for key in (key for key in own if key not in pairs):
        fits = [other for other in by_idx[key[1]] if key[0] is None or other[0] is None]
        if len(fits) > 1:
            doubtful[key] = _doubt(fits)
        elif fits and fits[0] not in pairs:
            claims[fits[0]].append(key)
    for other, claimants in claims.items():
        if len(claimants) == 1:
            pairs[claimants[0]] = other
        else:
            doubtful |= dict.fromkeys(claimants, _doubt(claimants))
    return pairs, doubtful


def _doubt(keys: Sequence[Key]) -> str:
    sets = ", ".join(sorted(f"'{name}'" if name else "one without a name" for name, _ in keys))
    return (
        f"Idx {keys[0][1]} fits {len(keys)} sets ({sets}) and the other file does not say which; it is not used. "
        'Expected "set" in the lines of both files.'
    )


def due_lines(
    plans: Sequence[PlanLine], queries: Sequence[PlanLine]
) -> tuple[list[PlanLine], list[PlanLine]]:
    """(one line per query that is due, lines of plans that nobody asked for or that have no number).

    A plan is that of the query of its set and idx, as `paired` tells. A plan that lacks what the query says (`set`,
    `JSON`, `persona`, `risk_profile`) takes it from there; a query without a plan is a plan that was not delivered.
    """
    own: dict[Key, PlanLine] = {}
    for plan in plans:
        if plan.key is not None:
            own.setdefault(plan.key, plan)
    asked = {query.key: query for query in queries if query.key and query.obj is not None and not query.error}
    pairs, doubtful = paired(own, asked)
    stray = []
    for plan in plans:
        if plan.key is None or own[plan.key] is not plan or plan.key not in pairs:
            doubt = doubtful.get(plan.key) if plan.key else None
            stray.append(replace(plan, error=plan.error or doubt))
    answers = {query: own[plan] for plan, query in pairs.items()}
    due = []
    for key, query in asked.items():
        said = {name: value for name, value in (query.obj or {}).items() if name in _FROM_QUERY}
        line = answers.get(key)
        if line is None:
            due.append(PlanLine(query.idx, None, {**said, "plan": None}))
        else:
            given = {name: value for name, value in (line.obj or {}).items() if value is not None}
            due.append(PlanLine(query.idx, line.line, {**said, **given}, line.error))
    return due, stray
