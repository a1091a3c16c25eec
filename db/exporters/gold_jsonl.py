"""gold.jsonl: one gold item a line, sorted by idx; the same content gives the same bytes."""

from collections.abc import Mapping
from typing import Any

from annotate.gold import dump_line

FILE_NAME = "gold.jsonl"


def sort_key(line: Mapping[str, Any]) -> tuple[int, str]:
    """Order of the lines: by idx, within the same idx by set."""
    return line["idx"], line["set"]


def line_text(line: Mapping[str, Any]) -> str:
    """A line of the file with its line feed; the file is UTF-8."""
    return f"{dump_line(line)}\n"
