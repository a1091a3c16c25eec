"""manifest.json: what a release holds and what it was made with, with a checksum of each file.

It says nothing of when or where it was cut: the same content gives the same bytes.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from annotate.gates import RuleState
from annotate.gold import SCHEMA_VERSION
from db.exporters.item_summary import ItemSummary

FILE_NAME = "manifest.json"


def make_manifest(name: str, items: Sequence[ItemSummary], files: Mapping[str, bytes]) -> dict[str, Any]:
    """The manifest of a release: counts, files, versions. `not_checked` counts items by rule."""
    return {
        "name": name,
        "schema": SCHEMA_VERSION,
        "counts": {
            "items": len(items),
            "days": sum(item.days for item in items),
            "stops": sum(item.stops for item in items),
            "legs": sum(item.legs for item in items),
            "waivers": sum(item.waivers for item in items),
            "by_set": _counted(item.set_name for item in items),
            "by_risk_profile": _counted(item.risk_profile for item in items),
            "by_days": _counted(str(item.days) for item in items),
            "by_level": _counted(item.level for item in items),
            "not_checked": _counted(
                code for item in items for code, state in item.rules.items() if state is RuleState.NOT_CHECKED
            ),
        },
        "files": {
            file_name: {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
            for file_name, data in sorted(files.items())
        },
        "profiles": _versions(items, "profile"),
        "rules": _versions(items, "rules"),
        "guidelines": _versions(items, "guidelines"),
        "imports": sorted({label for item in items for label in item.imports}),
    }


def to_bytes(manifest: Mapping[str, Any]) -> bytes:
    """The file."""
    return (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()


def _counted(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))


def _versions(items: Sequence[ItemSummary], key: str) -> list[str]:
    return sorted({item.versions[key] for item in items if key in item.versions})
