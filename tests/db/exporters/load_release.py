"""Loads a release as others do, with Hugging Face `datasets` and `mlcroissant`, and prints what they found as JSON.

A program of its own: both are slow to import and leave things behind in the process that imports them.
"""

import json
import sys
from pathlib import Path
from typing import Any


def main(folder: Path) -> None:
    """Print the columns, rows and values of a release in a folder."""
    print(json.dumps({"datasets": _datasets(folder), "croissant": _croissant(folder)}))


def _datasets(folder: Path) -> dict[str, Any]:
    from datasets import load_dataset

    loaded = load_dataset(str(folder))
    stops = load_dataset("csv", data_files=str(folder / "gold.csv"))["train"]
    return {
        "splits": list(loaded),
        "features": {name: str(kind) for name, kind in loaded["test"].features.items()},
        "lines": list(loaded["test"]),
        "stops": len(stops),
        "stop_columns": stops.column_names,
    }


def _croissant(folder: Path) -> dict[str, Any]:
    import mlcroissant

    data = mlcroissant.Dataset(jsonld=str(folder / "croissant.json"))
    issues = data.metadata.ctx.issues
    return {
        "errors": sorted(issues.errors),
        "warnings": sorted(issues.warnings),
        "items": [
            [record["items/set"].decode(), int(record["items/idx"])] for record in data.records("items")
        ],
        "rows": [record["rows/row"].decode() for record in data.records("rows")],
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
