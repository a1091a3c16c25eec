"""Importing small files in tests: what was read, what was written."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table, select

from db import imports
from db.importers.answers import answers_from
from db.importers.base import Problem
from db.imports import ImportPlan, ImportResult, Upload
from db.models import REFERENCE_MODELS
from db.session import open_session

CITIES = "city,state\nJaipur,Rajasthan\nUdaipur,Rajasthan\nBhopal,Madhya Pradesh\n"
TWO_AURANGABADS = "city,state\nAurangabad,Maharashtra\nAurangabad,Bihar\nJaipur,Rajasthan\n"


def uploads(files: Mapping[str, str | bytes]) -> list[Upload]:
    """The files as somebody chose them on a screen."""
    return [Upload(name, text.encode() if isinstance(text, str) else text) for name, text in files.items()]


def read(url: str, files: Mapping[str, str | bytes], answers: Any = None, **how: Any) -> ImportPlan:
    """Read files against a database; `answers` is a map as JSON."""
    with open_session(write=False, url=url) as session:
        return imports.read_files(uploads(files), answers_from(answers or {}), session=session, **how)


def put(
    url: str, files: Mapping[str, str | bytes], answers: Any = None, *, skip_bad: bool = False, **how: Any
) -> ImportResult:
    """Read and accept files."""
    plan = read(url, files, answers, **how)
    with open_session(write=True, url=url) as session:
        return imports.accept(session, plan, skip_bad=skip_bad)


def rows(url: str, table: str, *columns: str) -> list[Any]:
    """What a table holds, in the order in which it was written; one column gives plain values."""
    found = REFERENCE_MODELS[table].__table__
    assert isinstance(found, Table)
    with open_session(write=False, url=url) as session:
        picked = select(*(found.c[name] for name in columns)).order_by(*found.primary_key.columns)
        return [tuple(row) if len(columns) > 1 else row[0] for row in session.execute(picked)]


def told(problems: list[Problem]) -> list[tuple[int | None, str | None, str]]:
    """(line, column, what was found) of problems."""
    return [(problem.line, problem.column, problem.found) for problem in problems]
