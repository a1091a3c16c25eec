"""A release is loaded from its folder by Hugging Face datasets, and mlcroissant validates it; both without a network."""

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from annotate.gold import LINE_KEYS
from db import models, releases
from db.people import person_of
from db.session import open_session
from db.start import prepare
from tests.databases import a_sqlite_database
from tests.quality_world import QualityWorld

PROGRAM = Path(__file__).with_name("load_release.py")
OFFLINE = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1"}
# rdflib, which mlcroissant reads JSON-LD with, still calls a class of its own that it deprecates.
WARNINGS = ("error", "ignore:ConjunctiveGraph is deprecated:DeprecationWarning")


def release_of(url: str) -> Mapping[str, bytes]:
    """The files of a release of every gold plan that may go out."""
    with open_session(write=False, url=url) as session:
        lead = session.scalars(select(models.Person).where(models.Person.code == "L01")).one()
        prepared = releases.prepare(session, "trial 1", person_of(lead), leave_out_held_back=True)
    return prepared.made.files


def loaded(folder: Path, files: Mapping[str, bytes]) -> dict[str, Any]:
    """What others find in the folder of a release."""
    releases.write_files(folder, files)
    warnings = [word for one in WARNINGS for word in ("-W", one)]
    done = subprocess.run(
        [sys.executable, *warnings, str(PROGRAM), str(folder)],
        env=os.environ | OFFLINE | {"HF_HOME": str(folder.parent / "hugging-face")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def assert_same(found: object, expected: object) -> None:
    """The same but for floats: `datasets` writes JSON parts with ten places, a line has twelve."""
    if isinstance(expected, float):
        assert found == pytest.approx(expected, abs=1e-9)
    elif isinstance(expected, dict) and isinstance(found, dict):
        assert found.keys() == expected.keys()
        for key, value in expected.items():
            assert_same(found[key], value)
    elif isinstance(expected, list) and isinstance(found, list):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other)
    else:
        assert found == expected


def check(found: dict[str, Any], files: Mapping[str, bytes]) -> None:
    lines = [json.loads(line) for line in files["gold.jsonl"].decode().splitlines()]
    stops = list(csv.DictReader(io.StringIO(files["gold.csv"].decode(), newline="")))
    data, croissant = found["datasets"], found["croissant"]
    assert data["splits"] == ["test"]
    for line, expected in zip(data["lines"], lines, strict=True):
        assert line.keys() == expected.keys()
        for key, value in expected.items():
            assert_same(line[key], value)
    assert list(data["features"]) == list(LINE_KEYS)
    assert (data["stops"], data["stop_columns"]) == (len(stops), list(stops[0]))
    assert croissant["errors"] == []
    assert croissant["items"] == [[line["set"], line["idx"]] for line in lines]
    assert croissant["rows"] == [stop["row"] for stop in stops]


@pytest.mark.timeout(900)
def test_releases_of_the_demo_and_of_generated_plans_load_with_the_same_columns(
    small_quality_world_on_sqlite: QualityWorld, tmp_path: Path
) -> None:
    with a_sqlite_database(tmp_path / "demo.db", None) as url:
        prepare(url)
        demo = release_of(url)
    of_demo = loaded(tmp_path / "demo", demo)
    check(of_demo, demo)
    generated = release_of(small_quality_world_on_sqlite.url)
    assert b'"value": null' in generated["gold.jsonl"]
    of_generated = loaded(tmp_path / "generated", generated)
    check(of_generated, generated)
    assert of_demo["datasets"]["features"] == of_generated["datasets"]["features"]
