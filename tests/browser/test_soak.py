"""Twelve browsers at once for a minute, the server killed three times: nothing lost, nothing doubled, nobody held up."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.bench.test_bench import commands_that_name
from tests.browser.server import ROOT


@pytest.mark.skipif("SOAK" not in os.environ, reason="twelve browsers for a minute each: SOAK=1 runs them")
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("database", "minutes", "restarts"), [("sqlite", "1", "3"), ("postgresql", "0.5", "1")]
)
def test_twelve_people_lose_nothing_double_nothing_and_go_on_after_each_restart(
    database: str, minutes: str, restarts: str
) -> None:
    # Chromium keeps a socket in its temporary folder, and a socket's path is short (about 100 characters).
    with tempfile.TemporaryDirectory(prefix="soak", ignore_cleanup_errors=True) as folder:
        _soak(Path(folder), database, minutes, restarts)


def _soak(tmp_path: Path, database: str, minutes: str, restarts: str) -> None:
    out = tmp_path / "soak.json"
    command = [sys.executable, "-m", "tests.soak", "--minutes", minutes, "--restarts", restarts]
    command += ["--databases", database, "--out", str(out)]
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    found = json.loads(out.read_text(encoding="utf-8"))["databases"][database]
    assert found["problems"] == []
    assert found["restarts"] == int(restarts) and found["offered_again"] >= 1
    assert found["acknowledged"] > 0
    assert commands_that_name(str(tmp_path)) == []
