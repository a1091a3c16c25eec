"""The YAML that a data card begins with: what Hugging Face reads of a data set (licence, files, columns).

It names gold.jsonl and the type of each key: one that holds objects or lists is of the type JSON, because its inner keys
differ from line to line and no single table type fits them. gold.csv is loaded by its own name: one loader reads a
folder, and it is that of JSON.
"""

import json
from collections.abc import Sequence

from annotate.gold import LINE_KEYS
from db.exporters import gold_jsonl
from db.exporters.item_summary import ItemSummary

SPLIT = "test"
"""The only split: gold is there to measure against."""
PLAIN_KEYS = {"set": "string", "idx": "int64", "persona": "string", "risk_profile": "string"}
"""The keys of a line that hold no object or list, with their type."""
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))


def header(name: str, items: Sequence[ItemSummary]) -> str:
    """The header with its lines of dashes."""
    size = next((words for most, words in _SIZES if len(items) < most), "100K<n<1M")
    more = sorted({key for item in items for key in item.more_keys})
    columns = {key: PLAIN_KEYS.get(key, "json") for key in LINE_KEYS} | dict.fromkeys(more, "json")
    return "\n".join(
        [
            "---",
            "license: other  # to be filled in by whoever publishes this release",
            "license_name: to-be-filled-in",
            f"pretty_name: {json.dumps(name)}",
            "language:",
            "- en",
            "size_categories:",
            f"- {size}",
            "configs:",
            "- config_name: default",
            "  data_files:",
            f"  - split: {SPLIT}",
            f"    path: {gold_jsonl.FILE_NAME}",
            "dataset_info:",
            "- config_name: default",
            "  features:",
            *(f"  - name: {json.dumps(column)}\n    dtype: {kind}" for column, kind in columns.items()),
            "---",
            "",
        ]
    )
