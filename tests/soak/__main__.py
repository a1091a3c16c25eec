"""`make soak`: twelve browsers at once on SQLite and on PostgreSQL, the server killed three times; figures in `var/soak.json`.

python -m tests.soak                                  ten minutes on each
python -m tests.soak --minutes 1 --databases sqlite   a short one
"""

import argparse
import json
import os
import platform
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from tests.browser.chromium import HOW_TO_GET_ONE, find_chromium
from tests.browser.server import ROOT
from tests.databases import a_postgresql_database, a_postgresql_server
from tests.soak.record import Record
from tests.soak.run import Wanted, soak

DATABASES = ("sqlite", "postgresql")
RESULT = ROOT / "var" / "soak.json"


def main(arguments: list[str] | None = None) -> int:
    """Run, print, write the figures. The exit code is 0 if everything held on every database."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Many people for minutes.")
    parser.add_argument("--minutes", type=float, default=10.0, help="on each database (10)")
    parser.add_argument("--browsers", type=int, default=12)
    parser.add_argument("--restarts", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--databases", nargs="+", choices=DATABASES, default=list(DATABASES))
    parser.add_argument(
        "--out", type=Path, default=RESULT, help=f"the file of figures ({RESULT.relative_to(ROOT)})"
    )
    chosen = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, _end)
    chromium = find_chromium()
    if chromium is None:
        print(HOW_TO_GET_ONE)
        return 1
    wanted = Wanted(chosen.minutes * 60, chosen.browsers, chosen.restarts, chosen.seed)
    results, figures = {}, []
    for name in chosen.databases:
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix=f"soak-{name}-") as folder, _database(name, folder) as url:
            record = soak(url, Path(folder), chromium, wanted)
        print(f"{name}: {time.monotonic() - start:.0f} s, {len(record.acked)} edits acknowledged", flush=True)
        _print(record)
        figures += record.figures(name)
        results[name] = {
            "done": dict(record.done),
            "acknowledged": len(record.acked),
            "restarts": record.restarts,
            "offered_again": record.offered_again,
            "went_on": record.went_on,
            "told": record.told,
            "problems": record.problems,
        }
    for line in figures:
        print(f"{line['name']}: {line['value']:.0f} {line['unit']} ({line['beside']})")
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    written = {
        "minutes": chosen.minutes,
        "browsers": chosen.browsers,
        "seed": chosen.seed,
        "machine": {"python": platform.python_version(), "cores": os.cpu_count()},
        "figures": figures,
        "databases": results,
    }
    chosen.out.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 1 if any(result["problems"] for result in results.values()) else 0


def _print(record: Record) -> None:
    print("  " + ", ".join(f"{what} {number}" for what, number in sorted(record.done.items())))
    print(
        f"  restarts {record.restarts}, half-typed texts offered again {record.offered_again}, "
        f"stumbles beside restarts {len(record.told)}"
    )
    for problem in record.problems:
        print(f"  PROBLEM {problem}")


@contextmanager
def _database(name: str, folder: str) -> Iterator[str]:
    if name == "sqlite":
        yield f"sqlite:///{Path(folder) / 'soak.db'}"
        return
    with a_postgresql_server() as server, a_postgresql_database(server, None) as url:
        yield url


def _end(_signal: int, _frame: FrameType | None) -> None:
    """End as after Ctrl+C, so that servers and browsers are ended too."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
