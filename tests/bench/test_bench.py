"""Each measurement runs, in a reduced form, and leaves no server behind."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.bench.__main__ import PARTS
from tests.bench.dashboards import view_names
from tests.bench.servers import ROOT
from tests.browser.chromium import HOW_TO_GET_ONE, browser_is_required, find_chromium

IN_BROWSER = ("open", "keystrokes", "memory", "actions", "dashboards")
UNITS = {
    "feedback": ["times", "s"],
    "catalogue": ["times"],
    "import": ["rows/s", "times", "rows/s"],
    "open": ["ms", "ms", "times", "ms"],
    "keystrokes": ["ms", "ms", "times", "times"],
    "memory": ["MB"],
    "actions": ["actions"],
    "dashboards": [*["times" for _ in view_names()], "times", "ms"],
}


def _part(name: str) -> object:
    return pytest.param(name, marks=pytest.mark.browser) if name in IN_BROWSER else name


@pytest.mark.parametrize("part", [_part(name) for name in PARTS])
def test_a_measurement_gives_its_figures_and_ends_its_servers(part: str) -> None:
    # Chromium keeps a socket in its temporary folder, and a socket's path is short (about 100 characters).
    with tempfile.TemporaryDirectory(prefix="bench", ignore_cleanup_errors=True) as folder:
        _measure(part, Path(folder))


def _measure(part: str, tmp_path: Path) -> None:
    if part in IN_BROWSER and find_chromium() is None:
        if browser_is_required():
            pytest.fail(HOW_TO_GET_ONE)
        pytest.skip(HOW_TO_GET_ONE)
    out = tmp_path / "bench.json"
    command = [sys.executable, "-m", "tests.bench", "--quick", "--only", part, "--out", str(out)]
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    figures = json.loads(out.read_text(encoding="utf-8"))["figures"]
    assert [figure["unit"] for figure in figures] == UNITS[part]
    assert all(figure["value"] > 0 for figure in figures if figure["unit"] != "MB")
    assert commands_that_name(str(tmp_path)) == []


def commands_that_name(folder: str) -> list[str]:
    """Processes that were started with this folder in their environment and still run."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes()
            command = (process / "cmdline").read_bytes()
        except (FileNotFoundError, PermissionError, ProcessLookupError):
            continue
        if f"TMPDIR={folder}".encode() in environment and command:
            found.append(command.replace(b"\0", b" ").decode(errors="replace"))
    return found
