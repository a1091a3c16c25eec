"""Where a Chromium is that the browser tests can drive.

`python -m tests.browser.chromium` says which one is used; without one it lets Playwright fetch its own, and
without that it says in one line how to get one. `REQUIRE_BROWSER=1` makes that an error.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from playwright.sync_api import sync_playwright

COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW_TO_GET_ONE = (
    "No Chromium: the browser tests are left out. Get one with `apt-get install chromium` or "
    "`.venv/bin/python -m playwright install --with-deps chromium`, then repeat."
)
FETCH_TIMEOUT_S = 300


@cache
def find_chromium() -> str | None:
    """Return the path of a Chromium that starts, or None."""
    on_path = [found for name in COMMANDS if (found := shutil.which(name))]
    return next((path for path in [*on_path, _playwrights_own()] if _starts(path)), None)


def browser_is_required() -> bool:
    """Tell whether a missing browser is an error here."""
    return os.environ.get("REQUIRE_BROWSER", "") not in {"", "0"}


def _playwrights_own() -> str:
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def _starts(path: str) -> bool:
    if not Path(path).exists():
        return False
    try:
        return (
            subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


def _fetch() -> None:
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    try:
        subprocess.run(
            command, capture_output=True, timeout=FETCH_TIMEOUT_S, check=False, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        print(f"Playwright did not fetch a Chromium within {FETCH_TIMEOUT_S} s.")


def main() -> int:
    """Say which browser is used, fetching one if needed; return the exit code."""
    if find_chromium() is None:
        _fetch()
        find_chromium.cache_clear()
    found = find_chromium()
    print(f"Browser: {found}" if found else HOW_TO_GET_ONE)
    return 0 if found or not browser_is_required() else 1


if __name__ == "__main__":
    sys.exit(main())
