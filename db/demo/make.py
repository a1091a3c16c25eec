"""Makes the demo workspace's files: `python -m db.demo.make` writes them, `--check` compares them.

Same code, same bytes: each invented figure comes from a generator seeded with the name of what it belongs to.
"""

import argparse
import csv
import io
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from db.demo.fills import FILLED
from db.demo.model_plans import lines_of_a, lines_of_b
from db.demo.spots import nearest_stop
from db.demo.tables import Row, places_tables, surroundings_tables, transport_tables
from db.demo.trips import TRIPS
from db.demo.writing import filled_line, reasons, skeleton_line

DATA = Path(__file__).parent / "data"


def csv_text(rows: Iterable[Row]) -> str:
    """RFC 4180 text with `\\n` line ends; None is an empty cell."""
    sheet = io.StringIO()
    csv.writer(sheet, lineterminator="\n").writerows(rows)
    return sheet.getvalue()


def made_files() -> dict[str, str]:
    """File name -> text of every file of the demo workspace."""
    tables = places_tables() | surroundings_tables() | transport_tables()
    files = {f"{name}.csv": csv_text(rows) for name, rows in tables.items()}
    trips = {trip.idx: trip for trip in TRIPS}
    files["skeletons.jsonl"] = "".join(skeleton_line(trip, nearest_stop) + "\n" for trip in TRIPS)
    files["filled.jsonl"] = "".join(
        filled_line(trips[i], FILLED[i], nearest_stop) + "\n" for i in sorted(FILLED)
    )
    files["model_a.jsonl"] = "".join(line + "\n" for line in lines_of_a(trips, nearest_stop))
    files["model_b.jsonl"] = "".join(line + "\n" for line in lines_of_b(trips, nearest_stop))
    files["remarks.json"] = json.dumps(reasons(FILLED), ensure_ascii=False, indent=1) + "\n"
    return files


def stale_files(files: dict[str, str]) -> list[str]:
    """Names of files that are missing, differ from what is made, or lie in the folder without being made."""
    there = {path.name: path.read_bytes() for path in DATA.iterdir()}
    return sorted(name for name in files | there if there.get(name) != files.get(name, "").encode())


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files, or with `--check` say which of them are stale; 1 if any is."""
    parser = argparse.ArgumentParser(prog="python -m db.demo.make", description=main.__doc__)
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    files = made_files()
    if parser.parse_args(arguments).check:
        stale = stale_files(files)
        for name in stale:
            sys.stderr.write(f"{DATA / name}: differs from what is made; run python -m db.demo.make\n")
        return 1 if stale else 0
    DATA.mkdir(exist_ok=True)
    for name, text in files.items():
        (DATA / name).write_bytes(text.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
