"""All importers, found by their name `IMPORTER` in the modules of this package, and which one takes a file."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from annotate.names import match_key
from db import importers
from db.importers.answers import FileAnswers
from db.importers.base import Importer, Question, SourceFile


@cache
def all_importers() -> tuple[Importer, ...]:
    """Every importer, in the order in which files are read and written."""
    modules = (
        import_module(f"{importers.__name__}.{found.name}") for found in iter_modules(importers.__path__)
    )
    found = [module.IMPORTER for module in modules if hasattr(module, "IMPORTER")]
    return tuple(sorted(found, key=lambda importer: (importer.order, importer.table)))


def importer_of(table: str) -> Importer | None:
    """The importer of a table, by its name."""
    wanted = match_key(table).replace(" ", "_").replace("-", "_")
    return next((importer for importer in all_importers() if importer.table == wanted), None)


@dataclass(frozen=True, slots=True)
class Recognised:
    """Which importer takes a file, or the question to ask; `hint` says what speaks against the nearest table."""

    importer: Importer | None
    question: Question | None = None
    hint: str = ""


def recognise(source: SourceFile, answers: FileAnswers) -> Recognised:
    """By the map, then by the file's name, then by header or first object."""
    tables = ", ".join(importer.table for importer in all_importers())
    if answers.table is not None:
        importer = importer_of(answers.table)
        question = Question(
            source.name, "table", f"The map calls the file '{answers.table}', which is no table. Tables: {tables}.",
            '"table": "<table>"', tuple(importer.table for importer in all_importers()),
        )  # fmt: skip
        return Recognised(importer, None if importer else question)
    if (importer := importer_of(source.stem)) is not None:
        return Recognised(importer)
    fits = [(importer.recognise(source, answers), importer) for importer in all_importers()]
    best = max((score for score, _ in fits), default=0)
    found = [importer for score, importer in fits if score == best]
    if best == 0:
        return Recognised(None, hint=_nearest(source, answers))
    if len(found) > 1:
        names = tuple(importer.table for importer in found)
        return Recognised(
            None,
            Question(
                source.name, "table", f"The header fits {' and '.join(names)}. Which table is it?",
                '"table": "<table>"', names,
            ),
        )  # fmt: skip
    return Recognised(found[0])


def _nearest(source: SourceFile, answers: FileAnswers) -> str:
    """Which table the header is nearest to, and what it lacks."""
    lacking: list[tuple[int, float, str, tuple[str, ...]]] = []
    for importer in all_importers():
        missing = getattr(importer, "missing", None)
        columns = getattr(importer, "columns", ())
        lacks = missing(source, answers) if missing is not None else None
        required = [column.field for column in columns if column.required]
        if lacks and len(lacks) < len(required):
            lacking.append((len(lacks), -len(required), importer.table, lacks))
    if not lacking:
        return "No column is one of a known table."
    _, _, table, lacks = min(lacking)
    return f"Nearest: {table}, which also needs {', '.join(lacks)}."
