"""`make bench`: every measurement in one table, with its aim, and in `var/bench.json`.

python -m tests.bench                      all of it, some minutes
python -m tests.bench --only import open   some parts
python -m tests.bench --quick              each part in a reduced form, to see that it runs
"""

import argparse
import json
import os
import platform
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from types import FrameType

from playwright.sync_api import Error as PlaywrightError
from rich.console import Console
from rich.table import Table

from annotate.errors import WorkbenchError
from tests.bench import (
    actions,
    catalogue_size,
    dashboards,
    feedback_speed,
    keystrokes,
    page_memory,
    screen_open,
    utp_scale,
)
from tests.bench.figure import Figure
from tests.bench.servers import ROOT

Part = Callable[..., list[Figure]]
PARTS: dict[str, Part] = {
    "feedback": feedback_speed.measure,
    "catalogue": catalogue_size.measure,
    "import": utp_scale.measure,
    "open": screen_open.measure,
    "keystrokes": keystrokes.measure,
    "memory": page_memory.measure,
    "actions": actions.measure,
    "dashboards": dashboards.measure,
}
FAILURES = (RuntimeError, AssertionError, PlaywrightError, WorkbenchError)
"""A server that does not start, a screen that does not do what it should: the other parts are measured all the same."""
RESULT = ROOT / "var" / "bench.json"
SOAK = ROOT / "var" / "soak.json"
"""What `make soak` found last: told below, measured there."""


def main(arguments: list[str] | None = None) -> int:
    """Measure and print. The exit code is 0 also for a missed aim, which is explained, and 1 if a part could not be measured."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure the workbench.")
    parser.add_argument(
        "--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=", ".join(PARTS)
    )
    parser.add_argument(
        "--quick", action="store_true", help="reduced, to see that everything runs; no figures to quote"
    )
    parser.add_argument(
        "--out", type=Path, default=RESULT, help=f"the file of figures ({RESULT.relative_to(ROOT)})"
    )
    chosen = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, _end)
    console = Console()
    figures: list[Figure] = []
    failed: list[str] = []
    load_before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for name, measure in PARTS.items():
            if name in chosen.only:
                start = time.monotonic()
                own = Path(folder) / name
                own.mkdir()
                try:
                    figures += measure(own, quick=chosen.quick)
                except FAILURES as error:
                    failed.append(name)
                    console.print(f"{name}: not measured. {type(error).__name__}: {error}", markup=False)
                    continue
                console.print(f"{name}: measured in {time.monotonic() - start:.0f} s", style="dim")
    machine = {
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load_before": round(load_before, 2),
        "load_after": round(os.getloadavg()[0], 2),
    }
    console.print(_table(figures, quick=chosen.quick))
    for figure in figures:
        if figure.met is False:
            console.print(f"Missed: {figure.name}: {figure.why}.", soft_wrap=True)
    if SOAK.exists():
        _tell_soak(console)
    console.print("Machine: " + ", ".join(f"{key} {value}" for key, value in machine.items()))
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    lines = [{**asdict(figure), "met": figure.met} for figure in figures]
    result = {"quick": chosen.quick, "machine": machine, "figures": lines, "not_measured": failed}
    chosen.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 1 if failed else 0


def _end(_signal: int, _frame: FrameType | None) -> None:
    """End as after Ctrl+C, so that servers and browsers are ended too."""
    raise KeyboardInterrupt


def _tell_soak(console: Console) -> None:
    last = json.loads(SOAK.read_text(encoding="utf-8"))
    lines = [Figure(**line) for line in last["figures"]]
    console.print(_table(lines, quick=False))
    problems = sum(len(one["problems"]) for one in last["databases"].values())
    console.print(
        f"The last `make soak`: {last['browsers']} browsers, {last['minutes']:g} minutes on each of "
        f"{', '.join(last['databases'])}; {problems} problems."
    )


def _table(figures: list[Figure], *, quick: bool) -> Table:
    table = Table(title="Bench" + (" (reduced: these figures say nothing)" if quick else ""), show_lines=True)
    for column in ("Part", "What", "Measured", "Aim", "", "Beside"):
        table.add_column(
            column, justify="right" if column in ("Measured", "Aim") else "left", overflow="fold"
        )
    for figure in figures:
        verdict = {True: "met", False: "missed", None: ""}[figure.met]
        aim = "" if figure.aim is None else f"<= {figure.aim:g}"
        table.add_row(
            figure.part, figure.name, f"{_number(figure.value)} {figure.unit}", aim, verdict, figure.beside
        )
    return table


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}" if value % 1 else f"{value:.0f}"


if __name__ == "__main__":
    sys.exit(main())
