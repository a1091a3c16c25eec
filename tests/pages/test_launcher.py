"""The launcher: what it does before the first page is answered."""

import os
import subprocess
import sys
from pathlib import Path

from db.unavailable import URL_VARIABLE

ROOT = Path(__file__).resolve().parents[2]
START = """
import asyncio, gc, app

async def start():
    async with app.database_made_ready(app.app):
        print(gc.get_freeze_count(), len(gc.get_objects()))

asyncio.run(start())
"""


def test_full_collections_pass_over_what_was_loaded_at_the_start(tmp_path: Path) -> None:
    environment = os.environ | {URL_VARIABLE: f"sqlite:///{tmp_path}/workbench.db"}
    done = subprocess.run(
        [sys.executable, "-c", START], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    frozen, collected = map(int, done.stdout.split()[-2:])
    assert frozen > 100_000
    assert collected < frozen / 20
