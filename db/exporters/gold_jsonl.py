"""gold.jsonl: one gold item a line, sorted by idx; the same content gives the same bytes."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotate.gold import dump_line

FILE_NAME = "gold.jsonl"


def sort_key(line: Mapping[str, Any]) -> tuple[int, str]:
    """Order of the lines: by idx, within the same idx by set."""
    return line["idx"], line["set"]


def to_bytes(lines: Sequence[Mapping[str, Any]]) -> bytes:
    """The file. UTF-8, each line ended by a line feed."""
    return "".join(f"{dump_line(line)}\n" for line in sorted(lines, key=sort_key)).encode()
