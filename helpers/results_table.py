"""The figures of many scored plans as a table laid out like the paper's Table 3: a row per trip length and risk
profile, then all plans."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from annotate.errors import InputError
from annotate.score import all_scores
from helpers.written_file import write_file

NONE = "-"
"""What has no denominator or no value: nothing was checked, nothing could be scored."""
RISK_COLUMN = "Risk profile"
RATE_COLUMNS = (
    "Delivery", "Commonsense micro", "Commonsense macro", "Hard micro", "Hard macro", "Final pass",
    "Not checked",
)  # fmt: skip
"""Rates in per cent, then the number of checks that could not be made."""
SCORE_KEYS = ("t_meal", "t_attr", "s_spatial", "p_persona", "o_ord", "bas", "cats", "tdas")
"""Scores in the order of the paper's Table 3."""


def header() -> tuple[str, ...]:
    """The column names."""
    names = {info.key: info.name for info, _ in all_scores()}
    return ("Days", RISK_COLUMN, "Plans", *RATE_COLUMNS, *(names[key] for key in _score_keys()))


def rows_of(summary: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The cells of each row, as text: rates in per cent with one decimal, scores with three and the plans that
    have one, `0.624 (4/5)`."""
    rows = [
        (str(group["days"] or NONE), group["risk_profile"] or "no profile", *_cells(group))
        for group in summary["groups"]
    ]
    return [*rows, ("all", "", *_cells(summary))]


def write_table(path: Path, summary: Mapping[str, Any]) -> None:
    """Writes the table as Markdown (`.md`) or CSV (`.csv`). Raises InputError for another ending and a file that cannot be
    written."""
    refuse_other_ending(path)
    write_file(path, table_text(summary, path.suffix.lower()).encode())


def refuse_other_ending(path: Path) -> None:
    """Raises InputError for a file that is neither Markdown nor CSV by its name."""
    if path.suffix.lower() not in _TEXTS:
        raise InputError(
            f"A table cannot be written as '{path.suffix}'",
            where=str(path),
            expected="a file that ends in .md or .csv",
        )


def table_text(summary: Mapping[str, Any], suffix: str) -> str:
    """The table as Markdown (`.md`) or CSV (`.csv`)."""
    return _TEXTS[suffix]([header(), *rows_of(summary)])


def _score_keys() -> tuple[str, ...]:
    known = {info.key for info, _ in all_scores()}
    return tuple(key for key in SCORE_KEYS if key in known)


def _cells(figures: Mapping[str, Any]) -> list[str]:
    commonsense, hard = figures["commonsense"], figures["hard"]
    shares = (
        figures["delivery_rate"],
        commonsense["micro"],
        commonsense["macro"],
        hard["micro"],
        hard["macro"],
        figures["final_pass_rate"],
    )
    cells = [str(figures["plans"]), *(NONE if share is None else f"{100 * share:.1f}" for share in shares)]
    cells.append(str(commonsense["not_checked"] + hard["not_checked"]))
    for key in _score_keys():
        score = figures["scores"][key]
        value = f"{score['mean']:.3f} " if score["mean"] is not None else f"{NONE} "
        cells.append(f"{value}({score['plans']}/{figures['plans']})")
    return cells


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    head, *body = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([head, "|---:|---|" + "---:|" * (len(rows[0]) - 2), *body]) + "\n"


def _csv(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


_TEXTS = {".md": _markdown, ".csv": _csv}
