"""Published rows of the paper's Table 3, read from the reference file that lies beside this one.

The file has a line for the rates and quality scores of each set and trip length (no risk profile), and one for the
uncertainty scores of each risk profile. Its figures are shares in [0, 1]; every line states its source.
"""

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from annotate.errors import InputError
from annotate.plan import RiskProfile
from helpers.paper_table import QUALITY_KEYS, RATE_KEYS, UNCERTAINTY_KEYS, PaperFigure, PaperRow, by_profile

PUBLISHED_FILE = Path(__file__).with_name("published_results.csv")
FIGURE_COLUMNS = (*RATE_KEYS, *QUALITY_KEYS, *UNCERTAINTY_KEYS)
COLUMNS = ("set", "source", "days", "risk_profile", *FIGURE_COLUMNS, "note")


@cache
def published_rows(path: Path = PUBLISHED_FILE) -> tuple[PaperRow, ...]:
    """The published rows in the order of the file; none if it holds only its header.

    Raises InputError, which names file, line and column, for a figure that is no share, a missing set, source or trip
    length, an unknown risk profile, a figure on the wrong kind of line, and a line that comes twice.
    """
    rows: dict[tuple[str, int], PaperRow] = {}
    seen: set[tuple[str, int, str]] = set()
    for where, line in _lines(path):
        name, source = _text(line, "set", where), _text(line, "source", where)
        days, profile = _days(line, where), _profile(line, where)
        if (name, days, profile or "") in seen:
            raise InputError("This set, trip length and risk profile come twice", where=where)
        seen.add((name, days, profile or ""))
        row = rows.setdefault((name, days), PaperRow(name, days, None, {}, source))
        notes = dict.fromkeys(note for note in (row.note, line["note"].strip()) if note)
        figures = {**row.figures, **_figures(line, profile, where)}
        rows[name, days] = PaperRow(name, days, None, figures, row.source, "; ".join(notes))
    return tuple(rows.values())


def _lines(path: Path) -> Iterator[tuple[str, Mapping[str, str]]]:
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) != COLUMNS:
            raise InputError(
                "The header is not that of published results", where=path.name, expected=", ".join(COLUMNS)
            )
        for line in reader:
            where = f"{path.name}, line {reader.line_num}"
            if None in line or None in line.values():
                raise InputError(
                    "The line has too many or too few cells", where=where, expected=str(len(COLUMNS))
                )
            yield where, line


def _text(line: Mapping[str, str], column: str, where: str) -> str:
    if not (text := line[column].strip()):
        raise InputError("The cell is empty", where=f"{where}, {column}", todo="Say it.")
    return text


def _days(line: Mapping[str, str], where: str) -> int:
    text = line["days"].strip()
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise InputError(f"'{text}' is no trip length", where=f"{where}, days", expected="a number of days")
    return int(text)


def _profile(line: Mapping[str, str], where: str) -> RiskProfile | None:
    text = line["risk_profile"].strip()
    try:
        return RiskProfile(text) if text else None
    except ValueError as error:
        expected = ", ".join(RiskProfile)
        raise InputError(
            f"'{text}' is no risk profile", where=f"{where}, risk_profile", expected=f"{expected}, or nothing"
        ) from error


def _figures(line: Mapping[str, str], profile: RiskProfile | None, where: str) -> dict[str, PaperFigure]:
    found = {}
    for column in FIGURE_COLUMNS:
        if not (text := line[column].strip()):
            continue
        if (column in UNCERTAINTY_KEYS) != (profile is not None):
            raise InputError(
                "The figure stands on the wrong line",
                where=f"{where}, {column}",
                expected=f"{', '.join(UNCERTAINTY_KEYS)} on lines with a risk profile, all others on lines without",
            )
        key = by_profile(column, profile) if profile else column
        found[key] = PaperFigure(_share(text, f"{where}, {column}"))
    return found


def _share(text: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError as error:
        raise InputError(f"'{text}' is no number", where=where, expected="a share from 0 to 1") from error
    if not 0 <= value <= 1:
        raise InputError(
            f"{text} is no share", where=where, expected="from 0 to 1 (88.86 per cent is 0.8886)"
        )
    return value
