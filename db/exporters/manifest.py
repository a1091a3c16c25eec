"""manifest.json: what a release holds and what it was made with, with a checksum of each file.

It says nothing of when or where it was cut: the same content gives the same bytes.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from annotate.gold import SCHEMA_VERSION

FILE_NAME = "manifest.json"


def make_manifest(
    name: str, lines: Sequence[Mapping[str, Any]], files: Mapping[str, bytes]
) -> dict[str, Any]:
    """The manifest of a release: counts, files, versions."""
    rows = [row for line in lines for day in line["timeline"] for row in day["rows"]]
    legs = sum(row["kind"] == "leg" for row in rows)
    return {
        "name": name,
        "schema": SCHEMA_VERSION,
        "counts": {
            "items": len(lines),
            "days": sum(len(line["timeline"]) for line in lines),
            "stops": len(rows) - legs,
            "legs": legs,
            "waivers": sum(len(line["waivers"]) for line in lines),
            "by_set": _counted(line["set"] for line in lines),
            "by_risk_profile": _counted(line.get("risk_profile") or "none" for line in lines),
            "by_days": _counted(str(len(line["timeline"])) for line in lines),
            "by_level": _counted(line["JSON"].get("level") or "none" for line in lines),
        },
        "files": {
            file_name: {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
            for file_name, data in sorted(files.items())
        },
        "profiles": _versions(lines, "profile"),
        "rules": _versions(lines, "rules"),
        "guidelines": _versions(lines, "guidelines"),
        "imports": sorted({label for line in lines for label in line["provenance"].get("imports") or ()}),
    }


def to_bytes(manifest: Mapping[str, Any]) -> bytes:
    """The file."""
    return (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()


def _counted(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))


def _versions(lines: Sequence[Mapping[str, Any]], key: str) -> list[str]:
    return sorted({str(line["provenance"][key]) for line in lines if line["provenance"].get(key) is not None})
