"""croissant.json: the release described in the Croissant vocabulary (mlcommons.org/croissant/1.0), for tools that load by it.

Two record sets: `items`, the plain keys of the lines of gold.jsonl, and `rows`, the rows of gold.csv. Keys that hold objects
or lists are no columns: the vocabulary has no type for them.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from annotate.gold import SCHEMA_VERSION
from db.exporters import gold_csv, gold_jsonl
from db.exporters.card_header import PLAIN_KEYS
from db.exporters.gold_csv import COLUMN_TYPES

FILE_NAME = "croissant.json"
CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
LICENCE_TO_FILL = "to be filled in by whoever publishes this release"
_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_DATA_TYPES = {"string": "sc:Text", "int64": "sc:Integer", "float64": "sc:Float"}


def to_bytes(name: str, items: int, files: Mapping[str, bytes]) -> bytes:
    """The file. `files` holds gold.jsonl and gold.csv, whose checksums it repeats."""
    described: dict[str, Any] = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": name,
        "description": f"{items} gold itineraries: travel plans whose times people filled in and experts approved, "
        "each with its evidence.",
        "conformsTo": CONFORMS_TO,
        "license": LICENCE_TO_FILL,
        "version": f"{SCHEMA_VERSION}.0.0",
        "distribution": [
            _file(gold_jsonl.FILE_NAME, "application/jsonlines", files),
            _file(gold_csv.FILE_NAME, "text/csv", files),
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "items",
                "name": "items",
                "description": "One gold itinerary each. Keys that hold objects or lists are no fields.",
                "key": [{"@id": "items/set"}, {"@id": "items/idx"}],
                "field": [
                    _field("items", key, kind, gold_jsonl.FILE_NAME) for key, kind in PLAIN_KEYS.items()
                ],
            },
            {
                "@type": "cr:RecordSet",
                "@id": "rows",
                "name": "rows",
                "description": "One stop or leg each.",
                "key": [{"@id": "rows/set"}, {"@id": "rows/idx"}, {"@id": "rows/row"}],
                "field": [
                    _field("rows", column, kind, gold_csv.FILE_NAME) for column, kind in COLUMN_TYPES.items()
                ],
            },
        ],
    }
    return (json.dumps(described, ensure_ascii=False, indent=1) + "\n").encode()


def _file(file_name: str, encoding: str, files: Mapping[str, bytes]) -> dict[str, Any]:
    data = files[file_name]
    return {
        "@type": "cr:FileObject",
        "@id": file_name,
        "name": file_name,
        "contentUrl": file_name,
        "contentSize": f"{len(data)} B",
        "encodingFormat": encoding,
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def _field(record_set: str, name: str, kind: str, file_name: str) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{record_set}/{name}",
        "name": name,
        "dataType": _DATA_TYPES[kind],
        "source": {"fileObject": {"@id": file_name}, "extract": {"column": name}},
    }
